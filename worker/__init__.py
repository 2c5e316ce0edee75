"""Work that does not wait: the queue, the workers, the store of runs and boards, the embedded server."""

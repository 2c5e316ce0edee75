"""Putting runs to work, ending them, and setting right what went wrong in between."""

import secrets
import socket
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from redis import Redis
from redis.exceptions import RedisError
from rq import Retry
from rq.command import send_stop_job_command
from rq.exceptions import InvalidJobOperation, NoSuchJobError
from rq.serializers import JSONSerializer
from rq.worker import BaseWorker

from worker.lifeline import is_running
from worker.queues import BULK, SOLVE_CHUNK, AllowedJob, UnreachableError, queue
from worker.store import JSON, Entry, OpenChunk, Store

CHUNK_SECONDS: Final = 10.0
"""After this long a chunk stores what it has and queues its rest, so that runs share the workers."""
MAX_TRIES: Final = 3
"""Deaths of workers over one chunk before the board that it died on is given up."""
_MARGIN: Final = 30.0
_IDENTITY_KEY: Final = "slitherlink:store"


class ForeignStoreError(RuntimeError):
    """A Redis that carries work for another store."""


class LiveWorker(NamedTuple):
    """A worker that is there."""

    name: str
    queues: tuple[str, ...]


def claim(store: Store, connection: Redis) -> None:
    """Make sure that Redis answers and that everyone on it uses the same store.

    Raises `UnreachableError` or `ForeignStoreError`.
    """
    mine = store.identity
    try:
        connection.set(_IDENTITY_KEY, mine, nx=True)
        found: Any = connection.get(_IDENTITY_KEY)
    except RedisError as error:
        raise UnreachableError(f"the Redis of REDIS_URL does not answer: {error}") from error
    if found is not None and found.decode() != mine:
        raise ForeignStoreError(
            "this Redis carries work for another store: use the same data folder (--data) or DATABASE_URL as the "
            f"others, or another database number in REDIS_URL (expected store {mine}, found {found.decode()})"
        )


def submit(store: Store, connection: Redis, kind: str, spec: JSON, entries: Sequence[Entry]) -> str:
    """Store a run, queue its chunks, and return its id. ``spec`` needs ``time_limit``, seconds for one board."""
    run = store.add_run(kind, spec, entries)
    for chunk in store.open_chunks(run):
        enqueue(store, connection, chunk)
    return run


def enqueue(store: Store, connection: Redis, chunk: OpenChunk) -> None:
    """Queue a chunk under a new job."""
    job = f"{chunk.run}-{chunk.number}-{secrets.token_hex(3)}"
    # First noted, then queued: a job that nobody knows of would run beside its replacement.
    store.set_job(chunk.run, chunk.number, job)
    queue(BULK, connection).enqueue(
        SOLVE_CHUNK,
        args=(chunk.run, chunk.number),
        job_id=job,
        job_timeout=int(CHUNK_SECONDS + chunk.time_limit + _MARGIN),
        result_ttl=60,
        failure_ttl=3600,
        retry=Retry(max=MAX_TRIES - 1),
        description=f"run {chunk.run}, chunk {chunk.number}",
    )


def cancel(store: Store, connection: Redis, run: str) -> bool:
    """End a run in whatever state it is; False when it had ended before. What is done stays readable."""
    jobs = store.cancel(run)
    for job in jobs or ():
        stop(connection, job)
    return jobs is not None


def stop(connection: Redis, job_id: str) -> None:
    """Take a job off its queue, or kill the process that runs it."""
    try:
        job = AllowedJob.fetch(job_id, connection=connection, serializer=JSONSerializer)
        if job.is_started:
            send_stop_job_command(connection, job_id, serializer=JSONSerializer)
        else:
            job.delete()
    except (NoSuchJobError, InvalidJobOperation):
        return  # it ended in the meantime


def live_workers(connection: Redis) -> list[LiveWorker]:
    """The workers that are registered and not known to be dead.

    A killed worker stays registered for up to 90 s; on our own machine its process tells at once. Read by hand:
    RQ's own listing changes the time-outs of the connection that it is given.
    """
    keys = [key.decode() for key in connection.smembers(BaseWorker.redis_workers_keys)]  # type: ignore[union-attr]
    with connection.pipeline(transaction=False) as pipeline:
        for key in keys:
            pipeline.hmget(key, "hostname", "pid", "queues", "death")
        answers = pipeline.execute()
    here = socket.gethostname().encode()
    live = []
    for key, (host, pid, queues, death) in zip(keys, answers, strict=True):
        if pid is None or death is not None or (host == here and not is_running(int(pid))):
            continue
        names = tuple(queues.decode().split(","))
        live.append(LiveWorker(key.removeprefix(BaseWorker.redis_worker_namespace_prefix), names))
    return live

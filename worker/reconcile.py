"""Chunks whose job vanished, whose worker died, or which nobody can finish: found and set right.

The store says what is to be done and Redis what is being done; where the two differ, the store is right.
"""

import json
import logging
import threading
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from redis import Redis
from redis.exceptions import RedisError
from rq.exceptions import NoSuchJobError
from rq.serializers import JSONSerializer
from sqlalchemy.exc import SQLAlchemyError

from slitherlink.result import unanswered
from worker.queues import BULK, AllowedJob, queue
from worker.runs import MAX_TRIES, enqueue, live_workers, stop
from worker.store import OpenChunk, Record, Store

INTERVAL: Final = 1.0
"""Seconds between two looks."""
_PATIENCE: Final = 3.0
"""Seconds in which a job may be between two lists, or a chunk stored and its job not yet in Redis."""
_LOCK: Final = "slitherlink:reconciler"

log = logging.getLogger("slitherlink.reconcile")


class Standing(NamedTuple):
    """What Redis knows about the job of a chunk."""

    status: str | None
    worker: str | None
    in_queue: bool


def standings(connection: Redis, chunks: list[OpenChunk]) -> list[Standing]:
    """Look up the jobs of chunks."""
    # The queue first: a job that is taken from it after this look is then seen as started, not as lost.
    waiting = {item.decode() for item in connection.lrange(queue(BULK, connection).key, 0, -1)}  # type: ignore[union-attr]
    with connection.pipeline(transaction=False) as pipeline:
        for chunk in chunks:
            pipeline.hmget(AllowedJob.key_for(chunk.job or ""), "status", "worker_name")
        answers = pipeline.execute()
    return [
        Standing(status and status.decode(), worker and worker.decode(), chunk.job in waiting)
        for chunk, (status, worker) in zip(chunks, answers, strict=True)
    ]


Missing = dict[str, float]
"""Chunks whose job was nowhere, by the name of their job, and since when: a look may fall into a moment between."""


def reconcile(store: Store, connection: Redis, missing: Missing, *, now: Callable[[], float] = time.monotonic) -> int:
    """Look at every open chunk once; returns how many were set right. ``missing`` is kept from one look to the next."""
    chunks = store.open_chunks()
    before = dict(missing)
    missing.clear()
    if not chunks:
        return 0
    live = {worker.name for worker in live_workers(connection)}
    mended = 0
    for chunk, standing in zip(chunks, standings(connection, chunks), strict=True):
        match standing:
            case Standing(status="queued", in_queue=True):
                continue
            case Standing(status="started", worker=worker) if worker in live:
                continue
            case Standing(status="failed" | "stopped" | "canceled"):
                # A job that fails before it begins with the chunk must not be made anew for ever.
                if chunk.tries < MAX_TRIES:
                    store.count_try(chunk.run, chunk.number)
                _after_death(store, connection, chunk, _last_words(connection, chunk.job or ""))
            case Standing(status="started", worker=worker):
                _after_death(store, connection, chunk, f"worker {worker} died")
            case _:
                name = chunk.job or f"{chunk.run}-{chunk.number}"
                since = before.get(name, now())
                if now() - since < _PATIENCE:
                    missing[name] = since
                    continue
                _requeue(store, connection, chunk, "its job vanished from the queue")
        mended += 1
    return mended


def _requeue(store: Store, connection: Redis, chunk: OpenChunk, why: str) -> None:
    log.warning("run %s, chunk %d: %s; queued again", chunk.run, chunk.number, why)
    if chunk.job is not None:
        stop(connection, chunk.job)
    enqueue(store, connection, chunk)


def _after_death(store: Store, connection: Redis, chunk: OpenChunk, why: str) -> None:
    if chunk.tries >= MAX_TRIES:
        _give_up_board(store, connection, chunk, why)
    else:
        _requeue(store, connection, chunk, why)


def _give_up_board(store: Store, connection: Redis, chunk: OpenChunk, why: str) -> None:
    """Leave the board that a chunk died on again and again without an answer, and go on with the rest.

    From its second try on, a chunk stores each board before it begins with the next one, so the first board that is
    missing is the one.
    """
    missing = store.first_missing(chunk.run, chunk.number)
    if missing is None:
        return
    position, entry = missing
    reason = f"board {position + 1}: given up after {chunk.tries} tries, {why}"
    log.error("run %s, %s", chunk.run, reason)
    record = unanswered(entry.rows or [], name=entry.name, reason=reason)
    store.note_reason(chunk.run, reason)
    store.rest_chunk(chunk.run, chunk.number)
    given_up = Record(position, str(record["status"]), json.dumps(record, separators=(",", ":")), failed=True)
    if store.add_records(chunk.run, chunk.number, [given_up]):
        for rest in store.open_chunks(chunk.run):
            if rest.number == chunk.number:
                enqueue(store, connection, rest)


def _last_words(connection: Redis, job_id: str) -> str:
    try:
        job = AllowedJob.fetch(job_id, connection=connection, serializer=JSONSerializer)
    except NoSuchJobError:
        return "its job vanished"
    result = job.latest_result()
    lines = (result.exc_string or "").strip().splitlines() if result else []
    return lines[-1].rstrip("; ") if lines else f"its job ended {job.get_status().value}"


class Reconciler(threading.Thread):
    """Looks every `INTERVAL` seconds until stopped; of several on one Redis, one at a time."""

    def __init__(self, store: Store, connection: Redis) -> None:
        super().__init__(name="reconciler", daemon=True)
        self._store = store
        self._connection = connection
        self._stopped = threading.Event()

    def run(self) -> None:
        """Look again and again; a Redis or a store that is away for a while is waited for."""
        missing: Missing = {}
        while not self._stopped.wait(INTERVAL):
            try:
                mine: Any = self._connection.set(_LOCK, "1", nx=True, px=int(INTERVAL * 900))
                if mine:
                    reconcile(self._store, self._connection, missing)
            except (RedisError, SQLAlchemyError) as error:
                log.warning("cannot look after the queue: %s", error)

    def stop(self) -> None:
        """End the thread and wait for it."""
        self._stopped.set()
        self.join(timeout=5)

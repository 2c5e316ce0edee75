import os
import re
import signal
import socket
import threading
from collections.abc import Callable, Iterator

import pytest
from redis import Redis

from tests.conftest import SLOW_LIMIT, SLOW_ROWS, Workplace, children, wait_until
from worker.lifeline import is_running
from worker.queues import BULK, AllowedJob, queue
from worker.reconcile import Reconciler, reconcile
from worker.runs import MAX_TRIES, ForeignStoreError, cancel, claim, live_workers, submit
from worker.store import Entry, Record, State, Store

SPEC = {"limit": SLOW_LIMIT, "max_nodes": None, "time_limit": 20.0}
SLOW = Entry(None, SLOW_ROWS)
"""A run of these can be caught at work."""
RING = Entry(None, ["212", "...", "212"])


class Looks:
    """One look after the other; each a minute later than the one before."""

    def __init__(self, store: Store, connection: Redis) -> None:
        self._store = store
        self._connection = connection
        self._missing: dict[str, float] = {}
        self._now = 0.0

    def look(self) -> int:
        self._now += 60
        return reconcile(self._store, self._connection, self._missing, now=lambda: self._now)


@pytest.fixture
def reconciler(workplace: Workplace) -> Iterator[Reconciler]:
    reconciler = Reconciler(workplace.store, workplace.connection)
    reconciler.start()
    yield reconciler
    reconciler.stop()


def test_a_killed_job_is_tried_again_and_every_board_is_stored_once(
    workplace: Workplace, reconciler: Reconciler
) -> None:
    run = submit(workplace.store, workplace.connection, "check", SPEC, [SLOW] * 8)
    workplace.kill_horse()
    found = workplace.ended(run)
    assert (found.state, found.counts, found.reason) == (State.DONE, {"multiple": 8}, None)


def test_a_board_that_kills_its_worker_again_and_again_is_given_up_and_the_rest_is_done(
    workplace: Workplace, reconciler: Reconciler
) -> None:
    run = submit(workplace.store, workplace.connection, "check", SPEC, [RING, SLOW, SLOW, RING, SLOW])
    while workplace.store.run(run).reason is None:  # type: ignore[union-attr]
        workplace.kill_horse()
    found = workplace.ended(run)
    assert found.state is State.PARTIAL
    assert found.counts["failed"] == 1
    assert sum(found.counts.values()) == found.stored == 5
    assert found.reason is not None
    assert re.search(r"^board \d+: given up after \d tries, ", found.reason)
    assert "signal 9" in found.reason
    [failed] = [result for result in workplace.results(run) if result["status"] == "undecided"]
    assert found.reason in failed["error"]


def test_a_chunk_whose_worker_was_killed_is_done_by_another_one(workplace: Workplace) -> None:
    run = submit(workplace.store, workplace.connection, "check", SPEC, [SLOW] * 10)
    wait_until(lambda: workplace.horses, "a running job")
    horse = workplace.horses[0]
    [worker] = [pid for pid in workplace.workers if horse in children(pid)]
    os.kill(worker, signal.SIGKILL)
    wait_until(lambda: not is_running(horse), "the end of the orphan")
    found = workplace.store.run(run)
    assert found is not None
    assert found.ended is None, "the orphan went on to the end"
    reconciler = Reconciler(workplace.store, workplace.connection)
    reconciler.start()
    found = workplace.ended(run)
    reconciler.stop()
    assert (found.state, found.counts) == (State.DONE, {"multiple": 10})
    wait_until(lambda: len(workplace.workers) == 3 and worker not in workplace.workers, "the worker's replacement")


def test_a_run_goes_on_after_redis_was_emptied(workplace: Workplace, reconciler: Reconciler) -> None:
    run = submit(workplace.store, workplace.connection, "check", SPEC, [SLOW] * 12)
    wait_until(lambda: workplace.horses, "a running job")
    workplace.connection.flushdb()
    found = workplace.ended(run)
    assert (found.state, found.counts) == (State.DONE, {"multiple": 12})


def test_a_running_job_is_stopped_when_its_run_is_cancelled(workplace: Workplace) -> None:
    run = submit(workplace.store, workplace.connection, "check", SPEC, [SLOW] * 80)
    wait_until(lambda: workplace.store.run(run).stored > 0, "the first boards")  # type: ignore[union-attr]
    assert cancel(workplace.store, workplace.connection, run)
    wait_until(lambda: not workplace.horses, "the end of the job")
    found = workplace.ended(run)
    assert found.state is State.CANCELLED
    assert 0 < found.stored < 40
    assert len(workplace.results(run)) == found.stored
    assert not cancel(workplace.store, workplace.connection, run)


def test_a_queued_job_is_taken_off_the_queue_when_its_run_is_cancelled(store: Store, connection: Redis) -> None:
    run = submit(store, connection, "solve", SPEC, [RING])
    assert cancel(store, connection, run)
    assert queue(BULK, connection).count == 0
    looks = Looks(store, connection)
    assert [looks.look(), looks.look()] == [0, 0]


def test_a_chunk_without_a_job_is_queued(store: Store, connection: Redis) -> None:
    run = store.add_run("solve", SPEC, [RING])
    looks = Looks(store, connection)
    assert [looks.look(), looks.look()] == [0, 1]
    assert queue(BULK, connection).job_ids == [store.open_chunks(run)[0].job]
    assert [looks.look(), looks.look()] == [0, 0]


def test_a_job_that_vanished_is_made_anew_at_the_second_look(store: Store, connection: Redis) -> None:
    run = submit(store, connection, "solve", SPEC, [RING])
    connection.flushdb()
    looks = Looks(store, connection)
    assert [looks.look(), looks.look()] == [0, 1]
    assert queue(BULK, connection).job_ids == [store.open_chunks(run)[0].job]


def test_a_job_lost_between_two_lists_is_made_anew(store: Store, connection: Redis) -> None:
    run = submit(store, connection, "solve", SPEC, [RING])
    lost = store.open_chunks(run)[0].job
    connection.lmove(queue(BULK, connection).key, "elsewhere", "LEFT", "LEFT")
    looks = Looks(store, connection)
    assert [looks.look(), looks.look()] == [0, 1]
    assert lost not in queue(BULK, connection).job_ids
    assert queue(BULK, connection).count == 1


def start_as(connection: Redis, job: str | None, worker: str) -> None:
    """Make a job look as if a worker had begun with it."""
    connection.lrem(queue(BULK, connection).key, 0, str(job))
    connection.hset(AllowedJob.key_for(str(job)), mapping={"status": "started", "worker_name": worker})


def register(connection: Redis, name: str, host: str, pid: int) -> None:
    connection.sadd("rq:workers", f"rq:worker:{name}")
    connection.hset(f"rq:worker:{name}", mapping={"hostname": host, "pid": pid, "queues": BULK})


def test_a_job_of_a_living_worker_is_left_in_peace_and_one_of_a_dead_worker_is_not(
    store: Store, connection: Redis
) -> None:
    run = submit(store, connection, "solve", SPEC, [RING])
    for name, host, pid, mended in [
        ("here", socket.gethostname(), os.getpid(), 0),
        ("elsewhere", "another-machine", 1, 0),
        ("dead", socket.gethostname(), 2**22 + 1, 1),
        ("unknown", "", 0, 1),
    ]:
        if name != "unknown":
            register(connection, name, host, pid)
        start_as(connection, store.open_chunks(run)[0].job, name)
        assert Looks(store, connection).look() == mended, name
    assert {worker.name for worker in live_workers(connection)} == {"here", "elsewhere"}


def test_a_chunk_whose_workers_vanish_again_and_again_gives_up_its_next_board(store: Store, connection: Redis) -> None:
    run = submit(store, connection, "solve", SPEC, [RING, RING, RING])
    for _ in range(MAX_TRIES):
        assert store.run(run).counts == {}  # type: ignore[union-attr]
        store.start_chunk(run, 0)
        start_as(connection, store.open_chunks(run)[0].job, "gone")
        assert Looks(store, connection).look() == 1
    found = store.run(run)
    assert found is not None
    assert (found.counts, found.reason) == (
        {"failed": 1},
        f"board 1: given up after {MAX_TRIES} tries, worker gone died",
    )
    assert store.open_chunks(run)[0].tries == 0
    store.add_records(run, 0, [Record(at, "unique", "{}") for at in (1, 2)])
    found = store.run(run)
    assert found is not None
    assert found.state is State.PARTIAL


def test_a_job_that_fails_before_it_begins_is_not_made_anew_for_ever(store: Store, connection: Redis) -> None:
    run = submit(store, connection, "solve", SPEC, [RING])
    for _ in range(MAX_TRIES + 1):
        job = str(store.open_chunks(run)[0].job)
        connection.lrem(queue(BULK, connection).key, 0, job)
        connection.hset(AllowedJob.key_for(job), "status", "failed")
        assert Looks(store, connection).look() == 1
    found = store.run(run)
    assert found is not None
    assert (found.state, found.reason) == (State.FAILED, "board 1: given up after 3 tries, its job ended failed")


def test_a_redis_is_claimed_by_one_store(
    store: Store, connection: Redis, tmp_path_factory: pytest.TempPathFactory
) -> None:
    claim(store, connection)
    claim(store, connection)
    other = Store(f"sqlite:///{tmp_path_factory.mktemp('o') / 'store.sqlite3'}").create()
    with pytest.raises(ForeignStoreError, match="carries work for another store"):
        claim(other, connection)


def test_the_reconciler_survives_a_store_that_fails_for_a_while(
    store: Store, connection: Redis, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    looked = threading.Event()
    broken = Store(f"sqlite:///{tmp_path_factory.mktemp('n')}/no/such/folder/store.sqlite3")
    honest: Callable[[], object] = store.open_chunks

    def open_chunks() -> object:
        if not looked.is_set():
            looked.set()
            broken.open_chunks()
        return honest()

    run = store.add_run("solve", SPEC, [RING])
    monkeypatch.setattr(store, "open_chunks", lambda run=None: open_chunks())
    reconciler = Reconciler(store, connection)
    reconciler.start()
    wait_until(lambda: queue(BULK, connection).count == 1, "the chunk to be queued")
    reconciler.stop()
    assert looked.is_set()
    assert not reconciler.is_alive()
    assert queue(BULK, connection).jobs[0].args[0] == run

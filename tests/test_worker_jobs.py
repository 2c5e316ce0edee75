import json
import time
from pathlib import Path

import pytest
from redis import Redis

from slitherlink import engine
from tests.conftest import HARD_ROWS, Workplace
from worker import jobs, watched
from worker.embedded import EmbeddedRedis
from worker.queues import SOLVE, SOLVE_NOW, queue
from worker.runs import enqueue, submit
from worker.store import Entry, State, Store

SPEC = {"limit": 2, "max_nodes": None, "time_limit": 20.0}
RING = ["212", "...", "212"]
BLANK = ["." * 6] * 4
IMPOSSIBLE = ["44"]


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Jobs that are called in this process find a warm engine and the test's store."""
    engine.warm_up()
    monkeypatch.setenv("SLITHERLINK_DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)


def results(store: Store, run: str) -> list[dict[str, object]]:
    return [json.loads(record) for _, record in store.records(run, after=-1, before=10_000, limit=10_000)]


def test_a_chunk_can_be_called_as_a_function_and_twice(here: None, store: Store) -> None:
    entries = [Entry("ring", RING), Entry(None, None, {"status": "invalid", "error": "e"}), Entry("4", IMPOSSIBLE)]
    run = store.add_run("solve", SPEC, entries)
    assert jobs.solve_chunk(run, 0) == {"stored": 3}
    before = results(store, run)
    assert [result["status"] for result in before] == ["unique", "invalid", "none"]
    assert before[0]["id"] == "ring"
    assert jobs.solve_chunk(run, 0) == {"stored": 0}
    assert results(store, run) == before


def test_a_check_stores_verdicts_without_solutions(here: None, store: Store) -> None:
    run = store.add_run("check", SPEC, [Entry(None, RING), Entry(None, BLANK)])
    jobs.solve_chunk(run, 0)
    found = results(store, run)
    assert [result["status"] for result in found] == ["unique", "multiple"]
    assert all("solutions" not in result for result in found)


def test_a_chunk_leaves_its_rest_to_a_new_job_after_a_while(
    here: None, store: Store, connection: Redis, monkeypatch: pytest.MonkeyPatch, private_redis: EmbeddedRedis
) -> None:
    monkeypatch.setattr(jobs, "CHUNK_SECONDS", 0.0)
    monkeypatch.setenv("REDIS_URL", private_redis.url.replace("db=0", "db=1"))
    run = store.add_run("solve", SPEC, [Entry(None, RING)] * 3)
    assert jobs.solve_chunk(run, 0) == {"stored": 1}
    chunk = store.open_chunks(run)[0]
    assert (chunk.tries, queue("bulk", connection).job_ids) == (0, [chunk.job])
    assert jobs.solve_chunk(run, 0) == {"stored": 1}
    assert jobs.solve_chunk(run, 0) == {"stored": 1}
    found = store.run(run)
    assert found is not None
    assert found.state is State.DONE


def test_a_worker_that_is_asked_to_stop_gives_its_chunk_back(
    here: None, store: Store, connection: Redis, monkeypatch: pytest.MonkeyPatch, private_redis: EmbeddedRedis
) -> None:
    monkeypatch.setenv("REDIS_URL", private_redis.url.replace("db=0", "db=1"))
    run = store.add_run("solve", SPEC, [Entry(None, RING)] * 3)
    watched._request_rest(0, None)
    try:
        assert jobs.solve_chunk(run, 0) == {"stored": 1}
    finally:
        watched._rest.clear()
    assert queue("bulk", connection).count == 1


def test_a_chunk_obeys_the_budget_of_its_run(here: None, store: Store) -> None:
    run = store.add_run("solve", {**SPEC, "max_nodes": 1}, [Entry(None, HARD_ROWS), Entry(None, RING)])
    jobs.solve_chunk(run, 0)
    assert [found["status"] for found in results(store, run)] == ["undecided", "unique"]


def ask(connection: Redis, rows: list[str], *, seconds: float, time_limit: float = 20.0) -> dict[str, object] | None:
    """Have a board solved at once, as the service does, and return the reply's result."""
    spec = {**SPEC, "time_limit": time_limit}
    queue(SOLVE, connection).enqueue(
        SOLVE_NOW, args=(rows, "n", spec, time.time() + seconds, "replies", "t1"), result_ttl=0
    )
    popped = connection.blpop(["replies"], timeout=30)
    assert popped is not None
    reply = json.loads(popped[1])
    assert reply["ticket"] == "t1"
    result: dict[str, object] | None = reply["result"]
    return result


def test_who_waits_gets_the_result(workplace: Workplace) -> None:
    result = ask(workplace.connection, RING, seconds=20)
    assert result is not None
    assert (result["status"], result["id"]) == ("unique", "n")


def test_a_board_that_comes_too_late_is_not_begun(workplace: Workplace) -> None:
    assert ask(workplace.connection, RING, seconds=-1) is None


@pytest.mark.parametrize("seconds", [0.005, 0.05, 0.2])
def test_who_waits_never_gets_an_answer_that_only_says_that_time_was_short(
    workplace: Workplace, seconds: float
) -> None:
    result = ask(workplace.connection, HARD_ROWS, seconds=seconds)
    assert result is None or result["status"] == "multiple"


def test_a_run_is_worked_off_by_real_workers(workplace: Workplace) -> None:
    entries = [Entry(str(at), RING) for at in range(2500)]
    run = submit(workplace.store, workplace.connection, "solve", SPEC, entries)
    found = workplace.ended(run)
    assert (found.state, found.counts) == (State.DONE, {"unique": 2500})
    assert [result["id"] for result in workplace.results(run)] == [str(at) for at in range(2500)]


def test_the_queue_holds_the_run_and_no_board(store: Store, connection: Redis) -> None:
    run = submit(store, connection, "solve", SPEC, [Entry(None, RING)] * 10)
    job = queue("bulk", connection).jobs[0]
    assert list(job.args) == [run, 0]
    enqueue(store, connection, store.open_chunks(run)[0])
    assert queue("bulk", connection).count == 2

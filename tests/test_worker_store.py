import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import insert

from worker.schema import facts
from worker.store import Entry, Record, State, Store, StoreError

SPEC = {"limit": 2, "max_nodes": None, "time_limit": 5.0}
THREE = [Entry("a", ["2"]), Entry(None, None, {"status": "invalid"}), Entry("c", ["..", "1?"])]


def records(*positions: int, failed: bool = False) -> list[Record]:
    return [Record(at, "unique", f'{{"at":{at}}}', failed) for at in positions]


def test_a_chunk_gets_back_exactly_the_inputs_of_its_run(store: Store) -> None:
    run = store.add_run("solve", SPEC, THREE)
    work = store.start_chunk(run, 0)
    assert work is not None
    assert (work.kind, work.spec, work.tries) == ("solve", SPEC, 1)
    assert work.todo == list(enumerate(THREE))


def test_a_run_goes_from_queued_to_running_to_done(store: Store) -> None:
    run = store.add_run("solve", SPEC, THREE)
    found = store.run(run)
    assert found is not None
    assert (found.state, found.started, found.stored) == (State.QUEUED, None, 0)
    store.start_chunk(run, 0)
    store.add_records(run, 0, records(0, 1))
    found = store.run(run)
    assert found is not None
    assert (found.state, found.stored, found.readable, found.ended) == (State.RUNNING, 2, 2, None)
    store.add_records(run, 0, records(2))
    found = store.run(run)
    assert found is not None
    assert (found.state, found.counts, found.readable) == (State.DONE, {"unique": 3}, 3)
    assert found.started is not None
    assert found.ended is not None
    assert found.created <= found.started <= found.ended


def test_a_chunk_that_runs_twice_stores_each_board_once_and_the_first_answer_stays(store: Store) -> None:
    run = store.add_run("solve", SPEC, THREE)
    store.start_chunk(run, 0)
    store.add_records(run, 0, records(0, 1))
    again = store.start_chunk(run, 0)
    assert again is not None
    assert (again.tries, [at for at, _ in again.todo]) == (2, [2])
    store.add_records(run, 0, [Record(0, "none", "another answer"), *records(1, 2)])
    assert [record for _, record in store.records(run, after=-1, before=3, limit=9)] == [
        f'{{"at":{at}}}' for at in range(3)
    ]
    assert store.start_chunk(run, 0) is None


def test_nothing_is_stored_after_a_run_was_cancelled_and_what_was_done_stays(store: Store) -> None:
    run = store.add_run("solve", SPEC, THREE)
    store.set_job(run, 0, "j1")
    store.start_chunk(run, 0)
    store.add_records(run, 0, records(0))
    assert store.cancel(run) == ["j1"]
    assert not store.add_records(run, 0, records(1, 2))
    assert store.start_chunk(run, 0) is None
    assert store.open_chunks() == []
    found = store.run(run)
    assert found is not None
    assert (found.state, found.stored, found.readable) == (State.CANCELLED, 1, 1)
    assert store.cancel(run) is None


@pytest.mark.parametrize(("failures", "state"), [((1,), State.PARTIAL), ((0, 1, 2), State.FAILED)])
def test_boards_without_an_answer_show_in_the_state(store: Store, failures: tuple[int, ...], state: State) -> None:
    run = store.add_run("solve", SPEC, THREE)
    store.start_chunk(run, 0)
    for at in range(3):
        store.add_records(run, 0, records(at, failed=at in failures))
    found = store.run(run)
    assert found is not None
    assert (found.state, found.counts["failed"]) == (state, len(failures))


def test_only_the_boards_before_the_first_missing_one_are_readable(store: Store) -> None:
    run = store.add_run("solve", SPEC, [Entry(None, ["." * 500] * 40)] * 12)
    assert len(store.open_chunks()) > 2
    store.start_chunk(run, 1)
    store.add_records(run, 1, records(5, 6))
    found = store.run(run)
    assert found is not None
    assert (found.stored, found.readable) == (2, 0)
    store.add_records(run, 0, records(0, 1))
    found = store.run(run)
    assert found is not None
    assert (found.stored, found.readable) == (4, 2)


def test_the_board_that_a_chunk_would_go_on_with_is_known(store: Store) -> None:
    run = store.add_run("solve", SPEC, THREE)
    store.add_records(run, 0, records(0, 1))
    assert store.first_missing(run, 0) == (2, THREE[2])
    store.add_records(run, 0, records(2))
    assert store.first_missing(run, 0) is None


def test_runs_are_listed_newest_first_page_by_page(store: Store) -> None:
    made = [store.add_run("check", SPEC, THREE[:1]) for _ in range(5)]
    first = [run.id for run in store.runs(after=None, limit=3)]
    rest = [run.id for run in store.runs(after=first[-1], limit=3)]
    assert first + rest == made[::-1]


def test_a_waiting_run_knows_how_many_boards_are_before_it(store: Store) -> None:
    earlier = store.add_run("solve", SPEC, THREE)
    later = store.add_run("solve", SPEC, THREE)
    store.add_records(earlier, 0, records(0))
    found = store.run(later)
    assert found is not None
    assert found.ahead == 2


WRITER = """
import sys
from worker.store import Record, Store
url, run, chunk = sys.argv[1:]
for at in range(int(chunk) * 10, int(chunk) * 10 + 10):
    assert Store(url).add_records(run, int(chunk), [Record(at, "unique", "{}")])
"""


def test_several_processes_write_at_once_and_nothing_is_lost(store: Store, tmp_path: Path) -> None:
    run = store.add_run("solve", SPEC, [Entry(None, ["." * 250] * 40)] * 30)
    assert len(store.open_chunks()) == 3
    url = f"sqlite:///{tmp_path / 'store.sqlite3'}"
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, url, run, str(chunk)]) for chunk in range(3)]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    found = store.run(run)
    assert found is not None
    assert (found.state, found.stored, found.readable) == (State.DONE, 30, 30)


def test_a_commit_is_on_the_disk_when_it_returns(store: Store, tmp_path: Path) -> None:
    store.add_run("solve", SPEC, THREE)
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
    other = sqlite3.connect(tmp_path / "store.sqlite3")
    assert other.execute("select count(*) from inputs").fetchone() == (3,)
    other.close()


def test_a_store_keeps_its_identity_and_two_stores_differ(store: Store, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'store.sqlite3'}"
    assert Store(url).create().identity == store.identity
    assert Store(f"sqlite:///{tmp_path / 'other.sqlite3'}").create().identity != store.identity


def test_a_store_of_another_version_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'store.sqlite3'}"
    store = Store(url).create()
    with store._writing() as connection:
        connection.execute(facts.delete().where(facts.c.name == "version"))
        connection.execute(insert(facts), {"name": "version", "value": "999"})
    with pytest.raises(StoreError, match="has version 999, expected 1"):
        Store(url).create()

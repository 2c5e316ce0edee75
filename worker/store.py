"""The system of record: runs, their chunks and their boards. Redis carries work, never the only copy of a result.

A chunk may run more than once, a board is stored exactly once: rows are inserted only where none is, and the rows of a
chunk and its progress commit in one transaction. The boards of a chunk are stored in order, so that what a run has done
is always a prefix of each chunk.
"""

import json
import secrets
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import Insert, Select, and_, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection, Row
from sqlalchemy.exc import ArgumentError, DBAPIError

from worker.chunks import plan
from worker.schema import VERSION, boards, chunks, engine_for, facts, inputs, metadata, runs

JSON = dict[str, Any]


class State(StrEnum):
    """Where a run is."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    PARTIAL = "partial"
    """Ended, and some of its boards have no answer; `Run.reason` says why."""
    FAILED = "failed"
    """Ended, and none of its boards has an answer."""
    CANCELLED = "cancelled"


OPEN: Final = (State.QUEUED, State.RUNNING)
"""The states of a run that goes on."""


class StoreError(RuntimeError):
    """The store cannot be used; says which and why."""


class Entry(NamedTuple):
    """One input of a run: a board, or the result that says why it is none."""

    name: str | None
    rows: list[str] | None
    refusal: JSON | None = None


class Record(NamedTuple):
    """One result of a run, as it will be read by a user."""

    position: int
    status: str
    record: str
    failed: bool = False


class Run(NamedTuple):
    """A run and its progress."""

    id: str
    kind: str
    state: State
    spec: JSON
    boards: int
    stored: int
    readable: int
    """Boards before the first one that is missing: these can be read in order."""
    counts: dict[str, int]
    """Boards of each status; those without an answer count as ``failed``."""
    ahead: int
    """Boards of earlier runs that are still to be done."""
    created: float
    started: float | None
    ended: float | None
    reason: str | None


class Work(NamedTuple):
    """What is left of a chunk that was just started."""

    kind: str
    spec: JSON
    tries: int
    todo: list[tuple[int, Entry]]


class OpenChunk(NamedTuple):
    """A chunk that is not done, and the job that should be working on it."""

    run: str
    number: int
    tries: int
    job: str | None
    time_limit: float


class Store:
    """Runs, chunks and boards in a database. Opens a connection for each call; safe in threads and after a fork."""

    def __init__(self, url: str) -> None:
        try:
            self._engine = engine_for(url)
        except (ArgumentError, ImportError) as error:
            raise StoreError(f"DATABASE_URL is not the address of a usable database: {error}") from error

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._engine.connect().execution_options(writing=True) as connection, connection.begin():
            yield connection

    def create(self) -> "Store":
        """Make the tables where there are none; `StoreError` when they are of another version or cannot be had."""
        where = self._engine.url.render_as_string()
        try:
            with self._writing() as connection:
                metadata.create_all(connection)
                for name, value in (("version", str(VERSION)), ("identity", secrets.token_hex(8))):
                    connection.execute(self._insert_missing(facts.insert().table), {"name": name, "value": value})
            found = self._fact("version")
        except DBAPIError as error:
            raise StoreError(f"the store {where} cannot be used: {error.orig}") from error
        if found != str(VERSION):
            raise StoreError(f"the store {where} has version {found}, expected {VERSION}")
        return self

    @property
    def identity(self) -> str:
        """A name that no other store has."""
        return self._fact("identity")

    def _fact(self, name: str) -> str:
        with self._engine.connect() as connection:
            return str(connection.execute(select(facts.c.value).where(facts.c.name == name)).scalar_one())

    def check_writable(self) -> None:
        """Write something; raises `sqlalchemy.exc.SQLAlchemyError` when that fails."""
        with self._writing() as connection:
            seen = {"name": "checked", "value": str(time.time())}
            connection.execute(self._insert_missing(facts), seen)
            connection.execute(update(facts).where(facts.c.name == "checked").values(value=seen["value"]))

    def _insert_missing(self, table: Any) -> Insert:
        if self._engine.dialect.name == "postgresql":
            return postgresql.insert(table).on_conflict_do_nothing()
        return sqlite.insert(table).on_conflict_do_nothing()

    # ---- runs

    def add_run(self, kind: str, spec: JSON, entries: Sequence[Entry]) -> str:
        """Store a new run with all its inputs and chunks, and return its id."""
        run = secrets.token_hex(8)
        planned = plan(sum(map(len, entry.rows or ())) for entry in entries)
        with self._writing() as connection:
            connection.execute(
                insert(runs),
                {
                    "id": run,
                    "kind": kind,
                    "state": State.QUEUED,
                    "spec": json.dumps(spec),
                    "boards": len(entries),
                    "created": time.time(),
                },
            )
            connection.execute(insert(inputs), [_input_row(run, at, entry) for at, entry in enumerate(entries)])
            fresh = {"stored": 0, "open": True, "tries": 0}
            connection.execute(insert(chunks), [{"run": run, **chunk._asdict(), **fresh} for chunk in planned])
        return run

    def run(self, run: str) -> Run | None:
        """A run with its progress, or None."""
        with self._engine.connect() as connection:
            row = connection.execute(select(runs).where(runs.c.id == run)).one_or_none()
            return None if row is None else _run(connection, row)

    def runs(self, *, after: str | None, limit: int) -> list[Run]:
        """The newest runs first; ``after`` is the id of the last one seen."""
        with self._engine.connect() as connection:
            wanted = select(runs).order_by(runs.c.created.desc(), runs.c.id.desc()).limit(limit)
            seen = connection.execute(select(runs.c.created).where(runs.c.id == after)).scalar_one_or_none()
            if seen is not None:
                earlier = and_(runs.c.created == seen, runs.c.id < after)
                wanted = wanted.where((runs.c.created < seen) | earlier)
            return [_run(connection, row) for row in connection.execute(wanted).all()]

    def records(self, run: str, *, after: int, before: int, limit: int) -> list[tuple[int, str]]:
        """(position, result object as JSON) of boards ``after`` < position < ``before``, in input order."""
        with self._engine.connect() as connection:
            wanted = (
                select(boards.c.position, boards.c.record)
                .where(boards.c.run == run, boards.c.position > after, boards.c.position < before)
                .order_by(boards.c.position)
                .limit(limit)
            )
            return [(row.position, row.record) for row in connection.execute(wanted)]

    def cancel(self, run: str) -> list[str] | None:
        """End a run; what is stored stays. Returns the jobs to stop, or None when the run had ended before."""
        with self._writing() as connection:
            ended = update(runs).where(runs.c.id == run, runs.c.state.in_(OPEN))
            changed = connection.execute(ended.values(state=State.CANCELLED, ended=time.time())).rowcount
            if not changed:
                return None
            of_run = and_(chunks.c.run == run, chunks.c.open)
            jobs = connection.execute(select(chunks.c.job).where(of_run, chunks.c.job.is_not(None))).scalars().all()
            connection.execute(update(chunks).where(of_run).values(open=False))
            return [str(job) for job in jobs]

    # ---- chunks

    def open_chunks(self, run: str | None = None) -> list[OpenChunk]:
        """Chunks that are not done, in the order in which they should be."""
        wanted = (
            select(chunks, runs.c.spec)
            .join(runs)
            .where(chunks.c.open)
            .order_by(runs.c.created, chunks.c.run, chunks.c.number)
        )
        if run is not None:
            wanted = wanted.where(chunks.c.run == run)
        with self._engine.connect() as connection:
            return [
                OpenChunk(row.run, row.number, row.tries, row.job, _time_limit(row.spec))
                for row in connection.execute(wanted)
            ]

    def set_job(self, run: str, number: int, job: str) -> None:
        """Note the job that works on a chunk from now on."""
        with self._writing() as connection:
            connection.execute(update(chunks).where(chunks.c.run == run, chunks.c.number == number).values(job=job))

    def start_chunk(self, run: str, number: int) -> Work | None:
        """Begin, or begin again, with a chunk; None when there is nothing to do any more."""
        with self._writing() as connection:
            row = connection.execute(_locked_run(run)).one_or_none()
            chunk = connection.execute(
                select(chunks).where(chunks.c.run == run, chunks.c.number == number, chunks.c.open)
            ).one_or_none()
            if row is None or chunk is None or row.state not in OPEN:
                return None
            connection.execute(_of_chunk(run, number).values(tries=chunk.tries + 1))
            if row.state == State.QUEUED:
                started = update(runs).where(runs.c.id == run)
                connection.execute(started.values(state=State.RUNNING, started=time.time()))
            todo = connection.execute(
                select(inputs)
                .where(
                    inputs.c.run == run,
                    inputs.c.position >= chunk.first + chunk.stored,
                    inputs.c.position < chunk.first + chunk.size,
                )
                .order_by(inputs.c.position)
            ).all()
            entries = [(row.position, _entry(row)) for row in todo]
            return Work(row.kind, json.loads(row.spec), chunk.tries + 1, entries)

    def add_records(self, run: str, number: int, records: Iterable[Record]) -> bool:
        """Store the next results of a chunk; those that are there already stay as they are.

        Closes the chunk when it is complete, and the run when that was its last one. Returns False when the run was
        ended from outside: then nothing is stored and the worker can stop.
        """
        with self._writing() as connection:
            row = connection.execute(_locked_run(run)).one_or_none()
            if row is None or row.state not in OPEN:
                return False
            rows = [{"run": run, **record._asdict()} for record in records]
            if rows:
                connection.execute(self._insert_missing(boards), rows)
            chunk = connection.execute(select(chunks).where(chunks.c.run == run, chunks.c.number == number)).one()
            of_chunk = and_(
                boards.c.run == run,
                boards.c.position >= chunk.first,
                boards.c.position < chunk.first + chunk.size,
            )
            stored = connection.execute(select(func.count()).where(of_chunk)).scalar_one()
            connection.execute(_of_chunk(run, number).values(stored=stored, open=stored < chunk.size))
            if stored == chunk.size:
                _close_run(connection, run)
            return True

    def count_try(self, run: str, number: int) -> None:
        """A job for a chunk failed, perhaps before it began with it."""
        with self._writing() as connection:
            connection.execute(_of_chunk(run, number).values(tries=chunks.c.tries + 1))

    def rest_chunk(self, run: str, number: int) -> None:
        """A chunk stopped of its own will before it was done: whatever is left may be tried anew."""
        with self._writing() as connection:
            connection.execute(_of_chunk(run, number).values(tries=0))

    def first_missing(self, run: str, number: int) -> tuple[int, Entry] | None:
        """The board that a chunk would go on with."""
        with self._engine.connect() as connection:
            at = select(chunks.c.first + chunks.c.stored).where(
                chunks.c.run == run, chunks.c.number == number, chunks.c.open
            )
            position = connection.execute(at).scalar_one_or_none()
            if position is None:
                return None
            row = connection.execute(select(inputs).where(inputs.c.run == run, inputs.c.position == position)).one()
            return position, _entry(row)

    def note_reason(self, run: str, reason: str) -> None:
        """Say why a run will not be complete; the first reason stays."""
        with self._writing() as connection:
            connection.execute(update(runs).where(runs.c.id == run, runs.c.reason.is_(None)).values(reason=reason))


def _input_row(run: str, position: int, entry: Entry) -> JSON:
    return {
        "run": run,
        "position": position,
        "name": entry.name,
        "board": None if entry.rows is None else "\n".join(entry.rows),
        "refusal": None if entry.refusal is None else json.dumps(entry.refusal),
    }


def _entry(row: Row[Any]) -> Entry:
    rows = None if row.board is None else row.board.split("\n")
    return Entry(row.name, rows, None if row.refusal is None else json.loads(row.refusal))


def _time_limit(spec: str) -> float:
    return float(json.loads(spec)["time_limit"])


def _locked_run(run: str) -> Select[Any]:
    # SQLite has locked the whole store already and leaves the words out.
    return select(runs).where(runs.c.id == run).with_for_update()


def _of_chunk(run: str, number: int) -> Any:
    return update(chunks).where(chunks.c.run == run, chunks.c.number == number)


def _close_run(connection: Connection, run: str) -> None:
    open_chunks = select(func.count()).where(chunks.c.run == run, chunks.c.open)
    if connection.execute(open_chunks).scalar_one():
        return
    total = connection.execute(select(runs.c.boards).where(runs.c.id == run)).scalar_one()
    failed = connection.execute(select(func.count()).where(boards.c.run == run, boards.c.failed)).scalar_one()
    state = State.DONE if not failed else State.FAILED if failed == total else State.PARTIAL
    connection.execute(update(runs).where(runs.c.id == run).values(state=state, ended=time.time()))


def _run(connection: Connection, row: Row[Any]) -> Run:
    by_status = (
        select(boards.c.status, boards.c.failed, func.count().label("boards"))
        .where(boards.c.run == row.id)
        .group_by(boards.c.status, boards.c.failed)
    )
    counts: dict[str, int] = {}
    for group in connection.execute(by_status):
        name = "failed" if group.failed else group.status
        counts[name] = counts.get(name, 0) + group.boards
    missing = connection.execute(
        select(chunks.c.first + chunks.c.stored)
        .where(chunks.c.run == row.id, chunks.c.stored < chunks.c.size)
        .order_by(chunks.c.number)
        .limit(1)
    ).scalar_one_or_none()
    ahead = 0
    if row.state == State.QUEUED:
        earlier = select(func.sum(chunks.c.size - chunks.c.stored)).join(runs)
        ahead = connection.execute(earlier.where(chunks.c.open, runs.c.created < row.created)).scalar_one() or 0
    return Run(
        row.id,
        row.kind,
        State(row.state),
        json.loads(row.spec),
        row.boards,
        sum(counts.values()),
        row.boards if missing is None else missing,
        counts,
        ahead,
        row.created,
        row.started,
        row.ended,
        row.reason,
    )

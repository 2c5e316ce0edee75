"""The store's tables. Portable SQL: SQLite by default, PostgreSQL where workers sit on several hosts."""

from typing import Any, Final

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
)
from sqlalchemy import event as on
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.pool import NullPool

VERSION: Final = 1

metadata = MetaData()

facts = Table(
    "facts",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
    comment="the schema's version, and the store's own identity",
)
runs = Table(
    "runs",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("state", String(16), nullable=False, index=True),
    Column("spec", Text, nullable=False, comment="JSON: the options that every board of the run is solved with"),
    Column("boards", Integer, nullable=False),
    Column("created", Double, nullable=False, index=True),
    Column("started", Double),
    Column("ended", Double),
    Column("reason", Text),
)
chunks = Table(
    "chunks",
    metadata,
    Column("run", ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("first", Integer, nullable=False),
    Column("size", Integer, nullable=False),
    Column("stored", Integer, nullable=False, comment="its boards in the table boards; they are stored in order"),
    Column("open", Boolean, nullable=False, index=True),
    Column("tries", Integer, nullable=False, comment="starts since it last stopped of its own will"),
    Column("job", String(64), comment="the job in Redis that works on it"),
)
inputs = Table(
    "inputs",
    metadata,
    Column("run", ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("name", Text),
    Column("board", Text, comment="canonical rows, joined by newlines; NULL where the input was no board"),
    Column("refusal", Text, comment="JSON: the result of an input that was no board"),
)
boards = Table(
    "boards",
    metadata,
    Column("run", ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("status", String(16), nullable=False),
    Column("failed", Boolean, nullable=False, comment="no answer, because its worker died of it again and again"),
    Column("record", Text, nullable=False, comment="JSON: the result object"),
)


def engine_for(url: str) -> Engine:
    """An engine whose connections never outlive their use: workers fork.

    SQLite is set to write-ahead logging with a sync at every commit, and waits for other writers. Its driver's own
    transaction handling is switched off: a transaction that will write says so at its start
    (``execution_options(writing=True)``), else two that first read and then write would end in a deadlock.
    """
    engine = create_engine(url, poolclass=NullPool)
    if make_url(url).get_backend_name() == "sqlite":

        @on.listens_for(engine, "connect")
        def _set_up(connection: Any, _: object) -> None:
            connection.isolation_level = None
            for pragma in ("busy_timeout=15000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
                connection.execute(f"PRAGMA {pragma}")

        @on.listens_for(engine, "begin")
        def _begin(connection: Connection) -> None:
            writing = connection.get_execution_options().get("writing", False)
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine

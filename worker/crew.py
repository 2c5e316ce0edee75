"""A process that compiles the engine once, forks the workers, and forks them again when they die.

Starting a worker anew from this warm process takes milliseconds; from a cold one it takes a second. The process itself
talks to no one: its children have their own connections.
"""

import contextlib
import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NoReturn

from rq.worker import SimpleWorker, Worker

from slitherlink.lifeline import die_with_parent
from worker.queues import BULK, SOLVE, connect
from worker.runs import claim
from worker.settings import Settings
from worker.store import Store
from worker.watched import ForkingWorker, PromptWorker, worker_for

PATIENCE: Final = 60.0
"""Seconds that a worker goes on without its Redis."""
STOP_SECONDS: Final = 4.0
"""Seconds that workers get to end their jobs; killed jobs are done again later."""
_YOUNG: Final = 2.0
"""A worker that lives shorter than this many seconds is started again only after as long a pause."""

_KINDS: Final[dict[str, type[Worker] | type[SimpleWorker]]] = {SOLVE: PromptWorker, BULK: ForkingWorker}
_WATCHED: Final = {signal.SIGCHLD, signal.SIGTERM, signal.SIGINT}

log = logging.getLogger("slitherlink.crew")


@dataclass
class Post:
    """The place of one worker: its queue, and the process that fills it now."""

    queue: str
    pid: int = 0
    not_before: float = 0.0
    born: float = 0.0


def warm_up() -> None:
    """Import and compile everything that a job needs, before anything is forked."""
    from slitherlink import engine
    from slitherlink.ladder import grading
    from slitherlink.learn import prove
    from worker import jobs

    assert jobs
    engine.warm_up()
    prove.warm_up()
    grading.warm_up()


def run_crew(url: str, settings: Settings, *, solve: int, bulk: int, ready: Callable[[], None] = lambda: None) -> int:
    """Serve the queues with so many workers each until SIGTERM or SIGINT; returns the exit code."""
    warm_up()
    with contextlib.closing(connect(url, patience=10)) as connection:
        claim(Store(settings.store_url).create(), connection)
    posts = [Post(SOLVE) for _ in range(solve)] + [Post(BULK) for _ in range(bulk)]
    signal.pthread_sigmask(signal.SIG_BLOCK, _WATCHED)
    ready()
    while True:
        for post in posts:
            if not post.pid and time.monotonic() >= post.not_before:
                _fill(post, url)
        heard = signal.sigtimedwait(_WATCHED, 1.0)
        if heard is not None and heard.si_signo != signal.SIGCHLD:
            break
        _collect(posts)
    _dismiss(posts)
    return 0


def _fill(post: Post, url: str) -> None:
    crew = os.getpid()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        _work(post.queue, url, crew)
    post.pid, post.born = pid, time.monotonic()


def _work(name: str, url: str, crew: int) -> NoReturn:
    code = 1
    try:
        die_with_parent(crew, signal.SIGKILL)
        os.setpgid(0, 0)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _WATCHED)
        worker_for(name, connect(url, patience=PATIENCE), _KINDS[name]).work(logging_level="WARNING")
        code = 0
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _collect(posts: list[Post]) -> None:
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            for post in posts:
                if post.pid == pid:
                    if status:
                        log.warning("worker %d of queue %s died, status %d", pid, post.queue, status)
                    lived = time.monotonic() - post.born
                    post.pid, post.not_before = 0, time.monotonic() + (_YOUNG if lived < _YOUNG else 0.0)


def _dismiss(posts: list[Post]) -> None:
    for sig, seconds in ((signal.SIGTERM, STOP_SECONDS), (signal.SIGKILL, 2.0)):
        for post in posts:
            if post.pid:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(post.pid, sig)
        give_up = time.monotonic() + seconds
        while any(post.pid for post in posts) and time.monotonic() < give_up:
            signal.sigtimedwait({signal.SIGCHLD}, 0.2)
            _collect(posts)

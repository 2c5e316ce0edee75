"""Several processes at the parts of one piece of work, their results in order."""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any, TypeVar

from slitherlink.lifeline import die_with_parent

Part = TypeVar("Part")
Result = TypeVar("Result")

AHEAD = 3
"""Parts a process that may wait for it; more only take memory."""


def in_order(
    parts: Iterable[Part],
    work: Callable[[Part], Result],
    jobs: int,
    begin: Callable[..., None],
    arguments: tuple[Any, ...],
) -> Iterator[Result]:
    """Do ``work`` on every part in one of ``jobs`` processes; results come in the order of the parts.

    ``begin(*arguments)`` is called once in each process, and here before they are forked: it loads what the work needs.
    Functions are those of a module, what travels is small. Parts are read only as far as results are used. A process
    that dies ends the iteration with `concurrent.futures.process.BrokenProcessPool`; none outlives it, or its parent.
    """
    pool = ProcessPoolExecutor(jobs, _context(begin, arguments), _begin, (os.getpid(), begin, arguments))
    queue: deque[Future[Result]] = deque()
    try:
        for part in parts:
            queue.append(pool.submit(work, part))
            if len(queue) >= AHEAD * jobs:
                yield queue.popleft().result()
        while queue:
            yield queue.popleft().result()
    finally:
        processes = list((pool._processes or {}).values())  # the pool forgets them when it shuts down
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


def _begin(parent: int, begin: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    die_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    begin(*arguments)


def _context(begin: Callable[..., None], arguments: tuple[Any, ...]) -> multiprocessing.context.BaseContext:
    """Fork where that is safe: everything is loaded already. Beside other threads it is not."""
    if sys.platform == "linux" and threading.active_count() == 1:
        begin(*arguments)
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")

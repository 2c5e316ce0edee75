"""From INPUT arguments to answers, in input order: the work that `solve` and `check` share."""

import sys
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, NoReturn

import typer

from slitherlink.cli.inputs import BadInput, Source, boards_in, tell_empty
from slitherlink.cli.piped import PipedLines
from slitherlink.cli.progress import counted
from slitherlink.cli.stopping import exits_quietly, leaves_after_grace, unbroken
from slitherlink.puzzle import Puzzle, Status
from slitherlink.solution import Solution

PACE = 0.2
"""Seconds of work that may pass before an answer is printed, roughly: boards go to the engine in portions of it."""
LARGEST_PORTION = 256


class Answer(NamedTuple):
    """What is said about one input."""

    status: Status
    text: str


Show = Callable[[Solution | BadInput], Answer]
"""Runs in another process when there are several: a function of a module, or a partial one."""


class Wishes(NamedTuple):
    """What is asked of the engine. What is None is left to its defaults."""

    limit: int = 2
    max_nodes: int | None = None
    time_limit: float | None = None
    jobs: int = 1
    common: bool = False


@dataclass(slots=True)
class Tally:
    """What was answered so far."""

    n_answers: int = 0
    n_not_unique: int = 0
    n_without_verdict: int = 0
    """Invalid and undecided ones."""
    has_empty_source: bool = False

    def add(self, status: Status) -> None:
        """Count an answer."""
        self.n_answers += 1
        self.n_not_unique += status is not Status.UNIQUE
        self.n_without_verdict += status in (Status.INVALID, Status.UNDECIDED)


class Boards:
    """The boards of all sources, one after the other."""

    def __init__(self, sources: list[Source]) -> None:
        self._sources = sources
        self._piped: PipedLines | None = None
        self.has_empty_source = False

    def __iter__(self) -> Iterator[Puzzle | BadInput]:
        for source in self._sources:
            self._piped = source.piped
            is_empty = True
            for board in boards_in(source):
                is_empty = False
                yield board
            if is_empty:
                tell_empty(source)
                self.has_empty_source = True

    def must_wait(self) -> bool:
        """Whether the next board is not there yet."""
        return self._piped is not None and self._piped.must_wait()


def answer_all(sources: list[Source], wishes: Wishes, show: Show, *, numbered: bool = False) -> Tally:
    """Print an answer to every board of every source, each as soon as it is there.

    ``numbered``: with its number in front, for people who look for a board without a name.
    """
    tally, boards = Tally(), Boards(sources)
    # Closed at once however it ends: processes that still solve would keep this one from leaving.
    with exits_quietly(), _losses_told(), closing(counted(_answers(boards, wishes, show))) as answers:
        for answer in answers:
            tally.add(answer.status)
            with unbroken():
                sys.stdout.write(f"{tally.n_answers}. {answer.text}" if numbered else answer.text)
                sys.stdout.flush()
    tally.has_empty_source = boards.has_empty_source
    return tally


def leave(tally: Tally, n_not_as_asked: int) -> NoReturn:
    """End the command with its exit code: 2 for an input without a board, 1 for boards not as asked, else 0."""
    raise typer.Exit(2 if tally.has_empty_source else 1 if n_not_as_asked else 0)


@contextmanager
def _losses_told() -> Iterator[None]:
    try:
        yield
    except BrokenExecutor:
        typer.echo("slitherlink: stopped: a process that was solving boards died; what is printed is done", err=True)
        raise typer.Exit(2) from None


def _answers(boards: Boards, wishes: Wishes, show: Show) -> Generator[Answer, None, None]:
    with leaves_after_grace():
        from slitherlink import engine
        from slitherlink.engine.solve import MAX_NODES

        budget = engine.Budget(wishes.limit, wishes.max_nodes or MAX_NODES, wishes.time_limit, wishes.common)
        engine.warm_up()
    # Several jobs are forked from this process where it has no second thread, which is faster; it only waits for them.
    with leaves_after_grace() if wishes.jobs == 1 else nullcontext():
        for portion in _portions(boards) if wishes.jobs == 1 else [boards]:
            yield from engine.solve_stream(portion, show, budget=budget, jobs=wishes.jobs)


def _portions(boards: Boards) -> Iterator[list[Puzzle | BadInput]]:
    """Portions that grow while they are quick, and end where the next board is not there yet.

    So a slow source or a hard board holds up few answers.
    """
    each = iter(boards)
    size, started = 1, time.monotonic()
    while portion := _portion(each, size, boards.must_wait):
        yield portion
        now = time.monotonic()
        size = min(size * 2, LARGEST_PORTION) if now - started < PACE / 2 else max(1, size // 2)
        started = now


def _portion(each: Iterator[Puzzle | BadInput], size: int, must_wait: Callable[[], bool]) -> list[Puzzle | BadInput]:
    portion = []
    for board in islice(each, size):
        portion.append(board)
        if must_wait():
            break
    return portion

"""From INPUT arguments to answers, in input order: the work that `solve` and `check` share."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from slitherlink.cli.inputs import BadInput, Source, boards_in, tell_empty
from slitherlink.cli.progress import counted
from slitherlink.cli.stopping import exits_quietly, leaves_after_grace
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


def answer_all(sources: list[Source], wishes: Wishes, show: Show, *, numbered: bool = False) -> Tally:
    """Print an answer to every board of every source, each as soon as it is there.

    ``numbered``: with its number in front, for people who look for a board without a name.
    """
    tally = Tally()
    with exits_quietly():
        for answer in counted(_answers(_boards(sources, tally), wishes, show)):
            tally.add(answer.status)
            sys.stdout.write(f"{tally.n_answers}. {answer.text}" if numbered else answer.text)
            sys.stdout.flush()
    return tally


def _boards(sources: list[Source], tally: Tally) -> Iterator[Puzzle | BadInput]:
    for source in sources:
        is_empty = True
        for board in boards_in(source):
            is_empty = False
            yield board
        if is_empty:
            tell_empty(source)
            tally.has_empty_source = True


def _answers(boards: Iterator[Puzzle | BadInput], wishes: Wishes, show: Show) -> Iterator[Answer]:
    with leaves_after_grace():
        from slitherlink import engine
        from slitherlink.engine.solve import MAX_NODES

        budget = engine.Budget(wishes.limit, wishes.max_nodes or MAX_NODES, wishes.time_limit)
        engine.warm_up()
    # Several jobs are forked from this process where it has no second thread, which is faster; it only waits for them.
    with leaves_after_grace() if wishes.jobs == 1 else nullcontext():
        for portion in _portions(boards) if wishes.jobs == 1 else [boards]:
            yield from engine.solve_stream(portion, show, budget=budget, jobs=wishes.jobs)


def _portions(boards: Iterator[Puzzle | BadInput]) -> Iterator[list[Puzzle | BadInput]]:
    """Portions that grow while they are quick, so that a slow source or a hard board holds up few answers."""
    size, started = 1, time.monotonic()
    while portion := list(islice(boards, size)):
        yield portion
        now = time.monotonic()
        size = min(size * 2, LARGEST_PORTION) if now - started < PACE / 2 else max(1, size // 2)
        started = now

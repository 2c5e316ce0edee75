"""From INPUT arguments to answers, in input order: the work that `solve` and `check` share."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import typer

from slitherlink.cli.inputs import BadInput, Source, boards_in
from slitherlink.cli.progress import counted
from slitherlink.cli.stopping import stops_promptly
from slitherlink.puzzle import Puzzle, Status
from slitherlink.solution import Solution

Outcome = Solution | BadInput
SolveMany = Callable[[Iterable[Puzzle]], Iterator[Solution]]

_PACE = 0.2
"""Seconds of work that may pass before an answer is printed, roughly; boards go to the engine in portions of it."""
_LARGEST_PORTION = 4096


@dataclass(slots=True)
class Tally:
    """What was answered so far."""

    n_not_unique: int = 0
    n_without_answer: int = 0
    """Invalid and undecided ones."""
    has_empty_source: bool = False

    def add(self, outcome: Outcome) -> None:
        """Count an answer."""
        status = status_of(outcome)
        self.n_not_unique += status is not Status.UNIQUE
        self.n_without_answer += status in (Status.INVALID, Status.UNDECIDED)


def status_of(outcome: Outcome) -> Status:
    """The verdict on an input, board or not."""
    return outcome.status if isinstance(outcome, Solution) else Status.INVALID


def answer_all(sources: list[Source], solve_many: SolveMany, show: Callable[[Outcome], str]) -> Tally:
    """Print an answer to every board of every source, each as soon as it is there."""
    tally = Tally()
    with stops_promptly():
        for outcome in counted(_outcomes(_boards(sources, tally), solve_many)):
            sys.stdout.write(show(outcome))
            sys.stdout.flush()
            tally.add(outcome)
    return tally


def _boards(sources: list[Source], tally: Tally) -> Iterator[Puzzle | BadInput]:
    for source in sources:
        n_boards = 0
        for board in boards_in(source):
            n_boards += 1
            yield board
        if not n_boards:
            typer.echo(f"slitherlink: {source.label or 'the input'}: no board in it", err=True)
            tally.has_empty_source = True


def _outcomes(boards: Iterator[Puzzle | BadInput], solve_many: SolveMany) -> Iterator[Outcome]:
    """Solve in portions that grow while they are quick, so that a slow source or a hard board holds up few answers."""
    size = 1
    started = time.monotonic()
    while portion := list(islice(boards, size)):
        solutions = solve_many([board for board in portion if isinstance(board, Puzzle)])
        for board in portion:
            yield next(solutions) if isinstance(board, Puzzle) else board
        now = time.monotonic()
        size = min(size * 2, _LARGEST_PORTION) if now - started < _PACE / 2 else max(1, size // 2)
        started = now

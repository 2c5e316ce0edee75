"""A stream of boards of any length through the engine: in order, in flat memory, on as many cores as asked for.

What surrounds the compiled code (reading, drawing, printing) is Python and takes as long as solving an ordinary board.
So several jobs are several processes, and what happens to a solution next (``then``) happens in them, too.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from slitherlink.engine.solve import MAX_NODES, Budget, Solver, warm_up
from slitherlink.pool import in_order
from slitherlink.puzzle import Puzzle
from slitherlink.solution import Solution

Other = TypeVar("Other")
Result = TypeVar("Result")

BATCH = 256
"""Boards that travel together. A larger number gains nothing and makes a stream wait."""


def solve_many(
    puzzles: Iterable[Puzzle],
    *,
    jobs: int = 1,
    limit: int = 2,
    max_nodes: int = MAX_NODES,
    time_limit: float | None = None,
    common: bool = False,
) -> Iterator[Solution]:
    """Solve a stream of boards; solutions come in the order of the boards. Budgets are for each board."""
    return solve_stream(puzzles, _itself, budget=Budget(limit, max_nodes, time_limit, common), jobs=jobs)


def solve_stream(
    items: Iterable[Puzzle | Other], then: Callable[[Solution | Other], Result], *, budget: Budget, jobs: int = 1
) -> Iterator[Result]:
    """Solve the boards among ``items``, hand everything in order to ``then`` and yield what it returns.

    With several ``jobs``, ``then`` runs in another process: a function of a module, its results small. A process that
    dies ends the stream with `concurrent.futures.process.BrokenProcessPool`.
    """
    if jobs < 1:
        raise ValueError(f"jobs: expected at least 1, got {jobs}")
    waiting = iter(items)
    batches = iter(lambda: list(islice(waiting, BATCH)), [])
    if jobs == 1:
        solver = Solver(budget)
        for batch in batches:
            yield from _finish(solver, then, batch)
        return
    for results in in_order(batches, _finish_here, jobs, _begin, (budget, then)):
        yield from results


def _finish(solver: Solver, then: Callable[[Solution | Other], Result], batch: list[Puzzle | Other]) -> list[Result]:
    """Solve runs of boards of one size together."""
    results: list[Result] = []
    run: list[Puzzle] = []
    for item in [*batch, None]:
        if run and not (isinstance(item, Puzzle) and (item.height, item.width) == (run[0].height, run[0].width)):
            results += map(then, solver.solve(run))
            run = []
        if isinstance(item, Puzzle):
            run.append(item)
        elif item is not None:
            results.append(then(item))
    return results


def _itself(solution: Solution) -> Solution:
    return solution


_here: tuple[Solver, Callable[..., object]]
"""What this process solves with; set once, when a job begins."""


def _begin(budget: Budget, then: Callable[..., object]) -> None:
    global _here
    warm_up()
    _here = (Solver(budget), then)


def _finish_here(batch: list[Any]) -> list[Any]:
    return _finish(*_here, batch)

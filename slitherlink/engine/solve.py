"""From a `Puzzle` to a `Solution`: budgets, the deadline, and the judge at the door."""

from collections.abc import Iterable, Iterator
from time import perf_counter

import numpy as np

from slitherlink.engine.ring import drawing_from_colours, ringed_clues
from slitherlink.engine.search import FINISHED, OUT_OF_NODES, search
from slitherlink.engine.state import FOUND, NODES, new_state, reset
from slitherlink.puzzle import Puzzle, Status
from slitherlink.rules import judged
from slitherlink.solution import Solution

MAX_NODES = 1_000_000
PIECE = 1_000_000
"""Merges between two looks at the deadline: a quarter of a second."""


def solve(
    puzzle: Puzzle, *, limit: int = 2, max_nodes: int = MAX_NODES, time_limit: float | None = None
) -> Solution:
    """Find the loops of a board, at most ``limit`` of them, and prove how many there are.

    A budget that runs out (``max_nodes`` places of choice, ``time_limit`` seconds) ends in `Status.UNDECIDED` with a
    reason, unless two loops were found before. With ``limit=1`` nothing is proved about a second loop: a board that
    has one is then undecided.
    """
    if limit < 1:
        raise ValueError(f"limit: expected at least 1, got {limit}")
    size = (puzzle.height, puzzle.width)
    clues = ringed_clues(puzzle)
    state = new_state(*size)
    colours = np.zeros((limit, clues.size), dtype=np.uint8)
    started = perf_counter()
    reset(state, clues, *size)
    while True:
        outcome = search(state, colours, size, PIECE, max_nodes)
        now = perf_counter()
        if outcome in (FINISHED, OUT_OF_NODES) or (time_limit is not None and now - started >= time_limit):
            break
    found, nodes = int(state.reg[FOUND]), int(state.reg[NODES])
    loops = tuple(judged(puzzle, drawing_from_colours(*size, colours[i])) for i in range(found))
    reason = None
    if found >= 2:
        status = Status.MULTIPLE
    elif outcome == FINISHED and not (found == limit == 1):
        status = Status.UNIQUE if found else Status.NONE
    else:
        status = Status.UNDECIDED
        proved = "one loop was found, a second one is not excluded" if found else "no loop was found until then"
        budget = (
            f"the limit of {limit} loop was reached"
            if found == limit
            else f"the budget of {max_nodes} nodes ran out"
            if outcome == OUT_OF_NODES
            else f"the time limit of {time_limit:g} s ran out after {nodes} nodes"
        )
        reason = f"{budget}; {proved}"
    return Solution(puzzle, status, loops, nodes, (now - started) * 1e6, reason=reason)


def solve_many(
    puzzles: Iterable[Puzzle],
    *,
    jobs: int = 1,
    limit: int = 2,
    max_nodes: int = MAX_NODES,
    time_limit: float | None = None,
) -> Iterator[Solution]:
    """Solve a stream of boards; solutions come in the order of the boards. ``time_limit`` is for each board."""
    for puzzle in puzzles:
        yield solve(puzzle, limit=limit, max_nodes=max_nodes, time_limit=time_limit)


def warm_up() -> None:
    """Compile the engine, or load what an earlier start compiled."""
    solve(Puzzle(2, 3, bytes([2, 1, 2, 255, 255, 255])))

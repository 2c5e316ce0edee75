"""What all solutions of a board share."""

from time import monotonic

import numpy as np

from slitherlink.engine.ring import edges_from_colours, ringed_clues
from slitherlink.learn.prove import FINISHED, PAUSED, Prover, nothing_known
from slitherlink.puzzle import OPEN, Drawing, Puzzle


def backbone(prover: Prover, puzzle: Puzzle, *, max_conflicts: int, deadline: float) -> Drawing | None:
    """The edges that are equal in every solution, `OPEN` where solutions differ.

    None when there is no solution, or when the budget (``max_conflicts``, or the moment ``deadline`` of the monotonic
    clock) ends before it is proved.
    """
    size = (puzzle.height, puzzle.width)
    prover.begin(*size, ringed_clues(puzzle), nothing_known(*size), max_conflicts=max_conflicts, common=True)
    outcome = PAUSED
    while outcome == PAUSED and monotonic() < deadline:
        outcome = prover.run()
    if outcome != FINISHED or not prover.solutions:
        return None
    edges = edges_from_colours(*size, np.array(prover.solutions))
    shared = np.where((edges == edges[0]).all(axis=0), edges[0], OPEN).astype(np.uint8)
    return Drawing(*size, shared.tobytes())

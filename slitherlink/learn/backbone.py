"""What all solutions of a board share."""

from __future__ import annotations

from time import monotonic

import numpy as np

from slitherlink.engine.ring import edges_from_colours, ringed_clues
from slitherlink.learn import prove  # as a module: the engine imports this one while `prove` is still on its way
from slitherlink.puzzle import OPEN, Drawing, Puzzle


def backbone(prover: prove.Prover, puzzle: Puzzle, *, max_conflicts: int, deadline: float) -> Drawing | None:
    """The edges that are equal in every solution, `OPEN` where solutions differ.

    None when there is no solution, or when the budget (``max_conflicts``, or the moment ``deadline`` of the monotonic
    clock) ends before it is proved.
    """
    size = (puzzle.height, puzzle.width)
    prover.begin(*size, ringed_clues(puzzle), prove.nothing_known(*size), max_conflicts=max_conflicts, common=True)
    outcome = prove.PAUSED
    while outcome == prove.PAUSED and monotonic() < deadline:
        outcome = prover.run()
    if outcome != prove.FINISHED or not prover.solutions:
        return None
    edges = edges_from_colours(*size, np.array(prover.solutions))
    shared = np.where((edges == edges[0]).all(axis=0), edges[0], OPEN).astype(np.uint8)
    return Drawing(*size, shared.tobytes())

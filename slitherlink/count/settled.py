"""What propagation and probing settle before the sweep: on a board made for people that is most of it."""

from typing import NamedTuple

import numpy as np

from slitherlink.engine.ring import ringed_cells, ringed_clues
from slitherlink.engine.search import FINISHED, PAUSED, UNLIMITED, Limits, search
from slitherlink.engine.state import FIELDS, FOUND, LEVEL, PACK, ROOT_FOUND, new_state, reset
from slitherlink.puzzle import OPEN, Drawing, Puzzle

_MAX_LOOPS = 1000
"""Probing meets a few loops; with so many of them its findings are not used."""

_ALLOWANCE = 10_000
"""Merges between two looks whether the search has begun to branch: about 2 ms."""


class Settled(NamedTuple):
    """All loops of a board: some that were found, and those that agree with a drawing."""

    n_found: int
    """Loops that probing met. Each was then excluded, so none of them agrees with ``rest``."""
    rest: Drawing | None
    """What all other loops have in common; None when there are no others."""


def settled(puzzle: Puzzle) -> Settled:
    """Propagate and probe without branching."""
    size = (puzzle.height, puzzle.width)
    stride = puzzle.width + 1
    clues = ringed_clues(puzzle)
    state = new_state(*size)
    loops = np.zeros((_MAX_LOOPS, clues.size), dtype=np.uint8)
    reset(state, clues, *size)
    outcome = PAUSED
    while outcome == PAUSED and state.reg[LEVEL] == 0:
        outcome = search(state, loops, stride, Limits(_ALLOWANCE, UNLIMITED, UNLIMITED))
    while outcome == PAUSED:
        # It branches: nothing is left to be learned without. With no probes allowed it goes back to what is proved.
        outcome = search(state, loops, stride, Limits(_ALLOWANCE, 0, UNLIMITED))
    if state.reg[FOUND] == _MAX_LOOPS:
        return Settled(0, open_drawing(puzzle))
    if outcome == FINISHED:
        return Settled(int(state.reg[FOUND]), None)
    n_found = int(state.reg[ROOT_FOUND])
    packed = np.zeros((size[0] + 2, size[1] + 2), dtype=np.uint16)  # the ring has root 0, sign 0
    packed[1:-1, 1:-1] = state.face.reshape(-1, FIELDS)[ringed_cells(*size), PACK]
    edges = [packed[:-1, 1:-1] ^ packed[1:, 1:-1], packed[1:-1, :-1] ^ packed[1:-1, 1:]]
    return Settled(n_found, Drawing(*size, b"".join(np.minimum(e, OPEN).astype(np.uint8).tobytes() for e in edges)))


def open_drawing(puzzle: Puzzle) -> Drawing:
    """Nothing decided."""
    return Drawing(puzzle.height, puzzle.width, bytes([OPEN]) * puzzle.lattice.n_edges)

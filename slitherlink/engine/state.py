"""The state of one board inside the engine: face colours, never edges.

One *signed union-find over the faces* is all there is: each face has a root and a sign, and two faces with one root are
known to be on the same side of the loop (equal signs) or on different sides. An edge is known exactly when its two
faces share a root; its value is the XOR of their signs. Find is one load, because every merge relabels the smaller
set; undoing a merge relabels it back.

Everything is narrow, so that the state of a 10×10 board fits the first-level cache many times over. Face numbers and
the ring are those of `slitherlink.engine.ring`; the ring belongs to the set with root 0, whose sign is the colour.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.cache import jit
from slitherlink.engine.ring import BLANK, n_ringed

# Fields of a face's record: uint16 face[8 f + field].
FIELDS = 8
PACK = 0
"""root · 2 + sign."""
NEXT = 1
"""Next face of the same set, in a circle."""
SIZE = 2
"""Number of faces in the set; kept at the root only."""
END = 3
"""Of the vertex with this number, when it is an end of a chain of lines: the other end. Itself when no line meets it."""
CLUE = 4
DIRTY = 5
"""Bit 0: the vertex waits to be looked at. Bit 1: the clue does."""

# Fields of a merge on the trail: uint16 merged[8 i + field].
KEPT = 0
"""Root that survived."""
GONE = 1
"""Root of the smaller set."""
FLIP = 2
"""1 when the smaller set's signs were turned over."""
MET = 3
"""By how much the lines that became known lowered `MISSING`."""
WAS_CHAINS = 4
WAS_JOINED = 5
WAS_CLOSED = 6

# Fields of a join of two chains on the trail: uint16 joined[4 i + field]: the two vertices and the far ends they had.
FORCED = 3
"""Numbers of an entry on the stack of forced relations: two faces and 0 (same side) or 1."""

# Registers: int64 reg[...].
N_MERGED = 0
N_JOINED = 1
N_FORCED = 2
N_DIRTY_VERTICES = 3
N_DIRTY_CLUES = 4
MISSING = 5
"""Sum over the clues of sides that are still to be drawn."""
CHAINS = 6
"""Number of open chains of lines."""
CLOSED = 7
"""1 when the loop is closed."""
FLOATING = 8
"""Number of sets that are not known to be inside or outside."""
WORK = 9
"""Merges done so far, undone ones included: the engine's measure of time."""
PROBES = 10
NODES = 11
CURSOR = 12
SILENT = 13
"""Candidates probed since the last one that taught something."""
LEVEL = 14
FOUND = 15
STAGE = 16
MARK = 17
"""Merges on the trail when the current probe began."""
VALUE = 18
FIRST_GAIN = 19
BEST = 20
BEST_GAIN = 21
N_REGISTERS = 24


class State(NamedTuple):
    """The arrays of one board."""

    face: NDArray[np.uint16]
    """``(8 · n_ringed,)``: one record a face."""
    forced: NDArray[np.uint16]
    """Stack of relations that wait to be merged."""
    dirty: NDArray[np.uint16]
    """``(2 · n_ringed,)``: stack of vertices, then stack of clues that wait to be looked at."""
    merged: NDArray[np.uint16]
    """Trail of merges."""
    joined: NDArray[np.uint16]
    """Trail of joined chains."""
    levels: NDArray[np.uint16]
    """``(4 · (n_cells + 1),)``: for each open branch the length of the trail before it, and the other half to try."""
    reg: NDArray[np.int64]


def new_state(height: int, width: int) -> State:
    """Allocate the arrays of a board; `reset` fills them."""
    n = n_ringed(height, width)
    n_cells = height * width
    n_edges = 2 * n
    return State(
        face=np.zeros(FIELDS * n, dtype=np.uint16),
        forced=np.zeros(FORCED * (n_edges + 8), dtype=np.uint16),
        dirty=np.zeros(2 * n, dtype=np.uint16),
        merged=np.zeros(8 * (n_cells + 1), dtype=np.uint16),
        joined=np.zeros(4 * n_edges, dtype=np.uint16),
        levels=np.zeros(4 * (n_cells + 2), dtype=np.uint16),
        reg=np.zeros(N_REGISTERS, dtype=np.int64),
    )


@jit
def reset(state: State, clues: NDArray[np.uint8], height: int, width: int) -> None:
    """Start a board. ``clues``: uint8 ``(n_ringed,)`` as `ring.ringed_clues` makes it. Writes the whole state."""
    face, dirty, reg = state.face, state.dirty, state.reg
    n = clues.size
    stride = width + 1
    reg[:] = 0
    reg[FLOATING] = height * width
    reg[NODES] = 1
    for f in range(n):
        face[f * FIELDS + PACK] = 0
        face[f * FIELDS + NEXT] = f
        face[f * FIELDS + SIZE] = 1
        face[f * FIELDS + END] = f
        face[f * FIELDS + CLUE] = BLANK
        face[f * FIELDS + DIRTY] = 0
    for row in range(1, height + 1):
        for f in range(row * stride + 1, row * stride + width + 1):
            face[f * FIELDS + PACK] = f * 2
            clue = clues[f]
            if clue != BLANK:
                face[f * FIELDS + CLUE] = clue
                face[f * FIELDS + DIRTY] = 2
                dirty[n + reg[N_DIRTY_CLUES]] = f
                reg[N_DIRTY_CLUES] += 1
                reg[MISSING] += clue

"""The state of one board inside the engine: face colours, never edges.

One *signed union-find over the faces* is all there is: each face has a root and a sign, and two faces with one root are
known to be on the same side of the loop (equal signs) or on different sides. An edge is known exactly when its two
faces share a root; its value is the XOR of their signs. Find is one load, because every merge relabels the smaller
set; undoing a merge relabels it back.

Everything is narrow, so that the state of a 10×10 board takes under 8 kB. Face numbers and the ring are those of
`slitherlink.engine.ring`; the ring belongs to the set with root 0, whose sign is the colour.
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
"""Next face of the same set, in a circle. After the root come the faces that joined last."""
SIZE = 2
"""Number of faces in the set; kept at the root only."""
END = 3
"""Of the vertex with this number, if a chain of lines ends there: the other end. Itself when no line meets it."""
CLUE = 4
DIRTY = 5
"""Bit 0: the vertex waits to be looked at. Bit 1: the clue does."""
AWAKE = 6
"""1 when the set with this root waits to be probed."""

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
FOUND = 12
"""Loops found."""
STAGE = 13
"""What the next propagation is for: see `slitherlink.engine.search`."""
MARK = 14
"""Merges on the trail when the current probe began."""
CANDIDATE = 15
"""What is probed: 3 · face + 0 its set's colour, + 1 the edge on its left, + 2 the edge on its top."""
VALUE = 16
"""The value that is tried."""
CURSOR = 17
"""Where the round over all candidates stands."""
SILENT = 18
"""Candidates of that round passed since the last one that taught something."""
LEVEL = 19
"""Open branches."""
FIRST_GAIN = 20
BEST = 21
BEST_GAIN = 22
N_AWAKE = 23
FIRST_AWAKE = 24
LAST_COLOURED = 25
"""The face that had been coloured last when sets were woken for the last time."""
ROOT_FOUND = 26
"""Loops that what is proved at level 0 excludes: those found before the branch that is open there."""
N_REGISTERS = 27


class State(NamedTuple):
    """The arrays of one board."""

    face: NDArray[np.uint16]
    """``(8 · (n_ringed + stride),)``: one record a face, and a row of padding that may be read."""
    forced: NDArray[np.uint16]
    """Stack of relations that wait to be merged: two faces and 0 (same side) or 1."""
    dirty: NDArray[np.uint16]
    """``(2 · (n_ringed + 1),)``: stack of vertices, then stack of clues that wait to be looked at."""
    awake: NDArray[np.uint16]
    """``(n_ringed,)``: ring buffer of sets that wait to be probed."""
    merged: NDArray[np.uint16]
    """Trail of merges."""
    joined: NDArray[np.uint16]
    """Trail of joined chains: uint16 joined[4 i …]: a vertex, the far end it had, the other vertex, its far end."""
    levels: NDArray[np.uint16]
    """For each open branch the length of the trail before it, and the relation to try next: 4 numbers."""
    reg: NDArray[np.int64]


def new_state(height: int, width: int) -> State:
    """Allocate the arrays of a board; `reset` fills them."""
    n = n_ringed(height, width)
    n_cells = height * width
    n_edges = n_cells * 2 + height + width
    return State(
        face=np.zeros(FIELDS * (n + width + 1), dtype=np.uint16),
        forced=np.zeros(3 * (n_edges + 8), dtype=np.uint16),
        dirty=np.zeros(2 * (n + 1), dtype=np.uint16),
        awake=np.zeros(n, dtype=np.uint16),
        merged=np.zeros(8 * (n_cells + 1), dtype=np.uint16),
        joined=np.zeros(4 * (n_edges + 1), dtype=np.uint16),
        levels=np.zeros(4 * (n_cells + 1), dtype=np.uint16),
        reg=np.zeros(N_REGISTERS, dtype=np.int64),
    )


@jit
def lines_around(face: NDArray[np.uint16], cell: int, stride: int) -> int:
    """Number of sides of a cell that are known to be lines."""
    count = 0
    for near in (cell - stride, cell + stride, cell - 1, cell + 1):
        count += (face[cell * FIELDS + PACK] ^ face[near * FIELDS + PACK]) == 1
    return count


@jit
def add_clue(state: State, cell: int, clue: int, stride: int) -> None:
    """Write a clue into a blank cell and let it wait to be looked at."""
    face, reg = state.face, state.reg
    face[cell * FIELDS + CLUE] = clue
    face[cell * FIELDS + DIRTY] = 2
    state.dirty[state.awake.size + 1 + reg[N_DIRTY_CLUES]] = cell
    reg[N_DIRTY_CLUES] += 1
    reg[MISSING] += clue - lines_around(face, cell, stride)


@jit
def remove_clue(state: State, cell: int, clue: int, stride: int) -> None:
    """Take back `add_clue`, after the trail was undone to where it stood then."""
    state.face[cell * FIELDS + CLUE] = BLANK
    state.reg[MISSING] -= clue - lines_around(state.face, cell, stride)


@jit
def reset(state: State, clues: NDArray[np.uint8], height: int, width: int) -> None:
    """Start a board. ``clues``: uint8 ``(n_ringed,)`` as `ring.ringed_clues` makes it. Writes the whole state."""
    face, dirty, reg = state.face, state.dirty, state.reg
    n = clues.size
    stride = width + 1
    reg[:] = 0
    reg[FLOATING] = height * width
    reg[NODES] = 1
    n_clues = missing = 0
    for f in range(n):
        at = f * FIELDS
        face[at + PACK] = 0
        face[at + NEXT] = f
        face[at + SIZE] = 1
        face[at + END] = f
        face[at + CLUE] = BLANK
        face[at + DIRTY] = 0
        face[at + AWAKE] = 0
    for row in range(1, height + 1):
        for f in range(row * stride + 1, row * stride + width + 1):
            at = f * FIELDS
            face[at + PACK] = f * 2
            clue = clues[f]
            if clue != BLANK:
                face[at + CLUE] = clue
                face[at + DIRTY] = 2
                dirty[n + 1 + n_clues] = f
                n_clues += 1
                missing += clue
    reg[N_DIRTY_CLUES] = n_clues
    reg[MISSING] = missing

"""The region rule: the inside is one piece, and so is the outside.

Known cells of a colour must be connected through cells that are not of the other colour. So a piece cut off from the
rest cannot have that colour, and two known cells cut off from each other are a conflict.

Pieces are filled on bit rows. Reasons are not kept: a forced cell remembers only which rule forced it, and `explain`
computes the clause when the conflict analysis asks for it.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.cache import jit, jit_inside
from slitherlink.learn.propagate import assign
from slitherlink.learn.state import (
    BOARD,
    DEPTH,
    FIELDS,
    FIRST,
    GROUND,
    INSIDE,
    N_COLOURS,
    N_INSIDE,
    N_ROWS,
    N_VARS,
    N_WORDS,
    NOTED,
    OUTSIDE,
    PASSABLE,
    PENDING,
    POSITION,
    REACHED,
    SEED,
    TRAIL,
    WALL,
    WORK,
    State,
    wide,
)

# What `regions` reports.
QUIET = 0
FORCED = 1

REGION_REASON = 2
"""4 · cell + REGION_REASON + colour: the cell does not have that colour."""


def _cuts() -> NDArray[np.bool_]:
    """By the eight neighbours of a cell, row by row, bit set = wall: whether the others form two separate arcs."""
    around = [0, 1, 2, 4, 7, 6, 5, 3]  # once around, beginning at a corner
    cuts = np.zeros(256, dtype=np.bool_)
    for walls in range(256):
        free = [not walls >> bit & 1 for bit in around]
        # An arc counts when it holds a side neighbour; it begins where a side is free and the corner before it is not,
        # or where the side before that corner is not.
        begins = [free[i] and not (free[i - 1] and free[i - 2]) for i in (1, 3, 5, 7)]
        cuts[walls] = sum(begins) >= 2
    return cuts


CUTS = _cuts()

# A de Bruijn sequence: the position of a single bit is DE_BRUIJN_PLACE[(bit * DE_BRUIJN) >> 58].
DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
DE_BRUIJN_PLACE = np.zeros(64, dtype=np.int64)
for _i in range(64):
    DE_BRUIJN_PLACE[((int(DE_BRUIJN) << _i) & 0xFFFFFFFFFFFFFFFF) >> 58] = _i


@jit_inside
def lowest_bit(word: np.uint64) -> int:
    """Place of the lowest bit that is set in a uint64 other than 0."""
    low = word & (~word + np.uint64(1))
    return wide(DE_BRUIJN_PLACE[(low * DE_BRUIJN) >> np.uint64(58)])


@jit_inside
def three_bits(plane: NDArray[np.uint64], cell: int) -> int:
    """The bits before, at and after a cell."""
    word, shift = (cell - 1) >> 6, (cell - 1) & 63
    bits = plane[word] >> np.uint64(shift)
    if shift > 61:
        bits |= plane[word + 1] << np.uint64(64 - shift)
    return wide(bits & np.uint64(7))


@jit_inside
def fill(passable: NDArray[np.uint64], reached: NDArray[np.uint64], cell: int, n_rows: int, n_words: int) -> int:
    """Make ``reached`` the piece of ``passable`` that holds a cell; returns the number of words visited.

    Sweeps down and up until nothing grows. Along a row, upwards, an addition carries through each run; downwards, runs
    are filled in doubling steps (Kogge and Stone 1973).
    """
    one, top = np.uint64(1), np.uint64(63)
    none = np.uint64(0)
    for k in range(n_rows * n_words):
        reached[k] = none
    reached[cell >> 6] = one << np.uint64(cell & 63)
    row = (cell >> 6) // n_words
    way = 1
    grew = True  # the first row is spread in any case
    grown = True
    visited = 0
    while grown:
        grown = False
        step = way * n_words
        while 1 <= row <= n_rows - 2:
            base = row * n_words
            carry = none
            for k in range(base, base + n_words):
                free = passable[k]
                before = reached[k]
                seeds = (before | reached[k - step] | carry) & free
                filled = free & (~(free + seeds) | seeds)
                carry = filled >> top
                if filled != before:
                    reached[k] = filled
                    grew = True
            if grew:
                carry = none
                for k in range(base + n_words - 1, base - 1, -1):
                    free = passable[k]
                    filled = reached[k] | (carry & free)
                    filled |= free & (filled >> one)
                    free &= free >> one
                    filled |= free & (filled >> np.uint64(2))
                    free &= free >> np.uint64(2)
                    filled |= free & (filled >> np.uint64(4))
                    free &= free >> np.uint64(4)
                    filled |= free & (filled >> np.uint64(8))
                    free &= free >> np.uint64(8)
                    filled |= free & (filled >> np.uint64(16))
                    free &= free >> np.uint64(16)
                    filled |= free & (filled >> np.uint64(32))
                    reached[k] = filled
                    carry = filled << top
                grown = True
                grew = False
            visited += n_words
            row += way
        way = -way
        row = 1 if way > 0 else n_rows - 2
    return visited


@jit_inside
def note(state: State) -> None:
    """Enter new assignments in the planes, one cell after the other, and see which colour each may have cut.

    The test is local: a cell whose neighbours of another or no colour form at most one arc around it cuts nothing.
    It is exact because the other cells are entered before or after this one, never at the same time.
    """
    reg, var, trail, literal, members = state.reg, state.var, state.trail, state.literal, state.members
    one = np.uint64(1)
    n_words, n_colours = reg[N_WORDS], reg[N_COLOURS]
    row = 64 * n_words
    pending = reg[PENDING]
    settled = reg[DEPTH] == 0
    for position in range(reg[NOTED], reg[TRAIL]):
        lit = wide(trail[position])
        v = lit >> 1
        if v > n_colours:
            continue
        for m in range(var[v * FIELDS + FIRST], var[v * FIELDS + FIELDS + FIRST]):
            cell = wide(members[m])
            colour = INSIDE if wide(literal[cell]) == lit else OUTSIDE
            plane = state.planes[colour]
            bit = one << np.uint64(cell & 63)
            plane[cell >> 6] |= bit
            if settled:
                state.planes[GROUND + colour, cell >> 6] |= bit
            if colour == INSIDE:
                if reg[N_INSIDE] == 0:
                    reg[SEED] = cell
                    pending |= 1 << INSIDE
                reg[N_INSIDE] += 1
            other = 1 << (1 - colour)
            if pending & other == 0:
                beside = three_bits(plane, cell)
                around = (
                    three_bits(plane, cell - row)
                    | (beside & 1) << 3
                    | (beside & 4) << 2
                    | three_bits(plane, cell + row) << 5
                )
                if CUTS[around]:
                    pending |= other
    reg[NOTED] = reg[TRAIL]
    reg[PENDING] = pending


@jit
def regions(state: State) -> int:
    """Apply the region rule to both colours where something may have changed.

    Returns `QUIET`, `FORCED` when cells were assigned, or the reason why a cell cannot have the colour that it has.
    """
    reg, var, value, literal, trail = state.reg, state.var, state.value, state.literal, state.trail
    note(state)
    if reg[TRAIL] == reg[N_VARS]:
        reg[PENDING] = 3
    n_rows, n_words = reg[N_ROWS], reg[N_WORDS]
    passable, reached = state.planes[PASSABLE], state.planes[REACHED]
    board = state.planes[BOARD]
    for colour in range(2):
        if reg[PENDING] >> colour & 1 == 0 or (colour == INSIDE and reg[N_INSIDE] == 0):
            continue
        reg[PENDING] &= ~(1 << colour)
        known, wall = state.planes[colour], state.planes[1 - colour]
        for k in range(n_rows * n_words):
            passable[k] = board[k] & ~wall[k]
        seed = reg[SEED] if colour == INSIDE else 64 * n_words
        reg[WORK] += fill(passable, reached, seed, n_rows, n_words)
        # ---- a known cell that was not reached: the one that was assigned first
        split = 0
        earliest = reg[N_VARS]
        missed = False
        for k in range(n_rows * n_words):
            rest = passable[k] & ~reached[k]
            missed |= rest != np.uint64(0)
            rest &= known[k]
            while rest != np.uint64(0):
                cell = 64 * k + lowest_bit(rest)
                rest &= rest - np.uint64(1)
                position = wide(var[(wide(literal[cell]) >> 1) * FIELDS + POSITION])
                if position < earliest:
                    earliest, split = position, cell
        # ---- open cells that were not reached have the other colour
        if missed and split == 0:
            for k in range(n_rows * n_words):
                rest = passable[k] & ~reached[k]
                while rest != np.uint64(0) and split == 0:
                    cell = 64 * k + lowest_bit(rest)
                    rest &= rest - np.uint64(1)
                    has = wide(literal[cell]) ^ (1 - colour)
                    if value[has] == 0:
                        assign(reg, value, var, trail, has ^ 1, 4 * cell + REGION_REASON + colour)
                    elif value[has] == 1:
                        split = cell
        if split != 0:
            return 4 * split + REGION_REASON + colour
        if missed:
            return FORCED
    return QUIET


@jit_inside
def beside(plane: NDArray[np.uint64], k: int, n_words: int) -> Any:
    """The cells of word ``k`` that have a side neighbour in a plane.

    A bit that leaves its row on one side and enters the next one at the other joins only faces of the ring.
    """
    one, top = np.uint64(1), np.uint64(63)
    across = plane[k] << one | plane[k - 1] >> top | plane[k] >> one | plane[k + 1] << top
    return across | plane[k - n_words] | plane[k + n_words]


@jit
def explain(state: State, colour: int, cell: int, position: int) -> int:
    """Write to ``state.clause`` why a cell cannot have a colour, given the first ``position`` assignments; its length.

    The clause: the cell or the seed is not of this colour, or one of the cells that separate them is. Those are a
    minimal separator: from the walls around the cell's piece, the ones that the seed's side touches. Walls that are
    settled for good separate for free.
    """
    reg, var, trail, literal, members = state.reg, state.var, state.trail, state.literal, state.members
    clause = state.clause
    n_rows, n_words, n_colours = reg[N_ROWS], reg[N_WORDS], reg[N_COLOURS]
    n_bits = n_rows * n_words
    board, passable, reached, wall = (
        state.planes[BOARD],
        state.planes[PASSABLE],
        state.planes[REACHED],
        state.planes[WALL],
    )
    now, ground = state.planes[1 - colour], state.planes[GROUND + 1 - colour]
    seed = reg[SEED] if colour == INSIDE else 64 * n_words
    flip = 1 - colour
    clause[0] = wide(literal[cell]) ^ flip ^ 1
    clause[1] = wide(literal[seed]) ^ flip ^ 1
    size = 2
    # ---- the walls as they stood then
    for k in range(n_bits):
        wall[k] = now[k]
    for later in range(position, reg[NOTED]):
        v = wide(trail[later]) >> 1
        if v <= n_colours:
            for m in range(var[v * FIELDS + FIRST], var[v * FIELDS + FIELDS + FIRST]):
                wall[members[m] >> 6] &= ~(np.uint64(1) << np.uint64(members[m] & 63))
    # ---- first the cell's piece and its walls, then the seed's side of those
    start = cell
    for _ in range(2):
        for k in range(n_bits):
            passable[k] = board[k] & ~(wall[k] | ground[k])
        reg[WORK] += fill(passable, reached, start, n_rows, n_words)
        for k in range(n_words, n_bits - n_words):
            wall[k] &= beside(reached, k, n_words) & ~ground[k]
        start = seed
    for k in range(n_bits):
        rest = wall[k]
        while rest != np.uint64(0):
            bit = lowest_bit(rest)
            rest &= rest - np.uint64(1)
            clause[size] = wide(literal[64 * k + bit]) ^ flip
            size += 1
    return size

"""Every clue set of a small board: how many have no loop, one, several. A tree over the cells instead of a list.

Clues are added cell by cell on the engine's trail. What is contradictory discards all its extensions at once; what is
settled already counts them: a further clue is either blank, or right, or a contradiction.

    python -m bench.census [2x2 3x3 3x4]        exits with 1 when a total differs from the known one
"""

import sys
import time

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.cache import jit
from slitherlink.engine.propagate import propagate, undo
from slitherlink.engine.ring import BLANK, n_ringed, ringed_cells, ringed_clues
from slitherlink.engine.search import SETTLE, search
from slitherlink.engine.state import (
    AWAKE,
    BEST_GAIN,
    CLOSED,
    CLUE,
    DIRTY,
    FIELDS,
    FLOATING,
    FOUND,
    LAST_COLOURED,
    LEVEL,
    MISSING,
    N_AWAKE,
    N_DIRTY_CLUES,
    N_MERGED,
    SILENT,
    STAGE,
    State,
    new_state,
    reset,
)
from slitherlink.puzzle import NO_CLUE, Puzzle

KNOWN = {
    (2, 2, 3): (523, 61, 41),
    (2, 2, 4): (1_162, 93, 41),
    (3, 3, 3): (1_894_499, 39_129, 19_497),
    (3, 4, 3): (241_979_390, 1_367_778, 793_457),
}
"""Rows, columns and largest clue; clue sets without a loop, with one, with several."""


def census(height: int, width: int, largest: int) -> tuple[int, int, int]:
    """Clue sets (blank, 0 … ``largest`` in each cell) with no loop, exactly one, several."""
    state = new_state(height, width)
    colours = np.zeros((2, n_ringed(height, width)), dtype=np.uint8)
    blank = Puzzle(height, width, bytes([NO_CLUE]) * (height * width))
    reset(state, ringed_clues(blank), height, width)
    totals = np.zeros(3, dtype=np.int64)
    _walk(state, colours, ringed_cells(height, width).ravel(), width + 1, largest, totals)
    none, unique, several = (int(n) for n in totals)
    return none, unique, several


@jit
def _walk(
    state: State,
    colours: NDArray[np.uint8],
    cells: NDArray[np.int64],
    stride: int,
    largest: int,
    totals: NDArray[np.int64],
) -> None:
    face, reg = state.face, state.reg
    n = colours.shape[1]
    n_cells = cells.size
    marks = np.zeros(n_cells, dtype=np.int64)
    clues = np.full(n_cells, -2, dtype=np.int64)  # -1 is blank
    depth = 0
    while True:
        cell = cells[depth]
        if clues[depth] >= -1:  # take the last one back
            undo(state, marks[depth])
            if clues[depth] >= 0:
                face[cell * FIELDS + CLUE] = BLANK
                reg[MISSING] -= clues[depth] - _lines_around(face, cell, stride)
        clues[depth] += 1
        clue = clues[depth]
        if clue > largest:
            clues[depth] = -2
            depth -= 1
            if depth < 0:
                return
            continue
        marks[depth] = reg[N_MERGED]
        good = True
        if clue >= 0:
            face[cell * FIELDS + CLUE] = clue
            face[cell * FIELDS + DIRTY] = 2
            state.dirty[n + 1] = cell
            reg[N_DIRTY_CLUES] = 1
            reg[MISSING] += clue - _lines_around(face, cell, stride)
            good = propagate(state, stride, n)
        rest = n_cells - depth - 1
        extensions = (largest + 2) ** rest
        if not good or (reg[FLOATING] == 0 and not reg[CLOSED]):
            totals[0] += extensions
        elif reg[FLOATING] == 0:
            right = 1
            for later in range(depth + 1, n_cells):
                right *= 2 if _lines_around(face, cells[later], stride) <= largest else 1
            totals[1] += right
            totals[0] += extensions - right
        elif rest == 0:
            totals[_count_to_two(state, colours, stride)] += 1
        else:
            depth += 1


@jit
def _lines_around(face: NDArray[np.uint16], cell: int, stride: int) -> int:
    count = 0
    for near in (cell - stride, cell + stride, cell - 1, cell + 1):
        count += (face[cell * FIELDS] ^ face[near * FIELDS]) == 1
    return count


@jit
def _count_to_two(state: State, colours: NDArray[np.uint8], stride: int) -> int:
    """Search from here, and come back to here."""
    face, reg = state.face, state.reg
    n = colours.shape[1]
    mark = reg[N_MERGED]
    reg[STAGE] = SETTLE
    reg[FOUND] = reg[LAST_COLOURED] = reg[N_AWAKE] = reg[SILENT] = reg[LEVEL] = 0
    reg[BEST_GAIN] = -1
    search(state, colours, stride, 1 << 60, 1 << 60)
    undo(state, mark)
    for f in range(n):
        face[f * FIELDS + AWAKE] = 0
    return reg[FOUND]  # type: ignore[no-any-return]


def main(sizes: list[str]) -> int:
    """Print the table; 1 when a total is not the known one."""
    wrong = 0
    census(1, 1, 3)  # compiles
    print(f"{'board':>6} {'clues':>6} {'none':>13} {'unique':>11} {'several':>9} {'seconds':>8}")
    for (height, width, largest), known in KNOWN.items():
        if sizes and f"{height}x{width}" not in sizes:
            continue
        started = time.perf_counter()
        found = census(height, width, largest)
        seconds = time.perf_counter() - started
        verdict = "" if found == known else f"  expected {known}"
        wrong += found != known
        print(
            f"{height}x{width:<4} {f'-, 0-{largest}':>6} {found[0]:>13,} {found[1]:>11,} {found[2]:>9,}"
            f" {seconds:>8.2f}{verdict}"
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

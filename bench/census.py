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
from slitherlink.engine.ring import n_ringed, ringed_cells, ringed_clues
from slitherlink.engine.search import UNLIMITED, search_from_here
from slitherlink.engine.state import (
    CLOSED,
    FLOATING,
    FOUND,
    N_MERGED,
    State,
    add_clue,
    lines_around,
    new_state,
    remove_clue,
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
                remove_clue(state, cell, clues[depth], stride)
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
            add_clue(state, cell, clue, stride)
            good = propagate(state, stride, n)
        rest = n_cells - depth - 1
        extensions = (largest + 2) ** rest
        if not good or (reg[FLOATING] == 0 and not reg[CLOSED]):
            totals[0] += extensions
        elif reg[FLOATING] == 0:
            right = 1
            for later in range(depth + 1, n_cells):
                right *= 2 if lines_around(face, cells[later], stride) <= largest else 1
            totals[1] += right
            totals[0] += extensions - right
        elif rest == 0:
            search_from_here(state, colours, stride, UNLIMITED)
            totals[reg[FOUND]] += 1
        else:
            depth += 1


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

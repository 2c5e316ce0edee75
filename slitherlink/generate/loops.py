"""Random loops, grown cell by cell.

The inside starts as one cell. A cell at its border may join when, walking around it through its eight neighbours, one
meets exactly one arc of inside and one of outside, and the inside touches a side of it: then both stay connected and
nothing is pinched (a *simple point* of digital topology; Kong and Rosenfeld 1989). So the border is one loop, always.
"""

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.cache import jit
from slitherlink.rng import below, draw


@jit
def is_simple(inside: NDArray[np.uint8], cell: int, stride: int) -> bool:
    """May this cell change sides without breaking the loop? ``inside``: uint8 ``(n_ringed,)``."""
    north, south = inside[cell - stride], inside[cell + stride]
    west, east = inside[cell - 1], inside[cell + 1]
    n_sides = north + south + west + east
    if n_sides == 0 or n_sides == 4:
        return False
    around = (
        north,
        inside[cell - stride + 1],
        east,
        inside[cell + stride + 1],
        south,
        inside[cell + stride - 1],
        west,
        inside[cell - stride - 1],
    )
    changes = 0
    before = around[7]
    for side in around:
        changes += side != before
        before = side
    return changes == 2


@jit
def grow(
    inside: NDArray[np.uint8], height: int, stride: int, key: int | np.uint64, n_cells: int, slim: int, wander: int
) -> int:
    """Grow a random inside; returns its number of cells, fewer than ``n_cells`` when nothing more can join.

    ``inside``: uint8 ``(n_ringed,)``, written: 1 inside. ``key``: uint64, names the draw. ``slim``: of 256, how often
    a cell that would make the shape fat (two or more sides inside) is turned away. ``wander``: of 256, how often the
    next cell is taken next to the newest ones, so that the loop reaches out, instead of anywhere.
    """
    width = stride - 1
    inside[:] = 0
    frontier = np.empty(8 * height * width + 8, dtype=np.int64)
    size = 1
    frontier[0] = (1 + below(key, 0, height)) * stride + 1 + below(key, 1, width)
    counter = 2
    n_inside = 0
    while size > 0 and n_inside < n_cells:
        counter += 1
        bits = np.int64(draw(key, counter) >> np.uint64(1))
        at = size - 1 - (bits >> 16) % min(size, 4) if bits & 255 < wander else (bits >> 16) % size
        cell = frontier[at]
        size -= 1
        frontier[at] = frontier[size]
        if inside[cell]:
            continue
        n_sides = inside[cell - stride] + inside[cell + stride] + inside[cell - 1] + inside[cell + 1]
        if n_inside > 0:
            if not is_simple(inside, cell, stride):
                continue
            if n_sides >= 2 and (bits >> 8) & 255 < slim:
                continue
        inside[cell] = 1
        n_inside += 1
        for near in (cell - stride, cell + stride, cell - 1, cell + 1):
            row, col = near // stride, near % stride
            if 1 <= row <= height and col >= 1 and not inside[near] and size < frontier.size:
                frontier[size] = near
                size += 1
    return n_inside


@jit
def clues_around(inside: NDArray[np.uint8], clues: NDArray[np.uint8], height: int, stride: int) -> None:
    """Write the clue of every cell: uint8 ``(n_ringed,)``, the ring is left as it is."""
    for row in range(1, height + 1):
        for cell in range(row * stride + 1, (row + 1) * stride):
            count = 0
            for near in (cell - stride, cell + stride, cell - 1, cell + 1):
                count += inside[near] != inside[cell]
            clues[cell] = count

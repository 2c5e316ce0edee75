"""How the engine numbers faces: a board in a ring of outside faces, so that no step needs a bounds test.

::

    ring   ring   ring   ring          stride = width + 1: the ring column at the right end of a row
    ring   f0,0   f0,1   f0,2          is the one at the left end of the next row.
    ring   f1,0   f1,1   f1,2
    ring   ring   ring   ring  ring    f(r, c) = (r + 1) · stride + c + 1

The neighbours of face ``f`` are ``f - stride``, ``f + stride``, ``f - 1`` and ``f + 1``. The vertex at the upper left
corner of a cell has the cell's number; so have the horizontal edge on its top (between faces ``f - stride`` and ``f``)
and the vertical edge on its left (between ``f - 1`` and ``f``).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from slitherlink.puzzle import Drawing, Puzzle

BLANK = 5
"""The engine's code for a cell without a clue."""


def n_ringed(height: int, width: int) -> int:
    """Number of faces with the ring."""
    return (height + 2) * (width + 1) + 1


def ringed_cells(height: int, width: int) -> NDArray[np.int64]:
    """int64 ``(height, width)``: the number of each cell."""
    stride = width + 1
    return (np.arange(1, height + 1)[:, None] * stride + np.arange(1, width + 1)[None, :]).astype(np.int64)


def ringed_clues(puzzle: Puzzle) -> NDArray[np.uint8]:
    """uint8 ``(n_ringed,)``: 0–4, or `BLANK` for cells without a number and for the ring."""
    return ringed_clues_of([puzzle]).ravel()


def ringed_clues_of(puzzles: Sequence[Puzzle]) -> NDArray[np.uint8]:
    """`ringed_clues` of several boards of one size: uint8 ``(n_boards, n_ringed)``, a row each."""
    height, width = puzzles[0].height, puzzles[0].width
    stride = width + 1
    clues = np.full((len(puzzles), n_ringed(height, width)), BLANK, dtype=np.uint8)
    cells = np.frombuffer(b"".join(p.clues for p in puzzles), dtype=np.uint8).reshape(len(puzzles), height, width)
    rows = clues[:, stride : (height + 1) * stride].reshape(len(puzzles), height, stride)
    rows[:, :, 1:] = np.where(cells <= 4, cells, BLANK)
    return clues


def edges_from_colours(height: int, width: int, colours: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Draw a line wherever two faces differ.

    ``colours``: uint8 ``(n, n_ringed)``, 1 inside, 0 outside. Returns uint8 ``(n, n_edges)`` in the lattice's order.
    """
    n = len(colours)
    stride = width + 1
    rows = colours[:, : (height + 2) * stride].reshape(n, height + 2, stride)
    horizontal = rows[:, :-1, 1:] ^ rows[:, 1:, 1:]
    cells = np.zeros((n, height, width + 2), dtype=np.uint8)
    cells[:, :, 1:-1] = rows[:, 1:-1, 1:]
    vertical = cells[:, :, :-1] ^ cells[:, :, 1:]
    return np.concatenate(
        [horizontal.reshape(n, (height + 1) * width), vertical.reshape(n, height * (width + 1))], axis=1
    )


def drawing_from_colours(height: int, width: int, colours: NDArray[np.uint8]) -> Drawing:
    """One drawing from the colours of all faces, uint8 ``(n_ringed,)``."""
    return Drawing(height, width, edges_from_colours(height, width, colours[None])[0].tobytes())

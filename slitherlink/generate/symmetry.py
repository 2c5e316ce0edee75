"""Symmetric patterns of clues: cells that have a clue together or not at all."""

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray


class Symmetry(StrEnum):
    """How the pattern of clues maps onto itself (the digits do not)."""

    NONE = "none"
    ROTATE = "rotate"
    """By half a turn: what makers by hand like best."""
    QUARTER = "quarter"
    """By a quarter turn; square boards only."""
    MIRROR = "mirror"
    """Left and right."""
    FLIP = "flip"
    """Top and bottom."""
    DIAGONAL = "diagonal"
    """Across the main diagonal; square boards only."""


def orbits(height: int, width: int, symmetry: Symmetry) -> list[NDArray[np.int64]]:
    """The cells (row · width + col) in groups that stay together; ValueError when a board must be square and is not."""
    if symmetry in (Symmetry.QUARTER, Symmetry.DIAGONAL) and height != width:
        raise ValueError(f"symmetry: {symmetry.value} needs a square board, got {height} rows × {width} columns")
    cells = np.arange(height * width).reshape(height, width)
    images = {
        Symmetry.NONE: [],
        Symmetry.ROTATE: [cells[::-1, ::-1]],
        Symmetry.QUARTER: [np.rot90(cells, turns) for turns in (1, 2, 3)] if height == width else [],
        Symmetry.MIRROR: [cells[:, ::-1]],
        Symmetry.FLIP: [cells[::-1]],
        Symmetry.DIAGONAL: [cells.T],
    }[symmetry]
    together = np.stack([cells, *images]).reshape(len(images) + 1, -1)
    return [np.unique(together[:, cell]).astype(np.int64) for cell in cells.ravel() if cell == together[:, cell].min()]

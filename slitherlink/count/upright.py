"""A board as the sweep sees it: turned so that it is not wide, because the frontier runs along its rows."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherlink.puzzle import Drawing, Puzzle


class Upright(NamedTuple):
    """Clues and edges of a board with at least as many rows as columns. All arrays are uint8."""

    clues: NDArray[np.uint8]
    """``(height, width)``, coded as in `Puzzle`."""
    horizontal: NDArray[np.uint8]
    """``(height + 1, width)``: `LINE`, `CROSS`, `OPEN`."""
    vertical: NDArray[np.uint8]
    """``(height, width + 1)``."""

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.clues.shape

    def number(self, row: int, col: int) -> int | None:
        """The number in a cell; None for a blank and beyond the board."""
        height, width = self.size
        if not (0 <= row < height and 0 <= col < width) or self.clues[row, col] > 4:
            return None
        return int(self.clues[row, col])


def upright(puzzle: Puzzle, drawing: Drawing) -> Upright:
    """Turn a board, and a drawing of the same size, where they are wider than high."""
    height, width = puzzle.height, puzzle.width
    n_horizontal = puzzle.lattice.n_horizontal
    edges = np.frombuffer(drawing.edges, dtype=np.uint8)
    board = Upright(
        np.frombuffer(puzzle.clues, dtype=np.uint8).reshape(height, width),
        edges[:n_horizontal].reshape(height + 1, width),
        edges[n_horizontal:].reshape(height, width + 1),
    )
    return board if width <= height else Upright(board.clues.T, board.vertical.T, board.horizontal.T)

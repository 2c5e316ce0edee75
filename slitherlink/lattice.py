"""The lattice under a board: vertices (dots), edges and faces (cells), with their incidence.

The only module that turns rows and columns into the indices of edges and vertices.

::

    v0 ─e0─ v1 ─e1─ v2        horizontal edges first, row by row: (height + 1) · width of them,
    │       │       │         then the vertical ones, row by row:  height · (width + 1).
    e4  f0  e5  f1  e6        Face r·width + c is the cell in row r, column c; one more face,
    │       │       │         `Lattice.outside`, surrounds the board.
    v3 ─e2─ v4 ─e3─ v5
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

NO_EDGE = -1


class Lattice(NamedTuple):
    """Incidence of a board of ``height`` × ``width`` cells. Immutable: every array is read-only.

    All arrays are int32 and hold indices of the kind that their name ends in.
    """

    height: int
    width: int
    n_vertices: int
    n_edges: int
    n_faces: int
    """Cells and the outside."""
    edge_faces: NDArray[np.int32]
    """``(n_edges, 2)``: the faces above and below a horizontal edge, left and right of a vertical one."""
    edge_vertices: NDArray[np.int32]
    """``(n_edges, 2)``: left and right end of a horizontal edge, top and bottom end of a vertical one."""
    face_edges: NDArray[np.int32]
    """``(n_cells, 4)``: top, bottom, left and right edge of a cell."""
    vertex_edges: NDArray[np.int32]
    """``(n_vertices, 4)``: edges going up, down, left and right; `NO_EDGE` at the border."""

    @property
    def n_cells(self) -> int:
        """Number of cells."""
        return self.n_faces - 1

    @property
    def outside(self) -> int:
        """The face that surrounds the board."""
        return self.n_faces - 1

    @property
    def n_horizontal(self) -> int:
        """Number of horizontal edges; they come before the vertical ones."""
        return (self.height + 1) * self.width

    def horizontal(self, row: int, col: int) -> int:
        """The horizontal edge in dot row ``row`` (0 … height), above cell column ``col``."""
        return row * self.width + col

    def vertical(self, row: int, col: int) -> int:
        """The vertical edge in cell row ``row``, at dot column ``col`` (0 … width)."""
        return self.n_horizontal + row * (self.width + 1) + col

    def place_of_edge(self, edge: int) -> tuple[str, int, int]:
        """``("horizontal" | "vertical", row, col)`` as `horizontal` and `vertical` count them."""
        if edge < self.n_horizontal:
            return ("horizontal", *divmod(edge, self.width))
        return ("vertical", *divmod(edge - self.n_horizontal, self.width + 1))


@lru_cache(maxsize=64)
def lattice_for(height: int, width: int) -> Lattice:
    """Build the lattice of a board, or return the one built before."""
    if height < 1 or width < 1:
        raise ValueError(f"a lattice needs at least one row and one column, got {height}×{width}")
    n_horizontal = (height + 1) * width
    n_edges = n_horizontal + height * (width + 1)
    horizontal = np.arange(n_horizontal, dtype=np.int32).reshape(height + 1, width)
    vertical = np.arange(n_horizontal, n_edges, dtype=np.int32).reshape(height, width + 1)
    outside = height * width
    ringed = np.full((height + 2, width + 2), outside, dtype=np.int32)
    ringed[1:-1, 1:-1] = np.arange(outside, dtype=np.int32).reshape(height, width)
    vertices = np.arange((height + 1) * (width + 1), dtype=np.int32).reshape(height + 1, width + 1)

    def pairs(first: NDArray[np.int32], second: NDArray[np.int32]) -> NDArray[np.int32]:
        return np.stack([first.ravel(), second.ravel()], axis=1)

    edge_faces = np.concatenate(
        [pairs(ringed[:-1, 1:-1], ringed[1:, 1:-1]), pairs(ringed[1:-1, :-1], ringed[1:-1, 1:])]
    )
    edge_vertices = np.concatenate([pairs(vertices[:, :-1], vertices[:, 1:]), pairs(vertices[:-1, :], vertices[1:, :])])
    face_edges = np.stack(
        [horizontal[:-1].ravel(), horizontal[1:].ravel(), vertical[:, :-1].ravel(), vertical[:, 1:].ravel()], axis=1
    )
    around = np.full((4, height + 1, width + 1), NO_EDGE, dtype=np.int32)
    around[0, 1:, :] = vertical
    around[1, :-1, :] = vertical
    around[2, :, 1:] = horizontal
    around[3, :, :-1] = horizontal
    vertex_edges = np.ascontiguousarray(around.reshape(4, -1).T)
    for array in (edge_faces, edge_vertices, face_edges, vertex_edges):
        array.flags.writeable = False
    return Lattice(
        height, width, vertices.size, n_edges, outside + 1, edge_faces, edge_vertices, face_edges, vertex_edges
    )

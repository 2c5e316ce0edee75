"""The judge at the engine's door: compiled, because every loop passes it.

Knows nothing of the engine's state: it reads finished drawings and the lattice's incidence, as `slitherlink.rules`
does, which stays the authority and names the flaws. The tests hold the two together.
"""

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.cache import jit
from slitherlink.lattice import NO_EDGE, lattice_for
from slitherlink.puzzle import LINE, Drawing, Loop, Puzzle
from slitherlink.rules import findings


@jit
def first_wrong(
    edges: NDArray[np.uint8],
    clues: NDArray[np.uint8],
    face_edges: NDArray[np.int32],
    vertex_edges: NDArray[np.int32],
    edge_vertices: NDArray[np.int32],
) -> int:
    """Number of the first drawing that is not one loop that meets its clues, or -1.

    ``edges``: uint8 ``(n_drawings, n_edges)`` of `LINE` and `CROSS`; ``clues``: uint8 ``(n_drawings, n_cells)``.
    """
    for board in range(edges.shape[0]):
        on = edges[board]
        for cell in range(clues.shape[1]):
            count = 0
            for side in range(4):
                count += on[face_edges[cell, side]] == LINE
            if clues[board, cell] <= 4 and count != clues[board, cell]:
                return board
        n_lines = 0
        some = 0
        for edge in range(on.size):
            if on[edge] == LINE:
                n_lines += 1
                some = edge
        if n_lines == 0:
            return board
        # Walk along from one line: at each vertex exactly one other line must go on.
        walked = 0
        edge = some
        vertex = edge_vertices[some, 1]
        while True:
            walked += 1
            onward = NO_EDGE
            for way in range(4):
                other = vertex_edges[vertex, way]
                if other != NO_EDGE and other != edge and on[other] == LINE:
                    if onward != NO_EDGE:
                        return board
                    onward = other
            if onward == NO_EDGE:
                return board
            vertex = edge_vertices[onward, 0] + edge_vertices[onward, 1] - vertex
            edge = onward
            if edge == some:
                break
        if walked != n_lines:
            return board
    return -1


def judged(puzzles: list[Puzzle], edges: NDArray[np.uint8]) -> list[Loop]:
    """Row i of ``edges`` as the loop of board i (all boards of one size).

    AssertionError, with all flaws named, when one is wrong: a defect of the engine must never leave as an answer.
    """
    if not puzzles:
        return []
    height, width = puzzles[0].height, puzzles[0].width
    lattice = lattice_for(height, width)
    clues = np.frombuffer(b"".join(p.clues for p in puzzles), dtype=np.uint8).reshape(len(puzzles), height * width)
    wrong = first_wrong(edges, clues, lattice.face_edges, lattice.vertex_edges, lattice.edge_vertices)
    if wrong >= 0:
        drawing = Drawing(height, width, edges[wrong].tobytes())
        sentences = "; ".join(f.sentence for f in findings(puzzles[wrong], drawing))
        raise AssertionError(f"a wrong loop was about to leave for {puzzles[wrong].rows}: {sentences}")
    return [Loop(height, width, row.tobytes()) for row in edges]

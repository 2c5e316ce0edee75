"""The rules, as a judge applies them to a finished drawing: everything wrong with it, at once.

Shares no code with the engine: every loop the engine returns is judged here before it leaves.
"""

from enum import IntFlag
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherlink.lattice import Lattice
from slitherlink.puzzle import LINE, Drawing, Loop, Puzzle


class Flaw(IntFlag):
    """A way for a drawing to be wrong. Values combine: a drawing can be wrong in several ways."""

    NO_LINE = 1
    BRANCH = 2
    DEAD_END = 4
    CLUE_MISMATCH = 8
    SEVERAL_LOOPS = 16


SENTENCES: dict[Flaw, str] = {
    Flaw.NO_LINE: "nothing is drawn",
    Flaw.BRANCH: "the line branches or crosses itself at {place}",
    Flaw.DEAD_END: "the line ends at {place}",
    Flaw.CLUE_MISMATCH: "the clue at {place} is not met",
    Flaw.SEVERAL_LOOPS: "there are {count} separate pieces of line",
}
"""What to tell a person about each flaw."""


class Finding(NamedTuple):
    """One flaw and all the places where it shows: vertices, cells, or one edge of each separate piece."""

    flaw: Flaw
    places: tuple[tuple[int, int], ...]
    """(row, col) of dots for `BRANCH` and `DEAD_END`, of cells for `CLUE_MISMATCH`, else of left or upper dots."""

    @property
    def sentence(self) -> str:
        """The flaw in words, with its first place counted from 1."""
        kind = "row {}, column {}" if self.flaw is Flaw.CLUE_MISMATCH else "dot row {}, dot column {}"
        place = kind.format(*(at + 1 for at in self.places[0])) if self.places else ""
        return SENTENCES[self.flaw].format(place=place, count=len(self.places))


def findings(puzzle: Puzzle, drawing: Drawing) -> list[Finding]:
    """Everything wrong with a drawing, in the order in which people name it. Open edges count as no line."""
    if (puzzle.height, puzzle.width) != (drawing.height, drawing.width):
        raise ValueError(
            f"a drawing of {drawing.height}×{drawing.width} cells on a board of {puzzle.height}×{puzzle.width}"
        )
    lattice = puzzle.lattice
    on = np.frombuffer(drawing.edges, dtype=np.uint8) == LINE
    found: list[Finding] = []
    if not on.any():
        found.append(Finding(Flaw.NO_LINE, ()))
    degree = np.bincount(lattice.edge_vertices[on].ravel(), minlength=lattice.n_vertices)
    for flaw, wrong in ((Flaw.BRANCH, degree > 2), (Flaw.DEAD_END, degree == 1)):
        if wrong.any():
            found.append(Finding(flaw, _places(np.flatnonzero(wrong), lattice.width + 1)))
    clues = np.frombuffer(puzzle.clues, dtype=np.uint8)
    unmet = (clues <= 4) & (on[lattice.face_edges].sum(axis=1) != clues)
    if unmet.any():
        found.append(Finding(Flaw.CLUE_MISMATCH, _places(np.flatnonzero(unmet), lattice.width)))
    pieces = pieces_of(lattice, on)
    if len(pieces) > 1:
        starts = np.array([lattice.edge_vertices[piece[0], 0] for piece in pieces])
        found.append(Finding(Flaw.SEVERAL_LOOPS, _places(starts, lattice.width + 1)))
    return found


def flaws(puzzle: Puzzle, drawing: Drawing) -> Flaw:
    """All flaws of a drawing as one value; ``Flaw(0)`` for a right answer."""
    result = Flaw(0)
    for finding in findings(puzzle, drawing):
        result |= finding.flaw
    return result


def judged(puzzle: Puzzle, drawing: Drawing) -> Loop:
    """The drawing as a `Loop`; AssertionError, with all flaws named, when it is none.

    For answers of our own engines only, where a flaw is a defect of the engine and not of the input.
    """
    found = findings(puzzle, drawing)
    if found:
        raise AssertionError("a wrong loop was about to leave: " + "; ".join(f.sentence for f in found))
    return Loop(drawing.height, drawing.width, drawing.edges)


def pieces_of(lattice: Lattice, on: NDArray[np.bool_]) -> list[list[int]]:
    """Split the lines (bool ``(n_edges,)``) into connected pieces, each a list of edges in walking order."""
    pieces: list[list[int]] = []
    unseen = set(np.flatnonzero(on).tolist())
    while unseen:
        stack = [min(unseen)]
        unseen.discard(stack[0])
        piece: list[int] = []
        while stack:
            edge = stack.pop()
            piece.append(edge)
            for vertex in lattice.edge_vertices[edge]:
                for near in lattice.vertex_edges[vertex].tolist():
                    if near in unseen:
                        unseen.discard(near)
                        stack.append(near)
        pieces.append(piece)
    return pieces


def _places(indices: NDArray[np.intp] | NDArray[np.int32], width: int) -> tuple[tuple[int, int], ...]:
    return tuple((int(i) // width, int(i) % width) for i in indices)

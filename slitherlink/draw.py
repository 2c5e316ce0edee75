"""Boards and drawings as text for people::

┏━━━━━━━┓   ·
┃ 3   1 ┃
┃   ┏━━━┛   ·
┃ 2 ┃ 3   ×
┗━━━┛   ·   ·
"""

from typing import Final, Literal, NamedTuple

from slitherlink.puzzle import OPEN, Drawing, Puzzle

Style = Literal["unicode", "ascii"]


class Strokes(NamedTuple):
    """How the parts of a drawing look."""

    vertices: str
    """A character for each set of lines at a vertex: 1 for up, 2 for down, 4 for left, 8 for right, added."""
    horizontal: dict[str, str]
    """Three characters for the state of an edge: ``1`` line, ``0`` cross, ``?`` open."""
    vertical: dict[str, str]
    """One character for the same."""


STROKES: Final[dict[Style, Strokes]] = {
    "unicode": Strokes("·╹╻┃╸┛┓┫╺┗┏┣━┻┳╋", {"1": "━━━", "0": " × ", "?": "   "}, {"1": "┃", "0": "×", "?": " "}),
    "ascii": Strokes("." + "+" * 15, {"1": "---", "0": " x ", "?": "   "}, {"1": "|", "0": "x", "?": " "}),
}


def draw(puzzle: Puzzle, drawing: Drawing | None = None, *, style: Style = "unicode") -> str:
    """The board with its clues, and lines where ``drawing`` has them; 2 · height + 1 lines, without an end of line.

    Crosses are shown in a drawing that has open edges; in a finished one every edge without a line is meant to be none.
    ValueError for a drawing of another size.
    """
    if drawing is not None and (drawing.height, drawing.width) != (puzzle.height, puzzle.width):
        raise ValueError(
            f"a drawing of {drawing.height}×{drawing.width} cells on a board of {puzzle.height}×{puzzle.width}"
        )
    horizontal, vertical = _shown_edges(puzzle, drawing)
    strokes = STROKES[style]
    lines = []
    for row in range(puzzle.height + 1):
        above = vertical[row - 1] if row > 0 else "?" * (puzzle.width + 1)
        below = vertical[row] if row < puzzle.height else "?" * (puzzle.width + 1)
        lines.append(_dots(above, below, horizontal[row], strokes))
        if row < puzzle.height:
            lines.append(_cells(puzzle.rows[row], below, strokes))
    return "\n".join(lines)


def _shown_edges(puzzle: Puzzle, drawing: Drawing | None) -> tuple[list[str], list[str]]:
    if drawing is None:
        drawing = Drawing(puzzle.height, puzzle.width, bytes([OPEN]) * puzzle.lattice.n_edges)
    if OPEN in drawing.edges:
        return drawing.horizontal, drawing.vertical
    return [row.replace("0", "?") for row in drawing.horizontal], [row.replace("0", "?") for row in drawing.vertical]


def _dots(above: str, below: str, along: str, strokes: Strokes) -> str:
    """A row of vertices and the horizontal edges between them."""
    padded = f"?{along}?"
    parts = []
    for col, (up, down) in enumerate(zip(above, below, strict=True)):
        lines = (up, down, padded[col], padded[col + 1])
        parts.append(strokes.vertices[sum(1 << bit for bit, state in enumerate(lines) if state == "1")])
        if col < len(along):
            parts.append(strokes.horizontal[along[col]])
    return "".join(parts)


def _cells(clues: str, beside: str, strokes: Strokes) -> str:
    """A row of clues and the vertical edges around them."""
    parts = [
        strokes.vertical[state] + f" {' ' if clue == '.' else clue} "
        for state, clue in zip(beside, clues, strict=False)
    ]
    return ("".join(parts) + strokes.vertical[beside[-1]]).rstrip()

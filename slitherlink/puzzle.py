"""The words of the field: a board, a drawing on it, the loop, and the errors.

::

    SlitherlinkError(ValueError)
    ├── FormatError     text that is no board; says what was read, where, expected and found
    └── SizeError       a board beyond the stated limits
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from slitherlink.lattice import Lattice, lattice_for

NO_CLUE: Final = 255
"""A blank cell."""
QUESTION: Final = 254
"""A drawn ``?``: no constraint, kept so that a board prints as it was read."""

MAX_SIDE: Final = 500
MAX_CELLS: Final = 20_000
"""Limits of a board. Faces are numbered in 15 bits inside the engine; this leaves room for its ring."""

LINE: Final = 1
CROSS: Final = 0
OPEN: Final = 2
"""State of an edge in a drawing: part of the loop, no part of it, or not decided."""

_CLUE_TO_TEXT = bytes(ord(str(b)) if b <= 4 else ord("?") if b == QUESTION else ord(".") for b in range(256))
_EDGE_TO_TEXT = bytes({LINE: ord("1"), CROSS: ord("0")}.get(b, ord("?")) for b in range(256))


class SlitherlinkError(ValueError):
    """Anything this package refuses."""


class FormatError(SlitherlinkError):
    """Text that is no board."""


class SizeError(SlitherlinkError):
    """A board beyond the limits `MAX_SIDE` and `MAX_CELLS`."""


class Status(StrEnum):
    """The verdict on a board."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNDECIDED = "undecided"
    """A budget ran out."""
    INVALID = "invalid"
    """The input is no board."""


def check_size(height: int, width: int) -> None:
    """Raise `SizeError` when no board of this size is taken."""
    if height < 1 or width < 1:
        raise SizeError(f"a board needs at least one row and one column, got {height} rows × {width} columns")
    if height > MAX_SIDE or width > MAX_SIDE or height * width > MAX_CELLS:
        raise SizeError(
            f"a board may have at most {MAX_SIDE} rows, {MAX_SIDE} columns and {MAX_CELLS} cells, "
            f"got {height} rows × {width} columns = {height * width} cells"
        )


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A board: its size and clues. Two boards with the same clues are equal, whatever their names."""

    height: int
    width: int
    clues: bytes
    """One byte a cell, row by row: 0–4, `NO_CLUE` or `QUESTION`."""
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        check_size(self.height, self.width)
        if len(self.clues) != self.height * self.width:
            raise FormatError(
                f"{self.height} rows × {self.width} columns need {self.height * self.width} clues, "
                f"got {len(self.clues)}"
            )
        odd = self.clues.translate(None, delete=_LEGAL)
        if odd:
            cell = self.clues.index(odd[:1])
            row, col = divmod(cell, self.width)
            raise FormatError(f"row {row + 1}, column {col + 1}: expected a clue 0–4, got {odd[0]}")

    @property
    def rows(self) -> list[str]:
        """Canonical rows: ``0``–``4``, ``.`` for a blank, ``?`` for a drawn clue without a number."""
        text = self.clues.translate(_CLUE_TO_TEXT).decode("ascii")
        return [text[start : start + self.width] for start in range(0, len(text), self.width)]

    @property
    def lattice(self) -> Lattice:
        """The lattice that the board lies on."""
        return lattice_for(self.height, self.width)

    def clue(self, row: int, col: int) -> int | None:
        """The number in a cell, or None."""
        clue = self.clues[row * self.width + col]
        return clue if clue <= 4 else None


_LEGAL = bytes([0, 1, 2, 3, 4, NO_CLUE, QUESTION])


@dataclass(frozen=True, slots=True)
class Drawing:
    """Edge states on a board: a loop, a candidate, a partial position, or what several loops share."""

    height: int
    width: int
    edges: bytes
    """One byte an edge in the lattice's order: `LINE`, `CROSS` or `OPEN`."""

    def __post_init__(self) -> None:
        expected = self.lattice.n_edges
        if len(self.edges) != expected:
            raise FormatError(
                f"a drawing on {self.height} rows × {self.width} columns has {expected} edges, got {len(self.edges)}"
            )

    @property
    def lattice(self) -> Lattice:
        """The lattice that is drawn on."""
        return lattice_for(self.height, self.width)

    @property
    def horizontal(self) -> list[str]:
        """height + 1 strings of length width: ``1`` line, ``0`` no line, ``?`` open."""
        text = self.edges.translate(_EDGE_TO_TEXT).decode("ascii")
        return [text[row * self.width : (row + 1) * self.width] for row in range(self.height + 1)]

    @property
    def vertical(self) -> list[str]:
        """height strings of length width + 1: ``1`` line, ``0`` no line, ``?`` open."""
        text = self.edges.translate(_EDGE_TO_TEXT).decode("ascii")[self.lattice.n_horizontal :]
        step = self.width + 1
        return [text[row * step : (row + 1) * step] for row in range(self.height)]

    @property
    def length(self) -> int:
        """Number of lines."""
        return self.edges.count(LINE)


@dataclass(frozen=True, slots=True)
class Loop(Drawing):
    """A drawing without open edges that `slitherlink.rules` found to be one loop."""

    @property
    def inside(self) -> list[str]:
        """One string a row of cells: ``#`` inside the loop, ``.`` outside."""
        return [bytes(row).decode("ascii") for row in np.where(self.inside_cells, ord("#"), ord(".")).astype(np.uint8)]

    @property
    def inside_cells(self) -> NDArray[np.bool_]:
        """bool ``(height, width)``: each cell left of which an odd number of vertical lines runs."""
        vertical = np.frombuffer(self.edges, dtype=np.uint8)[self.lattice.n_horizontal :]
        crossings = np.cumsum(vertical.reshape(self.height, self.width + 1)[:, :-1], axis=1)
        return (crossings & 1).astype(np.bool_)


def drawing_of(horizontal: list[str], vertical: list[str]) -> Drawing:
    """Read a drawing from its strings of ``1``, ``0`` and ``?``; `FormatError` says which string is wrong."""
    height, width = len(vertical), len(vertical[0]) - 1 if vertical else 0
    check_size(height, width)
    for name, rows, n_rows, length in (
        ("horizontal", horizontal, height + 1, width),
        ("vertical", vertical, height, width + 1),
    ):
        if len(rows) != n_rows:
            raise FormatError(f"{name}: expected {n_rows} strings for {height} rows of cells, got {len(rows)}")
        for number, row in enumerate(rows, start=1):
            if len(row) != length:
                raise FormatError(f"{name}, string {number}: expected {length} characters, got {len(row)}")
            for col, character in enumerate(row, start=1):
                if character not in "01?":
                    raise FormatError(
                        f"{name}, string {number}, character {col}: expected 1, 0 or ?, got {character!r}"
                    )
    text = "".join(horizontal) + "".join(vertical)
    return Drawing(height, width, text.encode("ascii").translate(bytes.maketrans(b"01?", bytes([CROSS, LINE, OPEN]))))

"""The characters of cells, and how far an error message quotes what it read."""

from typing import Final

from slitherlink.puzzle import NO_CLUE, QUESTION, FormatError, Puzzle, check_size

BLANKS: Final = ".-_*"
"""Characters read as a blank cell; the first is the one written."""
CELLS: Final = "01234?" + BLANKS
"""Every character read as one cell."""
EXPECTED: Final = "0-4, ? or a blank (. - _ * or a space)"

MAX_TEXT: Final = 1 << 20
"""Longest text of one board, in characters. The largest board needs 80 kB with a separator and ``-1`` for each blank;
a result object of it with both solutions, which is read as a board too, about 300 kB."""

_TO_CLUE = bytearray(256)
_TO_CLUE[ord("0") : ord("4") + 1] = bytes(range(5))
_TO_CLUE[ord("?")] = QUESTION
for _blank in BLANKS:
    _TO_CLUE[ord(_blank)] = NO_CLUE
_TO_CLUE_TABLE: Final = bytes(_TO_CLUE)


def is_cells(text: str) -> bool:
    """Whether each character is one cell."""
    return not text.strip(CELLS)


def puzzle_of(height: int, width: int, cells: str) -> Puzzle:
    """The board of these cells, row by row. The caller owes ``is_cells(cells)`` and height · width of them."""
    return Puzzle(height, width, cells.encode("ascii").translate(_TO_CLUE_TABLE))


def puzzle_of_rows(rows: list[str]) -> Puzzle:
    """The board of these rows; `FormatError` says which row is odd, `SizeError` that there are too many cells."""
    cells, width = "".join(rows), len(rows[0])
    if not is_cells(cells):
        raise FormatError(_first_odd_cell(rows))
    check_size(len(rows), max(map(len, rows)))
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise FormatError(f"row {number} has {counted(len(row), 'cell')}, row 1 has {width}")
    return puzzle_of(len(rows), width, cells)


def _first_odd_cell(rows: list[str]) -> str:
    return next(
        f"row {row}, column {col}: expected {EXPECTED}, got {character!r}"
        for row, text in enumerate(rows, start=1)
        for col, character in enumerate(text, start=1)
        if character not in CELLS
    )


def counted(count: int, noun: str) -> str:
    """``1 cell``, ``2 cells``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def quoted(text: str, length: int = 60) -> str:
    """The text as an error message shows it: in quotes, its end cut off when it is long."""
    return repr(text) if len(text) <= length else f"{text[:length]!r}... ({len(text)} characters)"

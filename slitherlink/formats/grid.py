"""Plain grids: rows of equal length, as text editors, papers and course projects have them.

Written: ``0``-``4``, ``.`` for a blank, ``?`` for a drawn clue without a number. Read as well:

* ``-``, ``_`` and ``*`` as a blank, and a space where it cannot be meant otherwise;
* cells parted by spaces, tabs or commas; then ``-1`` is a blank too;
* a first line with the numbers of rows and columns, in either order, of cells or of dots: checked against the rows;
* all rows on one line, joined by ``/`` or ``,``.

What could be meant in two ways is refused, and nothing is padded.
"""

import re
from collections.abc import Sequence

from slitherlink.formats.cells import BLANKS, EXPECTED, counted, is_cells, puzzle_of, puzzle_of_rows, quoted
from slitherlink.formats.declaration import Format
from slitherlink.puzzle import FormatError, Puzzle

_HEADER = re.compile(r"\s*(\d{1,6})(?:[\s,x×]+(\d{1,6}))?\s*", re.ASCII)
_MINUS_ONE = ("-1", "\N{MINUS SIGN}1")


def parse(lines: Sequence[str]) -> Puzzle:
    """Read rows, with or without a header above them."""
    cells, width = "".join(lines), len(lines[0])
    if is_cells(cells) and len(cells) == width * len(lines) and set(map(len, lines)) == {width}:
        return puzzle_of(len(lines), width, cells)
    header = _header_numbers(lines[0])
    if header is None:
        return puzzle_of_rows(_rows(lines))
    if len(lines) == 1:
        return _parse_lone_numbers(lines[0])
    return _parse_below_header(header, lines)


def format(puzzle: Puzzle) -> str:
    """Canonical rows."""
    return "\n".join(puzzle.rows)


def parse_joined(lines: Sequence[str]) -> Puzzle:
    """Read a board on one line, its rows joined by ``/`` or ``,``."""
    line = lines[0].strip()
    rows = [row.strip() for row in line.split("/" if "/" in line else ",")]
    if "/" in line and not rows[-1]:
        rows.pop()
    for number, row in enumerate(rows, start=1):
        if not row:
            raise FormatError(f"row {number} is empty in {quoted(line)}")
    return puzzle_of_rows(rows)


def opens_joined(line: str) -> bool:
    """Whether all rows stand on this line. Cells parted by commas are one row, and ``10,10`` may be a header."""
    if "/" in line:
        return True
    return "," in line and not _is_header_only(line) and not _are_cells(line.split(","))


def opens_anew(line: str, rows: Sequence[str]) -> bool:
    """Whether this line ends the rows above it: numbers that are no cells are the header of the next board."""
    return _is_header_only(line) and not _may_have_spaces_as_blanks(rows)


def _is_header_only(line: str) -> bool:
    matched = _HEADER.fullmatch(line)
    if matched is None:
        return False
    numbers = [number for number in matched.groups() if number is not None]
    return not (all(map(_is_token, numbers)) if len(numbers) == 2 else is_cells(numbers[0]))


def _is_token(text: str) -> bool:
    """Whether this, between separators, is one cell."""
    text = text.strip()
    return text in _MINUS_ONE or (len(text) == 1 and is_cells(text))


def _are_cells(tokens: list[str]) -> bool:
    """Whether none of these, between commas, is a row of several cells."""
    return all(len(token.strip()) < 2 or _is_token(token) for token in tokens)


def _may_have_spaces_as_blanks(rows: Sequence[str]) -> bool:
    return any(" " in row.strip() for row in rows) and not any(blank in row for row in rows for blank in BLANKS)


def _header_numbers(line: str) -> tuple[int, int] | None:
    matched = _HEADER.fullmatch(line)
    if matched is None:
        return None
    first = int(matched[1])
    return first, int(matched[2] or first)


def _parse_lone_numbers(line: str) -> Puzzle:
    """A single line of numbers: one row of cells, or a 2×2 board such as ``10,22``."""
    if "," in line and not _are_cells(line.split(",")):
        return parse_joined([line])
    if len(line.strip()) > 1 and _is_header_only(line):  # a lone 5 is a wrong clue
        raise FormatError(f"{quoted(line.strip())} looks like a header, but no rows follow on the next line")
    return puzzle_of_rows(_rows([line]))


def _parse_below_header(header: tuple[int, int], lines: Sequence[str]) -> Puzzle:
    whole, body = _attempt(lines), _attempt(lines[1:])
    fits = isinstance(body, Puzzle) and _fits(header, body)
    if isinstance(whole, Puzzle):
        if fits:
            raise FormatError(
                f"the first line {quoted(lines[0].strip())} can be a header or a row of cells: "
                "remove the header, or write cells without separators"
            )
        return whole
    if fits and isinstance(body, Puzzle):
        return body
    if not _is_header_only(lines[0]) or _may_have_spaces_as_blanks(lines):
        raise whole
    if isinstance(body, FormatError):
        raise FormatError(f"below the header {quoted(lines[0].strip())}: {body}")
    size = f"{counted(body.height, 'row')} × {counted(body.width, 'column')}"
    raise FormatError(f"the header says {quoted(lines[0].strip())}, below it are {size}")


def _attempt(lines: Sequence[str]) -> Puzzle | FormatError:
    try:
        return puzzle_of_rows(_rows(lines))
    except FormatError as error:
        return error


def _fits(header: tuple[int, int], body: Puzzle) -> bool:
    """Whether the header counts cells or dots, rows or columns first."""
    cells, dots = (body.height, body.width), (body.height + 1, body.width + 1)
    return header in (cells, cells[::-1], dots, dots[::-1])


def _rows(lines: Sequence[str]) -> list[str]:
    """One character a cell, with the separators away."""
    text = "".join(lines)
    for separator in ("," if "," in text else "", "\t" if "\t" in text else ""):
        if separator:
            return [_joined_tokens(number, line.split(separator)) for number, line in enumerate(lines, start=1)]
    if " " not in text:
        return list(lines)
    return _rows_with_spaces(lines, text)


def _joined_tokens(number: int, tokens: list[str]) -> str:
    """A row of separated cells; a separator at the end of the row is passed over."""
    if not tokens[-1].strip():
        tokens = tokens[:-1]
    for col, token in enumerate(tokens, start=1):
        if not _is_token(token):
            found = quoted(token.strip()) if token.strip() else "nothing between two separators"
            raise FormatError(f"row {number}, column {col}: expected {EXPECTED}, got {found}")
    return "".join("." if len(token.strip()) > 1 else token.strip() for token in tokens)


def _rows_with_spaces(lines: Sequence[str], text: str) -> list[str]:
    stripped = [line.strip() for line in lines]
    if _are_spaced_evenly([row for row in stripped if row]):
        if not all(stripped):
            raise FormatError(
                f"row {stripped.index('') + 1} holds only spaces, the other rows have spaces between cells"
            )
        return [_joined_tokens(number, row.split()) for number, row in enumerate(stripped, start=1)]
    if any(blank in text for blank in BLANKS):
        return _rows_with_loose_spaces(stripped)
    if any(" " in row for row in stripped):
        return _rows_of_spaces(lines)
    if len(set(map(len, lines))) == 1 and len(set(map(len, stripped))) == 1:
        raise FormatError("spaces beside every row can be blank cells or margin: write . for a blank cell")
    return stripped if len(set(map(len, stripped))) == 1 else _rows_of_spaces(lines)


def _are_spaced_evenly(rows: list[str]) -> bool:
    """Whether every row has the same space between any two cells. A single column has none."""
    first = rows[0].split()
    if len(first) < 2:
        return False
    gap = " " * (rows[0].index(first[1], len(first[0])) - len(first[0]))
    return all(
        gap.join(tokens) == row and len(tokens) > 1 and all(map(_is_token, tokens))
        for row in rows
        if (tokens := row.split())
    )


def _rows_with_loose_spaces(stripped: list[str]) -> list[str]:
    """Rows whose blanks are written, so that spaces only part or align cells, or stand beside the rows."""
    if "" in stripped:
        raise FormatError(f"row {stripped.index('') + 1} holds only spaces")
    if not any(" " in row for row in stripped):
        return stripped
    return [_joined_tokens(number, row.split()) for number, row in enumerate(stripped, start=1)]


def _rows_of_spaces(lines: Sequence[str]) -> list[str]:
    """Rows in which a space is a blank cell."""
    width = len(lines[0])
    for number, line in enumerate(lines, start=1):
        if len(line) != width:
            raise FormatError(
                f"row {number} has {counted(len(line), 'cell')}, row 1 has {width}, with spaces as blanks "
                "(spaces at the end of a row get lost easily: write . for a blank)"
            )
    return [line.replace(" ", ".") for line in lines]


FORMAT = Format("text", lambda line: True, parse, format)
JOINED = Format("joined rows", opens_joined, parse_joined)

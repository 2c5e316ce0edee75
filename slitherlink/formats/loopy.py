"""Game IDs of Loopy in Simon Tatham's Portable Puzzle Collection: ``7x7t0de:a23a21g2b…``.

Width comes first. ``t0`` is the square tiling, ``d`` a difficulty; both may be missing, and ``10`` means ``10x10``.
After the colon a digit is a clue and ``a``-``z`` are 1 to 26 blanks, cells row by row. With ``#`` in place of the colon
the rest is a random seed, which says nothing about the board without Loopy's own generator.
"""

import re
from collections.abc import Sequence

from slitherlink.formats.cells import puzzle_of
from slitherlink.formats.declaration import Format
from slitherlink.formats.runs import LETTERS, decode, encode, run_code
from slitherlink.puzzle import QUESTION, FormatError, Puzzle, SizeError, check_size

BODY = run_code(
    {str(clue): str(clue) for clue in range(5)}
    | {"." * length: letter for length, letter in enumerate(LETTERS, start=1)},
    expected="0-4 or a-z",
    overruns=False,
)

SMALLEST_SIDE = 3
"""Loopy opens no board with fewer rows or columns."""

_ID = re.compile(r"(\d+)(?:x(\d+))?(?:t(\d+))?(?:d(\w))?([:#])(.*)", re.ASCII)


def parse(lines: Sequence[str]) -> Puzzle:
    """Read a game ID, also at the end of the address of Loopy's web page."""
    matched = _ID.fullmatch(_behind_address("".join(lines).strip()))
    if matched is None:
        raise FormatError("expected a Loopy ID such as 7x7t0de:a23a21g2b...")
    width_text, height_text, tiling, _difficulty, mark, body = matched.groups()
    if mark == "#":
        raise FormatError(
            "this Loopy ID holds a random seed (after the #), not a board: only Loopy's own generator can follow it; "
            "open it there and copy the game ID that has a colon"
        )
    if tiling is not None and int(tiling[:9]) != 0:
        raise FormatError(f"tiling t{tiling[:9]} of Loopy is not made of squares; expected t0")
    if max(len(width_text), len(height_text or "")) > 9:
        raise SizeError("the size in this Loopy ID has more than 9 digits")
    width = int(width_text)
    height = int(height_text or width_text)
    check_size(height, width)
    return puzzle_of(height, width, decode(BODY, body.strip(), height * width))


def format(puzzle: Puzzle) -> str:
    """The game ID; `FormatError` for a board that Loopy would not open."""
    if QUESTION in puzzle.clues:
        row, col = divmod(puzzle.clues.index(QUESTION), puzzle.width)
        raise FormatError(f"row {row + 1}, column {col + 1}: Loopy has no drawn clue without a number ('?')")
    if min(puzzle.height, puzzle.width) < SMALLEST_SIDE:
        raise FormatError(
            f"Loopy opens no board below {SMALLEST_SIDE} rows × {SMALLEST_SIDE} columns, "
            f"got {puzzle.height} × {puzzle.width}"
        )
    return f"{puzzle.width}x{puzzle.height}t0:{encode(BODY, ''.join(puzzle.rows))}"


def opens(line: str) -> bool:
    """Whether this is a game ID or a seed."""
    return _ID.fullmatch(_behind_address(line)) is not None


def _behind_address(line: str) -> str:
    """The ID; on Loopy's web page it stands after the first # of the address."""
    return line.partition("#")[2] if "://" in line else line


FORMAT = Format("loopy", opens, parse, format)

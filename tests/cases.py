"""Cases as text: the files of `tests/corpus`, read without the code that they test."""

from pathlib import Path
from typing import NamedTuple

from slitherlink import Puzzle
from slitherlink.puzzle import CROSS, LINE, Drawing, Status
from tests.boards import board

CORPUS = Path(__file__).parent / "corpus"


class BoardCase(NamedTuple):
    """A board and the truth about it."""

    puzzle: Puzzle
    status: Status
    n_loops: int
    length: int | None
    """Number of lines of the only loop."""


class FlawCase(NamedTuple):
    """A drawing and everything that is wrong with it."""

    name: str
    puzzle: Puzzle
    drawing: Drawing
    expected: list[tuple[str, tuple[tuple[int, int], ...], str]]
    """Flaw, places counted from 0, sentence."""


def board_cases(file: str = "boards.txt") -> list[BoardCase]:
    cases = []
    for name, lines in _blocks(file):
        header, rows = lines[0], lines[1:]
        fields = dict(word.split("=") for word in header.split()[2:])
        length = int(fields["length"]) if "length" in fields else None
        cases.append(BoardCase(board("/".join(rows), name), Status(fields["status"]), int(fields["loops"]), length))
    return cases


def flaw_cases(file: str = "flaws.txt") -> list[FlawCase]:
    cases = []
    for name, lines in _blocks(file):
        expected = []
        for line in (line for line in lines if line.startswith("!")):
            where, sentence = line[2:].split(" : ")
            flaw, _, places = where.partition(" at")
            dots = tuple((int(row) - 1, int(col) - 1) for row, col in (place.split(",") for place in places.split()))
            expected.append((flaw, dots, sentence))
        drawn = [line for line in lines if line[0] not in "#!"]
        cases.append(FlawCase(name, *drawn_board(drawn), expected))
    return cases


def drawn_board(lines: list[str]) -> tuple[Puzzle, Drawing]:
    """Read dots ``+``, lines ``-`` and ``|``, and clues between them; every dot and cell two characters apart."""
    width = len(lines[0]) // 2
    grid = [line.ljust(2 * width + 1) for line in lines]
    puzzle = board("/".join(line[1::2] for line in grid[1::2]))
    horizontal = "".join(line[1::2] for line in grid[0::2])
    vertical = "".join(line[0::2] for line in grid[1::2])
    edges = bytes(LINE if character in "-|" else CROSS for character in horizontal + vertical)
    return puzzle, Drawing(puzzle.height, puzzle.width, edges)


def _blocks(file: str) -> list[tuple[str, list[str]]]:
    """The blocks between empty lines, each with the name in its last ``#`` line; comments before it are left out."""
    blocks = []
    for block in (CORPUS / file).read_text(encoding="ascii").split("\n\n"):
        lines = block.splitlines()
        heads = [number for number, line in enumerate(lines) if line.startswith("# ")]
        if len(heads) < len(lines):
            blocks.append((lines[heads[-1]].split()[1], lines[heads[-1] :]))
    return blocks

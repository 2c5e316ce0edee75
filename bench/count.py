"""Counting: sizes, times and memory, after the published numbers have been reproduced.

    python -m bench.count            the table
    python -m bench.count --long     with the boards that take minutes, and one that is refused

Each line is made in a process of its own, so that its peak memory is its own.
"""

import argparse
import multiprocessing
import os
import platform
import resource
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from random import Random
from time import perf_counter
from typing import NamedTuple, TypeVar
from unittest.mock import patch

from slitherlink.count import count_loops
from slitherlink.puzzle import LINE, NO_CLUE, Puzzle, SizeError

T = TypeVar("T")

PUBLISHED = (
    1,
    13,
    213,
    9349,
    1222363,
    487150371,
    603841648931,
    2318527339461265,
    27359264067916806101,
    988808811046283595068099,
)
"""Loops on n × n cells, n = 1 … 10: OEIS A140517."""


class Board(NamedTuple):
    """A line of the table: a random loop, and each of its clues with a certain probability."""

    height: int
    width: int
    share: float
    """0 for a blank board."""


BOARDS = [
    Board(11, 11, 0),
    Board(12, 12, 0),
    Board(13, 13, 0),
    Board(12, 100, 0),
    Board(100, 12, 0.1),
    Board(12, 100, 0.3),
    Board(10, 10, 0.35),
    Board(15, 15, 0.15),
    Board(15, 15, 0.3),
    Board(20, 20, 0.3),
    Board(20, 36, 0.3),
    Board(25, 25, 0.35),
    Board(30, 30, 0.4),
]
LONG_BOARDS = [Board(14, 14, 0), Board(15, 15, 0), Board(16, 16, 0), Board(20, 20, 0)]


class Line(NamedTuple):
    """What was measured."""

    seconds: float
    megabytes: int
    """Peak of the process, with the interpreter and the compiler."""
    loops: str


def main() -> None:
    """Prove, then measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--long", action="store_true", help="the boards that take minutes, and one that is refused")
    arguments = parser.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, {"SLITHERLINK_CACHE": folder}):
        print(f"first count of all, with compilation: {apart(first_count):.1f} s")
        print(f"first count with compiled code on disk: {apart(first_count):.1f} s")
    print(f"blank 1×1 … 10×10: all {len(PUBLISHED)} published numbers, {apart(proved):.2f} s together\n")
    print(f"{'board':>8}  clues  seconds  peak MB  loops")
    for board in [*BOARDS, *(LONG_BOARDS if arguments.long else [])]:
        line = apart(measured, board)
        size = f"{board.height}×{board.width}"
        print(f"{size:>8} {board.share:>6.0%} {line.seconds:>8.2f} {line.megabytes:>8}  {line.loops}", flush=True)


def apart(function: Callable[..., T], *arguments: object) -> T:
    """Call a function in a process of its own, which imports everything anew."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(function, *arguments).result()


def first_count() -> float:
    """Seconds of the first count of a process, of a board that needs the solver too."""
    started = perf_counter()
    count_loops(random_board(Board(10, 10, 0.35)))
    return perf_counter() - started


def proved() -> float:
    """Seconds for the published numbers, once compiled."""
    count_loops(random_board(Board(2, 2, 0)))
    started = perf_counter()
    for n, loops in enumerate(PUBLISHED, start=1):
        found = count_loops(random_board(Board(n, n, 0)))
        if found != loops:
            raise AssertionError(f"blank {n}×{n}: published are {loops} loops, counted {found}")
    return perf_counter() - started


def measured(board: Board) -> Line:
    """Count the loops of one board."""
    count_loops(random_board(Board(10, 10, 0.35)))
    started = perf_counter()
    try:
        loops = count_loops(random_board(board))
        text = str(loops)
        said = text if len(text) <= 30 else f"{text[:6]}… ({len(text)} digits)"
    except SizeError as error:
        said = f"refused: {error}"
    return Line(perf_counter() - started, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10, said)


def random_board(board: Board) -> Puzzle:
    """The clues of a random loop, thinned; the same for the same size and share."""
    height, width, share = board
    if not share:
        return Puzzle(height, width, bytes([NO_CLUE]) * (height * width))
    rng = Random(f"{board}")
    inside = _grown(rng, height, width)
    clues = bytearray([NO_CLUE]) * (height * width)
    for row in range(height):
        for col in range(width):
            if rng.random() < share:
                beside = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
                clues[row * width + col] = sum(LINE for near in beside if (near in inside) != ((row, col) in inside))
    return Puzzle(height, width, bytes(clues))


def _grown(rng: Random, height: int, width: int) -> set[tuple[int, int]]:
    """Cells inside a loop: each new one meets the others in one stretch of its eight neighbours, mostly on one side."""
    ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
    inside = {(height // 2, width // 2)}
    for _ in range(40 * height * width):
        row, col = rng.randrange(height), rng.randrange(width)
        around = [(row + down, col + right) in inside for down, right in ring]
        changes = sum(a != b for a, b in zip(around, around[1:] + around[:1], strict=True))
        sides = sum(around[1::2])
        if (row, col) not in inside and changes == 2 and (sides == 1 or (sides > 1 and rng.random() < 0.3)):
            inside.add((row, col))
    return inside


if __name__ == "__main__":
    main()

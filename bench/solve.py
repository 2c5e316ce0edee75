"""Solving: microseconds a board by size, after every verdict has been found again by SAT with lazy loop cuts.

    python -m bench.solve [--rounds N] [FILE...]        examples/boards.txt when no file is named

A file holds boards in any format that is read. Each board is solved ``--rounds`` times, in file order, never one board
in a row; its time is the least of them. SAT (CaDiCaL, called from Python) is timed once a board, in the same run.
"""

import argparse
import os
import platform
import statistics
import sys
from collections import defaultdict
from datetime import date
from itertools import islice
from pathlib import Path
from time import perf_counter

from slitherlink import Puzzle
from slitherlink.engine import solve_many, warm_up
from slitherlink.formats import BadBoard, read_boards
from slitherlink.puzzle import Status
from tests.oracle import solutions_by_sat, verdict

EXAMPLES = Path(__file__).parent.parent / "examples" / "boards.txt"


def boards_in(file: Path) -> list[Puzzle]:
    """All boards of a file; ends the run at a bad one."""
    boards = []
    with file.open(encoding="utf-8") as stream:
        for board in read_boards(stream):
            if isinstance(board, BadBoard):
                sys.exit(f"{file}: {board.sentence}")
            boards.append(board)
    return boards


def engine_times(puzzles: list[Puzzle], rounds: int) -> tuple[list[Status], list[float]]:
    """The verdict on each board, and its least time in microseconds."""
    runs = [list(solve_many(puzzles)) for _ in range(rounds)]
    times = [min(solution.microseconds for solution in same) for same in zip(*runs, strict=True)]
    return [solution.status for solution in runs[0]], times


def sat_times(puzzles: list[Puzzle]) -> tuple[list[Status], list[float]]:
    """The verdict on each board, and its time in microseconds."""
    statuses, times = [], []
    for puzzle in puzzles:
        started = perf_counter()
        n_solutions = len(list(islice(solutions_by_sat(puzzle), 2)))
        times.append((perf_counter() - started) * 1e6)
        statuses.append(verdict(n_solutions))
    return statuses, times


def line(size: str, times: list[float], sat: list[float]) -> str:
    """A row of the table."""
    cuts = statistics.quantiles(times, n=20, method="inclusive") if len(times) > 1 else times * 19
    spread = [min(times), cuts[4], cuts[9], cuts[14], cuts[18], max(times)]
    figures = [1e6 * len(times) / sum(times), *spread, sum(sat) / sum(times)]
    return f"{size:>9} {len(times):>8} " + " ".join(f"{figure:>9,.0f}" for figure in figures)


def main() -> int:
    """Print the table; 1 when a verdict differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, default=[EXAMPLES], metavar="FILE")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    by_size: dict[tuple[int, int], list[Puzzle]] = defaultdict(list)
    for file in options.files:
        for puzzle in boards_in(file):
            by_size[puzzle.height, puzzle.width].append(puzzle)
    warm_up()
    machine = f"{os.cpu_count()} × {platform.processor() or platform.machine()}, Python {platform.python_version()}"
    print(f"{date.today()}, {machine}; microseconds a board on one core; the last column: times as fast as SAT")
    heads = ("boards/s", "min", "p25", "median", "p75", "p95", "max", "SAT")
    print(f"{'size':>9} {'boards':>8} " + " ".join(f"{head:>9}" for head in heads))
    faults = 0
    for (height, width), puzzles in sorted(by_size.items()):
        statuses, times = engine_times(puzzles, options.rounds)
        expected, sat = sat_times(puzzles)
        for puzzle, found, wanted in zip(puzzles, statuses, expected, strict=True):
            if found != wanted:
                faults += 1
                print(f"{puzzle.name or '/'.join(puzzle.rows)}: the engine says {found}, SAT says {wanted}")
        print(line(f"{height}x{width}", times, sat))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

"""Large boards with clues that are symmetric under half a turn: made here, solved, with time and peak memory.

    python -m bench.large [--largest CELLS]

A long loop is grown; then pairs of opposite clues are deleted, many at once at first, while the engine still proves the
loop to be the only one by probing alone, until the wanted share of clues is left or the attempts are used up. Each
board is solved in a process of its own.
"""

import argparse
import multiprocessing
import resource
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

from bench import report
from slitherlink import Puzzle
from slitherlink.engine import solve, warm_up
from slitherlink.learn import prove
from slitherlink.puzzle import NO_CLUE, Status
from tests.boards import border, fully_clued, grown_inside

SIZES = [(20, 36), (30, 40), (60, 60), (6, 100), (100, 6), (100, 100)]
SHARE = 0.35


class Line(NamedTuple):
    """What one board cost."""

    status: Status
    milliseconds: float
    nodes: int
    megabytes: int


def symmetric_board(rng: Random, height: int, width: int, share: float = SHARE, attempts: int = 4000) -> Puzzle:
    """A board with one solution, whose clues stand where they stand after half a turn; about ``share`` of cells."""
    n_cells = height * width
    wanted = round(share * n_cells)
    full = _full_board(rng, height, width)
    while solve(full).status is not Status.UNIQUE:
        full = _full_board(rng, height, width)
    pairs = [(cell, n_cells - 1 - cell) for cell in range((n_cells + 1) // 2)]
    rng.shuffle(pairs)
    chunk = max(1, len(pairs) // 40)
    waiting = [pairs[start : start + chunk] for start in range(0, len(pairs), chunk)]
    kept = set(range(n_cells))
    while waiting and attempts > 0 and len(kept) > wanted:
        attempts -= 1
        tried = waiting.pop()
        fewer = kept.difference(*tried)
        if solve(_only(full, fewer), max_nodes=1).status is Status.UNIQUE:
            kept = fewer
        elif len(tried) > 1:  # some of these are needed
            waiting += [tried[: len(tried) // 2], tried[len(tried) // 2 :]]
    return _only(full, kept)


def _full_board(rng: Random, height: int, width: int) -> Puzzle:
    """All clues of a loop; one that wanders more needs more of them, up to half of the cells."""
    inside = grown_inside(rng, height, width, height * width // 2, wander=0.3)
    return fully_clued(height, width, border(height, width, inside))


def share_of(puzzle: Puzzle) -> float:
    """Clues in a cell."""
    return 1 - puzzle.clues.count(NO_CLUE) / len(puzzle.clues)


def _only(puzzle: Puzzle, kept: set[int]) -> Puzzle:
    clues = bytes(clue if cell in kept else NO_CLUE for cell, clue in enumerate(puzzle.clues))
    return Puzzle(puzzle.height, puzzle.width, clues)


def measured(puzzle: Puzzle) -> Line:
    """Solve a board in this process."""
    warm_up()
    prove.warm_up()
    solution = solve(puzzle)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    return Line(solution.status, solution.microseconds / 1e3, solution.nodes, peak)


def main() -> int:
    """Make, solve and tell; 1 when a board does not have the one loop that it was made for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--largest", type=int, default=20_000, metavar="CELLS")
    parser.add_argument("--attempts", type=int, default=4000, help="deletions tried for a board (%(default)s)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="write the boards there, too")
    options = parser.parse_args()
    print(f"{report.origin()}, {report.load()}")
    print(f"{'size':>8} {'clues':>6} {'made in s':>10} {'ms':>9} {'nodes':>6} {'MB':>5}  verdict")
    wrong = 0
    made = []
    for height, width in SIZES:
        if height * width > options.largest:
            continue
        started = perf_counter()
        puzzle = symmetric_board(Random(f"{height} {width}"), height, width, attempts=options.attempts)
        seconds = perf_counter() - started
        made.append(puzzle)
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as apart:
            line = apart.submit(measured, puzzle).result()
        wrong += line.status is not Status.UNIQUE
        print(
            f"{f'{height}×{width}':>8} {share_of(puzzle):>6.0%} {seconds:>10.1f} {line.milliseconds:>9.2f}"
            f" {line.nodes:>6} {line.megabytes:>5}  {line.status}",
            flush=True,
        )
    if options.keep:
        options.keep.write_text("\n\n".join("\n".join(puzzle.rows) for puzzle in made) + "\n", encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

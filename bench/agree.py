"""Random boards of 3×3 to 12×12 through the engine and through SAT: same verdict, right loops, all different.

    python -m bench.agree [--count N] [--first N]        exits with 1 when a board differs

Board number i is the same on every machine. A third of them is made to have one loop, a third several, a third none;
what they have is for SAT to say, and the last line tells the shares.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from slitherlink import Puzzle
from slitherlink.engine import solve_many
from slitherlink.puzzle import Status
from slitherlink.solution import Solution
from tests.agreement import assert_agrees
from tests.boards import loop_board, noise_board, spoiled
from tests.oracle import solutions_by_sat, verdict


class Compared(NamedTuple):
    """One board, asked twice."""

    puzzle: Puzzle
    truth: Status
    fault: str | None
    """What is wrong with the engine's answer."""


def board(number: int) -> Puzzle:
    """Board ``number`` of the list."""
    rng = Random(f"agree {number}")
    height, width = rng.randint(3, 12), rng.randint(3, 12)
    match number % 6:
        case 0 | 1:  # nearly always one loop
            return loop_board(rng, height, width, share=rng.uniform(0.65, 1))
        case 2:
            return loop_board(rng, height, width, share=rng.uniform(0.45, 0.75))
        case 3:  # nearly always several
            return loop_board(rng, height, width, share=rng.uniform(0, 0.4))
        case 4:
            return spoiled(rng, loop_board(rng, height, width, share=rng.uniform(0.5, 1)))
        case _:
            return noise_board(rng, height, width, share=rng.uniform(0, 0.6))


def compared(puzzles: Iterable[Puzzle]) -> Iterator[Compared]:
    """Solve boards in both ways."""
    for solution in solve_many(puzzles):
        truth = list(islice(solutions_by_sat(solution.puzzle), 2))
        yield Compared(solution.puzzle, verdict(len(truth)), fault_of(solution, truth))


def fault_of(solution: Solution, truth: list[bytes]) -> str | None:
    """A sentence on what differs; ``truth``: the board's solutions, or two of them."""
    try:
        assert_agrees(solution, solution.puzzle, truth)
    except AssertionError as difference:
        return str(difference)
    return None


def main() -> int:
    """Compare, and count; 1 when a board differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=100_000, help="boards (%(default)s)")
    parser.add_argument("--first", type=int, default=0, help="number of the first one (%(default)s)")
    options = parser.parse_args()
    if not __debug__:
        parser.error("the comparison is made of assertions, which python -O leaves out")
    shares: Counter[str] = Counter()
    n_faults = 0
    numbers = range(options.first, options.first + options.count)
    for number, (_, truth, fault) in zip(numbers, compared(map(board, numbers)), strict=True):
        shares[truth.value] += 1
        if fault is not None:
            n_faults += 1
            print(f"board {number}: {fault}", flush=True)
        if shares.total() % 10_000 == 0:
            print(f"{shares.total():,} boards, {n_faults} differ", flush=True)
    told = ", ".join(f"{share:,} {status}" for status, share in sorted(shares.items()))
    print(f"{shares.total():,} boards ({told}): {n_faults} differ")
    return 1 if n_faults else 0


if __name__ == "__main__":
    sys.exit(main())

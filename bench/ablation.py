"""What each choice of the engine pays, on boards made here, all ways in one run.

    python -m bench.ablation [--boards N] [--rounds N]

Each way is the engine with one choice changed. Times are microseconds of the processor a board: mean, median, most, of
the median over the rounds; rounds of different ways alternate. All ways must find the same loops.
"""

import argparse
import statistics
import sys
from collections.abc import Callable, Sequence
from random import Random
from time import thread_time_ns
from typing import NamedTuple
from unittest.mock import patch

from bench import report
from bench.large import symmetric_board
from slitherlink import Puzzle
from slitherlink.engine import Budget, Solver, warm_up
from slitherlink.engine.ring import ringed_clues
from slitherlink.learn import prove
from slitherlink.puzzle import Status
from tests.boards import minimal_board

SETS = {"10×10 minimal": (10, 10), "15×12 minimal": (15, 12), "20×20 half a turn": (20, 20)}


class Solved(NamedTuple):
    """What one way made of one board."""

    status: Status
    microseconds: float
    nodes: int


Way = Callable[[Puzzle], Solved]


def with_probes(base: int, a_cell: int) -> Way:
    """The engine, with another number of probes before conflict learning takes over."""
    solver = Solver(Budget())

    def solved(puzzle: Puzzle) -> Solved:
        with patch.multiple("slitherlink.engine.solve", PROBES_A_BOARD=base, PROBES_A_CELL=a_cell):
            (solution,) = solver.solve([puzzle])
        return Solved(solution.status, solution.microseconds, solution.nodes)

    return solved


def learning_alone() -> Way:
    """Conflict learning from the bare board, without propagation and probing before it."""
    prover = prove.Prover()

    def solved(puzzle: Puzzle) -> Solved:
        height, width = puzzle.height, puzzle.width
        clues, pack = ringed_clues(puzzle), prove.nothing_known(height, width)
        started = thread_time_ns()
        prover.begin(height, width, clues, pack)
        while prover.run() == prove.PAUSED:
            pass
        microseconds = (thread_time_ns() - started) / 1e3
        found = len(prover.solutions)
        status = (Status.NONE, Status.UNIQUE, Status.MULTIPLE)[found]
        return Solved(status, microseconds, 1 + prover.effort.conflicts)

    return solved


def ways() -> dict[str, Way]:
    """All that is compared; the engine as it is comes first."""
    return {
        "as it is: 100 + 2 a cell": with_probes(100, 2),
        "no probe": with_probes(0, 0),
        "1 probe a cell": with_probes(0, 1),
        "2 probes a cell": with_probes(0, 2),
        "4 probes a cell": with_probes(0, 4),
        "any number of probes": with_probes(1 << 40, 0),
        "conflict learning alone": learning_alone(),
    }


def made(name: str, n_boards: int) -> list[Puzzle]:
    """The boards of a set, the same every time."""
    rng, size = Random(name), SETS[name]
    boards: list[Puzzle] = []
    while len(boards) < n_boards:
        puzzle = symmetric_board(rng, *size, share=0.25) if "turn" in name else minimal_board(rng, *size)
        boards += [puzzle] if puzzle else []
    return boards


def compared(puzzles: Sequence[Puzzle], rounds: int) -> dict[str, list[Solved]]:
    """Every way on every board; the time is the median over the rounds. AssertionError when two ways differ."""
    runs: dict[str, list[list[Solved]]] = {name: [] for name in ways()}
    for _ in range(rounds):
        for name, way in ways().items():
            runs[name].append([way(puzzle) for puzzle in puzzles])
    results = {
        name: [
            same[0]._replace(microseconds=statistics.median(solved.microseconds for solved in same))
            for same in zip(*of_way, strict=True)
        ]
        for name, of_way in runs.items()
    }
    verdicts = {name: [solved.status for solved in of_way] for name, of_way in results.items()}
    if len({tuple(statuses) for statuses in verdicts.values()}) != 1:
        raise AssertionError(f"expected the same verdicts in every way, got {verdicts}")
    return results


def main() -> int:
    """Print a table for each set."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--boards", type=int, default=30, help="boards in a set (%(default)s)")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    warm_up()
    prove.warm_up()
    print(f"{report.origin()}, {options.rounds} rounds, {report.load()}")
    for name in SETS:
        puzzles = made(name, options.boards)
        print(f"\n{f'{name}, {len(puzzles)} boards':<34} {'mean':>8} {'median':>8} {'most':>8} {'nodes':>8}")
        for way, results in compared(puzzles, options.rounds).items():
            times = [solved.microseconds for solved in results]
            figures = [statistics.mean(times), statistics.median(times), max(times), sum(s.nodes for s in results)]
            print(f"{way:<34} " + " ".join(f"{figure:>8,.0f}" for figure in figures), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

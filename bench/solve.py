"""Solving: microseconds a board by set and size, after every verdict has been found again by the other solvers.

    python -m bench.solve [--rounds N] [--loopy BINARY] [--write NAME] [FILE...]

A file is a set of boards in any format that is read; examples/boards.txt when none is named. Everything runs on one
core. In each round the boards are streamed in file order through the engine, through CaDiCaL with lazy loop cuts, and
through Loopy if a binary is named (made from bench/loopy_main.c); a board's time is the median of its rounds, always of
the processor. CP-SAT, where OR-tools is installed, gets a few boards of each set, once. When two solvers
disagree on a board, it is named, nothing is written, and the exit code is 1.

--write keeps the rows in bench/results/NAME-DATE.tsv and shows them in the README.
"""

import argparse
import multiprocessing
import os
import resource
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from bench import report, start
from bench.peers import Answer, by_cp_sat, by_loopy, by_sat, has_cp_sat
from slitherlink import Puzzle
from slitherlink.engine import solve_many, warm_up
from slitherlink.formats import BadBoard, read_boards
from slitherlink.learn import prove

EXAMPLES = report.ROOT / "examples" / "boards.txt"
CP_SAT_BOARDS, CP_SAT_CELLS = 3, 225
"""Boards of each set for CP-SAT, and the largest that it can do in the time it gets."""


class Engine(NamedTuple):
    """One round of the engine."""

    answers: list[Answer]
    nodes: list[int]
    megabytes: int


class Peers(NamedTuple):
    """Answers of the others; ``loopy`` and ``cp_sat`` are empty where they were not asked, ``cp_sat`` may be short."""

    sat: list[Answer]
    loopy: list[Answer]
    cp_sat: list[Answer]


def sets_of(file: Path) -> dict[tuple[int, int], list[Puzzle]]:
    """The boards of a file by size; ends the run at a bad one."""
    by_size: dict[tuple[int, int], list[Puzzle]] = defaultdict(list)
    with file.open(encoding="utf-8") as stream:
        for board in read_boards(stream):
            if isinstance(board, BadBoard):
                sys.exit(f"{file}: {board.sentence}")
            by_size[board.height, board.width].append(board)
    return dict(sorted(by_size.items()))


def by_engine(puzzles: Sequence[Puzzle]) -> Engine:
    """Stream boards once; the memory is that of this process since it began."""
    solutions = list(solve_many(puzzles))
    answers = [Answer(solution.status, solution.microseconds) for solution in solutions]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    return Engine(answers, [solution.nodes for solution in solutions], peak)


def medians(rounds: Sequence[Sequence[Answer]]) -> list[Answer]:
    """Each board with the median of its times."""
    return [
        Answer(same[0].status, statistics.median(answer.microseconds for answer in same))
        for same in zip(*rounds, strict=True)
    ]


def measured(puzzles: Sequence[Puzzle], rounds: int, loopy: Path | None) -> tuple[Engine, Peers]:
    """Boards of one size, in turn: the engine in a process of its own, the others."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin) as apart:
        runs, sat, stuck = [], [], []
        for _ in range(rounds):
            runs.append(apart.submit(by_engine, puzzles).result())
            sat.append(by_sat(puzzles))
            stuck.append(by_loopy(puzzles, loopy) if loopy else [])
    small = [puzzle for puzzle in puzzles if puzzle.height * puzzle.width <= CP_SAT_CELLS][:CP_SAT_BOARDS]
    cp_sat = by_cp_sat(small) if has_cp_sat() else []
    engine = Engine(medians([run.answers for run in runs]), runs[0].nodes, runs[-1].megabytes)
    return engine, Peers(medians(sat), medians(stuck), cp_sat)


def _begin() -> None:
    warm_up()
    prove.warm_up()


def disagreements(puzzles: Sequence[Puzzle], engine: Sequence[Answer], peers: Peers) -> Iterator[str]:
    """A sentence on each board about which two solvers do not say the same."""
    for name, answers in peers._asdict().items():
        for puzzle, ours, other in zip(puzzles, engine, answers, strict=False):
            if other.status is not None and ours.status is not other.status:
                yield f"{puzzle.name or '/'.join(puzzle.rows)}: the engine says {ours.status}, {name} {other.status}"


def ratio(engine: Sequence[Answer], other: Sequence[Answer]) -> str:
    """Times as long as the engine took on the same boards; a number of boards behind it where not all had an answer."""
    asked = [(ours, theirs) for ours, theirs in zip(engine, other, strict=False) if theirs.status is not None]
    if not other:
        return "-"
    if not asked:
        return f"none of {len(other)}"
    times = sum(theirs.microseconds for _, theirs in asked) / sum(ours.microseconds for ours, _ in asked)
    share = "" if len(asked) == len(engine) else f" ({len(asked)} of {len(other)})"
    return f"{times:,.0f}×{share}" if times >= 10 else f"{times:.1f}×{share}"


def row(name: str, puzzles: Sequence[Puzzle], engine: Engine, peers: Peers) -> report.Row:
    """A line of the table."""
    times = [answer.microseconds for answer in engine.answers]
    return report.Row(
        name,
        f"{puzzles[0].height}×{puzzles[0].width}",
        len(puzzles),
        1e6 * len(times) / sum(times),
        *report.spread(times),
        sum(engine.nodes),
        max(engine.nodes),
        engine.megabytes,
        *(ratio(engine.answers, other) for other in peers),
    )


def main() -> int:
    """Print the table; 1 when a verdict differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, default=[EXAMPLES], metavar="FILE")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--loopy", type=Path, metavar="BINARY")
    parser.add_argument("--write", metavar="NAME")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    note = f"{report.origin()}; one core, {options.rounds} rounds, {report.load()}"
    print(f"{note}\n{start.told(*start.starts())}", flush=True)
    rows: list[report.Row] = []
    faults: list[str] = []
    for file in options.files:
        for puzzles in sets_of(file).values():
            engine, peers = measured(puzzles, options.rounds, options.loopy)
            faults += disagreements(puzzles, engine.answers, peers)
            rows.append(row(file.stem, puzzles, engine, peers))
    print("\n".join([report.as_text(rows), *faults]))
    if faults:
        return 1
    print(f"all agree on {sum(row.boards for row in rows):,} boards")
    if options.write:
        print(f"written: {report.write(note, rows, options.write)} and README.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())

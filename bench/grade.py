"""Grades against other graders' numbers, and how many boards a second are graded.

    python -m bench.grade                   speed, and the separation of Loopy's levels (needs `sgt-loopy`)
    python -m bench.grade --rated FILE      with rank correlations to the numbers in a file of rated boards

A file of rated boards holds blocks of a header ``# id file rows cols key=number …`` and the rows of the board. Boards
are split, size by size, by their place in the file: the even ones were looked at when costs were chosen.
"""

import argparse
import os
import platform
import re
import shutil
import statistics
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import thread_time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.solve import solve
from slitherlink.formats import parse
from slitherlink.ladder.grading import Grade, climb_ladder, grade, is_at_most
from slitherlink.ladder.versions import CURRENT, Name
from slitherlink.puzzle import Loop, Puzzle, Status

LEVELS = "enth"
"""Loopy's easy, normal, tricky and hard."""
LOOPY_SIZES = {5: 200, 7: 200, 10: 200, 15: 80, 20: 40}
LOOPY_PLACES = ("/usr/games/sgt-loopy",)
NUMBERS = ("full", "edgeColor", "edgeDifficulty")


class Rated(NamedTuple):
    """A board with its only loop and what others say about it."""

    puzzle: Puzzle
    loop: Loop
    numbers: dict[str, float]


def ranks(values: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks from 0, equal values sharing their mean rank."""
    _, inverse, counts = np.unique(np.asarray(values, dtype=np.float64), return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return (last - (counts + 1) / 2)[inverse]


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's rank correlation, ties with their mean rank."""
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def area_under_curve(easier: Sequence[float], harder: Sequence[float]) -> float:
    """The chance that a board of the harder group has more than one of the easier group; equal ones count half."""
    both = ranks([*easier, *harder])
    n = len(harder)
    return float((both[len(easier) :].sum() - n * (n - 1) / 2) / (n * len(easier)))


def level_and_score(found: Grade) -> float:
    """(tier, score) as one number for ranking; short and long what-ifs count as two tiers."""
    return list(Name).index(found.name) * 1e6 + found.score


def rated_boards(path: Path) -> Iterator[Rated]:
    """Read a file of rated boards; those without exactly one loop are left out."""
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = block.strip().splitlines()
        rows = [line for line in lines if not line.startswith("#")]
        if rows:
            numbers = {key: float(value) for key, value in re.findall(r"(\w+)=([-\d.eE]+)", lines[0])}
            yield from _with_loop(parse("\n".join(rows)), numbers)


def loopy_boards(size: int, level: str, n_boards: int, folder: Path | None) -> list[Rated]:
    """Fresh boards of Loopy, or those of an earlier run kept in ``folder``."""
    kept = folder / f"{level}{size}.txt" if folder else None
    if kept and kept.exists():
        text = kept.read_text(encoding="ascii")
    else:
        program = shutil.which("sgt-loopy") or next((place for place in LOOPY_PLACES if Path(place).exists()), None)
        if program is None:
            raise SystemExit("sgt-loopy is not installed: Debian's package is sgt-puzzles")
        command = [program, "--generate", str(n_boards), f"{size}x{size}t0d{level}"]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        if kept:
            kept.write_text(text, encoding="ascii")
    return [rated for line in text.split() for rated in _with_loop(parse(line), {})]


def _with_loop(puzzle: Puzzle, numbers: dict[str, float]) -> Iterator[Rated]:
    solution = solve(puzzle)
    if solution.status is Status.UNIQUE:
        yield Rated(puzzle, solution.loops[0], numbers)


def correlations(boards: list[Rated], grades: list[Grade]) -> None:
    """Print Spearman's correlation of score and (tier, score) with each number, per size and half."""
    print("| size | boards | half | " + " | ".join(f"{n}: score / (tier, score)" for n in NUMBERS) + " |")
    print("|---|---|---|" + "---|" * len(NUMBERS))
    for size in sorted({(r.puzzle.height, r.puzzle.width) for r in boards}):
        places = [i for i, r in enumerate(boards) if (r.puzzle.height, r.puzzle.width) == size]
        for half, chosen in (("fitted", places[0::2]), ("held out", places[1::2])):
            cells = []
            for number in NUMBERS:
                rated = [i for i in chosen if number in boards[i].numbers]
                theirs = [boards[i].numbers[number] for i in rated]
                if len(rated) < 10:
                    cells.append("-")
                    continue
                scores = [grades[i].score for i in rated]
                both = [level_and_score(grades[i]) for i in rated]
                cells.append(f"{spearman(scores, theirs):.3f} / {spearman(both, theirs):.3f}")
            print(f"| {size[0]}x{size[1]} | {len(chosen)} | {half} | " + " | ".join(cells) + " |")


def separations(by_size: dict[int, dict[str, list[Grade]]]) -> None:
    """Print how well grades tell Loopy's levels apart."""
    print("| size | {t,h} over {e,n}: name / score / (tier, score) | n over e | h over t |")
    print("|---|---|---|---|")
    for size, levels in by_size.items():
        easier, harder = levels["e"] + levels["n"], levels["t"] + levels["h"]
        names = [[float(list(Name).index(g.name)) for g in group] for group in (easier, harder)]
        scores = {level: [g.score for g in found] for level, found in levels.items()}
        cells = [
            area_under_curve(*names),
            area_under_curve([g.score for g in easier], [g.score for g in harder]),
            area_under_curve([level_and_score(g) for g in easier], [level_and_score(g) for g in harder]),
        ]
        print(
            f"| {size}x{size} | {' / '.join(f'{c:.3f}' for c in cells)} | "
            f"{area_under_curve(scores['e'], scores['n']):.3f} | {area_under_curve(scores['t'], scores['h']):.3f} |"
        )


def speeds(by_size: dict[int, list[Rated]]) -> None:
    """Print boards a second of one core, by the thread's own clock, different boards in a row; the median of five."""
    print("| size | boards | full grade | tiers I-III only |")
    print("|---|---|---|---|")
    for size, boards in by_size.items():
        grade(boards[0].puzzle, boards[0].loop)
        full = _rate(boards, lambda rated: climb_ladder(rated.puzzle, rated.loop))
        low = _rate(boards, lambda rated: is_at_most(rated.puzzle, Name.NORMAL))
        print(f"| {size}x{size} | {len(boards)} | {full:,.0f}/s | {low:,.0f}/s |")


def _rate(boards: list[Rated], work: Callable[[Rated], object], n_runs: int = 5) -> float:
    rates = []
    for _ in range(n_runs):
        started = thread_time()
        for rated in boards:
            work(rated)
        rates.append(len(boards) / (thread_time() - started))
    return statistics.median(rates)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rated", type=Path, metavar="FILE", help="a file of rated boards")
    parser.add_argument("--largest", type=int, default=20, help="rated boards with longer sides are left out")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep Loopy's boards here, and use those kept")
    options = parser.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, ladder {CURRENT.version}")
    print()
    loopy = {
        size: {level: loopy_boards(size, level, n, options.keep) for level in LEVELS} for size, n in LOOPY_SIZES.items()
    }
    speeds({size: levels["h"] for size, levels in loopy.items()})
    print()
    separations(
        {
            size: {level: [grade(r.puzzle, r.loop) for r in boards] for level, boards in levels.items()}
            for size, levels in loopy.items()
        }
    )
    if options.rated:
        boards = [r for r in rated_boards(options.rated) if max(r.puzzle.height, r.puzzle.width) <= options.largest]
        print()
        correlations(boards, [grade(r.puzzle, r.loop) for r in boards])


if __name__ == "__main__":
    main()

"""Streams on the command line: one job against two, and memory on a file of a million boards. All seconds are wall.

    python -m bench.stream [--boards N] [--rounds N] [--million N]

Both read a file of 10×10 boards, a few hundred different ones made here, over and over. One job and two take turns, and
each time a plain loop (one process, then two at once) tells how much the machine had to give to a second process.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench import report
from slitherlink.engine import warm_up
from tests.boards import loop_board

DIFFERENT = 400
CPU_LOOP = 20_000_000


class Ran(NamedTuple):
    """A run of the command line."""

    seconds: float
    lines: int
    peaks: list[int]
    """Megabytes of all its processes together, in each fifth of the run: the most that was seen."""


def write_boards(file: Path, n_boards: int) -> None:
    """Boards of 10 rows, one blank line between two of them."""
    texts = ["\n".join(loop_board(Random(number), 10, 10, 0.65).rows) + "\n\n" for number in range(DIFFERENT)]
    with file.open("w", encoding="utf-8") as stream:
        for number in range(n_boards):
            stream.write(texts[number % DIFFERENT])


def solve_file(file: Path, jobs: int) -> Ran:
    """``slitherlink solve --json --jobs N`` on a file; its output is counted, line by line, and not kept."""
    command = [sys.executable, "-m", "slitherlink", "solve", "--json", "--jobs", str(jobs), str(file)]
    started = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        output = running.stdout.fileno()
        samples: list[int] = []
        next_look, lines = started, 0
        for block in iter(lambda: os.read(output, 1 << 16), b""):
            lines += block.count(b"\n")
            if time.perf_counter() >= next_look:
                samples.append(_megabytes(running.pid))
                next_look = time.perf_counter() + 0.5
    if running.returncode not in (0, 1):
        raise RuntimeError(f"{' '.join(command)}: ended with {running.returncode}")
    seconds = time.perf_counter() - started
    fifth = max(1, -(-len(samples) // 5))
    return Ran(seconds, lines, [max(samples[at : at + fifth]) for at in range(0, len(samples), fifth)])


def _megabytes(pid: int) -> int:
    """Of a process and its children; pages that they share count once for each."""
    total = 0
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for process in [str(pid), *children]:
            total += int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:  # one of them has just ended
        pass
    return total * os.sysconf("SC_PAGESIZE") >> 20


def plain_ratio() -> float:
    """What a second process adds to a plain loop: 2 on two free cores."""
    context = get_context("spawn")
    seconds = []
    for n in (1, 2):
        with context.Pool(n) as pool:
            pool.map(_spin, [1] * n)
            started = time.perf_counter()
            pool.map(_spin, [CPU_LOOP] * n, chunksize=1)
            seconds.append(time.perf_counter() - started)
    return 2 * seconds[0] / seconds[1]


def _spin(turns: int) -> int:
    total = 0
    for turn in range(turns):
        total += turn
    return total


def main() -> int:
    """Measure, and tell; 1 when a board has no line in the output."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--boards", type=int, default=20_000, help="for one job against two (%(default)s)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--million", type=int, default=1_000_000, metavar="N", help="for the memory (%(default)s)")
    options = parser.parse_args()
    warm_up()
    print(f"{report.origin()}, {report.load()}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "boards.txt"
        write_boards(file, options.boards)
        ratios, lost = [], 0
        for _ in range(options.rounds):
            plain = plain_ratio()
            one, two = solve_file(file, 1), solve_file(file, 2)
            lost += 2 * options.boards - one.lines - two.lines
            ratios.append(one.seconds / two.seconds)
            print(
                f"{options.boards:,} boards: one job {one.seconds:.1f} s, two {two.seconds:.1f} s,"
                f" ratio {ratios[-1]:.2f}; plain loops {plain:.2f}; {report.load()}",
                flush=True,
            )
        if ratios:
            print(f"median ratio {statistics.median(ratios):.2f}")
        if options.million:
            write_boards(file, options.million)
            ran = solve_file(file, 2)
            lost += options.million - ran.lines
            print(
                f"{options.million:,} boards, two jobs: {ran.seconds:.0f} s; peak in each fifth of the run,"
                f" all processes together: {', '.join(map(str, ran.peaks))} MB; {report.load()}"
            )
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())

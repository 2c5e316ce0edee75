"""Streams of boards: order, other things among them, several processes, and their end."""

import itertools
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from random import Random

import pytest

from slitherlink import Puzzle
from slitherlink.engine import Budget, solve, solve_many, solve_stream
from slitherlink.engine.stream import BATCH
from slitherlink.pool import AHEAD
from slitherlink.puzzle import Status
from slitherlink.solution import Solution
from tests.boards import board, random_board
from tests.oracle import enumerated

MIXED = [random_board(Random(seed), 1 + seed % 5, 1 + seed % 7) for seed in range(2 * BATCH + 30)]


def tell(item: Solution | str) -> str:
    return item if isinstance(item, str) else f"{item.puzzle.rows} {item.status}"


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_stream_gives_what_single_boards_give_in_order(jobs: int) -> None:
    items: list[Puzzle | str] = list(MIXED)
    items[5:5] = ["no board"]
    items.append("nor this")
    expected = [item if isinstance(item, str) else tell(solve(item)) for item in items]
    assert list(solve_stream(items, tell, budget=Budget(), jobs=jobs)) == expected


def test_the_same_boards_come_back_whatever_the_number_of_jobs() -> None:
    alone, together = list(solve_many(MIXED)), list(solve_many(MIXED, jobs=2))
    assert [(s.puzzle, s.loops, s.status, s.nodes) for s in alone] == [
        (s.puzzle, s.loops, s.status, s.nodes) for s in together
    ]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_stream_is_read_only_as_far_as_it_is_used(jobs: int) -> None:
    read = 0

    def endless() -> Iterator[Puzzle]:
        nonlocal read
        while True:
            read += 1
            yield MIXED[read % 10]

    stream = solve_many(endless(), jobs=jobs)
    for _ in range(10):
        next(stream)
    stream.close()  # type: ignore[attr-defined]
    assert read <= (AHEAD * jobs + 1) * BATCH


def test_no_process_is_left_when_the_parent_is_killed() -> None:
    code = (
        "from slitherlink import Puzzle; from slitherlink.engine import solve_many; import itertools, multiprocessing\n"
        "boards = itertools.repeat(Puzzle(3, 4, bytes([255]) * 12))\n"
        "for n, _ in enumerate(solve_many(boards, jobs=2)):\n"
        "    if n == 0: print(*[p.pid for p in multiprocessing.active_children()], flush=True)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    children = [int(pid) for pid in parent.stdout.readline().split()]
    assert len(children) == 2
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + 5
    while any(_is_alive(pid) for pid in children) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(_is_alive(pid) for pid in children)


def test_no_process_is_left_when_a_stream_is_left_early() -> None:
    stream = solve_many(itertools.repeat(MIXED[0]), jobs=2)
    next(stream)
    children = multiprocessing.active_children()
    assert len(children) == 2
    stream.close()  # type: ignore[attr-defined]
    for child in children:
        child.join(5)
    assert not any(child.is_alive() for child in children)


def _is_alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return os.path.exists(f"/proc/{pid}")


def test_budgets_end_in_undecided_with_a_reason() -> None:
    blank = Puzzle(9, 11, bytes([255]) * 99)
    first = solve(blank, limit=1)
    assert (first.status, len(first.loops)) == (Status.UNDECIDED, 1)
    assert first.reason is not None
    assert "limit of 1 loop" in first.reason
    with pytest.raises(ValueError, match="limit: expected 1 to 10000, got 0"):
        solve(blank, limit=0)
    with pytest.raises(ValueError, match="jobs: expected at least 1, got 0"):
        list(solve_many([blank], jobs=0))


@pytest.mark.parametrize("rows", ["../../..", "0./../../..", ".../.../...", "...../..3../....."])
def test_the_first_loop_is_the_same_whatever_the_limit(rows: str) -> None:
    puzzle = board(rows)
    solutions = {limit: solve(puzzle, limit=limit) for limit in (1, 2, 3, 50, 10_000)}
    assert len({solution.loops[0].edges for solution in solutions.values()}) == 1
    every = [loop.edges for loop in solutions[10_000].loops]
    assert len(set(every)) == len(every)
    for limit, solution in solutions.items():
        assert len(solution.loops) == min(limit, len(every))
    assert set(every) == set(enumerated(puzzle))

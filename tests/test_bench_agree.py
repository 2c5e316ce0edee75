"""The comparison of the bench with SAT: a slice of its boards, and that it notices what is wrong."""

from collections import Counter
from dataclasses import replace
from itertools import islice

from bench.agree import board, compared, fault_of
from slitherlink import Puzzle
from slitherlink.engine import solve
from slitherlink.puzzle import NO_CLUE, Status
from tests.oracle import solutions_by_sat

N_BOARDS = 400


def test_a_slice_of_the_random_boards_agrees_with_sat() -> None:
    results = list(compared(map(board, range(N_BOARDS))))
    assert len(results) == N_BOARDS
    assert [result.fault for result in results if result.fault is not None] == []
    shares = Counter(result.truth for result in results)
    assert set(shares) == {Status.UNIQUE, Status.MULTIPLE, Status.NONE}
    assert min(shares.values()) >= N_BOARDS // 5
    sizes = {(result.puzzle.height, result.puzzle.width) for result in results}
    assert {height for height, _ in sizes} == {width for _, width in sizes} == set(range(3, 13))


def test_a_wrong_verdict_and_a_wrong_loop_are_noticed() -> None:
    puzzle = next(puzzle for puzzle in map(board, range(50)) if solve(puzzle).status is Status.UNIQUE)
    right, truth = solve(puzzle), list(islice(solutions_by_sat(puzzle), 2))
    assert fault_of(right, truth) is None
    wrong_verdict = fault_of(replace(right, status=Status.NONE, loops=()), truth)
    assert wrong_verdict is not None
    assert "wanted" in wrong_verdict
    assert fault_of(replace(right, loops=()), truth) is not None
    blank = Puzzle(puzzle.height, puzzle.width, bytes([NO_CLUE]) * (puzzle.height * puzzle.width))
    (other,) = [loop for loop in solve(blank).loops if loop.edges != right.loops[0].edges][:1]
    assert fault_of(replace(right, loops=(other,)), truth) is not None

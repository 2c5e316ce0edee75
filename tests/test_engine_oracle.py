"""The engine against the oracle: every verdict, every loop, on boards of every kind; oblong ones first."""

from itertools import islice
from random import Random

import pytest

from slitherlink.engine import solve, solve_many
from slitherlink.puzzle import Status
from tests.agreement import assert_agrees
from tests.boards import OBLONG_FIRST, loop_board, noise_board, random_board, spoiled, transposed
from tests.cases import BoardCase, board_cases
from tests.oracle import enumerated, solutions_by_sat


@pytest.mark.parametrize("case", board_cases(), ids=lambda case: case.puzzle.name)
def test_boards_that_break_other_programs(case: BoardCase) -> None:
    for puzzle in (case.puzzle, transposed(case.puzzle)):
        solution = solve(puzzle)
        assert solution.status is case.status
        assert_agrees(solution, puzzle, list(solutions_by_sat(puzzle)))
        if case.length is not None:
            assert [loop.length for loop in solution.loops] == [case.length]


@pytest.mark.parametrize("size", OBLONG_FIRST, ids=lambda size: f"{size[0]}x{size[1]}")
def test_small_boards_of_all_densities_agree_with_enumeration(size: tuple[int, int]) -> None:
    rng = Random(str(size))
    puzzles = [random_board(rng, *size) for _ in range(250)]
    puzzles += [
        maker(rng, *size, share=tenths / 10)
        for tenths in range(11)
        for maker in (loop_board, noise_board)
        for _ in "12"
    ]
    for puzzle, solution in zip(puzzles, solve_many(puzzles), strict=True):
        assert_agrees(solution, puzzle, enumerated(puzzle))


@pytest.mark.parametrize("size", [(2, 3), (4, 2), (3, 4), (3, 3)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_with_a_high_limit_all_solutions_are_found(size: tuple[int, int]) -> None:
    rng = Random(str(size))
    for share in (0.0, 0.1, 0.2, 0.3, 0.5):
        for _ in range(8):
            puzzle = loop_board(rng, *size, share)
            truth = enumerated(puzzle)
            solution = solve(puzzle, limit=len(truth) + 1)
            assert_agrees(solution, puzzle, truth, limit=len(truth) + 1)
            assert sorted(loop.edges for loop in solution.loops) == sorted(truth)
            assert_agrees(solve(puzzle, limit=3), puzzle, truth, limit=3)


@pytest.mark.slow
def test_2000_random_boards_from_5x5_to_8x8_agree_with_sat() -> None:
    rng = Random(20)
    sizes = [(5, 8), (8, 5), (6, 7), (7, 6), (5, 6), (8, 7), (5, 5), (6, 6), (7, 7), (8, 8)]
    puzzles = [random_board(rng, *size) for size in sizes for _ in range(200)]
    seen = dict.fromkeys(Status, 0)
    for puzzle, solution in zip(puzzles, solve_many(puzzles), strict=True):
        assert_agrees(solution, puzzle, list(islice(solutions_by_sat(puzzle), 2)))
        seen[solution.status] += 1
    assert min(seen[status] for status in (Status.NONE, Status.UNIQUE, Status.MULTIPLE)) > 300, seen


def test_ambiguous_and_unsolvable_boards_of_15x10_agree_with_sat() -> None:
    rng = Random(21)
    for number in range(60):
        puzzle = loop_board(rng, *((15, 10), (10, 15))[number % 2], share=0.5 + 0.5 * rng.random())
        for board in (puzzle, spoiled(rng, puzzle)):
            assert_agrees(solve(board), board, list(islice(solutions_by_sat(board), 2)))


def test_the_same_board_gives_the_same_answer_alone_and_in_any_batch() -> None:
    rng = Random(22)
    puzzles = [random_board(rng, *rng.choice([(5, 7), (7, 5), (6, 6)])) for _ in range(100)]
    alone = [solve(puzzle) for puzzle in puzzles]
    for batch in (alone, list(reversed(alone))):
        again = list(solve_many([solution.puzzle for solution in batch]))
        assert [(s.status, s.loops, s.nodes) for s in again] == [(s.status, s.loops, s.nodes) for s in batch]


def test_more_processes_give_the_same_solutions_in_the_same_order() -> None:
    rng = Random(23)
    puzzles = [random_board(rng, *rng.choice([(5, 7), (7, 5)])) for _ in range(600)]
    one, two = (list(solve_many(iter(puzzles), jobs=jobs)) for jobs in (1, 2))
    assert [s.puzzle for s in one] == puzzles
    assert [(s.puzzle, s.status, s.loops, s.nodes) for s in two] == [
        (s.puzzle, s.status, s.loops, s.nodes) for s in one
    ]

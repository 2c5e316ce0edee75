"""From the smallest board to the largest: rows, columns, ribbons, and the size that is promised."""

from random import Random

import pytest

from slitherlink import Puzzle
from slitherlink.engine import solve
from slitherlink.puzzle import LINE, NO_CLUE, Status
from tests.agreement import assert_agrees
from tests.boards import board, border, fully_clued, grown_inside, thinned, transposed
from tests.oracle import enumerated, is_solution


@pytest.mark.parametrize(
    ("clue", "status"), [("0", "none"), ("1", "none"), ("2", "none"), ("3", "none"), ("4", "unique"), (".", "unique")]
)
def test_the_smallest_board(clue: str, status: str) -> None:
    solution = solve(board(clue))
    assert solution.status == status
    assert [loop.inside for loop in solution.loops] == ([["#"]] if status == "unique" else [])


@pytest.mark.parametrize(
    "row", ["3..3", "32.23", "3.....", "4.....", ".2....", "0....0", "3232.", "1.2.3", "......", "2.2"]
)
def test_one_row_and_one_column(row: str) -> None:
    for puzzle in (board(row), transposed(board(row))):
        assert_agrees(solve(puzzle), puzzle, enumerated(puzzle))


def test_a_blank_board_of_any_shape_has_several_solutions() -> None:
    for height, width in [(1, 2), (2, 1), (1, 500), (500, 1), (6, 100), (100, 6), (40, 25)]:
        puzzle = Puzzle(height, width, bytes([NO_CLUE]) * (height * width))
        solution = solve(puzzle)
        assert solution.status is Status.MULTIPLE
        assert len({loop.edges for loop in solution.loops}) == 2
        assert all(is_solution(puzzle, loop.edges) for loop in solution.loops)


@pytest.mark.parametrize(("height", "width"), [(6, 100), (100, 6), (1, 500), (500, 1), (40, 500), (100, 100)])
def test_a_long_loop_on_a_large_board_is_found_and_is_the_only_one(height: int, width: int) -> None:
    rng = Random(height)
    loop = border(height, width, grown_inside(rng, height, width, height * width * 3 // 5, wander=0.9))
    full = fully_clued(height, width, loop)
    assert loop.count(LINE) > height * width * 2 // 3
    # As few clues as still leave one loop, in steps: a clue set with more than one only lacks some.
    for share in (0.8, 0.9, 1.0):
        puzzle = thinned(rng, full, share)
        solution = solve(puzzle)
        assert solution.status in (Status.UNIQUE, Status.MULTIPLE)
        assert all(is_solution(puzzle, found.edges) for found in solution.loops)
        if solution.status is Status.UNIQUE:
            break
    assert [found.edges for found in solution.loops] == [loop]

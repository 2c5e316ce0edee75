"""Large boards with symmetric clues, made here: found, proved, and judged by the oracle; beyond the limit, refused."""

from random import Random

import pytest

from bench.large import share_of, symmetric_board
from slitherlink import Puzzle
from slitherlink.engine import solve
from slitherlink.puzzle import NO_CLUE, SizeError, Status
from tests.boards import transposed
from tests.oracle import is_solution


@pytest.mark.parametrize(
    ("height", "width", "attempts", "share"),
    [(20, 36, 400, 0.45), (6, 100, 400, 0.45), (100, 6, 400, 0.45), (60, 60, 100, 0.8), (100, 100, 60, 0.9)],
)
def test_a_large_symmetric_board_has_one_loop_either_way_up(
    height: int, width: int, attempts: int, share: float
) -> None:
    puzzle = symmetric_board(Random(f"test {height} {width}"), height, width, attempts=attempts)
    given = [clue != NO_CLUE for clue in puzzle.clues]
    assert given == given[::-1]
    assert share_of(puzzle) <= share
    for board in (puzzle, transposed(puzzle)):
        solution = solve(board)
        assert solution.status is Status.UNIQUE
        (loop,) = solution.loops
        assert is_solution(board, loop.edges)


@pytest.mark.parametrize(
    ("height", "width", "named"),
    [(1, 501, "501 columns"), (501, 1, "501 rows"), (59, 339, "20001 cells"), (339, 59, "20001 cells")],
)
def test_a_board_beyond_the_limit_is_refused_by_name(height: int, width: int, named: str) -> None:
    with pytest.raises(SizeError, match=named):
        Puzzle(height, width, bytes([NO_CLUE]) * (height * width))

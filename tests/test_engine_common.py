"""The edges that every solution shares."""

from random import Random

import pytest

from slitherlink import Puzzle
from slitherlink.engine import solve
from slitherlink.puzzle import NO_CLUE, OPEN, Drawing, Status
from tests.boards import board, random_board
from tests.oracle import enumerated, shared


@pytest.mark.parametrize("seed", range(6))
def test_common_edges_are_those_of_the_list_of_all_solutions(seed: int) -> None:
    rng = Random(seed)
    seen = set()
    for _ in range(40):
        height, width = rng.choice([(1, 4), (4, 1), (2, 3), (3, 2), (4, 2), (2, 4), (3, 4), (4, 3), (4, 4)])
        puzzle = random_board(rng, height, width)
        solution = solve(puzzle, common=True)
        seen.add(solution.status)
        loops = enumerated(puzzle)
        assert (solution.common.edges if solution.common else None) == (shared(loops) if loops else None), puzzle.rows
    assert {Status.UNIQUE, Status.MULTIPLE, Status.NONE} <= seen


@pytest.mark.parametrize(("height", "width"), [(10, 10), (6, 30), (30, 6)])
def test_nothing_is_common_to_all_loops_of_a_blank_board(height: int, width: int) -> None:
    solution = solve(Puzzle(height, width, bytes([NO_CLUE]) * (height * width)), common=True)
    assert solution.common is not None
    assert set(solution.common.edges) == {OPEN}


def test_a_clue_decides_around_itself_even_on_a_board_with_many_loops() -> None:
    solution = solve(board("0......./......../......../.......3"), common=True)
    assert solution.status is Status.MULTIPLE
    assert solution.common is not None
    assert solution.common.horizontal[0][:2] == "00"
    assert solution.common.horizontal[4][7] == "1"
    assert solution.common.vertical[3][8] == "1"


def test_common_edges_are_not_claimed_without_proof() -> None:
    rng = Random(5)
    puzzle = random_board(rng, 12, 13)
    while solve(puzzle).status is not Status.MULTIPLE:
        puzzle = random_board(rng, 12, 13)
    complete = solve(puzzle, common=True).common
    assert isinstance(complete, Drawing)
    assert solve(puzzle, common=True, max_nodes=1).common in (None, complete)
    assert solve(puzzle, common=True, time_limit=1e-9).common is None

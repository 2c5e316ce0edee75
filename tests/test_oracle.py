"""The oracle itself: its two halves agree, and it reproduces the numbers that others have published."""

from itertools import islice, product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slitherlink import Puzzle
from slitherlink.puzzle import LINE, Status
from tests.boards import OBLONG_FIRST, board, border, grown_inside, random_board, transposed
from tests.cases import BoardCase, board_cases
from tests.oracle import (
    all_loops,
    clues_of,
    edges_of,
    enumerated,
    is_one_loop,
    single_loops,
    solutions_by_sat,
    verdict,
)


@pytest.mark.parametrize(("height", "width", "n_loops"), [(1, 1, 1), (2, 2, 13), (3, 3, 213), (4, 4, 9349)])
def test_there_are_as_many_loops_as_published(height: int, width: int, n_loops: int) -> None:
    assert len(single_loops(height, width).edges) == n_loops


def test_the_local_rules_leave_34_drawings_of_which_22_are_one_loop() -> None:
    loops = all_loops(3, 3)
    fits = np.ones(len(loops.edges), dtype=bool)
    for (row, col), clue in clues_of(board(".2./2.2/.2.")).items():
        fits &= loops.counts[:, 3 * row + col] == clue
    assert np.bincount(loops.n_loops[fits]).tolist() == [0, 22, 7, 4, 1]


def test_fully_clued_3x3_boards_are_210_of_which_3_are_ambiguous_and_9_hold_a_4() -> None:
    loops = single_loops(3, 3)
    vectors, n_loops = np.unique(loops.counts, axis=0, return_counts=True)
    assert len(vectors) == 210
    assert (n_loops > 1).sum() == 3
    assert [1, 2, 3, 2, 2, 2, 3, 2, 1] in vectors[n_loops > 1].tolist()
    assert (vectors == 4).any(axis=1).sum() == 9


def test_every_2x2_board_has_as_many_solutions_as_published() -> None:
    seen = {with_4: [0, 0, 0] for with_4 in (False, True)}
    for clues in product("01234.", repeat=4):
        n_solutions = min(2, len(enumerated(board("".join(clues[:2]) + "/" + "".join(clues[2:])))))
        seen[True][n_solutions] += 1
        if "4" not in clues:
            seen[False][n_solutions] += 1
    assert seen == {False: [523, 61, 41], True: [1162, 93, 41]}


@pytest.mark.parametrize("case", board_cases(), ids=lambda case: case.puzzle.name)
def test_the_corpus_tells_the_truth(case: BoardCase) -> None:
    solutions = list(solutions_by_sat(case.puzzle))
    assert len(solutions) == case.n_loops
    assert verdict(len(solutions)) == case.status
    if case.length is not None:
        assert [solution.count(LINE) for solution in solutions] == [case.length]


def test_sat_finds_the_enumerated_solutions_each_once() -> None:
    rng = Random(3)
    for number in range(400):
        puzzle = random_board(rng, *OBLONG_FIRST[number % len(OBLONG_FIRST)])
        assert sorted(solutions_by_sat(puzzle)) == sorted(enumerated(puzzle)), puzzle.rows


def up_to(n: int, puzzle: Puzzle) -> int:
    return len(list(islice(solutions_by_sat(puzzle), n)))


def test_transposing_a_board_keeps_the_number_of_solutions() -> None:
    rng = Random(4)
    for _ in range(100):
        puzzle = random_board(rng, rng.randint(5, 7), rng.randint(3, 6))
        assert up_to(20, puzzle) == up_to(20, transposed(puzzle)), puzzle.rows


def test_random_boards_are_of_every_kind() -> None:
    rng = Random(5)
    for sizes in (OBLONG_FIRST[2:8], [(5, 8), (8, 5), (7, 6)]):
        seen = dict.fromkeys((Status.NONE, Status.UNIQUE, Status.MULTIPLE), 0)
        for number in range(300):
            seen[verdict(up_to(2, random_board(rng, *sizes[number % len(sizes)])))] += 1
        assert min(seen.values()) > 30, seen


@given(st.integers(1, 12), st.integers(1, 12), st.integers(), st.data())
def test_a_grown_inside_has_one_loop_as_its_border(height: int, width: int, seed: int, data: st.DataObject) -> None:
    n_cells = data.draw(st.integers(1, height * width))
    edges = border(height, width, grown_inside(Random(seed), height, width, n_cells))
    assert is_one_loop(height, width, edges)


def loops_for_parity() -> st.SearchStrategy[tuple[int, int, bytes]]:
    def grow(height: int, width: int, seed: int) -> tuple[int, int, bytes]:
        rng = Random(seed)
        return height, width, border(height, width, grown_inside(rng, height, width, rng.randint(1, height * width)))

    return st.builds(grow, st.integers(1, 12), st.integers(1, 12), st.integers())


@given(loops_for_parity())
def test_each_row_and_each_column_of_cells_is_crossed_an_even_number_of_times(loop: tuple[int, int, bytes]) -> None:
    height, width, edges = loop
    lines = [edge for edge, state in zip(edges_of(height, width), edges, strict=True) if state == LINE]
    for row in range(height):
        assert sum(first == (row, col) and second[0] > row for first, second in lines for col in [first[1]]) % 2 == 0
    for col in range(width):
        assert sum(first == (row, col) and second[1] > col for first, second in lines for row in [first[0]]) % 2 == 0


@given(loops_for_parity(), st.data())
def test_a_closed_walk_from_cell_to_cell_crosses_the_loop_an_even_number_of_times(
    loop: tuple[int, int, bytes], data: st.DataObject
) -> None:
    height, width, edges = loop
    is_line = dict(zip(edges_of(height, width), edges, strict=True))
    # The walk may leave the board anywhere: all cells beyond the rim are the outside, and no line runs between them.
    row = col = crossings = 0
    turns = data.draw(st.lists(st.sampled_from("UDLR"), max_size=40))
    for turn in (
        turns
        + ["U"] * turns.count("D")
        + ["D"] * turns.count("U")
        + ["L"] * turns.count("R")
        + ["R"] * turns.count("L")
    ):
        down, right = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}[turn]
        if down:
            edge = ((max(row, row + down), col), (max(row, row + down), col + 1))
        else:
            edge = ((row, max(col, col + right)), (row + 1, max(col, col + right)))
        crossings += is_line.get(edge, 0) == LINE
        row, col = row + down, col + right
    assert (row, col) == (0, 0)
    assert crossings % 2 == 0

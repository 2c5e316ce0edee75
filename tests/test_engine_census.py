"""Every clue set of a small board through the engine: the published totals, and each verdict against enumeration."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from slitherlink import Puzzle
from slitherlink.engine import solve_many
from slitherlink.puzzle import NO_CLUE, Status
from tests.agreement import assert_agrees
from tests.oracle import enumerated, single_loops, verdict

BLANK_TO_3 = (0, 1, 2, 3, NO_CLUE)


def all_boards(height: int, width: int, clues: tuple[int, ...]) -> Iterator[Puzzle]:
    for values in product(clues, repeat=height * width):
        yield Puzzle(height, width, bytes(values))


def solvable(height: int, width: int) -> Counter[bytes]:
    """The number of solutions of each board that has any: every loop, with every choice of its clues left blank."""
    counts: Counter[bytes] = Counter()
    for around in single_loops(height, width).counts.tolist():
        counts.update(bytes(clues) for clues in product(*((clue, NO_CLUE) for clue in around)))
    return counts


@pytest.mark.parametrize(
    ("clues", "totals"),
    [(BLANK_TO_3, (523, 61, 41)), ((*BLANK_TO_3, 4), (1162, 93, 41))],
    ids=["without 4", "with 4"],
)
def test_every_2x2_board(clues: tuple[int, ...], totals: tuple[int, int, int]) -> None:
    seen: Counter[Status] = Counter()
    for solution in solve_many(all_boards(2, 2, clues)):
        assert_agrees(solution, solution.puzzle, enumerated(solution.puzzle))
        seen[solution.status] += 1
    assert (seen[Status.NONE], seen[Status.UNIQUE], seen[Status.MULTIPLE]) == totals
    assert seen.total() == sum(totals)


@pytest.mark.parametrize(("height", "width"), [(1, 5), (5, 1), (2, 3), (3, 2)])
def test_every_oblong_board_of_up_to_six_cells(height: int, width: int) -> None:
    truth = solvable(height, width)
    n_boards = 0
    for solution in solve_many(all_boards(height, width, (*BLANK_TO_3, 4))):
        assert solution.status is verdict(truth[solution.puzzle.clues]), solution.puzzle.rows
        n_boards += 1
    assert n_boards == 6 ** (height * width)


@pytest.mark.slow
def test_every_3x3_board() -> None:
    truth = solvable(3, 3)
    seen: Counter[Status] = Counter()
    for solution in solve_many(all_boards(3, 3, BLANK_TO_3)):
        assert solution.status is verdict(truth[solution.puzzle.clues]), solution.puzzle.rows
        seen[solution.status] += 1
    assert seen == {Status.NONE: 1_894_499, Status.UNIQUE: 39_129, Status.MULTIPLE: 19_497}


def test_every_solvable_3x3_board_with_a_4_has_that_cell_as_its_loop() -> None:
    with_4 = [Puzzle(3, 3, clues) for clues in solvable(3, 3) if 4 in clues]
    # With the 39,129 without a 4 these are the 41,433 unique boards of the census.
    assert len(with_4) == 41_433 - 39_129
    for solution in solve_many(with_4):
        assert solution.status is Status.UNIQUE
        row, col = divmod(solution.puzzle.clues.index(4), 3)
        wanted = ["".join("#" if (r, c) == (row, col) else "." for c in range(3)) for r in range(3)]
        assert solution.loops[0].inside == wanted


def test_fully_clued_3x3_boards() -> None:
    loops = single_loops(3, 3)
    full = Counter(map(bytes, loops.counts))
    solutions = list(solve_many(Puzzle(3, 3, clues) for clues in full))
    assert len(solutions) == 210
    ambiguous = [solution.puzzle.rows for solution in solutions if solution.status is Status.MULTIPLE]
    assert len(ambiguous) == 3
    assert ["123", "222", "321"] in ambiguous
    assert sum(solution.status is Status.UNIQUE for solution in solutions) == 207

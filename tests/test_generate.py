"""Making boards: loops, what is left of the clues, the stamps, and that a seed is a promise."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from slitherlink import Puzzle, flaws
from slitherlink.engine import solve
from slitherlink.engine.ring import BLANK, drawing_from_colours, n_ringed, ringed_cells
from slitherlink.generate.boards import Made, TooRare, Wish, board, boards, made_in_order
from slitherlink.generate.loops import clues_around, grow, is_simple
from slitherlink.generate.symmetry import Symmetry, orbits
from slitherlink.ladder.grading import grade
from slitherlink.ladder.versions import Name
from slitherlink.puzzle import NO_CLUE, Status
from slitherlink.rng import below, draw
from tests.oracle import solutions_by_sat

SIZES = [(5, 7), (7, 5), (2, 9), (9, 2), (1, 6), (10, 10)]


def without(puzzle: Puzzle, cells: list[int]) -> Puzzle:
    clues = bytearray(puzzle.clues)
    for cell in cells:
        clues[cell] = NO_CLUE
    return Puzzle(puzzle.height, puzzle.width, bytes(clues))


def n_solutions(puzzle: Puzzle) -> int:
    """None, one, or two for several; by SAT."""
    solutions = solutions_by_sat(puzzle)
    return sum(1 for _, _ in zip(range(2), solutions, strict=False))


def test_draws_are_those_of_splitmix64() -> None:
    # The first three outputs for seed 1234567, as its authors' C code prints them.
    golden = 0x9E3779B97F4A7C15
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [int(draw(np.uint64(1234567), np.uint64(i))) for i in (1, 2, 3)] == expected
    assert int(draw(np.uint64((1234567 + golden) % 2**64), np.uint64(0))) == expected[0]


def test_draws_below_a_bound_are_even() -> None:
    counts = Counter(int(below(np.uint64(7), np.uint64(i), 6)) for i in range(6000))
    assert set(counts) == set(range(6))
    assert max(counts.values()) - min(counts.values()) < 200


@pytest.mark.parametrize(("height", "width"), SIZES)
def test_a_grown_shape_has_one_loop_around_it(height: int, width: int) -> None:
    stride, cells = width + 1, ringed_cells(height, width)
    for key in range(30):
        inside = np.zeros(n_ringed(height, width), dtype=np.uint8)
        n = grow(inside, height, stride, np.uint64(key), 1 + key % (height * width), 180, 8 * key)
        assert inside.sum() == n >= 1
        assert inside[cells].sum() == n
        clues = np.full(inside.size, BLANK, dtype=np.uint8)
        clues_around(inside, clues, height, stride)
        full = Puzzle(height, width, clues[cells].tobytes())
        assert flaws(full, drawing_from_colours(height, width, inside)) == 0


def test_a_cell_may_change_sides_exactly_when_the_border_stays_one_loop() -> None:
    rng = Random(3)
    verdicts = set()
    for _ in range(60):
        inside = np.zeros(n_ringed(4, 5), dtype=np.uint8)
        grow(inside, 4, 6, np.uint64(rng.getrandbits(60)), rng.randrange(2, 16), 0, 0)
        blank = Puzzle(4, 5, bytes([NO_CLUE]) * 20)
        for cell in ringed_cells(4, 5).ravel():
            changed = inside.copy()
            changed[cell] ^= 1
            fine = bool(changed.any()) and flaws(blank, drawing_from_colours(4, 5, changed)) == 0
            # The lone inside cell has no side of its own kind; taking it away leaves no loop.
            assert bool(is_simple(inside, int(cell), 6)) == (fine and inside.sum() + changed.sum() > 1), inside
            verdicts.add(fine)
    assert verdicts == {True, False}


@pytest.mark.parametrize("symmetry", list(Symmetry))
def test_groups_are_a_partition_that_its_symmetry_keeps(symmetry: Symmetry) -> None:
    height, width = (5, 5) if symmetry in (Symmetry.QUARTER, Symmetry.DIAGONAL) else (4, 7)
    groups = [set(group.tolist()) for group in orbits(height, width, symmetry)]
    assert sorted(cell for group in groups for cell in group) == list(range(height * width))
    image = {
        Symmetry.NONE: lambda r, c: (r, c),
        Symmetry.ROTATE: lambda r, c: (height - 1 - r, width - 1 - c),
        Symmetry.QUARTER: lambda r, c: (c, height - 1 - r),
        Symmetry.MIRROR: lambda r, c: (r, width - 1 - c),
        Symmetry.FLIP: lambda r, c: (height - 1 - r, c),
        Symmetry.DIAGONAL: lambda r, c: (c, r),
    }[symmetry]
    for group in groups:
        moved = {image(*divmod(cell, width)) for cell in group}
        assert {r * width + c for r, c in moved} == group


@pytest.mark.parametrize("symmetry", list(Symmetry))
def test_boards_have_one_loop_and_no_clue_too_many(symmetry: Symmetry) -> None:
    size = (6, 6) if symmetry in (Symmetry.QUARTER, Symmetry.DIAGONAL) else (5, 7)
    for made in boards(Wish(*size, seed=11, symmetry=symmetry), 4):
        puzzle = made.solution.puzzle
        assert n_solutions(puzzle) == 1
        assert made.minimal is True
        for group in orbits(*size, symmetry):
            has_clue = [puzzle.clues[cell] != NO_CLUE for cell in group.tolist()]
            assert len(set(has_clue)) == 1, "a group keeps its clues together"
            if has_clue[0]:
                assert n_solutions(without(puzzle, group.tolist())) == 2


@pytest.mark.parametrize("name", [n for n in Name if n is not Name.EXTREME])
def test_a_wished_grade_is_the_grade(name: Name) -> None:
    for made in boards(Wish(7, 6, seed=5, name=name), 3):
        again = solve(made.solution.puzzle)
        assert again.status is Status.UNIQUE
        assert again.loops == made.solution.loops
        assert grade(again.puzzle, again.loops[0]) == made.grade
        assert made.grade.name is name


def stamps(made: list[Made]) -> list[tuple[object, ...]]:
    return [(m.solution.puzzle, m.solution.loops, m.grade, m.seed, m.index, m.minimal, m.tries) for m in made]


def test_the_same_wish_gives_the_same_boards_whatever_the_order_and_the_number_of_processes() -> None:
    wish = Wish(6, 7, seed=3, symmetry=Symmetry.ROTATE)
    alone = list(boards(wish, 6))
    assert stamps(list(made_in_order(wish, 6, jobs=3))) == stamps(alone)
    assert stamps([board(wish, 5), board(wish, 2)]) == stamps([alone[5], alone[2]])
    assert stamps(list(boards(Wish(6, 7, seed=4, symmetry=Symmetry.ROTATE), 6))) != stamps(alone)
    assert len({m.solution.puzzle for m in alone}) == 6


def test_a_wish_that_is_too_rare_says_how_often_it_was_tried() -> None:
    with pytest.raises(TooRare, match="no 2×2 board that is extreme was found in 25 tries"):
        board(Wish(2, 2, name=Name.EXTREME, max_tries=25), 0)


def test_wishes_that_make_no_sense_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="symmetry: quarter needs a square board, got 4 rows × 5 columns"):
        Wish(4, 5, symmetry=Symmetry.QUARTER)
    with pytest.raises(ValueError, match="size: expected at least two cells"):
        Wish(1, 1)
    with pytest.raises(ValueError, match="at most 500 rows"):
        Wish(501, 2)

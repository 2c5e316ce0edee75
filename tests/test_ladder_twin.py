"""The compiled ladder beside the slow one: the same rules in the same rounds with the same depths, on every board."""

from itertools import islice
from random import Random

import pytest

from slitherlink.ladder.grading import UP_TO, climb_ladder, is_at_most
from slitherlink.ladder.versions import CURRENT, HARD_DEPTH, PUBLISHED, Ladder, Name, Rule
from slitherlink.puzzle import Loop, Puzzle
from tests import slow_ladder
from tests.boards import loop_board, minimal_board
from tests.small_boards import images, only_loop, unique_boards


def assert_same_rounds(puzzle: Puzzle, loop: Loop, ladder: Ladder = CURRENT) -> None:
    finished, rounds, _ = slow_ladder.climb(puzzle, set(ladder.tiers), every_edge=ladder.every_edge)
    if Rule.WHAT_IF_REGION in ladder.tiers:
        rounds = [
            (rule, max(depth, ladder.region_depth) if rule is Rule.WHAT_IF_REGION else depth) for rule, depth in rounds
        ]
    climbed = climb_ladder(puzzle, loop, ladder)
    assert (climbed.finished, list(climbed.rounds)) == (finished, rounds), "\n" + "\n".join(puzzle.rows)


@pytest.mark.parametrize("size", [(1, 1), (1, 3), (3, 1), (2, 2), (1, 5), (2, 3), (3, 2)])
@pytest.mark.parametrize("ladder", [PUBLISHED, CURRENT], ids=lambda ladder: f"version {ladder.version}")
def test_the_twins_agree_on_all_boards_of_a_small_size(size: tuple[int, int], ladder: Ladder) -> None:
    boards = unique_boards(*size, largest=4)
    assert boards
    for clues, loop in boards.items():
        assert_same_rounds(Puzzle(*size, clues), loop, ladder)


def test_the_twins_agree_on_some_boards_of_3x3() -> None:
    for clues, loop in islice(unique_boards(3, 3).items(), 0, None, 197):
        assert_same_rounds(Puzzle(3, 3, clues), loop)


@pytest.mark.slow
def test_the_twins_agree_on_all_boards_of_3x3_up_to_symmetry() -> None:
    compared = 0
    for clues, loop in unique_boards(3, 3).items():
        puzzle = Puzzle(3, 3, clues)
        if puzzle.rows == min(images(puzzle.rows)):
            assert_same_rounds(puzzle, loop)
            compared += 1
    assert compared > 39_129 / 8


@pytest.mark.parametrize("size", [(3, 5), (5, 3), (4, 6), (2, 9), (1, 8), (5, 4)])
def test_the_twins_agree_on_random_oblong_boards(size: tuple[int, int]) -> None:
    rng = Random(str(size))
    tried = 0
    while tried < 4:
        puzzle = minimal_board(rng, *size) if tried % 2 else loop_board(rng, *size, share=0.7)
        loop = puzzle and only_loop(puzzle)
        if puzzle and loop:
            assert_same_rounds(puzzle, loop)
            tried += 1


def test_rounds_do_not_depend_on_the_order_in_which_facts_are_applied(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random("order")

    def apply_shuffled(sheet: slow_ladder.Sheet, facts: set[slow_ladder.Fact]) -> None:
        for a, b, value, edge in rng.sample(sorted(facts, key=str), len(facts)):
            sheet.relate(a, b, value)
            if edge is not None:
                sheet.edges.setdefault(edge, value)

    monkeypatch.setattr(slow_ladder.Sheet, "apply", apply_shuffled)
    for number in range(8):
        puzzle = minimal_board(rng, *[(4, 5), (5, 4), (3, 6), (6, 3)][number % 4])
        loop = puzzle and only_loop(puzzle)
        if puzzle and loop:
            assert_same_rounds(puzzle, loop)


def test_each_grade_is_solved_at_its_tier_and_not_below() -> None:
    """Both ways: `is_at_most` of a name holds exactly from the board's own grade on, judged by the slow ladder."""
    rng = Random("at most")
    for number in range(10):
        size = (4, 5) if number % 2 else (5, 4)
        puzzle = minimal_board(rng, *size)
        if puzzle is None:
            continue
        for name, (rules, _) in UP_TO.items():
            allowed = {rule for rule in Rule if rules >> rule & 1}
            deepest = HARD_DEPTH if name is Name.HARD else float("inf")
            finished, _, _ = slow_ladder.climb(puzzle, allowed, deepest)
            assert is_at_most(puzzle, name) == finished, (name, puzzle.rows)

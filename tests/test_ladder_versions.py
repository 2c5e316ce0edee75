"""The published counts, and the ladders as data."""

from collections import Counter
from itertools import pairwise

import pytest

from slitherlink.ladder.grading import UP_TO, grade
from slitherlink.ladder.versions import CURRENT, LADDERS, PUBLISHED, Name, Rule, Tier, name_of
from slitherlink.puzzle import Puzzle
from tests.small_boards import loops_of, unique_boards


@pytest.mark.slow
def test_version_0_stamps_the_published_counts_on_all_3x3_boards() -> None:
    boards = unique_boards(3, 3)
    assert (len(loops_of(3, 3)), len(boards)) == (213, 39_129)
    stamps = Counter(grade(Puzzle(3, 3, clues), loop, PUBLISHED).tier for clues, loop in boards.items())
    assert stamps == {Tier.I: 6_795, Tier.II: 160, Tier.III: 1_832, Tier.IV: 30_342}


@pytest.mark.slow
def test_version_1_stamps_these_counts_on_all_3x3_boards() -> None:
    """Found by this program and its slow twin; a change means a new version of the ladder."""
    stamps = Counter(grade(Puzzle(3, 3, clues), loop).name for clues, loop in unique_boards(3, 3).items())
    assert stamps == {
        Name.BEGINNER: 6_931,
        Name.EASY: 27_886,
        Name.NORMAL: 3_265,
        Name.HARD: 922,
        Name.EXPERT: 4,
        Name.EXTREME: 121,
    }


def test_rules_are_tried_from_the_lowest_tier_up() -> None:
    for ladder in LADDERS.values():
        assert list(ladder.tiers) == sorted(ladder.tiers)
        assert list(ladder.tiers.values()) == sorted(ladder.tiers.values())
        assert max(ladder.tiers.values()) < ladder.stuck


def test_every_rule_of_the_current_ladder_has_a_cost() -> None:
    what_ifs = {Rule.WHAT_IF, Rule.WHAT_IF_REGION}
    assert set(CURRENT.costs) == set(CURRENT.tiers) - what_ifs - {Rule.ADJACENT_THREES}
    assert [CURRENT.cost(Rule.WHAT_IF, depth) for depth in (1, 2, 3, 4, 5, 6, 8, 9, 99)] == [
        0.4, 1, 1.25, 1.5, 1.5, 2, 2, 2.5, 2.5,
    ]  # fmt: skip


def test_names_split_what_ifs_by_their_depth() -> None:
    assert [name_of(Tier.IV, depth) for depth in (1, 2, 3)] == [Name.HARD, Name.HARD, Name.EXPERT]
    assert [name_of(tier, 0) for tier in (Tier.I, Tier.II, Tier.III, Tier.V)] == [
        Name.BEGINNER, Name.EASY, Name.NORMAL, Name.EXTREME,
    ]  # fmt: skip


def test_a_higher_grade_admits_all_rules_of_the_lower_ones() -> None:
    admitted = [rules for rules, _ in UP_TO.values()]
    assert all(low & high == low and low != high for low, high in pairwise(admitted))
    assert admitted[-1] == sum(1 << rule for rule in CURRENT.tiers)

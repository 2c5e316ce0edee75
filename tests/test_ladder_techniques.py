"""Each rule has a board that needs it, kept as a drawing before and after its first round."""

import pytest

from slitherlink.ladder.versions import CURRENT, Rule
from slitherlink.puzzle import Puzzle
from tests import slow_ladder
from tests.small_boards import unique_boards
from tests.techniques import BOARDS, FOLDER, technique

BELOW: dict[Rule, set[Rule]] = {rule: {lower for lower in CURRENT.tiers if lower < rule} for rule in CURRENT.tiers}


def finishes(puzzle: Puzzle, rules: set[Rule]) -> bool:
    return slow_ladder.climb(puzzle, rules)[0]


def test_every_rule_of_the_ladder_has_a_case() -> None:
    assert list(BOARDS) == list(CURRENT.tiers)
    assert {path.stem for path in FOLDER.glob("*.txt")} == {rule.name.lower() for rule in BOARDS}


@pytest.mark.parametrize("rule", BOARDS, ids=lambda rule: rule.name.lower())
def test_the_board_needs_its_rule(rule: Rule) -> None:
    puzzle = technique(rule).puzzle
    assert finishes(puzzle, {*BELOW[rule], rule})
    assert not finishes(puzzle, BELOW[rule])


@pytest.mark.parametrize("rule", BOARDS, ids=lambda rule: rule.name.lower())
def test_the_rule_does_what_is_drawn(rule: Rule) -> None:
    assert technique(rule).text == (FOLDER / f"{rule.name.lower()}.txt").read_text(encoding="ascii")


def test_no_smaller_board_needs_readings_the_loop_rule_or_a_region() -> None:
    for rule in (Rule.READINGS, Rule.LOOP, Rule.REGION):
        n_cells = len(technique(rule).puzzle.clues)
        for size in [(h, w) for h in range(1, 5) for w in range(1, 5) if h * w < n_cells]:
            for clues in unique_boards(*size, largest=4):
                puzzle = Puzzle(*size, clues)
                assert finishes(puzzle, BELOW[rule]) or not finishes(puzzle, {*BELOW[rule], rule}), puzzle.rows

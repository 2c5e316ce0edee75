"""Hints from partial positions."""

import json
from random import Random

import pytest

from slitherlink.engine.solve import solve
from slitherlink.formats import parse
from slitherlink.ladder.hints import Hint, hint, hints
from slitherlink.ladder.versions import CURRENT, Tier
from slitherlink.puzzle import CROSS, LINE, OPEN, Drawing, Loop, Puzzle
from tests.boards import board, minimal_board
from tests.following import assert_follows
from tests.slow_ladder import Sheet, lowest

PUZZLE = parse("3..3.23\n......3\n.013.2.\n3..3...\n3...2..\n..3.3.1\n3.32...")


def loop_of(puzzle: Puzzle) -> Loop:
    return solve(puzzle).loops[0]


def empty(puzzle: Puzzle) -> Drawing:
    return Drawing(puzzle.height, puzzle.width, bytes([OPEN]) * puzzle.lattice.n_edges)


def part_of(loop: Loop, rng: Random, share: float) -> Drawing:
    edges = bytes(edge if rng.random() < share else OPEN for edge in loop.edges)
    return Drawing(loop.height, loop.width, edges)


def assert_right(found: Hint, puzzle: Puzzle, loop: Loop, drawing: Drawing) -> None:
    """The step and all that comes before it follow from what they cite, and begin with what is drawn."""
    assert found.step is not None
    assert found.step.edges
    noted = {edge for edge, state in enumerate(drawing.edges) if state != OPEN}
    pairs: set[object] = set()
    for step in (*found.before, found.step):
        assert_follows(puzzle, step)
        for fact in step.reason.facts:
            assert fact in pairs or fact.edge in noted, step.sentence
        pairs.update(step.finds)
    for edge, value in found.step.edges.items():
        assert loop.edges[edge] == value
    assert any(drawing.edges[edge] == OPEN for edge in found.step.edges)


def test_hints_from_random_positions_follow_from_what_they_cite() -> None:
    rng = Random("positions")
    for number in range(12):
        puzzle = minimal_board(rng, *[(5, 7), (7, 5), (6, 6)][number % 3])
        if puzzle is None:
            continue
        loop = loop_of(puzzle)
        for share in (0.0, 0.3, 0.6):
            drawing = part_of(loop, rng, share)
            found = hint(puzzle, loop, drawing)
            if found.step is not None:
                assert_right(found, puzzle, loop, drawing)
            else:
                assert "what-if inside a what-if" in found.sentence or "finished" in found.sentence


def test_a_hint_is_at_the_lowest_tier_that_decides_an_edge() -> None:
    """From the slow ladder: the first round that draws anything has the hint's tier."""
    rng = Random("lowest")
    for share in (0.0, 0.2, 0.4, 0.6):
        loop = loop_of(PUZZLE)
        drawing = part_of(loop, rng, share)
        found = hint(PUZZLE, loop, drawing)
        sheet = Sheet(PUZZLE)
        sheet.apply({sheet.fact(e, s) for e, s in enumerate(drawing.edges) if s != OPEN})
        drawn = dict(sheet.edges)
        while sheet.edges == drawn:
            rule, _, facts = lowest(sheet, set(CURRENT.tiers), float("inf"))
            sheet.apply(facts)
        assert found.step is not None
        assert found.step.tier == CURRENT.tiers[rule]


def test_following_hints_leads_to_the_loop() -> None:
    loop = loop_of(PUZZLE)
    found = hints(PUZZLE, loop, empty(PUZZLE), 1000)
    edges = bytearray(empty(PUZZLE).edges)
    for each in found[:-1]:
        assert each.step is not None
        for edge, value in each.step.edges.items():
            edges[edge] = value
    assert found[-1].step is None
    assert found[-1].sentence == "The loop is finished; nothing is left to find."
    assert [edge == LINE for edge in edges] == [edge == LINE for edge in loop.edges]


def test_one_step_decides_everything_that_its_pattern_decides() -> None:
    puzzle = board("..../.0../....")
    found = hint(board("..../.4../...."), loop_of(board("..../.4../....")), empty(puzzle))
    assert found.step is not None
    assert (found.step.tier, len(found.step.edges)) == (Tier.I, 4)


def test_mistakes_are_named_with_their_place() -> None:
    loop = loop_of(PUZZLE)
    line, cross = loop.edges.index(LINE), loop.edges.index(CROSS)
    edges = bytearray(empty(PUZZLE).edges)
    edges[line], edges[cross] = CROSS, LINE
    found = hint(PUZZLE, loop, Drawing(7, 7, bytes(edges)))
    assert {mistake.edge for mistake in found.mistakes} == {line, cross}
    assert found.step is None
    assert f"The line at the top of r1c{cross + 1} does not belong to the loop." in found.sentence
    assert f"The cross at the top of r1c{line + 1} is wrong: the loop runs there." in found.sentence
    assert len(found.as_json()["mistakes"]) == 2


def test_a_finished_loop_that_is_wrong_is_a_mistake_and_the_right_one_is_finished() -> None:
    puzzle = board("..../.4../....")
    loop = loop_of(puzzle)
    assert hint(puzzle, loop, loop).sentence == "The loop is finished; nothing is left to find."
    wrong = loop_of(board("4.../..../...."))
    found = hint(puzzle, loop, wrong)
    assert len(found.mistakes) == 8


def test_a_drawing_of_another_size_is_refused_with_both_sizes() -> None:
    with pytest.raises(ValueError, match="a drawing of 3×4 cells on a board of 7×7"):
        hint(PUZZLE, loop_of(PUZZLE), empty(board("..../..../....")))


def test_a_hint_is_json() -> None:
    value = json.loads(json.dumps(hint(PUZZLE, loop_of(PUZZLE), empty(PUZZLE)).as_json()))
    assert value["mistakes"] == []
    assert value["step"]["sentence"] == value["sentence"]
    assert value["step"]["because"]["clues"]

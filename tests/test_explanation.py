"""The whole path: from the empty sheet to the loop, every step sound and resting on what it says it rests on."""

import json
from random import Random

import pytest

from slitherlink.engine.solve import solve
from slitherlink.formats import parse
from slitherlink.ladder.explanation import Explanation, explain
from slitherlink.ladder.grading import climb_ladder
from slitherlink.ladder.sheet import Fact
from slitherlink.ladder.versions import Rule, Tier
from slitherlink.puzzle import LINE, Puzzle, Status
from tests.boards import loop_board, minimal_board
from tests.following import assert_follows


def explained(puzzle: Puzzle) -> Explanation | None:
    solution = solve(puzzle)
    return explain(puzzle, solution.loops[0]) if solution.status is Status.UNIQUE else None


def assert_replays(told: Explanation, *, sufficient: bool = True) -> None:
    """Every step is right, new, and follows from what it cites, which was found before; the end is the loop."""
    noted: set[Fact] = set()
    drawn: dict[int, int] = {}
    inside = [*told.loop.inside_cells.ravel().tolist(), False]
    for step in told.steps:
        assert noted.issuperset(step.reason.facts), step.sentence
        assert not noted.issuperset(step.finds), step.sentence
        for fact in step.finds:
            assert inside[fact.one] ^ inside[fact.other] == fact.value, step.sentence
        if sufficient and step.rule is not None:
            assert_follows(told.puzzle, step)
        noted.update(step.finds)
        drawn.update(step.edges)
    lines = {edge for edge, value in drawn.items() if value == LINE}
    assert lines == {edge for edge, value in enumerate(told.loop.edges) if value == LINE}


def test_paths_replay_and_every_step_follows_from_what_it_cites() -> None:
    rng = Random("paths")
    rules = set()
    for number in range(16):
        size = [(5, 6), (7, 5), (6, 6), (4, 8)][number % 4]
        puzzle = minimal_board(rng, *size) if number % 4 else loop_board(rng, *size, share=0.8)
        told = puzzle and explained(puzzle)
        if told:
            assert_replays(told)
            rules |= {step.rule for step in told.steps}
    assert rules >= {Rule.COUNTING, Rule.RELATED_EDGES, Rule.READINGS, Rule.LOOP, Rule.WHAT_IF}


@pytest.mark.slow
def test_200_paths_replay_from_the_empty_board_to_the_loop() -> None:
    rng = Random("200 paths")
    told_so_far = 0
    tiers = set()
    while told_so_far < 200:
        size = [(5, 5), (5, 8), (8, 6), (7, 7), (10, 9), (12, 10), (15, 15)][told_so_far % 7]
        hard = told_so_far % 2 and size != (15, 15)
        puzzle = minimal_board(rng, *size) if hard else loop_board(rng, *size, share=0.62)
        told = puzzle and explained(puzzle)
        if told:
            assert_replays(told, sufficient=size <= (7, 7))
            tiers.add(told.grade.tier)
            told_so_far += 1
    assert tiers >= {Tier.II, Tier.III, Tier.IV, Tier.V}


def test_the_rounds_told_are_the_rounds_graded() -> None:
    puzzle = parse("3..3.23\n......3\n.013.2.\n3..3...\n3...2..\n..3.3.1\n3.32...")
    told = explained(puzzle)
    assert told is not None
    climbed = climb_ladder(puzzle, told.loop)
    depths = {depth for _, depth in climbed.rounds}
    assert {step.depth for step in told.steps} == depths
    assert max(step.tier for step in told.steps) == told.grade.tier


def test_a_path_is_json_and_text() -> None:
    puzzle = parse("..../.4../....")
    told = explained(puzzle)
    assert told is not None
    assert told.as_text() == (
        "1. [I] The 4 at r2c2 needs every edge that is left, so the top of r2c2, the top of r3c2, the left of r2c2 and "
        "the left of r2c3 are lines.\n"
    )
    value = json.loads(json.dumps(told.as_json()))
    assert value["board"] == ["....", ".4..", "...."]
    assert value["steps"][0]["because"] == {"clues": [[1, 1]], "edges": [], "pairs": [], "cells": [[1, 1]]}
    assert value["steps"][0]["edges"][0] == {"horizontal": [1, 1], "state": "1"}

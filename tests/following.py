"""Whether a step follows from what it cites, judged by the slow ladder: cited facts and cited clues, nothing else."""

from slitherlink.ladder.sheet import Fact
from slitherlink.ladder.steps import Reason, Refutation, Step
from slitherlink.ladder.versions import Rule
from slitherlink.puzzle import NO_CLUE, Puzzle
from tests import slow_ladder
from tests.slow_ladder import Contradiction, Sheet


def cited_sheet(puzzle: Puzzle, reason: Reason) -> Sheet:
    clues = bytes(clue if cell in reason.clues else NO_CLUE for cell, clue in enumerate(puzzle.clues))
    sheet = Sheet(Puzzle(puzzle.height, puzzle.width, clues))
    sheet.apply({tuple(fact) for fact in reason.facts})
    return sheet


def assert_follows(puzzle: Puzzle, step: Step) -> None:
    assert step.finds, step
    if step.what_ifs:
        for refutation in step.what_ifs:
            assert_refuted(puzzle, step, refutation)
        return
    sheet = cited_sheet(puzzle, step.reason)
    found = {named(fact) for fact in slow_findings(step.reason.rule, sheet)}
    for fact in step.finds:
        assert named(fact) in found, (step.sentence, fact)


def named(fact: slow_ladder.Fact) -> tuple[frozenset[int], int, int | None]:
    """A fact, whichever face is named first."""
    return frozenset(fact[:2]), fact[2], fact[3]


def slow_findings(rule: Rule, sheet: Sheet) -> set[slow_ladder.Fact]:
    if rule is Rule.COUNTING:
        return slow_ladder.counting(sheet)
    if rule is Rule.RELATED_EDGES:
        return {sheet.fact(edge, value) for edge, value in slow_ladder.related(sheet)}
    if rule is Rule.READINGS:
        return slow_ladder.readings(sheet)
    if rule is Rule.LOOP:
        return slow_ladder.loop_rule(sheet)
    if rule is Rule.ADJACENT_THREES:
        return slow_ladder.adjacent_threes(sheet)
    assert rule is Rule.REGION, rule
    return slow_ladder.region(sheet)


def assert_refuted(puzzle: Puzzle, step: Step, refutation: Refutation) -> None:
    """Each step of a what-if rests on what the whole step cites, on the assumption, and on steps before it."""
    (found,) = step.finds
    assert refutation.assumption == found._replace(value=1 - found.value)
    noted: set[Fact] = {*step.reason.facts, refutation.assumption}
    for inner in refutation.steps:
        assert noted.issuperset(inner.reason.facts)
        assert set(step.reason.clues).issuperset(inner.reason.clues)
        assert_follows(puzzle, inner)
        noted.update(inner.finds)
    assert noted.issuperset(refutation.contradiction.facts)
    assert set(step.reason.clues).issuperset(refutation.contradiction.clues)
    assert contradicts(puzzle, refutation.contradiction), refutation.contradiction.sentence
    # And as a whole: the same assumption fails with nothing but the cited facts and clues known.
    sheet = cited_sheet(puzzle, step.reason)
    sheet.draw_related()
    with_region = any(reason.rule is Rule.REGION for reason in (refutation.contradiction, *reasons_of(refutation)))
    fact = tuple(refutation.assumption)
    assert slow_ladder.depth_of(sheet, fact, float("inf"), with_region) is not None, step.sentence


def reasons_of(refutation: Refutation) -> list[Reason]:
    return [step.reason for step in refutation.steps]


def contradicts(puzzle: Puzzle, reason: Reason) -> bool:
    try:
        sheet = cited_sheet(puzzle, reason)
        if reason.rule is Rule.LOOP:
            loops = slow_ladder.closed_loops(sheet)
            return bool(loops) and not all(slow_ladder.is_whole(sheet, loop) for loop in loops)
        slow_findings(reason.rule, sheet)
    except Contradiction:
        return True
    return False

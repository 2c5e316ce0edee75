"""The whole solving path of a board, from the empty sheet to the loop."""

from dataclasses import dataclass
from typing import Any

from slitherlink.ladder.grading import Grade, NotProved, grade
from slitherlink.ladder.logged import climb_from
from slitherlink.ladder.path import steps_of_round
from slitherlink.ladder.rounds import CONTRADICTION, SOLVED
from slitherlink.ladder.sentences import capital, fact_name, facts_named
from slitherlink.ladder.sheet import Fact, Sheet, edge_fact
from slitherlink.ladder.steps import Reason, Step
from slitherlink.ladder.versions import CURRENT, Rule
from slitherlink.puzzle import LINE, Loop, Puzzle


@dataclass(frozen=True, slots=True)
class Explanation:
    """A board, what it needs, and every step."""

    puzzle: Puzzle
    loop: Loop
    grade: Grade
    steps: tuple[Step, ...]

    def as_json(self) -> dict[str, Any]:
        """The path as JSON values."""
        return {
            "board": self.puzzle.rows,
            "ladder": self.grade.version,
            "steps": [step.as_json(self.puzzle.lattice) for step in self.steps],
        }

    def as_text(self) -> str:
        """One numbered line a step."""
        return "".join(
            f"{number}. [{step.tier.name}] {step.sentence}\n" for number, step in enumerate(self.steps, start=1)
        )


def explain(puzzle: Puzzle, loop: Loop) -> Explanation:
    """Tell the whole path of a board. The caller owes the proof that ``loop`` is its only one.

    The rounds are those that the grade counts. Where the ladder is stuck, one step beyond it goes on: an assumption
    that the whole ladder refutes, or else one that only the proof of uniqueness excludes; then it climbs again.
    """
    found = grade(puzzle, loop)
    sheet = Sheet(puzzle)
    steps: list[Step] = []
    while True:
        climbed = climb_from(puzzle, sheet.sources)
        if climbed.outcome == CONTRADICTION:
            raise NotProved("the rules, which hold on every board with one loop, contradict each other")
        for each in climbed.rounds:
            steps += note_all(sheet, steps_of_round(sheet, each), len(steps))
        if climbed.outcome == SOLVED:
            return Explanation(puzzle, loop, found, tuple(steps))
        steps += note_all(sheet, [_beyond(sheet, loop)], len(steps))


def note_all(sheet: Sheet, steps: list[Step], number: int) -> list[Step]:
    """Note what some steps find, the first of them being the one with ``number``."""
    for i, step in enumerate(steps, start=number):
        for fact in step.finds:
            noted = sheet.note(fact, i)
            assert noted, f"{fact} contradicts what was noted"
    return steps


def _beyond(sheet: Sheet, loop: Loop) -> Step:
    """A step that no rule of the ladder gives: the first edge whose contrary the whole ladder refutes."""
    still_open = [edge for edge in range(sheet.lattice.n_edges) if edge not in sheet.edges]
    for edge in still_open:
        contrary = edge_fact(sheet.lattice, edge, 1 - loop.edges[edge])
        if climb_from(sheet.puzzle, [*sheet.sources, contrary]).outcome == CONTRADICTION:
            return _nested(sheet, contrary, "following it up with what-ifs inside the what-if ends in a contradiction")
    line = next(edge for edge in still_open if loop.edges[edge] == LINE)
    contrary = edge_fact(sheet.lattice, line, 1 - LINE)
    return _nested(sheet, contrary, "a search through all cases finds no loop")


def _nested(sheet: Sheet, contrary: Fact, why: str) -> Step:
    fact = contrary._replace(value=1 - contrary.value)
    sentence = capital(f"what if {fact_name(contrary, sheet.lattice)}? {why}, so {facts_named([fact], sheet.lattice)}")
    clues = tuple(cell for cell, _ in sheet.clues())
    return Step(None, CURRENT.stuck, 0, (fact,), Reason(Rule.WHAT_IF, clues, tuple(sheet.sources), sentence))

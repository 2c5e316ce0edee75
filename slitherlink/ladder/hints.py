"""The next deduction from a partial position, in words, with everything that it rests on."""

from dataclasses import dataclass
from typing import Any

from slitherlink.ladder.explanation import note_all
from slitherlink.ladder.logged import climb_from
from slitherlink.ladder.path import steps_of_round
from slitherlink.ladder.reasons import is_whole
from slitherlink.ladder.rounds import CONTRADICTION
from slitherlink.ladder.sentences import edge_name
from slitherlink.ladder.sheet import Fact, Sheet, edge_fact
from slitherlink.ladder.steps import Step
from slitherlink.puzzle import CROSS, LINE, OPEN, Drawing, Loop, Puzzle


@dataclass(frozen=True, slots=True)
class Mistake:
    """An edge that is drawn and does not belong to the loop, or a cross where the loop runs."""

    edge: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Hint:
    """What to say about a position: its mistakes, or the next step, or that nothing is left to do."""

    puzzle: Puzzle
    mistakes: tuple[Mistake, ...] = ()
    step: Step | None = None
    """The next deduction that decides an edge."""
    before: tuple[Step, ...] = ()
    """Relations that the step rests on and that are not drawn, each found by a step of its own, in order."""
    sentence: str = ""
    """What to say when there is no step."""
    is_finished: bool = False
    """The whole loop is drawn."""

    def as_json(self) -> dict[str, Any]:
        """The hint as JSON values."""
        lattice = self.puzzle.lattice
        wrong = []
        for mistake in self.mistakes:
            kind, row, col = lattice.place_of_edge(mistake.edge)
            wrong.append({kind: [row, col], "sentence": mistake.sentence})
        return {
            "sentence": self.step.sentence if self.step else self.sentence,
            "mistakes": wrong,
            "before": [step.as_json(lattice) for step in self.before],
            "finished": self.is_finished,
            "step": self.step.as_json(lattice) if self.step else None,
        }


def hint(puzzle: Puzzle, loop: Loop, drawing: Drawing) -> Hint:
    """The next deduction at the lowest tier. The caller owes the proof that ``loop`` is the board's only one.

    ValueError for a drawing of another size.
    """
    return hints(puzzle, loop, drawing, 1)[0]


def hints(puzzle: Puzzle, loop: Loop, drawing: Drawing, n_steps: int) -> list[Hint]:
    """Up to ``n_steps`` hints, each from the position in which all hints before it were followed."""
    found: list[Hint] = []
    while len(found) < n_steps:
        found.append(_next(puzzle, loop, drawing))
        step = found[-1].step
        if step is None:
            break
        edges = bytearray(drawing.edges)
        for edge, value in step.edges.items():
            edges[edge] = value
        drawing = Drawing(drawing.height, drawing.width, bytes(edges))
    return found


def mistakes_in(loop: Loop, drawing: Drawing) -> tuple[Mistake, ...]:
    """Everything drawn that is wrong, in the lattice's order."""
    words = {LINE: "line at {} does not belong to the loop", CROSS: "cross at {} is wrong: the loop runs there"}
    return tuple(
        Mistake(edge, f"The {words[drawn].format(edge_name(edge, loop.lattice))}.")
        for edge, (drawn, right) in enumerate(zip(drawing.edges, loop.edges, strict=True))
        if drawn not in (OPEN, right)
    )


def _next(puzzle: Puzzle, loop: Loop, drawing: Drawing) -> Hint:
    if (puzzle.height, puzzle.width) != (drawing.height, drawing.width):
        raise ValueError(
            f"a drawing of {drawing.height}×{drawing.width} cells on a board of {puzzle.height}×{puzzle.width}"
        )
    mistakes = mistakes_in(loop, drawing)
    if mistakes:
        return Hint(puzzle, mistakes, sentence=" ".join(mistake.sentence for mistake in mistakes))
    sheet = Sheet(puzzle)
    for edge, state in enumerate(drawing.edges):
        if state != OPEN:
            sheet.note(edge_fact(puzzle.lattice, edge, state))
    if is_whole(sheet):
        return Hint(puzzle, sentence="The loop is finished; nothing is left to find.", is_finished=True)
    climbed = climb_from(puzzle, sheet.sources)
    assert climbed.outcome != CONTRADICTION, "a position without mistakes has the loop before it"
    steps: list[Step] = []
    for each in climbed.rounds:
        told = steps_of_round(sheet, each)
        steps += note_all(sheet, told, len(steps))
        drawable = [step for step in told if step.edges]
        if drawable:
            step = min(drawable, key=lambda step: (len(step.what_ifs), len(step.reason.facts) + len(step.reason.clues)))
            return Hint(puzzle, step=step, before=_support(step, steps, sheet))
    return Hint(
        puzzle, sentence="No single what-if helps here: the next step needs a what-if inside a what-if (tier V)."
    )


def _support(step: Step, steps: list[Step], sheet: Sheet) -> tuple[Step, ...]:
    """The steps that found what a step rests on, and what those rest on, in order."""
    needed: set[int] = set()
    waiting: list[Fact] = list(step.reason.facts)
    while waiting:
        source = sheet.sources[waiting.pop()]
        if source is not None and source not in needed:
            needed.add(source)
            waiting += steps[source].reason.facts
    return tuple(steps[i] for i in sorted(needed))

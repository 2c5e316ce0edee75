"""The drawn cases of the ladder's rules: a board that needs the rule, and the sheet before and after its first round.

python -m tests.techniques      writes tests/corpus/techniques/*.txt again, after a change of the ladder
"""

from pathlib import Path
from typing import NamedTuple

from slitherlink.draw import draw
from slitherlink.ladder.logged import climb_from
from slitherlink.ladder.sheet import Sheet
from slitherlink.ladder.versions import Rule
from slitherlink.puzzle import OPEN, Drawing, Puzzle
from tests.boards import board

FOLDER = Path(__file__).parent / "corpus" / "techniques"

BOARDS: dict[Rule, tuple[str, str]] = {
    Rule.COUNTING: ("4", "Smallest of all boards."),
    Rule.RELATED_EDGES: (
        ".00./.1..",
        "Smallest board that needs it, with counting and nothing else beside it.",
    ),
    Rule.READINGS: ("1.", "Smallest board that needs it."),
    Rule.LOOP: (".2.", "Smallest board that needs it."),
    Rule.ADJACENT_THREES: ("1.33/....", "Smallest board of up to 9 cells that needs it without what-ifs."),
    Rule.REGION: (".1.3.", "Smallest board that needs it."),
    Rule.WHAT_IF: (".1.1.", "Smallest board that needs it."),
    Rule.WHAT_IF_REGION: (".01./3.../.222/..2.", "No board of up to 9 cells needs it; the smallest found so far."),
}
"""Found by enumeration of all boards of up to 9 cells with one loop, by number of cells, height and number of clues."""


class Technique(NamedTuple):
    """A case as it is drawn."""

    rule: Rule
    puzzle: Puzzle
    text: str


def technique(rule: Rule) -> Technique:
    """Draw the case of a rule with the package as it is."""
    rows, note = BOARDS[rule]
    puzzle = board(rows)
    sheet = Sheet(puzzle)
    pictures = []
    for name, _, facts in climb_from(puzzle).rounds:
        before = _drawing(sheet)
        for fact in facts:
            sheet.note(fact)
        if name == (Rule.LOOP if rule is Rule.ADJACENT_THREES else rule):
            pairs = sorted(
                f"{fact.one} {'/=' if fact.value else '='} {fact.other}" for fact in facts if fact.edge is None
            )
            pictures = [draw(puzzle, drawing, style="ascii") for drawing in (before, _drawing(sheet))]
            pictures += ["pairs: " + ", ".join(pairs)] if pairs else []
            break
    head = f"# {rule.name.lower()} {rows}\n# {note} Before, after, and pairs of faces (the outside last)."
    return Technique(rule, puzzle, "\n\n".join([head, *pictures]) + "\n")


def _drawing(sheet: Sheet) -> Drawing:
    n_edges = sheet.lattice.n_edges
    edges = bytes(sheet.edges.get(edge, OPEN) for edge in range(n_edges))
    return Drawing(sheet.puzzle.height, sheet.puzzle.width, edges)


def main() -> None:
    """Write all cases."""
    for rule in BOARDS:
        (FOLDER / f"{rule.name.lower()}.txt").write_text(technique(rule).text, encoding="ascii")


if __name__ == "__main__":
    main()

"""What to say about each step. Rows, columns and dots are counted from 1; a cell is named by its row and column."""

from collections.abc import Iterable, Sequence

from slitherlink.ladder.places import Place
from slitherlink.ladder.sheet import Fact
from slitherlink.lattice import Lattice


def cell_name(face: int, lattice: Lattice) -> str:
    """``r2c3``, or the outside."""
    if face == lattice.outside:
        return "the outside"
    row, col = divmod(face, lattice.width)
    return f"r{row + 1}c{col + 1}"


def edge_name(edge: int, lattice: Lattice) -> str:
    """``the top of r2c3``; every edge is named from the cell below or right of it where there is one."""
    kind, row, col = lattice.place_of_edge(edge)
    if kind == "horizontal":
        return f"the top of r{row + 1}c{col + 1}" if row < lattice.height else f"the bottom of r{row}c{col + 1}"
    return f"the left of r{row + 1}c{col + 1}" if col < lattice.width else f"the right of r{row + 1}c{col}"


def place_name(place: Place, clues: bytes, lattice: Lattice) -> str:
    """``the 3 at r1c2``, or ``the dot at row 1, column 2``."""
    if place.is_clue:
        return clue_name(place.at, clues, lattice)
    row, col = divmod(place.at, lattice.width + 1)
    return f"the dot at row {row + 1}, column {col + 1}"


def clue_name(cell: int, clues: bytes, lattice: Lattice) -> str:
    """``the 3 at r1c2``."""
    return f"the {clues[cell]} at {cell_name(cell, lattice)}"


def fact_name(fact: Fact, lattice: Lattice) -> str:
    """A fact as a clause."""
    if fact.edge is not None:
        return f"{edge_name(fact.edge, lattice)} is a {'line' if fact.value else 'cross'}"
    one, other = fact.one, fact.other
    if lattice.outside in (one, other):
        cell = one if other == lattice.outside else other
        return f"{cell_name(cell, lattice)} is {'inside' if fact.value else 'outside'} the loop"
    sides = "on opposite sides" if fact.value else "on the same side"
    return f"{cell_name(one, lattice)} and {cell_name(other, lattice)} are {sides}"


def listed(words: Iterable[str]) -> str:
    """``a, b and c``."""
    each = list(words)
    return " and ".join(filter(None, [", ".join(each[:-1]), *each[-1:]]))


def facts_named(facts: Sequence[Fact], lattice: Lattice) -> str:
    """All facts in one clause, lines, crosses and pairs each together."""
    lines = [edge_name(fact.edge, lattice) for fact in facts if fact.edge is not None and fact.value]
    crosses = [edge_name(fact.edge, lattice) for fact in facts if fact.edge is not None and not fact.value]
    clauses = [
        f"{listed(names)} {f'is a {word}' if len(names) == 1 else f'are {plural}'}"
        for names, word, plural in ((lines, "line", "lines"), (crosses, "cross", "crosses"))
        if names
    ]
    return listed([*clauses, *(fact_name(fact, lattice) for fact in facts if fact.edge is None)])


def capital(sentence: str) -> str:
    """With a capital letter and a full stop."""
    return sentence[:1].upper() + sentence[1:] + "."

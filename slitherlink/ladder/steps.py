"""One step of a solving path: what it finds, by which rule, and everything that it rests on."""

from dataclasses import dataclass
from typing import Any

from slitherlink.ladder.sheet import Fact
from slitherlink.ladder.versions import Rule, Tier
from slitherlink.lattice import Lattice


@dataclass(frozen=True, slots=True)
class Reason:
    """What a conclusion rests on, and how to tell it."""

    rule: Rule
    clues: tuple[int, ...]
    """Cells whose clue is used."""
    facts: tuple[Fact, ...]
    """Facts that were noted before: drawn edges and pairs."""
    sentence: str


@dataclass(frozen=True, slots=True)
class Refutation:
    """A what-if told to its end."""

    assumption: Fact
    steps: tuple["Step", ...]
    """Those that the contradiction needs, in order; facts may rest on the assumption and on each other."""
    contradiction: Reason


@dataclass(frozen=True, slots=True)
class Step:
    """One pattern, and all that it decides."""

    rule: Rule | None
    """None for a step beyond the ladder's rules: nested what-ifs."""
    tier: Tier
    depth: int
    """Of the what-if, or 0."""
    finds: tuple[Fact, ...]
    """New facts; those with an edge are to be drawn."""
    reason: Reason
    what_ifs: tuple[Refutation, ...] = ()

    @property
    def sentence(self) -> str:
        """The step in words."""
        return self.reason.sentence

    @property
    def edges(self) -> dict[int, int]:
        """The edges that the step decides: line (1) or cross (0)."""
        return {fact.edge: fact.value for fact in self.finds if fact.edge is not None}

    def as_json(self, lattice: Lattice) -> dict[str, Any]:
        """The step as JSON values; cells and edges as `place_of_face` and `place_of_edge` name them."""
        return {
            "tier": self.tier.name,
            "rule": self.rule.name.lower() if self.rule is not None else "nested_what_if",
            "depth": self.depth,
            "sentence": self.sentence,
            "edges": [fact_as_json(fact, lattice) for fact in self.finds if fact.edge is not None],
            "pairs": [fact_as_json(fact, lattice) for fact in self.finds if fact.edge is None],
            "because": reason_as_json(self.reason, lattice),
            "what_ifs": [_refutation_as_json(refutation, lattice) for refutation in self.what_ifs],
        }


def reason_as_json(reason: Reason, lattice: Lattice) -> dict[str, Any]:
    """The clues, edges, pairs and cells that a conclusion rests on."""
    cells = {*reason.clues, *(face for fact in reason.facts for face in (fact.one, fact.other))} - {lattice.outside}
    return {
        "clues": [place_of_face(cell, lattice) for cell in reason.clues],
        "edges": [fact_as_json(fact, lattice) for fact in reason.facts if fact.edge is not None],
        "pairs": [fact_as_json(fact, lattice) for fact in reason.facts if fact.edge is None],
        "cells": [place_of_face(cell, lattice) for cell in sorted(cells)],
    }


def fact_as_json(fact: Fact, lattice: Lattice) -> dict[str, Any]:
    """An edge with its state (``1`` line, ``0`` cross), or a pair of cells that lie on the ``same`` side or not."""
    if fact.edge is not None:
        kind, row, col = lattice.place_of_edge(fact.edge)
        return {kind: [row, col], "state": str(fact.value)}
    cells = [place_of_face(face, lattice) for face in (fact.one, fact.other)]
    return {"cells": cells, "same": fact.value == 0}


def place_of_face(face: int, lattice: Lattice) -> list[int] | None:
    """``[row, col]``, counted from 0; None for the outside."""
    return None if face == lattice.outside else list(divmod(face, lattice.width))


def _refutation_as_json(refutation: Refutation, lattice: Lattice) -> dict[str, Any]:
    return {
        "assume": fact_as_json(refutation.assumption, lattice),
        "steps": [step.as_json(lattice) for step in refutation.steps],
        "contradiction": {
            "sentence": refutation.contradiction.sentence,
            "because": reason_as_json(refutation.contradiction, lattice),
        },
    }

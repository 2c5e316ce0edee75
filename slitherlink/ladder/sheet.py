"""A player's sheet: what is drawn and noted, why two faces are related, and what waits to be looked at.

Here nothing is fast and everything can say why. Faces, edges and vertices are those of `slitherlink.lattice`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from slitherlink.lattice import Lattice
from slitherlink.puzzle import LINE, Puzzle


class Fact(NamedTuple):
    """Something noted: two faces lie on the same side of the loop (0) or on opposite sides (1)."""

    one: int
    other: int
    value: int
    edge: int | None = None
    """The edge between the two, when it is drawn: a cross (0) or a line (1)."""


def edge_fact(lattice: Lattice, edge: int, value: int) -> Fact:
    """A drawn line (1) or cross (0)."""
    one, other = lattice.edge_faces[edge].tolist()
    return Fact(one, other, value, edge)


def pair_fact(one: int, other: int, value: int) -> Fact:
    """A relation between two faces that is not drawn; the same whichever is named first."""
    return Fact(min(one, other), max(one, other), value)


class Sheet:
    """Facts noted so far, and the relations that follow from them."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.lattice = puzzle.lattice
        self.edges: dict[int, int] = {}
        """Drawn edges: line (1) or cross (0)."""
        self.sources: dict[Fact, int | None] = {}
        """Every noted fact with the number of the step that found it; None when it was given."""
        self._root = list(range(self.lattice.n_faces))
        self._sign = [0] * self.lattice.n_faces
        self._members = [[face] for face in range(self.lattice.n_faces)]
        self._links: list[list[tuple[int, Fact]]] = [[] for _ in range(self.lattice.n_faces)]
        self.moved: set[int] = set()
        """Cells that got new relations since this was last emptied: of two sets that became one, those of one."""

    def copy(self) -> Sheet:
        """A sheet of its own with the same facts, and nothing that moved."""
        other = Sheet.__new__(Sheet)
        other.puzzle, other.lattice = self.puzzle, self.lattice
        other.edges, other.sources = dict(self.edges), dict(self.sources)
        other._root, other._sign = list(self._root), list(self._sign)
        other._members = [list(members) for members in self._members]
        other._links = [list(links) for links in self._links]
        other.moved = set()
        return other

    def relation(self, one: int, other: int) -> int | None:
        """0 on the same side, 1 on opposite sides, None when not known."""
        return self._sign[one] ^ self._sign[other] if self._root[one] == self._root[other] else None

    def set_of(self, face: int) -> int:
        """A number that related faces share."""
        return self._root[face]

    def colour(self, face: int) -> int | None:
        """1 inside, 0 outside, None when not known."""
        return self.relation(face, self.lattice.outside)

    def note(self, fact: Fact, source: int | None = None) -> bool:
        """Note a fact, if it is new. False, and nothing noted, when the contrary follows from what is noted."""
        known = self.relation(fact.one, fact.other)
        if known is not None and known != fact.value:
            return False
        if fact in self.sources:
            return True
        self.sources[fact] = source
        if fact.edge is not None:
            self.edges[fact.edge] = fact.value
        self._links[fact.one].append((fact.other, fact))
        self._links[fact.other].append((fact.one, fact))
        if known is None:
            self._merge(fact)
        return True

    def _merge(self, fact: Fact) -> None:
        kept, gone = self._root[fact.one], self._root[fact.other]
        ground = self._root[self.lattice.outside]
        if gone == ground or (kept != ground and len(self._members[kept]) < len(self._members[gone])):
            kept, gone = gone, kept
        flip = self._sign[fact.one] ^ self._sign[fact.other] ^ fact.value
        for face in self._members[gone]:
            self._root[face] = kept
            self._sign[face] ^= flip
        self.moved.update(self._members[gone])
        self._members[kept] += self._members[gone]
        self._members[gone] = []

    def chain(self, one: int, other: int) -> list[Fact]:
        """A shortest chain of noted facts that relates two faces."""
        if one == other:
            return []
        came: dict[int, tuple[int, Fact]] = {}
        waiting = deque([one])
        while waiting:
            here = waiting.popleft()
            for there, fact in self._links[here]:
                if there != one and there not in came:
                    came[there] = (here, fact)
                    if there == other:
                        waiting.clear()
                        break
                    waiting.append(there)
        facts = []
        while other != one:
            other, fact = came[other]
            facts.append(fact)
        return facts[::-1]

    def related_edges(self, near: Iterable[int]) -> list[tuple[int, int]]:
        """Edges around some cells that are not drawn though their faces are related, with their value, in order."""
        found = {}
        for face in near:
            if face == self.lattice.outside:
                continue
            for edge in self.lattice.face_edges[face].tolist():
                value = self.relation(*self.lattice.edge_faces[edge].tolist())
                if edge not in self.edges and value is not None:
                    found[edge] = value
        return sorted(found.items())

    def lines_at(self, vertex: int) -> list[int]:
        """The drawn lines that meet at a vertex."""
        return [edge for edge in self.lattice.vertex_edges[vertex].tolist() if self.edges.get(edge) == LINE]

    def chain_of_lines(self, vertex: int) -> list[int]:
        """All lines connected with a vertex, in walking order as far as they do not branch."""
        found: dict[int, None] = {}
        waiting = [vertex]
        while waiting:
            for edge in self.lines_at(waiting.pop()):
                if edge not in found:
                    found[edge] = None
                    waiting += self.lattice.edge_vertices[edge].tolist()
        return list(found)

    def clues(self) -> list[tuple[int, int]]:
        """Cells with a number, and the number."""
        return [(cell, clue) for cell, clue in enumerate(self.puzzle.clues) if clue <= 4]

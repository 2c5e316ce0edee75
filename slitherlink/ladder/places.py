"""Clues and vertices as places to read, with the fewest relations that make a place say what it says."""

from functools import lru_cache
from typing import NamedTuple

from slitherlink.engine.tables import CLUE_PAIRS, VERTEX_PAIRS, clue_patterns, vertex_patterns
from slitherlink.ladder.sheet import Fact, Sheet, edge_fact, pair_fact
from slitherlink.lattice import NO_EDGE, Lattice, lattice_for


class Place(NamedTuple):
    """A cell that may hold a clue, or a vertex."""

    is_clue: bool
    at: int
    """The cell or the vertex."""
    faces: tuple[int, ...]
    """As the patterns of `slitherlink.engine.tables` count them."""
    edges: tuple[int, ...]
    """For each relation of the place, first those that are edges, the edge, or `NO_EDGE`."""

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The place's relations, as indices into `faces`."""
        return CLUE_PAIRS if self.is_clue else VERTEX_PAIRS


@lru_cache(maxsize=16)
def places_of(height: int, width: int) -> tuple[list[Place], list[list[Place]]]:
    """All places of a board, cells first, and for each face those that see it."""
    lattice = lattice_for(height, width)
    places = [_cell(lattice, cell) for cell in range(lattice.n_cells)]
    places += [_vertex(lattice, vertex) for vertex in range(lattice.n_vertices)]
    seeing: list[list[Place]] = [[] for _ in range(lattice.n_faces)]
    for place in places:
        for face in sorted(set(place.faces)):
            seeing[face].append(place)
    return places, seeing


def _cell(lattice: Lattice, cell: int) -> Place:
    edges = lattice.face_edges[cell].tolist()
    around = [sum(lattice.edge_faces[edge].tolist()) - cell for edge in edges]
    return Place(True, cell, (cell, *around), (*edges, *[NO_EDGE] * 6))


def _vertex(lattice: Lattice, vertex: int) -> Place:
    up, down, left, right = lattice.vertex_edges[vertex].tolist()
    faces = [lattice.outside] * 4
    for edge, (first, second) in ((up, (0, 1)), (left, (0, 2)), (right, (1, 3)), (down, (2, 3))):
        if edge != NO_EDGE:
            faces[first], faces[second] = lattice.edge_faces[edge].tolist()
    return Place(False, vertex, tuple(faces), (up, left, right, down, NO_EDGE, NO_EDGE))


def patterns_at(place: Place, clues: bytes) -> list[tuple[int, ...]] | None:
    """The patterns that the rule of a place allows; None at a blank cell, which has no rule."""
    if not place.is_clue:
        return vertex_patterns()
    return clue_patterns(clues[place.at]) if clues[place.at] <= 4 else None


Known = dict[int, int]
"""Relations of a place, by number, and their values."""


def relations_at(place: Place, sheet: Sheet) -> Known:
    """What is known at a place."""
    values = [sheet.relation(place.faces[a], place.faces[b]) for a, b in place.pairs]
    return {k: value for k, value in enumerate(values) if value is not None}


def said(place: Place, patterns: list[tuple[int, ...]], known: Known) -> Known | None:
    """What all patterns that agree with ``known`` share; None when no pattern does."""
    alive = [p for p in patterns if all(p[place.pairs[k][0]] ^ p[place.pairs[k][1]] == v for k, v in known.items())]
    if not alive:
        return None
    shared = {}
    for k, (a, b) in enumerate(place.pairs):
        values = {p[a] ^ p[b] for p in alive}
        if len(values) == 1:
            shared[k] = values.pop()
    return shared


def fewest(place: Place, patterns: list[tuple[int, ...]], known: Known, wanted: Known | None) -> Known:
    """Drop relations from ``known`` as long as the place still says ``wanted`` (None: still has no pattern).

    Those that are no edges go first, since they are the hardest to see.
    """
    kept = dict(known)
    for k in sorted(known, key=lambda k: (place.edges[k] != NO_EDGE, -k)):
        fewer = {i: value for i, value in kept.items() if i != k}
        shared = said(place, patterns, fewer)
        enough = shared is None if wanted is None else shared is not None and wanted.items() <= shared.items()
        if enough:
            kept = fewer
    return kept


def facts_at(place: Place, values: Known, sheet: Sheet) -> list[Fact]:
    """Relations of a place as facts."""
    return [
        edge_fact(sheet.lattice, place.edges[k], value)
        if place.edges[k] != NO_EDGE
        else pair_fact(place.faces[place.pairs[k][0]], place.faces[place.pairs[k][1]], value)
        for k, value in values.items()
    ]


def without_repeats(facts: list[Fact], sheet: Sheet) -> list[Fact]:
    """Leave out pairs that follow from the facts before them; edges all stay, they are to be drawn."""
    group: dict[int, int] = {}

    def name(face: int) -> int:
        return group.setdefault(sheet.set_of(face), sheet.set_of(face))

    kept = []
    for fact in sorted(facts, key=lambda fact: (fact.edge is None, sheet.lattice.outside not in fact[:2])):
        one, other = name(fact.one), name(fact.other)
        if fact.edge is not None or one != other:
            kept.append(fact)
            group.update({face: one for face, named in group.items() if named == other})
    return kept


def cited(place: Place, known: Known, sheet: Sheet) -> list[Fact]:
    """The noted facts behind some relations of a place, each once."""
    facts: dict[Fact, None] = {}
    for k in known:
        a, b = place.pairs[k]
        facts.update(dict.fromkeys(sheet.chain(place.faces[a], place.faces[b])))
    return list(facts)

"""The ladder as a person would state it: plain Python, everything looked at again in every round. Slow and obvious.

Shares the lattice and the names of rules with the package, and nothing of how it finds a deduction.
"""

from __future__ import annotations

from itertools import combinations, product

from slitherlink.ladder.versions import Rule
from slitherlink.puzzle import Puzzle

Fact = tuple[int, int, int, int | None]
"""Face, face, 0 same side or 1 opposite sides, and the edge when the fact is drawn."""


class Contradiction(Exception):
    pass


class Sheet:
    """What is known: drawn edges, and for every face its group and its side within the group."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.lattice = puzzle.lattice
        self.edges: dict[int, int] = {}
        self.group = list(range(self.lattice.n_faces))
        self.side = [0] * self.lattice.n_faces

    def copy(self) -> Sheet:
        other = Sheet(self.puzzle)
        other.edges, other.group, other.side = dict(self.edges), list(self.group), list(self.side)
        return other

    def relation(self, a: int, b: int) -> int | None:
        return self.side[a] ^ self.side[b] if self.group[a] == self.group[b] else None

    def relate(self, a: int, b: int, value: int) -> None:
        known = self.relation(a, b)
        if known is not None:
            if known != value:
                raise Contradiction
            return
        old, flip = self.group[b], self.side[a] ^ self.side[b] ^ value
        for face in range(self.lattice.n_faces):
            if self.group[face] == old:
                self.group[face] = self.group[a]
                self.side[face] ^= flip

    def apply(self, facts: set[Fact]) -> None:
        for a, b, value, edge in sorted(facts, key=str):
            self.relate(a, b, value)
            if edge is not None:
                self.edges.setdefault(edge, value)

    def draw_related(self) -> None:
        for edge, value in related(self):
            self.edges[edge] = value

    def faces(self, edge: int) -> tuple[int, int]:
        a, b = self.lattice.edge_faces[edge].tolist()
        return a, b

    def fact(self, edge: int, value: int) -> Fact:
        return (*self.faces(edge), value, edge)

    def clues(self) -> list[tuple[int, int]]:
        return [(f, c) for f, c in enumerate(self.puzzle.clues) if c <= 4]

    def lines(self) -> list[int]:
        return [e for e, value in self.edges.items() if value == 1]

    def degree(self, vertex: int) -> int:
        return sum(self.edges.get(e) == 1 for e in self.lattice.vertex_edges[vertex].tolist())


def related(sheet: Sheet) -> list[tuple[int, int]]:
    found = []
    for edge in range(sheet.lattice.n_edges):
        value = sheet.relation(*sheet.faces(edge))
        if edge not in sheet.edges and value is not None:
            found.append((edge, value))
    return found


def counting(sheet: Sheet) -> set[Fact]:
    facts: set[Fact] = set()
    places = [(sheet.lattice.face_edges[f].tolist(), {c}) for f, c in sheet.clues()]
    places += [([e for e in edges if e >= 0], {0, 2}) for edges in sheet.lattice.vertex_edges.tolist()]
    for edges, allowed in places:
        lines = sum(sheet.edges.get(e) == 1 for e in edges)
        open_edges = [e for e in edges if e not in sheet.edges]
        # The numbers of further lines that are allowed; one open edge is decided only together with all of them,
        # or when it is the only one.
        counts = [n - lines for n in allowed if 0 <= n - lines <= len(open_edges)]
        if not counts:
            raise Contradiction
        if open_edges and counts == [0]:
            facts |= {sheet.fact(e, 0) for e in open_edges}
        if open_edges and counts == [len(open_edges)]:
            facts |= {sheet.fact(e, 1) for e in open_edges}
    return facts


def readings(sheet: Sheet) -> set[Fact]:
    lattice = sheet.lattice
    facts: set[Fact] = set()
    for cell, clue in sheet.clues():
        edges = lattice.face_edges[cell].tolist()
        around = [next(f for f in sheet.faces(e) if f != cell) for e in edges]
        patterns = [(0, *sides) for sides in product((0, 1), repeat=4) if sum(sides) == clue]
        drawn = {(0, i + 1): e for i, e in enumerate(edges)}
        facts |= shared(sheet, [cell, *around], patterns, drawn)
    for up, down, left, right in lattice.vertex_edges.tolist():
        # Faces upper left, upper right, lower left, lower right; where an edge is missing the outside is on both sides.
        faces = [lattice.outside] * 4
        for edge, (first, second) in ((up, (0, 1)), (down, (2, 3)), (left, (0, 2)), (right, (1, 3))):
            if edge >= 0:
                faces[first], faces[second] = sheet.faces(edge)
        drawn = {
            pair: edge for pair, edge in (((0, 1), up), ((2, 3), down), ((0, 2), left), ((1, 3), right)) if edge >= 0
        }
        patterns = [(0, b, c, d) for b, c, d in product((0, 1), repeat=3) if (b, c, d) != (1, 1, 0)]
        facts |= shared(sheet, faces, patterns, drawn)
    return facts


def shared(
    sheet: Sheet, faces: list[int], patterns: list[tuple[int, ...]], drawn: dict[tuple[int, int], int]
) -> set[Fact]:
    known = {(i, j): sheet.relation(faces[i], faces[j]) for i, j in combinations(range(len(faces)), 2)}
    alive = [p for p in patterns if all(v is None or p[i] ^ p[j] == v for (i, j), v in known.items())]
    if not alive:
        raise Contradiction
    facts: set[Fact] = set()
    for (i, j), value in known.items():
        values = {p[i] ^ p[j] for p in alive}
        if value is None and len(values) == 1:
            facts.add((faces[i], faces[j], values.pop(), drawn.get((i, j))))
    return facts


def chain_from(sheet: Sheet, vertex: int) -> set[int]:
    """All lines connected with a vertex."""
    found: set[int] = set()
    waiting = [vertex]
    while waiting:
        for edge in sheet.lattice.vertex_edges[waiting.pop()].tolist():
            if edge not in found and sheet.edges.get(edge) == 1:
                found.add(edge)
                waiting += sheet.lattice.edge_vertices[edge].tolist()
    return found


def is_whole(sheet: Sheet, lines: set[int]) -> bool:
    """Whether a closed chain is all there is and meets every clue."""
    return all(e in lines for e in sheet.lines()) and all(
        sum(e in lines for e in sheet.lattice.face_edges[f].tolist()) == c for f, c in sheet.clues()
    )


def closed_loops(sheet: Sheet) -> list[set[int]]:
    found: list[set[int]] = []
    for edge in sheet.lines():
        chain = chain_from(sheet, int(sheet.lattice.edge_vertices[edge, 0]))
        ends = [v for e in chain for v in sheet.lattice.edge_vertices[e].tolist() if sheet.degree(v) != 2]
        if not ends and chain not in found:
            found.append(chain)
    return found


def loop_rule(sheet: Sheet) -> set[Fact]:
    facts: set[Fact] = set()
    for edge in range(sheet.lattice.n_edges):
        v, w = sheet.lattice.edge_vertices[edge].tolist()
        if edge in sheet.edges or sheet.degree(v) != 1 or sheet.degree(w) != 1:
            continue
        chain = chain_from(sheet, v)
        if chain == chain_from(sheet, w) and not is_whole(sheet, chain | {edge}):
            facts.add(sheet.fact(edge, 0))
    return facts


def adjacent_threes(sheet: Sheet) -> set[Fact]:
    lattice = sheet.lattice
    facts: set[Fact] = set()
    for middle in range(lattice.n_edges):
        cells = sheet.faces(middle)
        if lattice.outside in cells or any(sheet.puzzle.clues[f] != 3 for f in cells):
            continue
        around = [e for f in cells for e in lattice.face_edges[f].tolist() if e != middle]
        if is_whole(Sheet(sheet.puzzle), set(around)):
            continue
        ends = lattice.edge_vertices[middle].tolist()
        outer = [e for e in around if not set(lattice.edge_vertices[e].tolist()) & set(ends)]
        beyond = [e for v in ends for e in lattice.vertex_edges[v].tolist() if e >= 0 and e not in (middle, *around)]
        facts |= {sheet.fact(e, 1) for e in (middle, *outer)} | {sheet.fact(e, 0) for e in beyond}
    return {fact for fact in facts if fact[3] not in sheet.edges}


def region(sheet: Sheet) -> set[Fact]:
    lattice = sheet.lattice
    outside = lattice.outside
    colours = [sheet.relation(f, outside) for f in range(lattice.n_faces)]
    facts: set[Fact] = set()
    for side in (0, 1):
        if not in_one_piece(sheet, colours, side):
            raise Contradiction
        for cell in range(outside):
            if colours[cell] is None:
                tried = list(colours)
                tried[cell] = 1 - side
                if not in_one_piece(sheet, tried, side):
                    facts.add((cell, outside, side, None))
                tried[cell] = side
                if not in_one_piece(sheet, tried, side):
                    facts.add((cell, outside, 1 - side, None))
    return facts


def in_one_piece(sheet: Sheet, colours: list[int | None], side: int) -> bool:
    """Whether all faces of a side are connected through faces that may still be of that side."""
    held = [f for f, colour in enumerate(colours) if colour == side]
    if not held:
        return True
    seen = {held[0]}
    waiting = [held[0]]
    while waiting:
        at = waiting.pop()
        for edge in range(sheet.lattice.n_edges):
            a, b = sheet.faces(edge)
            for here, there in ((a, b), (b, a)):
                if here == at and there not in seen and colours[there] in (side, None):
                    seen.add(there)
                    waiting.append(there)
    return seen >= set(held)


def what_ifs(sheet: Sheet, deepest: float, with_region: bool) -> tuple[int, set[Fact]]:
    outside = sheet.lattice.outside
    assumptions: list[Fact] = []
    for edge in range(sheet.lattice.n_edges):
        if edge not in sheet.edges:
            assumptions += [sheet.fact(edge, value) for value in (0, 1)]
    for cell in range(outside):
        if sheet.relation(cell, outside) is None:
            assumptions += [(cell, outside, value, None) for value in (0, 1)]
    depths = {fact: depth_of(sheet, fact, deepest, with_region) for fact in assumptions}
    failing = [depth for depth in depths.values() if depth is not None]
    if not failing:
        return 0, set()
    least = min(failing)
    return least, {(a, b, 1 - value, edge) for (a, b, value, edge), depth in depths.items() if depth == least}


def depth_of(sheet: Sheet, fact: Fact, deepest: float, with_region: bool) -> int | None:
    trial = sheet.copy()
    facts = {fact}
    depth = 0
    try:
        while facts:
            trial.apply(facts)
            trial.draw_related()
            depth += 1
            if depth > deepest:
                return None
            facts = readings(trial)
            loops = closed_loops(trial)
            if loops and not is_whole(trial, loops[0]):
                raise Contradiction
            if loops:
                return None
            facts |= loop_rule(trial)
            if with_region:
                facts |= region(trial)
    except Contradiction:
        return depth
    return None


def climb(
    puzzle: Puzzle, rules: set[Rule], deepest: float = float("inf"), every_edge: bool = False
) -> tuple[bool, list[tuple[Rule, int]], Sheet]:
    """Whether the rules finish the board, rule and depth of each round, and the sheet at the end."""
    sheet = Sheet(puzzle)
    rounds: list[tuple[Rule, int]] = []

    def finished() -> bool:
        return bool(closed_loops(sheet)) and not (every_edge and len(sheet.edges) < sheet.lattice.n_edges)

    while not finished():
        rule, depth, facts = lowest(sheet, rules, deepest)
        if not facts:
            return False, rounds, sheet
        rounds.append((rule, depth))
        sheet.apply(facts)
    return True, rounds, sheet


def lowest(sheet: Sheet, rules: set[Rule], deepest: float) -> tuple[Rule, int, set[Fact]]:
    """The deductions of the lowest rule that has any."""
    simple = {
        Rule.COUNTING: counting,
        Rule.RELATED_EDGES: lambda s: {s.fact(e, value) for e, value in related(s)},
        Rule.READINGS: readings,
        Rule.LOOP: lambda s: loop_rule(s) | (adjacent_threes(s) if Rule.ADJACENT_THREES in rules else set()),
        Rule.REGION: region,
    }
    for rule, find in simple.items():
        facts = find(sheet) if rule in rules else set()
        if facts:
            return rule, 0, facts
    for rule in (Rule.WHAT_IF, Rule.WHAT_IF_REGION):
        if rule in rules:
            depth, facts = what_ifs(sheet, deepest, rule is Rule.WHAT_IF_REGION)
            if facts:
                return rule, depth, facts
    return Rule.COUNTING, 0, set()

"""The slow, obvious twin of the engine's propagation: a table of relations between all faces, swept until it is still.

Faces are (row, col); the outside is one face. Only the rules as a person says them; no trail, no queue, no table.
"""

from itertools import combinations, product

from slitherlink import Puzzle

Face = tuple[int, int]
OUTSIDE: Face = (-1, -1)


class Contradiction(Exception):
    pass


class Relations:
    """What is known about pairs of faces: 0 same side of the loop, 1 different sides."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.height, self.width = puzzle.height, puzzle.width
        self.cells = list(product(range(puzzle.height), range(puzzle.width)))
        self.faces = [OUTSIDE, *self.cells]
        self.sets: dict[Face, dict[Face, int]] = {face: {face: 0} for face in self.faces}
        """For each face its set: every face that it is related to, with the relation to the set's first face."""

    def face(self, row: int, col: int) -> Face:
        return (row, col) if 0 <= row < self.height and 0 <= col < self.width else OUTSIDE

    def get(self, a: Face, b: Face) -> int | None:
        own = self.sets[a]
        return own[a] ^ own[b] if b in own else None

    def put(self, a: Face, b: Face, value: int) -> bool:
        """Note a relation; True when it is new."""
        known = self.get(a, b)
        if known is not None:
            if known != value:
                raise Contradiction
            return False
        turn = self.sets[a][a] ^ self.sets[b][b] ^ value
        joined = self.sets[a] | {face: sign ^ turn for face, sign in self.sets[b].items()}
        for face in joined:
            self.sets[face] = joined
        return True

    def known(self) -> dict[tuple[Face, Face], int]:
        pairs = ((a, b, self.get(a, b)) for a, b in combinations(self.faces, 2))
        return {(a, b): value for a, b, value in pairs if value is not None}


def closure(puzzle: Puzzle, assumed: tuple[Face, Face, int] | None = None, *, loops: bool = True) -> Relations:
    """Everything that clues, vertices and (if asked) the loop rule say, one after the other, until nothing is new."""
    relations = Relations(puzzle)
    if assumed:
        relations.put(*assumed)
    while (
        any(_clue(puzzle, relations, cell) for cell in relations.cells)
        or any(_vertex(relations, row, col) for row in range(puzzle.height + 1) for col in range(puzzle.width + 1))
        or (loops and _loop(puzzle, relations))
    ):
        pass
    return relations


def _shared(relations: Relations, faces: list[Face], allowed: list[tuple[int, ...]]) -> bool:
    """Note what all allowed colourings of some faces share, given what is known."""
    pairs = list(combinations(range(len(faces)), 2))
    living = [
        colours
        for colours in allowed
        if all(relations.get(faces[a], faces[b]) in (None, colours[a] ^ colours[b]) for a, b in pairs)
    ]
    if not living:
        raise Contradiction
    progress = False
    for a, b in pairs:
        values = {colours[a] ^ colours[b] for colours in living}
        if len(values) == 1:
            progress |= relations.put(faces[a], faces[b], values.pop())
    return progress


def _clue(puzzle: Puzzle, relations: Relations, cell: Face) -> bool:
    clue = puzzle.clue(*cell)
    if clue is None:
        return False
    row, col = cell
    around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    allowed = [colours for colours in product((0, 1), repeat=5) if sum(colours[0] ^ c for c in colours[1:]) == clue]
    return _shared(relations, [cell, *(relations.face(*near) for near in around)], allowed)


def _vertex(relations: Relations, row: int, col: int) -> bool:
    faces = [relations.face(row - 1, col - 1), relations.face(row - 1, col), relations.face(row, col)]
    faces.append(relations.face(row, col - 1))
    allowed = [c for c in product((0, 1), repeat=4) if sum(c[i] ^ c[i - 1] for i in range(4)) <= 2]
    return _shared(relations, faces, allowed)


def _loop(puzzle: Puzzle, relations: Relations) -> bool:
    """Close no chain too early; when the loop is whole, draw nothing more."""
    edges = {}
    for row, col in product(range(puzzle.height + 1), range(puzzle.width + 1)):
        for down, right in ((0, 1), (1, 0)):
            ends = ((row, col), (row + down, col + right))
            if row + down <= puzzle.height and col + right <= puzzle.width:
                other = (row - 1, col) if right else (row, col - 1)
                edges[ends] = (relations.face(*other), relations.face(row, col))
    lines = [ends for ends, faces in edges.items() if relations.get(*faces) == 1]
    pieces: list[set[Face]] = []
    for ends in lines:
        near = [piece for piece in pieces if piece & set(ends)]
        pieces = [piece for piece in pieces if piece not in near] + [set(ends).union(*near)]
    n_lines = [sum(ends[0] in piece for ends in lines) for piece in pieces]
    if any(n >= len(piece) for n, piece in zip(n_lines, pieces, strict=True)):
        if len(pieces) > 1 or not _clues_met(puzzle, relations):
            raise Contradiction
        new = [relations.put(*faces, 0) for faces in edges.values() if relations.get(*faces) is None]
        return any(new)
    progress = False
    for ends, faces in edges.items():
        if relations.get(*faces) is None and any(set(ends) <= piece for piece in pieces):
            missing = sum(_missing(puzzle, relations, cell) for cell in relations.cells)
            gain = sum(face is not OUTSIDE and puzzle.clue(*face) is not None for face in faces)
            if len(pieces) > 1 or missing != gain:
                progress |= relations.put(*faces, 0)
    return progress


def _missing(puzzle: Puzzle, relations: Relations, cell: Face) -> int:
    clue = puzzle.clue(*cell)
    if clue is None:
        return 0
    row, col = cell
    around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return clue - sum(relations.get(cell, relations.face(*near)) == 1 for near in around)


def _clues_met(puzzle: Puzzle, relations: Relations) -> bool:
    return all(_missing(puzzle, relations, cell) == 0 for cell in relations.cells)

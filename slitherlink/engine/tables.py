"""What a clue and a vertex allow, as small tables over *relations* between faces.

A relation of two faces is 0 when both lie on one side of the loop, 1 when a line parts them. A clue sees its own cell
and the four neighbours: ten relations. A vertex sees its four faces: six relations. For both, start from all patterns
that the rule allows, strike out those that a known relation contradicts, and look up what all living patterns share.

Everything here is made once at import, in plain Python, from the rules as a person would state them.
"""

from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.ring import BLANK

Pattern = tuple[int, ...]
Pair = tuple[int, int]

# Where the faces of a clue and of a vertex lie, as steps of a row and of a column.
CLUE_ROWS = np.array([0, -1, 1, 0, 0], dtype=np.int64)
CLUE_COLS = np.array([0, 0, 0, -1, 1], dtype=np.int64)
"""Faces of a clue: 0 the cell itself, 1 up, 2 down, 3 left, 4 right."""
VERTEX_ROWS = np.array([-1, -1, 0, 0], dtype=np.int64)
VERTEX_COLS = np.array([-1, 0, -1, 0], dtype=np.int64)
"""Faces of a vertex: 0 upper left, 1 upper right, 2 lower left, 3 lower right (the cell with the vertex's number)."""

CLUE_PAIRS: tuple[Pair, ...] = tuple(combinations(range(5), 2))
"""Relations of a clue; the first four are its sides."""
VERTEX_PAIRS: tuple[Pair, ...] = ((0, 1), (0, 2), (1, 3), (2, 3), (0, 3), (1, 2))
"""Relations of a vertex: four edges, then two diagonals."""

STATES = 3
"""A relation is 0, 1, or (2) not known."""
N_CLUE_PATTERNS = 6
"""At most: a 2 has six ways to choose its sides."""


def clue_patterns(clue: int) -> list[Pattern]:
    """Colours of the five faces, relative to the cell, that meet a clue."""
    return [(0, *sides) for sides in product((0, 1), repeat=4) if sum(sides) == clue]


def vertex_patterns() -> list[Pattern]:
    """Colours of the four faces, relative to the first, in which no more than two lines meet at the vertex."""
    patterns = [(0, *rest) for rest in product((0, 1), repeat=3)]
    return [p for p in patterns if sum(p[a] ^ p[b] for a, b in VERTEX_PAIRS[:4]) <= 2]


def masks_of(patterns: list[Pattern], pairs: tuple[Pair, ...]) -> list[int]:
    """At index `STATES` · k + x: the set of patterns (a bit each) that relation k in state x allows."""
    return [
        sum(1 << i for i, pattern in enumerate(patterns) if state == 2 or pattern[a] ^ pattern[b] == state)
        for a, b in pairs
        for state in range(STATES)
    ]


def forced_by(patterns: list[Pattern], pairs: tuple[Pair, ...], living: int) -> int:
    """Relations that all living patterns share, a byte each: 128 + 64 · value + 8 · first face + second face.

    A relation that follows from ones named before is left out: merging faces makes it known anyway. So a clue never
    has more than four, a vertex never more than three.
    """
    alive = [p for i, p in enumerate(patterns) if living >> i & 1]
    if not alive:
        return 0
    group = list(range(len(patterns[0])))
    code = shift = 0
    for a, b in pairs:
        values = {p[a] ^ p[b] for p in alive}
        if len(values) == 1 and group[a] != group[b]:
            code |= (128 | values.pop() << 6 | a << 3 | b) << shift
            shift += 8
            group = [group[a] if g == group[b] else g for g in group]
    return code


def _clue_tables() -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint32]]:
    start = np.zeros(BLANK, dtype=np.uint8)
    masks = np.zeros((BLANK, STATES * len(CLUE_PAIRS)), dtype=np.uint8)
    forced = np.zeros((BLANK, 1 << N_CLUE_PATTERNS), dtype=np.uint32)
    for clue in range(BLANK):
        patterns = clue_patterns(clue)
        start[clue] = (1 << len(patterns)) - 1
        masks[clue] = masks_of(patterns, CLUE_PAIRS)
        for living in range(1, 1 << len(patterns)):
            forced[clue, living] = forced_by(patterns, CLUE_PAIRS, living)
    return start, masks.ravel(), forced.ravel()


def _vertex_tables() -> tuple[NDArray[np.uint8], NDArray[np.uint32]]:
    patterns = vertex_patterns()
    masks = np.array(masks_of(patterns, VERTEX_PAIRS), dtype=np.uint8)
    forced = np.array([forced_by(patterns, VERTEX_PAIRS, s) for s in range(1 << len(patterns))], dtype=np.uint32)
    return masks, forced


CLUE_START, CLUE_MASKS, CLUE_FORCED = _clue_tables()
"""uint8 ``(5,)``: all patterns of a clue · uint8 ``(5 · 30,)`` · uint32 ``(5 · 64,)``."""
VERTEX_MASKS, VERTEX_FORCED = _vertex_tables()
"""uint8 ``(18,)`` · uint32 ``(128,)``."""
VERTEX_START = (1 << len(vertex_patterns())) - 1

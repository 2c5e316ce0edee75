"""Everything that the living patterns of a clue or a vertex say, as lookup tables.

The patterns and the masks are those of `slitherlink.engine.tables`. The engine's own tables leave out a relation that
follows from others, since merging faces makes it known anyway; a grade counts what a person reads off, so nothing is
left out here.
"""

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.tables import CLUE_PAIRS, N_CLUE_PATTERNS, VERTEX_PAIRS, clue_patterns, vertex_patterns

NOTHING_LIVES = -1
"""Entry for the empty set of patterns: a contradiction."""


def said_by(patterns: list[tuple[int, ...]], pairs: tuple[tuple[int, int], ...], living: int) -> int:
    """For relation k: bit 2k is set when all living patterns call it equal, bit 2k + 1 when all call it opposite."""
    alive = [pattern for bit, pattern in enumerate(patterns) if living >> bit & 1]
    if not alive:
        return NOTHING_LIVES
    said = 0
    for k, (one, other) in enumerate(pairs):
        values = {pattern[one] ^ pattern[other] for pattern in alive}
        if len(values) == 1:
            said |= 1 << (2 * k + values.pop())
    return said


def _clue_table() -> NDArray[np.int32]:
    table = np.full(5 << N_CLUE_PATTERNS, NOTHING_LIVES, dtype=np.int32)
    for clue in range(5):
        patterns = clue_patterns(clue)
        for living in range(1 << len(patterns)):
            table[(clue << N_CLUE_PATTERNS) + living] = said_by(patterns, CLUE_PAIRS, living)
    return table


CLUE_SAYS = _clue_table()
"""int32 ``(5 · 64,)``: clue · 64 + living patterns."""
VERTEX_SAYS = np.array(
    [said_by(vertex_patterns(), VERTEX_PAIRS, living) for living in range(1 << len(vertex_patterns()))], dtype=np.int32
)
"""int32 ``(128,)``."""

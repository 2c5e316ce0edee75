"""Tier I: count the drawn lines and crosses around a clue and around a vertex. Nothing but edges is looked at."""

from slitherlink.engine.cache import jit
from slitherlink.ladder.position import (
    CLUE,
    COUNT_CLUE,
    N_COUNT,
    TO_COUNT,
    TOP,
    Position,
    add_edge_fact,
)
from slitherlink.puzzle import CROSS, LINE, OPEN


@jit
def count_edges(position: Position, stride: int) -> bool:
    """Find the edges that counting decides, at every place that waits; False on a contradiction."""
    face, reg = position.face, position.reg
    sound = True
    for i in range(reg[N_COUNT]):
        place = position.lists[TO_COUNT, i]
        f = place >> 1
        face[f, COUNT_CLUE + (place & 1)] = 0
        if place & 1:
            edges = (2 * (f - stride) + 1, 2 * f + 1, 2 * (f - 1), 2 * f)
        else:
            edges = (2 * f, 2 * (f + stride), 2 * f + 1, 2 * (f + 1) + 1)
        lines, opens = 0, 0
        for edge in edges:
            state = face[edge >> 1, TOP + (edge & 1)]
            lines += state == LINE
            opens += state == OPEN
        value = OPEN
        if place & 1:
            sound = sound and lines <= 2 and not (lines == 1 and opens == 0)
            if lines == 2 or (lines == 0 and opens == 1):
                value = CROSS
            elif lines == 1 and opens == 1:
                value = LINE
        else:
            clue = face[f, CLUE]
            sound = sound and lines <= clue <= lines + opens
            if lines == clue:
                value = CROSS
            elif lines + opens == clue:
                value = LINE
        if value != OPEN and opens:
            for edge in edges:
                if face[edge >> 1, TOP + (edge & 1)] == OPEN:
                    add_edge_fact(position, edge, value, stride)
    reg[N_COUNT] = 0
    return sound

"""Tier II: edges between related faces, and clues and vertices read on relations.

A clue or a vertex starts from all patterns that its rule allows, strikes out those that a known relation contradicts,
and says whatever all living patterns share; also that two faces which are no neighbours are equal or opposite.
"""

from slitherlink.engine.cache import jit
from slitherlink.engine.tables import CLUE_MASKS, CLUE_START, N_CLUE_PATTERNS, STATES, VERTEX_MASKS, VERTEX_START
from slitherlink.ladder.position import (
    CLUE,
    KNOWN,
    N_FACTS,
    N_KNOWN,
    N_READ,
    PACK,
    READ_CLUE,
    TO_READ,
    TOP,
    Position,
    add_edge_fact,
    add_fact,
)
from slitherlink.ladder.tables import CLUE_SAYS, NOTHING_LIVES, VERTEX_SAYS
from slitherlink.puzzle import OPEN


@jit
def related_edges(position: Position, stride: int) -> None:
    """Find the open edges whose two faces are related."""
    face, reg = position.face, position.reg
    for i in range(reg[N_KNOWN]):
        edge = position.lists[KNOWN, i]
        f = edge >> 1
        if face[f, TOP + (edge & 1)] == OPEN:
            other = f - 1 if edge & 1 else f - stride
            add_edge_fact(position, edge, (face[f, PACK] ^ face[other, PACK]) & 1, stride)
    reg[N_KNOWN] = 0


@jit
def read_relations(position: Position, stride: int) -> bool:
    """Find what every waiting clue and vertex says; False when one of them has no pattern left."""
    face, reg = position.face, position.reg
    sound = True
    for i in range(reg[N_READ]):
        place = position.lists[TO_READ, i]
        f = place >> 1
        face[f, READ_CLUE + (place & 1)] = 0
        if not sound:
            continue
        if place & 1:
            a, b, c, d = f - stride - 1, f - stride, f - 1, f
            pairs = ((a, b), (a, c), (b, d), (c, d), (a, d), (b, c))
            living = VERTEX_START
            unknown = 0
            for k in range(6):
                one, other = pairs[k]
                relation = face[one, PACK] ^ face[other, PACK]
                if relation < 2:
                    living &= VERTEX_MASKS[STATES * k + relation]
                else:
                    unknown |= 3 << (2 * k)
            said = VERTEX_SAYS[living]
            if said == NOTHING_LIVES:
                sound = False
                continue
            said &= unknown
            for k in range(6):
                if said >> (2 * k) & 3:
                    one, other = pairs[k]
                    # Edges: up, left, right, down.
                    edge = -1
                    if k == 0:
                        edge = 2 * b + 1
                    elif k == 1:
                        edge = 2 * c
                    elif k == 2:
                        edge = 2 * d
                    elif k == 3:
                        edge = 2 * d + 1
                    add_fact(position, one, other, said >> (2 * k + 1) & 1, edge)
        else:
            up, down, left, right = f - stride, f + stride, f - 1, f + 1
            around = (
                (f, up), (f, down), (f, left), (f, right),
                (up, down), (up, left), (up, right), (down, left), (down, right), (left, right),
            )  # fmt: skip
            clue = face[f, CLUE]
            living = CLUE_START[clue]
            unknown = 0
            for k in range(10):
                one, other = around[k]
                relation = face[one, PACK] ^ face[other, PACK]
                if relation < 2:
                    living &= CLUE_MASKS[STATES * (10 * clue + k) + relation]
                else:
                    unknown |= 3 << (2 * k)
            said = CLUE_SAYS[(clue << N_CLUE_PATTERNS) + living]
            if said == NOTHING_LIVES:
                sound = False
                continue
            said &= unknown
            for k in range(10):
                if said >> (2 * k) & 3:
                    one, other = around[k]
                    edge = -1
                    if k == 0:
                        edge = 2 * f
                    elif k == 1:
                        edge = 2 * down
                    elif k == 2:
                        edge = 2 * f + 1
                    elif k == 3:
                        edge = 2 * right + 1
                    add_fact(position, one, other, said >> (2 * k + 1) & 1, edge)
    reg[N_READ] = 0
    if not sound:
        reg[N_FACTS] = 0
    return sound

"""Tier IIIa: a chain must not be closed before it is the whole loop, and what that makes of two adjacent 3s."""

from slitherlink.engine.cache import jit
from slitherlink.engine.ring import BLANK
from slitherlink.ladder.position import (
    CHAINS,
    CLOSED,
    CLUE,
    DEGREE,
    END,
    ENDS,
    FINISH,
    MISSING,
    N_ENDS,
    TOP,
    Position,
    add_edge_fact,
)
from slitherlink.puzzle import CROSS, LINE, OPEN


@jit
def loop_is_whole(position: Position) -> bool:
    """One closed loop is drawn, no chain beside it, and no clue misses a line. Counts may not be exceeded anywhere."""
    reg = position.reg
    return bool(reg[CLOSED] == 1 and reg[CHAINS] == 0 and reg[MISSING] == 0)


@jit
def forbid_closing(position: Position, stride: int) -> None:
    """Find the edges that would close a chain too early: those between the two ends of one chain.

    Closing is right only when there is no other chain and no clue misses a line afterwards; such an edge stays open
    and is looked at again in every round, since a new chain elsewhere makes it wrong.
    """
    face, reg = position.face, position.reg
    n_ends = reg[N_ENDS]
    if reg[FINISH] >= 0:
        position.lists[ENDS, n_ends] = reg[FINISH]
        n_ends += 1
        reg[FINISH] = -1
    reg[N_ENDS] = 0
    for i in range(n_ends):
        one = position.lists[ENDS, i]
        if face[one, DEGREE] != 1:
            continue
        first, last = min(one, face[one, END]), max(one, face[one, END])
        if last - first == 1:
            edge, other = 2 * first, first - stride
        elif last - first == stride:
            edge, other = 2 * first + 1, first - 1
        else:
            continue
        if face[first, TOP + (edge & 1)] != OPEN:
            continue
        met = (face[first, CLUE] != BLANK) + (face[other, CLUE] != BLANK)
        if reg[CHAINS] == 1 and reg[MISSING] == met:
            reg[FINISH] = one
        else:
            add_edge_fact(position, edge, CROSS, stride)


@jit
def adjacent_threes(position: Position, stride: int) -> None:
    """Find the edges that two adjacent 3s decide: the edge between them and the two parallel to it are lines, the two
    that continue the one between them are crosses; unless the loop around just these two cells is a solution.

    Proof. If the edge between were no line, both cells would have their other three sides, which is a closed loop
    around the two; so it is a line, or that loop is the answer. If then an outer parallel side of one cell were no
    line, its other three would be, and at both ends of the middle edge two lines would meet; the other cell would miss
    the two sides that also end there. So each cell misses one of the sides that touch the middle edge; were it at the
    same end for both, three lines would meet at the other end. So one line besides the middle edge comes to each of
    its ends, and its continuation there is a cross.
    """
    face = position.face
    total = 0
    for f in range(face.shape[0]):
        if face[f, CLUE] != BLANK:
            total += face[f, CLUE]
    for f in range(face.shape[0]):
        if face[f, CLUE] != 3:
            continue
        for upright in range(2):
            g, across = (f + 1, stride) if upright else (f + stride, 1)
            if face[g, CLUE] != 3 or (total <= 12 and _domino_meets_all(position, f, g, total, stride)):
                continue
            step = g - f
            kind = 1 if upright else 0
            for k in range(-1, 2):
                edge = 2 * (g + k * step) + kind
                if face[edge >> 1, TOP + kind] == OPEN:
                    add_edge_fact(position, edge, LINE, stride)
            for k in (-1, 1):
                edge = 2 * (g + k * across) + kind
                if face[edge >> 1, TOP + kind] == OPEN:
                    add_edge_fact(position, edge, CROSS, stride)


@jit
def _domino_meets_all(position: Position, f: int, g: int, total: int, stride: int) -> bool:
    """Whether the loop around cells f and g meets every clue: each neighbour has one side on it, all others none."""
    face = position.face
    met = 6
    for cell in (f, g):
        for near in (cell - stride, cell + stride, cell - 1, cell + 1):
            if near not in (f, g) and face[near, CLUE] != BLANK:
                if face[near, CLUE] != 1:
                    return False
                met += 1
    return met == total

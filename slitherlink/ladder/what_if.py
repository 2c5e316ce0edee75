"""Tier IV: assume one thing, follow tier II and the loop rule in rounds, and see whether a contradiction turns up.

The assumption is one open edge, as a line or a cross, or the colour of one set of related faces. A contradiction found
while round d is read or applied has depth d. All what-ifs that fail at the smallest depth hold together, so that the
order in which they are tried does not matter.
"""

from typing import Final

from slitherlink.engine.cache import jit
from slitherlink.ladder.loop_rule import forbid_closing, loop_is_whole
from slitherlink.ladder.position import (
    CANDIDATE,
    CLOSED,
    COLOURED,
    FINISH,
    N_DRAWN,
    N_ENDS,
    N_FACTS,
    N_KNOWN,
    N_MERGED,
    N_READ,
    NEXT,
    PACK,
    READ_CLUE,
    TO_READ,
    TOP,
    Position,
    add_edge_fact,
    add_fact,
    apply_facts,
    undo,
)
from slitherlink.ladder.readings import read_relations
from slitherlink.ladder.region import connect_sides
from slitherlink.puzzle import OPEN

NEVER: Final = 1 << 30
"""Deeper than any what-if goes."""

_HOLDS, _CUT_OFF = 0, -1
_PASSES = (1, 2, 4, 8, NEVER)


@jit
def failing_what_ifs(position: Position, stride: int, height: int, deepest: int, with_region: bool) -> int:
    """Find the contraries of all what-ifs that fail first; their depth, or 0 when none fails within ``deepest``.

    Candidates are tried to growing depths, so that a shallow contradiction somewhere spares deep looks elsewhere.
    """
    lists = position.lists
    n = _list_candidates(position, stride, height)
    best = deepest
    found = False
    for limit in _PASSES:
        for i in range(n):
            if lists[CANDIDATE + 3, i] == _CUT_OFF:
                depth = _try(position, i, min(limit, best), with_region, stride, height)
                lists[CANDIDATE + 3, i] = depth
                if depth > 0:
                    best = depth
                    found = True
        if found or limit >= deepest:
            break
    if not found:
        return 0
    for i in range(n):
        if lists[CANDIDATE + 3, i] == best:
            edge = (lists[CANDIDATE + 2, i] >> 1) - 1
            value = 1 - (lists[CANDIDATE + 2, i] & 1)
            add_fact(position, lists[CANDIDATE + 0, i], lists[CANDIDATE + 1, i], value, edge)
            if edge < 0:
                _add_border(position, lists[CANDIDATE + 0, i], value, stride)
    return best


@jit
def _list_candidates(position: Position, stride: int, height: int) -> int:
    """Every open edge between two floating sets and the colour of every floating set, both ways; the number of them.

    A set is named by its lowest face.
    """
    face = position.face
    n = 0
    for f in range(stride + 1, (height + 1) * stride):
        root = face[f, PACK] >> 1
        if root == f and root != 0:
            lowest = f
            m = face[f, NEXT]
            while m != f:
                lowest = min(lowest, m)
                m = face[m, NEXT]
            for value in range(2):
                _add_candidate(position, n, lowest, 0, value, -1)
                n += 1
        if root != 0:
            for upright in range(2):
                other = f - 1 if upright else f - stride
                if face[f, TOP + upright] == OPEN and face[other, PACK] >> 1 != 0:
                    for value in range(2):
                        _add_candidate(position, n, other, f, value, 2 * f + upright)
                        n += 1
    return n


@jit
def _add_candidate(position: Position, n: int, one: int, other: int, value: int, edge: int) -> None:
    lists = position.lists
    lists[CANDIDATE, n] = one
    lists[CANDIDATE + 1, n] = other
    lists[CANDIDATE + 2, n] = value + 2 * (edge + 1)
    lists[CANDIDATE + 3, n] = _CUT_OFF


@jit
def _add_border(position: Position, cell: int, colour: int, stride: int) -> None:
    """Find the open edges between a set that has just got its colour and faces that had theirs before.

    To assume such an edge is to assume the colour of the set, so they are no candidates of their own.
    """
    face = position.face
    m = cell
    while True:
        own = colour ^ ((face[m, PACK] ^ face[cell, PACK]) & 1)
        for side in range(4):
            other, edge = m - stride, 2 * m
            if side == 1:
                other, edge = m + stride, 2 * (m + stride)
            elif side == 2:
                other, edge = m - 1, 2 * m + 1
            elif side == 3:
                other, edge = m + 1, 2 * (m + 1) + 1
            if face[other, PACK] < 2:
                add_edge_fact(position, edge, own ^ face[other, PACK], stride)
        m = face[m, NEXT]
        if m == cell:
            break


@jit
def _try(position: Position, candidate: int, limit: int, with_region: bool, stride: int, height: int) -> int:
    """The depth at which a what-if fails; 0 when it holds; -1 when it has not failed within ``limit`` rounds."""
    reg, lists = position.reg, position.lists
    n_merged, n_drawn, finish = reg[N_MERGED], reg[N_DRAWN], reg[FINISH]
    coloured = reg[COLOURED]
    value = lists[CANDIDATE + 2, candidate] & 1
    add_fact(position, lists[CANDIDATE, candidate], lists[CANDIDATE + 1, candidate], value, -1)
    depth = 0
    outcome = _CUT_OFF
    while True:
        if not apply_facts(position, stride, True):
            outcome = depth
            break
        depth += 1
        if depth > limit:
            break
        if not read_relations(position, stride):
            outcome = depth
            break
        if reg[CLOSED]:
            outcome = _HOLDS if loop_is_whole(position) else depth
            break
        forbid_closing(position, stride)
        if with_region and reg[COLOURED] != coloured:
            coloured = reg[COLOURED]
            if not connect_sides(position, stride, height):
                outcome = depth
                break
        if reg[N_FACTS] == 0:
            outcome = _HOLDS
            break
    _forget_waiting(position)
    undo(position, n_merged, n_drawn, stride)
    reg[FINISH] = finish
    return outcome


@jit
def _forget_waiting(position: Position) -> None:
    face, reg = position.face, position.reg
    for i in range(reg[N_READ]):
        place = position.lists[TO_READ, i]
        face[place >> 1, READ_CLUE + (place & 1)] = 0
    reg[N_READ] = reg[N_FACTS] = reg[N_KNOWN] = reg[N_ENDS] = 0

"""Assigning, unit propagation, and going back."""

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.cache import jit
from slitherlink.learn.clauses import HEADER
from slitherlink.learn.order import rise
from slitherlink.learn.state import (
    DEPTH,
    FIELDS,
    FIRST,
    HEAD,
    HEAP,
    INSIDE,
    LEVEL,
    N_COLOURS,
    N_INSIDE,
    NOTED,
    OUTSIDE,
    PENDING,
    PHASE,
    PLACE,
    POSITION,
    PROPAGATIONS,
    REASON,
    TRAIL,
    WORK,
    State,
    wide,
)


@jit
def assign(
    reg: NDArray[np.int64],
    value: NDArray[np.int8],
    var: NDArray[np.uint32],
    trail: NDArray[np.uint32],
    lit: int,
    reason: int,
) -> None:
    """Make an open literal true."""
    size = reg[TRAIL]
    value[lit] = 1
    value[lit ^ 1] = -1
    record = (lit >> 1) * FIELDS
    var[record + LEVEL] = reg[DEPTH]
    var[record + POSITION] = size
    var[record + REASON] = reason
    trail[size] = lit
    reg[TRAIL] = size + 1


@jit
def propagate(state: State) -> int:
    """Visit the clauses of every new assignment; returns a clause with no true and no open literal, or 0."""
    reg, value, var, watch, trail, arena = (
        state.reg,
        state.value,
        state.var,
        state.watch,
        state.trail,
        state.arena,
    )
    first = head = reg[HEAD]
    size = reg[TRAIL]
    level = reg[DEPTH]
    visited = 0
    conflict = 0
    while head < size and conflict == 0:
        false = wide(trail[head]) ^ 1
        head += 1
        before = 0
        node = wide(watch[false])
        while node != 0:
            visited += 1
            following = wide(arena[node])
            other = wide(arena[(node ^ 2) + 1])
            if value[other] != 1:
                ref = node & ~3
                end = ref + 3 + (wide(arena[ref + HEADER]) >> 8)
                at = ref + HEADER + 1
                while at < end and value[arena[at]] == -1:
                    at += 1
                if at < end:
                    # ---- watch another literal
                    lit = wide(arena[at])
                    arena[at] = false
                    arena[node + 1] = lit
                    arena[node] = watch[lit]
                    watch[lit] = node
                    if before == 0:
                        watch[false] = following
                    else:
                        arena[before] = following
                    node = following
                    continue
                if value[other] == -1:
                    conflict = ref
                    break
                value[other] = 1
                value[other ^ 1] = -1
                record = (other >> 1) * FIELDS
                var[record + LEVEL] = level
                var[record + POSITION] = size
                var[record + REASON] = ref
                trail[size] = other
                size += 1
            before = node
            node = following
    reg[HEAD] = head
    reg[TRAIL] = size
    reg[PROPAGATIONS] += head - first
    reg[WORK] += visited
    return conflict


@jit
def backtrack_to(state: State, level: int) -> None:
    """Undo every assignment above a level, in the planes too. Only at lower levels may anything be pending."""
    reg, value, var, trail = state.reg, state.value, state.var, state.trail
    heap, activity, literal, members = state.heap, state.activity, state.literal, state.members
    outside, inside = state.planes[OUTSIDE], state.planes[INSIDE]
    n_colours = reg[N_COLOURS]
    if reg[DEPTH] <= level:
        return
    noted = reg[NOTED]
    mark = wide(state.starts[level])
    for position in range(reg[TRAIL] - 1, mark - 1, -1):
        lit = wide(trail[position])
        v = lit >> 1
        record = v * FIELDS
        value[lit] = 0
        value[lit ^ 1] = 0
        if v <= n_colours:
            var[record + PHASE] = lit & 1
            if var[record + PLACE] == 0:
                place = reg[HEAP]
                reg[HEAP] = place + 1
                heap[place] = v
                rise(heap, var, activity, place)
            if position < noted:
                for m in range(var[record + FIRST], var[record + FIELDS + FIRST]):
                    cell = wide(members[m])
                    keep = ~(np.uint64(1) << np.uint64(cell & 63))
                    if wide(literal[cell]) == lit:
                        inside[cell >> 6] &= keep
                        reg[N_INSIDE] -= 1
                    else:
                        outside[cell >> 6] &= keep
    reg[TRAIL] = mark
    reg[HEAD] = mark
    reg[NOTED] = min(noted, mark)
    reg[DEPTH] = level
    reg[PENDING] = 0

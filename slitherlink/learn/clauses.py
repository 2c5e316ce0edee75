"""Clauses in one flat array, each on the lists of its two watched literals.

::

    reference r, divisible by 4
    r      r+1      r+2    r+3      r+4         r+5 ...
    next   watched  next   watched  size, LBD   the other literals ...

``next`` leads to the ``next`` before the same watched literal in another clause, 0 at the end of a list. So the other
watched literal of the clause met at ``node`` stands at ``(node ^ 2) + 1``: one cache line tells whether the clause is
satisfied. Clause 0 does not exist.

Watched literals: Moskewicz et al. 2001, lists inside the clauses as in Biere, "PicoSAT essentials", 2008.
LBD (number of levels in a clause when it was learnt): Audemard and Simon 2009.
"""

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.cache import jit, jit_inside
from slitherlink.learn.state import ARENA, LEARNT, MAX_LEARNT, N_LEARNT, N_VARS, State, wide

FIRST_CLAUSE = 8
HEADER = 4
GLUE = 2
"""Learnt clauses of so few levels are kept for good."""
MORE_LEARNT = 100
"""How many more clauses to keep after each time that half of them were forgotten."""


@jit_inside
def add_clause(state: State, literals: NDArray[np.uint32], size: int, lbd: int) -> int:
    """Store a clause of ``size`` >= 2 literals, of which the first two are watched; returns its reference.

    ``lbd``: 0 for a clause that must not be forgotten. The caller has seen to it that the arena has room.
    """
    reg, watch, arena = state.reg, state.watch, state.arena
    ref = wide(reg[ARENA])
    for slot in range(2):
        lit = literals[slot]
        node = ref + 2 * slot
        arena[node] = watch[lit]
        arena[node + 1] = lit
        watch[lit] = node
    arena[ref + HEADER] = (size << 8) | min(lbd, 255)
    for i in range(2, size):
        arena[ref + 3 + i] = literals[i]
    reg[ARENA] = ref + ((size + 6) & ~3)
    return ref


@jit
def load_clause(arena: NDArray[np.uint32], ref: int, literals: NDArray[np.uint32]) -> int:
    """Copy a clause's literals; returns how many there are."""
    size = wide(arena[ref + HEADER]) >> 8
    literals[0] = arena[ref + 1]
    literals[1] = arena[ref + 3]
    for i in range(2, size):
        literals[i] = arena[ref + 3 + i]
    return size


@jit_inside
def forget_half(state: State) -> None:
    """Drop the half of the learnt clauses with the highest LBD, older ones first, and link all lists anew.

    Only at level 0 with everything propagated: reasons of settled literals are never asked for.
    """
    reg, watch, arena = state.reg, state.watch, state.arena
    used = reg[ARENA]
    by_lbd = np.zeros(256, dtype=np.int64)
    ref = reg[LEARNT]
    while ref < used:
        header = wide(arena[ref + HEADER])
        by_lbd[header & 255] += 1
        ref += ((header >> 8) + 6) & ~3
    # Forget everything above `worst`, and `surplus` clauses of just that LBD.
    surplus = reg[N_LEARNT] >> 1
    worst = 255
    while worst > GLUE and by_lbd[worst] <= surplus:
        surplus -= by_lbd[worst]
        worst -= 1
    for lit in range(2 * reg[N_VARS]):
        watch[lit] = 0
    n_learnt = 0
    ref = FIRST_CLAUSE
    kept = FIRST_CLAUSE
    while ref < used:
        header = wide(arena[ref + HEADER])
        length = ((header >> 8) + 6) & ~3
        lbd = header & 255
        forget = lbd > GLUE and (lbd > worst or (lbd == worst and surplus > 0))
        if forget:
            if lbd == worst:
                surplus -= 1
        else:
            if lbd > 0:
                n_learnt += 1
            for i in range(length):
                arena[kept + i] = arena[ref + i]
            for slot in range(2):
                node = kept + 2 * slot
                lit = wide(arena[node + 1])
                arena[node] = watch[lit]
                watch[lit] = node
            kept += length
        ref += length
    reg[ARENA] = kept
    reg[N_LEARNT] = n_learnt
    reg[MAX_LEARNT] += MORE_LEARNT

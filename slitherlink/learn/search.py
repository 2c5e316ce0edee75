"""The search: propagate, learn from the conflict or decide, until every board that is left has been excluded.

The second solution is looked for by deciding, whenever no decision stands, that some colour *differs* from the first
one. A refutation settles that colour; when all are settled, the first solution is the only one. Where more than two are
wanted, each one found is excluded by a clause instead.

What all solutions share (the *backbone*) is found in the same way: every colour and every relation is asked to differ
from the first solution. A refutation settles it; a solution shows that it varies, and many others with it.

Restarts: Luby, Sinclair and Zuckerman 1993, in the form of Knuth, "The art of computer programming" 4B, 7.2.2.2.
"""

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.cache import jit, jit_inside
from slitherlink.learn.analyze import analyze
from slitherlink.learn.clauses import add_clause, forget_half
from slitherlink.learn.encode import NO_ROOM
from slitherlink.learn.order import take_first
from slitherlink.learn.propagate import assign, backtrack_to, propagate
from slitherlink.learn.regions import FORCED, regions
from slitherlink.learn.state import (
    ARENA,
    AT_SOLUTION,
    COMMON,
    CONFLICTS,
    CONTRADICTION,
    DECISIONS,
    DEPTH,
    DIFFER,
    FIELDS,
    FOUND,
    LEVEL,
    LUBY_U,
    LUBY_V,
    MAX_CONFLICTS,
    MAX_LEARNT,
    MODEL,
    N_COLOURS,
    N_LEARNT,
    N_VARS,
    PHASE,
    RESTART_AT,
    RESTART_UNIT,
    TRAIL,
    WANTED,
    WORK,
    State,
    wide,
)

# What `search` reports besides NO_ROOM: the arena must grow, then call again.
FINISHED = 0
"""There are no more solutions, or as many as wanted were found."""
SOLUTION = 2
"""Every colour is assigned; call again for the next solution."""
PAUSED = 3
"""The allowance of work is used up; call again."""
OUT_OF_CONFLICTS = 4

VARIES = 2
"""In place of a variable's value in the first solution: another solution has the other one."""


@jit
def search(state: State, allowance: int) -> int:
    """Go on with a board that `encode.begin` started; says why it stopped. ``allowance``: units of WORK."""
    reg, value, var, trail, starts = state.reg, state.value, state.var, state.trail, state.starts
    stop = reg[WORK] + allowance
    reserve = state.lesson.size + 16
    if reg[AT_SOLUTION] and state.arena.size - reg[ARENA] >= reserve:
        reg[AT_SOLUTION] = 0
        if reg[FOUND] >= reg[WANTED]:
            return FINISHED
        leave_solution(state)
    while True:
        if reg[CONTRADICTION]:
            return FINISHED
        if reg[WORK] >= stop:
            return PAUSED
        if state.arena.size - reg[ARENA] < reserve:
            return NO_ROOM
        conflict = propagate(state)
        if conflict == 0:
            conflict = regions(state)
            if conflict == FORCED:
                continue
        if conflict != 0:
            # ---- conflict: learn and go back
            reg[CONFLICTS] += 1
            size, level, lbd = analyze(state, conflict)
            if size == 0:
                reg[CONTRADICTION] = 1
                return FINISHED
            backtrack_to(state, level)
            reason = 0
            if size > 1:
                reason = add_clause(state, state.lesson, size, lbd)
                reg[N_LEARNT] += 1
            assign(reg, value, var, trail, wide(state.lesson[0]), reason)
            if reg[CONFLICTS] >= reg[MAX_CONFLICTS]:
                return OUT_OF_CONFLICTS
            continue
        # ---- no conflict: a solution, a restart, or a decision
        differ = 0
        if reg[DEPTH] == 0 and reg[DIFFER] > 0:
            differ = reg[DIFFER]
            last = reg[N_VARS] - 1 if reg[COMMON] else reg[N_COLOURS]
            while differ <= last and (
                var[differ * FIELDS + MODEL] == VARIES or value[2 * differ + var[differ * FIELDS + MODEL]] == 1
            ):
                differ += 1
            if differ > last:
                reg[CONTRADICTION] = 1
                return FINISHED
            reg[DIFFER] = differ
        if reg[TRAIL] == reg[N_VARS]:
            reg[FOUND] += 1
            reg[AT_SOLUTION] = 1
            return SOLUTION
        if reg[CONFLICTS] >= reg[RESTART_AT]:
            backtrack_to(state, wide(0))
            u, v = reg[LUBY_U], reg[LUBY_V]
            if u & -u == v:
                reg[LUBY_U], reg[LUBY_V] = u + 1, 1
            else:
                reg[LUBY_V] = 2 * v
            reg[RESTART_AT] = reg[CONFLICTS] + reg[RESTART_UNIT] * reg[LUBY_V]
            if reg[N_LEARNT] >= reg[MAX_LEARNT]:
                forget_half(state)
            continue
        if differ > 0 and value[2 * differ] == 0:
            decision = 2 * differ + 1 - wide(var[differ * FIELDS + MODEL])
        else:
            v = take_first(reg, state.heap, var, state.activity)
            while value[2 * v] != 0:
                v = take_first(reg, state.heap, var, state.activity)
            decision = 2 * v + wide(var[v * FIELDS + PHASE])
        starts[reg[DEPTH]] = reg[TRAIL]
        reg[DEPTH] += 1
        reg[DECISIONS] += 1
        assign(reg, value, var, trail, decision, wide(0))


@jit_inside
def leave_solution(state: State) -> None:
    """Go back from a solution to level 0, where the search for a further one begins."""
    reg, value, var, lesson = state.reg, state.value, state.var, state.lesson
    if reg[COMMON]:
        note_what_varies(reg, value, var)
        backtrack_to(state, wide(0))
        reg[DIFFER] = max(reg[DIFFER], 1)
        return
    size = 0
    for v in range(1, reg[N_COLOURS] + 1):
        true = 2 * v if value[2 * v] == 1 else 2 * v + 1
        var[v * FIELDS + MODEL] = true & 1
        if var[v * FIELDS + LEVEL] > 0:
            lesson[size] = true ^ 1
            size += 1
    backtrack_to(state, wide(0))
    if size == 0:
        reg[CONTRADICTION] = 1
    elif reg[WANTED] == 2:
        reg[DIFFER] = 1
    elif size == 1:
        assign(reg, value, var, state.trail, wide(lesson[0]), wide(0))
    else:
        add_clause(state, lesson, size, wide(0))


@jit_inside
def note_what_varies(reg: NDArray[np.int64], value: NDArray[np.int8], var: NDArray[np.uint32]) -> None:
    """Compare the solution at hand with the first one, and let what has not varied yet start on the other side."""
    for v in range(1, reg[N_VARS]):
        at = v * FIELDS
        sign = 0 if value[2 * v] == 1 else 1
        if reg[FOUND] == 1:
            var[at + MODEL] = sign
        elif var[at + MODEL] != sign:
            var[at + MODEL] = VARIES
        if var[at + MODEL] != VARIES:
            var[at + PHASE] = 1 - var[at + MODEL]

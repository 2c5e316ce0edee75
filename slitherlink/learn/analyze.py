"""What a conflict teaches: a clause that would have prevented it, by resolution back to the first point through which
the last decision leads to the conflict.

Marques-Silva and Sakallah, "GRASP", 1996; the first unique implication point: Zhang et al. 2001.
"""

from slitherlink.engine.cache import jit_inside
from slitherlink.learn.clauses import HEADER, load_clause
from slitherlink.learn.order import DECAY, rise
from slitherlink.learn.regions import explain
from slitherlink.learn.state import (
    CONFLICTS,
    FIELDS,
    LEVEL,
    N_COLOURS,
    N_VARS,
    PLACE,
    POSITION,
    REASON,
    SEEN,
    TRAIL,
    State,
    wide,
)

TOO_LARGE = 1e100


@jit_inside
def analyze(state: State, conflict: int) -> tuple[int, int, int]:
    """Learn from a conflict (a clause, or a reason of the region rule, all of whose literals are false).

    Returns the size of the new clause in ``state.lesson``, the level to go back to, and its LBD. The first literal is
    the one that becomes true there, the second is of that level. Size 0: the conflict does not depend on decisions.
    """
    reg, var, trail, arena = state.reg, state.var, state.trail, state.arena
    clause, lesson, activity, stamp = state.clause, state.lesson, state.activity, state.stamp
    n_colours = reg[N_COLOURS]
    last = reg[N_VARS]
    amount = activity[last]
    level = 0
    reason, position = conflict, reg[TRAIL]
    index = position
    explained = 0  # the variable whose reason is in hand
    size = 1
    n_open = 0
    while True:
        n = explain(state, reason & 1, reason >> 2, position) if reason & 3 else load_clause(arena, reason, clause)
        if reason == conflict and explained == 0:
            for i in range(n):
                level = max(level, wide(var[(wide(clause[i]) >> 1) * FIELDS + LEVEL]))
            if level == 0:
                return 0, 0, 0
        for i in range(n):
            lit = wide(clause[i])
            v = lit >> 1
            record = v * FIELDS
            if var[record + SEEN] or var[record + LEVEL] == 0 or v == explained:
                continue
            var[record + SEEN] = 1
            if v <= n_colours:
                activity[v] += amount
                if var[record + PLACE]:
                    rise(state.heap, var, activity, wide(var[record + PLACE]) - 1)
            if var[record + LEVEL] == level:
                n_open += 1
            else:
                lesson[size] = lit
                size += 1
        index -= 1
        while not var[(wide(trail[index]) >> 1) * FIELDS + SEEN]:
            index -= 1
        explained = wide(trail[index]) >> 1
        var[explained * FIELDS + SEEN] = 0
        n_open -= 1
        if n_open == 0:
            break
        reason = wide(var[explained * FIELDS + REASON])
        position = wide(var[explained * FIELDS + POSITION])
    lesson[0] = wide(trail[index]) ^ 1
    # ---- leave out what the other literals imply in one step; then the highest level comes second
    kept = 1
    back = 0
    lbd = 1
    for i in range(1, size):
        lit = wide(lesson[i])
        v = lit >> 1
        reason = wide(var[v * FIELDS + REASON])
        implied = reason != 0 and reason & 3 == 0
        if implied:
            end = reason + 3 + (wide(arena[reason + HEADER]) >> 8)
            at = reason + 1
            while implied and at < end:
                u = wide(arena[at]) >> 1
                implied = u == v or var[u * FIELDS + SEEN] != 0 or var[u * FIELDS + LEVEL] == 0
                at += 2 if at <= reason + 3 else 1
        if implied:
            continue
        lesson[i] = lesson[kept]
        lesson[kept] = lit
        its_level = wide(var[v * FIELDS + LEVEL])
        if stamp[its_level] != reg[CONFLICTS]:
            stamp[its_level] = reg[CONFLICTS]
            lbd += 1
        if its_level > back:
            back = its_level
            lesson[kept] = lesson[1]
            lesson[1] = lit
        kept += 1
    for i in range(1, size):
        var[(wide(lesson[i]) >> 1) * FIELDS + SEEN] = 0
    # ---- older conflicts count less
    amount /= DECAY
    if amount > TOO_LARGE:
        for v in range(last):
            activity[v] /= TOO_LARGE
        amount /= TOO_LARGE
    activity[last] = amount
    return kept, back, lbd

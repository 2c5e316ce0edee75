"""From a board to its loops: propagate, probe, and branch where probing is not enough.

*Probing*: give a floating set a colour, or two floating neighbours a relation, and propagate. A contradiction proves
the opposite; a loop is one answer, and the opposite is all that is left to look at.

What to probe, in this order:

1. sets next to a face that was coloured just now (`wake`), oldest first: nearly all that probing can teach shows there;
2. a round over all floating sets and all edges between two of them. As soon as one teaches something, 1 again.

Only when a full round is silent does the search branch, on the candidate whose two values decided most. When the
allowed number of probes is used up, the board is one for conflict learning (`slitherlink.learn`): the search goes back
to what is proved and says `HAND_OVER`.

The search keeps everything in the state's registers, so that it can stop between any two propagations and go on in the
next call: a deadline is looked at by the caller, never in here.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.cache import jit
from slitherlink.engine.propagate import propagate, undo
from slitherlink.engine.state import (
    AWAKE,
    BEST,
    BEST_GAIN,
    CANDIDATE,
    CLOSED,
    CURSOR,
    FIELDS,
    FIRST_AWAKE,
    FIRST_GAIN,
    FLOATING,
    FOUND,
    LAST_COLOURED,
    LEVEL,
    MARK,
    N_AWAKE,
    N_FORCED,
    N_MERGED,
    NEXT,
    NODES,
    PROBES,
    ROOT_FOUND,
    SILENT,
    STAGE,
    VALUE,
    WORK,
    State,
)

# What `search` reports.
FINISHED = 0
"""Everything was looked at, or the wanted number of loops was found."""
PAUSED = 1
"""The allowance of work is used up; call again."""
HAND_OVER = 2
"""The probes are used up; the state holds what is proved. All loops agree with it but the first ``reg[ROOT_FOUND]``."""

OUT_OF_NODES = 3
"""It would have to branch once more than it may."""


class Limits(NamedTuple):
    """Where a search ends before it is finished."""

    allowance: int
    """Merges in this call."""
    max_probes: int
    """For the whole board."""
    max_nodes: int
    """For the whole board: 1 and the number of branches."""


UNLIMITED = 1 << 60

# Stages: what the next propagation is for.
SETTLE = 0
"""What was proved, or assumed by a branch."""
FIRST_PROBE = 1
SECOND_PROBE = 2


@jit
def search(state: State, colours: NDArray[np.uint8], stride: int, limits: Limits) -> int:
    """Look for loops; returns `FINISHED`, `PAUSED`, `HAND_OVER` or `OUT_OF_NODES`.

    ``colours``: uint8 ``(limit, n_ringed)``; row i gets the colours (1 inside) of loop i, ``reg[FOUND]`` counts them.
    ``state``: as `state.reset` left it, or as the last call did.
    """
    n = colours.shape[1]
    face, forced, levels, reg = state.face, state.forced, state.levels, state.reg
    stop = reg[WORK] + limits.allowance
    f = g = 0
    while reg[WORK] < stop:
        stage = reg[STAGE]
        if stage != SETTLE:
            f = reg[CANDIDATE] // 3
            kind = reg[CANDIDATE] % 3
            g = 0 if kind == 0 else f - 1 if kind == 1 else f - stride
            reg[MARK] = reg[N_MERGED]
            reg[PROBES] += 1
            forced[0], forced[1], forced[2] = f, g, reg[VALUE]
            reg[N_FORCED] = 1
        good = propagate(state, stride, n)
        if good and reg[FLOATING] == 0:
            if reg[CLOSED]:
                for cell in range(n):
                    colours[reg[FOUND], cell] = face[cell * FIELDS] & 1
                reg[FOUND] += 1
                if reg[FOUND] == colours.shape[0]:
                    return FINISHED
            good = False  # nothing is left on this side

        if not good:
            reg[SILENT] = 0
            reg[BEST_GAIN] = -1
            if stage != SETTLE:
                # The probe failed: its opposite holds.
                undo(state, reg[MARK])
                forced[0], forced[1], forced[2] = f, g, 1 - reg[VALUE]
                reg[N_FORCED] = 1
                reg[STAGE] = SETTLE
                continue
            # This node is exhausted: to the other half of the last branch.
            if reg[LEVEL] == 0:
                return FINISHED
            reg[LEVEL] -= 1
            at = 4 * reg[LEVEL]
            undo(state, levels[at])
            reg[LAST_COLOURED] = face[NEXT]
            forced[0], forced[1], forced[2] = levels[at + 1], levels[at + 2], levels[at + 3]
            reg[N_FORCED] = 1
            continue

        if stage == FIRST_PROBE:
            reg[FIRST_GAIN] = reg[N_MERGED] - reg[MARK]
            undo(state, reg[MARK])
            reg[VALUE] = 1 - reg[VALUE]
            reg[STAGE] = SECOND_PROBE
            continue
        if stage == SECOND_PROBE:
            gain = reg[FIRST_GAIN] * (reg[N_MERGED] - reg[MARK])
            undo(state, reg[MARK])
            if gain > reg[BEST_GAIN]:
                reg[BEST_GAIN] = gain
                reg[BEST] = reg[CANDIDATE]
        else:
            wake(state, stride, n)

        if reg[PROBES] >= limits.max_probes:
            if reg[LEVEL] > 0:
                undo(state, levels[0])
                reg[LEVEL] = 0
            else:
                reg[ROOT_FOUND] = reg[FOUND]
            return HAND_OVER
        reg[STAGE] = FIRST_PROBE
        reg[VALUE] = 1
        if take_awake(state, n) or take_next(state, stride, n):
            continue

        # A silent round: branch.
        if reg[NODES] >= limits.max_nodes:
            return OUT_OF_NODES
        if reg[LEVEL] == 0:
            reg[ROOT_FOUND] = reg[FOUND]
        f = reg[BEST] // 3
        kind = reg[BEST] % 3
        g = 0 if kind == 0 else f - 1 if kind == 1 else f - stride
        at = 4 * reg[LEVEL]
        levels[at], levels[at + 1], levels[at + 2], levels[at + 3] = reg[N_MERGED], f, g, 0
        forced[0], forced[1], forced[2] = f, g, 1
        reg[NODES] += 1
        reg[LEVEL] += 1
        reg[N_FORCED] = 1
        reg[STAGE] = SETTLE
        reg[SILENT] = 0
        reg[BEST_GAIN] = -1
    return PAUSED


@jit
def search_from_here(state: State, colours: NDArray[np.uint8], stride: int, max_probes: int) -> int:
    """`search` on the ground that stands on the trail, which is left on it; to be undone by the caller."""
    face, reg = state.face, state.reg
    reg[STAGE] = SETTLE
    reg[FOUND] = reg[LEVEL] = reg[SILENT] = reg[PROBES] = reg[N_AWAKE] = 0
    reg[LAST_COLOURED] = 0
    reg[BEST_GAIN] = -1
    outcome = search(state, colours, stride, Limits(UNLIMITED, max_probes, UNLIMITED))
    for i in range(reg[N_AWAKE]):
        face[state.awake[(reg[FIRST_AWAKE] + i) % colours.shape[1]] * FIELDS + AWAKE] = 0
    reg[N_AWAKE] = 0
    return outcome


@jit
def wake(state: State, stride: int, n: int) -> None:
    """Line up the floating sets next to the faces that were coloured since the last call.

    The circle of coloured faces holds the newest ones first, so these are all before `LAST_COLOURED`.
    """
    face, reg = state.face, state.reg
    newest = np.int64(face[NEXT])
    coloured = newest
    while coloured != reg[LAST_COLOURED]:
        for row in range(-stride, stride + 1, stride):
            for near in range(coloured + row - 1, coloured + row + 2):
                root = np.int64(face[near * FIELDS] >> 1)
                if root != 0 and face[root * FIELDS + AWAKE] == 0:
                    face[root * FIELDS + AWAKE] = 1
                    state.awake[(reg[FIRST_AWAKE] + reg[N_AWAKE]) % n] = root
                    reg[N_AWAKE] += 1
        coloured = np.int64(face[coloured * FIELDS + NEXT])
    reg[LAST_COLOURED] = newest


@jit
def take_awake(state: State, n: int) -> bool:
    """Make the set that has waited longest the candidate; False when none waits."""
    face, reg = state.face, state.reg
    while reg[N_AWAKE] > 0:
        root = np.int64(state.awake[reg[FIRST_AWAKE]])
        reg[FIRST_AWAKE] = (reg[FIRST_AWAKE] + 1) % n
        reg[N_AWAKE] -= 1
        face[root * FIELDS + AWAKE] = 0
        if face[root * FIELDS] >> 1 == root:  # else it has joined another set
            reg[CANDIDATE] = 3 * root
            reg[SILENT] = 0
            return True
    return False


@jit
def take_next(state: State, stride: int, n: int) -> bool:
    """Make the next set or edge of the round the candidate; False when the round is over."""
    face, reg = state.face, state.reg
    candidate, silent = reg[CURSOR], reg[SILENT]
    found = False
    while silent <= 3 * n:  # the place where the round began is looked at last
        candidate += 1
        silent += 1
        if candidate == 3 * n:
            candidate = 0
        f = candidate // 3
        kind = candidate - 3 * f
        root = np.int64(face[f * FIELDS] >> 1)
        if root == 0:
            continue
        if kind == 0:
            found = root == f
        else:
            other = np.int64(face[(f - 1 if kind == 1 else f - stride) * FIELDS] >> 1)
            found = other != 0 and other != root
        if found:
            break
    reg[CURSOR], reg[SILENT], reg[CANDIDATE] = candidate, silent, candidate
    return found

"""From a board to its loops: propagate, probe, and branch where probing is not enough.

*Probing*: give a floating set a colour, or two floating neighbours a relation, and propagate. A contradiction proves
the opposite; a loop is one answer, and the opposite is all that is left to look at. Only when a full round over all
candidates teaches nothing does the search branch, and probes again on each side.

The search keeps everything in the state's registers, so that it can stop anywhere between two propagations and go on
in the next call: a deadline is looked at by the caller, never in here.
"""

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.cache import jit
from slitherlink.engine.propagate import propagate, undo
from slitherlink.engine.state import (
    BEST,
    BEST_GAIN,
    CLOSED,
    CURSOR,
    FIELDS,
    FIRST_GAIN,
    FLOATING,
    FOUND,
    LEVEL,
    MARK,
    N_FORCED,
    N_MERGED,
    NODES,
    PROBES,
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
OUT_OF_NODES = 2

# What the propagation that comes next is for.
_SETTLE = 0
_FIRST_PROBE = 1
_SECOND_PROBE = 2


@jit
def search(
    state: State, colours: NDArray[np.uint8], size: tuple[int, int], allowance: int, max_nodes: int
) -> int:
    """Look for loops; returns `FINISHED`, `PAUSED` or `OUT_OF_NODES`.

    ``colours``: uint8 ``(limit, n_ringed)``; row i gets the colours (1 inside) of loop i, ``reg[FOUND]`` counts them.
    ``allowance``: merges in this call. ``state``: as `state.reset` left it, or as the last call did.
    """
    height, width = size
    stride, n = width + 1, colours.shape[1]
    face, forced, levels, reg = state.face, state.forced, state.levels, state.reg
    n_candidates = 3 * n
    stop = reg[WORK] + allowance
    candidate = 0
    f = g = 0
    while True:
        if reg[WORK] >= stop:
            return PAUSED
        stage = reg[STAGE]
        if stage != _SETTLE:
            candidate = reg[CURSOR]
            f = candidate // 3
            g = 0 if candidate % 3 == 0 else f - 1 if candidate % 3 == 1 else f - stride
            reg[MARK] = reg[N_MERGED]
            forced[0] = f
            forced[1] = g
            forced[2] = reg[VALUE]
            reg[N_FORCED] = 1
            reg[PROBES] += 1
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
            if stage == _SETTLE:
                # ---- this node is exhausted: to the other half of the last branch
                if reg[LEVEL] == 0:
                    return FINISHED
                reg[LEVEL] -= 1
                at = 4 * reg[LEVEL]
                undo(state, levels[at])
                for i in range(3):
                    forced[i] = levels[at + 1 + i]
            else:
                # ---- the probe failed: its opposite holds
                undo(state, reg[MARK])
                forced[0] = f
                forced[1] = g
                forced[2] = 1 - reg[VALUE]
                reg[STAGE] = _SETTLE
            reg[N_FORCED] = 1
            reg[SILENT] = 0
            reg[BEST_GAIN] = -1
            continue

        if stage == _FIRST_PROBE:
            reg[FIRST_GAIN] = reg[N_MERGED] - reg[MARK]
            undo(state, reg[MARK])
            reg[VALUE] = 1 - reg[VALUE]
            reg[STAGE] = _SECOND_PROBE
            continue
        if stage == _SECOND_PROBE:
            gain = reg[FIRST_GAIN] * (reg[N_MERGED] - reg[MARK])
            undo(state, reg[MARK])
            if gain > reg[BEST_GAIN]:
                reg[BEST_GAIN] = gain
                reg[BEST] = candidate

        # ---- the next candidate
        candidate = reg[CURSOR]
        silent = reg[SILENT]
        while silent <= n_candidates:  # the place where the round began is looked at last
            candidate += 1
            silent += 1
            if candidate == n_candidates:
                candidate = 0
            f = candidate // 3
            root = face[f * FIELDS] >> 1
            if root == 0:
                continue
            kind = candidate % 3
            if kind == 0:
                if root == f:
                    break
            else:
                other = face[(f - 1 if kind == 1 else f - stride) * FIELDS] >> 1
                if other != 0 and other != root:
                    break
        reg[SILENT] = silent
        reg[CURSOR] = candidate
        if silent <= n_candidates:
            reg[STAGE] = _FIRST_PROBE
            reg[VALUE] = 1
            continue

        # ---- a silent round: branch
        if reg[NODES] >= max_nodes:
            return OUT_OF_NODES
        reg[NODES] += 1
        candidate = reg[BEST]
        f = candidate // 3
        g = 0 if candidate % 3 == 0 else f - 1 if candidate % 3 == 1 else f - stride
        at = 4 * reg[LEVEL]
        levels[at] = reg[N_MERGED]
        levels[at + 1] = f
        levels[at + 2] = g
        levels[at + 3] = 0
        reg[LEVEL] += 1
        forced[0] = f
        forced[1] = g
        forced[2] = 1
        reg[N_FORCED] = 1
        reg[STAGE] = _SETTLE
        reg[SILENT] = 0
        reg[BEST_GAIN] = -1

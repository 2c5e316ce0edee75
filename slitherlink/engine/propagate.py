"""Deduction to the fixpoint, and its undoing.

Merging two sets of faces is the only write. It happens at one place, and everything that becomes known by it is found
there: the smaller set's members are scanned once, and each edge, vertex and clue that has faces in both sets is seen.

Three rules force relations (`slitherlink.engine.tables` holds the first two):

* *clue*: of the ways to draw a clue's sides, those that no known relation contradicts; what they share is forced.
* *vertex*: the same for the four faces around a vertex, where no more than two lines may meet. (An odd number of
  lines cannot happen: faces have colours.)
* *loop*: closing a chain is right only if no other chain exists and no clue misses a line afterwards. Each chain knows
  its two ends, so this is a look at two numbers. A chain whose ends are neighbours must not be closed yet: off.
"""

import numpy as np

from slitherlink.engine.cache import jit
from slitherlink.engine.ring import BLANK
from slitherlink.engine.state import (
    CHAINS,
    CLOSED,
    CLUE,
    DIRTY,
    END,
    FLIP,
    FLOATING,
    GONE,
    KEPT,
    MET,
    MISSING,
    N_DIRTY_CLUES,
    N_DIRTY_VERTICES,
    N_FORCED,
    N_JOINED,
    N_MERGED,
    NEXT,
    PACK,
    SIZE,
    WAS_CHAINS,
    WAS_CLOSED,
    WAS_JOINED,
    WORK,
    State,
)
from slitherlink.engine.tables import (
    CLUE_FORCED,
    CLUE_MASKS,
    CLUE_START,
    N_CLUE_PATTERNS,
    VERTEX_FORCED,
    VERTEX_MASKS,
    VERTEX_START,
)

# Face numbers are uint64 in compiled code: an index that cannot be negative needs no wrap-around test.
U = np.uint64
U0, U1, U2, U3, U4 = U(0), U(1), U(2), U(3), U(4)
U8 = U(8)
_SHIFT = U(3)  # log2(FIELDS)
_PACK, _NEXT, _SIZE, _END, _CLUE, _DIRTY = U(PACK), U(NEXT), U(SIZE), U(END), U(CLUE), U(DIRTY)
_BLANK = U(BLANK)


@jit
def propagate(state: State, stride_: int, n_: int) -> bool:
    """Apply all waiting relations, vertices and clues until nothing is left; False on a contradiction.

    After a contradiction the queues are empty and the trail is whole: `undo` goes back to any mark.
    """
    face, forced, dirty, merged, joined, reg = (
        state.face,
        state.forced,
        state.dirty,
        state.merged,
        state.joined,
        state.reg,
    )
    stride, n = U(stride_), U(n_)
    n_merged, n_joined, n_forced = U(reg[N_MERGED]), U(reg[N_JOINED]), U(reg[N_FORCED])
    n_vertices, n_clues = U(reg[N_DIRTY_VERTICES]), U(reg[N_DIRTY_CLUES])
    missing, chains, closed = reg[MISSING], reg[CHAINS], reg[CLOSED]
    floating = reg[FLOATING]
    work = reg[WORK]
    sweep = stride + U1
    good = True
    while good:
        if n_forced > U0:
            n_forced -= U1
            f, g, want = (
                U(forced[n_forced * U3]),
                U(forced[n_forced * U3 + U1]),
                U(forced[n_forced * U3 + U2]),
            )
            known = U(face[f << _SHIFT]) ^ U(face[g << _SHIFT])
            if known < U2:
                good = known == want
                continue
            # ---- merge: the smaller set joins the larger one, the outside always survives
            kept, gone = U(face[f << _SHIFT]) >> U1, U(face[g << _SHIFT]) >> U1
            flip = (known & U1) ^ want
            if kept != U0 and (gone == U0 or face[(gone << _SHIFT) + _SIZE] > face[(kept << _SHIFT) + _SIZE]):
                kept, gone = gone, kept
            work += 1
            floating -= 1
            record = n_merged * U8
            n_merged += U1
            merged[record + U(KEPT)] = kept
            merged[record + U(GONE)] = gone
            merged[record + U(FLIP)] = flip
            merged[record + U(WAS_CHAINS)] = chains
            merged[record + U(WAS_JOINED)] = n_joined
            merged[record + U(WAS_CLOSED)] = closed
            missing_before = missing
            m = gone
            while True:
                own = (kept << U1) | ((U(face[m << _SHIFT]) & U1) ^ flip)
                up, down, left, right = m - stride, m + stride, m - U1, m + U1
                x_up = U(face[up << _SHIFT]) ^ own
                x_down = U(face[down << _SHIFT]) ^ own
                x_left = U(face[left << _SHIFT]) ^ own
                x_right = U(face[right << _SHIFT]) ^ own
                x_up_left = U(face[(up - U1) << _SHIFT]) ^ own
                x_up_right = U(face[(up + U1) << _SHIFT]) ^ own
                x_down_left = U(face[(down - U1) << _SHIFT]) ^ own
                x_down_right = U(face[(down + U1) << _SHIFT]) ^ own
                k_up, k_down, k_left, k_right = x_up < U2, x_down < U2, x_left < U2, x_right < U2
                k_up_left, k_up_right = x_up_left < U2, x_up_right < U2
                k_down_left, k_down_right = x_down_left < U2, x_down_right < U2
                # Vertices with a face in both sets.
                for corner in range(4):
                    if corner == 0:
                        touched, v = k_up or k_left or k_up_left, m
                    elif corner == 1:
                        touched, v = k_up or k_right or k_up_right, right
                    elif corner == 2:
                        touched, v = k_down or k_left or k_down_left, down
                    else:
                        touched, v = k_down or k_right or k_down_right, down + U1
                    if touched:
                        at = (v << _SHIFT) + _DIRTY
                        if not face[at] & 1:
                            face[at] |= 1
                            dirty[n_vertices] = v
                            n_vertices += U1
                # Clues with a face in both sets: the cell's own and its four neighbours'.
                for side in range(5):
                    if side == 0:
                        touched, cell, far = k_up or k_down or k_left or k_right, m, m
                    elif side == 1:
                        touched, cell, far = k_up or k_up_left or k_up_right, up, up - stride
                    elif side == 2:
                        touched, cell, far = k_down or k_down_left or k_down_right, down, down + stride
                    elif side == 3:
                        touched, cell, far = k_left or k_up_left or k_down_left, left, left - U1
                    else:
                        touched, cell, far = k_right or k_up_right or k_down_right, right, right + U1
                    at = cell << _SHIFT
                    if U(face[at + _CLUE]) != _BLANK and not face[at + _DIRTY] & 2:
                        if not touched and side:
                            touched = (U(face[far << _SHIFT]) ^ own) < U2
                        if touched:
                            face[at + _DIRTY] |= 2
                            dirty[n + n_clues] = cell
                            n_clues += U1
                # Lines that became known: each joins two chains.
                if x_up == U1 or x_down == U1 or x_left == U1 or x_right == U1:
                    for side in range(4):
                        if side == 0:
                            line, other, v, w = x_up, up, m, right
                        elif side == 1:
                            line, other, v, w = x_down, down, down, down + U1
                        elif side == 2:
                            line, other, v, w = x_left, left, m, down
                        else:
                            line, other, v, w = x_right, right, right, down + U1
                        if line != U1:
                            continue
                        if closed:
                            good = False
                            continue
                        if U(face[(m << _SHIFT) + _CLUE]) != _BLANK:
                            missing -= 1
                        if U(face[(other << _SHIFT) + _CLUE]) != _BLANK:
                            missing -= 1
                        end_v, end_w = U(face[(v << _SHIFT) + _END]), U(face[(w << _SHIFT) + _END])
                        if end_v == w:
                            if chains == 1 and missing == 0:
                                closed = 1
                            else:
                                good = False
                            continue
                        at = n_joined * U4
                        n_joined += U1
                        joined[at] = v
                        joined[at + U1] = end_v
                        joined[at + U2] = w
                        joined[at + U3] = end_w
                        chains += 1 - (end_v != v) - (end_w != w)
                        face[(end_v << _SHIFT) + _END] = end_w
                        face[(end_w << _SHIFT) + _END] = end_v
                        # The new chain's ends are neighbours: closing it now is wrong, unless it ends the board.
                        if end_v == v and end_w == w:
                            continue
                        first, last = min(end_v, end_w), max(end_v, end_w)
                        above = U0
                        if last - first == U1:
                            above = first - stride
                        elif last - first == stride:
                            above = first - U1
                        if above != U0 and (U(face[above << _SHIFT]) ^ U(face[first << _SHIFT])) >= U2:
                            gain = 0
                            if U(face[(above << _SHIFT) + _CLUE]) != _BLANK:
                                gain += 1
                            if U(face[(first << _SHIFT) + _CLUE]) != _BLANK:
                                gain += 1
                            if chains != 1 or missing != gain:
                                at = n_forced * U3
                                n_forced += U1
                                forced[at] = above
                                forced[at + U1] = first
                                forced[at + U2] = 0
                m = U(face[(m << _SHIFT) + _NEXT])
                if m == gone:
                    break
            merged[record + U(MET)] = missing_before - missing
            while True:
                face[m << _SHIFT] = (kept << U1) | ((U(face[m << _SHIFT]) & U1) ^ flip)
                m = U(face[(m << _SHIFT) + _NEXT])
                if m == gone:
                    break
            face[(kept << _SHIFT) + _SIZE] += face[(gone << _SHIFT) + _SIZE]
            after = face[(kept << _SHIFT) + _NEXT]
            face[(kept << _SHIFT) + _NEXT] = face[(gone << _SHIFT) + _NEXT]
            face[(gone << _SHIFT) + _NEXT] = after
        elif n_vertices > U0:
            n_vertices -= U1
            v = U(dirty[n_vertices])
            face[(v << _SHIFT) + _DIRTY] &= 2
            f0, f1, f2, f3 = v - stride - U1, v - stride, v - U1, v
            p0, p1 = U(face[f0 << _SHIFT]), U(face[f1 << _SHIFT])
            p2, p3 = U(face[f2 << _SHIFT]), U(face[f3 << _SHIFT])
            living = U(VERTEX_START)
            x = p0 ^ p1
            if x < U2:
                living &= U(VERTEX_MASKS[x])
            x = p0 ^ p2
            if x < U2:
                living &= U(VERTEX_MASKS[x + U(2)])
            x = p1 ^ p3
            if x < U2:
                living &= U(VERTEX_MASKS[x + U(4)])
            x = p2 ^ p3
            if x < U2:
                living &= U(VERTEX_MASKS[x + U(6)])
            x = p0 ^ p3
            if x < U2:
                living &= U(VERTEX_MASKS[x + U(8)])
            x = p1 ^ p2
            if x < U2:
                living &= U(VERTEX_MASKS[x + U(10)])
            if living == U0:
                good = False
                continue
            code = U(VERTEX_FORCED[living])
            k = 0
            while code:
                if code & U1:
                    if k == 0:
                        f, g = f0, f1
                    elif k == 1:
                        f, g = f0, f2
                    elif k == 2:
                        f, g = f1, f3
                    elif k == 3:
                        f, g = f2, f3
                    elif k == 4:
                        f, g = f0, f3
                    else:
                        f, g = f1, f2
                    if (U(face[f << _SHIFT]) ^ U(face[g << _SHIFT])) >= U2:
                        at = n_forced * U3
                        n_forced += U1
                        forced[at] = f
                        forced[at + U1] = g
                        forced[at + U2] = (code >> U1) & U1
                code >>= U2
                k += 1
        elif n_clues > U0:
            n_clues -= U1
            f0 = U(dirty[n + n_clues])
            at = f0 << _SHIFT
            face[at + _DIRTY] &= 1
            clue = U(face[at + _CLUE])
            f1, f2, f3, f4 = f0 - stride, f0 + stride, f0 - U1, f0 + U1
            p0, p1 = U(face[at]), U(face[f1 << _SHIFT])
            p2, p3, p4 = U(face[f2 << _SHIFT]), U(face[f3 << _SHIFT]), U(face[f4 << _SHIFT])
            living = U(CLUE_START[clue])
            row = clue * U(20)
            x = p0 ^ p1
            if x < U2:
                living &= U(CLUE_MASKS[row + x])
            x = p0 ^ p2
            if x < U2:
                living &= U(CLUE_MASKS[row + x + U(2)])
            x = p0 ^ p3
            if x < U2:
                living &= U(CLUE_MASKS[row + x + U(4)])
            x = p0 ^ p4
            if x < U2:
                living &= U(CLUE_MASKS[row + x + U(6)])
            x = p1 ^ p2
            if x < U2:
                living &= U(CLUE_MASKS[row + x + U(8)])
            x = p1 ^ p3
            if x < U2:
                living &= U(CLUE_MASKS[row + x + U(10)])
            x = p1 ^ p4
            if x < U2:
                living &= U(CLUE_MASKS[row + x + U(12)])
            x = p2 ^ p3
            if x < U2:
                living &= U(CLUE_MASKS[row + x + U(14)])
            x = p2 ^ p4
            if x < U2:
                living &= U(CLUE_MASKS[row + x + U(16)])
            x = p3 ^ p4
            if x < U2:
                living &= U(CLUE_MASKS[row + x + U(18)])
            if living == U0:
                good = False
                continue
            code = U(CLUE_FORCED[(clue << U(N_CLUE_PATTERNS)) + living])
            k = 0
            while code:
                if code & U1:
                    f = f0
                    g = f1
                    if k == 1:
                        g = f2
                    elif k == 2:
                        g = f3
                    elif k == 3:
                        g = f4
                    elif k == 4:
                        f, g = f1, f2
                    elif k == 5:
                        f, g = f1, f3
                    elif k == 6:
                        f, g = f1, f4
                    elif k == 7:
                        f, g = f2, f3
                    elif k == 8:
                        f, g = f2, f4
                    elif k == 9:
                        f, g = f3, f4
                    if (U(face[f << _SHIFT]) ^ U(face[g << _SHIFT])) >= U2:
                        at = n_forced * U3
                        n_forced += U1
                        forced[at] = f
                        forced[at + U1] = g
                        forced[at + U2] = (code >> U1) & U1
                code >>= U2
                k += 1
        elif closed and floating > 0:
            # The loop is whole: every edge that is still open is no line.
            while True:
                p0 = U(face[sweep << _SHIFT])
                if (p0 ^ U(face[(sweep - U1) << _SHIFT])) >= U2:
                    g = sweep - U1
                    break
                if (p0 ^ U(face[(sweep - stride) << _SHIFT])) >= U2:
                    g = sweep - stride
                    break
                sweep += U1
            forced[0] = sweep
            forced[1] = g
            forced[2] = 0
            n_forced = U1
        else:
            break
    if not good:
        while n_vertices > U0:
            n_vertices -= U1
            face[(U(dirty[n_vertices]) << _SHIFT) + _DIRTY] = 0
        while n_clues > U0:
            n_clues -= U1
            face[(U(dirty[n + n_clues]) << _SHIFT) + _DIRTY] = 0
    reg[N_MERGED], reg[N_JOINED], reg[N_FORCED] = n_merged, n_joined, 0
    reg[N_DIRTY_VERTICES], reg[N_DIRTY_CLUES] = 0, 0
    reg[MISSING], reg[CHAINS], reg[CLOSED] = missing, chains, closed
    reg[FLOATING] = floating
    reg[WORK] = work
    return good


@jit
def undo(state: State, mark: int) -> None:
    """Take back merges until ``mark`` are left on the trail."""
    face, merged, joined, reg = state.face, state.merged, state.joined, state.reg
    n_merged, n_joined, stop = U(reg[N_MERGED]), U(reg[N_JOINED]), U(mark)
    if n_merged <= stop:
        return
    met = U0
    floating = reg[FLOATING] + (reg[N_MERGED] - mark)
    record = U0
    while n_merged > stop:
        n_merged -= U1
        record = n_merged * U8
        kept, gone = U(merged[record + U(KEPT)]), U(merged[record + U(GONE)])
        flip = U(merged[record + U(FLIP)])
        met += U(merged[record + U(MET)])
        after = face[(kept << _SHIFT) + _NEXT]
        face[(kept << _SHIFT) + _NEXT] = face[(gone << _SHIFT) + _NEXT]
        face[(gone << _SHIFT) + _NEXT] = after
        face[(kept << _SHIFT) + _SIZE] -= face[(gone << _SHIFT) + _SIZE]
        m = gone
        while True:
            face[m << _SHIFT] = (gone << U1) | ((U(face[m << _SHIFT]) & U1) ^ flip)
            m = U(face[(m << _SHIFT) + _NEXT])
            if m == gone:
                break
        joins = U(merged[record + U(WAS_JOINED)])
        while n_joined > joins:
            n_joined -= U1
            at = n_joined * U4
            v, w = U(joined[at]), U(joined[at + U2])
            face[(U(joined[at + U1]) << _SHIFT) + _END] = v
            face[(U(joined[at + U3]) << _SHIFT) + _END] = w
    reg[N_MERGED], reg[N_JOINED] = n_merged, n_joined
    reg[MISSING] += np.int64(met)
    reg[CHAINS] = merged[record + U(WAS_CHAINS)]
    reg[CLOSED] = merged[record + U(WAS_CLOSED)]
    reg[FLOATING] = floating

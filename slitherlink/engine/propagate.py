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
    CLUE_COLS,
    CLUE_FORCED,
    CLUE_MASKS,
    CLUE_ROWS,
    CLUE_START,
    N_CLUE_PATTERNS,
    STATES,
    VERTEX_COLS,
    VERTEX_FORCED,
    VERTEX_MASKS,
    VERTEX_ROWS,
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
                # Vertices with a face in both sets. One line less, or two unlike faces across, and no more than two
                # lines can meet there: nothing to say. Otherwise a line, or two like faces across, may say something.
                for corner in range(4):
                    if corner == 0:
                        x, y, across, v = x_up, x_left, x_up_left, m
                    elif corner == 1:
                        x, y, across, v = x_up, x_right, x_up_right, right
                    elif corner == 2:
                        x, y, across, v = x_down, x_left, x_down_left, down
                    else:
                        x, y, across, v = x_down, x_right, x_down_right, down + U1
                    speaks = ((x == U1) | (y == U1) | (across == U0)) & (x != U0) & (y != U0) & (across != U1)
                    at = (v << _SHIFT) + _DIRTY
                    flags = U(face[at])
                    fresh = U(speaks) & (flags ^ U1)  # no branch: it would be mispredicted half of the time
                    face[at] = flags | fresh
                    dirty[n_vertices] = v
                    n_vertices += fresh
                # Clues with a face in both sets: the cell's own and its four neighbours'.
                for side in range(5):
                    if side == 0:
                        touched, cell, far = k_up | k_down | k_left | k_right, m, m
                    elif side == 1:
                        touched, cell, far = k_up | k_up_left | k_up_right, up, max(up, stride) - stride
                    elif side == 2:
                        touched, cell, far = k_down | k_down_left | k_down_right, down, down + stride
                    elif side == 3:
                        touched, cell, far = k_left | k_up_left | k_down_left, left, left - U1
                    else:
                        touched, cell, far = k_right | k_up_right | k_down_right, right, right + U1
                    at = cell << _SHIFT
                    flags = U(face[at + _DIRTY])
                    touched |= (U(face[far << _SHIFT]) ^ own) < U2
                    fresh = U(touched) & U(U(face[at + _CLUE]) != _BLANK) & ((flags >> U1) ^ U1)
                    face[at + _DIRTY] = flags | (fresh << U1)
                    dirty[n + U1 + n_clues] = cell
                    n_clues += fresh
                # Lines that became known: each joins two chains.
                if (x_up == U1) | (x_down == U1) | (x_left == U1) | (x_right == U1):
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
                                forced[at], forced[at + U1], forced[at + U2] = above, first, U0
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
            living &= U(VERTEX_MASKS[min(p0 ^ p1, U2)])
            living &= U(VERTEX_MASKS[min(p0 ^ p2, U2) + U(STATES)])
            living &= U(VERTEX_MASKS[min(p1 ^ p3, U2) + U(2 * STATES)])
            living &= U(VERTEX_MASKS[min(p2 ^ p3, U2) + U(3 * STATES)])
            living &= U(VERTEX_MASKS[min(p0 ^ p3, U2) + U(4 * STATES)])
            living &= U(VERTEX_MASKS[min(p1 ^ p2, U2) + U(5 * STATES)])
            if living == U0:
                good = False
                continue
            code = U(VERTEX_FORCED[living])
            while code:
                a, b = (code >> U3) & U(7), code & U(7)
                f = v + U(VERTEX_ROWS[a]) * stride + U(VERTEX_COLS[a])
                g = v + U(VERTEX_ROWS[b]) * stride + U(VERTEX_COLS[b])
                at = n_forced * U3
                forced[at], forced[at + U1], forced[at + U2] = f, g, (code >> U(6)) & U1
                n_forced += U((U(face[f << _SHIFT]) ^ U(face[g << _SHIFT])) >= U2)
                code >>= U8
        elif n_clues > U0:
            n_clues -= U1
            f0 = U(dirty[n + U1 + n_clues])
            at = f0 << _SHIFT
            face[at + _DIRTY] &= 1
            clue = U(face[at + _CLUE])
            f1, f2, f3, f4 = f0 - stride, f0 + stride, f0 - U1, f0 + U1
            p0, p1 = U(face[at]), U(face[f1 << _SHIFT])
            p2, p3, p4 = U(face[f2 << _SHIFT]), U(face[f3 << _SHIFT]), U(face[f4 << _SHIFT])
            row = clue * U(STATES * 10)
            living = U(CLUE_START[clue])
            living &= U(CLUE_MASKS[row + min(p0 ^ p1, U2)])
            living &= U(CLUE_MASKS[row + min(p0 ^ p2, U2) + U(STATES)])
            living &= U(CLUE_MASKS[row + min(p0 ^ p3, U2) + U(2 * STATES)])
            living &= U(CLUE_MASKS[row + min(p0 ^ p4, U2) + U(3 * STATES)])
            living &= U(CLUE_MASKS[row + min(p1 ^ p2, U2) + U(4 * STATES)])
            living &= U(CLUE_MASKS[row + min(p1 ^ p3, U2) + U(5 * STATES)])
            living &= U(CLUE_MASKS[row + min(p1 ^ p4, U2) + U(6 * STATES)])
            living &= U(CLUE_MASKS[row + min(p2 ^ p3, U2) + U(7 * STATES)])
            living &= U(CLUE_MASKS[row + min(p2 ^ p4, U2) + U(8 * STATES)])
            living &= U(CLUE_MASKS[row + min(p3 ^ p4, U2) + U(9 * STATES)])
            if living == U0:
                good = False
                continue
            code = U(CLUE_FORCED[(clue << U(N_CLUE_PATTERNS)) + living])
            while code:
                a, b = (code >> U3) & U(7), code & U(7)
                f = f0 + U(CLUE_ROWS[a]) * stride + U(CLUE_COLS[a])
                g = f0 + U(CLUE_ROWS[b]) * stride + U(CLUE_COLS[b])
                at = n_forced * U3
                forced[at], forced[at + U1], forced[at + U2] = f, g, (code >> U(6)) & U1
                n_forced += U((U(face[f << _SHIFT]) ^ U(face[g << _SHIFT])) >= U2)
                code >>= U8
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
            forced[0], forced[1], forced[2] = sweep, g, U0
            n_forced = U1
        else:
            break
    if not good:
        while n_vertices > U0:
            n_vertices -= U1
            face[(U(dirty[n_vertices]) << _SHIFT) + _DIRTY] = 0
        while n_clues > U0:
            n_clues -= U1
            face[(U(dirty[n + U1 + n_clues]) << _SHIFT) + _DIRTY] = 0
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

"""The compiled step of the sweep: every state of the frontier goes over one vertex.

The frontier crosses the edges that are half drawn. Each of its width + 2 places is a *plug* of two bits: 0 no line,
1 a line whose other end lies further right (an opening bracket), 2 one whose other end lies further left. Lines never
cross, so the brackets say which ends belong together::

    plugs  0 … col-1    edges below the vertices that were passed in this row
           col          the edge to the left of this vertex; afterwards the one below it
           col+1        the edge above this vertex; afterwards the one to its right
           col+2 …      edges below the vertices of the row before

A state also has one bit for each place of a cell: "this cell needs a line at its bottom" once its other three edges are
decided, and for the cell in progress "it has a line on its top". The rest that a clue has to know stands in the plugs.

A record is a row of uint64: plugs, cells, then the number of ways to reach this state in limbs, lowest first. Record 0
is no state: it gathers the finished loops. States without any plug have no line at all: a closed loop is in record 0.

Source: transfer-matrix counting of polygons (I. G. Enting 1980), in the broken-profile form.
"""

import numpy as np
from numpy.typing import NDArray

from slitherlink.count.vertices import Vertex
from slitherlink.engine.cache import jit

_0, _1, _2, _3, _4 = (np.uint64(i) for i in range(5))
_15 = np.uint64(15)
_LOW_32 = np.uint64(0xFFFFFFFF)
_MIX_PLUGS = np.uint64(0x9E3779B1)
_MIX_CELLS = np.uint64(0x85EBCA6B)
"""Odd 32-bit multipliers: products of 32-bit words fit 64 bits, so that no step overflows in plain Python either."""

PLUGS = 0
CELLS = 1
COUNT = 2
"""Columns of a record: its state, and its lowest limb."""

_BY_LINES_IN = np.uint64(0b0001_0110_1001)
"""Sets of choices by the number of lines that arrive: 0 none or a new pair, 1 one goes on, 2 both end here."""

SOURCES_OF_A_STATE = 64
"""No state is reached from more than this many at one vertex: 3 with nothing joined, one for each place of a mate."""


@jit
def advance(
    vertex: Vertex,
    old: NDArray[np.uint64],
    span: NDArray[np.uint64],
    new: NDArray[np.uint64],
    slots: NDArray[np.uint32],
    filled: NDArray[np.uint64],
) -> bool:
    """Take the records ``old[span[0]:span[1]]`` over ``vertex`` and add them to ``new``; False when ``slots`` is full.

    ``slots`` is an open-addressing table, a power of two long, of places in ``new`` (0 empty). ``filled[0]`` records of
    ``new`` are in use, with as many limbs as ``old``; ``filled[1]`` is the largest highest limb among them. These three
    are written. ``new`` has to have room for 2 records for each old one, and the limbs for the sum of
    `SOURCES_OF_A_STATE` of the largest counts.
    """
    n_words = np.uint64(old.shape[1])
    last_slot = np.uint64(slots.shape[0] - 1)
    most = np.uint64(slots.shape[0] // 4 * 3)
    n_new = filled[0]
    highest = filled[1]
    at = vertex.col * _2
    here = ~(_15 << at)
    cells_here = ~((_3 << vertex.col) >> _1)

    for i in range(span[0], span[1]):
        if n_new + _2 > most:
            filled[0] = n_new
            return False
        plugs = old[np.uint64(i), PLUGS]
        cells = old[np.uint64(i), CELLS]
        if vertex.starts_row:
            # The last place is the edge that would leave the board on the right: always empty.
            plugs = plugs << _2
        left = (plugs >> at) & _3
        up = (plugs >> (at + _2)) & _3
        lines_in = np.uint64(left != _0) + np.uint64(up != _0)
        above_needs = (cells >> vertex.col) & _1
        # Shifted up by one place, so that column 0 finds an empty place to its left.
        left_lines = ((cells << _1) >> vertex.col) & _1
        left_lines += np.uint64(((plugs << _2) >> at) & _3 != _0)
        allowed = (
            (_BY_LINES_IN >> (_4 * lines_in))
            & (vertex.by_above >> (_4 * above_needs))
            & (vertex.by_left >> (_4 * left_lines))
            & _15
        )
        plugs &= here
        cells &= cells_here
        closes = False
        if lines_in == _2 and allowed:
            if left == up:
                # Two openings: the mate of the inner one, to the right, becomes the opening of the outer one's mate.
                # Two closings: the same, mirrored.
                mate = at + _4 if left == _1 else at - _2
                depth = _1
                while True:
                    plug = (plugs >> mate) & _3
                    if plug == left:
                        depth += _1
                    elif plug != _0:
                        depth -= _1
                        if depth == _0:
                            break
                    mate = mate + _2 if left == _1 else mate - _2
                plugs ^= _3 << mate
            elif left == _1:
                closes = True

        for choice in range(4):
            if not (allowed >> np.uint64(choice)) & _1:
                continue
            right = np.uint64(choice) & _1
            below = np.uint64(choice) >> _1
            ends = below | (right << _3) if lines_in == _0 else (left | up) * (below + _4 * right)
            own = right & vertex.own_is_clued
            left_needs = (vertex.left_needs >> (_2 * left_lines + below)) & _1
            new_cells = cells | (own << vertex.col) | ((left_needs << vertex.col) >> _1)
            new_plugs = plugs | (ends << at)

            place = _0
            if closes:
                if new_plugs != _0 or new_cells != _0 or not vertex.may_finish:
                    continue
            else:
                slot = ((new_plugs ^ (new_plugs >> np.uint64(29))) & _LOW_32) * _MIX_PLUGS
                slot = ((slot ^ (new_cells * _MIX_CELLS)) >> _4) & last_slot
                place = np.uint64(slots[slot])
                while place != _0 and (new[place, PLUGS] != new_plugs or new[place, CELLS] != new_cells):
                    slot = (slot + _1) & last_slot
                    place = np.uint64(slots[slot])
                if place == _0:
                    place = n_new
                    n_new += _1
                    slots[slot] = place
                    new[place, PLUGS] = new_plugs
                    new[place, CELLS] = new_cells
                    for word in range(COUNT, n_words):
                        new[place, word] = _0
            carry = _0
            for word in range(COUNT, n_words):
                ways = old[np.uint64(i), word]
                total = ways + carry
                carry = np.uint64(total < ways)
                total += new[place, word]
                carry += np.uint64(total < new[place, word])
                new[place, word] = total
            highest = max(highest, new[place, n_words - _1])
    filled[0] = n_new
    filled[1] = highest
    return True

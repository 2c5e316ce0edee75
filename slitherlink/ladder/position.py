"""The position of a board while it is graded: what is drawn, what is related, and what waits to be looked at.

As in the engine, relations are a signed union-find over the faces of `slitherlink.engine.ring` in which every merge
relabels the smaller set, so that find is one load and undoing is exact. Unlike the engine, edges are kept as well: a
person who has not yet seen that two faces are related has not drawn the edge between them.

Edge ``2 f`` is the horizontal one on top of face ``f``, edge ``2 f + 1`` the vertical one on its left.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.cache import jit
from slitherlink.engine.ring import BLANK, n_ringed
from slitherlink.puzzle import CROSS, LINE, OPEN

# Fields of a face's record: int32 face[f, field]. 64 bytes: one cache line.
PACK: Final = 0
"""root · 2 + sign; the outside has root 0 and sign 0."""
NEXT: Final = 1
"""Next face of the same set, in a circle."""
SIZE: Final = 2
"""Number of faces in the set; kept at the root only."""
CLUE: Final = 3
TOP: Final = 4
"""State of edge 2 f; that of edge 2 f + 1 is in the next field."""
LEFT: Final = 5
END: Final = 6
"""Of the vertex at the upper left corner, when it is an end of a chain: the other end. Itself when no line meets it."""
DEGREE: Final = 7
"""Lines that meet at this vertex."""
READ_CLUE: Final = 8
"""1 while the clue waits to be read on relations."""
READ_VERTEX: Final = 9
COUNT_CLUE: Final = 10
"""1 while the clue waits to be counted on edges."""
COUNT_VERTEX: Final = 11
SEEN: Final = 12
LOW: Final = 13
HELD: Final = 14
PARENT: Final = 15
"""The last four are scratch of the region rule and of the what-ifs."""
FIELDS: Final = 16

# Registers: int32 reg[...].
CHAINS: Final = 0
"""Number of open chains."""
CLOSED: Final = 1
"""Number of closed loops."""
MISSING: Final = 2
"""Sum over the clues of sides that are still to be drawn."""
FINISH: Final = 3
"""An end of the chain whose closing would end the board right now, or -1."""
N_READ: Final = 4
N_COUNT: Final = 5
N_ENDS: Final = 6
N_KNOWN: Final = 7
N_FACTS: Final = 8
N_MERGED: Final = 9
N_DRAWN: Final = 10
COLOURED: Final = 11
"""Grows with every face that joins the outside's set: tells whether the region rule has anything new to look at."""
CONNECTED_AT: Final = 12
"""What `COLOURED` was when the region rule last looked."""
THREES_SEEN: Final = 13
"""1 once the adjacent 3s have been looked at: what they decide never changes."""
N_ROUNDS: Final = 14
N_TRACED: Final = 15
N_REGISTERS: Final = 16


JOINED_NOTHING: Final = -1
JOINED_ITSELF: Final = -2
"""In the trail of edges: a third line at a vertex, and a line that closed its chain."""

# Rows of ``Position.lists``.
TO_READ: Final = 0
"""Clues (2 f) and vertices (2 v + 1) to be read on relations."""
TO_COUNT: Final = 1
"""The same, to be counted on edges."""
ENDS: Final = 2
"""Ends of chains that grew."""
KNOWN: Final = 3
"""Edges whose two faces became related, drawn or not."""
MERGED: Final = 4
"""Trail of merges: the root that vanished · 2 + flip."""
DRAWN: Final = 5
"""Trail of edges; the next two rows hold, for a line, the far ends of the two chains that it joined."""
FACT_ONE: Final = 8
"""What a round found, in four rows: face, face, 0 equal or 1 opposite, and the edge or -1."""
FACT_OTHER: Final = 9
FACT_VALUE: Final = 10
FACT_EDGE: Final = 11
CANDIDATE: Final = 12
"""The what-ifs of a round, in four rows: face, face, value assumed + 2 · (edge + 1), and how it went."""
N_LISTS: Final = 16

_ROOM = 24
"""Longest list, in multiples of the number of faces: every clue says at most ten facts, every vertex six, and so on."""


class Position(NamedTuple):
    """The arrays of one board. Few, because compiled functions hand over a bundle field by field: with twelve arrays
    in it, the calls took half of the time.
    """

    face: NDArray[np.int32]
    """``(n_ringed, 16)``."""
    reg: NDArray[np.int32]
    lists: NDArray[np.int32]
    """``(16, 24 · n_ringed)``."""


class Log(NamedTuple):
    """What happened, round by round."""

    rounds: NDArray[np.int32]
    """``(4 · n_ringed, 3)``: rule, depth of its what-ifs, and where its facts end in ``facts``."""
    facts: NDArray[np.int32]
    """``(n, 4)``: face, face, 0 equal or 1 opposite, and the edge or -1; with n = 0 no facts are kept."""


def new_position(height: int, width: int) -> Position:
    """Allocate the arrays of a board; `reset` fills them."""
    n = n_ringed(height, width)
    return Position(
        face=np.zeros((n, FIELDS), dtype=np.int32),
        reg=np.zeros(N_REGISTERS, dtype=np.int32),
        lists=np.zeros((N_LISTS, _ROOM * n), dtype=np.int32),
    )


def new_log(height: int, width: int, *, with_facts: bool = False) -> Log:
    """Allocate a log, for facts or for rounds alone."""
    n = n_ringed(height, width)
    n_facts = _ROOM * n if with_facts else 0
    return Log(np.zeros((4 * n, 3), dtype=np.int32), np.zeros((n_facts, 4), dtype=np.int32))


@jit
def reset(position: Position, clues: NDArray[np.uint8], height: int, width: int) -> None:
    """Empty the board. ``clues``: uint8 ``(n,)`` as `ring.ringed_clues` makes it. Everything waits to be looked at."""
    face, reg = position.face, position.reg
    stride = width + 1
    reg[:] = 0
    reg[FINISH] = reg[CONNECTED_AT] = -1
    face[:, :] = 0
    for f in range(clues.size):
        face[f, NEXT] = f
        face[f, SIZE] = 1
        face[f, END] = f
        face[f, CLUE] = BLANK
    for row in range(1, height + 2):
        for f in range(row * stride + 1, row * stride + width + 2):
            if row <= height and f <= row * stride + width:
                face[f, PACK] = 2 * f
                face[f, TOP] = face[f, LEFT] = OPEN
                face[f + stride, TOP] = face[f + 1, LEFT] = OPEN
                if clues[f] != BLANK:
                    face[f, CLUE] = clues[f]
                    reg[MISSING] += clues[f]
                    wait_for_reading(position, 2 * f)
                    wait_for_counting(position, 2 * f)
            wait_for_reading(position, 2 * f + 1)
            wait_for_counting(position, 2 * f + 1)


@jit
def wait_for_reading(position: Position, place: int) -> None:
    """Queue a clue (2 f) or a vertex (2 v + 1), once."""
    face, reg = position.face, position.reg
    if not face[place >> 1, READ_CLUE + (place & 1)]:
        face[place >> 1, READ_CLUE + (place & 1)] = 1
        position.lists[TO_READ, reg[N_READ]] = place
        reg[N_READ] += 1


@jit
def wait_for_counting(position: Position, place: int) -> None:
    """Queue a clue (2 f) or a vertex (2 v + 1), once."""
    face, reg = position.face, position.reg
    if not face[place >> 1, COUNT_CLUE + (place & 1)]:
        face[place >> 1, COUNT_CLUE + (place & 1)] = 1
        position.lists[TO_COUNT, reg[N_COUNT]] = place
        reg[N_COUNT] += 1


@jit
def add_fact(position: Position, one: int, other: int, value: int, edge: int) -> None:
    """Note a finding of this round."""
    at = position.reg[N_FACTS]
    position.lists[FACT_ONE, at] = one
    position.lists[FACT_OTHER, at] = other
    position.lists[FACT_VALUE, at] = value
    position.lists[FACT_EDGE, at] = edge
    position.reg[N_FACTS] = at + 1


@jit
def add_edge_fact(position: Position, edge: int, value: int, stride: int) -> None:
    """Note that an edge is a line (1) or a cross (0)."""
    f = edge >> 1
    add_fact(position, f - 1 if edge & 1 else f - stride, f, value, edge)


@jit
def relate(position: Position, one: int, other: int, value: int, stride: int) -> bool:
    """Two faces are equal (0) or opposite (1): merge their sets. False when the contrary is known.

    Edges that become known by it join ``known``; clues and vertices with faces in both sets wait to be read.
    """
    face, reg = position.face, position.reg
    relation = face[one, PACK] ^ face[other, PACK]
    if relation < 2:
        return bool(relation == value)
    flip = (relation & 1) ^ value
    kept, gone = face[one, PACK] >> 1, face[other, PACK] >> 1
    if kept != 0 and (gone == 0 or face[gone, SIZE] > face[kept, SIZE]):
        kept, gone = gone, kept
    if kept == 0:
        reg[COLOURED] += face[gone, SIZE]
    m = gone
    while True:
        up, down, left, right = m - stride, m + stride, m - 1, m + 1
        k_up, k_down = face[up, PACK] >> 1 == kept, face[down, PACK] >> 1 == kept
        k_left, k_right = face[left, PACK] >> 1 == kept, face[right, PACK] >> 1 == kept
        k_up_left, k_up_right = face[up - 1, PACK] >> 1 == kept, face[up + 1, PACK] >> 1 == kept
        k_down_left, k_down_right = face[down - 1, PACK] >> 1 == kept, face[down + 1, PACK] >> 1 == kept
        for side in range(4):
            if side == 0:
                touched, edge = k_up, 2 * m
                at_vertex, v = k_up or k_left or k_up_left, m
                at_clue, cell, far = k_up_left or k_up_right, up, up - stride
            elif side == 1:
                touched, edge = k_down, 2 * down
                at_vertex, v = k_down or k_right or k_down_right, down + 1
                at_clue, cell, far = k_down_left or k_down_right, down, down + stride
            elif side == 2:
                touched, edge = k_left, 2 * m + 1
                at_vertex, v = k_down or k_left or k_down_left, down
                at_clue, cell, far = k_up_left or k_down_left, left, left - 1
            else:
                touched, edge = k_right, 2 * right + 1
                at_vertex, v = k_up or k_right or k_up_right, right
                at_clue, cell, far = k_up_right or k_down_right, right, right + 1
            if touched:
                position.lists[KNOWN, reg[N_KNOWN]] = edge
                reg[N_KNOWN] += 1
            if at_vertex:
                wait_for_reading(position, 2 * v + 1)
            if face[cell, CLUE] != BLANK and (touched or at_clue or face[far, PACK] >> 1 == kept):
                wait_for_reading(position, 2 * cell)
        if face[m, CLUE] != BLANK and (k_up or k_down or k_left or k_right):
            wait_for_reading(position, 2 * m)
        m = face[m, NEXT]
        if m == gone:
            break
    while True:
        face[m, PACK] = (kept << 1) | ((face[m, PACK] & 1) ^ flip)
        m = face[m, NEXT]
        if m == gone:
            break
    face[kept, SIZE] += face[gone, SIZE]
    face[kept, NEXT], face[gone, NEXT] = face[gone, NEXT], face[kept, NEXT]
    position.lists[MERGED, reg[N_MERGED]] = 2 * gone + flip
    reg[N_MERGED] += 1
    return True


@jit
def draw(position: Position, edge: int, value: int, stride: int, queue_counts: bool) -> None:
    """Draw an open edge as a line or a cross. A line joins the chains at its ends, or closes a loop.

    A third line at a vertex joins nothing: reading that vertex will find the contradiction.
    """
    face, reg, lists = position.face, position.reg, position.lists
    f, upright = edge >> 1, edge & 1
    face[f, TOP + upright] = value
    at = reg[N_DRAWN]
    lists[DRAWN, at], lists[DRAWN + 1, at] = edge, JOINED_NOTHING
    reg[N_DRAWN] = at + 1
    v = f
    w, other = (f + stride, f - 1) if upright else (f + 1, f - stride)
    if queue_counts:
        for place in (2 * v + 1, 2 * w + 1):
            wait_for_counting(position, place)
        for cell in (f, other):
            if face[cell, CLUE] != BLANK:
                wait_for_counting(position, 2 * cell)
    if value != LINE:
        return
    reg[MISSING] -= (face[f, CLUE] != BLANK) + (face[other, CLUE] != BLANK)
    before_v, before_w = face[v, DEGREE], face[w, DEGREE]
    face[v, DEGREE] += 1
    face[w, DEGREE] += 1
    if before_v > 1 or before_w > 1:
        return
    end_v, end_w = face[v, END], face[w, END]
    if end_v == w:
        lists[DRAWN + 1, at] = JOINED_ITSELF
        reg[CLOSED] += 1
        reg[CHAINS] -= 1
        return
    lists[DRAWN + 1, at], lists[DRAWN + 2, at] = end_v, end_w
    reg[CHAINS] += 1 - before_v - before_w
    face[end_v, END] = end_w
    face[end_w, END] = end_v
    position.lists[ENDS, reg[N_ENDS]] = end_v
    reg[N_ENDS] += 1


@jit
def undo(position: Position, n_merged: int, n_drawn: int, stride: int) -> None:
    """Take back merges and drawn edges until so many are left."""
    face, reg, lists = position.face, position.reg, position.lists
    while reg[N_DRAWN] > n_drawn:
        reg[N_DRAWN] -= 1
        at = reg[N_DRAWN]
        edge, end_v, end_w = lists[DRAWN, at], lists[DRAWN + 1, at], lists[DRAWN + 2, at]
        f, upright = edge >> 1, edge & 1
        value = face[f, TOP + upright]
        face[f, TOP + upright] = OPEN
        if value != LINE:
            continue
        v = f
        w, other = (f + stride, f - 1) if upright else (f + 1, f - stride)
        reg[MISSING] += (face[f, CLUE] != BLANK) + (face[other, CLUE] != BLANK)
        face[v, DEGREE] -= 1
        face[w, DEGREE] -= 1
        if end_v == JOINED_ITSELF:
            reg[CLOSED] -= 1
            reg[CHAINS] += 1
        elif end_v != JOINED_NOTHING:
            reg[CHAINS] -= 1 - face[v, DEGREE] - face[w, DEGREE]
            face[end_v, END] = v
            face[end_w, END] = w
    while reg[N_MERGED] > n_merged:
        reg[N_MERGED] -= 1
        gone, flip = position.lists[MERGED, reg[N_MERGED]] >> 1, position.lists[MERGED, reg[N_MERGED]] & 1
        kept = face[gone, PACK] >> 1
        face[kept, NEXT], face[gone, NEXT] = face[gone, NEXT], face[kept, NEXT]
        face[kept, SIZE] -= face[gone, SIZE]
        if kept == 0:
            reg[COLOURED] -= face[gone, SIZE]
        m = gone
        while True:
            face[m, PACK] = (gone << 1) | ((face[m, PACK] & 1) ^ flip)
            m = face[m, NEXT]
            if m == gone:
                break


@jit
def apply_facts(position: Position, stride: int, at_once: bool) -> bool:
    """Relate the faces of all facts of a round and draw their edges; False when the facts contradict each other.

    ``at_once``: draw every edge that becomes known, too, and queue nothing for counting (inside a what-if).
    """
    face, reg, lists = position.face, position.reg, position.lists
    sound = True
    for i in range(reg[N_FACTS]):
        if not relate(position, lists[FACT_ONE, i], lists[FACT_OTHER, i], lists[FACT_VALUE, i], stride):
            sound = False
            break
        if not at_once:
            edge = lists[FACT_EDGE, i]
            if edge >= 0 and face[edge >> 1, TOP + (edge & 1)] == OPEN:
                draw(position, edge, lists[FACT_VALUE, i], stride, True)
    reg[N_FACTS] = 0
    if at_once:
        for i in range(reg[N_KNOWN]):
            edge = position.lists[KNOWN, i]
            f = edge >> 1
            if sound and face[f, TOP + (edge & 1)] == OPEN:
                other = f - 1 if edge & 1 else f - stride
                draw(position, edge, (face[f, PACK] ^ face[other, PACK]) & 1, stride, False)
        reg[N_KNOWN] = 0
    return sound


assert (CROSS, LINE) == (0, 1)  # an edge's value is the relation of its faces

"""From a board, and what is known of it, to clauses.

Three kinds of small constraints, each a table of forbidden patterns:

* *clue*: the four edges of a cell hold its number of lines.
* *vertex*: of the four edges that meet, none or two are lines. (One and three are also excluded by the colours, but
  only as long as those are open.)
* *relation*: it is true when exactly one of its two colours is.
"""

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.cache import jit, jit_inside
from slitherlink.engine.ring import BLANK
from slitherlink.learn.clauses import FIRST_CLAUSE, add_clause
from slitherlink.learn.propagate import assign
from slitherlink.learn.state import (
    ARENA,
    BOARD,
    CONTRADICTION,
    FIELDS,
    FIRST,
    GROUND,
    HEAD,
    HEAP,
    INSIDE,
    LEARNT,
    LUBY_U,
    LUBY_V,
    N_COLOURS,
    N_INSIDE,
    N_ROWS,
    N_VARS,
    N_WORDS,
    NOTED,
    ONE,
    PENDING,
    PHASE,
    PLACE,
    SEED,
    TWO,
    State,
    wide,
)

VERTEX = 5
RELATION = 6


def _forbidden() -> NDArray[np.uint8]:
    """By clue (0–4), `VERTEX` or `RELATION`: clauses over four literals, ``mask · 16 + negated``; 0 at the end."""
    table = np.zeros((7, 9), dtype=np.uint8)
    subsets = range(1, 16)
    for clue in range(5):
        too_many = [s * 17 for s in subsets if s.bit_count() == clue + 1]
        too_few = [s * 16 for s in subsets if s.bit_count() == 5 - clue]
        table[clue, : len(too_many + too_few)] = too_many + too_few
    vertex = [15 * 16 + one for one in (1, 2, 4, 8)] + [s * 17 for s in subsets if s.bit_count() == 3]
    table[VERTEX, : len(vertex)] = vertex
    table[RELATION, :4] = [7 * 16 + odd for odd in (1, 2, 4, 7)]
    return table


FORBIDDEN = _forbidden()
NO_ROOM = 1


@jit_inside
def add_small_clauses(state: State, kind: int, literals: NDArray[np.uint32]) -> None:
    """Add the clauses of one table row, short of what is settled already. ``literals``: uint32 ``(4,)``."""
    reg, value, clause = state.reg, state.value, state.clause
    row = 0
    while FORBIDDEN[kind, row] != 0:
        mask, negated = wide(FORBIDDEN[kind, row]) >> 4, wide(FORBIDDEN[kind, row]) & 15
        row += 1
        size = 0
        satisfied = False
        for i in range(4):
            if mask >> i & 1:
                lit = wide(literals[i]) ^ (negated >> i & 1)
                twice = False
                for j in range(size):
                    twice |= clause[j] == lit
                    satisfied |= clause[j] == lit ^ 1
                satisfied |= value[lit] == 1
                if value[lit] == 0 and not twice:
                    clause[size] = lit
                    size += 1
        if satisfied:
            continue
        if size == 0:
            reg[CONTRADICTION] = 1
        elif size == 1:
            assign(reg, value, state.var, state.trail, wide(clause[0]), wide(0))
        else:
            add_clause(state, clause, size, wide(0))


@jit_inside
def edge_literal(state: State, cell: int, near: int) -> int:
    """The literal "a line runs between these two faces", with a new relation where none exists."""
    reg, var, literal = state.reg, state.var, state.literal
    a, b = wide(literal[cell]), wide(literal[near])
    sign = (a ^ b) & 1
    u, v = a >> 1, b >> 1
    if u == v:
        return sign
    if u == 0 or v == 0:
        return 2 * (u + v) + sign
    # Relations hang on the smaller of the two sets: PLACE leads to the next one.
    more = n_members(var, u) - n_members(var, v)
    if more > 0 or (more == 0 and u > v):
        u, v = v, u
    r = wide(var[u * FIELDS + PLACE])
    while r != 0:
        if var[r * FIELDS + TWO] == v:
            return 2 * r + sign
        r = wide(var[r * FIELDS + PLACE])
    r = wide(reg[N_VARS])
    reg[N_VARS] = r + 1
    var[r * FIELDS + ONE] = u
    var[r * FIELDS + TWO] = v
    var[r * FIELDS + PLACE] = var[u * FIELDS + PLACE]
    var[u * FIELDS + PLACE] = r
    return 2 * r + sign


@jit_inside
def n_members(var: NDArray[np.uint32], v: int) -> int:
    """Number of cells of a colour variable."""
    return wide(var[v * FIELDS + FIELDS + FIRST]) - wide(var[v * FIELDS + FIRST])


@jit_inside
def place_faces(state: State, size: tuple[int, int], pack: NDArray[np.uint16]) -> None:
    """Number the floating sets; lay the faces on the bit rows, the known ones into the planes."""
    height, width = size
    reg, var, literal, members, planes = state.reg, state.var, state.literal, state.members, state.planes
    variable = state.clause  # by root, for now
    stride = width + 1
    row = 64 * reg[N_WORDS]
    planes[:] = 0
    variable[: pack.size] = 0
    literal[:] = 0
    n_colours = 0
    for r in range(height + 2):
        for c in range(width + 2):
            cell = (r + 1) * row + c
            bit = np.uint64(1) << np.uint64(cell & 63)
            planes[BOARD, cell >> 6] |= bit
            known = wide(pack[r * stride + c])
            root, sign = known >> 1, known & 1
            if root == 0:
                literal[cell] = sign
                planes[sign, cell >> 6] |= bit
                planes[GROUND + sign, cell >> 6] |= bit
                if sign == INSIDE:
                    if reg[N_INSIDE] == 0:
                        reg[SEED] = cell
                    reg[N_INSIDE] += 1
            else:
                if variable[root] == 0:
                    n_colours += 1
                    variable[root] = n_colours
                    var[n_colours * FIELDS + FIRST] = 0
                v = wide(variable[root])
                literal[cell] = 2 * v + sign
                var[v * FIELDS + FIRST] += 1
    # FIRST holds the number of cells; now where they end; and, when the cells are in, where they begin.
    end = 0
    for v in range(1, n_colours + 1):
        end += wide(var[v * FIELDS + FIRST])
        var[v * FIELDS + FIRST] = end
    var[(n_colours + 1) * FIELDS + FIRST] = end
    for cell in range((height + 2) * row - 1, 0, -1):
        v = wide(literal[cell]) >> 1
        if v != 0:
            var[v * FIELDS + FIRST] -= 1
            members[var[v * FIELDS + FIRST]] = cell
    reg[N_COLOURS] = n_colours
    reg[N_VARS] = n_colours + 1


@jit_inside
def some_line(state: State) -> None:
    """Add the clause "some cell is inside": a board without positive clues is not solved by drawing nothing."""
    reg, var, value, literal, clause = state.reg, state.var, state.value, state.literal, state.clause
    if reg[N_INSIDE] > 0:
        return
    size = 0
    for v in range(1, reg[N_COLOURS] + 1):
        first = wide(var[v * FIELDS + FIRST])
        lit = wide(literal[state.members[first]])
        for m in range(first, first + n_members(var, v)):
            if literal[state.members[m]] != lit:
                return
        if value[lit] == 1:
            return
        if value[lit] == 0:
            clause[size] = lit
            size += 1
    if size == 0:
        reg[CONTRADICTION] = 1
    elif size == 1:
        assign(reg, value, var, state.trail, wide(clause[0]), wide(0))
    else:
        add_clause(state, clause, size, wide(0))


@jit
def begin(state: State, size: tuple[int, int], clues: NDArray[np.uint8], pack: NDArray[np.uint16]) -> int:
    """Start a board; returns `NO_ROOM` when the arena is too small, else 0.

    ``size``: height and width. ``clues``: uint8 ``(n_ringed,)`` as `ring.ringed_clues` makes it. ``pack``: uint16
    ``(n_ringed,)``, root · 2 + sign of each face: two faces with one root are known to be on the same side when their
    signs are equal, on different sides otherwise; faces whose colour is known have root 0 and the colour as sign.
    """
    height, width = size
    reg, value, var, arena = state.reg, state.value, state.var, state.arena
    reg[:] = 0
    var[:] = 0
    state.watch[:] = 0
    state.activity[:] = 0.0
    state.stamp[:] = 0
    value[:] = 0
    reg[N_ROWS] = height + 4
    reg[N_WORDS] = (width + 65) >> 6
    reg[ARENA] = FIRST_CLAUSE
    place_faces(state, size, pack)
    n_colours = reg[N_COLOURS]
    assign(reg, value, var, state.trail, wide(1), wide(0))
    # ---- clues and vertices; vertex and cell have one number, that of its lower right face
    row = 64 * reg[N_WORDS]
    literals = np.zeros(4, dtype=np.uint32)
    reserve = state.clause.size + 64
    positive = False
    for r in range(1, height + 2):
        for c in range(1, width + 2):
            face = r * (width + 1) + c
            cell = (r + 1) * row + c
            for part in range(2):
                kind = VERTEX if part == 0 else wide(clues[face]) if r <= height and c <= width else BLANK
                if part == 1 and kind == BLANK:
                    continue
                if arena.size - reg[ARENA] < reserve:
                    return NO_ROOM
                positive |= part == 1 and kind > 0
                for i in range(4):
                    near = cell - 1 if i & 1 == 0 else cell - row
                    if i < 2:
                        literals[i] = edge_literal(state, cell, near)
                    elif part == 0:
                        literals[i] = edge_literal(state, cell - row - 1, near)
                    else:
                        literals[i] = edge_literal(state, cell, 2 * cell - near)
                add_small_clauses(state, kind, literals)
    for r in range(n_colours + 1, reg[N_VARS]):
        if arena.size - reg[ARENA] < reserve:
            return NO_ROOM
        record = r * FIELDS
        literals[0], literals[1], literals[2] = 2 * r, 2 * var[record + ONE], 2 * var[record + TWO]
        add_small_clauses(state, wide(RELATION), literals)
        var[record + PLACE] = 0
    if not positive:
        some_line(state)
    for v in range(1, n_colours + 1):
        var[v * FIELDS + PHASE] = 1
        var[v * FIELDS + PLACE] = v
        state.heap[v - 1] = v
    state.activity[reg[N_VARS]] = 1.0
    reg[HEAP] = n_colours
    reg[LEARNT] = reg[ARENA]
    reg[HEAD] = 1
    reg[NOTED] = 1
    reg[PENDING] = 3
    reg[LUBY_U] = reg[LUBY_V] = 1
    return 0

"""The arrays of the conflict-learning search.

A *literal* is ``2 · variable`` (true when the variable is) or ``2 · variable + 1`` (true when it is not). Variable 0 is
the outside: always false, so that a face whose colour is known needs no special case. After it come the colours, one
for each floating set of faces (true: the set's root is inside), then the relations, one for each pair of sets that
touch (true: a line runs where they do, as far as their signs agree).

Cells lie in *bit rows*: row and column of the ringed board, ``64 · n_words`` bits a row, one empty row before and
after, so that no step needs a bounds test. The number of a bit is also the number of its cell.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

wide = cast(Callable[[Any], int], np.int64)
"""Widens what a narrow array holds: compiled code has one type of integer, and plain Python does not wrap around."""

# Fields of a variable's record: uint32 var[8 v + field].
FIELDS = 8
LEVEL = 0
"""Decisions made before it was assigned."""
POSITION = 1
"""Its place on the trail."""
REASON = 2
"""Why it was assigned: 0 decided, a clause (divisible by 4), or 4 · cell + 2 + colour for the region rule."""
SEEN = 3
"""Mark of the conflict analysis."""
PLACE = 4
"""Place in the heap plus 1; 0 when not in it."""
FIRST = 5
"""Where its cells begin in ``members``; they end where those of the next variable begin."""
PHASE = 6
"""Of a colour: the literal's sign when last assigned, 1 false."""
MODEL = 7
"""Of a colour: the sign that it has in the first solution."""
ONE, TWO = PHASE, MODEL
"""Of a relation: its two colours."""

# Bit planes.
OUTSIDE = 0
INSIDE = 1
"""Cells of each colour, as far as the region rule has taken notice of the trail."""
GROUND = 2
"""GROUND + colour: cells whose colour is settled for good."""
BOARD = 4
"""All faces, the ring included."""
PASSABLE = 5
REACHED = 6
WALL = 7
N_PLANES = 8

# Registers: int64 reg[...].
N_VARS = 0
N_COLOURS = 1
"""Colour variables are 1 … N_COLOURS."""
N_ROWS = 2
N_WORDS = 3
"""Words of a bit row."""
TRAIL = 4
"""Length of the trail."""
HEAD = 5
"""Assignments whose clauses were visited."""
NOTED = 6
"""Assignments that the planes show."""
DEPTH = 7
"""Open decisions."""
HEAP = 8
"""Length of the heap."""
ARENA = 9
"""Used part of the arena."""
LEARNT = 10
"""Where learnt clauses begin in the arena."""
N_LEARNT = 11
MAX_LEARNT = 12
"""At so many learnt clauses half of them are forgotten."""
RESTART_UNIT = 13
RESTART_AT = 14
"""Conflicts at the next restart."""
LUBY_U = 15
LUBY_V = 16
PENDING = 17
"""Bit c: the cells of colour c may have been cut apart."""
N_INSIDE = 18
"""Inside cells in the planes."""
SEED = 19
"""The inside cell that was assigned first."""
WANTED = 20
"""Solutions after which to stop."""
FOUND = 21
AT_SOLUTION = 22
"""1 when the last call stopped at a solution."""
DIFFER = 23
"""Variables before this one are settled as in the first solution, or known to vary."""
CONFLICTS = 24
DECISIONS = 25
PROPAGATIONS = 26
WORK = 27
"""Clauses visited and words of bit rows filled: the measure of time."""
MAX_CONFLICTS = 28
CONTRADICTION = 29
"""1 when there is no (further) solution."""
COMMON = 30
"""1 when what all solutions share is looked for, instead of solutions."""
N_REGISTERS = 31


class State(NamedTuple):
    """One board's search. All sizes grow with the number of cells only."""

    reg: NDArray[np.int64]
    value: NDArray[np.int8]
    """By literal: 1 true, -1 false, 0 open."""
    var: NDArray[np.uint32]
    """One record a variable, and one more that ends the list of members."""
    watch: NDArray[np.uint32]
    """By literal: the first clause to visit when it becomes false."""
    activity: NDArray[np.float64]
    """By variable; the last entry is the amount to add for a conflict."""
    trail: NDArray[np.uint32]
    """Literals in the order in which they became true."""
    starts: NDArray[np.uint32]
    """By level: length of the trail before its decision."""
    heap: NDArray[np.uint32]
    """Open variables, most active first."""
    stamp: NDArray[np.uint32]
    """By level: the last conflict that counted it."""
    clause: NDArray[np.uint32]
    """The clause in hand."""
    lesson: NDArray[np.uint32]
    """The clause that is being learnt."""
    arena: NDArray[np.uint32]
    """All clauses; see `slitherlink.learn.clauses`."""
    literal: NDArray[np.uint32]
    """By cell: the literal "is inside"."""
    members: NDArray[np.uint32]
    """Floating cells by variable."""
    planes: NDArray[np.uint64]
    """``(N_PLANES, n_bits / 64)``."""


def bit_rows(height: int, width: int) -> tuple[int, int]:
    """Number of bit rows, the empty ones included, and of words in each."""
    return height + 4, (width + 2 + 63) // 64


def new_state(height: int, width: int, arena: int = 0) -> State:
    """Allocate the arrays of a board; ``arena`` is the size of the arena in integers, at least what a board needs."""
    n_cells = height * width
    n_rows, n_words = bit_rows(height, width)
    n_vars = 1 + n_cells + 2 * n_cells - height - width
    longest = max(n_vars + n_cells + 8, (height + 2) * (width + 1) + 1)
    return State(
        reg=np.zeros(N_REGISTERS, dtype=np.int64),
        value=np.zeros(2 * n_vars, dtype=np.int8),
        var=np.zeros(FIELDS * (n_vars + 1), dtype=np.uint32),
        watch=np.zeros(2 * n_vars, dtype=np.uint32),
        activity=np.zeros(n_vars + 1, dtype=np.float64),
        trail=np.zeros(n_vars, dtype=np.uint32),
        starts=np.zeros(n_vars + 1, dtype=np.uint32),
        heap=np.zeros(n_vars, dtype=np.uint32),
        stamp=np.zeros(n_vars + 1, dtype=np.uint32),
        clause=np.zeros(longest, dtype=np.uint32),
        lesson=np.zeros(longest, dtype=np.uint32),
        arena=np.zeros(max(arena, 96 * n_cells + 3 * longest), dtype=np.uint32),
        literal=np.zeros(64 * n_rows * n_words, dtype=np.uint32),
        members=np.zeros(n_cells + 1, dtype=np.uint32),
        planes=np.zeros((N_PLANES, n_rows * n_words), dtype=np.uint64),
    )


def cells_of_faces(height: int, width: int) -> NDArray[np.int64]:
    """int64 ``(n_ringed,)``: the bit of each face of the ringed board."""
    row, col = np.divmod(np.arange((height + 2) * (width + 1) + 1), width + 1)
    return (row + 1) * 64 * bit_rows(height, width)[1] + col

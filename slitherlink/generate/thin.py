"""Taking clues away while the loop stays the only one.

*Divide and conquer over the order of deletion.* A part of the order holds, on the engine's trail, everything that the
clues outside the part prove. To look at its first half, add the clues of the second half; then take these back and
look at the second half with what is left of the first. At the end of the recursion stands one clue, and the state holds
what all other clues of the moment prove: far less work than starting anew for each clue, and the same result, because
deduction only grows with the clues.

*One clue.* The board with the clue has one loop. So a second loop of the board without it must break the clue: with
each other digit in its place, is there a loop? A digit next to known ground is mostly refuted, or met, on the spot.
Where several clues go together (a symmetric pattern), a second loop is looked for without that help.
"""

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.cache import jit
from slitherlink.engine.propagate import propagate, undo
from slitherlink.engine.search import FINISHED, search_from_here
from slitherlink.engine.state import CLOSED, FLOATING, FOUND, N_MERGED, State, add_clue, remove_clue

# What is known about a clue: uint8 kept[place in the order].
NEEDED = 1
"""Still there. In the end: without it there is a second loop."""
DELETED = 0
DOUBTED = 2
"""Still there, because the budget for the proof ran out."""


@jit
def thin(
    state: State,
    clues: NDArray[np.uint8],
    order: NDArray[np.int64],
    starts: NDArray[np.int64],
    kept: NDArray[np.uint8],
    stride: int,
    max_probes: int,
) -> None:
    """Go through groups of clues and delete each group that the loop does not need.

    ``state``: a blank board as `state.reset` leaves it; blank again in the end. ``clues``: uint8 ``(n_ringed,)``, all
    clues of a board with one loop. ``order``: int64, cells in the order of deletion; group i is ``order[starts[i] :
    starts[i + 1]]``. ``kept``: uint8, one a cell of ``order``, written: `NEEDED`, `DELETED` or `DOUBTED`.
    ``max_probes``: for the proof about one group.
    """
    n = clues.size
    found = np.zeros((2, n), dtype=np.uint8)
    first, last = np.zeros(40, dtype=np.int64), np.zeros(40, dtype=np.int64)
    step, mark = np.zeros(40, dtype=np.int64), np.zeros(40, dtype=np.int64)
    kept[:] = NEEDED
    last[0] = starts.size - 1
    depth = 0
    while depth >= 0:
        begin, end = first[depth], last[depth]
        if end - begin == 1:
            group = order[starts[begin] : starts[end]]
            verdict = DELETED
            if state.reg[FLOATING] > 0 or not state.reg[CLOSED]:
                if group.size == 1:
                    verdict = without_one(state, clues, group, found[:1], stride, max_probes)
                else:
                    verdict = without_several(state, found, stride, max_probes)
            kept[starts[begin] : starts[end]] = verdict
            depth -= 1
            continue
        middle = (begin + end) // 2
        earlier, later = (starts[begin], starts[middle]), (starts[middle], starts[end])
        if step[depth] > 0:
            undo(state, mark[depth])
            part = later if step[depth] == 1 else earlier
            put(state, clues, order[part[0] : part[1]], kept[part[0] : part[1]], stride, -1)
            if step[depth] == 2:
                depth -= 1
                continue
        mark[depth] = state.reg[N_MERGED]
        part = later if step[depth] == 0 else earlier
        put(state, clues, order[part[0] : part[1]], kept[part[0] : part[1]], stride, 1)
        propagate(state, stride, n)
        first[depth + 1] = begin if step[depth] == 0 else middle
        last[depth + 1] = middle if step[depth] == 0 else end
        step[depth] += 1
        depth += 1
        step[depth] = 0


@jit
def put(
    state: State, clues: NDArray[np.uint8], cells: NDArray[np.int64], kept: NDArray[np.uint8], stride: int, sign: int
) -> None:
    """Add (``sign`` 1) the clues that are kept, or take them away (-1) after the trail was undone."""
    for i in range(cells.size):
        if kept[i] != DELETED:
            clue = int(clues[cells[i]])
            if sign > 0:
                add_clue(state, cells[i], clue, stride)
            else:
                remove_clue(state, cells[i], clue, stride)


@jit
def without_one(
    state: State,
    clues: NDArray[np.uint8],
    group: NDArray[np.int64],
    found: NDArray[np.uint8],
    stride: int,
    max_probes: int,
) -> int:
    """Is the loop the only one without this clue? `NEEDED`, `DELETED` or `DOUBTED`; the state is left as it was."""
    reg = state.reg
    cell = group[0]
    true = int(clues[cell])
    mark = reg[N_MERGED]
    verdict = DELETED
    for digit in range(5):
        if digit == true:
            continue
        add_clue(state, cell, digit, stride)
        outcome = search_from_here(state, found, stride, max_probes)
        undo(state, mark)
        remove_clue(state, cell, digit, stride)
        if reg[FOUND] > 0:
            verdict = NEEDED
            break
        if outcome != FINISHED:
            verdict = DOUBTED
    return verdict


@jit
def without_several(state: State, found: NDArray[np.uint8], stride: int, max_probes: int) -> int:
    """The same for a group of clues, none of which is in the state."""
    mark = state.reg[N_MERGED]
    outcome = search_from_here(state, found, stride, max_probes)
    undo(state, mark)
    if state.reg[FOUND] == 2:
        return NEEDED
    return DELETED if outcome == FINISHED else DOUBTED

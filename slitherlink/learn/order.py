"""Which variable to decide next: the one that took part in most recent conflicts (VSIDS), from a binary heap.

Moskewicz et al., "Chaff: engineering an efficient SAT solver", 2001.
"""

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.cache import jit_inside
from slitherlink.learn.state import FIELDS, HEAP, PLACE, wide

DECAY = 0.95


@jit_inside
def rise(heap: NDArray[np.uint32], var: NDArray[np.uint32], activity: NDArray[np.float64], place: int) -> None:
    """Move the variable at ``place`` of the heap up to where it belongs."""
    v = wide(heap[place])
    rank = activity[v]
    while place > 0:
        above = (place - 1) >> 1
        u = wide(heap[above])
        if activity[u] >= rank:
            break
        heap[place] = u
        var[u * FIELDS + PLACE] = place + 1
        place = above
    heap[place] = v
    var[v * FIELDS + PLACE] = place + 1


@jit_inside
def take_first(
    reg: NDArray[np.int64], heap: NDArray[np.uint32], var: NDArray[np.uint32], activity: NDArray[np.float64]
) -> int:
    """Remove and return the most active variable. The heap must not be empty."""
    first = wide(heap[0])
    var[first * FIELDS + PLACE] = 0
    size = reg[HEAP] - 1
    reg[HEAP] = size
    if size > 0:
        v = wide(heap[size])
        rank = activity[v]
        place = 0
        below = 1
        while below < size:
            if below + 1 < size and activity[heap[below + 1]] > activity[heap[below]]:
                below += 1
            u = wide(heap[below])
            if activity[u] <= rank:
                break
            heap[place] = u
            var[u * FIELDS + PLACE] = place + 1
            place = below
            below = 2 * place + 1
        heap[place] = v
        var[v * FIELDS + PLACE] = place + 1
    return first

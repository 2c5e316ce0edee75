"""The sweep over the board: memory, limbs, progress; the compiled step is in `slitherlink.count.frontier`."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from slitherlink.count.frontier import COUNT, SOURCES_OF_A_STATE, advance
from slitherlink.count.upright import upright
from slitherlink.count.vertices import Vertex, vertices
from slitherlink.puzzle import Drawing, Puzzle, SizeError

MAX_NARROW_SIDE = 30
"""The shorter side of a board: its 30 + 2 plugs of two bits fill one word."""

MAX_BYTES = 3 << 29
"""Memory for the records of two frontiers and the table between them, 1.5 GiB. Only records in use are counted, so a
board is refused, or not, on every machine alike."""

RECORDS_AT_A_TIME = 1 << 20
"""Records between two returns to Python, where a keyboard interrupt is seen: about 0.2 s."""

LEAST_SLOTS = 1 << 10
"""The table of a vertex begins with this many places, or with two for each record; one that fills up is doubled."""

_LIMB_LIMIT = 2**64 // (2 * SOURCES_OF_A_STATE)
"""The counts get one more limb when their highest one comes so near to the end of 64 bits."""

Records = NDArray[np.uint64]


class FrontierError(SizeError):
    """A frontier that would take more than `MAX_BYTES`."""


def count_continuations(
    puzzle: Puzzle,
    drawing: Drawing,
    *,
    at_most: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Count the loops that satisfy every clue and agree with every edge of ``drawing`` that is not open.

    Arguments as for `slitherlink.count.count_loops`, which has checked them. Raises `FrontierError`.
    """
    n_vertices = puzzle.lattice.n_vertices
    records = np.zeros((2, COUNT + 1), dtype=np.uint64)
    records[1, COUNT] = 1
    for passed, vertex in enumerate(vertices(upright(puzzle, drawing)), start=1):
        try:
            records, highest = _advanced(records, vertex)
        except FrontierError as error:
            raise FrontierError(
                f"counting this board of {puzzle.height} rows × {puzzle.width} columns takes more than "
                f"{MAX_BYTES / 2**30:g} GiB: {error} at dot {passed} of {n_vertices}"
            ) from None
        if at_most is not None:
            if _finished(records) >= at_most:
                return at_most
            if at_most < _LIMB_LIMIT:
                # Sums of counts cut at `at_most` are right up to `at_most`, and one limb is enough for ever.
                np.minimum(records[:, COUNT], np.uint64(at_most), out=records[:, COUNT])
                highest = 0
        if highest >= _LIMB_LIMIT:
            records = np.concatenate([records, np.zeros((len(records), 1), dtype=np.uint64)], axis=1)
        if progress is not None:
            progress(passed, n_vertices)
        if len(records) == 1:  # no state is left: all loops are finished
            break
    return _finished(records)


def _advanced(old: Records, vertex: Vertex) -> tuple[Records, int]:
    """Take all records over one vertex; also the largest highest limb."""
    n_slots = max(LEAST_SLOTS, 1 << (2 * len(old)).bit_length())
    while True:
        # Pages of `new` that are never written take no memory.
        new = np.empty((2 * len(old) + 2, old.shape[1]), dtype=np.uint64)
        new[0] = old[0]
        slots = np.zeros(n_slots, dtype=np.uint32)
        filled = np.array([1, old[0, -1]], dtype=np.uint64)
        if _all_advanced(vertex, old, new, slots, filled):
            return new[: int(filled[0])], int(filled[1])
        n_slots *= 2


def _all_advanced(
    vertex: Vertex, old: Records, new: Records, slots: NDArray[np.uint32], filled: NDArray[np.uint64]
) -> bool:
    for start in range(1, len(old), RECORDS_AT_A_TIME):
        span = np.array([start, min(start + RECORDS_AT_A_TIME, len(old))], dtype=np.uint64)
        if not advance(vertex, old, span, new, slots, filled):
            return False
        n_records = len(old) + int(filled[0])
        if n_records * old.itemsize * old.shape[1] + slots.nbytes > MAX_BYTES:
            raise FrontierError(f"{n_records} states of {8 * old.shape[1]} bytes")
    return True


def _finished(records: Records) -> int:
    return sum(int(limb) << (64 * place) for place, limb in enumerate(records[0, COUNT:]))

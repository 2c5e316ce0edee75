"""How a run is cut into chunks: a pure function, the same whenever and wherever a run is planned."""

from collections.abc import Iterable
from typing import Final, NamedTuple

CELLS_PER_CHUNK: Final = 100_000
"""1,000 boards of 10×10: long against the 25 ms that a job costs, short enough to keep all workers busy to the end."""
BOARDS_PER_CHUNK: Final = 1_000


class Chunk(NamedTuple):
    """Boards ``first`` … ``first + size - 1`` of a run."""

    number: int
    first: int
    size: int


def plan(cells: Iterable[int]) -> list[Chunk]:
    """Cut a run whose boards have ``cells`` cells each, in order."""
    chunks: list[Chunk] = []
    first = count = load = 0
    for size in cells:
        if count and (load + size > CELLS_PER_CHUNK or count == BOARDS_PER_CHUNK):
            chunks.append(Chunk(len(chunks), first, count))
            first, count, load = first + count, 0, 0
        count += 1
        load += size
    if count:
        chunks.append(Chunk(len(chunks), first, count))
    return chunks

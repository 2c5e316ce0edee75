"""Tier IIIb: the inside is one piece, and so is the outside with all that lies around the board.

Known inside cells must be connected through cells that are not known to be outside. A cell that no known inside cell
can reach is outside; a cell that separates two known inside cells is inside. The same holds with the sides exchanged,
where the outside starts from the ring around the board. One depth-first pass with low links (Tarjan 1972) a side.
"""

from slitherlink.engine.cache import jit
from slitherlink.ladder.position import HELD, LOW, N_FACTS, PACK, PARENT, SEEN, Position, add_fact

_RING = 0


@jit
def connect_sides(position: Position, stride: int, height: int) -> bool:
    """Find the colours that connectedness decides; False when a side has fallen into two pieces."""
    sound = True
    for side in range(2):
        sound = sound and _connect(position, side, stride, height)
    if not sound:
        position.reg[N_FACTS] = 0
    return sound


@jit
def _connect(position: Position, side: int, stride: int, height: int) -> bool:
    """One side (0 outside, 1 inside). SEEN is the order of discovery, HELD counts known cells of the side below."""
    face = position.face
    other = 1 - side
    first, last = stride + 1, (height + 1) * stride
    n_held = 0
    for f in range(first, last):
        face[f, SEEN] = 0
        if face[f, PACK] == side and f % stride:
            n_held += 1
    if side == 1 and n_held == 0:
        return True
    # The ring has been seen first, as number 1, and is the parent of every start on the outside.
    order = 1 if side == 0 else 0
    reached = 0
    for start in range(first, last):
        if start % stride == 0 or face[start, SEEN] or face[start, PACK] == other:
            continue
        if side == 1:
            if face[start, PACK] != 1:
                continue
            if order:
                return False
        elif not (start < first + stride or start >= last - stride or start % stride in (1, stride - 1)):
            continue
        order += 1
        face[start, SEEN] = face[start, LOW] = order
        face[start, HELD] = face[start, PACK] == side
        face[start, PARENT] = _RING
        x, k = start, 0
        while True:
            if k < 4:
                y = x + (-stride, -1, 1, stride)[k]
                k += 1
                if y < first or y >= last or y % stride == 0:
                    if side == 0:
                        face[x, LOW] = 1
                elif face[y, PACK] == other:
                    continue
                elif face[y, SEEN]:
                    if y != face[x, PARENT] and face[y, SEEN] < face[x, LOW]:
                        face[x, LOW] = face[y, SEEN]
                else:
                    order += 1
                    face[y, SEEN] = face[y, LOW] = order
                    face[y, HELD] = face[y, PACK] == side
                    face[y, PARENT] = x
                    x, k = y, 0
                continue
            parent = face[x, PARENT]
            if parent == _RING:
                reached += face[x, HELD]
                break
            face[parent, HELD] += face[x, HELD]
            if face[x, LOW] < face[parent, LOW]:
                face[parent, LOW] = face[x, LOW]
            cuts = face[x, LOW] >= face[parent, SEEN] and face[x, HELD] > 0
            if cuts and face[parent, PACK] >= 2:
                add_fact(position, parent, _RING, side, -1)
            y = x
            x = parent
            k = 0
            while x + (-stride, -1, 1, stride)[k] != y:
                k += 1
            k += 1
    if reached < n_held:
        return False
    for f in range(first, last):
        if f % stride and face[f, PACK] >= 2 and not face[f, SEEN]:
            add_fact(position, f, _RING, other, -1)
    return True

"""What clues and known edges allow at each vertex, as small tables that the compiled step looks up.

A vertex decides two edges: the one to its right and the one below it. The four choices are numbered
``right + 2 · below``, and a set of choices is four bits. Three cells watch a choice::

            above          above  its bottom edge is the one to the right: the last of its four
    ────────●────────      left   its right edge is the one below: the third of its four
      left  │  own         own    its top and left edges are both decided here: the first two of its four
"""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

import numpy as np

from slitherlink.count.upright import Upright
from slitherlink.puzzle import LINE, OPEN


class Vertex(NamedTuple):
    """One step of the sweep, for `slitherlink.count.frontier.advance`."""

    col: np.uint64
    """Place in its row of vertices, 0 … width."""
    starts_row: np.uint64
    """1 for the first vertex of a row."""
    by_above: np.uint64
    """Two sets of choices: when the cell above needs no bottom line, and when it needs one."""
    by_left: np.uint64
    """Three sets of choices: when the cell to the left has 0, 1, 2 lines on its top and left."""
    left_needs: np.uint64
    """Bit ``2 · lines + below``: the cell to the left will need a bottom line."""
    own_is_clued: np.uint64
    """1 when the frontier has to remember the top line of the cell that begins here."""
    may_finish: np.uint64
    """1 when nothing from here on wants a line, so that the loop may be closed here."""


def vertices(board: Upright) -> Iterator[Vertex]:
    """Go over the vertices row by row."""
    height, width = board.size
    last_wanting = _last_wanting(board)
    for row, col in product(range(height + 1), range(width + 1)):
        above, left, own = board.number(row - 1, col), board.number(row, col - 1), board.number(row, col)
        possible = [
            choice
            for choice in range(4)
            if _may_be(board, row, col, choice & 1, choice >> 1)
            and (own is None or own - (choice & 1) - (choice >> 1) in (0, 1, 2))
        ]
        fields = (
            col,
            col == 0,
            _packed((c for c in possible if above is None or c & 1 == need) for need in (0, 1)),
            _packed((c for c in possible if left is None or left - lines - (c >> 1) in (0, 1)) for lines in (0, 1, 2)),
            0 if left is None else sum(1 << i for i in range(6) if left - (i >> 1) - (i & 1) == 1),
            own is not None,
            (row, col) > last_wanting,
        )
        yield Vertex(*map(np.uint64, fields))


def _may_be(board: Upright, row: int, col: int, right: int, below: int) -> bool:
    height, width = board.size
    may_right = board.horizontal[row, col] in (OPEN, right) if col < width else not right
    may_below = board.vertical[row, col] in (OPEN, below) if row < height else not below
    return bool(may_right and may_below)


def _last_wanting(board: Upright) -> tuple[int, int]:
    """The last vertex with a line to its right or below that is known, or wanted by the cell that begins there."""
    height, width = board.size
    wants = np.zeros((height + 1, width + 1), dtype=np.bool_)
    wants[:-1, :-1] = (board.clues >= 1) & (board.clues <= 4)
    wants[:, :-1] |= board.horizontal == LINE
    wants[:-1, :] |= board.vertical == LINE
    places = np.argwhere(wants)
    return (int(places[-1, 0]), int(places[-1, 1])) if places.size else (-1, -1)


def _packed(sets: Iterable[Iterable[int]]) -> int:
    return sum(1 << (4 * place + choice) for place, choices in enumerate(sets) for choice in choices)

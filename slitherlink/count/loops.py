"""How many loops a board has: what propagation settles, then the sweep over the rest."""

from collections.abc import Callable

from slitherlink.count.settled import Settled, open_drawing, settled
from slitherlink.count.sweep import MAX_NARROW_SIDE, count_continuations
from slitherlink.puzzle import Puzzle, SizeError

SWEPT_ALONE = 8
"""Boards with a shorter side up to this, and blank ones, are swept as they are: the solver need not be compiled."""


def count_loops(
    puzzle: Puzzle, *, at_most: int | None = None, progress: Callable[[int, int], None] | None = None
) -> int:
    """Count the loops that satisfy every clue, exactly. The empty drawing is no loop.

    Time and memory grow about threefold with each cell of the shorter side, and in proportion to the longer one; what
    the clues settle counts no longer.

    at_most : stop as soon as so many are certain. The result is then ``min(count, at_most)``: one that equals
        ``at_most`` means "at least so many".
    progress : called with the number of vertices passed and their total, after each.

    Raises `SizeError` when the shorter side is longer than `MAX_NARROW_SIDE`, or when the frontier would take more
    than `MAX_BYTES`.
    """
    if at_most is not None and at_most < 1:
        raise ValueError(f"at_most: expected at least 1, got {at_most}")
    if min(puzzle.height, puzzle.width) > MAX_NARROW_SIDE:
        raise SizeError(
            f"counting takes boards with a shorter side of at most {MAX_NARROW_SIDE} cells, "
            f"got {puzzle.height} rows × {puzzle.width} columns"
        )
    n_found, rest = settled(puzzle) if _wants_solver(puzzle) else Settled(0, open_drawing(puzzle))
    if at_most is not None:
        if n_found >= at_most:
            return at_most
        at_most -= n_found
    if rest is None:
        return n_found
    return n_found + count_continuations(puzzle, rest, at_most=at_most, progress=progress)


def warm_up(puzzle: Puzzle) -> None:
    """Compile what counting this board needs, or load what an earlier start compiled."""
    example = Puzzle(1, 1, bytes([4]))
    if _wants_solver(puzzle):
        settled(example)
    count_loops(example)


def _wants_solver(puzzle: Puzzle) -> bool:
    return min(puzzle.height, puzzle.width) > SWEPT_ALONE and any(clue <= 4 for clue in puzzle.clues)

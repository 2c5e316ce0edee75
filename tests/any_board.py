"""Boards of every shape and content for property tests."""

from hypothesis import settings
from hypothesis import strategies as st

from slitherlink.puzzle import NO_CLUE, QUESTION, Puzzle

# Nothing is asserted to be fast: a busy machine must not fail a test.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

_BLANKS_MOSTLY = [NO_CLUE, NO_CLUE, NO_CLUE, NO_CLUE, 0, 1, 2, 3, 4]


@st.composite
def boards(draw: st.DrawFn, *, questions: bool = True, smallest: int = 1) -> Puzzle:
    """A board up to 7×40 or 40×7; dense, sparse or with long runs of blanks."""
    sides = st.integers(smallest, 7), st.integers(smallest, 40)
    height, width = draw(st.tuples(*sides) | st.tuples(*reversed(sides)))
    pool = _BLANKS_MOSTLY + ([QUESTION] if questions else [])
    cell = st.sampled_from(pool)
    n_cells = height * width
    clues = draw(st.lists(cell, min_size=min(n_cells, 30), max_size=n_cells).map(bytes))
    return Puzzle(height, width, clues[:n_cells].ljust(n_cells, bytes([NO_CLUE])))

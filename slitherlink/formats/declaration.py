"""What is declared of each format: how to tell it, where it ends, and the two directions side by side."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from slitherlink.puzzle import Puzzle


def on_one_line() -> Callable[[str], bool]:
    """The extent of a board that is one line."""
    return lambda line: True


class Format(NamedTuple):
    """A way to write boards, read both ways: ``parse([format(puzzle)]) == puzzle``."""

    name: str
    """As the command line and the service name it."""
    opens: Callable[[str], bool]
    """Whether a board in this format begins with this line (given without white space around it)."""
    parse: Callable[[Sequence[str]], Puzzle]
    """The board of these lines, given without line ends; raises `FormatError` or `SizeError`."""
    format: Callable[[Puzzle], str] | None = None
    """The board as text; raises `FormatError` for one that the format cannot hold. None: only read."""
    extent: Callable[[], Callable[[str], bool]] = on_one_line
    """Makes a function that is given the board's lines in turn and says with which one the board is complete."""

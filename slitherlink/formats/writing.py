"""Writing boards by the name of a format, alone or one after the other in a file."""

from typing import Final

from slitherlink.formats.cells import quoted
from slitherlink.formats.table import FORMATS
from slitherlink.puzzle import FormatError, Puzzle

_WRITERS: Final = {declared.name: declared.format for declared in FORMATS if declared.format is not None}

FORMAT_NAMES: Final = tuple(_WRITERS)
"""What boards can be written as."""


def format_puzzle(puzzle: Puzzle, name: str) -> str:
    """The board in the format of this name; `FormatError` for an unknown name, or a board that it cannot hold."""
    writer = _WRITERS.get(name)
    if writer is None:
        raise FormatError(f"unknown format {quoted(name)}: expected one of {', '.join(FORMAT_NAMES)}")
    return writer(puzzle)


def format_entry(puzzle: Puzzle, name: str) -> str:
    """The board as it stands in a file of many: under its name, with a blank line below when it has several rows."""
    text = format_puzzle(puzzle, name)
    label = "" if puzzle.name is None or name == "json" else f"# id {'_'.join(puzzle.name.split())}\n"
    return f"{label}{text}\n\n" if name == "text" else f"{label}{text}\n"

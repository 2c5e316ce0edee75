"""The formats, in the order in which a line is tried. A further format is a module and a line here."""

from typing import Final

from slitherlink.formats import grid, json_rows, loopy, pzpr
from slitherlink.formats.declaration import Format

FORMATS: Final[tuple[Format, ...]] = (
    json_rows.FORMAT,  # before those whose links stand in result objects
    loopy.FORMAT,
    pzpr.FORMAT,
    grid.JOINED,
    grid.FORMAT,  # takes every line, so it stands last
)


def format_of(line: str) -> Format:
    """The format of a board that begins with this line (without white space around it)."""
    return next(declared for declared in FORMATS if declared.opens(line))

"""``slitherlink convert``."""

import sys
from typing import Annotated

import typer

from slitherlink.cli.inputs import BadInput, Source, boards_in, sources_of, tell_empty
from slitherlink.cli.options import Inputs
from slitherlink.cli.progress import counted
from slitherlink.cli.stopping import stops_promptly
from slitherlink.formats import FORMAT_NAMES, format_entry
from slitherlink.puzzle import FormatError, Puzzle


def _known(name: str) -> str:
    if name not in FORMAT_NAMES:
        raise typer.BadParameter(f"expected one of {', '.join(FORMAT_NAMES)}, got {name!r}")
    return name


def convert(
    to: Annotated[
        str, typer.Option(metavar="|".join(FORMAT_NAMES), callback=_known, show_default=False, help="Format to write.")
    ],
    inputs: Inputs = None,
) -> None:
    """Write every board of every INPUT in another format.

    A board that cannot be read or written is reported on standard error, and the rest go on. The exit code is 0 when
    every board was written, 1 when one was not, 2 when an INPUT cannot be read.
    """
    code = 0
    with stops_promptly():
        for source in sources_of(inputs):
            code = max(code, _convert_source(source, to))
    raise typer.Exit(code)


def _convert_source(source: Source, to: str) -> int:
    n_boards = n_bad = 0
    for board in counted(boards_in(source)):
        n_boards += 1
        text = _converted(board, to, n_boards)
        n_bad += not text
        sys.stdout.write(text)
    sys.stdout.flush()
    if not n_boards:
        tell_empty(source)
        return 2
    return 1 if n_bad else 0


def _converted(board: Puzzle | BadInput, to: str, number: int) -> str:
    """The board in its new format, or nothing and a word on standard error."""
    if isinstance(board, Puzzle):
        try:
            return format_entry(board, to)
        except FormatError as error:
            board = BadInput(f"board {number}: {error}", board.name)
    typer.echo(f"slitherlink: {board.name + ': ' if board.name else ''}{board.sentence}", err=True)
    return ""

"""What the INPUT arguments of a command mean, and the boards in them."""

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import NamedTuple, TextIO

import typer

from slitherlink.cli.piped import PipedLines
from slitherlink.formats import BadBoard, parse, read_boards
from slitherlink.formats.cells import CELLS, quoted
from slitherlink.formats.grid import FORMAT as GRID
from slitherlink.formats.grid import JOINED
from slitherlink.formats.reading import TextStream
from slitherlink.formats.table import format_of
from slitherlink.puzzle import Puzzle, SlitherlinkError

_LITERAL = CELLS + "56789/, \t\r\n"
"""An argument of these alone is meant as a board, right or wrong."""


class Source(NamedTuple):
    """Where boards come from."""

    label: str | None
    """How errors name it; None for a board that stands in the command line itself."""
    open: Callable[[], AbstractContextManager[TextStream]]
    piped: PipedLines | None = None
    """What `open` gives, where it is one."""


class BadInput(NamedTuple):
    """A board that could not be read, and the sentence that says where and why."""

    sentence: str
    name: str | None


def sources_of(inputs: list[str] | None) -> list[Source]:
    """Look at every argument before work begins; one that can never be read ends the command with code 2."""
    if not inputs and sys.stdin.isatty():
        _refuse("expected an INPUT: a file, - for standard input, a URL, an ID, or rows joined by /")
    return [_source(text) for text in inputs or ["-"]]


def boards_in(source: Source) -> Iterator[Puzzle | BadInput]:
    """The boards of a source, in order."""
    with source.open() as stream:
        for board in read_boards(stream):
            yield board if isinstance(board, Puzzle) else BadInput(_sentence(source, board), board.name)


def tell_empty(source: Source) -> None:
    """Say on standard error that a source held no board at all."""
    typer.echo(f"slitherlink: {source.label or 'the input'}: no board in it", err=True)


def _sentence(source: Source, bad: BadBoard) -> str:
    if source.label is None:
        return str(bad.error) if bad.line == 1 else bad.sentence
    return f"{source.label}, {bad.sentence}"


def _source(text: str) -> Source:
    if text == "-":
        return _piped("standard input", sys.stdin)
    path = Path(text)
    try:
        if path.is_dir() and not _is_literal(text):  # `../..` is the blank 2 × 2 board
            _refuse(f"{quoted(text)} is a folder; expected a file")
        if path.exists() and not path.is_dir():
            return _file(path)
    except OSError as error:
        if not _is_literal(text):
            _refuse(f"cannot read {quoted(text)}: {error.strerror}")
    except ValueError:
        pass  # No path holds a null character; the text is judged as a board.
    if not _is_literal(text):
        _refuse_unknown(text)
    return Source(None, lambda: io.StringIO(text, newline=None))


def _is_literal(text: str) -> bool:
    """Whether an argument is meant as a board. A ``/`` alone does not tell: paths have it too."""
    return not text.strip(_LITERAL) or "\n" in text or format_of(text.strip()) not in (GRID, JOINED)


def _refuse_unknown(text: str) -> None:
    try:
        parse(text)
    except SlitherlinkError as error:
        _refuse(f"{quoted(text)}: no such file, and no board either: {error}")


def _refuse(sentence: str) -> None:
    typer.echo(f"slitherlink: {sentence}", err=True)
    raise typer.Exit(2)


def _file(path: Path) -> Source:
    if not path.is_file():
        return _piped(str(path), path.open(encoding="utf-8"))
    path.open("rb").close()
    return Source(str(path), lambda: _open(path))


def _open(path: Path) -> TextIO:
    with path.open("rb") as file:
        start = file.read(2)
    encoding = "utf-16" if start in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    # A byte that is no text becomes a character that is no cell: one bad board, not the end of the file.
    return path.open(encoding=encoding, errors="replace")


def _piped(label: str, stream: TextIO) -> Source:
    try:
        piped = PipedLines(stream)
    except io.UnsupportedOperation:  # Standard input that somebody replaced by a text.
        return Source(label, lambda: nullcontext(stream))
    return Source(label, lambda: nullcontext(piped), piped)

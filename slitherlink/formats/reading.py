"""Reading boards: files of many, one after the other, whatever their formats; or a single one.

Boards are parted by blank lines or stand one a line. ``#`` begins a comment, and one right above a board names it::

    # id b7
    3.1
    ...
    2.0

    https://puzz.link/p?slither/4/4/dgdh2c7b
"""

import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from slitherlink.formats import grid
from slitherlink.formats.cells import CELLS, MAX_TEXT
from slitherlink.formats.declaration import Format
from slitherlink.formats.table import format_of
from slitherlink.puzzle import MAX_SIDE, FormatError, Puzzle, SizeError, SlitherlinkError, check_size

_PLAIN = CELLS + " \t\r\n"
"""A line of these alone needs no detection."""
_BYTE_ORDER_MARK = "\ufeff"
_N_COMMENTS = 100
"""How many comment lines right above a board are looked at for its name."""


class TextStream(Protocol):
    """What boards are read from: an open text file, standard input, an `io.StringIO`."""

    def readline(self, size: int = -1, /) -> str:
        """The next line, or so many characters of it; empty at the end."""


@dataclass(frozen=True, slots=True)
class BadBoard:
    """A place in a stream where no board could be read."""

    error: SlitherlinkError
    """Says what was read, where in the board, and what was expected."""
    line: int
    """Line of the stream, from 1, at which the board begins."""
    name: str | None = None

    @property
    def sentence(self) -> str:
        """The error with its place in the stream."""
        return f"line {self.line}: {self.error}"


def read_boards(stream: TextStream) -> Iterator[Puzzle | BadBoard]:
    """Read boards one by one, in order, each with its name. A bad one is reported in its place and the rest go on.

    Holds one board at a time, at most `MAX_TEXT` characters of it.
    """
    for piece in _pieces(stream):
        yield piece.read()


def parse(text: str) -> Puzzle:
    """Read a text that holds one board, in whatever format.

    Raises `FormatError` or `SizeError`; `FormatError` too when there is no board, or a second one.
    """
    boards = read_boards(io.StringIO(text, newline=None))
    board = next(boards, None)
    if board is None:
        raise FormatError("expected a board, got nothing but " + ("comments" if "#" in text else "white space"))
    if isinstance(board, BadBoard):
        raise board.error if board.line == 1 else type(board.error)(board.sentence)
    if next(boards, None) is not None:
        raise FormatError("expected one board, got more than one")
    return board


class _Piece:
    """The lines of one board, while they are gathered."""

    __slots__ = ("_closes", "_n_dropped", "_size", "declared", "line", "lines", "name")

    def __init__(self, declared: Format, line: int, name: str | None) -> None:
        self.declared = declared
        self.line = line
        self.name = name
        self.lines: list[str] = []
        self._size = 0
        self._n_dropped = 0
        self._closes = None if declared is grid.FORMAT else declared.extent()

    def takes(self, text: str) -> bool:
        """Whether this line, after those added, still belongs to the board."""
        bare = text.strip()
        if self._closes is not None:
            # A line like the first one begins the next board: a broken object must not swallow its successors.
            return bool(bare) and bare[0] != "#" and text[:1] != self.lines[0][:1]
        if not bare:
            return _is_row_of_spaces(text, self.lines)
        if not bare.strip(_PLAIN):
            return True
        return bare[0] != "#" and format_of(bare) is grid.FORMAT and not grid.opens_anew(bare, self.lines)

    def add(self, text: str) -> bool:
        """Take a line; whether it was the last one, as far as the format can tell by it."""
        self._size += len(text)
        if self._size <= MAX_TEXT and not (self._closes is None and len(self.lines) > MAX_SIDE + 1):
            self.lines.append(text)
        else:
            self._n_dropped += 1
            self.lines = self.lines or [text[:MAX_TEXT]]
        return self._closes is not None and self._closes(text)

    def read(self) -> Puzzle | BadBoard:
        """The board of these lines."""
        try:
            if self._n_dropped:
                self._refuse_size()
            puzzle = self.declared.parse(self.lines)
        except SlitherlinkError as error:
            return BadBoard(error.with_traceback(None), self.line, self.name)
        return puzzle if self.name is None or puzzle.name is not None else replace(puzzle, name=self.name)

    def _refuse_size(self) -> None:
        if self.declared is grid.FORMAT and len(self.lines[0]) < MAX_TEXT:
            check_size(len(self.lines) + self._n_dropped, len(self.lines[0]))
        raise SizeError(f"the text goes on beyond {MAX_TEXT} characters: no board needs that many")


def _is_row_of_spaces(text: str, rows: list[str]) -> bool:
    """Whether a line without a visible character is a row of blank cells, in a grid that has spaces inside its rows."""
    return bool(text) and len(text) == len(rows[0]) and any(" " in row.strip() for row in rows)


def _pieces(stream: TextStream) -> Iterator[_Piece]:
    """Cut the stream into boards."""
    piece: _Piece | None = None
    comments: list[str] = []
    spaces: list[str] = []
    for number, line in enumerate(_lines(stream), start=1):
        text = line.rstrip("\r\n")
        if piece is not None and not piece.takes(text):
            yield piece
            piece = None
        bare = text.strip()
        if piece is not None:
            closed = piece.add(text)
        elif not bare:
            comments, spaces = [], ([*spaces, text] if text and len(spaces) < MAX_SIDE else [])
            continue
        elif bare[0] == "#":
            comments = [*comments[-_N_COMMENTS:], bare]
            continue
        else:
            piece = _Piece(format_of(bare), number, _name_in(comments))
            for row in spaces:
                if _is_row_of_spaces(row, [text]):
                    piece.add(row)
            comments, spaces = [], []
            closed = piece.add(text)
        if closed:
            yield piece
            piece = None
    if piece is not None:
        yield piece


def _lines(stream: TextStream) -> Iterator[str]:
    """The lines without a byte order mark; of those beyond all measure, only as much as shows that they are."""
    while line := stream.readline(MAX_TEXT + 1):
        rest = line
        while len(rest) > MAX_TEXT and rest[-1] != "\n":
            rest = stream.readline(MAX_TEXT + 1)
        yield line[1:] if line[0] == _BYTE_ORDER_MARK else line


def _name_in(comments: list[str]) -> str | None:
    """The name in the comments right above a board: ``# id NAME`` in any of them, else the first word of the last."""
    words = [comment.lstrip("#").split() for comment in comments]
    explicit = [line[1] for line in words if len(line) > 1 and line[0] in ("id", "id:")]
    last = words[-1] if words else []
    return explicit[-1] if explicit else last[0] if last else None

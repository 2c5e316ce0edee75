"""Standard input and named pipes: lines that may be long in coming."""

import codecs
import io
import os
import select
from typing import TextIO

_PIECE = 1 << 16


class PipedLines:
    """A pipe by lines, which can tell whether the next one is there already. UTF-8; any end of line becomes ``\\n``."""

    def __init__(self, stream: TextIO) -> None:
        """Take over an open stream of which nothing was read yet; io.UnsupportedOperation when no file is behind it."""
        self._descriptor = stream.fileno()
        self._stream = stream  # Held, since it closes the file when it is forgotten.
        # A byte that is no text becomes a character that is no cell: one bad board, not the end of the stream.
        self._decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder("utf-8")("replace"), translate=True)
        self._text = ""
        self._at = 0
        self._has_ended = False

    def readline(self, size: int = -1, /) -> str:
        """The next line, or ``size`` characters of it; empty at the end. Waits when there is none yet."""
        while True:
            end = self._text.find("\n", self._at) + 1
            if not end and (self._has_ended or 0 <= size <= len(self._text) - self._at):
                end = len(self._text)
            if end:
                end = end if size < 0 else min(end, self._at + size)
                line, self._at = self._text[self._at : end], end
                return line
            if self._has_ended:
                return ""
            self._read()

    def must_wait(self) -> bool:
        """Whether `readline` would wait now."""
        if self._has_ended or self._text.find("\n", self._at) >= 0:
            return False
        return not select.select([self._descriptor], [], [], 0)[0]

    def _read(self) -> None:
        piece = os.read(self._descriptor, _PIECE)
        self._has_ended = not piece
        self._text = self._text[self._at :] + self._decoder.decode(piece, final=not piece)
        self._at = 0

"""URLs of pzpr and its family (puzz.link, pzprxs, pzplus, pzv.jp): ``https://puzz.link/p?slither/COLS/ROWS/BODY``.

The body is pzpr's "4Cell" code, cells row by row::

    0-4   that clue                       g-z   1 to 20 blanks
    5-9   clue 0-4, then one blank        .     a drawn ``?``
    a-e   clue 0-4, then two blanks

pzpr looks ahead beyond the end of the board, so the last clue may promise one or two blanks that are not there. Two
thirds of all links do; they are read, and written so, which keeps our links equal to pzpr's byte for byte.
"""

import re
from collections.abc import Sequence
from html import unescape
from urllib.parse import unquote

from slitherlink.formats.cells import puzzle_of, quoted
from slitherlink.formats.declaration import Format
from slitherlink.formats.runs import LETTERS, decode, encode, run_code
from slitherlink.puzzle import FormatError, Puzzle, SizeError, check_size

BODY = run_code(
    {str(clue): str(clue) for clue in range(5)}
    | {f"{clue}.": str(clue + 5) for clue in range(5)}
    | {f"{clue}..": LETTERS[clue] for clue in range(5)}
    | {"." * length: LETTERS[length + 5] for length in range(1, 21)}
    | {"?": "."},
    expected="0-9, a-e, g-z or .",
    overruns=True,
)

TYPES = ("slither", "slitherlink")
"""Names of the puzzle; the first is the one written."""
LOOK_ALIKES = {
    "swslither": "Slitherlink with sheep and wolves",
    "tslither": "Touch Slitherlink",
    "vslither": "Vertex Slitherlink",
}
"""Other puzzles that people take for this one."""

_OPENS = re.compile(r"://|(^|[?&=<]|%3f|%3d)\w{0,9}slither\w{0,9}(/|%2f)|^p(\.html)?\?|^\?[a-z]", re.IGNORECASE)
_MODE = re.compile(r"type=(player|editor)", re.IGNORECASE)
_TYPE = re.compile(r"([a-z]\w*?)(?:_edit|_play)?", re.IGNORECASE)


def parse(lines: Sequence[str]) -> Puzzle:
    """Read a URL, with or without its host."""
    fields = _fields_of_slither(_cleaned("".join(lines)))
    if fields and fields[0].startswith("v:"):
        raise FormatError(f"variant {quoted(fields[0])}: a board with custom rules is a different puzzle")
    if fields and fields[0] == "f":
        raise FormatError("flag 'f': the loop must visit every point, which is a different puzzle")
    if fields and not _is_number(fields[0]):
        raise FormatError(f"expected the number of columns after slither/, got the unknown flag {quoted(fields[0])}")
    if len(fields) not in (2, 3):
        raise FormatError(f"expected slither/COLS/ROWS/BODY, got {len(fields)} fields after slither/")
    width, height = _number(fields[0], "columns"), _number(fields[1], "rows")
    check_size(height, width)
    body = fields[2] if len(fields) == 3 else ""
    return puzzle_of(height, width, decode(BODY, body, height * width))


def format(puzzle: Puzzle) -> str:
    """The link that pzpr itself writes for this board, byte for byte, on the site where most people open it."""
    return f"https://puzz.link/p?{TYPES[0]}/{puzzle.width}/{puzzle.height}/{encode(BODY, ''.join(puzzle.rows))}"


def opens(line: str) -> bool:
    """Whether this is a URL, or the end of one from the type on."""
    return _OPENS.search(line) is not None


def _cleaned(text: str) -> str:
    """The URL without what mail, web pages and chat wrap around it: ``<…>``, ``&amp;``, ``%2F``, spaces."""
    return "".join(unquote(unescape(text)).split()).strip("<>\"'`")


def _fields_of_slither(url: str) -> list[str]:
    """What stands between the slashes after the type, without a trailing ``/`` and ``/@name``."""
    _, question, query = url.rpartition("?")
    if not question and "://" in url:
        raise FormatError(f"expected a URL with ?slither/COLS/ROWS/BODY, got {quoted(url)}")
    boards = [part for part in query.split("&") if part and not _MODE.fullmatch(part)]
    if len(boards) != 1:
        raise FormatError(f"expected one slither/COLS/ROWS/BODY after the ?, got {quoted(query)}")
    kind, *fields = boards[0].split("/")
    matched = _TYPE.fullmatch(kind)
    name = matched[1].lower() if matched else kind
    if name.startswith("pzprv3"):
        raise FormatError(f"{name}: a pzpr file inside a URL is not read; expected slither/COLS/ROWS/BODY")
    if name not in TYPES:
        about = f" ({LOOK_ALIKES[name]})" if name in LOOK_ALIKES else ""
        raise FormatError(f"{quoted(name)}{about} is a different puzzle; expected slither")
    while fields and (not fields[-1] or fields[-1].startswith("@")):
        fields.pop()
    return fields


def _is_number(field: str) -> bool:
    return field.isascii() and field.isdigit()


def _number(field: str, what: str) -> int:
    if not _is_number(field):
        raise FormatError(f"expected the number of {what}, got {quoted(field)}")
    if len(field) > 9:
        raise SizeError(f"the number of {what} has {len(field)} digits")
    return int(field)


FORMAT = Format("pzpr", opens, parse, format)

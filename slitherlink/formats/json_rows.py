"""JSON objects: ``{"board": ["3.1", "...", "2.0"]}`` or ``{"puzzle": "any supported text, URL or ID"}``.

An ``id`` names the board. The result objects of the command line and the service hold ``board`` and are read too; every
other field is refused by name, since it may be a misspelt one.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from slitherlink.formats.cells import counted, puzzle_of_rows, quoted
from slitherlink.formats.declaration import Format
from slitherlink.puzzle import FormatError, Puzzle

RESULT_FIELDS = frozenset(
    {"rows", "cols", "status", "solutions", "common", "grade", "nodes", "microseconds", "engine", "links", "error"}
    | {"seed", "index", "symmetry", "minimal", "tries"}
)
"""Fields of result objects that say nothing about the board's clues: they are passed over when one is read."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?')


def parse(lines: Sequence[str]) -> Puzzle:
    """Read one object."""
    fields = _object("\n".join(lines))
    unknown = sorted(fields.keys() - RESULT_FIELDS - {"board", "puzzle", "id"})
    if unknown:
        raise FormatError(f"unknown field {quoted(unknown[0])}: expected board or puzzle, and perhaps id")
    given = [key for key in ("board", "puzzle") if fields.get(key) is not None]
    if len(given) != 1:
        raise FormatError(f"expected either board or puzzle, got {' and '.join(given) or 'neither'}")
    puzzle = _board(fields["board"]) if given == ["board"] else _puzzle(fields["puzzle"])
    name = fields.get("id")
    if not isinstance(name, str | int | None) or isinstance(name, bool):
        raise FormatError(f"id: expected a string, got {_kind(name)}")
    return puzzle if name is None else replace(puzzle, name=str(name))


def format(puzzle: Puzzle) -> str:
    """The board as one line."""
    name = {} if puzzle.name is None else {"id": puzzle.name}
    return json.dumps(name | {"board": puzzle.rows})


def opens(line: str) -> bool:
    """Whether an object begins here; an array too, to say that it is none."""
    return line.startswith(("{", "["))


def extent() -> Callable[[str], bool]:
    """Complete with the line that closes the outermost bracket, so that objects may be spread over lines."""
    depth = 0

    def closes(line: str) -> bool:
        nonlocal depth
        bare = _STRING.sub("", line)
        depth += sum(map(bare.count, "{[")) - sum(map(bare.count, "}]"))
        return depth <= 0

    return closes


def _object(text: str) -> dict[str, object]:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}" if error.lineno > 1 else f"column {error.colno}"
        raise FormatError(f"no JSON: {error.msg} at {where}, in {quoted(text)}") from None
    except (ValueError, RecursionError) as error:
        raise FormatError(f"no JSON that can be read: {error}") from None
    if not isinstance(value, dict):
        raise FormatError(f'expected an object such as {{"board": ["3.1", "..."]}}, got {_kind(value)}')
    return value


def _board(rows: object) -> Puzzle:
    if not isinstance(rows, list):
        raise FormatError(f"board: expected a list of strings, one a row, got {_kind(rows)}")
    if not rows:
        raise FormatError("board: expected at least one row, got an empty list")
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, str):
            raise FormatError(f"board, row {number}: expected a string, got {_kind(row)}")
        if not row:
            raise FormatError(f"board, row {number}: expected cells, got an empty string")
    return puzzle_of_rows([row.replace(" ", ".") for row in rows])


def _puzzle(text: object) -> Puzzle:
    # Here, since the detection lists this format among the others.
    from slitherlink.formats.reading import parse as parse_any

    if not isinstance(text, str):
        raise FormatError(f"puzzle: expected a string, got {_kind(text)}")
    if opens(text.lstrip()):
        raise FormatError("puzzle: expected text, a URL or an ID, got JSON inside of JSON")
    try:
        return parse_any(text)
    except FormatError as error:
        raise FormatError(f"puzzle: {error}") from None


def _kind(value: object) -> str:
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"an array of {counted(len(value), 'item')}"
    return quoted(json.dumps(value)) if isinstance(value, str) else json.dumps(value)


FORMAT = Format("json", opens, parse, format, extent)

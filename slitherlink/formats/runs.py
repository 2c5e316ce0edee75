"""Codes that write a clue, or a run of blanks, as one character: the bodies of pzpr URLs and of Loopy IDs."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from slitherlink.formats.cells import counted
from slitherlink.puzzle import FormatError

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class RunCode(NamedTuple):
    """One table, read both ways."""

    characters: Mapping[str, str]
    """The character of each group of cells that has one."""
    cells: Mapping[str, str]
    """The same the other way: the cells of each character."""
    group: re.Pattern[str]
    """Splits cells into groups, each as long as the table allows."""
    expected: str
    """The legal characters, for error messages."""
    overruns: bool
    """Whether the last clue may promise blanks beyond the end of the board, as pzpr writes it."""


def run_code(characters: Mapping[str, str], *, expected: str, overruns: bool) -> RunCode:
    """Make the code of a table from groups of cells (``3``, ``3.``, ``...``, ``?``) to characters."""
    tail = max(len(group) - 1 for group in characters if group[0] in "01234")
    run = max(len(group) for group in characters if group[0] == ".")
    return RunCode(
        characters,
        {character: group for group, character in characters.items()},
        re.compile(rf"[0-4]\.{{0,{tail}}}|\.{{1,{run}}}|\?"),
        expected,
        overruns,
    )


def encode(code: RunCode, cells: str) -> str:
    """Write canonical cells, row by row. The caller owes that the table has all of them."""
    groups: list[str] = code.group.findall(cells)
    if code.overruns and groups[-1][0] != ".":
        # pzpr looks two cells ahead without regard to the end of the board and takes what is not there for blank.
        groups[-1] = (groups[-1] + "..")[:3] if groups[-1][0] != "?" else "?"
    return "".join([code.characters[group] for group in groups])


def decode(code: RunCode, body: str, n_cells: int) -> str:
    """Read exactly ``n_cells`` canonical cells; `FormatError` names the character that is odd, or what is missing."""
    try:
        groups = [code.cells[character] for character in body[: n_cells + 1]]
    except KeyError as odd:
        place = body.index(odd.args[0]) + 1
        raise FormatError(f"character {place} of the body: expected {code.expected}, got {odd.args[0]!r}") from None
    cells = "".join(groups)
    if len(cells) < n_cells:
        raise FormatError(f"the body is too short: it ends after {len(cells)} of {counted(n_cells, 'cell')}")
    if len(cells) > n_cells and not (_is_overrun(code, groups, len(cells) - n_cells) and len(groups) == len(body)):
        raise FormatError(_surplus(groups, body, n_cells))
    return cells[:n_cells]


def _is_overrun(code: RunCode, groups: list[str], n_surplus: int) -> bool:
    last = groups[-1]
    return code.overruns and last[0] != "." and n_surplus < len(last)


def _surplus(groups: list[str], body: str, n_cells: int) -> str:
    filled = place = 0
    while filled < n_cells:
        filled += len(groups[place])
        place += 1
    if filled > n_cells and place == len(body):
        return f"the body is too long: its last character {body[-1]!r} goes {filled - n_cells} beyond {n_cells} cells"
    return (
        f"the body is too long: character {place} of {len(body)} fills the last of {counted(n_cells, 'cell')}, "
        f"then comes {body[place : place + 20]!r}"
    )

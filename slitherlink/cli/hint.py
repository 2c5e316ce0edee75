"""``slitherlink hint``."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from slitherlink.cli.solved import one_board_solved, refuse
from slitherlink.cli.stopping import stops_promptly
from slitherlink.puzzle import OPEN, Drawing, Puzzle, SlitherlinkError, drawing_of


def hint(
    board: Annotated[str, typer.Argument(metavar="INPUT", help="A file with one board, - or a board itself.")] = "-",
    position: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            show_default="nothing drawn",
            help='What is drawn so far: a JSON object with the lists "horizontal" and "vertical" of strings of 1, 0 '
            "and ?, in a file or itself.",
        ),
    ] = None,
    steps: Annotated[int, typer.Option(min=1, help="Go on for so many steps.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a hint.")] = False,
) -> None:
    """Say what can be found next from a position, at the lowest tier, and what it rests on.

    A position with mistakes is told where they are. The exit code is 0 when there is a hint or the loop is finished, 1
    when there are mistakes, no hint, or the board has not exactly one solution, 2 for unreadable input.
    """
    with stops_promptly():
        puzzle, loop = one_board_solved(board)
        drawing = _drawing(puzzle, position)
        from slitherlink.ladder.hints import hints

        found = hints(puzzle, loop, drawing, steps)
    for each in found:
        if as_json:
            typer.echo(json.dumps(each.as_json()))
            continue
        for step in (*each.before, *filter(None, [each.step])):
            typer.echo(f"[{step.tier.name}] {step.sentence}")
        if each.step is None:
            typer.echo(each.sentence)
    raise typer.Exit(0 if found[-1].step is not None or found[-1].is_finished else 1)


def _drawing(puzzle: Puzzle, position: str | None) -> Drawing:
    if position is None:
        return Drawing(puzzle.height, puzzle.width, bytes([OPEN]) * puzzle.lattice.n_edges)
    try:
        text = position if position.lstrip().startswith("{") else _text_of(position)
        value = json.loads(text)
        drawing = drawing_of(*(_strings(value, name) for name in ("horizontal", "vertical")))
    except OSError as error:
        refuse(f"cannot read {position!r}: {error.strerror}", code=2)
    except (SlitherlinkError, UnicodeDecodeError, json.JSONDecodeError) as error:
        refuse(f"position: {error}", code=2)
    if (drawing.height, drawing.width) != (puzzle.height, puzzle.width):
        refuse(
            f"position: expected a drawing on {puzzle.height} rows × {puzzle.width} columns like the board, "
            f"got {drawing.height} × {drawing.width}",
            code=2,
        )
    return drawing


def _text_of(position: str) -> str:
    return sys.stdin.read() if position == "-" else Path(position).read_text(encoding="utf-8")


def _strings(value: object, name: str) -> list[str]:
    rows = value.get(name) if isinstance(value, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise SlitherlinkError(f"expected an object with a list of strings {name!r}, got {json.dumps(rows)[:80]}")
    return rows

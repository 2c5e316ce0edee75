"""``slitherlink explain``."""

import json
from typing import Annotated

import typer

from slitherlink.cli.solved import one_board_solved
from slitherlink.cli.stopping import stops_promptly


def explain(
    board: Annotated[str, typer.Argument(metavar="INPUT", help="A file with one board, - or a board itself.")] = "-",
    as_json: Annotated[bool, typer.Option("--json", help="Print the path as one JSON object.")] = False,
) -> None:
    """Tell the whole solving path of a board, step by step: the tier of each, what it decides, and why.

    The exit code is 1 when the board has not exactly one solution, 2 when the INPUT is no board.
    """
    with stops_promptly():
        puzzle, loop = one_board_solved(board)
        from slitherlink.ladder.explanation import explain as tell

        told = tell(puzzle, loop)
        found = told.grade
        if as_json:
            typer.echo(json.dumps(told.as_json() | {"grade": found.as_json()}))
        else:
            typer.echo(f"{found.tier.name} {found.name.value}, score {found.score:.2f}, {len(told.steps)} steps")
            typer.echo(told.as_text(), nl=False)

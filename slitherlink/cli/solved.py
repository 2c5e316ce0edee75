"""The one board of commands that talk about a single board, with the proof that its loop is the only one."""

from typing import NoReturn

import typer

from slitherlink.cli.inputs import BadInput, boards_in, sources_of
from slitherlink.puzzle import Loop, Puzzle, Status


def one_board_solved(text: str) -> tuple[Puzzle, Loop]:
    """Read the first board of an INPUT and its only loop; end the command with a sentence when there is none."""
    from slitherlink.engine import solve

    (source,) = sources_of([text])
    boards = list(boards_in(source))
    if not boards:
        refuse(f"{source.label or 'the input'}: no board in it", code=2)
    if len(boards) > 1:
        refuse(f"{source.label or 'the input'}: expected one board, got {len(boards)}", code=2)
    board = boards[0]
    if isinstance(board, BadInput):
        refuse(board.sentence, code=2)
    solution = solve(board)
    if solution.status is not Status.UNIQUE:
        meaning = {
            Status.NONE: "the board has no solution",
            Status.MULTIPLE: "the board has several solutions",
        }.get(solution.status, f"the board is {solution.status.value}: {solution.reason}")
        refuse(f"{meaning}; only a board that is proved to have exactly one can be explained", code=1)
    return board, solution.loops[0]


def refuse(sentence: str, *, code: int) -> NoReturn:
    """End the command with a sentence on standard error."""
    typer.echo(f"slitherlink: {sentence}", err=True)
    raise typer.Exit(code)

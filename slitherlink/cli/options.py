"""Arguments and options that several commands share."""

from typing import Annotated

import typer

Inputs = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[INPUT]...",
        show_default=False,
        help="Files of boards, - for standard input (also when nothing is named), or boards themselves: a puzz.link "
        "URL, a Loopy ID, rows joined by /.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one result object a line.")]
MaxNodes = Annotated[
    int | None,
    typer.Option(min=1, show_default="20,000", help="Give up on a board after so many places of choice."),
]


def _above_zero(seconds: float | None) -> float | None:
    if seconds is not None and not seconds > 0:
        raise typer.BadParameter(f"expected more than 0 seconds, got {seconds:g}")
    return seconds


TimeLimit = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS", callback=_above_zero, show_default="none", help="Give up on a board after so long."
    ),
]
Jobs = Annotated[int, typer.Option(min=1, max=256, help="Processes to solve with.")]

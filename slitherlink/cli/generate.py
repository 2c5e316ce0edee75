"""``slitherlink generate``."""

import re
import secrets
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slitherlink.cli.options import AsJson, Jobs
from slitherlink.cli.progress import counted
from slitherlink.cli.stopping import stops_promptly, unbroken
from slitherlink.formats import FORMAT_NAMES, format_entry
from slitherlink.result import result_object, to_line

if TYPE_CHECKING:
    from slitherlink.generate.boards import Made

GRADES = ("beginner", "easy", "normal", "hard", "expert", "extreme")
SYMMETRIES = ("none", "rotate", "quarter", "mirror", "flip", "diagonal")


def _size(text: str) -> str:
    if not re.fullmatch(r"[1-9][0-9]{0,3}x[1-9][0-9]{0,3}", text):
        raise typer.BadParameter(f"expected ROWSxCOLS such as 10x18, got {text!r}")
    return text


def _grade(name: str | None) -> str | None:
    if name is not None and name not in GRADES:
        raise typer.BadParameter(f"expected one of {', '.join(GRADES)}, got {name!r}")
    return name


def _symmetry(name: str) -> str:
    if name not in SYMMETRIES:
        raise typer.BadParameter(f"expected one of {', '.join(SYMMETRIES)}, got {name!r}")
    return name


def _format(name: str) -> str:
    if name not in FORMAT_NAMES:
        raise typer.BadParameter(f"expected one of {', '.join(FORMAT_NAMES)}, got {name!r}")
    return name


def generate(
    size: Annotated[str, typer.Option(metavar="ROWSxCOLS", callback=_size, show_default=False, help="Of a board.")],
    count: Annotated[int, typer.Option(min=1, max=1_000_000, help="Boards to make.")] = 1,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=2**63 - 1, show_default="drawn anew", help="Same seed and options, same boards."),
    ] = None,
    grade: Annotated[
        str | None,
        typer.Option(metavar="|".join(GRADES), callback=_grade, show_default="as it comes", help="How hard exactly."),
    ] = None,
    symmetry: Annotated[
        str, typer.Option(metavar="|".join(SYMMETRIES), callback=_symmetry, help="Of the pattern of clues.")
    ] = "none",
    tries: Annotated[int, typer.Option(min=1, help="Loops to try for one board before giving up.")] = 2_000,
    as_json: AsJson = False,
    to: Annotated[str, typer.Option("--format", metavar="|".join(FORMAT_NAMES), callback=_format)] = "text",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="File to write, instead of the screen.")] = None,
    jobs: Jobs = 1,
) -> None:
    """Make boards, each proved to have exactly one loop, and graded.

    Without a grade, boards keep only the clues that they need. The exit code is 0 when all were made, 1 when a wish was
    too rare (what was made until then is kept), 2 for a wish that makes no sense.
    """
    with stops_promptly():
        from slitherlink.generate.boards import TooRare, Wish, made_in_order
        from slitherlink.generate.symmetry import Symmetry
        from slitherlink.ladder.versions import Name

        height, width = (int(side) for side in size.split("x"))
        drawn = secrets.randbelow(2**32) if seed is None else seed
        try:
            wish = Wish(height, width, drawn, Name(grade) if grade else None, Symmetry(symmetry), tries)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None
        if seed is None:
            typer.echo(f"seed {drawn}", err=True)
        with output.open("w", encoding="utf-8") if output else nullcontext(sys.stdout) as out:
            try:
                for made in counted(made_in_order(wish, count, jobs)):
                    text = as_line(made) if as_json else format_entry(made.solution.puzzle, to)
                    with unbroken():
                        out.write(text)
                        out.flush()
            except TooRare as rare:
                typer.echo(f"slitherlink: {rare}", err=True)
                raise typer.Exit(1) from None


def as_line(made: "Made") -> str:
    """The result object of a generated board."""
    return to_line(
        result_object(made.solution)
        | {
            "grade": made.grade.as_json(),
            "seed": made.seed,
            "index": made.index,
            "symmetry": made.symmetry.value,
            "minimal": made.minimal,
            "tries": made.tries,
        }
    )

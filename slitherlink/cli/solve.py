"""``slitherlink solve``."""

import sys
from functools import partial
from typing import Annotated

import typer

from slitherlink.cli.answers import Answer, Wishes, answer_all, leave
from slitherlink.cli.inputs import BadInput, sources_of
from slitherlink.cli.options import AsJson, Inputs, Jobs, MaxNodes, TimeLimit
from slitherlink.draw import Style, draw
from slitherlink.puzzle import Status
from slitherlink.result import graded, invalid_result, result_object, to_line
from slitherlink.solution import Solution


def solve(
    inputs: Inputs = None,
    as_json: AsJson = False,
    limit: Annotated[int, typer.Option(min=1, max=10_000, help="Look for at most so many solutions of a board.")] = 2,
    common: Annotated[bool, typer.Option("--common", help="Also find the edges that all solutions share.")] = False,
    grade: Annotated[bool, typer.Option("--grade", help="Also say how hard a board is.")] = False,
    max_nodes: MaxNodes = None,
    time_limit: TimeLimit = None,
    jobs: Jobs = 1,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw with plain characters.")] = False,
) -> None:
    """Solve every board of every INPUT, in input order.

    A board that cannot be read becomes an invalid result, and the rest go on. The exit code is 0 when every board was
    answered, 1 when some are invalid or undecided, 2 when an INPUT cannot be read.
    """
    sources = sources_of(inputs)
    show = partial(as_line, grade=grade) if as_json else partial(_as_drawing, style=_style(ascii_only), grade=grade)
    tally = answer_all(sources, Wishes(limit, max_nodes, time_limit, jobs, common), show, numbered=not as_json)
    leave(tally, tally.n_without_verdict)


def as_line(outcome: Solution | BadInput, *, grade: bool = False) -> Answer:
    """The result object as a line of JSON."""
    if isinstance(outcome, BadInput):
        return Answer(Status.INVALID, to_line(invalid_result(outcome.sentence, name=outcome.name)))
    result = result_object(outcome)
    return Answer(outcome.status, to_line(graded(result, outcome) if grade else result))


def _style(ascii_only: bool) -> Style:
    try:
        "┏·×µ".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return "ascii"
    return "ascii" if ascii_only else "unicode"


def _as_drawing(outcome: Solution | BadInput, *, style: Style, grade: bool = False) -> Answer:
    """The verdict and the drawn loops, and a blank line."""
    if isinstance(outcome, BadInput):
        name = f"{outcome.name}: " if outcome.name else ""
        return Answer(Status.INVALID, f"{name}invalid: {outcome.sentence}\n\n")
    puzzle = outcome.puzzle
    name = f"{puzzle.name}: " if puzzle.name else ""
    verdict = f"{name}{puzzle.height} × {puzzle.width}, {_verdict(outcome)} ({_duration(outcome.microseconds)})"
    if grade and outcome.status is Status.UNIQUE:
        stamp = graded({}, outcome)["grade"]
        verdict += f", tier {stamp['tier']} {stamp['name']}, score {stamp['score']:.2f}"
    if style == "ascii":
        verdict = verdict.replace("×", "x").replace("µ", "u")
    drawings = [draw(puzzle, loop, style=style) for loop in outcome.loops] or [draw(puzzle, style=style)]
    if outcome.common is not None and outcome.status is not Status.UNIQUE:
        drawings.append(f"in every solution:\n{draw(puzzle, outcome.common, style=style)}")
    return Answer(outcome.status, f"{verdict}\n" + "\n\n".join(drawings) + "\n\n")


def _verdict(solution: Solution) -> str:
    lengths = " and ".join(str(loop.length) for loop in solution.loops)
    match solution.status:
        case Status.UNIQUE:
            return f"unique, a loop of {lengths}"
        case Status.MULTIPLE:
            return f"multiple, loops of {lengths} among them"
        case Status.NONE:
            return "none: no loop meets the clues"
    return f"{solution.status.value}: {solution.reason}"


def _duration(microseconds: float) -> str:
    if microseconds < 1e6:
        return f"{microseconds:.0f} µs" if microseconds < 1e3 else f"{microseconds / 1e3:.3g} ms"
    return f"{microseconds / 1e6:.1f} s"

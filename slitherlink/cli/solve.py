"""``slitherlink solve``."""

import sys
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import count
from typing import Annotated

import typer

from slitherlink.cli.answers import Outcome, SolveMany, answer_all
from slitherlink.cli.inputs import BadInput, sources_of
from slitherlink.cli.options import AsJson, Inputs, MaxNodes, TimeLimit
from slitherlink.draw import Style, draw
from slitherlink.puzzle import Puzzle, Status
from slitherlink.result import invalid_result, result_object, to_line
from slitherlink.solution import Solution


def solve(
    inputs: Inputs = None,
    as_json: AsJson = False,
    limit: Annotated[int, typer.Option(min=1, help="Look for at most so many solutions of a board.")] = 2,
    max_nodes: MaxNodes = None,
    time_limit: TimeLimit = None,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw with plain characters.")] = False,
) -> None:
    """Solve every board of every INPUT, in input order.

    A board that cannot be read becomes an invalid result, and the rest go on. The exit code is 0 when every board was
    answered, 1 when some are invalid or undecided, 2 when an INPUT cannot be read.
    """
    sources = sources_of(inputs)
    show = as_line if as_json else partial(_as_drawing, style=_style(ascii_only), numbers=count(1))
    tally = answer_all(sources, engine(limit, max_nodes, time_limit), show)
    if tally.has_empty_source:
        raise typer.Exit(2)
    raise typer.Exit(1 if tally.n_without_answer else 0)


def engine(limit: int, max_nodes: int | None, time_limit: float | None) -> SolveMany:
    """The engine with these wishes; its own defaults hold for the others. Loaded with the first board."""

    def solve_many(puzzles: Iterable[Puzzle]) -> Iterator[Solution]:
        from slitherlink import engine
        from slitherlink.engine.solve import MAX_NODES

        return engine.solve_many(puzzles, limit=limit, max_nodes=max_nodes or MAX_NODES, time_limit=time_limit)

    return solve_many


def as_line(outcome: Outcome) -> str:
    """The result object as a line of JSON."""
    if isinstance(outcome, BadInput):
        return to_line(invalid_result(outcome.sentence, name=outcome.name))
    return to_line(result_object(outcome))


def _style(ascii_only: bool) -> Style:
    try:
        "┏·×".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return "ascii"
    return "ascii" if ascii_only else "unicode"


def _as_drawing(outcome: Outcome, *, style: Style, numbers: Iterator[int]) -> str:
    """The verdict and the drawn loops, and a blank line."""
    number = next(numbers)
    if isinstance(outcome, BadInput):
        return f"{outcome.name or f'board {number}'}: invalid: {outcome.sentence}\n\n"
    puzzle = outcome.puzzle
    lines = [
        f"{puzzle.name or f'board {number}'}: {puzzle.height} × {puzzle.width}, {_verdict(outcome)}, "
        f"{_duration(outcome.microseconds)}"
    ]
    if style == "ascii":
        lines[0] = lines[0].replace("×", "x").replace("µ", "u")
    lines += [draw(puzzle, loop, style=style) for loop in outcome.loops] or [draw(puzzle, style=style)]
    if outcome.common is not None and outcome.status is not Status.UNIQUE:
        lines += ["in every solution:", draw(puzzle, outcome.common, style=style)]
    return "\n".join(lines) + "\n\n"


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
    for unit, size in (("µs", 1.0), ("ms", 1e3)):
        if microseconds < 1e3 * size:
            return f"{microseconds / size:.3g} {unit}"
    return f"{microseconds / 1e6:.3g} s"

"""``slitherlink count``."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Annotated, NamedTuple

import typer

from slitherlink.cli.inputs import BadInput, boards_in, sources_of, tell_empty
from slitherlink.cli.options import AsJson, Inputs
from slitherlink.cli.stopping import stops_promptly
from slitherlink.puzzle import Puzzle, SizeError

_PATIENCE = 0.5
"""Seconds before a progress bar appears."""


class _Answer(NamedTuple):
    board: Puzzle | BadInput
    n_loops: int | None = None
    is_exact: bool = False
    microseconds: float = 0.0
    error: str | None = None


def count(
    inputs: Inputs = None,
    as_json: AsJson = False,
    at_most: Annotated[
        int | None,
        typer.Option(
            "--max", min=1, show_default="none", help="Stop at so many, and say that there are at least so many."
        ),
    ] = None,
) -> None:
    """Count the solutions of every board of every INPUT, exactly.

    A line each: the number, or "at least N" with --max N. The exit code is 0 when every board was counted, 1 when some
    cannot be read or are too large to be counted, 2 when an INPUT cannot be read.
    """
    sources = sources_of(inputs)
    failures = 0
    is_empty = False
    with stops_promptly():
        for source in sources:
            n_boards = 0
            for board in boards_in(source):
                n_boards += 1
                answer = _answer(board, at_most)
                failures += answer.n_loops is None
                sys.stdout.write(_as_json(answer) if as_json else _as_text(answer))
                sys.stdout.flush()
            if not n_boards:
                tell_empty(source)
                is_empty = True
    raise typer.Exit(2 if is_empty else 1 if failures else 0)


def _answer(board: Puzzle | BadInput, at_most: int | None) -> _Answer:
    from slitherlink.count import count_loops, warm_up

    if isinstance(board, BadInput):
        return _Answer(board, error=board.sentence)
    warm_up(board)
    started = perf_counter()
    try:
        with _progress_bar() as progress:
            n_loops = count_loops(board, at_most=at_most, progress=progress)
    except SizeError as error:
        return _Answer(board, microseconds=_microseconds(started), error=str(error))
    return _Answer(board, n_loops, n_loops != at_most, _microseconds(started))


def _microseconds(started: float) -> float:
    return round((perf_counter() - started) * 1e6, 1)


@contextmanager
def _progress_bar() -> Iterator[Callable[[int, int], None] | None]:
    """Something to report the passed and all dots to; it shows a bar on a terminal, and only when the count is long."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    started = perf_counter()
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("dots passed", visible=False)

        def report(passed: int, total: int) -> None:
            bar.update(task, completed=passed, total=total, visible=perf_counter() - started > _PATIENCE)

        yield report


def _as_text(answer: _Answer) -> str:
    if answer.n_loops is not None:
        return f"{'' if answer.is_exact else 'at least '}{answer.n_loops}\n"
    words = ["invalid", answer.board.name] if isinstance(answer.board, BadInput) else ["too large", answer.board.name]
    return "  ".join(filter(None, [*words, answer.error])) + "\n"


def _as_json(answer: _Answer) -> str:
    board = answer.board
    size = {"rows": board.height, "cols": board.width} if isinstance(board, Puzzle) else {}
    found = {
        "count": answer.n_loops,
        "exact": answer.is_exact,
        "microseconds": answer.microseconds,
        "error": answer.error,
    }
    return json.dumps({"id": board.name, **size, **found}, separators=(",", ":")) + "\n"

"""A progress bar on a terminal, while the output goes elsewhere."""

import sys
from collections.abc import Generator, Iterable
from typing import TypeVar

T = TypeVar("T")


def counted(outcomes: Iterable[T]) -> Generator[T, None, None]:
    """Pass boards on, and show how many there were and how fast.

    Only when standard error is a terminal and standard output is none: on a terminal the results are progress enough,
    and a pipe gets nothing.
    """
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield from outcomes
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed:,.0f} boards"), TimeElapsedColumn())
    console = Console(stderr=True)
    # Results stay on standard output: by default they would be printed above the bar.
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as progress:
        task = progress.add_task("", total=None)
        for outcome in outcomes:
            yield outcome
            progress.advance(task)

"""The commands of ``slitherlink``. Each imports what it needs when it runs, so that ``--help`` needs no engine."""

from typing import Annotated

import typer

from slitherlink import __version__
from slitherlink.cli import check, convert, count, serve, solve

app = typer.Typer(
    help="Solve Slitherlink boards, with a proof that the loop is the only one.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(solve.solve)
app.command()(check.check)
app.command()(count.count)
app.command()(convert.convert)
app.command()(serve.serve)
app.command()(serve.worker)


@app.callback()
def _options(
    version: Annotated[bool, typer.Option("--version", is_eager=True, help="Print the version and exit.")] = False,
) -> None:
    if version:
        typer.echo(f"slitherlink {__version__}")
        raise typer.Exit

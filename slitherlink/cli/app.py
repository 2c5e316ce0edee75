"""The commands of ``slitherlink``. Each imports what it needs when it runs, so that ``--help`` needs no engine."""

from typing import Annotated

import typer

from slitherlink import __version__
from slitherlink.cli import check, convert, count, explain, generate, grade, hint, serve, solve

app = typer.Typer(
    help="Solve Slitherlink boards, with a proof that the loop is the only one.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(solve.solve)
app.command()(check.check)
app.command()(count.count)
app.command()(grade.grade)
app.command()(hint.hint)
app.command()(explain.explain)
app.command()(generate.generate)
app.command()(convert.convert)
app.command()(serve.serve)
app.command()(serve.worker)


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"slitherlink {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version and exit.")
    ] = False,
) -> None:
    pass

"""``slitherlink serve`` and ``slitherlink worker``."""

import contextlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from worker.settings import Settings

DataFolder = Annotated[
    Path | None,
    typer.Option(
        "--data", help="Folder of the store and the private Redis.", show_default="~/.local/share/slitherlink"
    ),
]
_N_CORES = os.cpu_count() or 1


def _warn(sentence: str) -> None:
    with contextlib.suppress(OSError):  # whoever listened may be gone; the service is not to end of that
        typer.echo(sentence, err=True)


def serve(
    host: Annotated[str, typer.Option(help="Loopback address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one.")] = 8000,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Workers for jobs of many boards.")] = _N_CORES,
    data: DataFolder = None,
) -> None:
    """Start the service: a queue, workers and the HTTP interface, until Ctrl-C."""
    from service import serving

    try:
        code = serving.serve(host, port, workers, _settings(data), tell=_tell_ready, warn=_warn)
    except serving.START_ERRORS as error:
        _warn(f"slitherlink serve: {error}")
        raise typer.Exit(2) from error
    raise typer.Exit(code)


def worker(
    workers: Annotated[int, typer.Option(min=0, max=256, help="Workers for jobs of many boards.")] = _N_CORES,
    inline: Annotated[int, typer.Option(min=0, max=256, help="Workers for boards that someone waits for.")] = 0,
    data: DataFolder = None,
) -> None:
    """Work for a service elsewhere: REDIS_URL says where its queue is, --data or DATABASE_URL where its store is."""
    from worker.crew import run_crew
    from worker.queues import UnreachableError
    from worker.runs import ForeignStoreError
    from worker.store import StoreError

    settings = _settings(data)
    if settings.redis_url is None:
        _warn("slitherlink worker: set REDIS_URL to the queue to work for; `slitherlink serve` has workers of its own")
        raise typer.Exit(2)
    if workers + inline == 0:
        _warn("slitherlink worker: expected at least one worker, got --workers 0 --inline 0")
        raise typer.Exit(2)
    try:
        code = run_crew(
            settings.redis_url,
            settings,
            solve=inline,
            bulk=workers,
            ready=lambda: _warn(f"{workers + inline} workers are waiting for work"),
        )
    except (ForeignStoreError, UnreachableError, StoreError) as error:
        _warn(f"slitherlink worker: {error}")
        raise typer.Exit(2) from error
    raise typer.Exit(code)


def _tell_ready(url: str) -> None:
    with contextlib.suppress(OSError):
        typer.echo(f"Slitherlink is served at {url} (Ctrl-C stops it)")
        sys.stdout.flush()


def _settings(data: Path | None) -> "Settings":
    from worker.settings import Settings

    settings = Settings()
    return settings if data is None else settings.model_copy(update={"data": data.absolute()})

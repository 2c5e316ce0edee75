"""The HTTP server of ``slitherlink serve``, until it is asked to stop."""

import contextlib
import socket
import threading
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from service.app import create_app
from service.problems import ProblemError
from service.status import check_ready
from worker.settings import Settings

_LOOK_SECONDS = 0.05
_DRAIN_SECONDS = 3
"""How long replies under way may take when the server is asked to stop."""


def run_api(
    settings: Settings, listening: socket.socket, on_ready: Callable[[], None], must_stop: Callable[[], bool]
) -> bool:
    """Serve on a socket until ``must_stop``; calls ``on_ready`` once, when a board would be solved. False: no start."""
    app = create_app(settings)
    server = uvicorn.Server(
        uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=_DRAIN_SECONDS)
    )
    ended = threading.Event()
    watch = threading.Thread(target=_watch, args=(app, server, ended, on_ready, must_stop), daemon=True)
    watch.start()
    try:
        server.run(sockets=[listening])
    finally:
        ended.set()
        watch.join()
    return server.started


def _watch(
    app: FastAPI,
    server: uvicorn.Server,
    ended: threading.Event,
    on_ready: Callable[[], None],
    must_stop: Callable[[], bool],
) -> None:
    is_ready = False
    while not ended.wait(_LOOK_SECONDS):
        if must_stop():
            server.should_exit = True
            return
        if server.started and not is_ready:
            with contextlib.suppress(ProblemError, RedisError, SQLAlchemyError):
                check_ready(app.state.backing)
                is_ready = True
                on_ready()

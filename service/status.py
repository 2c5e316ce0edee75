"""Is it there, is it ready, what can it do."""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse

import slitherlink
from gpu.device import describe_devices
from service.backing import Back, Backing
from service.limits import (
    DEFAULT_TIME_LIMIT,
    INLINE_SECONDS,
    MAX_BOARDS,
    MAX_BODY,
    MAX_LIMIT,
    MAX_NODES,
    MAX_TIME_LIMIT,
    MAX_WAIT,
)
from service.problems import ProblemError
from slitherlink.formats import FORMAT_NAMES
from slitherlink.puzzle import MAX_CELLS, MAX_SIDE
from worker.queues import BULK, SOLVE
from worker.runs import live_workers

router = APIRouter(tags=["service"])


@router.get("/healthz", operation_id="healthz")
async def healthz() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@router.get("/readyz", operation_id="readyz")
def readyz(back: Back) -> JSONResponse:
    """Redis answers, each queue has a live worker, and the store can be written to; 503 when one of them is not so."""
    workers = check_ready(back)
    return JSONResponse({"status": "ready", "workers": workers})


def check_ready(back: Backing) -> dict[str, int]:
    """The number of live workers of each queue; raises what is in the way."""
    back.connection.ping()
    back.store.check_writable()
    live = live_workers(back.connection)
    workers = {name: sum(name in worker.queues for worker in live) for name in (SOLVE, BULK)}
    for name, number in workers.items():
        if not number:
            raise ProblemError(503, f"no live worker for the queue {name}", headers={"Retry-After": "2"})
    return workers


@router.get("/v1/capabilities", operation_id="capabilities")
def capabilities() -> dict[str, Any]:
    """Limits, formats, engines, devices and versions."""
    return {
        "version": slitherlink.__version__,
        "limits": {
            "rows": MAX_SIDE,
            "cols": MAX_SIDE,
            "cells": MAX_CELLS,
            "body_bytes": MAX_BODY,
            "boards_per_job": MAX_BOARDS,
            "solutions": MAX_LIMIT,
            "nodes": MAX_NODES,
            "time_limit_seconds": MAX_TIME_LIMIT,
            "default_time_limit_seconds": DEFAULT_TIME_LIMIT,
            "inline_seconds": INLINE_SECONDS,
            "wait_seconds": MAX_WAIT,
        },
        "kinds": ["solve", "check"],
        "formats": list(FORMAT_NAMES),
        "engines": ["search"],
        "devices": describe_devices(),
    }

"""``POST /v1/solve``: one board, answered at once when it is done at once."""

import asyncio
import json
import re
import time
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Header, Request
from fastapi.responses import Response

from service.backing import Back
from service.intake import body_schema, one_puzzle, read_body
from service.limits import INLINE_SECONDS, MAX_WAIT
from service.problems import JSON, ProblemError
from service.progress import only_result, path_of, progress
from service.schemas import SolveBody
from worker.runs import submit
from worker.store import OPEN, Entry, Run

router = APIRouter(prefix="/v1", tags=["boards"])
_LOOK_SECONDS = 0.05


def wait_of(prefer: str | None) -> float:
    """Seconds to hold the reply back, from a ``Prefer`` header (RFC 7240); what it does not understand it ignores."""
    for preference in (prefer or "").lower().split(","):
        if preference.strip().partition(";")[0] == "respond-async":
            return 0.0
        wait = re.fullmatch(r'\s*wait\s*=\s*"?(\d{1,6})"?\s*(;.*)?', preference)
        if wait:
            return min(float(wait[1]), MAX_WAIT)
    return INLINE_SECONDS


@router.post("/solve", operation_id="solve", openapi_extra=body_schema(SolveBody))
async def solve(request: Request, back: Back, prefer: Annotated[str | None, Header()] = None) -> Response:
    """Solve a board and prove how many solutions it has.

    200 with the result when it is there within a second (or within ``Prefer: wait=N``), else 202 with the address of a
    job in ``Location``; ``Prefer: respond-async`` asks for the job at once.
    """
    body = await read_body(SolveBody, request)
    puzzle = one_puzzle(body)
    name = body.id if body.id is not None else puzzle.name
    wait = wait_of(prefer)
    started = time.monotonic()
    if wait > 0:
        result = await back.replies.ask(puzzle.rows, name, body.spec, seconds=min(wait, INLINE_SECONDS))
        if result is not None:
            return _ok(result)
    # Stored and queued anew: the queue for those who wait stays free, and whatever happens now, the job ends.
    entries = [Entry(name, puzzle.rows)]
    run = await to_thread.run_sync(submit, back.store, back.connection, "solve", body.spec, entries)
    found = await _wait_for(back, run, until=started + wait)
    result = await to_thread.run_sync(only_result, back.store, run) if found.state not in OPEN else None
    if result is not None and wait > 0:
        return _ok(result)
    return await to_thread.run_sync(accepted, back, run)


async def _wait_for(back: Back, run: str, *, until: float) -> Run:
    while True:
        found = await to_thread.run_sync(back.store.run, run)
        if found is None:
            raise ProblemError(404, f"no job {run}")
        if found.state not in OPEN or time.monotonic() >= until:
            return found
        await asyncio.sleep(_LOOK_SECONDS)


def accepted(back: Back, run: str) -> Response:
    """202, and where to look."""
    found = back.store.run(run)
    assert found is not None
    headers = {"Location": path_of(run), "Retry-After": "1"}
    return Response(json.dumps(progress(back.store, found)), 202, headers, "application/json")


def _ok(result: JSON) -> Response:
    return Response(json.dumps(result), media_type="application/json")

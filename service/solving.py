"""``POST /v1/solve``: one board, answered at once when it is done at once."""

import asyncio
import json
import re
import time
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Header, Request
from fastapi.responses import Response

from service.backing import Back, Backing
from service.intake import body_schema, one_puzzle, read_body
from service.limits import INLINE_SECONDS, MAX_WAIT
from service.problems import JSON, ProblemError, refused_input
from service.progress import only_result, path_of, progress
from service.schemas import GradeBody, HintBody, Options, SolveBody
from slitherlink.puzzle import OPEN, Drawing, FormatError, Puzzle, SlitherlinkError, drawing_of
from slitherlink.result import verdict_only
from worker.runs import submit
from worker.store import OPEN as OPEN_STATES
from worker.store import Entry, Run

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
    result = await _answer(back, one_puzzle(body), body.id, body.spec, wait_of(prefer))
    return result if isinstance(result, Response) else _ok(result)


@router.post("/grade", operation_id="grade", openapi_extra=body_schema(GradeBody))
async def grade(request: Request, back: Back, prefer: Annotated[str | None, Header()] = None) -> Response:
    """Say how hard a board is. A board that is not proved to have exactly one solution gets no grade.

    Waits and answers as `solve` does.
    """
    body = await read_body(GradeBody, request)
    spec = Options(grade=True).spec
    result = await _answer(back, one_puzzle(body), body.id, spec, wait_of(prefer))
    return result if isinstance(result, Response) else _ok(verdict_only(result))


@router.post("/hint", operation_id="hint", openapi_extra=body_schema(HintBody))
async def hint(request: Request, back: Back, prefer: Annotated[str | None, Header()] = None) -> Response:
    """Say what can be found next from a position, at the lowest tier, and what it rests on; or where it is wrong.

    ``hints`` is empty when the board is not proved to have exactly one solution. Waits and answers as `solve` does.
    """
    body = await read_body(HintBody, request)
    puzzle = one_puzzle(body)
    spec = Options().spec | {"steps": body.steps, "position": _position(body, puzzle)}
    result = await _answer(back, puzzle, body.id, spec, wait_of(prefer))
    if isinstance(result, Response):
        return result
    told = {key: result[key] for key in ("id", "rows", "cols", "board", "status", "error")}
    return _ok(told | {"hints": result.get("hints", [])})


def _position(body: HintBody, puzzle: Puzzle) -> JSON:
    """What is drawn, checked; nothing when nothing was sent."""
    if body.position is None:
        blank = Drawing(puzzle.height, puzzle.width, bytes([OPEN]) * puzzle.lattice.n_edges)
        return {"horizontal": blank.horizontal, "vertical": blank.vertical}
    try:
        drawing = drawing_of(body.position.horizontal, body.position.vertical)
    except SlitherlinkError as error:
        raise refused_input("/position", error) from error
    if (drawing.height, drawing.width) != (puzzle.height, puzzle.width):
        expected = f"expected a drawing on {puzzle.height} rows × {puzzle.width} columns like the board"
        raise refused_input("/position", FormatError(f"{expected}, got {drawing.height} × {drawing.width}"))
    return body.position.model_dump()


async def _answer(back: Backing, puzzle: Puzzle, name: str | None, spec: JSON, wait: float) -> JSON | Response:
    """The result of a board when it is there in time, else the reply that says where it will be."""
    name = name if name is not None else puzzle.name
    started = time.monotonic()
    if wait > 0:
        result = await back.replies.ask(puzzle.rows, name, spec, seconds=min(wait, INLINE_SECONDS))
        if result is not None:
            return result
    # Stored and queued anew: the queue for those who wait stays free, and whatever happens now, the job ends.
    entries = [Entry(name, puzzle.rows)]
    run = await to_thread.run_sync(submit, back.store, back.connection, "solve", spec, entries)
    found = await _wait_for(back, run, until=started + wait)
    result = await to_thread.run_sync(only_result, back.store, run) if found.state not in OPEN_STATES else None
    if result is not None and wait > 0:
        return result
    return await to_thread.run_sync(accepted, back, run)


async def _wait_for(back: Back, run: str, *, until: float) -> Run:
    while True:
        found = await to_thread.run_sync(back.store.run, run)
        if found is None:
            raise ProblemError(404, f"no job {run}")
        if found.state not in OPEN_STATES or time.monotonic() >= until:
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

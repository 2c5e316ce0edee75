"""``/v1/jobs``: many boards, or one that takes its time."""

from collections.abc import Iterator
from typing import Annotated, Literal

from anyio import to_thread
from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from service.backing import Back
from service.intake import body_schema, entries_in, entries_of, read_body
from service.limits import MAX_BOARDS, MAX_LIMIT
from service.problems import ProblemError
from service.progress import path_of, progress
from service.schemas import JobBody, Options
from service.solving import accepted
from worker.runs import cancel, submit
from worker.store import Run, Store

router = APIRouter(prefix="/v1/jobs", tags=["jobs"])

JobId = Annotated[str, Path(max_length=64, description="as in the reply that made the job")]
_UPLOADS = ("application/x-ndjson", "application/ndjson", "application/jsonl", "text/plain", "application/octet-stream")
_BATCH = 500
"""Boards of a download that are read and sent at a time; one at a time is a hundred times slower."""


@router.post(
    "",
    operation_id="create_job",
    status_code=202,
    openapi_extra=body_schema(
        JobBody,
        **{kind: {"schema": {"type": "string"}} for kind in ("application/x-ndjson", "text/plain")},
    ),
)
async def create(
    request: Request,
    back: Back,
    kind: Annotated[Literal["solve", "check"], Query(description="for uploads")] = "solve",
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT, description="for uploads")] = 2,
) -> Response:
    """Solve or check many boards: as JSON, or as an upload of text or NDJSON in any of the formats.

    A board that cannot be read becomes an ``invalid`` result in its place, and the rest go on.
    """
    sent = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if sent in _UPLOADS:
        entries = await to_thread.run_sync(entries_in, await request.body())
        spec = Options(limit=limit).spec
    else:
        body = await read_body(JobBody, request)
        entries = await to_thread.run_sync(entries_of, body.boards)
        kind, spec = body.kind, body.spec
    await to_thread.run_sync(back.connection.ping)
    run = await to_thread.run_sync(submit, back.store, back.connection, kind, spec, entries)
    return await to_thread.run_sync(accepted, back, run)


@router.get("", operation_id="list_jobs")
def index(
    back: Back,
    after: Annotated[str | None, Query(max_length=64)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> JSONResponse:
    """The newest jobs first; ``after`` goes on behind a job that was seen."""
    runs = back.store.runs(after=after, limit=limit)
    jobs = [progress(back.store, run) for run in runs]
    following = f"/v1/jobs?limit={limit}&after={runs[-1].id}" if len(runs) == limit else None
    return JSONResponse({"jobs": jobs, "next": following})


@router.get("/{job}", operation_id="get_job")
def show(job: JobId, back: Back) -> JSONResponse:
    """How a job stands; with the result itself when it is about one board."""
    return JSONResponse(progress(back.store, _known(back.store, job)))


@router.delete("/{job}", operation_id="cancel_job")
def remove(job: JobId, back: Back) -> JSONResponse:
    """Cancel a job. What is done stays readable; a job that has ended stays as it is."""
    _known(back.store, job)
    cancel(back.store, back.connection, job)
    return show(job, back)


@router.get("/{job}/boards", operation_id="get_job_boards", response_class=StreamingResponse)
def boards(
    job: JobId,
    back: Back,
    after: Annotated[int, Query(ge=0, le=MAX_BOARDS, description="results already read; they come in input order")] = 0,
    limit: Annotated[int, Query(ge=1, le=MAX_BOARDS)] = MAX_BOARDS,
    format: Annotated[Literal["ndjson"], Query()] = "ndjson",
) -> StreamingResponse:
    """The results in input order, one a line, as far as they are there; works while the job runs.

    When more may come, ``Link: <...>; rel="next"`` says where to go on.
    """
    run = _known(back.store, job)
    end = min(run.readable, after + limit)
    headers = {}
    if end < run.boards and not (run.ended and end == run.readable):
        headers["Link"] = f'<{path_of(job)}/boards?format={format}&limit={limit}&after={max(end, after)}>; rel="next"'
    return StreamingResponse(_lines(back.store, job, after, end), media_type="application/x-ndjson", headers=headers)


def _lines(store: Store, run: str, first: int, end: int) -> Iterator[bytes]:
    while first < end:
        records = store.records(run, after=first - 1, before=end, limit=_BATCH)
        if not records:
            return
        yield b"".join(record.encode() + b"\n" for _, record in records)
        first = records[-1][0] + 1


def _known(store: Store, job: str) -> Run:
    run = store.run(job)
    if run is None:
        raise ProblemError(404, f"no job {job}")
    return run

"""How a run stands, as JSON."""

import json
import time
from datetime import UTC, datetime
from typing import Any

from worker.store import OPEN, Run, Store

JSON = dict[str, Any]


def progress(store: Store, run: Run) -> JSON:
    """The body of ``GET /v1/jobs/{id}``."""
    rate = _rate(run)
    left = run.boards - run.stored
    body: JSON = {
        "id": run.id,
        "kind": run.kind,
        "state": run.state,
        "boards": run.boards,
        "done": run.stored,
        "counts": run.counts,
        "ahead": run.ahead,
        "boards_per_second": rate,
        "seconds_left": round(left / rate, 1) if rate and run.state in OPEN else None,
        "created": _moment(run.created),
        "started": _moment(run.started),
        "ended": _moment(run.ended),
        "reason": run.reason,
        "links": {"self": path_of(run.id), "boards": f"{path_of(run.id)}/boards"},
    }
    if run.boards == 1 and run.stored == 1:
        body["result"] = only_result(store, run.id)
    return body


def only_result(store: Store, run: str) -> JSON | None:
    """The result of a run of one board, when it is there."""
    records = store.records(run, after=-1, before=1, limit=1)
    return json.loads(records[0][1]) if records else None


def path_of(run: str) -> str:
    """Where a run is found."""
    return f"/v1/jobs/{run}"


def _rate(run: Run) -> float | None:
    if run.started is None or not run.stored:
        return None
    seconds = (run.ended or time.time()) - run.started
    return round(run.stored / seconds, 2) if seconds > 0 else None


def _moment(seconds: float | None) -> str | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")

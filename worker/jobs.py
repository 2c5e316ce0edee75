"""The jobs: plain functions of JSON values that may run twice.

A job gets its engine warm from the process that forked it, and its store from the environment: a database's password
never stands in a job's arguments.
"""

import json
import time
from itertools import groupby
from typing import Any, Final

from redis import Redis
from rq import get_current_job

from slitherlink import result
from slitherlink.engine import Budget, Solver
from slitherlink.formats import parse
from slitherlink.ladder.hints import hints
from slitherlink.puzzle import Status, drawing_of
from slitherlink.solution import Solution
from worker.queues import connect
from worker.runs import CHUNK_SECONDS, enqueue
from worker.settings import Settings
from worker.store import JSON, Entry, Record, Store, Work
from worker.watched import rest_requested

SAVE_SECONDS: Final = 0.5
"""How long a chunk keeps results to itself, about."""
PORTION_SECONDS: Final = 0.25
"""What a portion of a chunk should take, and what one board of it may take at first."""
LARGEST_PORTION: Final = 64
CAREFUL_SECONDS: Final = 3 * (SAVE_SECONDS + PORTION_SECONDS)
"""More than the work that a worker can have had unsaved when it died."""
_REPLY_TTL: Final = 60


def solve_board(rows: list[str], name: str | None, spec: JSON) -> JSON:
    """The result object of one board. ``spec``: limit, max_nodes, time_limit, common, grade, position, steps."""
    return _told(Solver(_budget(spec)).solve([parse("\n".join(rows))])[0], spec, name)


def _told(solution: Solution, spec: JSON, name: str | None) -> JSON:
    """The result object with what else was asked for: the grade, hints from a position."""
    found = result.result_object(solution, name=name)
    if spec.get("grade"):
        found = result.graded(found, solution)
    position = spec.get("position")
    if position is not None and solution.status is Status.UNIQUE:
        drawn = drawing_of(position["horizontal"], position["vertical"])
        steps = hints(solution.puzzle, solution.loops[0], drawn, spec["steps"])
        found["hints"] = [step.as_json() for step in steps]
    return found


def _budget(spec: JSON, **changed: Any) -> Budget:
    # The engine's own defaults hold for what was not asked for.
    wishes = {key: spec[key] for key in ("limit", "max_nodes", "time_limit", "common") if spec.get(key) is not None}
    return Budget(**{**wishes, **changed})


def solve_now(rows: list[str], name: str | None, spec: JSON, deadline: float, reply_to: str, ticket: str) -> None:
    """Solve a board that someone waits for until ``deadline`` (Unix time), and reply on the list ``reply_to``.

    The reply is ``{"ticket", "result"}``; its result is null when the board needs longer than there is time, which is
    for the bulk queue then: this queue stays free for the next one.
    """
    left = deadline - time.time()
    answer: JSON | None = None
    if left > 0:
        hurried = {**spec, "time_limit": min(spec["time_limit"], left)}
        answer = solve_board(rows, name, hurried)
        out_of_time = hurried["time_limit"] < spec["time_limit"] and time.time() >= deadline
        lacks_common = spec.get("common") and answer["solutions"] and "common" not in answer
        if out_of_time and (answer["status"] == Status.UNDECIDED or lacks_common):
            answer = None
    job = get_current_job()
    assert job is not None
    with job.connection.pipeline() as pipeline:
        pipeline.rpush(reply_to, json.dumps({"ticket": ticket, "result": answer}, separators=(",", ":")))
        pipeline.expire(reply_to, _REPLY_TTL)
        pipeline.execute()


def solve_chunk(run: str, number: int) -> JSON:
    """Go on with a chunk of a run: store its results as they come, queue what is left after `CHUNK_SECONDS`."""
    settings = Settings()
    store = Store(settings.store_url)
    work = store.start_chunk(run, number)
    if work is None:
        return {"stored": 0}
    stored, goes_on = _solve_for_a_while(store, run, number, work)
    if goes_on and stored < len(work.todo):
        store.rest_chunk(run, number)
        job = get_current_job()
        connection: Redis = job.connection if job is not None else connect(settings.redis_url or "", patience=10)
        for chunk in store.open_chunks(run):
            if chunk.number == number:
                enqueue(store, connection, chunk)
    return {"stored": stored}


def _solve_for_a_while(store: Store, run: str, number: int, work: Work) -> tuple[int, bool]:
    """Returns how many boards were stored, and whether the run still wants more."""
    started = saved = time.monotonic()
    fresh: list[Record] = []
    stored, portion, solving = 0, 1, 0.0
    while stored + len(fresh) < len(work.todo):
        begun = time.monotonic()
        at = stored + len(fresh)
        fresh += _records(work.todo[at : at + portion], work)
        now = time.monotonic()
        solving += now - begun
        # A worker died of this chunk before: as far as it may have come, store each board before the next is begun, so
        # that the one it dies of can be told.
        careful = work.tries > 1 and solving < CAREFUL_SECONDS
        # As in a stream: small portions where boards are hard, so that a stop is soon heard.
        quick = now - begun < PORTION_SECONDS / 2
        portion = 1 if careful else min(LARGEST_PORTION, portion * 2) if quick else max(1, portion // 2)
        resting = now - started >= CHUNK_SECONDS or rest_requested()
        complete = stored + len(fresh) == len(work.todo)
        if careful or resting or complete or now - saved >= SAVE_SECONDS:
            if not store.add_records(run, number, fresh):
                return stored, False
            stored, fresh, saved = stored + len(fresh), [], now
        if resting:
            break
    return stored, True


def _records(entries: list[tuple[int, Entry]], work: Work) -> list[Record]:
    """Solve a portion, all boards of one size together and in a hurry.

    Ends early, behind the first board that needs its full budget: several of these would take longer than a job may.
    """
    found: dict[int, JSON] = {at: entry.refusal for at, entry in entries if entry.refusal is not None}
    puzzles = {at: parse("\n".join(entry.rows)) for at, entry in entries if entry.rows is not None}
    hurried = Solver(_budget(work.spec, time_limit=min(PORTION_SECONDS, work.spec["time_limit"])))
    solutions: dict[int, Solution] = {}
    for _, group in groupby(puzzles, key=lambda at: (puzzles[at].height, puzzles[at].width)):
        positions = list(group)
        solutions.update(zip(positions, hurried.solve([puzzles[at] for at in positions]), strict=True))
    hard = next((at for at, solution in solutions.items() if _ran_out_of_time(solution, hurried.budget)), None)
    if hard is not None:
        solutions[hard] = Solver(_budget(work.spec)).solve([puzzles[hard]])[0]
        entries = [(at, entry) for at, entry in entries if at <= hard]
    found |= {at: _told(solutions[at], work.spec, None) for at, entry in entries if entry.rows is not None}
    return [_record(at, found[at] | {"id": entry.name}, work.kind) for at, entry in entries]


def _ran_out_of_time(solution: Solution, budget: Budget) -> bool:
    spent = solution.nodes >= budget.max_nodes or len(solution.loops) >= budget.limit
    lacks_common = budget.common and bool(solution.loops) and solution.common is None
    return (solution.status is Status.UNDECIDED and not spent) or lacks_common


def _record(position: int, found: JSON, kind: str) -> Record:
    shown = result.verdict_only(found) if kind == "check" else found
    return Record(position, str(found["status"]), json.dumps(shown, separators=(",", ":")))

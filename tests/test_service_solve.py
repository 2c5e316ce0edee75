import concurrent.futures
import json
import os
import signal
import time

import httpx
import pytest

from service.limits import INLINE_SECONDS, MAX_WAIT
from service.solving import wait_of
from slitherlink.formats import format_puzzle, parse
from slitherlink.puzzle import drawing_of
from slitherlink.rules import Flaw, flaws
from tests.conftest import HARD_ROWS, SECONDS, SLOW_LIMIT, SLOW_ROWS, Served, children, descendants, wait_until

RING = ["212", "...", "212"]


def finished(client: httpx.Client, job: str) -> dict[str, object]:
    """Wait for a job to end and return how it stands."""
    body: dict[str, object] = {}

    def ended() -> bool:
        body.update(client.get(job).raise_for_status().json())
        return body["ended"] is not None

    wait_until(ended, f"{job} to end")
    return body


def test_a_board_comes_back_with_its_loop_and_the_proof(client: httpx.Client) -> None:
    reply = client.post("/v1/solve", json={"board": RING, "id": "b7"})
    assert reply.status_code == 200
    assert reply.headers["content-type"] == "application/json"
    result = reply.json()
    assert (result["id"], result["status"], result["board"]) == ("b7", "unique", RING)
    [loop] = result["solutions"]
    assert loop["length"] == 12
    assert flaws(parse("\n".join(RING)), drawing_of(loop["horizontal"], loop["vertical"])) == Flaw(0)


@pytest.mark.parametrize(
    ("rows", "status", "solutions"),
    [(["44"], "none", 0), (["..", ".."], "multiple", 2), (["3"], "none", 0), (["4"], "unique", 1)],
)
def test_every_verdict_is_an_answer(client: httpx.Client, rows: list[str], status: str, solutions: int) -> None:
    result = client.post("/v1/solve", json={"board": rows}).raise_for_status().json()
    assert (result["status"], len(result["solutions"])) == (status, solutions)


def test_a_text_and_a_url_are_boards_too(client: httpx.Client) -> None:
    ring = parse("\n".join(RING))
    for name in ("text", "pzpr", "loopy"):
        result = client.post("/v1/solve", json={"puzzle": format_puzzle(ring, name)}).raise_for_status().json()
        assert (result["status"], result["board"]) == ("unique", RING)


def test_the_limit_is_the_number_of_solutions(client: httpx.Client) -> None:
    result = client.post("/v1/solve", json={"board": ["..", ".."], "limit": 5}).raise_for_status().json()
    loops = {json.dumps(loop, sort_keys=True) for loop in result["solutions"]}
    assert len(loops) == 5


def test_common_edges_come_when_asked_for_inline_and_from_a_job(client: httpx.Client) -> None:
    body = {"board": ["3...", "....", "...0"], "common": True}
    result = client.post("/v1/solve", json=body).raise_for_status().json()
    assert result["status"] == "multiple"
    assert result["common"] == {"horizontal": ["1???", "????", "???0", "??00"], "vertical": ["1????", "????0", "???00"]}
    reply = client.post("/v1/solve", json=body, headers={"Prefer": "respond-async"})
    assert reply.status_code == 202
    location = reply.headers["location"]
    finished(client, location)
    [line] = client.get(f"{location}/boards").raise_for_status().text.splitlines()
    assert json.loads(line)["common"] == result["common"]
    assert "common" not in client.post("/v1/solve", json={"board": body["board"]}).json()


def test_a_spent_budget_says_which(client: httpx.Client) -> None:
    body = {"board": HARD_ROWS, "budget": {"max_nodes": 1}}
    reply = client.post("/v1/solve", json=body, headers={"Prefer": "wait=30"})
    result = reply.raise_for_status().json()
    assert result["status"] == "undecided"
    assert "1 nodes" in json.dumps(result)


def test_respond_async_gives_a_job_that_ends_with_the_same_result(client: httpx.Client) -> None:
    reply = client.post("/v1/solve", json={"board": RING, "id": "x"}, headers={"Prefer": "respond-async"})
    assert reply.status_code == 202
    assert reply.headers["retry-after"] == "1"
    job = finished(client, reply.headers["location"])
    assert (job["state"], job["counts"]) == ("done", {"unique": 1})
    inline = client.post("/v1/solve", json={"board": RING, "id": "x"}).json()
    later = job["result"]
    assert isinstance(later, dict)
    assert later | {"microseconds": 0} == inline | {"microseconds": 0}


def test_a_board_that_takes_longer_becomes_a_job(client: httpx.Client) -> None:
    body = {"board": SLOW_ROWS, "limit": SLOW_LIMIT}
    reply = client.post("/v1/solve", json=body, headers={"Prefer": "wait=0"})
    assert reply.status_code == 202
    job = finished(client, reply.headers["location"])
    assert job["state"] == "done"
    assert len(job["result"]["solutions"]) == SLOW_LIMIT  # type: ignore[index]


def test_who_waits_longer_gets_a_slow_result_at_once(client: httpx.Client, served: Served) -> None:
    """Without its prompt workers the service still answers, by the other queue."""
    prompt = prompt_workers(client, served)
    for pid in prompt:
        os.kill(pid, signal.SIGSTOP)
    try:
        reply = client.post("/v1/solve", json={"board": RING}, headers={"Prefer": "wait=20"})
        assert reply.status_code == 200
        assert reply.json()["status"] == "unique"
        started = time.monotonic()
        reply = client.post("/v1/solve", json={"board": RING})
        assert reply.status_code == 202
        assert time.monotonic() - started >= INLINE_SECONDS
        assert finished(client, reply.headers["location"])["state"] == "done"
    finally:
        for pid in prompt:
            os.kill(pid, signal.SIGCONT)
    wait_until(lambda: client.post("/v1/solve", json={"board": RING}).status_code == 200, "the prompt workers")


def prompt_workers(client: httpx.Client, served: Served) -> list[int]:
    """The processes that serve the queue `solve`: those that the crew started first."""
    wait_until(lambda: client.get("/readyz").status_code == 200, "readiness")
    [crew] = [pid for pid in children_of_any_thread(served.process.pid) if b"worker" in command_of(pid).split(b"\0")]
    return sorted(children(crew))[:2]


def children_of_any_thread(pid: int) -> list[int]:
    return [child for child in descendants(pid) if parent_of(child) == pid]


def parent_of(pid: int) -> int:
    with open(f"/proc/{pid}/stat") as stat:
        return int(stat.read().rpartition(")")[2].split()[1])


def command_of(pid: int) -> bytes:
    with open(f"/proc/{pid}/cmdline", "rb") as command:
        return command.read()


def test_a_worker_that_is_killed_while_someone_waits_costs_no_answer(client: httpx.Client, served: Served) -> None:
    prompt = prompt_workers(client, served)
    for pid in prompt:
        os.kill(pid, signal.SIGSTOP)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        waiting = pool.submit(httpx.post, f"{served.url}/v1/solve", json={"board": RING}, timeout=SECONDS)
        time.sleep(0.2)
        for pid in prompt:
            os.kill(pid, signal.SIGKILL)
        reply = waiting.result()
    assert reply.status_code in (200, 202)
    if reply.status_code == 202:
        assert finished(client, reply.headers["location"])["state"] == "done"
    wait_until(lambda: client.post("/v1/solve", json={"board": RING}).status_code == 200, "new prompt workers")


def test_many_at_once_get_each_their_own_answer(client: httpx.Client, served: Served) -> None:
    def ask(width: int) -> tuple[int, int]:
        headers = {"Prefer": "wait=30"}
        reply = httpx.post(
            f"{served.url}/v1/solve", json={"board": ["." * width] * 2}, headers=headers, timeout=SECONDS
        )
        return width, int(reply.raise_for_status().json()["cols"])

    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        for asked, got in pool.map(ask, range(1, 65)):
            assert asked == got


@pytest.mark.parametrize(
    ("prefer", "seconds"),
    [
        (None, INLINE_SECONDS),
        ("", INLINE_SECONDS),
        ("respond-async", 0.0),
        ("Respond-Async, wait=10", 0.0),
        ("wait=5", 5.0),
        ('return=minimal, wait = "7"; foo', 7.0),
        ("wait=0", 0.0),
        ("wait=999999", MAX_WAIT),
        ("wait=-1", INLINE_SECONDS),
        ("wait=soon", INLINE_SECONDS),
    ],
)
def test_the_prefer_header_is_understood(prefer: str | None, seconds: float) -> None:
    assert wait_of(prefer) == seconds

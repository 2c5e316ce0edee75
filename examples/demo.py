"""The main job, end to end: boards go to a real service over HTTP, and loops come back with their proofs.

Starts ``slitherlink serve`` on a free port with an empty data folder, asks it in the three ways that there are, draws
what comes back, and stops it. Ends with exit code 1 and a sentence when anything is not as it should be.
"""

import contextlib
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from slitherlink import Puzzle
from slitherlink.draw import draw
from slitherlink.formats import parse
from slitherlink.puzzle import drawing_of
from slitherlink.rules import findings

BOARDS = Path(__file__).with_name("boards.txt")
PUBLISHED = (
    ".11..0.0.0 .2.....2.. .221.0.... ..3......1 3...12112. .0.1...111 1....1.2.. 1...0..2.2 1.0......1 2..11..11."
)
"""The Slitherlink example of QUBO++."""
LINK = "https://puzz.link/p?slither/5/5/cbcbcddad"

START_SECONDS = 150
JOB_SECONDS = 60
STOP_SECONDS = 20


class DemoError(Exception):
    """Something is not as it should be."""


@contextlib.contextmanager
def service(data: str) -> Iterator[str]:
    """The address of a service of our own; stopped at the end."""
    command = [sys.executable, "-m", "slitherlink", "serve", "--port", "0", "--data", data]
    # A Redis or a database that is set up here is for other work.
    own = {name: value for name, value in os.environ.items() if name not in ("REDIS_URL", "DATABASE_URL")}
    print("starting slitherlink serve; the first start compiles")
    started = time.monotonic()
    process = subprocess.Popen(command, env=own, stdout=subprocess.PIPE, text=True)
    too_long = threading.Timer(START_SECONDS, give_up, [process])
    too_long.start()
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        too_long.cancel()
        address = next((word for word in said.split() if word.startswith("http://")), None)
        if address is None:
            raise DemoError(
                "the service did not start, see above" if not said else f"expected an address, got {said!r}"
            )
        print(f"ready after {time.monotonic() - started:.1f} s at {address}")
        yield address
    finally:
        too_long.cancel()
        code = stopped(process)
        print(f"\nthe service has stopped, with exit code {code}")
    if code != 0:
        raise DemoError(f"the service ended with exit code {code}")


def give_up(process: subprocess.Popen[str]) -> None:
    """End a service that takes too long to start."""
    print(f"demo: the service was not ready after {START_SECONDS} s", file=sys.stderr)
    process.kill()


def stopped(process: subprocess.Popen[str]) -> int:
    """Stop the service as Ctrl-C does; its exit code."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
    try:
        process.communicate(timeout=STOP_SECONDS)
        return process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise DemoError(f"the service did not stop within {STOP_SECONDS} s") from None


def solve(client: httpx.Client, body: dict[str, Any]) -> None:
    """One board, while we wait."""
    print(f"\nPOST /v1/solve {json.dumps(body)}")
    started = time.monotonic()
    reply = client.post("/v1/solve", json=body, headers={"Prefer": "wait=30"})
    waited = time.monotonic() - started
    if reply.status_code != 200:
        raise DemoError(f"POST /v1/solve answered {reply.status_code}: {reply.text}")
    show(reply.json())
    print(f"{waited * 1000:.0f} ms from request to reply")


def show(result: dict[str, Any]) -> None:
    """Draw a board with its loop, after a look at the loop ourselves."""
    if result["status"] != "unique":
        raise DemoError(f"expected a board with one solution, got {result['status']}: {result['error']}")
    puzzle, (loop,) = parse("\n".join(result["board"])), result["solutions"]
    judge(puzzle, loop)
    print(
        f"{result['id'] or 'the board'}: {result['status']}, a loop of {loop['length']} lines, "
        f"found and proved to be the only one in {result['microseconds']:.0f} µs"
    )
    print(draw(puzzle, drawing_of(loop["horizontal"], loop["vertical"])))


def judge(puzzle: Puzzle, loop: dict[str, Any]) -> None:
    """See with the rules alone that a loop is one, and the clues are met."""
    wrong = findings(puzzle, drawing_of(loop["horizontal"], loop["vertical"]))
    if wrong:
        raise DemoError("a wrong loop came back: " + "; ".join(finding.sentence for finding in wrong))


def solve_file(client: httpx.Client, file: Path) -> None:
    """A file of boards, through the queue."""
    print(f"\nPOST /v1/jobs, {file.name}")
    reply = client.post("/v1/jobs", content=file.read_bytes(), headers={"Content-Type": "text/plain"})
    if reply.status_code != 202:
        raise DemoError(f"POST /v1/jobs answered {reply.status_code}: {reply.text}")
    place = reply.headers["Location"]
    job = ended(client, place)
    if job["state"] != "done":
        raise DemoError(f"the job ended {job['state']}: {job['reason']}")
    results = [json.loads(line) for line in client.get(f"{place}/boards").text.splitlines()]
    if len(results) != job["boards"]:
        raise DemoError(f"{job['boards']} boards went in, {len(results)} results came out")
    for result in results:
        if result["status"] not in ("unique", "multiple", "none"):
            raise DemoError(f"board {result['id']} is {result['status']}: {result['error']}")
        for loop in result["solutions"]:
            judge(parse("\n".join(result["board"])), loop)
    verdicts = ", ".join(f"{n} {status}" for status, n in Counter(r["status"] for r in results).most_common())
    times = [result["microseconds"] for result in results]
    print(f"{len(results)} boards: {verdicts}; median {statistics.median(times):.0f} µs, slowest {max(times):.0f} µs")
    for result in results[:5]:
        print(f"  {result['id']}: {result['rows']} × {result['cols']}, {result['status']}")
    print("  ... and the largest loop of them all:")
    unique = [result for result in results if result["status"] == "unique"]
    show(max(unique, key=lambda result: result["solutions"][0]["length"]))


def ended(client: httpx.Client, place: str) -> dict[str, Any]:
    """A job, when it has ended."""
    latest = time.monotonic() + JOB_SECONDS
    while time.monotonic() < latest:
        job: dict[str, Any] = client.get(place).raise_for_status().json()
        if job["state"] not in ("queued", "running"):
            return job
        time.sleep(0.1)
    raise DemoError(f"the job {place} was not done within {JOB_SECONDS} s: {job}")


def main() -> int:
    """Run it all; the exit code."""
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    try:
        with (
            tempfile.TemporaryDirectory(prefix="slitherlink-") as data,
            service(data) as address,
            httpx.Client(base_url=address, timeout=40) as client,
        ):
            solve(client, {"id": "published 10x10", "board": PUBLISHED.split()})
            solve(client, {"puzzle": LINK})
            solve_file(client, BOARDS)
    except (DemoError, httpx.HTTPError) as error:
        print(f"demo: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

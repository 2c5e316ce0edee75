"""What the README shows is what happens."""

import doctest
import json
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from slitherlink.draw import draw
from slitherlink.engine import solve
from tests.boards import board
from tests.conftest import Served
from tests.oracle import is_solution

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = board("2..1./.2..1/..2../3..3./.0..3")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)


def test_the_python_session_runs_as_printed() -> None:
    (session,) = blocks("python")
    example = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    said: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(example, out=said.append)
    assert result.failed == 0, "".join(said)
    assert result.attempted >= 5


def test_the_board_and_its_loop_are_drawn_as_the_program_draws_them() -> None:
    (picture,) = blocks("text")
    left = [line[:24].rstrip() for line in picture.splitlines()]
    right = [line[24:].strip() for line in picture.splitlines()]
    solution = solve(SHOWN)
    assert solution.status == "unique"
    assert left == draw(SHOWN).splitlines()
    assert right == [line.strip() for line in draw(SHOWN, solution.loops[0]).splitlines()]


def finished(reply: dict[str, Any], served: Served) -> dict[str, Any]:
    """The result itself: on a busy machine even a small board becomes a job, as the README says."""
    while "result" not in reply and "board" not in reply:
        time.sleep(0.1)
        reply = httpx.get(served.url + reply["links"]["self"]).raise_for_status().json()
        assert reply["state"] in ("queued", "running", "done"), reply
    return reply.get("result", reply)  # type: ignore[no-any-return]


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_the_curl_line_works_as_printed(served: Served) -> None:
    (line,) = [line for block in blocks("sh") for line in block.splitlines() if line.startswith("curl ")]
    assert "http://127.0.0.1:8000" in line
    words = shlex.split(line.replace("http://127.0.0.1:8000", served.url))
    said = subprocess.run(words, capture_output=True, check=True, timeout=60).stdout
    result = finished(json.loads(said), served)
    assert result["board"] == SHOWN.rows
    assert result["status"] == "unique"
    (loop,) = result["solutions"]
    edges = bytes(int(edge) for edge in "".join(loop["horizontal"] + loop["vertical"]))
    assert is_solution(SHOWN, edges)


def test_every_command_line_works_as_printed() -> None:
    commands = [
        line for block in blocks("sh") for line in block.splitlines() if line.startswith(".venv/bin/slitherlink ")
    ]
    assert len(commands) >= 4
    for command in commands:
        words = shlex.split(command)
        words[:1] = [sys.executable, "-m", "slitherlink"]
        ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=120)
        # `check` ends with 1 when a board is not unique, and some of the examples are not.
        assert ran.returncode == (1 if "check" in words else 0), (command, ran.stderr)
        assert ran.stdout, command


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE))
    told = README + (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"make (demo|test|check|serve|bench|lock|[a-z]+(?=`))", told))
    assert named <= targets
    assert {"demo", "test"} <= named


def test_every_folder_of_the_map_is_there_and_every_package_is_on_the_map() -> None:
    mapped = set(re.findall(r"^\| `([a-z]+)/` \|", README, flags=re.MULTILINE))
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages <= mapped
    assert all((ROOT / folder).is_dir() for folder in mapped)

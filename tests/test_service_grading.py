"""Grades and hints over HTTP: what the command line says, from the same worker."""

import json
import subprocess
import sys

import httpx
import pytest

from slitherlink.engine import solve
from slitherlink.formats import parse
from slitherlink.ladder.grading import grade_solution
from tests.test_service_errors import problem

BOARD = ["2..1.", ".2..1", "..2..", "3..3.", ".0..3"]


def command(*arguments: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "slitherlink", *arguments], capture_output=True, text=True, check=True, timeout=120
    ).stdout


def test_a_grade_is_the_same_from_the_service_the_command_line_and_the_library(client: httpx.Client) -> None:
    stamp = grade_solution(solve(parse("\n".join(BOARD))))
    assert stamp is not None
    graded = client.post("/v1/grade", json={"board": BOARD, "id": "g"}).raise_for_status().json()
    assert (graded["id"], graded["status"], graded["grade"]) == ("g", "unique", stamp.as_json())
    assert "solutions" not in graded
    solved = client.post("/v1/solve", json={"board": BOARD, "grade": True}).raise_for_status().json()
    assert solved["grade"] == stamp.as_json()
    assert "grade" not in client.post("/v1/solve", json={"board": BOARD}).json()
    assert json.loads(command("solve", "--json", "--grade", "/".join(BOARD)))["grade"] == stamp.as_json()


def test_a_board_without_exactly_one_solution_gets_no_grade_and_no_hint(client: httpx.Client) -> None:
    for board, status in ((["...", "..."], "multiple"), (["3"], "none")):
        graded = client.post("/v1/grade", json={"board": board}).raise_for_status().json()
        assert (graded["status"], graded["grade"]) == (status, None)
        told = client.post("/v1/hint", json={"board": board}).raise_for_status().json()
        assert (told["status"], told["hints"]) == (status, [])


def test_a_run_of_boards_can_be_graded(client: httpx.Client) -> None:
    boards = [{"board": BOARD}, {"board": ["212", "...", "212"]}, {"board": ["..", ".."]}]
    reply = client.post("/v1/jobs", json={"kind": "solve", "grade": True, "boards": boards}).raise_for_status()
    job = reply.headers["location"]
    while client.get(job).json()["ended"] is None:
        pass
    lines = [json.loads(line) for line in client.get(f"{job}/boards").text.splitlines()]
    assert [line["grade"] and line["grade"]["name"] for line in lines] == ["normal", "easy", None]


def test_hints_lead_from_the_empty_board_to_the_loop(client: httpx.Client) -> None:
    (loop,) = solve(parse("\n".join(BOARD))).loops
    position = None
    for _ in range(120):
        body = {"board": BOARD} | ({"position": position} if position else {})
        (hint,) = client.post("/v1/hint", json=body).raise_for_status().json()["hints"]
        assert hint["sentence"]
        if hint["finished"]:
            break
        position = position or {"horizontal": ["?" * 5] * 6, "vertical": ["?" * 6] * 5}
        for edge in hint["step"]["edges"]:
            kind = "horizontal" if "horizontal" in edge else "vertical"
            row, col = edge[kind]
            states = position[kind][row]
            position[kind][row] = states[:col] + edge["state"] + states[col + 1 :]
    assert position is not None
    drawn = "".join(position["horizontal"] + position["vertical"])
    right = "".join(loop.horizontal + loop.vertical)
    assert all(own in (true, "?") for own, true in zip(drawn, right, strict=True))
    assert [i for i, state in enumerate(drawn) if state == "1"] == [i for i, state in enumerate(right) if state == "1"]


def test_a_mistake_is_named_with_its_place(client: httpx.Client) -> None:
    position = {"horizontal": ["0????", *["?" * 5] * 5], "vertical": ["?" * 6] * 5}
    (hint,) = client.post("/v1/hint", json={"board": BOARD, "position": position}).raise_for_status().json()["hints"]
    assert hint["step"] is None
    assert [mistake["horizontal"] for mistake in hint["mistakes"]] == [[0, 0]]


@pytest.mark.parametrize(
    ("position", "pointer", "words"),
    [
        ({"horizontal": ["???"], "vertical": ["??"]}, "/position", "horizontal: expected 2 strings"),
        ({"horizontal": ["?"] * 2, "vertical": ["??"]}, "/position", "expected a drawing on 5 rows × 5 columns"),
        ({"horizontal": ["?????"] * 6, "vertical": ["?????x"] * 5}, "/position", "expected 1, 0 or ?, got 'x'"),
        ({"horizontal": ["?????"] * 6}, "/position/vertical", "required"),
        ("nothing", "/position", "should be an object"),
    ],
)
def test_a_wrong_position_is_refused_by_name(client: httpx.Client, position: object, pointer: str, words: str) -> None:
    found = problem(client.post("/v1/hint", json={"board": BOARD, "position": position}), 422)
    assert found["errors"][0]["pointer"] == pointer
    assert words in found["errors"][0]["message"]

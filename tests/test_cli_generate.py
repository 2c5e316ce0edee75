"""``slitherlink generate`` as a program."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from slitherlink.formats import read_boards
from slitherlink.puzzle import Puzzle

COMMAND = [sys.executable, "-m", "slitherlink", "generate"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=120)


def test_boards_come_with_their_stamps_and_again_from_the_same_seed() -> None:
    arguments = ["--size", "5x7", "--count", "3", "--seed", "9", "--grade", "normal", "--symmetry", "rotate", "--json"]
    first = run(*arguments)
    assert first.returncode == 0, first.stderr
    results = [json.loads(line) for line in first.stdout.splitlines()]
    assert [(r["rows"], r["cols"], r["status"], r["seed"], r["index"]) for r in results] == [
        (5, 7, "unique", 9, index) for index in range(3)
    ]
    assert {(r["grade"]["name"], r["grade"]["tier"], r["symmetry"]) for r in results} == {("normal", "III", "rotate")}
    assert all(r["tries"] >= 1 and "minimal" in r for r in results)
    again = [json.loads(line) for line in run(*arguments, "--jobs", "2").stdout.splitlines()]
    for result in results + again:
        del result["microseconds"]
    assert again == results


def test_boards_go_to_a_file_in_any_format(tmp_path: Path) -> None:
    file = tmp_path / "boards.txt"
    made = run("--size", "4x6", "--count", "5", "--seed", "1", "--format", "pzpr", "-o", str(file))
    assert (made.returncode, made.stdout) == (0, "")
    with file.open() as stream:
        found = list(read_boards(stream))
    assert [(b.height, b.width) for b in found if isinstance(b, Puzzle)] == [(4, 6)] * 5


def test_without_a_seed_one_is_drawn_and_told() -> None:
    made = run("--size", "4x4")
    assert made.stderr.startswith("seed ")
    assert run("--size", "4x4", "--seed", made.stderr.split()[1]).stdout == made.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--size", "10"], "ROWSxCOLS"),
        (["--size", "0x5"], "ROWSxCOLS"),
        (["--size", "600x5"], "at most 500 rows"),
        (["--size", "4x5", "--symmetry", "quarter"], "quarter needs a square board"),
        (["--size", "1x1"], "at least two cells"),
        (["--size", "4x5", "--grade", "fiendish"], "expected one of beginner"),
        (["--size", "4x5", "--count", "0"], "--count"),
        (["--size", "4x5", "--count", "1000000000"], "--count"),
        (["--size", "4x5", "--format", "png"], "expected one of json"),
        ([], "--size"),
    ],
)
def test_a_wish_that_makes_no_sense_is_refused_by_name(arguments: list[str], words: str) -> None:
    made = run(*arguments)
    assert (made.returncode, made.stdout) == (2, "")
    assert words in " ".join(made.stderr.replace("│", " ").split())


def test_a_wish_that_is_too_rare_keeps_nothing_back_and_says_so() -> None:
    made = run("--size", "2x2", "--grade", "extreme", "--tries", "7", "--seed", "0")
    assert (made.returncode, made.stdout) == (1, "")
    assert "no 2×2 board that is extreme was found in 7 tries (board 0 of seed 0" in made.stderr

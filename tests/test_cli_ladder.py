"""``slitherlink grade``, ``hint`` and ``explain``."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from slitherlink.cli.app import app

BOARD = "3..3.23/......3/.013.2./3..3.../3...2../..3.3.1/3.32..."
HARD = ".01./3.../.222/..2."


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, arguments)
    return result.exit_code, result.stdout, result.stderr


def test_grade_says_tier_name_and_score() -> None:
    code, out, _ = run("grade", "..../.4../....", HARD)
    assert code == 0
    first, second = out.splitlines()
    assert first.startswith("I beginner  score 0.00")
    assert second.startswith("IV ")
    assert "lookahead" in second


def test_grade_as_json_is_the_result_object_with_a_grade() -> None:
    code, out, _ = run("grade", "--json", BOARD)
    result = json.loads(out)
    assert code == 0
    assert result["status"] == "unique"
    assert set(result["grade"]) == {"tier", "name", "score", "percentile", "lookahead", "rounds", "version"}
    assert set(result["grade"]["rounds"]) <= {"I", "II", "III", "IV", "V"}
    assert result["grade"]["version"] == 1


@pytest.mark.parametrize(("board", "status"), [("../..", "multiple"), ("0/.", "none"), ("22/...", "invalid")])
def test_a_board_without_exactly_one_loop_gets_no_grade_and_says_so(board: str, status: str) -> None:
    code, out, _ = run("grade", "--json", "4", board)
    graded, result = map(json.loads, out.splitlines())
    assert code == 1
    assert graded["grade"]["name"] == "beginner"
    assert result["status"] == status
    assert result.get("grade") is None
    assert result["error"]


def test_hint_says_what_to_draw_and_why() -> None:
    code, out, _ = run("hint", "..../.4../....")
    assert code == 0
    assert out.startswith("[I] The 4 at r2c2 needs every edge that is left")


def test_hint_goes_on_until_the_loop_is_finished() -> None:
    code, out, _ = run("hint", "--steps", "1000", BOARD)
    assert code == 0
    assert out.splitlines()[-1] == "The loop is finished; nothing is left to find."


def test_hint_reads_a_position_and_names_its_mistakes(tmp_path: Path) -> None:
    position = {"horizontal": ["????"] * 4, "vertical": ["1????", "?????", "?????"]}
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position))
    for given in (str(file), json.dumps(position)):
        code, out, _ = run("hint", "--json", "--position", given, "..../.4../....")
        result = json.loads(out)
        assert code == 1
        assert [mistake["vertical"] for mistake in result["mistakes"]] == [[0, 0]]


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ('{"horizontal": ["??"], "vertical": ["???"]}', "expected 2 strings for 1 rows of cells, got 1"),
        ('{"horizontal": ["?", "?"], "vertical": ["??"]}', "a drawing on 3 rows × 4 columns like the board, got 1 × 1"),
        ('{"horizontal": 3}', "expected an object with a list of strings 'horizontal', got 3"),
        ("no-such-file.json", "cannot read 'no-such-file.json'"),
        ("{", "position: Expecting"),
    ],
)
def test_a_bad_position_is_refused_with_what_was_expected_and_found(position: str, sentence: str) -> None:
    code, _, err = run("hint", "--position", position, "..../.4../....")
    assert code == 2
    assert sentence in err


def test_explain_tells_the_path_as_text_and_as_json() -> None:
    code, out, _ = run("explain", HARD)
    assert code == 0
    head, *steps = out.splitlines()
    assert head.startswith("IV ")
    assert steps[0].startswith("1. [")
    code, out, _ = run("explain", "--json", HARD)
    told = json.loads(out)
    assert (code, len(told["steps"])) == (0, len(steps))
    assert told["grade"]["tier"] == "IV"
    assert any(step["what_ifs"] for step in told["steps"])


@pytest.mark.parametrize("command", ["hint", "explain"])
def test_only_a_board_with_exactly_one_loop_is_explained(command: str) -> None:
    code, _, err = run(command, "../..")
    assert code == 1
    assert "the board has several solutions" in err
    code, _, err = run(command, "0.")
    assert code == 1
    assert "the board has no solution" in err


def test_two_boards_are_one_too_many_for_a_hint(tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    file.write_text("4\n\n4\n")
    code, _, err = run("hint", str(file))
    assert code == 2
    assert "expected one board, got 2" in err

"""The commands as a user meets them, in this process; what needs a real one is in `test_cli_process`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from slitherlink import Puzzle
from slitherlink.cli.app import app
from slitherlink.formats import FORMAT_NAMES, parse
from tests.boards import board
from tests.cases import board_cases

Run = Callable[..., Result]

FRAME = "212\n...\n212\n"
"""One solution: the loop around the whole board."""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in an empty folder; keywords are files to be written there before."""
    monkeypatch.chdir(tmp_path)

    def run_command(*arguments: str, stdin: str | bytes = "", **files: str | bytes) -> Result:
        for name, content in files.items():
            Path(f"{name}.txt").write_bytes(content.encode() if isinstance(content, str) else content)
        return CliRunner().invoke(app, arguments, input=stdin, catch_exceptions=False)

    return run_command


def results(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("case", board_cases(), ids=lambda case: str(case.puzzle.name))
def test_boards_that_break_other_programs_are_answered(run: Run, case: object) -> None:
    from tests.cases import BoardCase

    assert isinstance(case, BoardCase)
    result = run("solve", "--json", stdin="\n".join(case.puzzle.rows))
    (found,) = results(result)
    assert found["status"] == case.status.value
    assert found["board"] == case.puzzle.rows
    assert result.exit_code == 0


def test_a_board_may_be_a_file_standard_input_or_stand_in_the_command_line(run: Run) -> None:
    url = "https://puzz.link/p?slither/3/3/21cg21c"
    answers = [
        run("solve", "--json", "frame.txt", frame=FRAME),
        run("solve", "--json", "-", stdin=FRAME),
        run("solve", "--json", stdin=FRAME),
        run("solve", "--json", FRAME),
        run("solve", "--json", "212/.../212"),
        run("solve", "--json", url),
        run("solve", "--json", "3x3:212c212"),
        run("solve", "--json", '{"board": ["212", "...", "212"]}'),
    ]
    for answer in answers:
        (found,) = results(answer)
        assert (found["board"], found["status"], answer.exit_code) == (["212", "...", "212"], "unique", 0)


def test_inputs_are_answered_in_their_order(run: Run) -> None:
    result = run(
        "solve", "--json", "b.txt", "4", "-", "a.txt", a="# id a\n22\n", b="# b1\n0\n\n# b2\n3", stdin="#s\n1."
    )
    assert [found["id"] for found in results(result)] == ["b1", "b2", None, "s", "a"]


def test_a_bad_board_becomes_a_result_and_the_rest_go_on(run: Run) -> None:
    result = run("solve", "--json", "two.txt", two="# id bad\n12\n...\n\n# good\n212\n...\n212\n")
    bad, good = results(result)
    assert bad == {
        "id": "bad",
        "status": "invalid",
        "solutions": [],
        "nodes": 0,
        "microseconds": 0.0,
        "error": "two.txt, line 2: row 2 has 3 cells, row 1 has 2",
    }
    assert (good["id"], good["status"]) == ("good", "unique")
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("argument", "error"),
    [
        ("21a/.../212", None),
        ("215/.../212", "row 1, column 3: expected 0-4, ? or a blank (. - _ * or a space), got '5'"),
        ("21/.../212", "row 2 has 3 cells, row 1 has 2"),
        ("swslither/3/3/21cg21c", "'swslither' (Slitherlink with sheep and wolves) is a different puzzle"),
        ("https://puzz.link/p?slither/3/3/21cg21c1", "the body is too long"),
        ("https://puzz.link/p?slither/3/3/21", "the body is too short: it ends after 2 of 9 cells"),
        ("7x7de#123456", "holds a random seed"),
        ("slither/0/0/", "a board needs at least one row and one column, got 0 rows × 0 columns"),
        ("slither/5000/5000/z", "got 5000 rows × 5000 columns"),
        ('{"board": ["21', "no JSON"),
        ('{"bord": ["21"]}', "unknown field 'bord'"),
    ],
)
def test_what_a_user_gets_wrong_is_named(run: Run, argument: str, error: str | None) -> None:
    result = run("solve", "--json", argument)
    if error is None:  # As likely the name of a file that is not there.
        assert result.exit_code == 2
        assert "'21a/.../212': no such file, and no board either: row 1, column 3: expected 0-4" in result.stderr
        assert not result.stdout
        return
    (found,) = results(result)
    assert found["status"] == "invalid"
    assert error in str(found["error"])
    assert result.exit_code == 1
    assert run("check", argument).exit_code == 1
    assert error in run("convert", "--to", "text", argument).stderr


def test_files_of_windows_are_read(run: Run) -> None:
    text = "\ufeff# id w\r\n212\r\n...\r\n212\r\n"
    for content in (text.encode(), text.encode("utf-16"), text[1:].encode()):
        (found,) = results(run("solve", "--json", "w.txt", w=content))
        assert (found["id"], found["status"]) == ("w", "unique")


def test_bytes_that_are_no_text_spoil_one_board(run: Run) -> None:
    result = run("solve", "--json", "b.txt", b=b"2\xff2\n...\n\n" + FRAME.encode())
    assert [found["status"] for found in results(result)] == ["invalid", "unique"]


@pytest.mark.parametrize("command", [["solve"], ["check"], ["convert", "--to", "json"]])
def test_an_input_without_a_board_is_unreadable(run: Run, command: list[str]) -> None:
    for content in ("", "\n\n", "# nothing\n"):
        result = run(*command, "empty.txt", "212/.../212", empty=content)
        assert result.exit_code == 2
        assert "slitherlink: empty.txt: no board in it" in result.stderr
        assert result.stdout


@pytest.mark.parametrize("command", [["solve"], ["check"], ["convert", "--to", "json"]])
def test_an_input_that_is_not_there_ends_the_command_before_it_begins(run: Run, command: list[str]) -> None:
    result = run(*command, "212/.../212", "missing.txt")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "'missing.txt': no such file, and no board either" in result.stderr
    Path("folder").mkdir()
    result = run(*command, "folder")
    assert result.exit_code == 2
    assert "'folder' is a folder; expected a file" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "--limit", "0", "4"],
        ["solve", "--max-nodes", "0", "4"],
        ["solve", "--jobs", "0", "4"],
        ["solve", "--time-limit", "0", "4"],
        ["solve", "--time-limit", "nan", "4"],
        ["solve", "--colour", "4"],
        ["convert", "4"],
        ["convert", "--to", "svgg", "4"],
        ["solv", "4"],
    ],
    ids=" ".join,
)
def test_wrong_usage_has_code_2(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr


def test_verdicts_are_one_a_line_and_only_unique_boards_are_fine(run: Run) -> None:
    boards = "# id a\n212\n...\n212\n\n...\n...\n\n# id c\n3\n\n3.\n.5\n"
    result = run("check", "-", stdin=boards)
    assert result.stdout.splitlines() == [
        "unique  a",
        "multiple",
        "none  c",
        "invalid  standard input, line 12: row 2, column 2: expected 0-4, ? or a blank (. - _ * or a space), got '5'",
    ]
    assert result.exit_code == 1
    assert run("check", "212/.../212").exit_code == 0
    assert run("check", ".../...").exit_code == 1
    assert run("check", "3").exit_code == 1


def test_check_prints_results_without_loops(run: Run) -> None:
    found, bad = results(run("check", "--json", "212/.../212", "5"))
    assert "solutions" not in found
    assert "solutions" not in bad
    assert (found["status"], bad["status"]) == ("unique", "invalid")


def test_unsolvable_and_ambiguous_boards_are_answers(run: Run) -> None:
    assert run("solve", "3", ".../...").exit_code == 0


def test_as_many_solutions_as_asked_for_are_shown(run: Run) -> None:
    def n_solutions(limit: str) -> int:
        (found,) = results(run("solve", "--json", "--limit", limit, "../.."))
        solutions = found["solutions"]
        assert isinstance(solutions, list)
        assert len({json.dumps(solution) for solution in solutions}) == len(solutions)
        return len(solutions)

    assert [n_solutions(limit) for limit in ("1", "2", "5", "100")] == [1, 2, 5, 13]


def test_common_edges_are_shown_when_asked_for(run: Run) -> None:
    (found,) = results(run("solve", "--json", "--common", "3.../..../...0"))
    assert found["common"] == {"horizontal": ["1???", "????", "???0", "??00"], "vertical": ["1????", "????0", "???00"]}
    assert "in every solution:\n┏━━━╸" in run("solve", "--common", "3.../..../...0").stdout
    assert "in every solution" not in run("solve", "--common", "212/.../212").stdout


def test_a_budget_that_runs_out_is_undecided_and_says_which(run: Run) -> None:
    blank = "/".join(["." * 9] * 11)
    result = run("solve", "--json", "--max-nodes", "3", "--limit", "100", blank)
    (found,) = results(result)
    if found["status"] == "undecided":
        assert "3 nodes" in str(found["error"])
    one = run("solve", "--limit", "1", blank)
    assert one.exit_code == 1
    assert "undecided: the limit of 1 loop was reached" in one.stdout


def test_people_see_the_loop(run: Run) -> None:
    result = run("solve", "# id frame\n212\n...\n212", "5", "1", "../..")
    lines = result.stdout.splitlines()
    assert lines[0].startswith("1. frame: 3 × 3, unique, a loop of 12 (")
    assert lines[1:9] == [
        "┏━━━━━━━━━━━┓",
        "┃ 2   1   2 ┃",
        "┃   ·   ·   ┃",
        "┃           ┃",
        "┃   ·   ·   ┃",
        "┃ 2   1   2 ┃",
        "┗━━━━━━━━━━━┛",
        "",
    ]
    assert lines[9].startswith("2. invalid: row 1, column 1: expected 0-4")
    assert lines[11].startswith("3. 1 × 1, none: no loop meets the clues (")
    assert lines[12:15] == ["·   ·", "  1", "·   ·"]
    assert lines[16].startswith("4. 2 × 2, multiple, loops of ")
    assert lines[16:].count("") == 2


def test_plain_characters_are_used_when_asked_for(run: Run) -> None:
    result = run("solve", "--ascii", "212/.../212")
    assert result.stdout.isascii()
    assert "+---+---+---+\n| 2   1   2 |\n" in result.stdout


@pytest.mark.parametrize("name", FORMAT_NAMES)
def test_boards_are_converted_to_every_format_and_back(run: Run, name: str) -> None:
    result = run("convert", "--to", name, "b.txt", "212/.../212", b="# id one\n3.1.\n....\n2.0.\n....\n")
    assert result.exit_code == 0
    back = run("convert", "--to", "text", "-", stdin=result.stdout)
    assert back.stdout == "# id one\n3.1.\n....\n2.0.\n....\n\n212\n...\n212\n\n"


def test_a_board_that_a_format_cannot_hold_is_named_and_the_rest_go_on(run: Run) -> None:
    result = run("convert", "--to", "loopy", "-", stdin="# id q\n?..\n...\n...\n\n212\n...\n212\n\n5\n")
    assert result.stdout == "3x3t0:212c212\n"
    assert "slitherlink: q: board 1: row 1, column 1: Loopy has no drawn clue" in result.stderr
    assert "slitherlink: standard input, line 10: row 1, column 1: expected 0-4" in result.stderr
    assert result.exit_code == 1


def test_results_read_back_as_boards(run: Run) -> None:
    solved = run("solve", "--json", "-", stdin="# id a\n212\n...\n212\n\n22\n..\n")
    assert run("convert", "--to", "text", "-", stdin=solved.stdout).stdout == "# id a\n212\n...\n212\n\n22\n..\n\n"


def test_help_and_version(run: Run) -> None:
    assert "convert" in run("--help").stdout
    assert run("--version").stdout.startswith("slitherlink ")
    for command in ("solve", "check", "convert"):
        assert "INPUT" in run(command, "--help").stdout


def test_ten_thousand_boards_in_a_file(run: Run) -> None:
    result = run("check", "many.txt", many=(FRAME + "\n") * 10_000)
    assert result.stdout == "unique\n" * 10_000
    assert result.exit_code == 0


def test_one_process_or_several_say_the_same(run: Run) -> None:
    puzzles: list[Puzzle] = [case.puzzle for case in board_cases()] + [board("212/.../212")] * 600
    text = "\n\n".join("\n".join(puzzle.rows) for puzzle in puzzles) + "\n\n5\n"

    def answers(jobs: str) -> list[dict[str, object]]:
        found = results(run("solve", "--json", "--jobs", jobs, "-", stdin=text))
        return [{key: value for key, value in result.items() if key != "microseconds"} for result in found]

    alone = answers("1")
    assert [parse(json.dumps({"board": found["board"]})) for found in alone[:-1]] == puzzles
    assert alone == answers("2")

import json

from slitherlink.formats import parse
from slitherlink.formats.json_rows import RESULT_FIELDS
from slitherlink.puzzle import Loop, Puzzle, Status, drawing_of
from slitherlink.result import invalid_result, links, result_object, to_line, unanswered, verdict_only
from slitherlink.solution import Solution
from tests.boards import board

PUZZLE = board("31./.2.", "b7")
EDGES = drawing_of(["111", "100", "011"], ["1001", "0101"])
LOOP = Loop(2, 3, EDGES.edges)
UNIQUE = Solution(PUZZLE, Status.UNIQUE, (LOOP,), 1, 61.5)


def test_the_result_of_a_board_has_every_field_of_the_contract() -> None:
    assert result_object(UNIQUE) == {
        "id": "b7",
        "rows": 2,
        "cols": 3,
        "board": ["31.", ".2."],
        "status": "unique",
        "solutions": [
            {
                "horizontal": ["111", "100", "011"],
                "vertical": ["1001", "0101"],
                "inside": ["###", ".##"],
                "length": 10,
            }
        ],
        "nodes": 1,
        "microseconds": 61.5,
        "engine": "search",
        "links": {"pzpr": "https://puzz.link/p?slither/3/2/3bc", "loopy": None},
        "error": None,
    }


def test_common_edges_are_there_when_they_were_found() -> None:
    partial = drawing_of(["1?0", "?1?", "0?1"], ["1?10", "??01"])
    common = result_object(Solution(PUZZLE, Status.MULTIPLE, (LOOP,), 1, 1.0, common=partial))["common"]
    assert common == {"horizontal": ["1?0", "?1?", "0?1"], "vertical": ["1?10", "??01"]}


def test_the_reason_of_an_undecided_board_is_its_error() -> None:
    found = result_object(Solution(PUZZLE, Status.UNDECIDED, (), 5, 1.0, reason="the budget of 5 nodes ran out"))
    assert (found["status"], found["error"], found["solutions"]) == ("undecided", "the budget of 5 nodes ran out", [])


def test_a_name_given_goes_before_the_boards_own() -> None:
    assert result_object(UNIQUE, name="mine")["id"] == "mine"


def test_links_are_left_out_where_a_program_does_not_take_the_board() -> None:
    assert links(board("31./.2./...")) == {
        "pzpr": "https://puzz.link/p?slither/3/3/3bch",
        "loopy": "3x3t0:31b2d",
    }
    assert links(parse("?1./.2./..."))["loopy"] is None
    assert links(board("31./.2."))["loopy"] is None


def test_an_input_that_is_no_board_has_a_sentence_and_no_board() -> None:
    found = invalid_result("line 3: row 2 has 1 cell, row 1 has 2", name="b")
    assert found == {
        "id": "b",
        "status": "invalid",
        "solutions": [],
        "nodes": 0,
        "microseconds": 0.0,
        "error": "line 3: row 2 has 1 cell, row 1 has 2",
    }


def test_a_board_that_was_given_up_is_undecided() -> None:
    found = unanswered(["31.", ".2."], name="b7", reason="given up")
    assert (found["status"], found["error"], found["board"], found["id"]) == (
        "undecided",
        "given up",
        PUZZLE.rows,
        "b7",
    )


def test_a_verdict_has_no_loops() -> None:
    assert verdict_only(result_object(UNIQUE)).keys() == result_object(UNIQUE).keys() - {"solutions"}


def test_a_result_is_one_line_and_reads_back_as_its_board() -> None:
    common = Solution(PUZZLE, Status.UNIQUE, (LOOP,), 1, 61.5, common=EDGES)
    line = to_line(result_object(common))
    assert line.index("\n") == len(line) - 1
    assert json.loads(line) == result_object(common)
    again: Puzzle = parse(line)
    assert (again, again.name) == (PUZZLE, "b7")
    assert json.loads(line).keys() - {"id", "board"} <= RESULT_FIELDS

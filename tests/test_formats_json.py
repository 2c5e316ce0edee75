import io
import json
import re

import pytest

from slitherlink import FormatError, Puzzle
from slitherlink.formats import BadBoard, format_puzzle, parse, read_boards


def test_rows_are_read_and_written() -> None:
    puzzle = parse('{"board": ["3.1?", "....", "2.04"]}')
    assert puzzle.rows == ["3.1?", "....", "2.04"]
    assert json.loads(format_puzzle(puzzle, "json")) == {"board": ["3.1?", "....", "2.04"]}


def test_blanks_of_other_kinds_are_read_in_rows() -> None:
    assert parse('{"board": ["3 -_", "*.12"]}').rows == ["3...", "..12"]


@pytest.mark.parametrize("text", ["slither/2/4/dbh", "3./.1/../..", "3.\\n.1\\n..\\n..", "2x4:3b1d"])
def test_a_puzzle_is_any_supported_text(text: str) -> None:
    assert parse(f'{{"puzzle": "{text}"}}').rows == ["3.", ".1", "..", ".."]


def test_the_id_names_the_board_and_comes_back() -> None:
    puzzle = parse('{"id": "b 7", "board": ["3."]}')
    assert puzzle.name == "b 7"
    assert json.loads(format_puzzle(puzzle, "json")) == {"id": "b 7", "board": ["3."]}
    assert parse('{"id": 7, "board": ["3."]}').name == "7"
    assert parse('{"id": null, "board": ["3."]}').name is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{}", "expected either board or puzzle, got neither"),
        ('{"board": ["3."], "puzzle": "3."}', "expected either board or puzzle, got board and puzzle"),
        ('{"bord": ["3."]}', "unknown field 'bord': expected board or puzzle, and perhaps id"),
        ('{"board": ["3."], "colour": 1}', "unknown field 'colour'"),
        ('{"board": "3.1/2.0"}', "board: expected a list of strings, one a row, got '\"3.1/2.0\"'"),
        ('{"board": []}', "board: expected at least one row"),
        ('{"board": ["3.", 2]}', "board, row 2: expected a string, got 2"),
        ('{"board": [["3", "."]]}', "board, row 1: expected a string, got an array of 2 items"),
        ('{"board": ["3.", ""]}', "board, row 2: expected cells, got an empty string"),
        ('{"board": ["3.", "..."]}', "row 2 has 3 cells, row 1 has 2"),
        ('{"board": ["3.", ".5"]}', "row 2, column 2: expected 0-4, ? or a blank (. - _ * or a space), got '5'"),
        ('{"id": [], "board": ["3."]}', "id: expected a string, got an array of 0 items"),
        ('{"id": true, "board": ["3."]}', "id: expected a string, got true"),
        ('{"puzzle": 12}', "puzzle: expected a string, got 12"),
        ('{"puzzle": ""}', "puzzle: expected a board, got nothing but white space"),
        ('{"puzzle": "{\\"board\\": [\\"3.\\"]}"}', "got JSON inside of JSON"),
        ('{"puzzle": "swslither/2/2/h"}', "puzzle: 'swslither'"),
        ('{"board": ["3."]', "no JSON: Expecting ',' delimiter at column 17"),
        ('{"board": ["3."]} x', "no JSON: Extra data at column 19"),
        ('["3."]', 'expected an object such as {"board": ["3.1", "..."]}, got an array of 1 item'),
        ('{"board": 1e999999999, "x": ' + "9" * 5000 + "}", "no JSON that can be read"),
        ('{"board": ' + "[" * 100_000 + "]" * 100_000 + "}", "no JSON that can be read"),
    ],
)
def test_an_object_that_is_no_board_says_why(text: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=re.escape(sentence)):
        parse(text)


def test_objects_stand_one_a_line_or_spread_over_lines() -> None:
    spread = json.dumps({"id": "b", "board": ["12", ".."]}, indent=2)
    text = f'{{"board": ["1"]}}\n{spread}\n{spread}\n\n{{"board": ["4"]}}\n'
    boards = list(read_boards(io.StringIO(text)))
    assert [board.rows for board in boards if isinstance(board, Puzzle)] == [["1"], ["12", ".."], ["12", ".."], ["4"]]


def test_a_broken_object_does_not_swallow_the_next_ones() -> None:
    text = '{"board": ["1"\n{"board": ["2"]}\n{"board": ["3"\n\n4\n'
    first, second, third, fourth = read_boards(io.StringIO(text))
    assert isinstance(first, BadBoard)
    assert isinstance(third, BadBoard)
    assert (first.line, third.line) == (1, 3)
    assert isinstance(second, Puzzle)
    assert second.rows == ["2"]
    assert isinstance(fourth, Puzzle)
    assert fourth.rows == ["4"]

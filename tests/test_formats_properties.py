import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slitherlink import FormatError, Puzzle, SlitherlinkError
from slitherlink.formats import FORMAT_NAMES, BadBoard, format_entry, format_puzzle, parse, read_boards
from tests.any_board import boards


@given(boards())
def test_what_is_written_reads_back(puzzle: Puzzle) -> None:
    for name in ("text", "json", "pzpr"):
        assert parse(format_puzzle(puzzle, name)) == puzzle


@given(boards(questions=False, smallest=3))
def test_what_is_written_for_loopy_reads_back(puzzle: Puzzle) -> None:
    assert parse(format_puzzle(puzzle, "loopy")) == puzzle


@given(st.lists(boards(questions=False, smallest=3), max_size=5), st.sampled_from(FORMAT_NAMES))
def test_a_file_reads_back(puzzles: list[Puzzle], name: str) -> None:
    assert list(read_boards(io.StringIO("".join(format_entry(puzzle, name) for puzzle in puzzles)))) == puzzles


@given(boards(), st.sampled_from("/,"))
def test_rows_joined_on_a_line_read_back(puzzle: Puzzle, joint: str) -> None:
    if puzzle.height == 1 or (joint == "," and puzzle.width == 1):
        return
    assert parse(joint.join(puzzle.rows)) == puzzle


@given(boards(), st.sampled_from([" ", "\t", ",", ", "]), st.sampled_from(".-_*"))
def test_cells_parted_by_separators_read_back(puzzle: Puzzle, separator: str, blank: str) -> None:
    first = puzzle.rows[0].replace(".", blank)
    if puzzle.width <= 2 and re.fullmatch("[0-4]+", first):
        return  # Such a row can be a header; what then happens is tested by example.
    text = "\n".join(separator.join(row.replace(".", blank)) for row in puzzle.rows)
    assert parse(text) == puzzle


@given(boards(), st.booleans())
def test_a_header_of_cells_or_dots_is_accepted_and_any_other_refused(puzzle: Puzzle, dots: bool) -> None:
    height, width = puzzle.height + dots, puzzle.width + dots
    if puzzle.width <= 3:
        return  # The header could be a row of cells.
    rows = "\n".join(puzzle.rows)
    assert parse(f"{height} {width}\n{rows}") == puzzle
    assert parse(f"{width} {height}\n{rows}") == puzzle
    with pytest.raises(FormatError, match=f"'{height + width + 2} {width}'"):
        parse(f"{height + width + 2} {width}\n{rows}")


PIECES = [*"01234567.-_*? \t\n\n/,:#xdtfgz@&%\r\ufeff\N{MINUS SIGN}", '{"board": ["', '"]}']
CLOSE_TO_BOARDS = st.lists(st.sampled_from([*PIECES, "slither/", "v:", "https://puzz.link/p?"])).map("".join)


def attempt(text: str) -> Puzzle | SlitherlinkError:
    try:
        return parse(text)
    except SlitherlinkError as error:
        return error


@given(st.text() | CLOSE_TO_BOARDS | st.lists(CLOSE_TO_BOARDS).map("".join))
def test_whatever_text_comes_only_our_errors_leave_and_what_parses_reads_back(text: str) -> None:
    puzzle = attempt(text)
    if isinstance(puzzle, SlitherlinkError):
        assert 0 < len(str(puzzle)) < 500
        return
    for name in ("text", "json", "pzpr"):
        assert parse(format_puzzle(puzzle, name)) == puzzle


@given(st.lists(CLOSE_TO_BOARDS).map("\n\n".join))
def test_a_stream_of_anything_is_read_to_its_end(text: str) -> None:
    found = list(read_boards(io.StringIO(f"{text}\n\n# id last\n12\n..\n")))
    assert all(isinstance(board, Puzzle | BadBoard) for board in found)
    assert isinstance(found[-1], Puzzle)
    assert (found[-1].name, found[-1].rows) == ("last", ["12", ".."])

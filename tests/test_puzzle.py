"""Boards and drawings: what they hold, and what they refuse with which words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slitherlink import FormatError, Loop, Puzzle, SizeError, SlitherlinkError
from slitherlink.puzzle import LINE, MAX_CELLS, MAX_SIDE, NO_CLUE, OPEN, QUESTION, Drawing, drawing_of
from tests.boards import board
from tests.oracle import edges_of, sides_of, single_loops


def test_a_board_tells_its_rows_and_clues() -> None:
    puzzle = Puzzle(2, 3, bytes([3, NO_CLUE, 0, QUESTION, 4, 1]), name="b7")
    assert puzzle.rows == ["3.0", "?41"]
    assert [[puzzle.clue(row, col) for col in range(3)] for row in range(2)] == [[3, None, 0], [None, 4, 1]]
    assert (puzzle.lattice.height, puzzle.lattice.width) == (2, 3)


def test_boards_are_equal_when_their_clues_are_whatever_their_names() -> None:
    assert board("3.0/.41", "one") == board("3.0/.41", "two")
    assert len({board("3.0/.41", "one"), board("3.0/.41")}) == 1
    assert board("3.0/.41") != board("3./0./41")


@pytest.mark.parametrize(
    ("clues", "message"),
    [
        (bytes(5), "2 rows × 3 columns need 6 clues, got 5"),
        (bytes(7), "2 rows × 3 columns need 6 clues, got 7"),
        (bytes([0, 1, 2, 3, 4, 5]), "row 2, column 3: expected a clue 0–4, got 5"),
        (bytes([0, 253, 2, 9, 4, 5]), "row 1, column 2: expected a clue 0–4, got 253"),
    ],
)
def test_clues_that_are_none_are_refused_with_their_place(clues: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=f"^{message}$"):
        Puzzle(2, 3, clues)


@pytest.mark.parametrize(
    ("height", "width"), [(MAX_SIDE + 1, 1), (1, MAX_SIDE + 1), (201, 100), (100, 201), (5000, 5000)]
)
def test_a_board_beyond_the_limits_is_refused_by_name_and_with_its_size(height: int, width: int) -> None:
    with pytest.raises(SizeError) as caught:
        Puzzle(height, width, bytes([NO_CLUE]) * (height * width))
    assert str(caught.value) == (
        f"a board may have at most {MAX_SIDE} rows, {MAX_SIDE} columns and {MAX_CELLS} cells, "
        f"got {height} rows × {width} columns = {height * width} cells"
    )


@pytest.mark.parametrize(("height", "width"), [(0, 0), (0, 3), (3, 0)])
def test_a_board_without_cells_is_refused(height: int, width: int) -> None:
    with pytest.raises(SizeError, match=f"at least one row and one column, got {height} rows × {width} columns"):
        Puzzle(height, width, b"")


@pytest.mark.parametrize(("height", "width"), [(MAX_SIDE, 40), (40, MAX_SIDE), (100, 200), (1, MAX_SIDE)])
def test_a_board_at_the_limits_is_taken(height: int, width: int) -> None:
    assert len(Puzzle(height, width, bytes([NO_CLUE]) * (height * width)).rows) == height


def test_the_limits_hold_what_is_promised() -> None:
    for height, width in [(100, 100), (6, 100), (100, 6)]:
        assert max(height, width) <= MAX_SIDE
        assert height * width <= MAX_CELLS


def test_every_refusal_is_a_slitherlink_error_and_a_value_error() -> None:
    for error in (FormatError, SizeError):
        assert issubclass(error, SlitherlinkError)
        assert issubclass(error, ValueError)


def test_a_drawing_tells_its_strings_and_reads_them_back() -> None:
    horizontal, vertical = ["11?", "000", "110"], ["1010", "10?0"]
    drawing = drawing_of(horizontal, vertical)
    assert (drawing.height, drawing.width) == (2, 3)
    assert drawing.horizontal == horizontal
    assert drawing.vertical == vertical
    assert drawing.length == 7
    assert drawing.edges.count(OPEN) == 2


@given(st.data(), st.integers(1, 6), st.integers(1, 6))
def test_whatever_is_drawn_reads_back_the_same(data: st.DataObject, height: int, width: int) -> None:
    n_edges = len(edges_of(height, width))
    edges = bytes(data.draw(st.lists(st.integers(0, 2), min_size=n_edges, max_size=n_edges)))
    drawing = Drawing(height, width, edges)
    assert drawing_of(drawing.horizontal, drawing.vertical) == drawing
    assert [len(row) for row in drawing.horizontal] == [width] * (height + 1)
    assert [len(row) for row in drawing.vertical] == [width + 1] * height


@pytest.mark.parametrize(
    ("horizontal", "vertical", "message"),
    [
        (["11", "11"], ["101", "101"], "horizontal: expected 3 strings for 2 rows of cells, got 2"),
        (["11", "111", "11"], ["101", "101"], "horizontal, string 2: expected 2 characters, got 3"),
        (["11", "00", "11"], ["101", "10"], "vertical, string 2: expected 3 characters, got 2"),
        (["11", "0x", "11"], ["101", "101"], "horizontal, string 2, character 2: expected 1, 0 or ?, got 'x'"),
        ([], [], "a board needs at least one row and one column, got 0 rows × 0 columns"),
    ],
)
def test_strings_that_are_no_drawing_are_refused_with_their_place(
    horizontal: list[str], vertical: list[str], message: str
) -> None:
    with pytest.raises(SlitherlinkError) as caught:
        drawing_of(horizontal, vertical)
    assert str(caught.value) == message


def test_a_drawing_with_too_few_edges_is_refused() -> None:
    with pytest.raises(FormatError, match="a drawing on 2 rows × 3 columns has 17 edges, got 16"):
        Drawing(2, 3, bytes(16))


@pytest.mark.parametrize(("height", "width"), [(2, 3), (3, 2), (1, 4), (3, 3)])
def test_a_line_runs_exactly_where_inside_and_outside_meet(height: int, width: int) -> None:
    for states in single_loops(height, width).edges:
        loop = Loop(height, width, bytes(states))
        lines = {edge for edge, state in zip(edges_of(height, width), loop.edges, strict=True) if state == LINE}
        border: set[object] = set()
        for row, text in enumerate(loop.inside):
            for col, character in enumerate(text):
                assert character in "#."
                if character == "#":
                    border ^= set(sides_of(row, col))
        assert border == lines
        assert loop.length == len(lines)

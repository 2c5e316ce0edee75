import re

import pytest

from slitherlink import FormatError, SizeError
from slitherlink.formats import format_puzzle, parse
from tests.boards import board

# From a save file of Loopy.
SAVED = "7x7t0de:a23a21g2b112a2a2b112c2a3a30c1b211a3a"
SAVED_ROWS = [".23.21.", "......2", "..112.2", ".2..112", "...2.3.", "30...1.", ".211.3."]


def test_a_game_id_of_loopy_is_read_and_written() -> None:
    assert parse(SAVED).rows == SAVED_ROWS
    assert format_puzzle(parse(SAVED), "loopy") == SAVED.replace("t0de", "t0")


@pytest.mark.parametrize(
    ("text", "size"),
    [("4x3t0dh:l", (3, 4)), ("4x3:l", (3, 4)), ("3:i", (3, 3)), ("3t0:i", (3, 3)), ("10:zzzv", (10, 10))],
)
def test_tiling_difficulty_and_one_side_may_be_missing(text: str, size: tuple[int, int]) -> None:
    puzzle = parse(text)
    assert (puzzle.height, puzzle.width) == size
    assert set("".join(puzzle.rows)) == {"."}


def test_a_run_of_28_blanks_is_zb() -> None:
    assert format_puzzle(board("." * 7 + "/......." * 3), "loopy") == "7x4t0:zb"


def test_an_id_is_read_from_the_address_of_the_web_page() -> None:
    assert parse(f"https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/loopy.html#{SAVED}").rows == SAVED_ROWS


def test_a_4_is_read() -> None:
    assert parse("3x3:d4d").rows == ["...", ".4.", "..."]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("7x7t0de#123456789", "this Loopy ID holds a random seed (after the #), not a board"),
        ("https://puzzles.test/loopy.html#7x7t0de#123", "holds a random seed"),
        ("3x3t2de:i", "tiling t2 of Loopy is not made of squares; expected t0"),
        ("3x3:h", "too short: it ends after 8 of 9 cells"),
        ("3x3:j", "its last character 'j' goes 1 beyond 9 cells"),
        ("3x3:i1", "character 1 of 2 fills the last of 9 cells, then comes '1'"),
        ("3x3:h3a", "character 2 of 3 fills the last of 9 cells, then comes 'a'"),
        ("3x3:5h", "character 1 of the body: expected 0-4 or a-z, got '5'"),
        ("3x3:hA", "character 2 of the body: expected 0-4 or a-z, got 'A'"),
    ],
)
def test_an_id_that_is_no_board_says_why(text: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=re.escape(sentence)):
        parse(text)


@pytest.mark.parametrize("text", ["5000x5000:z", "0x0:", "0x3:a", "501x1:a", "9" * 5000 + "x3:a"])
def test_a_size_beyond_the_limits_is_refused(text: str) -> None:
    with pytest.raises(SizeError):
        parse(text)


def test_what_loopy_does_not_open_is_not_written() -> None:
    with pytest.raises(FormatError, match=re.escape("row 2, column 1: Loopy has no drawn clue without a number ('?')")):
        format_puzzle(parse(".../?../..."), "loopy")
    with pytest.raises(FormatError, match="below 3 rows × 3 columns, got 2 × 5"):
        format_puzzle(board("...../....."), "loopy")

import re

import pytest

from slitherlink import FormatError, SizeError
from slitherlink.formats import format_puzzle, parse

OBLONG = ["3.1?", "....", "2.04"]


@pytest.mark.parametrize(
    "text",
    [
        "3.1?\n....\n2.04",
        "3.1?\n....\n2.04\n\n",
        "\n\n3.1?\n....\n2.04",
        "3.1?\r\n....\r\n2.04\r\n",
        "3.1?\r....\r2.04\r",
        "\ufeff3.1?\n....\n2.04\n",
        "3-1?\n----\n2-04",
        "3_1?\n____\n2_04",
        "3*1?\n*-._\n2*04",
        "  3.1?\n  ....\n  2.04",
        "3.1?  \n....\n2.04 ",
        "3 . 1 ?\n. . . .\n2 . 0 4",
        "3 . 1 ? \n. . . . \n2 . 0 4 ",
        "3  .  1  ?\n.  .  .  .\n2  .  0  4",
        "3\t.\t1\t?\n.\t.\t.\t.\n2\t.\t0\t4",
        "3,.,1,?\n.,.,.,.\n2,.,0,4",
        "3, ., 1, ?,\n., ., ., .,\n2, ., 0, 4,",
        "3,-1,1,?\n-1,-1,-1,-1\n2,-1,0,4",
        " 3 -1  1  ?\n-1 -1 -1 -1\n 2 -1  0  4",
        "3 \u22121 1 ?\n\u22121 \u22121 \u22121 \u22121\n2 \u22121 0 4",
        "3.1?/..../2.04",
        "3.1?/..../2.04/",
        "3.1? / .... / 2.04",
        "3.1?,....,2.04",
        "3.1?, ...., 2.04",
        "# a comment\n3.1?\n....\n2.04",
        "3 4\n3.1?\n....\n2.04",
        "4 3\n3.1?\n....\n2.04",
        "3,4\n3.1?\n....\n2.04",
        "3x4\n3.1?\n....\n2.04",
        "4 5\n3.1?\n....\n2.04",
        "5 4\n3.1?\n....\n2.04",
        "3 4\n3 . 1 ?\n. . . .\n2 . 0 4",
        "3, 4\n3,.,1,?\n.,.,.,.\n2,.,0,4",
    ],
)
def test_every_variant_is_the_same_board(text: str) -> None:
    assert parse(text).rows == OBLONG


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("3 1\n  2\n12 ", ["3.1", "..2", "12."]),
        ("3  1\n2  2\n 11 ", ["3..1", "2..2", ".11."]),
        ("3 12\n    \n2 0 ", ["3.12", "....", "2.0."]),
        ("     \n3  12\n     ", [".....", "3..12", "....."]),
        ("123\n213  ", ["123", "213"]),
    ],
)
def test_a_space_is_a_blank_where_rows_have_no_other(text: str, rows: list[str]) -> None:
    assert parse(text).rows == rows


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("4", ["4"]),
        ("12", ["12"]),
        ("10", ["10"]),
        ("10,22", ["10", "22"]),
        ("1,2", ["12"]),
        ("1,2\n3,.\n3,.", ["12", "3.", "3."]),
        ("-1,-1", [".."]),
        ("-1", [".1"]),
        ("1\n.", ["1", "."]),
        ("2\n3\n.", ["2", "3", "."]),
        ("10\n" + ("." * 10 + "\n") * 10, ["." * 10] * 10),
        ("11\n" + ("." * 10 + "\n") * 10, ["." * 10] * 10),
        ("2 2\n..\n..", ["..", ".."]),
        ("10,10\n" + ("." * 10 + "\n") * 10, ["." * 10] * 10),
        ("3 2\n...\n...", ["...", "..."]),
        ("9 9\n" + ("........\n" * 8), ["........"] * 8),
    ],
)
def test_what_looks_like_a_header_is_one_only_when_the_rows_below_say_so(text: str, rows: list[str]) -> None:
    assert parse(text).rows == rows


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("3.1\n...\n2.", "row 3 has 2 cells, row 1 has 3"),
        ("3.1\n.\n2.0", "row 2 has 1 cell, row 1 has 3"),
        ("3.1/../2.0", "row 2 has 2 cells, row 1 has 3"),
        ("3.1//2.0", "row 2 is empty in '3.1//2.0'"),
        ("3.1\n.5.\n2.0", "row 2, column 2: expected 0-4, ? or a blank (. - _ * or a space), got '5'"),
        ("3.1\n.a.\n2.0", "row 2, column 2: expected 0-4, ? or a blank (. - _ * or a space), got 'a'"),
        ("3 . 1\n. 12 .\n2 . 0", "row 2, column 2: expected 0-4, ? or a blank (. - _ * or a space), got '12'"),
        ("3,.,1\n.,,.\n2,.,0", "row 2, column 2: expected 0-4, ? or a blank (. - _ * or a space), got nothing between"),
        ("helloworld", "row 1, column 1: expected 0-4, ? or a blank (. - _ * or a space), got 'h'"),
        ("5 5\n...\n...", "the header says '5 5', below it are 2 rows × 3 columns"),
        ("12 10\n" + ("." * 10 + "\n") * 10, "the header says '12 10', below it are 10 rows × 10 columns"),
        ("10 10\n" + ("." * 10 + "\n") * 9, "the header says '10 10', below it are 9 rows × 10 columns"),
        ("5 5\n...\n..", "below the header '5 5': row 2 has 2 cells, row 1 has 3"),
        ("10 10", "'10 10' looks like a header, but no rows follow"),
        ("2 2\n. .\n. .", "the first line '2 2' can be a header or a row of cells"),
        ("1,2\n3,.", "the first line '1,2' can be a header or a row of cells"),
        ("5\n...", "the header says '5', below it are 1 row × 3 columns"),
        ("12\n...", "row 2 has 3 cells, row 1 has 2"),
        (" 123\n 213", "spaces beside every row can be blank cells or margin: write . for a blank cell"),
        (
            "3  12\n2  \n1  21",
            "row 2 has 3 cells, row 1 has 5, with spaces as blanks (spaces at the end of a row get lost",
        ),
        ("3 1 2\n     \n2 2 1", "row 2 holds only spaces, the other rows have spaces between cells"),
        ("", "expected a board, got nothing but white space"),
        ("\n \n", "expected a board, got nothing but white space"),
        ("# only this\n", "expected a board, got nothing but comments"),
        ("12\n..\n\n12\n..", "expected one board, got more than one"),
        ("12\n..\n\n12\n.", "expected one board, got more than one"),
        ("\n\n12\n.", "line 3: row 2 has 1 cell, row 1 has 2"),
    ],
)
def test_what_is_no_board_says_where_and_what(text: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=re.escape(sentence)):
        parse(text)


@pytest.mark.parametrize(
    "text",
    ["\n".join(["." * 5000] * 5000), "." * 10_000_000, ".\n" * 501, "." * 501, "/".join(["." * 200] * 101)],
    ids=["5000x5000", "one line of 10 MB", "501 rows", "501 columns", "20200 cells"],
)
def test_a_board_beyond_the_limits_is_refused(text: str) -> None:
    with pytest.raises(SizeError):
        parse(text)


def test_5000_rows_are_counted_in_the_message() -> None:
    with pytest.raises(SizeError, match="got 5000 rows × 5000 columns"):
        parse("\n".join(["." * 5000] * 5000))


def test_canonical_rows_are_written() -> None:
    assert format_puzzle(parse("3-1?/____/2*04"), "text") == "3.1?\n....\n2.04"

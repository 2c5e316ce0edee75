import re

import pytest
from hypothesis import given

from slitherlink import FormatError, SizeError
from slitherlink.formats import format_puzzle, parse
from slitherlink.puzzle import NO_CLUE, QUESTION, Puzzle
from tests.any_board import boards

WORKED = [
    # Decoded by hand from links of other programs; the second column is the same board as canonical rows.
    ("slither/4/4/dgdh2c71", "3.../3.../.22./.2.1"),
    ("slither/5/5/cbcbcddad", "2..1./.2..1/..2../3..3./.0..3"),
    ("slither/2/4/dbh", "3./.1/../.."),
    ("slither/5/1/.0120", "?0120"),
    ("slither/5/5/zk", "...../...../...../...../....."),
    ("slither/3/3/8dg20c", "3.3/.../202"),
]


@pytest.mark.parametrize(("url", "rows"), WORKED)
def test_a_published_url_is_read(url: str, rows: str) -> None:
    assert parse(url).rows == rows.split("/")


@pytest.mark.parametrize("url", ["slither/4/4/dgdh2c7b", "slither/5/5/cbcbcddad", "slither/2/4/dbh", "slither/5/5/zk"])
def test_a_url_of_pzpr_is_written_byte_for_byte(url: str) -> None:
    assert format_puzzle(parse(url), "pzpr") == f"https://puzz.link/p?{url}"


def test_the_last_clue_may_promise_blanks_beyond_the_end() -> None:
    assert parse("slither/4/4/dgdh2c7b") == parse("slither/4/4/dgdh2c71")
    assert parse("slither/3/1/g8") == parse("slither/3/1/g3g")
    assert parse("slither/2/1/gd").rows == [".3"]


def test_columns_come_before_rows() -> None:
    wide = parse("https://puzz.link/p?slither/100/6/" + "z" * 30)
    assert (wide.height, wide.width) == (6, 100)
    assert format_puzzle(wide, "pzpr").endswith("/100/6/" + "z" * 30)


@pytest.mark.parametrize(
    "url",
    [
        "https://puzz.link/p?slither/2/4/dbh",
        "http://pzv.jp/p.html?slither/2/4/dbh",
        "https://pzprxs.vercel.app/p.html?slither/2/4/dbh",
        "pzplus.tck.mn/p?slither/2/4/dbh",
        "p?slither/2/4/dbh",
        "?slither/2/4/dbh",
        "slitherlink/2/4/dbh",
        "https://puzz.link/p?SLITHER/2/4/dbh",
        "https://puzz.link/p?slither_edit/2/4/dbh",
        "https://puzz.link/p?slither_play/2/4/dbh",
        "https://puzz.link/p?type=player&slither/2/4/dbh",
        "https://puzz.link/p?type=editor&amp;slither/2/4/dbh",
        "https://puzz.link/p?slither/2/4/dbh/",
        "https://puzz.link/p?slither/2/4/dbh/@someone",
        "https%3A%2F%2Fpuzz.link%2Fp%3Fslither%2F2%2F4%2Fdbh",
        "slither%2F2%2F4%2Fdbh",
        "<https://puzz.link/p?slither/2/4/dbh>",
        "  https://puzz.link/p?slither / 2/4/dbh  ",
        "https://swaroopg92.github.io/penpa-edit/?m=solve&p=https://puzz.link/p?slither/2/4/dbh",
    ],
)
def test_every_way_to_paste_a_link_is_read(url: str) -> None:
    assert parse(url).rows == ["3.", ".1", "..", ".."]


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        (
            "https://puzz.link/p?swslither/4/4/dgdh2c71",
            "'swslither' (Slitherlink with sheep and wolves) is a different",
        ),
        ("vslither/4/4/dgdh2c71", "'vslither' (Vertex Slitherlink) is a different puzzle; expected slither"),
        ("tslither/4/4/dgdh2c71", "'tslither' (Touch Slitherlink) is a different puzzle"),
        ("https://puzz.link/p?nurikabe/4/4/dgdh2c71", "'nurikabe' is a different puzzle"),
        ("https://puzz.link/p?pzprv3/slither/4/4", "a pzpr file inside a URL is not read"),
        ("slither/f/3/3/gdk", "flag 'f': the loop must visit every point"),
        ("slither/c/3/3/gdk", "unknown flag 'c'"),
        ("slither/v:mine/3/3/gdk", "variant 'v:mine'"),
        ("slither/v:/3/3/gdk", "variant 'v:'"),
        ("slither/3/x/gdk", "expected the number of rows, got 'x'"),
        ("slither/3/3/gdk/more", "expected slither/COLS/ROWS/BODY, got 4 fields"),
        ("slither/3/3/g0h", "too short: it ends after 4 of 9 cells"),
        ("slither/5/5/", "too short: it ends after 0 of 25 cells"),
        ("slither/5/5", "too short: it ends after 0 of 25 cells"),
        ("slither/2/2/0123456", "character 4 of 7 fills the last of 4 cells, then comes '456'"),
        ("slither/2/2/01231", "character 4 of 5 fills the last of 4 cells, then comes '1'"),
        ("slither/2/2/0123d", "character 4 of 5 fills the last of 4 cells, then comes 'd'"),
        ("slither/2/2/012d4", "too long: character 4 of 5 fills the last of 4 cells, then comes '4'"),
        ("slither/2/2/012h", "its last character 'h' goes 1 beyond 4 cells"),
        ("slither/3/3/gfk", "character 2 of the body: expected 0-9, a-e, g-z or ., got 'f'"),
        ("slither/3/3/gDk", "character 2 of the body: expected 0-9, a-e, g-z or ., got 'D'"),
        ("https://example.com/board", "expected a URL with ?slither/COLS/ROWS/BODY, got 'https://example.com/board'"),
        ("p?x&slither/2/4/dbh", "expected one slither/COLS/ROWS/BODY after the ?"),
    ],
)
def test_what_is_no_link_to_a_board_is_refused_by_name(url: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=re.escape(sentence)):
        parse(url)


@pytest.mark.parametrize("size", ["5000/5000", "0/0", "0/5", "501/1", "200/200", "9" * 5000 + "/1"])
def test_a_size_beyond_the_limits_is_refused_before_the_body_is_read(size: str) -> None:
    with pytest.raises(SizeError):
        parse(f"slither/{size}/f")


def test_a_clue_at_the_end_is_written_as_pzpr_does() -> None:
    # pzpr looks two cells ahead and takes what lies beyond the board for blank.
    assert format_puzzle(Puzzle(1, 3, bytes([NO_CLUE, 1, NO_CLUE])), "pzpr").endswith("/gb")
    assert format_puzzle(Puzzle(1, 3, bytes([NO_CLUE, 1, QUESTION])), "pzpr").endswith("/g1.")
    assert format_puzzle(Puzzle(1, 1, bytes([4])), "pzpr").endswith("/e")
    assert format_puzzle(Puzzle(1, 1, bytes([QUESTION])), "pzpr").endswith("/.")


def pzpr_body(puzzle: Puzzle) -> str:
    """The rule of pzpr's encoder, step by step: the slow twin of the table."""
    body, blanks, cell = "", 0, 0
    clues = puzzle.clues

    def is_drawn(at: int) -> bool:
        return at < len(clues) and clues[at] != NO_CLUE

    def flush() -> str:
        return "0123456789abcdefghijklmnopqrstuvwxyz"[15 + blanks] if blanks else ""

    while cell < len(clues):
        token = ""
        if clues[cell] <= 4:
            if is_drawn(cell + 1):
                token = str(clues[cell])
            elif is_drawn(cell + 2):
                token, cell = str(5 + clues[cell]), cell + 1
            else:
                token, cell = "abcde"[clues[cell]], cell + 2
        elif clues[cell] == QUESTION:
            token = "."
        else:
            blanks += 1
        if token or blanks == 20:
            body, blanks = body + flush() + token, 0
        cell += 1
    return body + flush()


@given(boards())
def test_the_table_writes_what_the_rule_of_pzpr_writes(puzzle: Puzzle) -> None:
    assert format_puzzle(puzzle, "pzpr").split("/")[-1] == pzpr_body(puzzle)

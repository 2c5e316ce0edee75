import io
import tracemalloc
from itertools import islice

import pytest

from slitherlink import FormatError, Puzzle, SizeError
from slitherlink.formats import BadBoard, format_entry, format_puzzle, read_boards, reading


def read(text: str) -> list[Puzzle | BadBoard]:
    return list(read_boards(io.StringIO(text)))


def rows(text: str) -> list[list[str]]:
    boards = read(text)
    assert all(isinstance(board, Puzzle) for board in boards), boards
    return [board.rows for board in boards if isinstance(board, Puzzle)]


MIXED = """\
# boards in five formats

# id first
3.1
...
# second of them
12/..
https://puzz.link/p?slither/2/4/dbh
2x4:3b1d

{"id": "fifth", "board": ["4"]}

5 4
3...
....
....
....
....
"""


def test_formats_may_be_mixed_in_a_file() -> None:
    assert rows(MIXED) == [
        ["3.1", "..."],
        ["12", ".."],
        ["3.", ".1", "..", ".."],
        ["3.", ".1", "..", ".."],
        ["4"],
        ["3...", "....", "....", "....", "...."],
    ]


def test_names_come_from_the_comment_right_above() -> None:
    boards = read("# id a1 of ten\n1\n\n# b2 file=x\n2\n\n# c3\n\n3\n\n# id d4\n# made by hand\n4\n# e5\n0\n#f6\n1/.\n")
    assert [board.name for board in boards] == ["a1", "b2", None, "d4", "e5", "f6"]


def test_one_board_a_line_needs_no_blank_lines() -> None:
    assert rows("12/..\n2./.1\n\n10,22\n11,..\n") == [["12", ".."], ["2.", ".1"], ["10", "22"], ["11", ".."]]


def test_headers_part_boards_without_blank_lines() -> None:
    assert rows("1 5\n3...2\n1 6\n2....1\n") == [["3...2"], ["2....1"]]


def test_a_bad_board_is_reported_with_its_line_and_the_rest_go_on() -> None:
    first, bad, third, url, last = read("12\n..\n\n# id b\n12\n...\n\n2.\n..\nswslither/1/1/g\n\n3\n")
    assert isinstance(bad, BadBoard)
    assert (bad.line, bad.name) == (5, "b")
    assert bad.sentence == "line 5: row 2 has 3 cells, row 1 has 2"
    assert isinstance(url, BadBoard)
    assert url.line == 10
    assert [board.rows for board in (first, third, last) if isinstance(board, Puzzle)] == [
        ["12", ".."],
        ["2.", ".."],
        ["3"],
    ]


def test_a_line_beyond_all_measure_is_one_bad_board() -> None:
    long = "3" * 3_000_000
    first, bad, last = read(f"1\n\n{long}\n\n2\n")
    assert isinstance(bad, BadBoard)
    assert isinstance(bad.error, SizeError)
    assert bad.line == 3
    assert isinstance(first, Puzzle)
    assert isinstance(last, Puzzle)


def test_a_byte_order_mark_is_passed_over_wherever_files_were_joined() -> None:
    assert rows("\ufeff12\n..\n\n\ufeff1\n.\n") == [["12", ".."], ["1", "."]]


def test_a_board_is_there_before_the_stream_ends() -> None:
    class Slow:
        lines = iter(["12\n", "..\n", "\n", "slither/2/4/dbh\n"])

        def readline(self, size: int = -1, /) -> str:
            return next(self.lines)

    first, second = islice(read_boards(Slow()), 2)
    assert isinstance(first, Puzzle)
    assert isinstance(second, Puzzle)


class Endless:
    """A stream of many boards that holds none of them."""

    def __init__(self, n_lines: int, lines: list[str]) -> None:
        self.n_left = n_lines
        self.lines = lines

    def readline(self, size: int = -1, /) -> str:
        self.n_left -= 1
        return self.lines[self.n_left % len(self.lines)] if self.n_left >= 0 else ""


@pytest.mark.parametrize(
    "lines",
    [["12\n", "\n"], ["#\n"], ["\n"], [" \n"], ["12.\n"], ["x\n", "\n"], ['{"board":\n'], ["{\n"], ['"12",\n', "{\n"]],
    ids=str,
)
def test_memory_stays_flat(lines: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_TEXT", 5_000)

    def peak(n_lines: int) -> int:
        tracemalloc.reset_peak()
        for _ in read_boards(Endless(n_lines, lines)):
            pass
        return tracemalloc.get_traced_memory()[1] - tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        few, many = peak(5_000), peak(15_000)
    finally:
        tracemalloc.stop()
    assert few > 0
    assert many < few * 1.2


def test_an_object_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_TEXT", 5_000)
    endless, last = read('{"board": [\n' + '"12",\n' * 2_000 + "\n3\n")
    assert isinstance(endless, BadBoard)
    assert isinstance(endless.error, SizeError)
    assert endless.sentence == "line 1: the text goes on beyond 5000 characters: no board needs that many"
    assert isinstance(last, Puzzle)


def test_entries_of_a_file_read_back_with_their_names() -> None:
    boards = [Puzzle(1, 3, bytes([1, 2, 255]), "a b"), Puzzle(3, 1, bytes([1, 2, 255])), Puzzle(1, 1, b"\x04", "last")]
    for name in ("text", "json", "pzpr"):
        found = read("".join(format_entry(board, name) for board in boards))
        assert found == boards
        assert [board.name for board in found] == [("a b" if name == "json" else "a_b"), None, "last"]


def test_an_unknown_format_is_named() -> None:
    with pytest.raises(FormatError, match="unknown format 'svg': expected one of json, loopy, pzpr, text"):
        format_puzzle(Puzzle(1, 1, b"\x04"), "svg")

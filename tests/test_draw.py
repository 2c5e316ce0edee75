import pytest

from slitherlink.draw import draw
from slitherlink.formats import parse
from slitherlink.puzzle import Drawing, Loop, drawing_of
from tests.boards import board

OBLONG = board("31./.2.")


def test_a_board_is_its_dots_and_clues() -> None:
    assert draw(OBLONG) == (
        "·   ·   ·   ·\n"
        "  3   1\n"
        "·   ·   ·   ·\n"
        "      2\n"
        "·   ·   ·   ·"
    )  # fmt: skip


def test_a_loop_is_drawn_around_its_cells() -> None:
    loop = Loop(2, 3, drawing_of(["111", "100", "011"], ["1001", "0101"]).edges)
    assert draw(OBLONG, loop) == (
        "┏━━━━━━━━━━━┓\n"
        "┃ 3   1     ┃\n"
        "┗━━━┓   ·   ┃\n"
        "    ┃ 2     ┃\n"
        "·   ┗━━━━━━━┛"
    )  # fmt: skip


def test_plain_characters_draw_the_same() -> None:
    loop = drawing_of(["111", "100", "011"], ["1001", "0101"])
    assert draw(parse("31?/.2."), loop, style="ascii") == (
        "+---+---+---+\n"
        "| 3   1   ? |\n"
        "+---+   .   +\n"
        "    | 2     |\n"
        ".   +---+---+"
    )  # fmt: skip


def test_a_partial_drawing_shows_crosses_and_loose_ends() -> None:
    partial = drawing_of(["1?0", "?1?", "0?1"], ["1?10", "??01"])
    assert draw(OBLONG, partial) == (
        "┏━━━╸   ╻ × ·\n"
        "┃ 3   1 ┃   ×\n"
        "╹   ╺━━━┛   ╻\n"
        "      2 ×   ┃\n"
        "· × ·   ╺━━━┛"
    )  # fmt: skip
    assert draw(OBLONG, partial, style="ascii").splitlines()[0] == "+---+   + x ."


def test_branches_and_crossings_are_drawn_as_they_are() -> None:
    everything = drawing_of(["111"] * 3, ["1111"] * 2)
    assert draw(OBLONG, everything).splitlines()[::2] == ["┏━━━┳━━━┳━━━┓", "┣━━━╋━━━╋━━━┫", "┗━━━┻━━━┻━━━┛"]


def test_a_drawing_of_another_size_is_refused() -> None:
    other: Drawing = drawing_of(["1", "1"], ["11"])
    with pytest.raises(ValueError, match="a drawing of 1×1 cells on a board of 2×3"):
        draw(OBLONG, other)

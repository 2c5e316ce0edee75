"""Counting by the frontier, against enumeration, SAT and published numbers."""

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest
from typer.testing import CliRunner

from slitherlink import Puzzle
from slitherlink.cli.app import app
from slitherlink.count import MAX_NARROW_SIDE, count_loops, frontier, loops, settled, sweep
from slitherlink.count.settled import open_drawing
from slitherlink.count.sweep import FrontierError, count_continuations
from slitherlink.count.upright import upright
from slitherlink.count.vertices import Vertex, vertices
from slitherlink.puzzle import NO_CLUE, OPEN, QUESTION, Drawing, SizeError
from tests.boards import board, border, fully_clued, loop_board, noise_board, random_board, transposed
from tests.oracle import enumerated, single_loops, solutions_by_sat

BLANK_SQUARES = [
    1,
    13,
    213,
    9349,
    1222363,
    487150371,
    603841648931,
    2318527339461265,
    27359264067916806101,
    988808811046283595068099,
]
"""Loops on n × n cells, n = 1 … 10: OEIS A140517."""


def blank(height: int, width: int) -> Puzzle:
    return Puzzle(height, width, bytes([NO_CLUE]) * (height * width))


def swept(puzzle: Puzzle) -> int:
    """Without the engine: what small boards get from `count_loops`, for large ones too."""
    return count_continuations(puzzle, open_drawing(puzzle))


@pytest.mark.parametrize("n", range(1, 11))
def test_blank_squares_have_the_published_number_of_loops(n: int) -> None:
    assert count_loops(blank(n, n)) == BLANK_SQUARES[n - 1]


@pytest.mark.parametrize(("height", "width"), [(1, 5), (5, 1), (2, 7), (7, 2), (3, 5), (5, 3), (2, 2), (3, 3), (4, 4)])
def test_clues_of_every_kind_agree_with_enumeration(height: int, width: int) -> None:
    rng = Random(f"{height}x{width}")
    seen = set()
    for _ in range(300):
        puzzle = random_board(rng, height, width)
        expected = len(enumerated(puzzle))
        seen.add(min(expected, 2))
        assert count_loops(puzzle) == expected, puzzle.rows
    assert seen == {0, 1, 2}


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width"), [(3, 6), (6, 3)])
def test_longer_oblong_boards_agree_with_enumeration(height: int, width: int) -> None:
    rng = Random(f"{height}x{width}")
    for _ in range(300):
        puzzle = random_board(rng, height, width)
        assert count_loops(puzzle) == len(enumerated(puzzle)), puzzle.rows


def test_every_fully_clued_3x3_board_that_has_a_loop() -> None:
    vectors, n_loops = np.unique(single_loops(3, 3).counts, axis=0, return_counts=True)
    assert len(vectors) == 210
    for clues, expected in zip(vectors, n_loops, strict=True):
        assert count_loops(Puzzle(3, 3, clues.tobytes())) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4", 1),
        ("3", 0),
        ("0", 0),
        (".", 1),
        ("0..0/.33./0..0", 1),
        ("23/32", 2),
        ("4..", 1),
        ("4.4", 0),
        ("0.0/.../0.0", 1),
        ("123/222/321", 2),
        (".2./2.2/.2.", 22),
    ],
)
def test_boards_that_break_other_programs(text: str, expected: int) -> None:
    assert count_loops(board(text)) == expected


def test_a_question_mark_is_no_clue() -> None:
    assert count_loops(Puzzle(3, 3, bytes([QUESTION]) * 9)) == 213


@pytest.mark.parametrize("seed", range(6))
def test_boards_of_all_shapes_agree_with_sat_up_to_the_first_few(seed: int) -> None:
    rng = Random(seed)
    for _ in range(12):
        puzzle = random_board(rng, rng.randint(2, 11), rng.randint(2, 11))
        n_found = 0
        for _solution in solutions_by_sat(puzzle):
            n_found += 1
            if n_found == 20:
                break
        assert count_loops(puzzle, at_most=20) == n_found, puzzle.rows


def test_what_propagation_settles_does_not_change_the_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loops, "SWEPT_ALONE", 0)
    rng = Random(5)
    n_met = n_settled = 0
    for _ in range(400):
        kind = rng.choice((loop_board, loop_board, noise_board))
        puzzle = kind(rng, rng.randint(2, 8), rng.randint(2, 8), 0.15 + 0.2 * rng.random())
        n_found, rest = settled.settled(puzzle)
        n_met += n_found > 0 and rest is not None
        n_settled += rest is not None and any(edge != OPEN for edge in rest.edges)
        expected = swept(puzzle)
        assert count_loops(puzzle) == expected, puzzle.rows
        for at_most in {1, n_found + 1, max(n_found, 1)}:
            assert count_loops(puzzle, at_most=at_most) == min(expected, at_most), puzzle.rows
    assert n_met > 5
    assert n_settled > 10


def test_large_boards_take_the_settled_path_and_agree_with_the_plain_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(loops, "settled", lambda puzzle: asked.append(puzzle) or settled.settled(puzzle))
    for seed in range(4):
        puzzle = loop_board(Random(seed), 12, 10, 0.3)
        assert count_loops(puzzle) == swept(puzzle) > 0
    assert len(asked) == 4


def test_only_loops_that_agree_with_the_drawing_are_counted() -> None:
    rng = Random(9)
    for height, width in ((3, 4), (4, 3), (2, 5)):
        all_edges = single_loops(height, width).edges
        for _ in range(60):
            states = np.array(rng.choices((0, 1, OPEN), (2, 1, 6), k=all_edges.shape[1]), dtype=np.uint8)
            agree = ((all_edges == states) | (states == OPEN)).all(axis=1)
            drawing = Drawing(height, width, states.tobytes())
            assert count_continuations(blank(height, width), drawing) == agree.sum()


@pytest.mark.parametrize(("height", "width"), [(2, 40), (3, 30), (5, 12)])
def test_a_turned_board_has_as_many_loops(height: int, width: int) -> None:
    rng = Random(f"{height}x{width}")
    assert swept(blank(height, width)) == swept(blank(width, height)) > 1
    for _ in range(5):
        puzzle = loop_board(rng, height, width, 0.3)
        assert swept(puzzle) == swept(transposed(puzzle)) > 0


def test_a_row_of_cells_has_a_loop_for_each_stretch() -> None:
    assert count_loops(blank(1, 500)) == 500 * 501 // 2


def test_counts_beyond_many_limbs_agree_with_a_transfer_by_hand() -> None:
    """Two rows of cells, inside cells connected without a hole: a chain over the columns, in Python integers."""
    before, one, both, after = 1, 0, 0, 0  # nothing yet; one of the cells (each of two); both; finished
    for _ in range(400):
        before, one, both, after = before, before + one + both, before + 2 * one + both, after + 2 * one + both
    assert (2 * one + both + after).bit_length() > 448
    assert count_loops(blank(2, 400)) == 2 * one + both + after


def test_sums_carry_through_limbs_of_all_ones() -> None:
    """A step is linear: with large counts it gives what the step of each state alone, with count 1, adds up to."""
    rng = Random(2)
    steps = list(vertices(upright(blank(4, 4), open_drawing(blank(4, 4)))))
    for passed in range(6, 20):
        states = frontier_after(steps[:passed])
        limbs = [[rng.choice((0, 1, 2**64 - 1, 2**64 - 2)) for _ in range(3)] + [0] for _ in states]
        counts = [sum(limb << (64 * place) for place, limb in enumerate(row)) for row in limbs]
        expected: dict[tuple[int, int], int] = {}
        for state, count in zip(states, counts, strict=True):
            for target in stepped([state], [[1]], steps[passed]):
                expected[target] = expected.get(target, 0) + count
        assert stepped(states, limbs, steps[passed]) == expected


def frontier_after(steps: list[Vertex]) -> list[tuple[int, int]]:
    states = [(0, 0)]
    for vertex in steps:
        states = list(stepped(states, [[1]] * len(states), vertex))
    return states


def stepped(states: list[tuple[int, int]], limbs: list[list[int]], vertex: Vertex) -> dict[tuple[int, int], int]:
    """One step, without the loops that finish there."""
    n_limbs = len(limbs[0])
    rows = [[0] * (2 + n_limbs), *([*state, *count] for state, count in zip(states, limbs, strict=True))]
    new = np.zeros((2 * len(rows), 2 + n_limbs), dtype=np.uint64)
    filled = np.array([1, 0], dtype=np.uint64)
    span = np.array([1, len(rows)], dtype=np.uint64)
    slots = np.zeros(1 << 12, dtype=np.uint32)
    assert frontier.advance(vertex, np.array(rows, dtype=np.uint64), span, new, slots, filled)
    return {
        (plugs, cells): sum(limb << (64 * place) for place, limb in enumerate(count))
        for plugs, cells, *count in new[1 : int(filled[0])].tolist()
    }


def test_at_most_gives_the_smaller_number() -> None:
    rng = Random(3)
    for _ in range(100):
        puzzle = random_board(rng, 3, 4)
        n_solutions = len(enumerated(puzzle))
        for at_most in (1, 2, n_solutions + 1, max(n_solutions, 1)):
            assert count_loops(puzzle, at_most=at_most) == min(n_solutions, at_most)
    for at_most in (1, 10**6, 2**63, 2**64 + 1, 10**23, 10**30):
        assert count_loops(blank(10, 10), at_most=at_most) == min(at_most, BLANK_SQUARES[9])


def test_at_most_stops_early() -> None:
    passed: list[int] = []
    assert count_loops(blank(9, 9), at_most=5, progress=lambda done, total: passed.append(done)) == 5
    assert len(passed) < 40


def test_progress_goes_over_all_vertices() -> None:
    seen: list[tuple[int, int]] = []
    count_loops(blank(4, 6), progress=lambda done, total: seen.append((done, total)))
    assert seen == [(done, 35) for done in range(1, len(seen) + 1)]
    assert len(seen) >= 33


def test_slices_and_a_small_table_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table of a vertex starts small and the records come in slices on large boards only: here on small ones."""
    monkeypatch.setattr(sweep, "RECORDS_AT_A_TIME", 7)
    monkeypatch.setattr(sweep, "LEAST_SLOTS", 4)
    refused = []

    def watched(*args: object) -> bool:
        done = frontier.advance(*args)
        refused.append(not done)
        return done

    monkeypatch.setattr(sweep, "advance", watched)
    assert count_loops(blank(6, 6)) == BLANK_SQUARES[5]
    assert any(refused)


def test_a_board_too_wide_is_refused_by_name() -> None:
    side = MAX_NARROW_SIDE + 1
    with pytest.raises(SizeError, match=f"shorter side of at most {MAX_NARROW_SIDE} cells, got {side} rows × 40 col"):
        count_loops(blank(side, 40))


def test_a_frontier_beyond_the_memory_limit_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "MAX_BYTES", 1 << 20)
    with pytest.raises(FrontierError, match=r"board of 12 rows × 13 columns takes more than .* states of .* at dot"):
        count_loops(blank(12, 13))


@pytest.mark.parametrize("hanging", [True, False])
def test_the_widest_frontier_crossed_by_thirty_lines(hanging: bool) -> None:
    """A comb whose teeth use every place of the frontier, from both sides: nested chains, and chains side by side."""
    height, width = MAX_NARROW_SIDE + 2, MAX_NARROW_SIDE
    spine = 0 if hanging else height - 1
    inside = {(row, col) for row in range(height) for col in range(width) if row == spine or col % 2}
    puzzle = fully_clued(height, width, border(height, width, inside))
    expected = len(list(solutions_by_sat(puzzle)))
    assert expected >= 1
    assert swept(puzzle) == swept(transposed(puzzle)) == expected


@pytest.mark.parametrize("at_most", [0, -3])
def test_at_most_has_to_be_positive(at_most: int) -> None:
    with pytest.raises(ValueError, match=f"at_most: expected at least 1, got {at_most}"):
        count_loops(blank(2, 2), at_most=at_most)


def test_the_command_prints_a_number_for_each_board() -> None:
    result = CliRunner().invoke(app, ["count", ".../.../...", "23/32", "4.4", "1" + "." * 499])
    assert result.exit_code == 0
    assert result.stdout == "213\n2\n0\n499\n"


def test_the_command_says_at_least_when_it_stopped() -> None:
    result = CliRunner().invoke(app, ["count", "--max", "2", ".../.../...", "23/32", "0.0/.../0.0"])
    assert result.stdout == "at least 2\nat least 2\n1\n"


def test_the_command_goes_on_after_a_board_it_cannot_count(tmp_path: Path) -> None:
    wide = MAX_NARROW_SIDE + 1
    file = tmp_path / "boards.txt"
    file.write_text("# id first\n9x\n\n# id second\n" + ("." * wide + "\n") * wide + "\n# id third\n....\n....\n")
    plain = CliRunner().invoke(app, ["count", str(file)])
    assert plain.exit_code == 1
    first, second, third = plain.stdout.splitlines()
    assert first.startswith("invalid  first  ")
    assert second.startswith("too large  second  counting takes boards with a shorter side of at most")
    assert third == "108"
    result = CliRunner().invoke(app, ["count", "--json", "--max", "40", str(file)])
    assert result.exit_code == 1
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["id"] for line in lines] == ["first", "second", "third"]
    assert [line["count"] for line in lines] == [None, None, 40]
    assert "expected 0-4" in lines[0]["error"]
    assert (lines[1]["rows"], lines[1]["cols"], lines[1]["exact"]) == (wide, wide, False)
    assert lines[2].pop("microseconds") > 0
    assert lines[2] == {"id": "third", "rows": 2, "cols": 4, "count": 40, "exact": False, "error": None}


def test_the_command_refuses_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("# nothing\n")
    result = CliRunner().invoke(app, ["count", str(tmp_path / "empty")])
    assert result.exit_code == 2
    assert "no board in it" in result.stderr

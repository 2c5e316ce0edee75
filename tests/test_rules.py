"""The judge against the corpus of flaws, and against enumeration."""

from random import Random

import numpy as np
import pytest

from slitherlink import Flaw, flaws
from slitherlink.puzzle import CROSS, LINE, OPEN, Drawing, Loop
from slitherlink.rules import SENTENCES, findings, judged, pieces_of
from tests.boards import board, fully_clued, noise_board
from tests.cases import FlawCase, flaw_cases
from tests.oracle import all_loops, edges_of, is_solution, loops_in

CASES = flaw_cases()


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_each_flaw_is_found_with_its_places_and_its_sentence(case: FlawCase) -> None:
    found = [(finding.flaw.name, finding.places, finding.sentence) for finding in findings(case.puzzle, case.drawing)]
    assert found == case.expected
    assert flaws(case.puzzle, case.drawing) == sum(Flaw[name] for name, _, _ in case.expected)


def test_the_corpus_shows_every_flaw_alone_and_ends_with_the_right_drawing() -> None:
    kinds = [[name for name, _, _ in case.expected] for case in CASES]
    for flaw in Flaw:
        # Nothing drawn leaves the clues unmet on any board that asks for a line.
        alone = [str(flaw.name)] if flaw is not Flaw.NO_LINE else ["NO_LINE", "CLUE_MISMATCH"]
        assert alone in kinds, flaw
    assert CASES[-1].expected == []
    assert len({case.puzzle for case in CASES}) == 1


def test_every_flaw_has_a_sentence_for_people() -> None:
    assert set(SENTENCES) == set(Flaw)


@pytest.mark.parametrize(("height", "width"), [(1, 3), (3, 1), (2, 3), (3, 2), (2, 2), (3, 3)])
def test_of_all_loop_drawings_exactly_the_single_loops_are_right_on_their_own_clues(height: int, width: int) -> None:
    loops = all_loops(height, width)
    for edges, counts, n_loops in zip(loops.edges, loops.counts, loops.n_loops, strict=True):
        puzzle = fully_clued(height, width, bytes(edges))
        assert list(puzzle.clues) == counts.tolist()
        assert flaws(puzzle, Drawing(height, width, bytes(edges))) == (Flaw(0) if n_loops == 1 else Flaw.SEVERAL_LOOPS)


@pytest.mark.parametrize("size", [(1, 4), (3, 2), (2, 3), (2, 2)])
def test_random_drawings_are_right_exactly_when_the_oracle_says_so(size: tuple[int, int]) -> None:
    rng = Random(str(size))
    edges = edges_of(*size)
    right = 0
    for _ in range(2000):
        puzzle = noise_board(rng, *size, share=0.3)
        if rng.random() < 0.5:
            states = bytes(rng.choice(all_loops(*size).edges))
        else:
            states = bytes(rng.choices((LINE, CROSS), k=len(edges)))
        found = flaws(puzzle, Drawing(*size, states))
        assert (found == Flaw(0)) == is_solution(puzzle, states), (puzzle.rows, states)
        closed = loops_in({edge for edge, state in zip(edges, states, strict=True) if state == LINE}) is not None
        assert bool(found & (Flaw.BRANCH | Flaw.DEAD_END)) != closed
        right += found == Flaw(0)
    assert 50 < right < 1950


def test_open_edges_count_as_no_line() -> None:
    case = CASES[-1]
    opened = case.drawing.edges.replace(bytes([CROSS]), bytes([OPEN]))
    assert flaws(case.puzzle, Drawing(3, 4, opened)) == Flaw(0)
    assert flaws(case.puzzle, Drawing(3, 4, bytes([OPEN]) * 31)) == Flaw.NO_LINE | Flaw.CLUE_MISMATCH


def test_a_drawing_of_another_size_is_refused_with_both_sizes() -> None:
    with pytest.raises(ValueError, match="a drawing of 2×3 cells on a board of 3×2"):
        findings(board("../../.."), Drawing(2, 3, bytes(17)))


def test_a_right_drawing_becomes_a_loop_and_a_wrong_one_never_leaves() -> None:
    case = CASES[-1]
    loop = judged(case.puzzle, case.drawing)
    assert isinstance(loop, Loop)
    assert loop.edges == case.drawing.edges
    wrong = next(case for case in CASES if case.name == "everything-at-once")
    with pytest.raises(AssertionError) as caught:
        judged(wrong.puzzle, wrong.drawing)
    for _, _, sentence in wrong.expected:
        assert sentence in str(caught.value)


@pytest.mark.parametrize("size", [(2, 4), (3, 3)])
def test_pieces_are_the_loops_and_hold_every_line_once(size: tuple[int, int]) -> None:
    edges = edges_of(*size)
    puzzle = board("/".join("." * size[1] for _ in range(size[0])))
    for states in all_loops(*size).edges:
        pieces = pieces_of(puzzle.lattice, states == LINE)
        expected = loops_in({edge for edge, state in zip(edges, states, strict=True) if state == LINE})
        assert expected is not None
        assert sorted(sorted(edges[i] for i in piece) for piece in pieces) == sorted(map(sorted, expected))
        assert sorted(edge for piece in pieces for edge in piece) == np.flatnonzero(states).tolist()

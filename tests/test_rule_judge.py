"""The compiled judge against the rules module, which is the authority."""

from random import Random

import numpy as np
import pytest

from slitherlink import Puzzle, flaws, lattice_for
from slitherlink.engine.judge import first_wrong, judged
from slitherlink.puzzle import NO_CLUE, Drawing
from tests.boards import border, fully_clued, grown_inside
from tests.cases import flaw_cases


def compiled_says_wrong(puzzle: Puzzle, edges: bytes) -> bool:
    lattice = lattice_for(puzzle.height, puzzle.width)
    drawn, clues = (np.frombuffer(text, dtype=np.uint8)[None] for text in (edges, puzzle.clues))
    return bool(first_wrong(drawn, clues, lattice.face_edges, lattice.vertex_edges, lattice.edge_vertices) == 0)


@pytest.mark.parametrize("case", flaw_cases(), ids=lambda case: case.name)
def test_every_flaw_is_seen(case) -> None:  # type: ignore[no-untyped-def]
    assert compiled_says_wrong(case.puzzle, case.drawing.edges) == bool(flaws(case.puzzle, case.drawing))


@pytest.mark.parametrize("seed", range(5))
def test_random_drawings_are_judged_as_the_rules_do(seed: int) -> None:
    rng = Random(seed)
    verdicts = set()
    for _ in range(150):
        height, width = rng.randrange(1, 6), rng.randrange(1, 6)
        edges = bytearray(border(height, width, grown_inside(rng, height, width, rng.randrange(1, height * width + 1))))
        puzzle = fully_clued(height, width, bytes(edges))
        if rng.random() < 0.5:
            puzzle = Puzzle(height, width, bytes([NO_CLUE]) * (height * width))
        for _ in range(rng.choice([0, 0, 1, 2])):
            edges[rng.randrange(len(edges))] ^= 1
        if rng.random() < 0.3:  # a second loop somewhere
            other = border(height, width, {(rng.randrange(height), rng.randrange(width))})
            edges = bytearray(a | b for a, b in zip(edges, other, strict=True))
        wrong = bool(flaws(puzzle, Drawing(height, width, bytes(edges))))
        assert compiled_says_wrong(puzzle, bytes(edges)) == wrong, (puzzle.rows, bytes(edges))
        verdicts.add(wrong)
    assert verdicts == {True, False}


def test_a_wrong_loop_never_leaves() -> None:
    puzzle = Puzzle(1, 2, bytes([3, NO_CLUE]))
    edges = np.frombuffer(border(1, 2, {(0, 0)}), dtype=np.uint8)[None]
    with pytest.raises(AssertionError, match="the clue at row 1, column 1 is not met"):
        judged([puzzle], edges)

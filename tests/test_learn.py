"""The conflict-learning search against enumeration and SAT."""

from collections.abc import Iterator
from itertools import islice, product
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from slitherlink import Puzzle
from slitherlink.engine.ring import drawing_from_colours, ringed_cells, ringed_clues
from slitherlink.learn.clauses import FIRST_CLAUSE, load_clause
from slitherlink.learn.prove import FINISHED, OUT_OF_CONFLICTS, PAUSED, Prover, nothing_known
from slitherlink.learn.state import ARENA, FIELDS, N_COLOURS, N_LEARNT, N_VARS, ONE, TWO, State, cells_of_faces
from slitherlink.puzzle import NO_CLUE, Loop
from slitherlink.rules import judged
from tests.boards import OBLONG_FIRST, board, loop_board, noise_board, random_board, spoiled, transposed
from tests.oracle import enumerated, solutions_by_sat

SETTINGS = [{}, {"restart_unit": 1, "max_learnt": 3}, {"restart_unit": 3, "max_learnt": 0}, {"max_learnt": 1}]


def solved(prover: Prover, puzzle: Puzzle, pack: NDArray[np.uint16] | None = None, **options: Any) -> list[bytes]:
    """The edges of all solutions that a search finds, in the order found."""
    size = puzzle.height, puzzle.width
    prover.begin(*size, ringed_clues(puzzle), nothing_known(*size) if pack is None else pack, **options)
    assert prover.run() == FINISHED
    return [judged(puzzle, drawing_from_colours(*size, colours)).edges for colours in prover.solutions]


@pytest.mark.parametrize("options", SETTINGS)
def test_random_boards_have_the_solutions_that_enumeration_finds(options: Any) -> None:
    rng, prover = Random(5), Prover()
    seen = {0: 0, 1: 0, 2: 0}
    for round_ in range(300):
        puzzle = random_board(rng, *OBLONG_FIRST[round_ % len(OBLONG_FIRST)])
        truth = enumerated(puzzle)
        assert sorted(solved(prover, puzzle, **{**options, "limit": 1 << 20})) == sorted(truth), puzzle.rows
        two = solved(prover, puzzle, limit=2, **options)
        assert len(set(two)) == len(two) == min(len(truth), 2), puzzle.rows
        assert set(two) <= set(truth), puzzle.rows
        assert len(solved(prover, puzzle, limit=1, **options)) == min(len(truth), 1)
        seen[min(len(truth), 2)] += 1
    assert min(seen.values()) > 35


@pytest.mark.parametrize("options", SETTINGS)
def test_larger_boards_have_as_many_solutions_as_sat_finds(options: Any) -> None:
    rng, prover = Random(6), Prover()
    seen = {0: 0, 1: 0, 2: 0}
    for round_ in range(60):
        height, width = rng.choice([(5, 7), (7, 5), (6, 6), (4, 9), (12, 3), (7, 7), (10, 8)])
        puzzle = loop_board(rng, height, width, 0.5 + 0.5 * rng.random())
        if round_ % 3 == 0:
            puzzle = spoiled(rng, puzzle)
        truth = list(islice(solutions_by_sat(puzzle), 2))
        assert len(solved(prover, puzzle, **options)) == len(truth), puzzle.rows
        seen[len(truth)] += 1
    assert min(seen.values()) >= 5


@pytest.mark.parametrize(
    ("text", "n_solutions"),
    [
        ("0..0/.33./0..0", 1),
        ("4", 1),
        ("3", 0),
        (".", 1),
        ("..", 3),
        ("33", 1),
        ("...4...", 1),
        ("4..4", 0),
        ("000/000/000", 0),
        ("0", 0),
        ("0../...", None),
        ("..../..../....", None),
    ],
)
def test_traps(text: str, n_solutions: int | None) -> None:
    for puzzle in (board(text), transposed(board(text))):
        found = solved(Prover(), puzzle, limit=5000)
        assert sorted(found) == sorted(enumerated(puzzle))
        assert n_solutions is None or len(found) == n_solutions


def test_every_2x2_board() -> None:
    prover = Prover()
    for clues in product([0, 1, 2, 3, 4, NO_CLUE], repeat=4):
        puzzle = Puzzle(2, 2, bytes(clues))
        assert sorted(solved(prover, puzzle, limit=100)) == sorted(enumerated(puzzle)), puzzle.rows


def test_known_relations_between_faces_change_no_solution() -> None:
    """Give the search some facts that hold in every solution, as sets of faces with signs."""
    rng, prover = Random(8), Prover()
    n_sets = 0
    for _ in range(300):
        height, width = rng.choice([(3, 4), (4, 3), (4, 4), (5, 2)])
        puzzle = loop_board(rng, height, width, 0.3 + 0.6 * rng.random())
        truth = enumerated(puzzle)
        pack = common_relations(rng, puzzle, truth)
        n_sets += sum(
            root != 0 and count > 1 for root, count in zip(*np.unique(pack >> 1, return_counts=True), strict=True)
        )
        assert sorted(solved(prover, puzzle, pack=pack, limit=1 << 20)) == sorted(truth), puzzle.rows
        assert len(solved(prover, puzzle, pack=pack)) == min(len(truth), 2), puzzle.rows
    assert n_sets > 300


def common_relations(rng: Random, puzzle: Puzzle, truth: list[bytes]) -> NDArray[np.uint16]:
    """Of the relations between cells that are equal in all solutions, some; each set's root is a random member."""
    height, width = puzzle.height, puzzle.width
    inside = np.array([Loop(height, width, edges).inside_cells.ravel() for edges in truth])
    faces = ringed_cells(height, width).ravel()
    pack = nothing_known(height, width)
    for face, colours in zip(faces, inside.T, strict=True):
        if (colours == colours[0]).all() and rng.random() < 0.5:
            pack[face] = colours[0]
    order = list(zip(faces, inside.T, strict=True))
    rng.shuffle(order)
    for (root, its), (face, colours) in product(order, order):
        differ = its ^ colours
        unrelated = pack[face] == 2 * face and pack[root] == 2 * root and root != face
        if unrelated and (differ == differ[0]).all() and (pack >> 1 == face).sum() == 1 and rng.random() < 0.7:
            pack[face] = 2 * root + differ[0]
    return pack


def test_a_board_in_small_pieces_and_in_a_small_arena_is_the_same_work() -> None:
    puzzle = loop_board(Random(3), 12, 9, 0.25)
    whole, pieces = Prover(), Prover()
    expected = solved(whole, puzzle, limit=5)
    pieces.begin(12, 9, ringed_clues(puzzle), nothing_known(12, 9), limit=5)
    state = pieces._state
    assert state is not None
    pieces._state = state._replace(arena=state.arena[: int(state.reg[ARENA])].copy())
    n_pauses = 0
    while (outcome := pieces.run(50)) == PAUSED:
        n_pauses += 1
    assert outcome == FINISHED
    assert n_pauses > 20
    assert [drawing_from_colours(12, 9, colours).edges for colours in pieces.solutions] == expected
    assert pieces.effort == whole.effort


def test_too_many_conflicts_are_an_outcome() -> None:
    rng = Random(4)
    puzzle = loop_board(rng, 15, 16, 0.2)
    prover = Prover()
    prover.begin(15, 16, ringed_clues(puzzle), nothing_known(15, 16), limit=1 << 20, max_conflicts=7)
    assert prover.run() == OUT_OF_CONFLICTS
    assert prover.effort.conflicts == 7


def test_arrays_of_another_size_are_refused() -> None:
    puzzle = board("33/..")
    with pytest.raises(ValueError, match="2×3 cells: expected 17 faces, got"):
        Prover().begin(2, 3, ringed_clues(puzzle), nothing_known(2, 2))
    with pytest.raises(ValueError, match="expected a board to have begun"):
        Prover().run()


@pytest.mark.parametrize(("height", "width"), [(3, 61), (3, 62), (4, 63), (62, 3), (2, 130), (5, 100), (40, 70)])
def test_wide_boards(height: int, width: int) -> None:
    rng, prover = Random(width), Prover()
    for share in (0.75, 0.95):
        puzzle = loop_board(rng, height, width, share)
        truth = list(islice(solutions_by_sat(puzzle), 2))
        assert len(solved(prover, puzzle)) == len(truth)
    puzzle = noise_board(rng, height, width, 0.05)
    assert len(solved(prover, puzzle)) == len(list(islice(solutions_by_sat(puzzle), 2)))


def test_every_clause_holds_in_every_solution() -> None:
    rng, prover = Random(7), Prover()
    n_learnt = 0
    for _ in range(200):
        puzzle = loop_board(rng, *rng.choice([(3, 4), (4, 3), (4, 4), (2, 5)]), 0.4 * rng.random())
        solved(prover, puzzle, limit=2, max_learnt=1 << 20)
        state = prover._state
        assert state is not None
        n_learnt += int(state.reg[N_LEARNT])
        truth = enumerated(puzzle)[:500]
        true = np.array([truth_of_literals(state, puzzle, edges) for edges in truth])
        for clause in clauses_of(state):
            assert true[:, clause].any(axis=1).all(), (puzzle.rows, clause)
    assert n_learnt > 200


def truth_of_literals(state: State, puzzle: Puzzle, edges: bytes) -> NDArray[np.bool_]:
    """Of each literal, whether it is true in a solution."""
    height, width = puzzle.height, puzzle.width
    cells = cells_of_faces(height, width)[ringed_cells(height, width).ravel()]
    true = np.zeros(2 * int(state.reg[N_VARS]), dtype=np.bool_)
    true[1] = True
    for literal, inside in zip(
        state.literal[cells].tolist(), Loop(height, width, edges).inside_cells.ravel().tolist(), strict=True
    ):
        true[literal], true[literal ^ 1] = inside, not inside
    for relation in range(int(state.reg[N_COLOURS]) + 1, int(state.reg[N_VARS])):
        one, two = (2 * int(state.var[relation * FIELDS + field]) for field in (ONE, TWO))
        true[2 * relation], true[2 * relation + 1] = true[one] != true[two], true[one] == true[two]
    return true


def clauses_of(state: State) -> Iterator[NDArray[np.uint32]]:
    ref = FIRST_CLAUSE
    while ref < state.reg[ARENA]:
        clause = np.zeros_like(state.clause)
        size = load_clause(state.arena, ref, clause)
        yield clause[:size]
        ref += (size + 6) & ~3

"""What a grade promises: it does not depend on how the board lies, and more clues never raise it."""

from random import Random

import pytest

from slitherlink.engine.solve import solve
from slitherlink.ladder.grading import NotProved, climb_ladder, grade
from slitherlink.ladder.versions import Name, Tier
from slitherlink.puzzle import NO_CLUE, Loop, Puzzle, Status
from tests.boards import board, loop_board, minimal_board
from tests.small_boards import images, loops_of


def graded_boards(seed: str, n: int, sizes: list[tuple[int, int]]) -> list[tuple[Puzzle, Loop]]:
    """Boards with one loop, minimal ones and generous ones in turn."""
    rng = Random(seed)
    found: list[tuple[Puzzle, Loop]] = []
    while len(found) < n:
        size = sizes[len(found) % len(sizes)]
        puzzle = minimal_board(rng, *size) if len(found) % 2 else loop_board(rng, *size, share=0.75)
        solution = puzzle and solve(puzzle)
        if puzzle and solution and solution.status is Status.UNIQUE:
            found.append((puzzle, solution.loops[0]))
    return found


def loop_of(puzzle: Puzzle) -> Loop:
    solution = solve(puzzle)
    assert solution.status is Status.UNIQUE
    return solution.loops[0]


def test_a_grade_is_the_same_for_all_eight_images_of_a_board() -> None:
    tiers = set()
    for puzzle, loop in graded_boards("images", 40, [(6, 8), (7, 5), (9, 9), (4, 11)]):
        first = climb_ladder(puzzle, loop)
        tiers.add(grade(puzzle, loop).tier)
        for rows in images(puzzle.rows)[1:]:
            image = board("/".join(rows))
            assert climb_ladder(image, loop_of(image)) == first, "\n".join(puzzle.rows)
    assert len(tiers) >= 3


def test_a_correct_clue_more_never_raises_the_level() -> None:
    fell = 0
    rng = Random("clue more")
    for puzzle, loop in graded_boards("more", 60, [(6, 8), (8, 6), (7, 7)]):
        before = grade(puzzle, loop)
        blanks = [cell for cell, clue in enumerate(puzzle.clues) if clue == NO_CLUE]
        for cell in rng.sample(blanks, min(8, len(blanks))):
            count = sum(loop.edges[edge] for edge in puzzle.lattice.face_edges[cell].tolist())
            more = Puzzle(puzzle.height, puzzle.width, puzzle.clues[:cell] + bytes([count]) + puzzle.clues[cell + 1 :])
            after = grade(more, loop)
            assert (after.tier, after.lookahead) <= (before.tier, before.lookahead), "\n".join(more.rows)
            fell += after.tier < before.tier
    assert fell


def test_grading_again_gives_the_same() -> None:
    for puzzle, loop in graded_boards("again", 10, [(7, 9)]):
        assert grade(puzzle, loop) == grade(puzzle, loop)


def test_a_lone_four_is_a_beginners_board() -> None:
    puzzle = board("..../.4../....")
    found = grade(puzzle, loop_of(puzzle))
    assert (found.tier, found.name, found.score, found.lookahead) == (Tier.I, Name.BEGINNER, 0.0, 0)
    assert dict(found.rounds) == {Tier.I: 1}


@pytest.mark.parametrize("rows", ["0..0/.33./0..0", ".3./.3.", ".11./.33.", "..3./..3."])
def test_the_domino_of_two_threes_is_graded_and_not_refused(rows: str) -> None:
    """The textbook pattern is false here; a ladder without the proviso draws a wrong line on all but the first."""
    puzzle = board(rows)
    loop = loop_of(puzzle)
    assert loop.length == 6
    assert grade(puzzle, loop).tier <= Tier.IV


def test_a_loop_that_the_rules_do_not_lead_to_is_refused() -> None:
    puzzle = board("..../.4../....")
    other = next(loop for loop in loops_of(3, 4) if loop != loop_of(puzzle))
    with pytest.raises(NotProved):
        grade(puzzle, other)


def test_a_loop_of_another_size_is_refused_with_both_sizes() -> None:
    with pytest.raises(ValueError, match="3 rows × 3 columns for a board of 3 × 4"):
        grade(board("..../.4../...."), loops_of(3, 3)[0])

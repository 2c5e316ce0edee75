"""A budget that runs out is an answer, and says which one it was."""

from random import Random

import pytest

from slitherlink import Puzzle
from slitherlink.engine import solve, solve_many
from slitherlink.puzzle import Status
from tests.boards import board, border, fully_clued, grown_inside, loop_board, thinned
from tests.oracle import enumerated, is_solution


def open_board(height: int, width: int, share: float) -> Puzzle:
    """A long loop with so few clues left that many choices lie before the first solution."""
    rng = Random(3)
    inside = grown_inside(rng, height, width, height * width * 3 // 5, wander=0.9)
    return thinned(rng, fully_clued(height, width, border(height, width, inside)), share)


OPEN_20X30 = open_board(20, 30, share=0.4)


def test_a_spent_node_budget_ends_undecided_and_names_itself() -> None:
    solution = solve(OPEN_20X30, max_nodes=5)
    assert solution.status is Status.UNDECIDED
    assert solution.loops == ()
    assert solution.nodes >= 5
    assert solution.reason == "the budget of 5 nodes ran out; no loop was found until then"
    assert solve(OPEN_20X30).status is Status.MULTIPLE


def test_what_was_proved_before_the_budget_ran_out_is_kept() -> None:
    rng = Random(31)
    kept = 0
    for _ in range(200):
        puzzle = loop_board(rng, 4, 3, share=0.3)
        truth = enumerated(puzzle)
        for max_nodes in (1, 2, 3):
            solution = solve(puzzle, max_nodes=max_nodes)
            assert all(is_solution(puzzle, loop.edges) for loop in solution.loops)
            if solution.status is Status.UNDECIDED:
                assert solution.reason is not None
                found = "one loop was found, a second one is not excluded" if solution.loops else "no loop was found"
                assert found in solution.reason
                kept += bool(solution.loops)
            else:
                assert len(solution.loops) == min(2, len(truth))
    assert kept > 0


def test_the_deadline_ends_undecided_and_names_itself() -> None:
    # Proving it takes a hundred times as long.
    solution = solve(open_board(100, 100, share=0.3), time_limit=0.05)
    assert solution.status is Status.UNDECIDED
    assert solution.loops == ()
    assert solution.reason is not None
    assert solution.reason.startswith("the time limit of 0.05 s ran out after ")
    assert solution.reason.endswith("; no loop was found until then")


def test_a_board_that_runs_out_does_not_stop_the_others() -> None:
    easy = board("/".join([".." * 15, *["." * 30] * 18, "." * 29 + "4"]))
    statuses = [solution.status for solution in solve_many([easy, OPEN_20X30, easy], max_nodes=5)]
    assert statuses == [Status.UNIQUE, Status.UNDECIDED, Status.UNIQUE]


def test_with_a_limit_of_one_a_found_loop_proves_nothing_about_a_second() -> None:
    for text in ("22", "3.", "4"):
        solution = solve(board(text), limit=1)
        if len(enumerated(board(text))) == 0:
            assert solution.status is Status.NONE
        else:
            assert solution.status is Status.UNDECIDED
            assert len(solution.loops) == 1
            assert solution.reason == (
                "the limit of 1 loop was reached; one loop was found, a second one is not excluded"
            )


@pytest.mark.parametrize(
    ("budget", "message"),
    [
        ({"limit": 0}, "limit: expected .*, got 0"),
        ({"max_nodes": 0}, "max_nodes: expected at least 1, got 0"),
        ({"time_limit": 0.0}, "time_limit: expected more than 0 seconds, got 0"),
        ({"time_limit": -1.5}, "time_limit: expected more than 0 seconds, got -1.5"),
    ],
)
def test_a_budget_that_makes_no_sense_is_refused(budget: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        solve(board("3."), **budget)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=f"^{message}$"):
        next(solve_many([board("3.")], **budget))  # type: ignore[arg-type]


@pytest.mark.parametrize("max_nodes", [1, 2, 3, 7])
def test_no_more_nodes_are_spent_than_allowed(max_nodes: int) -> None:
    rng = Random(8)
    spent = set()
    for _ in range(60):
        solution = solve(loop_board(rng, 3, 5, share=0.25), max_nodes=max_nodes)
        assert solution.nodes <= max_nodes
        spent.add(solution.status is Status.UNDECIDED)
    assert solve(board("0./../../.."), max_nodes=max_nodes).nodes <= max_nodes
    assert spent == {True, False} if max_nodes == 1 else False in spent

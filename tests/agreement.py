"""What it means that an answer agrees with the oracle."""

from slitherlink import Puzzle
from slitherlink.puzzle import Status
from slitherlink.solution import Solution
from tests.oracle import is_solution, verdict


def assert_agrees(solution: Solution, puzzle: Puzzle, truth: list[bytes], limit: int = 2) -> None:
    """Verdict, number of loops, each loop right, all different. ``truth``: all solutions, or at least ``limit``."""
    drawn = "\n".join(puzzle.rows)
    loops = [loop.edges for loop in solution.loops]
    assert solution.puzzle is puzzle, drawn
    assert solution.status is verdict(len(truth)), f"{drawn}\nwanted {verdict(len(truth))}, got {solution.status}"
    assert len(loops) == min(limit, len(truth)), f"{drawn}\nwanted {min(limit, len(truth))} loops, got {len(loops)}"
    assert all(is_solution(puzzle, edges) for edges in loops), f"{drawn}\na loop is wrong: {loops}"
    assert len(set(loops)) == len(loops), f"{drawn}\nthe same loop twice: {loops}"
    assert solution.reason is None
    if solution.status is Status.UNIQUE:
        assert loops == truth, drawn

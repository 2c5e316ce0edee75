"""The result object: what the command line, the service and the store say about one board, all in the same shape."""

import json
from typing import Any

from slitherlink.formats import format_puzzle, parse
from slitherlink.formats.loopy import SMALLEST_SIDE
from slitherlink.puzzle import QUESTION, Drawing, Loop, Puzzle, Status
from slitherlink.solution import Solution

Result = dict[str, Any]
"""JSON values: ``id``, ``status``, ``solutions``, ``nodes``, ``microseconds`` and ``error`` always; ``rows``, ``cols``,
``board``, ``engine`` and ``links`` unless the input is no board; ``common`` when it was asked for and is proved;
``grade`` when it was asked for."""


_ENCODER = json.JSONEncoder(separators=(",", ":"))


def result_object(solution: Solution, *, name: str | None = None) -> Result:
    """What was found out about a board. ``name`` goes before the board's own."""
    result = _about(solution.puzzle, name) | {
        "status": solution.status.value,
        "solutions": [_loop(loop) for loop in solution.loops],
    }
    if solution.common is not None:
        result["common"] = _edges(solution.common)
    return result | {
        "nodes": solution.nodes,
        "microseconds": solution.microseconds,
        "engine": solution.engine,
        "links": links(solution.puzzle),
        "error": solution.reason,
    }


def graded(result: Result, solution: Solution) -> Result:
    """A result with the grade of its board: None unless the board is proved to have exactly one solution."""
    from slitherlink.ladder.grading import grade_solution  # reading and writing boards needs no ladder

    grade = grade_solution(solution)
    return result | {"grade": grade.as_json() if grade else None}


def unanswered(rows: list[str], *, reason: str, name: str | None = None) -> Result:
    """A board, as canonical rows, that was given up before there was a `Solution`: undecided, nothing proved."""
    given_up = Solution(parse("\n".join(rows)), Status.UNDECIDED, (), 0, 0.0, reason=reason)
    return result_object(given_up, name=name)


def invalid_result(error: str, *, name: str | None = None) -> Result:
    """An input that is no board, and why."""
    return {
        "id": name,
        "status": Status.INVALID.value,
        "solutions": [],
        "nodes": 0,
        "microseconds": 0.0,
        "error": error,
    }


def verdict_only(result: Result) -> Result:
    """The same without the loops."""
    return {key: value for key, value in result.items() if key not in ("solutions", "common")}


def to_line(result: Result) -> str:
    """The object on one line, ended."""
    return _ENCODER.encode(result) + "\n"


def links(puzzle: Puzzle) -> dict[str, str | None]:
    """Where the board can be opened; None for a program that does not take it."""
    in_loopy = QUESTION not in puzzle.clues and min(puzzle.height, puzzle.width) >= SMALLEST_SIDE
    return {"pzpr": format_puzzle(puzzle, "pzpr"), "loopy": format_puzzle(puzzle, "loopy") if in_loopy else None}


def _about(puzzle: Puzzle, name: str | None) -> Result:
    return {
        "id": puzzle.name if name is None else name,
        "rows": puzzle.height,
        "cols": puzzle.width,
        "board": puzzle.rows,
    }


def _edges(drawing: Drawing) -> Result:
    return {"horizontal": drawing.horizontal, "vertical": drawing.vertical}


def _loop(loop: Loop) -> Result:
    return _edges(loop) | {"inside": loop.inside, "length": loop.length}

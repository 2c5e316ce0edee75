"""The other solvers: verdict and microseconds for each board. All times are of the processor, not of the wall.

CaDiCaL with lazy loop cuts is the oracle of the tests. CP-SAT (OR-tools) and Loopy are asked only where they are there.
"""

import subprocess
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from time import process_time
from typing import NamedTuple

from slitherlink import Puzzle
from slitherlink.formats import format_puzzle
from slitherlink.puzzle import Status
from tests.oracle import Dot, edges_of, sides_of, solutions_by_sat, verdict

CP_SAT_SECONDS = 20.0
"""For each of the two questions to CP-SAT."""


class Answer(NamedTuple):
    """What a solver said about one board."""

    status: Status | None
    """None when it came to no answer."""
    microseconds: float


def by_sat(puzzles: Sequence[Puzzle]) -> list[Answer]:
    """CaDiCaL from Python, with the building of the clauses."""
    answers = []
    for puzzle in puzzles:
        started = process_time()
        n_solutions = len(list(islice(solutions_by_sat(puzzle), 2)))
        answers.append(Answer(verdict(n_solutions), (process_time() - started) * 1e6))
    return answers


def by_loopy(puzzles: Sequence[Puzzle], binary: Path) -> list[Answer]:
    """Loopy's own deductions; ``binary`` is what `loopy_main.c` becomes. It never guesses, so it may be stuck."""
    ids = "".join(format_puzzle(puzzle, "loopy") + "\n" for puzzle in puzzles)
    said = subprocess.run([binary], input=ids, capture_output=True, text=True, check=True).stdout.splitlines()
    if len(said) != len(puzzles):
        raise ValueError(f"{binary}: expected {len(puzzles)} lines, got {len(said)}")
    statuses = {"unique": Status.UNIQUE, "none": Status.NONE, "multiple": Status.MULTIPLE, "stuck": None}
    return [Answer(statuses[word], int(nanoseconds) / 1e3) for word, nanoseconds in map(str.split, said)]


def has_cp_sat() -> bool:
    """Is OR-tools installed?"""
    return find_spec("ortools") is not None


def by_cp_sat(puzzles: Sequence[Puzzle]) -> list[Answer]:
    """One circuit over the dots, one worker; a second question for a second loop."""
    return [_cp_sat(puzzle) for puzzle in puzzles]


def _cp_sat(puzzle: Puzzle) -> Answer:
    cp_model = import_module("ortools.sat.python.cp_model")  # optional, without types
    started = process_time()
    model = cp_model.CpModel()
    edges = edges_of(puzzle.height, puzzle.width)
    number: dict[Dot, int] = {}
    for edge in edges:
        for dot in edge:
            number.setdefault(dot, len(number))
    on, arcs = {}, []
    for edge in edges:
        there, back, on[edge] = model.new_bool_var(""), model.new_bool_var(""), model.new_bool_var("")
        model.add(there + back == on[edge])
        a, b = number[edge[0]], number[edge[1]]
        arcs += [(a, b, there), (b, a, back)]
    arcs += [(dot, dot, model.new_bool_var("")) for dot in number.values()]
    model.add_circuit(arcs)
    model.add_bool_or(on.values())
    for row, text in enumerate(puzzle.rows):
        for col, clue in enumerate(text):
            if clue in "01234":
                model.add(sum(on[edge] for edge in sides_of(row, col)) == int(clue))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = CP_SAT_SECONDS
    n_solutions = 0
    while n_solutions < 2:
        said = solver.solve(model)
        if said == cp_model.UNKNOWN:
            return Answer(None, (process_time() - started) * 1e6)
        if said == cp_model.INFEASIBLE:
            break
        n_solutions += 1
        model.add_bool_or(~line for line in on.values() if solver.boolean_value(line))
    return Answer(verdict(n_solutions), (process_time() - started) * 1e6)

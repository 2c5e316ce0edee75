"""From a wish to boards: grow a loop, write all clues, delete what is not needed, prove it again, stamp it.

Everything random is a function of (seed, index, try), so the same wish gives the same boards on every machine, in any
order and in any chunks.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from time import thread_time_ns
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine import Budget, Solver
from slitherlink.engine.judge import judged
from slitherlink.engine.ring import BLANK, edges_from_colours, n_ringed, ringed_cells, ringed_clues
from slitherlink.engine.state import State, new_state, reset
from slitherlink.generate.loops import clues_around, grow
from slitherlink.generate.symmetry import Symmetry, orbits
from slitherlink.generate.thin import DELETED, DOUBTED, NEEDED, thin
from slitherlink.ladder.grading import Grade, grade, is_at_most
from slitherlink.ladder.versions import Name
from slitherlink.learn import prove
from slitherlink.pool import in_order
from slitherlink.puzzle import NO_CLUE, Puzzle, Status, check_size
from slitherlink.rng import below, draw
from slitherlink.solution import Solution

MAX_TRIES = 2_000
"""Loops to try for one board before the wish counts as too rare."""
INSIDE = 0.55
"""Share of cells inside the loop."""
SLIM = 180
"""See `loops.grow`: of 256, how often a cell that makes the shape fat is turned away."""
PROBES_A_CLUE = 300
PART = 4
"""Boards that a process makes before it hands them over."""


class TooRare(ValueError):
    """A wish that no try fulfilled; says how many there were."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What boards are asked for."""

    height: int
    width: int
    seed: int = 0
    name: Name | None = None
    """The grade that each board must have, exactly."""
    symmetry: Symmetry = Symmetry.NONE
    max_tries: int = MAX_TRIES

    def __post_init__(self) -> None:
        check_size(self.height, self.width)
        if self.height * self.width < 2:
            raise ValueError("size: expected at least two cells, got 1×1, whose only board with one loop is a lone 4")
        if self.max_tries < 1:
            raise ValueError(f"max_tries: expected at least 1, got {self.max_tries}")
        orbits(self.height, self.width, self.symmetry)


@dataclass(frozen=True, slots=True)
class Made:
    """A board, proved to have one loop, and what it is."""

    solution: Solution
    grade: Grade
    seed: int
    index: int
    symmetry: Symmetry
    minimal: bool | None
    """Is every clue (every group of the symmetry) needed for the loop to be the only one? None when not proved."""
    tries: int


def boards(wish: Wish, count: int, first: int = 0) -> Iterator[Made]:
    """Boards number ``first`` … ``first + count`` - 1 of a wish; raises `TooRare`."""
    for index in range(first, first + count):
        yield board(wish, index)


def made_in_order(wish: Wish, count: int, jobs: int = 1) -> Iterator[Made]:
    """Boards 0 … ``count`` - 1 of a wish, made in ``jobs`` processes: the same ones whatever their number."""
    if jobs == 1:
        yield from boards(wish, count)
        return
    parts = ((wish, at, min(PART, count - at)) for at in range(0, count, PART))
    for found in in_order(parts, _part, jobs, _load, ()):
        yield from found.boards
        if found.rare is not None:
            raise TooRare(found.rare)


class _Part(NamedTuple):
    boards: list[Made]
    rare: str | None


def _part(part: tuple[Wish, int, int]) -> _Part:
    wish, first, count = part
    found: list[Made] = []
    try:
        for made in boards(wish, count, first):
            found.append(made)
    except TooRare as rare:
        return _Part(found, str(rare))
    return _Part(found, None)


def _load() -> None:
    """Compile what making boards needs, or load what an earlier start compiled."""
    board(Wish(3, 4), 0)
    is_at_most(_full_board(Wish(3, 4), np.uint64(1)), Name.EXPERT)


def board(wish: Wish, index: int) -> Made:
    """Board number ``index`` of a wish; raises `TooRare`."""
    solver = Solver(Budget())
    for number in range(wish.max_tries):
        key = _key(wish.seed, index, number)
        full = _full_board(wish, key)
        if solver.solve([full])[0].status is not Status.UNIQUE:
            continue
        groups = _shuffled(orbits(wish.height, wish.width, wish.symmetry), key)
        minimal: bool | None = None
        if wish.name in (None, Name.EXTREME):
            puzzle, minimal = _thinned(full, groups, solver)
        elif is_at_most(full, wish.name):
            puzzle = _eased(full, groups, wish.name)
        else:
            continue
        solution = _proved_again(puzzle)
        stamp = grade(puzzle, solution.loops[0])
        if wish.name in (None, stamp.name):
            return Made(solution, stamp, wish.seed, index, wish.symmetry, minimal, number + 1)
    wanted = wish.name.value if wish.name else "with one loop"
    raise TooRare(
        f"no {wish.height}×{wish.width} board that is {wanted} was found in {wish.max_tries} tries (board {index} of "
        f"seed {wish.seed}, symmetry {wish.symmetry.value})"
    )


def _key(seed: int, index: int, number: int) -> np.uint64:
    """The stream of one try."""
    key = np.uint64(seed % 2**64)
    for part in (index, number):
        key = np.uint64(draw(key, np.uint64(part)))  # compiled code hands out plain integers
    return key


def _full_board(wish: Wish, key: np.uint64) -> Puzzle:
    n, stride = n_ringed(wish.height, wish.width), wish.width + 1
    inside, clues = np.zeros(n, dtype=np.uint8), np.full(n, BLANK, dtype=np.uint8)
    n_cells = max(1, round(INSIDE * wish.height * wish.width))
    grow(inside, wish.height, stride, key, n_cells, SLIM, 0)
    clues_around(inside, clues, wish.height, stride)
    return Puzzle(wish.height, wish.width, clues[ringed_cells(wish.height, wish.width)].tobytes())


def _shuffled(groups: list[NDArray[np.int64]], key: np.uint64) -> list[NDArray[np.int64]]:
    """In random order (Fisher and Yates), on a stream beside that of the loop."""
    stream = np.uint64(draw(key, np.uint64(2**63)))
    for last in range(len(groups) - 1, 0, -1):
        at = int(below(stream, np.uint64(last), last + 1))
        groups[last], groups[at] = groups[at], groups[last]
    return groups


def _without(puzzle: Puzzle, groups: list[NDArray[np.int64]]) -> Puzzle:
    clues = bytearray(puzzle.clues)
    for group in groups:
        for cell in group.tolist():
            clues[cell] = NO_CLUE
    return Puzzle(puzzle.height, puzzle.width, bytes(clues))


def _thinned(full: Puzzle, groups: list[NDArray[np.int64]], solver: Solver) -> tuple[Puzzle, bool | None]:
    """Delete every group that the loop does not need; where probing does not decide, the whole engine does."""
    numbers = ringed_cells(full.height, full.width).ravel()
    order = numbers[np.concatenate(groups)]
    starts = np.cumsum([0, *(len(group) for group in groups)])
    kept = np.empty(order.size, dtype=np.uint8)
    state, blank = _desk(full.height, full.width)
    reset(state, blank, full.height, full.width)
    clues = blank.copy()
    clues[numbers] = np.frombuffer(full.clues, dtype=np.uint8)
    thin(state, clues, order, starts, kept, full.width + 1, PROBES_A_CLUE)
    verdicts = kept[starts[:-1]]
    puzzle = _without(full, [g for g, verdict in zip(groups, verdicts, strict=True) if verdict == DELETED])
    minimal: bool | None = True
    for group, verdict in zip(groups, verdicts, strict=True):
        if verdict == DOUBTED:
            shorter = _without(puzzle, [group])
            status = solver.solve([shorter])[0].status
            if status is Status.UNIQUE:
                puzzle = shorter
            elif status is Status.UNDECIDED:
                minimal = None
        else:
            assert verdict in (NEEDED, DELETED)
    return puzzle, minimal


def _eased(full: Puzzle, groups: list[NDArray[np.int64]], name: Name) -> Puzzle:
    """Delete every group without which the board is still at most of a grade.

    Deductions only grow with the clues, so when many can go together each of them can: halves are tried first.
    """
    puzzle = full
    waiting = [groups]
    while waiting:
        part = waiting.pop()
        shorter = _without(puzzle, part)
        if is_at_most(shorter, name):
            puzzle = shorter
        elif len(part) > 1:
            waiting += [part[len(part) // 2 :], part[: len(part) // 2]]
    return puzzle


def _proved_again(puzzle: Puzzle) -> Solution:
    """The loop and the proof, by conflict learning on the bare board: no step is shared with the deletion."""
    size = (puzzle.height, puzzle.width)
    prove.warm_up()
    prover = prove.Prover()
    started = thread_time_ns()
    prover.begin(*size, ringed_clues(puzzle), prove.nothing_known(*size), max_conflicts=2**40)
    while (outcome := prover.run()) == prove.PAUSED:
        pass
    microseconds = (thread_time_ns() - started) / 1e3
    assert outcome == prove.FINISHED
    assert len(prover.solutions) == 1, f"a board that is not unique was about to leave: {puzzle.rows}"
    loops = judged([puzzle], edges_from_colours(*size, np.array(prover.solutions)))
    return Solution(puzzle, Status.UNIQUE, tuple(loops), 1 + prover.effort.conflicts, microseconds)


@lru_cache(maxsize=8)
def _desk(height: int, width: int) -> tuple[State, NDArray[np.uint8]]:
    return new_state(height, width), np.full(n_ringed(height, width), BLANK, dtype=np.uint8)

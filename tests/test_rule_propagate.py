"""Propagation against its slow twin, and the state's own book-keeping."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from slitherlink import Puzzle
from slitherlink.engine import state as s
from slitherlink.engine.propagate import propagate, undo
from slitherlink.engine.ring import n_ringed, ringed_cells, ringed_clues
from tests.boards import board, random_board
from tests.closure import OUTSIDE, Contradiction, Face, closure

SIZES = [(2, 5), (5, 2), (1, 6), (3, 4), (4, 3), (4, 5), (5, 4), (4, 4)]


class Running:
    """The engine's state on one board, seen from outside."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.height, self.width = puzzle.height, puzzle.width
        self.stride, self.n = self.width + 1, n_ringed(self.height, self.width)
        self.state = s.new_state(self.height, self.width)
        s.reset(self.state, ringed_clues(puzzle), self.height, self.width)
        self.number = {OUTSIDE: 0}
        cells = ringed_cells(self.height, self.width)
        for row, col in np.ndindex(self.height, self.width):
            self.number[(row, col)] = int(cells[row, col])

    def field(self, number: int, name: int) -> int:
        return int(self.state.face[s.FIELDS * number + name])

    def get(self, a: Face, b: Face) -> int | None:
        known = self.field(self.number[a], s.PACK) ^ self.field(self.number[b], s.PACK)
        return known if known < 2 else None

    def known(self) -> dict[tuple[Face, Face], int]:
        pairs = ((a, b, self.get(a, b)) for a, b in combinations(self.number, 2))
        return {(a, b): value for a, b, value in pairs if value is not None}

    def assume(self, a: Face, b: Face, value: int) -> bool:
        self.state.forced[:3] = self.number[a], self.number[b], value
        self.state.reg[s.N_FORCED] = 1
        return self.propagate()

    def propagate(self) -> bool:
        good = bool(propagate(self.state, self.stride, self.n))
        self.check_books()
        return good

    def check_books(self) -> None:
        """Recompute everything that the state keeps beside the union-find."""
        face, reg = self.state.face, self.state.reg
        records = face[: self.n * s.FIELDS].reshape(self.n, s.FIELDS)
        assert not records[:, s.DIRTY].any()
        roots = records[:, s.PACK] >> 1
        ring = set(range(self.n)) - set(self.number.values())
        for root in set(roots.tolist()) - {0}:
            members = set(np.flatnonzero(roots == root).tolist())
            assert records[root, s.SIZE] == len(members)
            assert set(self.circle(root)) == members
        assert set(self.circle(0)) == (set(np.flatnonzero(roots == 0).tolist()) - ring) | {0}
        assert reg[s.FLOATING] == len(set(roots.tolist()) - {0})

    def circle(self, start: int) -> list[int]:
        faces = [start]
        while (at := self.field(faces[-1], s.NEXT)) != start:
            faces.append(at)
        return faces

    def chains(self) -> tuple[dict[int, int], int]:
        """Far ends of all open chains, and the missing sides of all clues, from the known edges alone."""
        lines: list[tuple[int, int]] = []
        missing = sum(c for c in self.puzzle.clues if c <= 4)
        for row in range(self.height + 1):
            for col in range(self.width + 1):
                v = (row + 1) * self.stride + col + 1
                here = (row, col) if row < self.height and col < self.width else OUTSIDE
                for other, w in (((row - 1, col), v + 1), ((row, col - 1), v + self.stride)):
                    near = other if other in self.number else OUTSIDE
                    if self.get(near, here) == 1 and near != here:
                        lines.append((v, w))
                        missing -= sum(f != OUTSIDE and self.puzzle.clue(*f) is not None for f in (near, here))
        ends: dict[int, int] = {}
        at: dict[int, list[int]] = {}
        for v, w in lines:
            at.setdefault(v, []).append(w)
            at.setdefault(w, []).append(v)
        for start, near in at.items():
            if len(near) == 1:
                before, here = start, near[0]
                while len(at[here]) == 2:
                    before, here = here, next(x for x in at[here] if x != before)
                ends[start] = here
        return ends, missing


def boards(seed: int, count: int) -> list[Puzzle]:
    rng = Random(seed)
    return [random_board(rng, *SIZES[i % len(SIZES)]) for i in range(count)]


@pytest.mark.parametrize("seed", range(4))
def test_the_closure_is_that_of_the_slow_twin(seed: int) -> None:
    n_contradictions = 0
    for puzzle in boards(seed, 24):
        running = Running(puzzle)
        good = running.propagate()
        try:
            with_loops = closure(puzzle).known()
        except Contradiction:
            with_loops = None
        try:
            without = closure(puzzle, loops=False).known()
        except Contradiction:
            without = None
        if not good:
            n_contradictions += 1
            assert with_loops is None, puzzle.rows
        elif with_loops is not None:
            known = running.known()
            assert known.items() <= with_loops.items(), puzzle.rows
            assert without is not None
            assert without.items() <= known.items(), puzzle.rows
        else:
            assert without is not None, puzzle.rows  # only the loop rule may see a contradiction later
    assert n_contradictions


@pytest.mark.parametrize("seed", range(3))
def test_an_assumption_closes_as_in_the_slow_twin(seed: int) -> None:
    rng = Random(100 + seed)
    for puzzle in boards(10 + seed, 16):
        running = Running(puzzle)
        if not running.propagate():
            continue
        a, b = rng.sample(list(running.number), 2)
        value = rng.randrange(2)
        good = running.assume(a, b, value)
        try:
            truth = closure(puzzle, (a, b, value)).known()
        except Contradiction:
            continue
        assert good, (puzzle.rows, a, b, value)
        assert running.known().items() <= truth.items(), (puzzle.rows, a, b, value)


@pytest.mark.parametrize("seed", range(3))
def test_chains_and_missing_sides_are_kept_right(seed: int) -> None:
    rng = Random(200 + seed)
    for puzzle in boards(20 + seed, 16):
        running = Running(puzzle)
        good = running.propagate()
        while good and running.state.reg[s.FLOATING] and not running.state.reg[s.CLOSED]:
            ends, missing = running.chains()
            assert running.state.reg[s.MISSING] == missing
            assert running.state.reg[s.CHAINS] * 2 == len(ends)
            assert all(running.field(v, s.END) == w for v, w in ends.items())
            good = running.assume(*rng.sample(list(running.number), 2), rng.randrange(2))


@pytest.mark.parametrize("seed", range(3))
def test_undo_restores_every_number(seed: int) -> None:
    rng = Random(300 + seed)
    for puzzle in boards(30 + seed, 12):
        running = Running(puzzle)
        if not running.propagate():
            continue
        kept = [s.N_MERGED, s.N_JOINED, s.MISSING, s.CHAINS, s.CLOSED, s.FLOATING]
        face, reg = running.state.face.copy(), running.state.reg[kept].copy()
        for _ in range(20):
            mark = int(running.state.reg[s.N_MERGED])
            for _ in range(rng.randrange(1, 4)):
                if not running.assume(*rng.sample(list(running.number), 2), rng.randrange(2)):
                    break
            undo(running.state, mark)
            assert (running.state.reg[kept] == reg).all()
            assert (running.state.face == face).all()


def test_adjacent_threes_do_not_exclude_the_domino() -> None:
    running = Running(board("0..0/.33./0..0"))
    assert running.propagate()
    assert running.get((1, 1), (1, 2)) != 1

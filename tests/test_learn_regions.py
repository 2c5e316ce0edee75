"""The region rule on bit rows against flooding cell by cell: what it forces, and how it explains itself."""

from collections.abc import Iterator
from random import Random

import pytest

from slitherlink.engine.ring import ringed_clues
from slitherlink.learn.encode import begin
from slitherlink.learn.propagate import assign, backtrack_to, propagate
from slitherlink.learn.prove import nothing_known
from slitherlink.learn.regions import CUTS, FORCED, QUIET, explain, regions
from slitherlink.learn.state import (
    DEPTH,
    FIELDS,
    N_VARS,
    POSITION,
    REASON,
    SEED,
    TRAIL,
    cells_of_faces,
    new_state,
)
from tests.boards import loop_board

OPEN = 2
Face = tuple[int, int]


class Walk:
    """A search without learning on one board: random decisions, and what the rules force after each."""

    def __init__(self, seed: int, height: int, width: int, share: float) -> None:
        self.rng = Random(seed)
        self.height, self.width = height, width
        puzzle = loop_board(self.rng, height, width, share)
        self.state = new_state(height, width, arena=1 << 20)
        assert begin(self.state, (height, width), ringed_clues(puzzle), nothing_known(height, width)) == 0
        self.cell_of = {}
        for face, cell in enumerate(cells_of_faces(height, width).tolist()):
            row, col = divmod(face, width + 1)
            self.cell_of[row, col] = cell
        for row in range(height + 2):
            self.cell_of[row, width + 1] = self.cell_of[row, 0] + width + 1
        self.face_of = {cell: face for face, cell in self.cell_of.items()}

    def settle(self) -> int:
        """Propagate to the fixpoint; QUIET, or the conflict."""
        while True:
            conflict = propagate(self.state)
            if conflict:
                return int(conflict)
            outcome = int(regions(self.state))
            if outcome != FORCED:
                return outcome

    def steps(self, n_steps: int) -> Iterator[int]:
        """Decide or go back, at random; yields each outcome of `settle`."""
        state, reg = self.state, self.state.reg
        outcome = self.settle()
        yield outcome
        for _ in range(n_steps):
            if outcome != QUIET or reg[TRAIL] == reg[N_VARS] or self.rng.random() < 0.1:
                if reg[DEPTH] == 0:
                    return
                backtrack_to(state, self.rng.randrange(int(reg[DEPTH])))
            # Close together, so that walls arise; where the board is wide, around the end of a word.
            middle = self.width - 1 if self.width > 60 else self.width // 2
            near = {self.cell_of[row, col] for row, col in self.cell_of if abs(col - middle) < 5}
            literals = [lit ^ flip for lit in state.literal[list(near)].tolist() for flip in (0, 1)]
            literals = [lit for lit in literals if state.value[lit] == 0]
            if not literals:
                return
            state.starts[reg[DEPTH]] = reg[TRAIL]
            reg[DEPTH] += 1
            assign(reg, state.value, state.var, state.trail, self.rng.choice(literals), 0)
            outcome = self.settle()
            yield outcome

    def colours(self, position: int | None = None) -> dict[Face, int]:
        """1 inside, 0 outside or `OPEN` for each face, by the first ``position`` assignments."""
        found = {}
        for face, cell in self.cell_of.items():
            literal = int(self.state.literal[cell])
            record = (literal >> 1) * FIELDS
            value = int(self.state.value[literal])
            late = position is not None and int(self.state.var[record + POSITION]) >= position
            found[face] = OPEN if value == 0 or late else int(value == 1)
        return found


def piece(colours: dict[Face, int], start: Face, walls: set[Face]) -> set[Face]:
    found, waiting = {start}, [start]
    while waiting:
        row, col = waiting.pop()
        for near in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if near in colours and near not in found and near not in walls:
                found.add(near)
                waiting.append(near)
    return found


SIZES = [(5, 7, 0.2), (9, 4, 0.1), (4, 61, 0.0), (4, 62, 0.1), (4, 63, 0.0), (6, 66, 0.0), (8, 8, 0.0), (4, 127, 0.0)]


@pytest.mark.parametrize(("height", "width", "share"), SIZES)
def test_at_the_fixpoint_no_piece_is_cut_off(height: int, width: int, share: float) -> None:
    n_quiet = 0
    for seed in range(6):
        walk = Walk(seed, height, width, share)
        for outcome in walk.steps(60):
            if outcome != QUIET:
                continue
            n_quiet += 1
            colours = walk.colours()
            for colour in (0, 1):
                known = [face for face, its in colours.items() if its == colour]
                walls = {face for face, its in colours.items() if its == 1 - colour}
                if known:
                    reached = piece(colours, known[0], walls)
                    assert reached == colours.keys() - walls
    assert n_quiet > 60


@pytest.mark.parametrize(("height", "width", "share"), SIZES)
def test_explanations_are_minimal_separators_of_earlier_assignments(height: int, width: int, share: float) -> None:
    n_explained = 0
    for seed in range(12):
        walk = Walk(seed, height, width, share)
        state = walk.state
        for outcome in walk.steps(40):
            reasons = [(outcome, int(state.reg[TRAIL]))] if outcome & 3 else []
            last_level = int(state.starts[state.reg[DEPTH] - 1]) if state.reg[DEPTH] else state.reg[TRAIL]
            for position in range(last_level, state.reg[TRAIL]):
                reason = int(state.var[(int(state.trail[position]) >> 1) * FIELDS + REASON])
                if reason & 3:
                    reasons.append((reason, position))
            for reason, position in reasons[:1] + walk.rng.sample(reasons, min(2, len(reasons))):
                check_explanation(walk, reason, position)
                n_explained += 1
    assert n_explained > 20


def check_explanation(walk: Walk, reason: int, position: int) -> None:
    state = walk.state
    colour, cell = reason & 1, reason >> 2
    size = int(explain(state, colour, cell, position))
    clause = state.clause[:size].tolist()
    colours = walk.colours(position)
    cut_off = walk.face_of[cell]
    seed = walk.face_of[int(state.reg[SEED])] if colour else (0, 0)
    # The first two literals: one of the two is not of this colour.
    assert clause[0] == int(state.literal[cell]) ^ colour
    assert clause[1] == int(state.literal[walk.cell_of[seed]]) ^ colour
    assert colours[seed] == colour
    # The others are walls, known before, that keep the two apart; without any one of them they would meet.
    at_level_0 = int(state.starts[0]) if state.reg[DEPTH] else None
    settled = {face for face, its in walk.colours(at_level_0).items() if its == 1 - colour}
    separators = {
        face: int(state.literal[its]) ^ 1 ^ colour
        for face, its in walk.cell_of.items()
        if colours[face] == 1 - colour and face not in settled and int(state.literal[its]) ^ 1 ^ colour in clause[2:]
    }
    assert sorted(separators.values()) == sorted(clause[2:])
    walls = settled | set(separators)
    assert cut_off not in piece(colours, seed, walls)
    for face in separators:
        assert cut_off in piece(colours, seed, walls - {face})


def test_a_cell_cuts_when_two_arcs_of_free_neighbours_touch_its_sides() -> None:
    around = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
    for walls in range(256):
        free = {place for bit, place in enumerate(around) if not walls >> bit & 1}
        sides = [place for place in free if 0 in place]
        pieces = {frozenset(piece(dict.fromkeys(free, 0), side, set())) for side in sides}
        assert CUTS[walls] == (len(pieces) >= 2)


def test_a_state_is_as_large_as_the_board_asks() -> None:
    small, large = new_state(10, 10), new_state(20, 20)
    n_bytes = [sum(array.nbytes for array in state) for state in (small, large)]
    assert n_bytes[1] < 5 * n_bytes[0]

"""The conflict-learning search from Python: one board at a time, in pieces, on arrays that are used again."""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.ring import BLANK, n_ringed
from slitherlink.learn.encode import NO_ROOM, begin
from slitherlink.learn.search import FINISHED, OUT_OF_CONFLICTS, PAUSED, SOLUTION, search
from slitherlink.learn.state import (
    COMMON,
    CONFLICTS,
    DECISIONS,
    MAX_CONFLICTS,
    MAX_LEARNT,
    PROPAGATIONS,
    RESTART_AT,
    RESTART_UNIT,
    WANTED,
    WORK,
    State,
    cells_of_faces,
    new_state,
)

CONFLICT_CAP = 20_000
"""Ten times what the hardest board seen needed."""
PIECE = 20_000_000
"""Work between two looks at a deadline: less than half a second."""


class Effort(NamedTuple):
    """Work done for a board; the same on every machine."""

    conflicts: int
    decisions: int
    propagations: int


class Prover:
    """Finds the solutions of a board and proves that there are no more."""

    def __init__(self) -> None:
        self._state: State | None = None
        self._room = (0, 0)
        self._size = (0, 0)
        self.solutions: list[NDArray[np.uint8]] = []
        """Colours (1 inside) of the solutions so far, uint8 ``(n_ringed,)`` each."""

    def begin(
        self,
        height: int,
        width: int,
        clues: NDArray[np.uint8],
        pack: NDArray[np.uint16],
        *,
        limit: int = 2,
        max_conflicts: int = CONFLICT_CAP,
        restart_unit: int = 50,
        max_learnt: int = 1000,
        common: bool = False,
    ) -> None:
        """Start a board; `run` goes on with it.

        Parameters
        ----------
        clues, pack:
            See `encode.begin`. What ``pack`` says must follow from the clues.
        limit:
            Stop after so many solutions.
        common:
            Look for solutions only until they show together everything that varies: when finished, an edge on which
            they agree is equal in every solution. ``limit`` does not count then.
        max_conflicts:
            Give up after so many conflicts.
        restart_unit, max_learnt:
            Conflicts between restarts, and learnt clauses before half of them are forgotten. They change the work,
            never the solutions.
        """
        if clues.shape != (n_ringed(height, width),) or pack.shape != clues.shape:
            raise ValueError(
                f"clues and pack of {height}×{width} cells: expected {n_ringed(height, width)} faces, "
                f"got {clues.shape} and {pack.shape}"
            )
        state = self._state
        if state is None or (height, width) != self._room:
            state = new_state(height, width)
            self._room = (height, width)
        while begin(state, (height, width), clues, pack) == NO_ROOM:
            state = _with_room(state)
        state.reg[WANTED] = (
            n_ringed(height, width) * 4 if common else limit
        )  # each solution shows that something varies
        state.reg[COMMON] = common
        state.reg[MAX_CONFLICTS] = max_conflicts
        state.reg[RESTART_UNIT] = state.reg[RESTART_AT] = restart_unit
        state.reg[MAX_LEARNT] = max_learnt
        self._state = state
        self._size = (height, width)
        self.solutions = []

    def run(self, allowance: int = PIECE) -> int:
        """Search on; returns `FINISHED`, `OUT_OF_CONFLICTS`, or `PAUSED` when the allowance of work is used up."""
        if self._state is None:
            raise ValueError("expected a board to have begun, got none")
        stop = int(self._state.reg[WORK]) + allowance
        while True:
            outcome: int = search(self._state, stop - int(self._state.reg[WORK]))
            if outcome == SOLUTION:
                literals = self._state.literal[cells_of_faces(*self._size)]
                self.solutions.append((self._state.value[literals] == 1).astype(np.uint8))
            elif outcome == NO_ROOM:
                self._state = _with_room(self._state)
            else:
                return outcome

    @property
    def effort(self) -> Effort:
        """Work done for the current board."""
        if self._state is None:
            return Effort(0, 0, 0)
        reg = self._state.reg
        return Effort(int(reg[CONFLICTS]), int(reg[DECISIONS]), int(reg[PROPAGATIONS]))


@cache
def warm_up() -> None:
    """Compile the search, or load what an earlier start compiled. Only boards that get here need it."""
    prover = Prover()
    prover.begin(2, 2, np.full(n_ringed(2, 2), BLANK, dtype=np.uint8), nothing_known(2, 2))
    prover.run()


def nothing_known(height: int, width: int) -> NDArray[np.uint16]:
    """The ``pack`` of a board of which only the outside is known: uint16 ``(n_ringed,)``."""
    stride = width + 1
    faces = np.arange(n_ringed(height, width), dtype=np.uint16)
    row, col = np.divmod(faces, stride)
    is_cell = (row >= 1) & (row <= height) & (col >= 1)
    return np.where(is_cell, 2 * faces, 0).astype(np.uint16)


def _with_room(state: State) -> State:
    arena = np.zeros(2 * state.arena.size, dtype=np.uint32)
    arena[: state.arena.size] = state.arena
    return state._replace(arena=arena)


__all__ = [
    "CONFLICT_CAP",
    "FINISHED",
    "OUT_OF_CONFLICTS",
    "PAUSED",
    "PIECE",
    "Effort",
    "Prover",
    "nothing_known",
    "warm_up",
]

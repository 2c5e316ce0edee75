"""From boards to solutions: batches of one size, budgets, the deadline."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic, thread_time_ns

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.batch import N_ACCOUNT, N_FOUND, N_NODES, NANOSECONDS, OUTCOME, WAITING, solve_batch
from slitherlink.engine.judge import judged
from slitherlink.engine.ring import edges_from_colours, n_ringed, ringed_clues_of
from slitherlink.engine.search import FINISHED, HAND_OVER, OUT_OF_NODES, PAUSED, Limits
from slitherlink.engine.state import FIELDS, PACK, ROOT_FOUND, State, new_state
from slitherlink.learn import prove
from slitherlink.learn.backbone import backbone
from slitherlink.puzzle import Drawing, Loop, Puzzle, Status
from slitherlink.solution import Solution

MAX_NODES = 20_000  # as many conflicts: ten times what the hardest board seen needed
"""A node is a place where something had to be tried: 1 for the board, 1 for each branch and each conflict."""
PROBES_A_CELL = 2
PROBES_A_BOARD = 100
"""Probes before a board goes to conflict learning: measured on hard boards; small ones shall end without it."""
MAX_LIMIT = 10_000
"""Loops that may be asked for; who wants to know how many there are counts them (`slitherlink.count`)."""
ROOM = 1 << 26
"""Bytes for the loops of boards that are solved together."""
PIECE = 1_000_000
"""Merges between two looks at the deadline: about 0.2 s."""
OUT_OF_TIME = 4
"""Outcome of a board beside those of `search`."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one board may cost, and what is asked of it."""

    limit: int = 2
    """Loops to look for. With 1 nothing can be proved about a second loop."""
    max_nodes: int = MAX_NODES
    time_limit: float | None = None
    """Seconds."""
    common: bool = False
    """Also find the edges that are equal in every solution."""

    def __post_init__(self) -> None:
        if not 1 <= self.limit <= MAX_LIMIT:
            raise ValueError(f"limit: expected 1 to {MAX_LIMIT}, got {self.limit}")
        if self.max_nodes < 1:
            raise ValueError(f"max_nodes: expected at least 1, got {self.max_nodes}")
        if self.time_limit is not None and self.time_limit <= 0:
            raise ValueError(f"time_limit: expected more than 0 seconds, got {self.time_limit:g}")


class Solver:
    """Solves batches of boards; keeps the arrays of the size that it saw last."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._size = (0, 0)
        self._state: State
        self._prover = prove.Prover()

    def solve(self, puzzles: Sequence[Puzzle]) -> list[Solution]:
        """Solve boards that all have one size, in order."""
        size = (puzzles[0].height, puzzles[0].width)
        together = max(1, ROOM // (self.budget.limit * n_ringed(*size)))
        if len(puzzles) > together:
            parts = (puzzles[start : start + together] for start in range(0, len(puzzles), together))
            return [solution for part in parts for solution in self.solve(part)]
        if size != self._size:
            self._size, self._state = size, new_state(*size)
        clues = ringed_clues_of(puzzles)
        n_boards, n = clues.shape
        colours = np.zeros((n_boards, self.budget.limit, n), dtype=np.uint8)
        account = np.zeros((n_boards, N_ACCOUNT), dtype=np.int64)
        limits = Limits(PIECE, PROBES_A_BOARD + PROBES_A_CELL * size[0] * size[1], self.budget.max_nodes)
        board, resume, deadline = 0, False, math.inf
        while board < n_boards:
            board = solve_batch(self._state, clues, colours, account, size[1] + 1, board, resume, limits)
            if board == n_boards:
                break
            outcome = account[board, OUTCOME]
            if outcome == WAITING:
                continue
            if outcome == HAND_OVER:
                prove.warm_up()  # compiling is nobody's time
            if not resume:
                deadline = self._deadline(account[board])
            resume = outcome == PAUSED and monotonic() < deadline
            if outcome == HAND_OVER:
                self._prove(clues[board], colours[board], account[board], deadline)
            elif outcome == PAUSED and not resume:
                account[board, OUTCOME] = OUT_OF_TIME
            board += not resume
        return self._solutions(puzzles, colours, account)

    def _prove(
        self, clues: NDArray[np.uint8], colours: NDArray[np.uint8], account: NDArray[np.int64], deadline: float
    ) -> None:
        """Go on with conflict learning from what the state holds as proved."""
        started = thread_time_ns()
        spent = int(account[NANOSECONDS])
        found, nodes = int(account[N_FOUND]), int(account[N_NODES])
        if nodes == self.budget.max_nodes:
            account[OUTCOME] = OUT_OF_NODES
            return
        pack = self._state.face[PACK : FIELDS * clues.size : FIELDS].copy()
        limit = self.budget.limit - int(self._state.reg[ROOT_FOUND])
        self._prover.begin(*self._size, clues, pack, limit=limit, max_conflicts=self.budget.max_nodes - nodes)
        outcome = prove.PAUSED
        while outcome == prove.PAUSED and monotonic() < deadline:
            outcome = self._prover.run()
            account[NANOSECONDS] = spent + thread_time_ns() - started
        # Loops that a branch met are met again; they keep their places, so that the first one is always the same.
        for solution in self._prover.solutions:
            if found < self.budget.limit and not (colours[:found] == solution).all(axis=1).any():
                colours[found] = solution
                found += 1
        account[N_FOUND] = found
        account[N_NODES] = nodes + self._prover.effort.conflicts
        account[OUTCOME] = {prove.FINISHED: FINISHED, prove.PAUSED: OUT_OF_TIME}.get(outcome, OUT_OF_NODES)

    def _deadline(self, account: NDArray[np.int64]) -> float:
        """When a board that has been interrupted for the first time must end, on the clock on the wall."""
        if self.budget.time_limit is None:
            return math.inf
        return monotonic() + self.budget.time_limit - float(account[NANOSECONDS]) / 1e9

    def _solutions(
        self, puzzles: Sequence[Puzzle], colours: NDArray[np.uint8], account: NDArray[np.int64]
    ) -> list[Solution]:
        found = account[:, N_FOUND]
        drawn = np.arange(self.budget.limit)[None, :] < found[:, None]
        edges = edges_from_colours(puzzles[0].height, puzzles[0].width, colours[drawn])
        loops = iter(judged([puzzles[board] for board in np.nonzero(drawn)[0].tolist()], edges))
        solutions = [
            self._solution(puzzle, tuple(next(loops) for _ in range(line[N_FOUND])), line)
            for puzzle, line in zip(puzzles, account.tolist(), strict=True)
        ]
        return [self._with_common(solution) for solution in solutions] if self.budget.common else solutions

    def _with_common(self, solution: Solution) -> Solution:
        """Add the edges that every solution shares, if the budget (once more) suffices for the proof."""
        if solution.status is Status.UNIQUE:
            loop = solution.loops[0]
            return replace(solution, common=Drawing(loop.height, loop.width, loop.edges))
        if not solution.loops:
            return solution
        prove.warm_up()
        started = thread_time_ns()
        deadline = math.inf if self.budget.time_limit is None else monotonic() + self.budget.time_limit
        common = backbone(self._prover, solution.puzzle, max_conflicts=self.budget.max_nodes, deadline=deadline)
        spent = (thread_time_ns() - started) / 1e3
        return replace(solution, common=common, microseconds=solution.microseconds + spent)

    def _solution(self, puzzle: Puzzle, loops: tuple[Loop, ...], account: list[int]) -> Solution:
        nodes, microseconds = account[N_NODES], account[NANOSECONDS] / 1e3
        reason = None
        if len(loops) >= 2:
            status = Status.MULTIPLE
        elif account[OUTCOME] == FINISHED and len(loops) < self.budget.limit:
            status = Status.UNIQUE if loops else Status.NONE
        else:
            status = Status.UNDECIDED
            reason = f"{self._exhausted(account)}; " + (
                "one loop was found, a second one is not excluded" if loops else "no loop was found until then"
            )
        return Solution(puzzle, status, loops, nodes, microseconds, reason=reason)

    def _exhausted(self, account: list[int]) -> str:
        if account[OUTCOME] == FINISHED:
            return f"the limit of {self.budget.limit} loop was reached"
        if account[OUTCOME] == OUT_OF_NODES:
            return f"the budget of {self.budget.max_nodes} nodes ran out"
        return f"the time limit of {self.budget.time_limit:g} s ran out after {account[N_NODES]} nodes"


def solve(
    puzzle: Puzzle,
    *,
    limit: int = 2,
    max_nodes: int = MAX_NODES,
    time_limit: float | None = None,
    common: bool = False,
) -> Solution:
    """Find the loops of a board, at most ``limit`` of them, and prove how many there are.

    A budget that runs out (``max_nodes`` places of choice, ``time_limit`` seconds) ends in `Status.UNDECIDED`, with a
    reason, unless two loops were found before. With ``limit=1`` nothing is proved about a second loop: a board that
    has one is then undecided. ``common`` asks for the edges that are equal in every solution, too. ValueError for a
    budget that makes no sense.
    """
    return Solver(Budget(limit, max_nodes, time_limit, common)).solve([puzzle])[0]


def warm_up() -> None:
    """Compile the engine, or load what an earlier start compiled."""
    solve(Puzzle(2, 3, bytes([2, 1, 2, 255, 255, 255])))

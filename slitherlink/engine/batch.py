"""Many boards of one size through compiled code in one call, without the interpreter lock."""

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.cache import jit
from slitherlink.engine.clock import nanoseconds
from slitherlink.engine.search import FINISHED, Limits, search
from slitherlink.engine.state import FOUND, NODES, WORK, State, reset

# Columns of the account that is kept of each board: int64 (n_boards, N_ACCOUNT).
OUTCOME = 0
N_FOUND = 1
N_NODES = 2
NANOSECONDS = 3
N_ACCOUNT = 4

WAITING = -1
"""Outcome of a board that was not begun, because the others used up the allowance."""


@jit
def solve_batch(
    state: State,
    clues: NDArray[np.uint8],
    colours: NDArray[np.uint8],
    account: NDArray[np.int64],
    stride: int,
    first: int,
    resume: bool,
    limits: Limits,
) -> int:
    """Solve boards from number ``first`` on; returns the number of the first one that was not finished, or their count.

    ``clues``: uint8 ``(n_boards, n_ringed)``; ``colours``: uint8 ``(n_boards, limit, n_ringed)``, written; ``account``:
    int64 ``(n_boards, N_ACCOUNT)``, written. ``resume``: ``first`` was left unfinished in this ``state`` and goes on.
    The allowance of ``limits`` is for all boards together.
    """
    height = clues.shape[1] // stride - 2
    allowance = limits.allowance
    timespec = np.empty(2, dtype=np.int64)
    for board in range(first, clues.shape[0]):
        if allowance <= 0:
            account[board, OUTCOME] = WAITING
            return board
        started = nanoseconds(timespec)
        if not resume:
            reset(state, clues[board], height, stride - 1)
            account[board, NANOSECONDS] = 0
        resume = False
        before = state.reg[WORK]
        outcome = search(state, colours[board], stride, Limits(allowance, limits.max_probes, limits.max_nodes))
        allowance -= state.reg[WORK] - before
        account[board, OUTCOME] = outcome
        account[board, N_FOUND] = state.reg[FOUND]
        account[board, N_NODES] = state.reg[NODES]
        account[board, NANOSECONDS] += nanoseconds(timespec) - started
        if outcome != FINISHED:
            return board
    return clues.shape[0]  # type: ignore[no-any-return]

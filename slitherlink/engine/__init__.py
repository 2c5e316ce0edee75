"""The exact engine: every answer is proved."""

from slitherlink.engine.solve import Budget, Solver, solve, warm_up
from slitherlink.engine.stream import solve_many, solve_stream

__all__ = ["Budget", "Solver", "solve", "solve_many", "solve_stream", "warm_up"]

"""The exact engine: every answer is proved."""

from slitherlink.engine.solve import solve, solve_many, warm_up

__all__ = ["solve", "solve_many", "warm_up"]

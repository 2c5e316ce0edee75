"""What a solver says about one board."""

from dataclasses import dataclass
from typing import Literal

from slitherlink.puzzle import Drawing, Loop, Puzzle, Status


@dataclass(frozen=True, slots=True)
class Solution:
    """Verdict, loops and the work that they took."""

    puzzle: Puzzle
    status: Status
    loops: tuple[Loop, ...]
    """Different from each other; at most the limit that was asked for; judged by `slitherlink.rules`."""
    nodes: int
    """Places where the search had to try something: 1 when propagation and probing settle the board."""
    microseconds: float
    """Time of the work itself, without start-up and compilation."""
    engine: Literal["search", "anneal"] = "search"
    common: Drawing | None = None
    """Edges equal in every solution, `OPEN` elsewhere; only when asked for and proved."""
    reason: str | None = None
    """Which budget ran out, and what was proved until then; only when undecided."""

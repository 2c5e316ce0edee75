"""Grade a board whose loop is known to be its only one."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from slitherlink.engine.ring import ringed_clues
from slitherlink.ladder.percentiles import percentile_of
from slitherlink.ladder.position import CLOSED, N_ROUNDS, TOP, Log, Position, new_log, new_position, reset
from slitherlink.ladder.rounds import CONTRADICTION, EVERY_EDGE, SOLVED, climb
from slitherlink.ladder.versions import CURRENT, HARD_DEPTH, Ladder, Name, Rule, Tier, name_of
from slitherlink.ladder.what_if import NEVER
from slitherlink.puzzle import LINE, Loop, Puzzle, Status
from slitherlink.solution import Solution

UP_TO: Final[Mapping[Name, tuple[int, int]]] = {
    name: (sum(1 << rule for rule, of in CURRENT.tiers.items() if of <= tier and rule <= last), deepest)
    for name, tier, last, deepest in (
        (Name.BEGINNER, Tier.I, Rule.COUNTING, 0),
        (Name.EASY, Tier.II, Rule.READINGS, 0),
        (Name.NORMAL, Tier.III, Rule.REGION, 0),
        (Name.HARD, Tier.IV, Rule.WHAT_IF, HARD_DEPTH),
        (Name.EXPERT, Tier.IV, Rule.WHAT_IF_REGION, NEVER),
    )
}
"""For each grade the ``rules`` and ``deepest`` of `rounds.climb` that finish the boards of at most that grade."""


@dataclass(frozen=True, slots=True)
class Grade:
    """What a board needed."""

    tier: Tier
    name: Name
    score: float
    """For sorting inside a tier."""
    percentile: int | None
    """Share of the reference boards of this size class with a lower (tier, score); None without such boards."""
    lookahead: int
    """Depth of the deepest what-if; 0 when none was needed."""
    rounds: Mapping[Tier, int]
    """Number of rounds of each tier; on a board that is not finished, until nothing helped."""
    version: int
    """Of the ladder."""

    def as_json(self) -> dict[str, Any]:
        """The grade as JSON values, as a result object holds it."""
        return {
            "tier": self.tier.name,
            "name": self.name.value,
            "score": self.score,
            "percentile": self.percentile,
            "lookahead": self.lookahead,
            "rounds": {tier.name: n for tier, n in self.rounds.items()},
            "version": self.version,
        }


class NotProved(ValueError):
    """A board without a proof that its loop is the only one gets no grade."""


@dataclass(frozen=True, slots=True)
class Climb:
    """How a ladder fared on a board."""

    finished: bool
    rounds: tuple[tuple[Rule, int], ...]
    """Rule and depth of each round; what-ifs with the region rule at the depth that they are priced at."""


def grade(puzzle: Puzzle, loop: Loop, ladder: Ladder = CURRENT) -> Grade:
    """Grade a board. The caller owes the proof that ``loop`` is its only one.

    Raises `NotProved` when the ladder, whose rules are sound, arrives at another loop or at a contradiction.
    """
    climbed = climb_ladder(puzzle, loop, ladder)
    tier = tier_of(climbed, ladder)
    lookahead = max((depth for _, depth in climbed.rounds), default=0)
    score = score_of(climbed, ladder)
    rounds = {t: sum(ladder.tiers[rule] is t for rule, _ in climbed.rounds) for t in Tier}
    name = name_of(tier, lookahead)
    return Grade(
        tier=tier,
        name=name,
        score=score,
        percentile=percentile_of(puzzle.height, puzzle.width, tier, score) if ladder is CURRENT else None,
        lookahead=lookahead,
        rounds={t: n for t, n in rounds.items() if n},
        version=ladder.version,
    )


def grade_solution(solution: Solution) -> Grade | None:
    """The grade of a board that was found to have exactly one loop; None for any other."""
    return grade(solution.puzzle, solution.loops[0]) if solution.status is Status.UNIQUE else None


def warm_up() -> None:
    """Compile the ladder, or load what an earlier start compiled."""
    is_at_most(Puzzle(2, 3, bytes([2, 1, 2, 255, 255, 255])), Name.EXPERT)


def climb_ladder(puzzle: Puzzle, loop: Loop, ladder: Ladder = CURRENT) -> Climb:
    """Let a ladder solve a board, and check what it drew against ``loop``; raises `NotProved` as `grade` does."""
    if (puzzle.height, puzzle.width) != (loop.height, loop.width):
        raise ValueError(
            f"a loop on {loop.height} rows × {loop.width} columns for a board of {puzzle.height} × {puzzle.width}"
        )
    position, log = _desk_for(puzzle.height, puzzle.width)
    reset(position, ringed_clues(puzzle), puzzle.height, puzzle.width)
    outcome = climb(position, log, puzzle.width + 1, puzzle.height, rule_bits(ladder), NEVER)
    if outcome == CONTRADICTION or not _belongs_to(position, loop):
        raise NotProved("the rules, which hold on every board with one loop, do not lead to this loop")
    rounds = log.rounds[: position.reg[N_ROUNDS], :2].tolist()
    return Climb(
        finished=outcome == SOLVED,
        rounds=tuple(
            (Rule(rule), max(depth, ladder.region_depth) if rule == Rule.WHAT_IF_REGION else depth)
            for rule, depth in rounds
        ),
    )


def tier_of(climbed: Climb, ladder: Ladder = CURRENT) -> Tier:
    """The highest tier that was needed."""
    if not climbed.finished:
        return ladder.stuck
    return max((ladder.tiers[rule] for rule, _ in climbed.rounds), default=Tier.I)


def score_of(climbed: Climb, ladder: Ladder = CURRENT) -> float:
    """Costs of all rounds, over a power of their number."""
    total = sum(ladder.cost(rule, depth) for rule, depth in climbed.rounds)
    if not climbed.finished:
        total += ladder.stuck_cost
    return round(float(total / max(1, len(climbed.rounds)) ** ladder.rounds_exponent), 4)


def is_at_most(puzzle: Puzzle, name: Name) -> bool:
    """Whether the rules up to a grade finish the board, which is also a proof that its loop is the only one."""
    if name is Name.EXTREME:
        raise ValueError("extreme has no rules of its own: any board with one loop is at most extreme")
    rules, deepest = UP_TO[name]
    position, log = _desk_for(puzzle.height, puzzle.width)
    reset(position, ringed_clues(puzzle), puzzle.height, puzzle.width)
    return climb(position, log, puzzle.width + 1, puzzle.height, rules, deepest) == SOLVED


def _belongs_to(position: Position, loop: Loop) -> bool:
    stride = loop.width + 1
    rows = position.face[: (loop.height + 2) * stride, TOP : TOP + 2].reshape(loop.height + 2, stride, 2)
    horizontal = rows[1:, 1:, 0]
    vertical = np.concatenate([rows[1:-1, 1:, 1], rows[2:, :1, 1]], axis=1)
    lines = np.concatenate([horizontal.ravel(), vertical.ravel()])
    right = np.frombuffer(loop.edges, dtype=np.uint8)
    decided = lines <= LINE
    if position.reg[CLOSED]:
        return bool(((lines == LINE) == (right == LINE)).all())
    return bool((lines[decided] == right[decided]).all())


def rule_bits(ladder: Ladder) -> int:
    """The ``rules`` of `rounds.climb` for a ladder."""
    return sum(1 << rule for rule in ladder.tiers) | ladder.every_edge << EVERY_EDGE


@lru_cache(maxsize=16)
def _desk_for(height: int, width: int) -> tuple[Position, Log]:
    return new_position(height, width), new_log(height, width)

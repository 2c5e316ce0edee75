"""The ladders: ordered, versioned lists of rules. A grade means nothing without the version of its ladder.

Version 0 is the published edge ladder, kept because its counts over all small boards are known. Version 1 is the one
that boards are graded by; ``docs/ladder.md`` states and proves each of its rules and says how its costs were chosen.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from math import inf
from types import MappingProxyType
from typing import Final


class Tier(IntEnum):
    """How hard a rule is, in the order in which a solver tries them."""

    I = 1  # noqa: E741
    II = 2
    III = 3
    IV = 4
    V = 5


class Rule(IntEnum):
    """One kind of deduction, from the cheapest to the dearest."""

    COUNTING = 0
    """Lines and crosses counted at a clue or a vertex."""
    RELATED_EDGES = 1
    """An edge whose two faces are related."""
    READINGS = 2
    """A clue or a vertex read on relations."""
    LOOP = 3
    """A chain must not be closed too early."""
    ADJACENT_THREES = 4
    """What the loop rule makes of two adjacent 3s; read in the same rounds as `LOOP`."""
    REGION = 5
    """Inside and outside are one piece each."""
    WHAT_IF = 6
    """One assumption followed to a contradiction by tier II and the loop rule."""
    WHAT_IF_REGION = 7
    """The same with the region rule, when no assumption fails without it."""


class Name(StrEnum):
    """The grade in a word."""

    BEGINNER = "beginner"
    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    EXPERT = "expert"
    EXTREME = "extreme"


@dataclass(frozen=True, slots=True)
class Ladder:
    """Which rules a solver may use, the tier of each, and what a round of each costs."""

    version: int
    tiers: Mapping[Rule, Tier]
    """In the order in which they are tried."""
    stuck: Tier
    """The tier of a board that these rules do not finish."""
    costs: Mapping[Rule, float]
    """Of one round; what-ifs are priced by depth instead."""
    depth_costs: tuple[tuple[float, float], ...]
    """Of one round of what-ifs: (depths up to this, cost), ascending."""
    stuck_cost: float
    """Once, for a board that these rules do not finish."""
    region_depth: int
    """A what-if that needs the region rule counts as at least this deep."""
    rounds_exponent: float = 0.75
    """The sum of costs is divided by this power of the number of rounds: large boards take more of every kind."""
    every_edge: bool = False
    """A board is finished when every edge is drawn; otherwise when the loop is."""

    def cost(self, rule: Rule, depth: int) -> float:
        """What one round of a rule costs; ``depth`` is that of its what-ifs, with `region_depth` applied."""
        if rule in (Rule.WHAT_IF, Rule.WHAT_IF_REGION):
            return next(cost for deepest, cost in self.depth_costs if depth <= deepest)
        return self.costs[rule]


HARD_DEPTH: Final = 2
"""What-ifs up to this depth are *hard*, deeper ones *expert*: short ones look like patterns, not like guesses."""

PUBLISHED: Final = Ladder(
    version=0,
    tiers=MappingProxyType({Rule.COUNTING: Tier.I, Rule.RELATED_EDGES: Tier.II, Rule.LOOP: Tier.III}),
    stuck=Tier.IV,
    costs=MappingProxyType({Rule.COUNTING: 0.0, Rule.RELATED_EDGES: 0.0, Rule.LOOP: 0.0}),
    depth_costs=(),
    stuck_cost=0.0,
    region_depth=0,
    every_edge=True,
)
"""Edges counted; parity of drawn edges; the loop rule; then search. It stamps tiers and has no score."""

CURRENT: Final = Ladder(
    version=1,
    tiers=MappingProxyType(
        {
            Rule.COUNTING: Tier.I,
            Rule.RELATED_EDGES: Tier.II,
            Rule.READINGS: Tier.II,
            Rule.LOOP: Tier.III,
            Rule.ADJACENT_THREES: Tier.III,
            Rule.REGION: Tier.III,
            Rule.WHAT_IF: Tier.IV,
            Rule.WHAT_IF_REGION: Tier.IV,
        }
    ),
    stuck=Tier.V,
    costs=MappingProxyType(
        {
            Rule.COUNTING: 0.0,
            Rule.RELATED_EDGES: 0.4,
            Rule.READINGS: 0.2,
            Rule.LOOP: 1.0,
            Rule.REGION: 1.0,
        }
    ),
    depth_costs=((1, 0.4), (2, 1.0), (3, 1.25), (5, 1.5), (8, 2.0), (inf, 2.5)),
    stuck_cost=10.0,
    region_depth=6,
)
"""The ladder that boards are graded by."""

LADDERS: Final = MappingProxyType({ladder.version: ladder for ladder in (PUBLISHED, CURRENT)})


def name_of(tier: Tier, lookahead: int) -> Name:
    """The grade in a word; ``lookahead`` is the depth of the deepest what-if."""
    if tier is Tier.IV:
        return Name.HARD if lookahead <= HARD_DEPTH else Name.EXPERT
    return {Tier.I: Name.BEGINNER, Tier.II: Name.EASY, Tier.III: Name.NORMAL, Tier.V: Name.EXTREME}[tier]

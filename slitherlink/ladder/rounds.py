"""The climb: in each round, everything that the lowest tier with something to say says, all at once."""

from typing import Final

from slitherlink.engine.cache import jit
from slitherlink.ladder.counting import count_edges
from slitherlink.ladder.loop_rule import adjacent_threes, forbid_closing, loop_is_whole
from slitherlink.ladder.position import (
    CLOSED,
    COLOURED,
    CONNECTED_AT,
    FACT_ONE,
    N_DRAWN,
    N_FACTS,
    N_ROUNDS,
    N_TRACED,
    THREES_SEEN,
    Log,
    Position,
    apply_facts,
)
from slitherlink.ladder.readings import read_relations, related_edges
from slitherlink.ladder.region import connect_sides
from slitherlink.ladder.versions import Rule
from slitherlink.ladder.what_if import failing_what_ifs

_RELATED_EDGES, _READINGS, _LOOP = int(Rule.RELATED_EDGES), int(Rule.READINGS), int(Rule.LOOP)
_ADJACENT_THREES, _REGION = int(Rule.ADJACENT_THREES), int(Rule.REGION)
_WHAT_IF, _WHAT_IF_REGION = int(Rule.WHAT_IF), int(Rule.WHAT_IF_REGION)
EVERY_EDGE: Final = 16
"""Bit of ``rules`` beside those of the rules: go on until every edge is drawn, not just the loop."""

SOLVED: Final = 1
STUCK: Final = 0
CONTRADICTION: Final = -1


@jit
def climb(position: Position, log: Log, stride: int, height: int, rules: int, deepest: int) -> int:
    """Go on in rounds until the loop is closed or no rule helps any more: `SOLVED`, `STUCK` or `CONTRADICTION`.

    ``rules``: bit r admits rule r; counting always is. ``deepest`` bounds the depth of what-ifs. Rounds are appended to
    ``log.rounds``, and their facts to ``log.facts`` when that has room for any.
    """
    reg = position.reg
    n_edges = (height + 1) * (stride - 1) + height * stride
    while not reg[CLOSED] or (rules >> EVERY_EDGE & 1 and reg[N_DRAWN] < n_edges):
        rule, depth = 0, 0
        sound = count_edges(position, stride)
        if sound and reg[N_FACTS] == 0 and rules >> _RELATED_EDGES & 1:
            rule = _RELATED_EDGES
            related_edges(position, stride)
        if sound and reg[N_FACTS] == 0 and rules >> _READINGS & 1:
            rule = _READINGS
            sound = read_relations(position, stride)
        if sound and reg[N_FACTS] == 0 and rules >> _LOOP & 1:
            rule = _LOOP
            forbid_closing(position, stride)
            if rules >> _ADJACENT_THREES & 1 and not reg[THREES_SEEN]:
                reg[THREES_SEEN] = 1
                adjacent_threes(position, stride)
        if sound and reg[N_FACTS] == 0 and rules >> _REGION & 1 and reg[COLOURED] != reg[CONNECTED_AT]:
            rule = _REGION
            reg[CONNECTED_AT] = reg[COLOURED]
            sound = connect_sides(position, stride, height)
        for what_if in range(_WHAT_IF, _WHAT_IF_REGION + 1):
            if sound and reg[N_FACTS] == 0 and rules >> what_if & 1:
                rule = what_if
                depth = failing_what_ifs(position, stride, height, deepest, rule == _WHAT_IF_REGION)
        if not sound:
            return CONTRADICTION
        if reg[N_FACTS] == 0:
            return STUCK
        _record(position, log, rule, depth)
        if not apply_facts(position, stride, False):
            return CONTRADICTION
    return SOLVED if loop_is_whole(position) else CONTRADICTION


@jit
def _record(position: Position, log: Log, rule: int, depth: int) -> None:
    reg, lists = position.reg, position.lists
    if log.facts.shape[0]:
        for i in range(reg[N_FACTS]):
            for k in range(4):
                log.facts[reg[N_TRACED], k] = lists[FACT_ONE + k, i]
            reg[N_TRACED] += 1
    at = reg[N_ROUNDS]
    log.rounds[at, 0] = rule
    log.rounds[at, 1] = depth
    log.rounds[at, 2] = reg[N_TRACED]
    reg[N_ROUNDS] = at + 1

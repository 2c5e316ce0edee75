"""The rounds of the compiled ladder as facts on the lattice, from the empty board or from what is drawn already."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherlink.engine.cache import jit
from slitherlink.engine.ring import ringed_clues
from slitherlink.ladder.grading import rule_bits
from slitherlink.ladder.position import (
    N_ROUNDS,
    Position,
    add_fact,
    apply_facts,
    new_log,
    new_position,
    reset,
)
from slitherlink.ladder.rounds import CONTRADICTION, climb
from slitherlink.ladder.sheet import Fact, edge_fact, pair_fact
from slitherlink.ladder.versions import CURRENT, Rule
from slitherlink.ladder.what_if import NEVER
from slitherlink.lattice import Lattice
from slitherlink.puzzle import Puzzle

Round = tuple[Rule, int, tuple[Fact, ...]]
"""Rule, depth of its what-ifs, and everything found, each fact once."""


class Climbed(NamedTuple):
    """Where the ladder came to."""

    outcome: int
    """`rounds.SOLVED`, `STUCK` or `CONTRADICTION`."""
    rounds: list[Round]


def climb_from(puzzle: Puzzle, given: Iterable[Fact] = ()) -> Climbed:
    """Climb the current ladder from some facts."""
    height, width = puzzle.height, puzzle.width
    position, log = new_position(height, width), new_log(height, width, with_facts=True)
    reset(position, ringed_clues(puzzle), height, width)
    facts = np.array([_ringed(fact, puzzle.lattice) for fact in given], dtype=np.int32).reshape(-1, 4)
    outcome = CONTRADICTION
    if _start_from(position, facts, width + 1):
        outcome = climb(position, log, width + 1, height, rule_bits(CURRENT), NEVER)
    rounds = []
    begin = 0
    for rule, depth, end in log.rounds[: position.reg[N_ROUNDS]].tolist():
        facts_of_round = dict.fromkeys(_on_lattice(fact, puzzle.lattice) for fact in log.facts[begin:end].tolist())
        rounds.append((Rule(rule), depth, tuple(facts_of_round)))
        begin = end
    return Climbed(outcome, rounds)


@jit
def _start_from(position: Position, facts: NDArray[np.int32], stride: int) -> bool:
    for i in range(facts.shape[0]):
        add_fact(position, facts[i, 0], facts[i, 1], facts[i, 2], facts[i, 3])
    return apply_facts(position, stride, False)


def _on_lattice(fact: list[int], lattice: Lattice) -> Fact:
    one, other, value, edge = fact
    stride = lattice.width + 1
    if edge < 0:
        return pair_fact(_face_on_lattice(one, lattice), _face_on_lattice(other, lattice), value)
    row, col = divmod(edge // 2, stride)
    if edge % 2 == 0:
        return edge_fact(lattice, lattice.horizontal(row - 1, col - 1), value)
    # The right edge of a row belongs to the ring column at the start of the next one.
    return edge_fact(lattice, lattice.vertical(*((row - 1, col - 1) if col else (row - 2, lattice.width))), value)


def _face_on_lattice(face: int, lattice: Lattice) -> int:
    row, col = divmod(face, lattice.width + 1)
    is_cell = 0 < row <= lattice.height and col > 0
    return (row - 1) * lattice.width + col - 1 if is_cell else lattice.outside


def _ringed(fact: Fact, lattice: Lattice) -> tuple[int, int, int, int]:
    stride = lattice.width + 1

    def ringed(face: int) -> int:
        row, col = divmod(face, lattice.width)
        return 0 if face == lattice.outside else (row + 1) * stride + col + 1

    if fact.edge is None:
        return ringed(fact.one), ringed(fact.other), fact.value, -1
    kind, row, col = lattice.place_of_edge(fact.edge)
    edge = 2 * ((row + 1) * stride + col + 1) + (kind == "vertical")
    return ringed(fact.one), ringed(fact.other), fact.value, edge

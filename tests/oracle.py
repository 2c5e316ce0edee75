"""Slow, obvious twins of the solver: enumeration for small boards, SAT with lazy loop cuts for larger ones.

Nothing here uses the lattice, the rules or the engine. An edge is a pair of dots, a dot is (row, col), and edges
are listed in the documented order: horizontal ones row by row, then vertical ones row by row.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pysat.solvers import Cadical195

from slitherlink import Puzzle
from slitherlink.puzzle import CROSS, LINE, OPEN, Status

Dot = tuple[int, int]
Edge = tuple[Dot, Dot]


def edges_of(height: int, width: int) -> list[Edge]:
    horizontal = [((row, col), (row, col + 1)) for row in range(height + 1) for col in range(width)]
    vertical = [((row, col), (row + 1, col)) for row in range(height) for col in range(width + 1)]
    return horizontal + vertical


def sides_of(row: int, col: int) -> list[Edge]:
    """The four edges around a cell."""
    return [
        ((row, col), (row, col + 1)),
        ((row + 1, col), (row + 1, col + 1)),
        ((row, col), (row + 1, col)),
        ((row, col + 1), (row + 1, col + 1)),
    ]


def clues_of(puzzle: Puzzle) -> dict[tuple[int, int], int]:
    return {
        (row, col): int(character)
        for row, text in enumerate(puzzle.rows)
        for col, character in enumerate(text)
        if character in "01234"
    }


def loops_in(lines: set[Edge]) -> list[set[Edge]] | None:
    """Split lines into closed loops by walking along them; None when they branch or end somewhere."""
    at: dict[Dot, list[Edge]] = {}
    for edge in lines:
        for dot in edge:
            at.setdefault(dot, []).append(edge)
    if any(len(edges) != 2 for edges in at.values()):
        return None
    left = set(lines)
    loops = []
    while left:
        edge = left.pop()
        loop, dot = {edge}, edge[1]
        while dot != edge[0]:
            (onward,) = [e for e in at[dot] if e in left]
            loop.add(onward)
            left.remove(onward)
            dot = onward[0] if onward[1] == dot else onward[1]
        loops.append(loop)
    return loops


def is_one_loop(height: int, width: int, edges: bytes) -> bool:
    lines = {edge for edge, state in zip(edges_of(height, width), edges, strict=True) if state == LINE}
    loops = loops_in(lines)
    return loops is not None and len(loops) == 1


def meets_clues(puzzle: Puzzle, lines: set[Edge]) -> bool:
    return all(
        sum(edge in lines for edge in sides_of(row, col)) == clue for (row, col), clue in clues_of(puzzle).items()
    )


def is_solution(puzzle: Puzzle, edges: bytes) -> bool:
    lines = {edge for edge, state in zip(edges_of(puzzle.height, puzzle.width), edges, strict=True) if state == LINE}
    return is_one_loop(puzzle.height, puzzle.width, edges) and meets_clues(puzzle, lines)


def verdict(n_solutions: int) -> Status:
    return (Status.NONE, Status.UNIQUE)[n_solutions] if n_solutions < 2 else Status.MULTIPLE


def shared(solutions: list[bytes]) -> bytes:
    """The edges that are equal in all of some solutions, `OPEN` elsewhere."""
    return bytes(states[0] if len(set(states)) == 1 else OPEN for states in zip(*solutions, strict=True))


class AllLoops(NamedTuple):
    """Every drawing of one or more separate loops on a small lattice."""

    edges: NDArray[np.uint8]
    """``(n_drawings, n_edges)``"""
    counts: NDArray[np.uint8]
    """``(n_drawings, n_cells)``: lines around each cell."""
    n_loops: NDArray[np.int64]
    """``(n_drawings,)``"""


@lru_cache(maxsize=32)
def all_loops(height: int, width: int) -> AllLoops:
    """Colour the cells in every way; the border of the coloured ones, where no two meet at a corner only, is loops.

    Loops that do not touch or cross are such a border, and a colouring is determined by its border.
    """
    edges = edges_of(height, width)
    cells = list(product(range(height), range(width)))
    found = []
    for colours in product((False, True), repeat=len(cells)):
        lines: set[Edge] = set()
        for cell, inside in zip(cells, colours, strict=True):
            if inside:
                lines ^= set(sides_of(*cell))
        loops = loops_in(lines)
        if loops:
            found.append(([edge in lines for edge in edges], len(loops)))
    states = np.array([row for row, _ in found], dtype=np.uint8)
    number = {edge: i for i, edge in enumerate(edges)}
    counts = np.stack([states[:, [number[e] for e in sides_of(*cell)]].sum(axis=1) for cell in cells], axis=1)
    return AllLoops(states, counts.astype(np.uint8), np.array([n for _, n in found]))


def single_loops(height: int, width: int) -> AllLoops:
    """Every single loop on a small lattice."""
    loops = all_loops(height, width)
    single = loops.n_loops == 1
    return AllLoops(loops.edges[single], loops.counts[single], loops.n_loops[single])


def enumerated(puzzle: Puzzle) -> list[bytes]:
    """All solutions of a small board, by looking at every loop that there is."""
    loops = single_loops(puzzle.height, puzzle.width)
    fits = np.ones(len(loops.edges), dtype=bool)
    for (row, col), clue in clues_of(puzzle).items():
        fits &= loops.counts[:, row * puzzle.width + col] == clue
    return [bytes(edges) for edges in loops.edges[fits]]


def solutions_by_sat(puzzle: Puzzle) -> Iterator[bytes]:
    """All solutions of a board, one after the other, each once.

    A model of the clue and degree constraints is one or more loops. Each of them is tested alone, whether it is a
    solution, and then forbidden: nothing but that loop itself could be a single loop that holds all of its lines.
    """
    edges = edges_of(puzzle.height, puzzle.width)
    number = {edge: i for i, edge in enumerate(edges, start=1)}
    with Cadical195() as solver:
        solver.add_clause(list(number.values()))
        for clause in _local_clauses(puzzle, number):
            solver.add_clause(clause)
        while solver.solve():
            lines = {edges[literal - 1] for literal in solver.get_model() if 0 < literal <= len(edges)}
            loops = loops_in(lines)
            assert loops, "a model has degree 0 or 2 at every dot and at least one line"
            for loop in loops:
                if meets_clues(puzzle, loop):
                    yield bytes(LINE if edge in loop else CROSS for edge in edges)
                solver.add_clause([-number[edge] for edge in loop])


def _local_clauses(puzzle: Puzzle, number: dict[Edge, int]) -> Iterator[list[int]]:
    for (row, col), clue in clues_of(puzzle).items():
        sides = [number[edge] for edge in sides_of(row, col)]
        yield from ([-side for side in some] for some in combinations(sides, clue + 1))
        yield from (list(some) for some in combinations(sides, 5 - clue))
    at: dict[Dot, list[int]] = {}
    for edge, variable in number.items():
        for dot in edge:
            at.setdefault(dot, []).append(variable)
    for around in at.values():
        yield from ([-a, -b, -c] for a, b, c in combinations(around, 3))
        for variable in around:
            yield [-variable, *(other for other in around if other != variable)]

"""The tables of the clue rule and the vertex rule, against the rules as a person says them."""

from itertools import combinations, product

import pytest

from slitherlink.engine import tables


def shared(colourings: list[tuple[int, ...]], known: dict[tuple[int, int], int]) -> dict[tuple[int, int], int] | None:
    """What all colourings that agree with the known relations have in common; None when none agrees."""
    living = [c for c in colourings if all(c[a] ^ c[b] == value for (a, b), value in known.items())]
    if not living:
        return None
    pairs = combinations(range(len(living[0])), 2)
    values = {(a, b): {c[a] ^ c[b] for c in living} for a, b in pairs}
    return {pair: seen.pop() for pair, seen in values.items() if len(seen) == 1}


def by_table(
    start: int,
    masks: list[int],
    forced: list[int],
    pairs: tuple[tuple[int, int], ...],
    known: dict[tuple[int, int], int],
) -> dict[tuple[int, int], int] | None:
    living = start
    for k, pair in enumerate(pairs):
        living &= masks[tables.STATES * k + known.get(pair, 2)]
    if not living:
        return None
    code, found = forced[living], {}
    while code:
        assert code & 128
        found[(code >> 3 & 7, code & 7)] = code >> 6 & 1
        code >>= 8
    return found


def closed(known: dict[tuple[int, int], int], n_faces: int) -> dict[tuple[int, int], int]:
    """All relations that follow from some by adding them up."""
    relations = dict(known)
    for middle, a, b in product(range(n_faces), repeat=3):
        first, second = relations.get(tuple(sorted((a, middle)))), relations.get(tuple(sorted((middle, b))))  # type: ignore[arg-type]
        if a < b and middle not in (a, b) and first is not None and second is not None:
            relations[(a, b)] = first ^ second
    return relations if relations == known else closed(relations, n_faces)


def consistent_knowledge(n_faces: int) -> list[dict[tuple[int, int], int]]:
    """Every way to know some relations: split the faces into groups, and colour them."""
    found = []
    for groups in product(range(n_faces), repeat=n_faces):
        if any(group > max((-1, *groups[:i])) + 1 for i, group in enumerate(groups)):
            continue
        for colours in product((0, 1), repeat=n_faces):
            known = {
                (a, b): colours[a] ^ colours[b] for a, b in combinations(range(n_faces), 2) if groups[a] == groups[b]
            }
            if known not in found:
                found.append(known)
    return found


@pytest.mark.parametrize("clue", range(5))
def test_a_clue_forces_what_all_ways_to_meet_it_share(clue: int) -> None:
    colourings = [c for c in product((0, 1), repeat=5) if sum(c[0] ^ x for x in c[1:]) == clue]
    masks = tables.CLUE_MASKS.tolist()[clue * 30 : clue * 30 + 30]
    forced = tables.CLUE_FORCED.tolist()[clue * 64 : clue * 64 + 64]
    start = int(tables.CLUE_START[clue])
    for known in consistent_knowledge(5):
        truth, found = shared(colourings, known), by_table(start, masks, forced, tables.CLUE_PAIRS, known)
        assert (truth is None) == (found is None), known
        if truth is not None and found is not None:
            assert closed(known | found, 5) == truth, known


def test_a_vertex_forces_what_all_ways_without_a_branch_share() -> None:
    around = (0, 1, 3, 2)
    colourings = [c for c in product((0, 1), repeat=4) if sum(c[around[i]] ^ c[around[i - 1]] for i in range(4)) <= 2]
    start, masks, forced = tables.VERTEX_START, tables.VERTEX_MASKS.tolist(), tables.VERTEX_FORCED.tolist()
    for known in consistent_knowledge(4):
        truth, found = shared(colourings, known), by_table(start, masks, forced, tables.VERTEX_PAIRS, known)
        assert (truth is None) == (found is None), known
        if truth is not None and found is not None:
            assert closed(known | found, 4) == truth, known


@pytest.mark.parametrize(
    ("rows", "cols", "pairs"),
    [
        (tables.CLUE_ROWS, tables.CLUE_COLS, tables.CLUE_PAIRS[:4]),
        (tables.VERTEX_ROWS, tables.VERTEX_COLS, tables.VERTEX_PAIRS[:4]),
    ],
)
def test_the_first_relations_are_edges(rows: list[int], cols: list[int], pairs: tuple[tuple[int, int], ...]) -> None:
    for a, b in pairs:
        assert abs(rows[a] - rows[b]) + abs(cols[a] - cols[b]) == 1

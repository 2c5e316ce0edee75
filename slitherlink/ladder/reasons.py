"""Why: for every rule below the what-ifs, what it finds at one place and the least that it rests on."""

from collections.abc import Iterable, Iterator, Sequence

from slitherlink.ladder.places import (
    Place,
    cited,
    facts_at,
    fewest,
    patterns_at,
    places_of,
    relations_at,
    said,
    without_repeats,
)
from slitherlink.ladder.sentences import (
    capital,
    cell_name,
    clue_name,
    edge_name,
    fact_name,
    facts_named,
    listed,
    place_name,
)
from slitherlink.ladder.sheet import Fact, Sheet, edge_fact, pair_fact
from slitherlink.ladder.steps import Reason
from slitherlink.ladder.versions import Rule
from slitherlink.lattice import NO_EDGE
from slitherlink.puzzle import CROSS, LINE

Finding = tuple[tuple[Fact, ...], Reason]
"""Everything that one place says, and why."""


def counted(place: Place, sheet: Sheet) -> Finding | None:
    """Tier I at a clue or a vertex; None when nothing is decided there."""
    clues, lattice = sheet.puzzle.clues, sheet.lattice
    if place.is_clue and clues[place.at] > 4:
        return None
    edges = [edge for edge in place.edges if edge != NO_EDGE]
    lines = [edge for edge in edges if sheet.edges.get(edge) == LINE]
    crosses = [edge for edge in edges if sheet.edges.get(edge) == CROSS]
    still_open = [edge for edge in edges if edge not in sheet.edges]
    wanted = clues[place.at] if place.is_clue else 2
    name = place_name(place, clues, lattice)
    if not still_open:
        return None
    if len(lines) == wanted:
        value, because = CROSS, lines
        has = ("has no line", "has its 1 line")[wanted] if wanted < 2 else f"has all of its {wanted} lines"
        why = f"{name} {has}"
        why = why if place.is_clue else f"two lines already meet at {name}"
    elif place.is_clue and len(lines) + len(still_open) == wanted:
        value, because, why = LINE, crosses, f"{name} needs every edge that is left"
    elif not place.is_clue and len(still_open) == 1:
        value, because = (LINE, lines + crosses) if lines else (CROSS, crosses)
        why = (
            f"the line that comes to {name} has only one way on" if lines else f"a line to {name} would have no way on"
        )
    else:
        return None
    finds = tuple(edge_fact(lattice, edge, value) for edge in still_open)
    return finds, Reason(
        Rule.COUNTING,
        clues=(place.at,) if place.is_clue else (),
        facts=tuple(edge_fact(lattice, edge, sheet.edges[edge]) for edge in because),
        sentence=capital(f"{why}, so {facts_named(finds, lattice)}"),
    )


def read(place: Place, sheet: Sheet) -> Finding | None:
    """A clue or a vertex read on relations; None when it says nothing new or contradicts what is known."""
    patterns = patterns_at(place, sheet.puzzle.clues)
    if patterns is None:
        return None
    known = relations_at(place, sheet)
    shared = said(place, patterns, known)
    news = {k: value for k, value in (shared or {}).items() if k not in known}
    if not news:
        return None
    facts = cited(place, fewest(place, patterns, known, news), sheet)
    finds = tuple(without_repeats(list(dict.fromkeys(facts_at(place, news, sheet))), sheet))
    name = place_name(place, sheet.puzzle.clues, sheet.lattice)
    because = f"because {facts_named(facts, sheet.lattice)}, " if facts else ""
    return finds, Reason(
        Rule.READINGS,
        clues=(place.at,) if place.is_clue else (),
        facts=tuple(facts),
        sentence=capital(f"look at {name}: {because}whichever way it is drawn, {facts_named(finds, sheet.lattice)}"),
    )


def unreadable(place: Place, sheet: Sheet) -> Reason | None:
    """Why a clue or a vertex can no longer be drawn at all; None when it can."""
    patterns = patterns_at(place, sheet.puzzle.clues)
    if patterns is None:
        return None
    known = relations_at(place, sheet)
    if said(place, patterns, known) is not None:
        return None
    facts = cited(place, fewest(place, patterns, known, None), sheet)
    name = place_name(place, sheet.puzzle.clues, sheet.lattice)
    because = f" because {facts_named(facts, sheet.lattice)}" if facts else ""
    clues = (place.at,) if place.is_clue else ()
    return Reason(Rule.READINGS, clues, tuple(facts), capital(f"{name} cannot be drawn any more{because}"))


def related(edges: Sequence[int], sheet: Sheet) -> Finding:
    """Edges whose faces are related by a chain of facts."""
    lattice = sheet.lattice
    facts: dict[Fact, None] = {}
    finds = []
    for edge in edges:
        one, other = lattice.edge_faces[edge].tolist()
        facts.update(dict.fromkeys(sheet.chain(one, other)))
        value = sheet.relation(one, other)
        assert value is not None
        finds.append(edge_fact(lattice, edge, value))
    sentence = capital(f"step from cell to cell: {facts_named(list(facts), lattice)}, so {facts_named(finds, lattice)}")
    return tuple(finds), Reason(Rule.RELATED_EDGES, (), tuple(facts), sentence)


def closing(edge: int, sheet: Sheet) -> Finding | None:
    """An edge between the two ends of one chain, when closing it would not end the board; None otherwise."""
    v, w = sheet.lattice.edge_vertices[edge].tolist()
    if edge in sheet.edges or len(sheet.lines_at(v)) != 1 or len(sheet.lines_at(w)) != 1:
        return None
    chain = sheet.chain_of_lines(v)
    if sheet.lines_at(w)[0] not in chain:
        return None
    left_out = _left_out({*chain, edge}, sheet)
    if left_out is None:
        return None
    clues, facts, why = left_out
    finds = (edge_fact(sheet.lattice, edge, CROSS),)
    lines = tuple(edge_fact(sheet.lattice, line, LINE) for line in chain)
    name = edge_name(edge, sheet.lattice)
    sentence = capital(f"{name} would close the loop while {why}, so it is a cross")
    return finds, Reason(Rule.LOOP, clues, (*lines, *facts), sentence)


def closed_early(sheet: Sheet) -> Reason | None:
    """Why a loop that is closed is not the whole loop; None when none is closed or all is well."""
    seen: set[int] = set()
    for edge, value in sorted(sheet.edges.items()):
        if value != LINE or edge in seen:
            continue
        chain = sheet.chain_of_lines(int(sheet.lattice.edge_vertices[edge, 0]))
        seen.update(chain)
        ends = {v for line in chain for v in sheet.lattice.edge_vertices[line].tolist()}
        left_out = _left_out(set(chain), sheet) if all(len(sheet.lines_at(v)) == 2 for v in ends) else None
        if left_out is not None:
            clues, facts, why = left_out
            lines = tuple(edge_fact(sheet.lattice, line, LINE) for line in chain)
            return Reason(Rule.LOOP, clues, (*lines, *facts), capital(f"the loop is closed while {why}"))
    return None


def is_whole(sheet: Sheet) -> bool:
    """Whether the drawn lines are one closed loop that meets every clue."""
    lines = [edge for edge, value in sheet.edges.items() if value == LINE]
    vertices = {v for edge in lines for v in sheet.lattice.edge_vertices[edge].tolist()}
    closed = bool(lines) and all(len(sheet.lines_at(v)) == 2 for v in vertices)
    return closed and _left_out(set(sheet.chain_of_lines(min(vertices))), sheet) is None


def _left_out(loop: set[int], sheet: Sheet) -> tuple[tuple[int, ...], tuple[Fact, ...], str] | None:
    """What shows that a closed loop is not the answer: a clue it does not meet, or else a line beside it."""
    for cell, clue in sheet.clues():
        n = sum(edge in loop for edge in sheet.lattice.face_edges[cell].tolist())
        if n != clue:
            return (cell,), (), f"{clue_name(cell, sheet.puzzle.clues, sheet.lattice)} would have {n}"
    for edge, value in sorted(sheet.edges.items()):
        if value == LINE and edge not in loop:
            return (), (edge_fact(sheet.lattice, edge, LINE),), f"{edge_name(edge, sheet.lattice)} is left out"
    return None


def threes(middle: int, sheet: Sheet) -> Finding | None:
    """What two 3s on both sides of an edge decide; None when there are none, or the loop around them is an answer."""
    lattice, clues = sheet.lattice, sheet.puzzle.clues
    cells = tuple(lattice.edge_faces[middle].tolist())
    if lattice.outside in cells or any(clues[cell] != 3 for cell in cells):
        return None
    around = [edge for cell in cells for edge in lattice.face_edges[cell].tolist() if edge != middle]
    left_out = _left_out(set(around), Sheet(sheet.puzzle))
    if left_out is None:
        return None
    ends = set(lattice.edge_vertices[middle].tolist())
    outer = [edge for edge in around if not ends & set(lattice.edge_vertices[edge].tolist())]
    near = {edge for v in ends for edge in lattice.vertex_edges[v].tolist() if edge != NO_EDGE}
    beyond = sorted(near - {middle, *around})
    decided = [(edge, LINE) for edge in (outer[0], middle, outer[1])] + [(edge, CROSS) for edge in beyond]
    finds = tuple(edge_fact(lattice, edge, value) for edge, value in decided if edge not in sheet.edges)
    if not finds:
        return None
    names = listed(cell_name(cell, lattice) for cell in cells)
    why = f"the 3s at {names} are neighbours and the loop around just these two is wrong, since {left_out[2]}"
    sentence = capital(f"{why}; so {facts_named(finds, lattice)}")
    return finds, Reason(Rule.ADJACENT_THREES, tuple(sorted({*cells, *left_out[0]})), (), sentence)


def connected(cell: int, colour: int, sheet: Sheet) -> Finding | None:
    """Why a cell must have a colour (1 inside, 0 outside) for both sides to be in one piece; None when it need not."""
    for side, why in ((colour, "would be cut in two"), (1 - colour, "could not be reached from here")):
        torn = _torn(sheet, side, (cell, 1 - colour))
        if torn is None:
            continue
        name = "inside" if side else "outside"
        fact = pair_fact(cell, sheet.lattice.outside, colour)
        facts = _colours([face for face in torn if face != cell], sheet)
        sentence = capital(
            f"otherwise the {name} {why}, walled in by {_cells_named(torn, side, cell, sheet)}; "
            f"so {fact_name(fact, sheet.lattice)}"
        )
        return (fact,), Reason(Rule.REGION, (), facts, sentence)
    return None


def torn_apart(sheet: Sheet) -> Reason | None:
    """Why a side has fallen into two pieces; None when both are whole."""
    for side in (0, 1):
        torn = _torn(sheet, side, None)
        if torn is not None:
            name = "inside" if side else "outside"
            sentence = capital(f"the {name} is cut in two by {_cells_named(torn, side, None, sheet)}")
            return Reason(Rule.REGION, (), _colours(torn, sheet), sentence)
    return None


def _torn(sheet: Sheet, side: int, tried: tuple[int, int] | None) -> list[int] | None:
    """If a side would fall apart: one face of each of two pieces, and the faces of the other side between them."""
    n = sheet.lattice.n_faces
    colours = [sheet.colour(face) for face in range(n)]
    if tried is not None:
        colours[tried[0]] = tried[1]
    held = [face for face in range(n) if colours[face] == side]
    if not held:
        return None
    start = tried[0] if tried is not None and tried[1] == side else held[-1]
    piece = {start}
    waiting = [start]
    wall = set()
    while waiting:
        here = waiting.pop()
        for there in _neighbours(here, sheet):
            if colours[there] == 1 - side:
                wall.add(there)
            elif there not in piece:
                piece.add(there)
                waiting.append(there)
    beyond = [face for face in held if face not in piece]
    return [start, beyond[0], *sorted(wall)] if beyond else None


def _neighbours(face: int, sheet: Sheet) -> Iterator[int]:
    lattice = sheet.lattice
    if face == lattice.outside:
        yield from (sum(pair) - face for pair in lattice.edge_faces.tolist() if face in pair)
    else:
        yield from (sum(lattice.edge_faces[edge].tolist()) - face for edge in lattice.face_edges[face].tolist())


def _colours(faces: Iterable[int], sheet: Sheet) -> tuple[Fact, ...]:
    facts: dict[Fact, None] = {}
    for face in faces:
        facts.update(dict.fromkeys(sheet.chain(face, sheet.lattice.outside)))
    return tuple(facts)


def _cells_named(torn: list[int], side: int, cell: int | None, sheet: Sheet) -> str:
    """The wall between two pieces, without the cell that is asked about, in words."""
    wall = [cell_name(face, sheet.lattice) for face in torn[2:] if face != cell]
    shown = listed(wall[:6]) + (f" and {len(wall) - 6} more cells" if len(wall) > 6 else "")
    sides = "the outside" if side else "the inside"
    return f"{shown} on {sides}" if wall else "the border"


def places_near(faces: Iterable[int], sheet: Sheet) -> list[Place]:
    """The places that see any of some faces, cells first."""
    _, seeing = places_of(sheet.lattice.height, sheet.lattice.width)
    near = {place for face in faces if face != sheet.lattice.outside for place in seeing[face]}
    return sorted(near, key=lambda place: (not place.is_clue, place.at))

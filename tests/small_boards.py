"""All boards of a small size that have one loop, by enumeration, and the eight images of a board."""

from functools import lru_cache
from itertools import product

from slitherlink.lattice import lattice_for
from slitherlink.puzzle import NO_CLUE, Drawing, Loop, Puzzle
from slitherlink.rules import flaws
from tests.oracle import solutions_by_sat


@lru_cache(maxsize=8)
def loops_of(height: int, width: int) -> list[Loop]:
    """Every loop on a lattice: the borders of all sets of cells, as far as they are one loop."""
    lattice = lattice_for(height, width)
    blank = Puzzle(height, width, bytes([NO_CLUE]) * (height * width))
    found = []
    for inside in product((0, 1), repeat=height * width):
        sides = (*inside, 0)
        drawing = Drawing(height, width, bytes(sides[a] ^ sides[b] for a, b in lattice.edge_faces.tolist()))
        if not flaws(blank, drawing):
            found.append(Loop(height, width, drawing.edges))
    return found


@lru_cache(maxsize=8)
def unique_boards(height: int, width: int, largest: int = 3) -> dict[bytes, Loop]:
    """Clues of every board with exactly one loop, with clues up to ``largest`` or blank, and its loop."""
    lattice = lattice_for(height, width)
    first: dict[bytes, Loop] = {}
    several: set[bytes] = set()
    for loop in loops_of(height, width):
        counts = [sum(loop.edges[edge] for edge in edges) for edges in lattice.face_edges.tolist()]
        for chosen in product(*((NO_CLUE, n) if n <= largest else (NO_CLUE,) for n in counts)):
            clues = bytes(chosen)
            if clues in first:
                several.add(clues)
            first[clues] = loop
    return {clues: loop for clues, loop in first.items() if clues not in several}


def only_loop(puzzle: Puzzle) -> Loop | None:
    """The loop of a board that has exactly one, found by SAT."""
    found = []
    for drawing in solutions_by_sat(puzzle):
        found.append(drawing)
        if len(found) == 2:
            return None
    return Loop(puzzle.height, puzzle.width, found[0]) if found else None


def turned(rows: list[str]) -> list[str]:
    """A quarter turn."""
    return ["".join(column) for column in zip(*reversed(rows), strict=True)]


def images(rows: list[str]) -> list[list[str]]:
    """The board itself, turned and mirrored: eight of them."""
    found = []
    for start in (rows, [row[::-1] for row in rows]):
        for _ in range(4):
            found.append(start)
            start = turned(start)
    return found

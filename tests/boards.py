"""Makers of boards for the tests: random ones of every kind, from a seed."""

import sys
from itertools import islice
from random import Random

from slitherlink import Puzzle
from slitherlink.puzzle import CROSS, LINE, NO_CLUE
from tests.oracle import edges_of, sides_of, solutions_by_sat

Cell = tuple[int, int]

OBLONG_FIRST = [(1, 4), (4, 1), (2, 3), (3, 2), (4, 2), (2, 4), (3, 4), (4, 3), (1, 1), (2, 2), (3, 3), (4, 4)]


def board(text: str, name: str | None = None) -> Puzzle:
    """A board from rows joined by ``/``; anything but 0-4 is blank."""
    rows = text.split("/")
    clues = bytes(int(character) if character in "01234" else NO_CLUE for character in "".join(rows))
    return Puzzle(len(rows), len(rows[0]), clues, name)


def transposed(puzzle: Puzzle) -> Puzzle:
    return board("/".join("".join(column) for column in zip(*puzzle.rows, strict=True)))


def grown_inside(rng: Random, height: int, width: int, n_cells: int, wander: float = 0.0) -> set[Cell]:
    """Grow a random set of cells whose border is one loop, up to ``n_cells`` of them where the shape allows it.

    A cell is added only when, walking around it, inside and outside change places exactly twice (a stretch of
    inside, a stretch of outside) and it shares a side with the inside: then nothing is pinched and no hole closes.
    With probability ``wander`` a cell is passed over that would only fill a bay; near 1 the loop grows long arms.
    """
    inside = {(rng.randrange(height), rng.randrange(width))}
    candidates = _beside(*next(iter(inside)))
    while candidates and len(inside) < n_cells:
        at = rng.randrange(len(candidates))
        candidates[at], candidates[-1] = candidates[-1], candidates[at]
        row, col = candidates.pop()
        if (row, col) in inside or not (0 <= row < height and 0 <= col < width):
            continue
        ring = [(row + down, col + right) in inside for down, right in _RING]
        changes = sum(a != b for a, b in zip(ring, ring[1:] + ring[:1], strict=True))
        bay = sum(ring[1::2]) > 1 and rng.random() < wander
        if changes == 2 and any(ring[1::2]) and not bay:
            inside.add((row, col))
            candidates += _beside(row, col)
    return inside


_RING = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]


def _beside(row: int, col: int) -> list[Cell]:
    return [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]


def border(height: int, width: int, inside: set[Cell]) -> bytes:
    """The lines around a set of cells, as a drawing's edges."""
    lines: set[object] = set()
    for cell in inside:
        lines ^= set(sides_of(*cell))
    return bytes(LINE if edge in lines else CROSS for edge in edges_of(height, width))


def fully_clued(height: int, width: int, edges: bytes) -> Puzzle:
    lines = {edge for edge, state in zip(edges_of(height, width), edges, strict=True) if state == LINE}
    counts = (sum(edge in lines for edge in sides_of(row, col)) for row in range(height) for col in range(width))
    return Puzzle(height, width, bytes(counts))


def thinned(rng: Random, puzzle: Puzzle, share: float) -> Puzzle:
    """Keep each clue with probability ``share``."""
    clues = bytes(clue if rng.random() < share else NO_CLUE for clue in puzzle.clues)
    return Puzzle(puzzle.height, puzzle.width, clues)


def loop_board(rng: Random, height: int, width: int, share: float) -> Puzzle:
    """A board with at least one solution."""
    inside = grown_inside(rng, height, width, rng.randint(1, height * width))
    return thinned(rng, fully_clued(height, width, border(height, width, inside)), share)


def spoiled(rng: Random, puzzle: Puzzle) -> Puzzle:
    """Change one clue by one; the board has mostly, not surely, no solution left."""
    numbered = [cell for cell, clue in enumerate(puzzle.clues) if clue <= 3]
    if not numbered:
        return puzzle
    clues = bytearray(puzzle.clues)
    cell = rng.choice(numbered)
    clues[cell] = clues[cell] - 1 if clues[cell] == 3 or (clues[cell] and rng.random() < 0.5) else clues[cell] + 1
    return Puzzle(puzzle.height, puzzle.width, bytes(clues))


def noise_board(rng: Random, height: int, width: int, share: float) -> Puzzle:
    """Clues drawn one by one, without a loop in mind: the way to boards that no maker thought of."""
    clues = (rng.choices(range(5), (12, 30, 40, 17, 1))[0] for _ in range(height * width))
    return thinned(rng, Puzzle(height, width, bytes(clues)), share)


def random_board(rng: Random, height: int, width: int) -> Puzzle:
    """A board of any kind and density: with a loop in mind, with one clue spoiled, or noise."""
    kind, share = rng.randrange(5), rng.random()
    if kind < 2:
        return loop_board(rng, height, width, 0.6 + 0.4 * share)
    if kind == 2:
        return loop_board(rng, height, width, share)
    if kind == 3:
        return spoiled(rng, loop_board(rng, height, width, share))
    return noise_board(rng, height, width, share * 0.6)


def minimal_board(rng: Random, height: int, width: int) -> Puzzle | None:
    """Delete clues, in random order, while the board has one solution; None when the loop's full clues have more."""
    inside = grown_inside(rng, height, width, height * width * 3 // 5, wander=0.8)
    puzzle = fully_clued(height, width, border(height, width, inside))
    if _n_solutions(puzzle) != 1:
        return None
    for cell in rng.sample(range(height * width), height * width):
        fewer = Puzzle(height, width, puzzle.clues[:cell] + bytes([NO_CLUE]) + puzzle.clues[cell + 1 :])
        if _n_solutions(fewer) == 1:
            puzzle = fewer
    return puzzle


def _n_solutions(puzzle: Puzzle) -> int:
    return len(list(islice(solutions_by_sat(puzzle), 2)))


def main() -> None:
    """Write the boards of ``examples/boards.txt``."""
    rng = Random(1)
    sys.stdout.write(
        "# 120 boards to try things on, most of them with one solution. Made for this project and free to use:\n"
        "# python -m tests.boards > examples/boards.txt\n"
    )
    number = 0
    for size, n_boards in {(6, 9): 50, (10, 10): 50, (15, 12): 20}.items():
        for _ in range(n_boards):
            number += 1
            puzzle = minimal_board(rng, *size)
            if puzzle is None or number % 20 == 0:
                puzzle = spoiled(rng, loop_board(rng, *size, share=0.6))
            sys.stdout.write("\n" + "\n".join([f"# b{number:03}", *puzzle.rows]) + "\n")


if __name__ == "__main__":
    main()

"""Write the table of percentiles: grades of boards made for it, per size class.

    python -m bench.percentiles > slitherlink/ladder/percentiles.json

A board is a random loop with the clues that are left after deleting clues in random order while the loop stays the only
one: every second board until nothing more can go, the others until a random share of the cells is left. The same
command writes the same table.
"""

import argparse
import json
import sys
from random import Random

import numpy as np

from slitherlink.engine.ring import drawing_from_colours, n_ringed
from slitherlink.engine.solve import solve
from slitherlink.generate.loops import grow
from slitherlink.ladder.grading import climb_ladder, score_of, tier_of
from slitherlink.ladder.versions import CURRENT
from slitherlink.puzzle import NO_CLUE, Loop, Puzzle, Status

CLASSES = {5: 36, 7: 72, 10: 144, 15: 289, 20: 576, 30: 20_000}
"""Side of the boards made for a class, and the largest number of cells of a board in it."""


def main() -> None:
    """Make the boards and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--boards", type=int, default=400, help="boards of a class")
    n_boards = parser.parse_args().boards
    classes = []
    for side, up_to in CLASSES.items():
        grades = sorted(_grade_of_random_board(side, number) for number in range(n_boards))
        cuts = [grades[len(grades) * percent // 100] for percent in range(1, 100)]
        classes.append({"up_to_cells": up_to, "made_of": f"{n_boards} boards of {side}x{side}", "cuts": cuts})
        sys.stderr.write(f"{side}x{side} done\n")
    source = (
        "python -m bench.percentiles: random loops, clues deleted in random order while the loop stays the only one, "
        "half of the boards until no clue more can go, half until a random share of the cells is left. "
        "cuts: (tier, score) at 1 to 99 percent."
    )
    print(json.dumps({"source": source, "ladder": CURRENT.version, "classes": classes}, indent=None))


def _grade_of_random_board(side: int, number: int) -> tuple[int, float]:
    rng = Random(f"percentiles {side} {number}")
    while True:
        found = _board(rng, side, minimal=number % 2 == 0)
        if found is not None:
            climbed = climb_ladder(*found)
            return int(tier_of(climbed)), score_of(climbed)


def _board(rng: Random, side: int, *, minimal: bool) -> tuple[Puzzle, Loop] | None:
    """A board and its only loop; None when even all clues leave several."""
    inside = np.zeros(n_ringed(side, side), dtype=np.uint8)
    n_cells = side * side * rng.randint(45, 65) // 100
    grow(inside, side, side + 1, rng.getrandbits(63), n_cells, rng.randint(100, 220), rng.randint(0, 200))
    drawing = drawing_from_colours(side, side, inside)
    loop = Loop(side, side, drawing.edges)
    clues = bytes(sum(loop.edges[edge] for edge in edges) for edges in loop.lattice.face_edges.tolist())
    if solve(Puzzle(side, side, clues)).status is not Status.UNIQUE:
        return None
    n_left = 0 if minimal else side * side * rng.randint(30, 65) // 100
    # Several clues at a time as long as that works: most of them can go.
    waiting = [rng.sample(range(side * side), side * side)]
    while waiting and side * side - clues.count(NO_CLUE) > n_left:
        cells = waiting.pop()
        fewer = bytes(NO_CLUE if cell in set(cells) else clue for cell, clue in enumerate(clues))
        enough = side * side - fewer.count(NO_CLUE) >= n_left
        if enough and solve(Puzzle(side, side, fewer)).status is Status.UNIQUE:
            clues = fewer
        elif len(cells) > 1:
            waiting += [cells[len(cells) // 2 :], cells[: len(cells) // 2]]
    return Puzzle(side, side, clues), loop


if __name__ == "__main__":
    main()

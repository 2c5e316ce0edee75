"""The table of percentiles, and what is read from it."""

import json
from importlib.resources import files

from slitherlink.engine.solve import solve
from slitherlink.ladder.grading import grade
from slitherlink.ladder.percentiles import percentile_of
from slitherlink.ladder.versions import CURRENT, PUBLISHED, Tier
from slitherlink.puzzle import MAX_CELLS
from tests.boards import board

TABLE = json.loads((files("slitherlink.ladder") / "percentiles.json").read_text(encoding="ascii"))


def test_the_table_says_its_source_and_is_of_the_current_ladder() -> None:
    assert "bench.percentiles" in TABLE["source"]
    assert TABLE["ladder"] == CURRENT.version
    assert TABLE["classes"][-1]["up_to_cells"] == MAX_CELLS
    for each in TABLE["classes"]:
        assert len(each["cuts"]) == 99
        assert each["cuts"] == sorted(each["cuts"])


def test_the_percentile_counts_the_cuts_below() -> None:
    cuts = next(each["cuts"] for each in TABLE["classes"] if each["up_to_cells"] >= 100)
    assert percentile_of(10, 10, Tier.I, 0.0) == 0
    assert percentile_of(10, 10, Tier.V, 1e9) == 99
    tier, score = cuts[49]
    assert percentile_of(10, 10, Tier(tier), score) <= 49 < percentile_of(10, 10, Tier(tier), score + 1e-9)


def test_a_grade_of_the_current_ladder_has_a_percentile_and_others_have_none() -> None:
    puzzle = board("..../.4../....")
    (loop,) = solve(puzzle).loops
    assert grade(puzzle, loop).percentile == 0
    assert grade(puzzle, loop, PUBLISHED).percentile is None

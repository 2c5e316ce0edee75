"""Where a grade lies among boards of about its size. The table beside this module says what boards it was made from."""

import json
from bisect import bisect_left
from functools import lru_cache
from importlib.resources import files

from slitherlink.ladder.versions import Tier

_Cuts = tuple[tuple[int, float], ...]


def percentile_of(height: int, width: int, tier: Tier, score: float) -> int:
    """Share in percent, 0 to 99, of the reference boards of this size class with a lower (tier, score)."""
    n_cells = height * width
    cuts = next(cuts for up_to_cells, cuts in _table() if n_cells <= up_to_cells)
    return bisect_left(cuts, (int(tier), score))


@lru_cache(maxsize=1)
def _table() -> tuple[tuple[int, _Cuts], ...]:
    """For each size class, smallest first: the largest number of cells, and (tier, score) at 1 to 99 percent."""
    text = (files("slitherlink.ladder") / "percentiles.json").read_text(encoding="ascii")
    return tuple(
        (each["up_to_cells"], tuple((tier, score) for tier, score in each["cuts"]))
        for each in json.loads(text)["classes"]
    )

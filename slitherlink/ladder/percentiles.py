"""Where a grade lies among boards of about its size."""

from slitherlink.ladder.versions import Tier


def percentile_of(height: int, width: int, tier: Tier, score: float) -> int | None:
    """Share in percent of the reference boards of this size class with a lower (tier, score); None without such."""
    return None

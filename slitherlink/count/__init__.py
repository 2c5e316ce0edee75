"""How many loops a board has, exactly.

::

    Puzzle ──vertices──▶ [Vertex]      what each vertex allows, in the order of the sweep
    [Vertex] ──sweep──▶ records        one per state of the frontier, with the number of ways to reach it
    record ──frontier.advance──▶ …     the compiled step over one vertex
"""

from slitherlink.count.loops import count_loops, warm_up
from slitherlink.count.sweep import MAX_BYTES, MAX_NARROW_SIDE

__all__ = ["MAX_BYTES", "MAX_NARROW_SIDE", "count_loops", "warm_up"]

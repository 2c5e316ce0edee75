"""The only source of randomness: every draw is a pure function of a key and a counter.

No generator state is carried along, so the same seed and index give the same board on every machine and device, in
whatever order and chunks the work is done.
"""

import numpy as np

from slitherlink.engine.cache import jit

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@jit
def draw(key: int | np.uint64, counter: int | np.uint64) -> np.uint64:
    """64 random bits (uint64): number ``counter`` of the stream ``key``.

    The finaliser of SplitMix64 (Steele, Lea and Flood 2014).
    """
    x = np.uint64(key) + np.uint64(counter) * _GOLDEN
    x = (x ^ (x >> _30)) * _FIRST
    x = (x ^ (x >> _27)) * _SECOND
    return x ^ (x >> _31)


@jit
def below(key: int | np.uint64, counter: int | np.uint64, bound: int) -> np.int64:
    """A number 0 … ``bound`` - 1; ``bound`` < 2³². Its bias is below ``bound`` / 2³²."""
    return np.int64(((draw(key, counter) >> _32) * np.uint64(bound)) >> _32)

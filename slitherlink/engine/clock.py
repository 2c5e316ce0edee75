"""Reading the monotonic clock from compiled code: boards of a few microseconds are timed one by one."""

import time

import numpy as np
from numba import types
from numpy.typing import NDArray

from slitherlink.engine.cache import jit

_MONOTONIC = int(time.CLOCK_MONOTONIC)
_clock_gettime = types.ExternalFunction("clock_gettime", types.int32(types.int32, types.CPointer(types.int64)))


@jit
def nanoseconds(timespec: NDArray[np.int64]) -> int:
    """Nanoseconds since some fixed moment. ``timespec``: int64 ``(2,)``, written."""
    _clock_gettime(_MONOTONIC, timespec.ctypes)
    return timespec[0] * 1_000_000_000 + timespec[1]  # type: ignore[no-any-return]

"""Reading this thread's clock from compiled code: boards of a few microseconds are timed one by one.

The time that the thread ran, not the time that passed: a shared machine takes the processor away for milliseconds,
which would fall on some boards at random. One look takes about half a microsecond.
"""

import time

import numpy as np
from numba import types
from numpy.typing import NDArray

from slitherlink.engine.cache import jit

_THREAD = int(time.CLOCK_THREAD_CPUTIME_ID)
_clock_gettime = types.ExternalFunction("clock_gettime", types.int32(types.int32, types.CPointer(types.int64)))


@jit
def nanoseconds(timespec: NDArray[np.int64]) -> int:
    """Nanoseconds that this thread has run. ``timespec``: int64 ``(2,)``, written."""
    _clock_gettime(_THREAD, timespec.ctypes)
    return timespec[0] * 1_000_000_000 + timespec[1]  # type: ignore[no-any-return]

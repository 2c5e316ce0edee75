"""Processes that do not outlive the one that started them."""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def die_with_parent(parent: int, sig: signal.Signals = signal.SIGKILL) -> None:
    """Have the kernel send us ``sig`` when the thread that started us ends. Linux only; elsewhere nothing happens.

    ``parent`` is the process that we believe is ours: when it died before the call, we exit at once.
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(sig), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)

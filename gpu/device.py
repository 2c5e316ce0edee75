"""Which device is there. The only place that asks "GPU or CPU?"; nothing is touched at import.

CuPy imports well where there is no GPU, so its import says nothing: a device counts as there when one small kernel has
run on it and given the right answer.
"""

import importlib
from functools import lru_cache
from typing import Any, Literal, NamedTuple

Choice = Literal["auto", "cpu", "gpu"]
"""What a user may ask for."""


class DeviceError(RuntimeError):
    """A GPU was asked for and there is none; says what is missing."""


class Device(NamedTuple):
    """Where to compute."""

    kind: Literal["cpu", "gpu"]
    name: str
    """The model of a GPU; empty for the CPU."""


CPU = Device("cpu", "")


def choose_device(choice: Choice = "auto") -> Device:
    """The device for a wish: ``auto`` takes a GPU when one works. Raises `DeviceError` for ``gpu`` without one."""
    if choice == "cpu":
        return CPU
    device, obstacle = _probe()
    if device is not None:
        return device
    if choice == "gpu":
        raise DeviceError(f"no GPU to compute on: {obstacle}; use --device cpu or auto")
    return CPU


def describe_devices() -> list[dict[str, str]]:
    """All devices that work, for people and programs to read."""
    device, _ = _probe()
    return [{"kind": found.kind, "name": found.name} for found in (CPU, device) if found is not None]


@lru_cache(maxsize=1)
def _probe() -> tuple[Device | None, str]:
    """The first GPU, or why there is none. Asked once: it takes seconds where there is one."""
    try:
        cupy: Any = importlib.import_module("cupy")
    except ImportError:
        return None, "CuPy is not installed (extra `gpu` for CUDA 13, `gpu12` for CUDA 12)"
    try:
        if not cupy.is_available():
            return None, "CuPy finds no CUDA device or driver"
        total = int((cupy.arange(1000, dtype=cupy.int64) * 3).sum())
        name = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    except (RuntimeError, ImportError, OSError) as error:  # CuPy's own errors are RuntimeErrors
        return None, f"the device does not run a kernel: {error}"
    if total != 1_498_500:
        return None, f"the device computes wrongly: expected 1498500, got {total}"
    return Device("gpu", name), ""

import subprocess
import sys

import pytest

from gpu.device import CPU, DeviceError, choose_device, describe_devices


def test_the_cpu_is_always_there() -> None:
    assert choose_device("cpu") == CPU
    assert describe_devices()[0] == {"kind": "cpu", "name": ""}


def test_auto_takes_what_there_is_and_gpu_says_what_is_missing() -> None:
    has_gpu = len(describe_devices()) == 2
    if has_gpu:
        assert choose_device("auto") == choose_device("gpu")
        assert choose_device("gpu").name
    else:
        assert choose_device("auto") == CPU
        with pytest.raises(DeviceError, match=r"no GPU to compute on: .*; use --device cpu or auto"):
            choose_device("gpu")


def test_nothing_of_cuda_is_touched_at_import() -> None:
    script = "import sys, gpu.device; sys.exit(any(m.split('.')[0] in ('cupy', 'numba', 'cuda') for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", script]).returncode == 0

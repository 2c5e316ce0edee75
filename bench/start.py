"""Seconds from nothing to a compiled engine, and of every later start: each in a new process."""

import json
import os
import subprocess
import sys
import tempfile
from typing import NamedTuple

_CODE = """
import json, time
started, worked = time.perf_counter(), time.process_time()
from slitherlink.engine import warm_up
imported = time.perf_counter(), time.process_time()
warm_up()
engine = time.perf_counter(), time.process_time()
from slitherlink.learn import prove
prove.warm_up()
learning = time.perf_counter(), time.process_time()
marks = [(started, worked), imported, engine, learning]
print(json.dumps([[b - a for a, b in zip(*pair)] for pair in zip(marks, marks[1:])]))
"""


class Part(NamedTuple):
    """How long something took."""

    wall: float
    cpu: float

    def __str__(self) -> str:
        return f"{self.wall:.2f} s ({self.cpu:.2f} s of processor)"


class Start(NamedTuple):
    """The parts of a start."""

    imports: Part
    engine: Part
    learning: Part
    """The kernel of conflict learning; only boards that need it wait for it."""


def starts() -> tuple[Start, Start]:
    """The first start ever, with an empty cache, and the next one."""
    with tempfile.TemporaryDirectory() as folder:
        return _start(folder), _start(folder)


def told(cold: Start, warm: Start) -> str:
    """For a person."""
    return (
        f"cold: imports {cold.imports}, engine {cold.engine}, learning kernel {cold.learning}\n"
        f"warm: imports {warm.imports}, engine {warm.engine}, learning kernel {warm.learning}"
    )


def _start(cache: str) -> Start:
    environment = {**os.environ, "SLITHERLINK_CACHE": cache}
    ran = subprocess.run([sys.executable, "-c", _CODE], env=environment, stdout=subprocess.PIPE, check=True)
    return Start(*(Part(*part) for part in json.loads(ran.stdout)))


if __name__ == "__main__":
    print(told(*starts()))

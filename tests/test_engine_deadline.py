"""Compiling conflict learning on first need is not the time of the board that needs it."""

import os
import subprocess
import sys
from pathlib import Path

BOARD = (
    "....2..2232./1122...21.2./...1..1..1../1100..01..02/....1....0../..0.3112..1./2.1....2..../"
    "..11221..022/.1..2...1.../......0.2..0/33.1.1..3.../..1..0....../.0.......0.."
)
CODE = f"""
from slitherlink.engine import solve, warm_up
from slitherlink.formats import parse
from slitherlink.learn import prove
warm_up()
solution = solve(parse("{BOARD}"), time_limit=2)
assert prove.warm_up.cache_info().misses == 1, "the board was to need conflict learning"
print(solution.status, solution.microseconds < 2e6)
"""


def test_a_cold_start_does_not_count_against_the_time_limit(tmp_path: Path) -> None:
    env = os.environ | {"SLITHERLINK_CACHE": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", CODE], env=env, capture_output=True, text=True, check=False)
    assert run.stdout == "unique True\n", run.stderr

"""Compiled code is found again exactly as long as nothing that it was made from has changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import slitherlink

SHOW = "from slitherlink.engine.cache import cache_folder; print(cache_folder('slitherlink.engine.propagate'))"
SOLVE = "from slitherlink.engine import warm_up; warm_up()"
CHECK = "from slitherlink import engine, formats; print(engine.solve(formats.parse('212/.../212')).status)"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package's sources in a folder of their own."""
    source = Path(slitherlink.__file__).parent
    shutil.copytree(source, tmp_path / "slitherlink", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def run(copy: Path, code: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": str(copy), "SLITHERLINK_CACHE": str(copy / "cache")}
    return subprocess.run([sys.executable, "-c", code], cwd=copy, env=env, capture_output=True, text=True, check=True)


def change(path: Path) -> None:
    path.write_text(path.read_text() + "\n# changed\n")


def test_the_folder_changes_with_every_module_that_the_code_is_made_from(copy: Path) -> None:
    first = run(copy, SHOW).stdout
    assert run(copy, SHOW).stdout == first
    change(copy / "slitherlink" / "engine" / "ring.py")  # imported by what propagate imports
    second = run(copy, SHOW).stdout
    assert second != first
    change(copy / "slitherlink" / "formats" / "pzpr.py")  # no part of it
    assert run(copy, SHOW).stdout == second


def test_compilation_is_announced_once_and_not_on_a_warm_start(copy: Path) -> None:
    cold = run(copy, SOLVE)
    assert cold.stderr.count("compiling once") == 1
    assert str(copy / "cache") in cold.stderr
    assert cold.stdout == ""
    assert run(copy, SOLVE).stderr == ""


def test_a_folder_that_cannot_be_used_costs_time_and_nothing_else(copy: Path) -> None:
    (copy / "cache").write_text("a file where the folder should be")
    told = run(copy, CHECK)
    assert told.stdout == "unique\n"
    assert f"at every start: {copy / 'cache'} cannot be written to" in told.stderr
    # Code kept elsewhere would be found again after a change of what it was made from.
    assert not list(copy.rglob("*.nbi"))


def test_damaged_files_are_made_anew(copy: Path) -> None:
    run(copy, CHECK)
    for number, path in enumerate(sorted((copy / "cache").rglob("*.nb[ic]"))):
        path.write_bytes(b"" if number % 2 else b"damaged")
    told = run(copy, CHECK)
    assert (told.stdout, told.stderr.count("compiling once")) == ("unique\n", 1)
    assert run(copy, CHECK).stderr == ""


def test_a_full_disk_keeps_no_code(copy: Path) -> None:
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000)); "
    assert run(copy, limit + CHECK).stdout == "unique\n"
    assert not list((copy / "cache").rglob("*.nbc"))

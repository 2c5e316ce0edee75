"""``make demo`` as a new user runs it."""

import subprocess
import sys
from pathlib import Path

import pytest

from examples import demo

ROOT = Path(__file__).parent.parent


def test_the_demo_draws_loops_from_all_three_ways_and_ends_well() -> None:
    ran = subprocess.run([sys.executable, "-m", "examples.demo"], cwd=ROOT, capture_output=True, text=True, timeout=180)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    for told in (
        "published 10x10: unique, a loop of 64 lines",
        "the board: unique, a loop of 30 lines",
        "120 boards: ",
    ):
        assert told in ran.stdout
    assert ran.stdout.count("┏━") > 3
    assert ran.stdout.endswith("the service has stopped, with exit code 0\n")


def test_the_demo_says_what_is_wrong_and_still_stops_the_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "boards.txt"
    bad.write_text("# good\n3.\n\n# ragged\n3.\n...\n", encoding="ascii")
    monkeypatch.setattr(demo, "BOARDS", bad)
    assert demo.main() == 1
    captured = capfd.readouterr()
    assert "demo: board ragged is invalid: " in captured.err
    assert "the service has stopped, with exit code 0" in captured.out


def test_the_demo_says_so_when_the_service_does_not_start(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert demo.main() == 1
    captured = capfd.readouterr()
    assert "demo: the service did not start, see above" in captured.err
    assert "the service has stopped, with exit code 1" in captured.out

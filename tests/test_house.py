"""What the project says about itself in several places, held together."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import slitherlink

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / "requirements.txt").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")

PINS: dict[str, list[Requirement]] = {}
for line in LOCK.splitlines():
    if re.match(r"[a-z]", line):
        pin = Requirement(line.rstrip("\\ "))
        PINS.setdefault(pin.name, []).append(pin)


@pytest.mark.parametrize("wanted", PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"])
def test_the_lock_holds_a_version_of_every_dependency_that_is_asked_for(wanted: str) -> None:
    requirement = Requirement(wanted)
    pins = PINS.get(requirement.name)
    assert pins, f"{requirement.name} is in pyproject.toml but not in requirements.txt: run `make lock`"
    for pin in pins:
        (version,) = (specifier.version for specifier in pin.specifier)
        assert requirement.specifier.contains(version, prereleases=True), f"{pin} is not {wanted}: run `make lock`"


def test_every_locked_version_has_a_hash() -> None:
    for entry in re.split(r"\n(?=[a-z])", LOCK)[1:]:
        assert "--hash=sha256:" in entry, entry


def test_the_lock_names_no_address_and_no_path_of_a_machine() -> None:
    assert not re.search(r"https?:|file:|--index|--find-links|^-", LOCK, flags=re.MULTILINE)


def test_the_newest_entry_of_the_changelog_is_this_version() -> None:
    newest = re.search(r"^## \[([^]]+)\] - (\d{4}-\d\d-\d\d|UNRELEASED)$", CHANGELOG, flags=re.MULTILINE)
    assert newest is not None
    assert newest[1] == slitherlink.__version__

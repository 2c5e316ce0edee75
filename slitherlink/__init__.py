"""Slitherlink: boards, rules, formats, and an exact solver that proves its answers."""

from slitherlink.lattice import Lattice, lattice_for
from slitherlink.puzzle import (
    FormatError,
    Loop,
    Puzzle,
    SizeError,
    SlitherlinkError,
)
from slitherlink.rules import Flaw, flaws

__all__ = [
    "Flaw",
    "FormatError",
    "Lattice",
    "Loop",
    "Puzzle",
    "SizeError",
    "SlitherlinkError",
    "flaws",
    "lattice_for",
]

__version__ = "0.1.0"

"""What a run leaves behind: where and when it was made, its rows as tab-separated values, the README's table."""

import os
import platform
import re
import statistics
import subprocess
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

import numba

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results"
BEGIN, END = "<!-- written by python -m bench.solve -->", "<!-- end -->"


class Row(NamedTuple):
    """The boards of one size in one set; times are microseconds a board, medians over the rounds."""

    set: str
    size: str
    boards: int
    boards_a_second: float
    min: float
    p25: float
    median: float
    p75: float
    p95: float
    max: float
    nodes: int
    """Of all boards; 1 a board when nothing had to be guessed."""
    most_nodes: int
    megabytes: int
    """Peak of a process that solved these boards and no others, with the interpreter and the compiled code."""
    cadical: str
    """How many times as long CaDiCaL with lazy loop cuts took."""
    loopy: str
    """The same for Loopy, and on how many boards it found an answer."""
    cp_sat: str


HEADS = (
    "set", "size", "boards", "boards/s", "min", "p25", "median", "p75", "p95", "max", "nodes", "most", "MB",
    "CaDiCaL", "Loopy", "CP-SAT",
)  # fmt: skip
"""Of `Row`'s fields."""


def spread(times: Sequence[float]) -> tuple[float, float, float, float, float, float]:
    """Least, quartiles, 95th percentile, most."""
    cuts = statistics.quantiles(times, n=20, method="inclusive") if len(times) > 1 else list(times) * 19
    return min(times), cuts[4], cuts[9], cuts[14], cuts[18], max(times)


def origin() -> str:
    """Date, commit and machine, in one line."""
    return (
        f"{date.today()}, commit {_commit()}, {_processor()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, Numba {numba.__version__}"
    )


def load() -> str:
    """How busy the machine is: a number above that of its cores means that the times are of a crowd."""
    return f"load {os.getloadavg()[0]:.1f}"


def as_cells(row: Row) -> list[str]:
    """The row as a person reads it."""
    return [f"{value:,.0f}" if isinstance(value, int | float) else value for value in row]


def as_text(rows: Sequence[Row]) -> str:
    """The table for a terminal."""
    lines = [list(HEADS), *map(as_cells, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in lines)


def as_tsv(note: str, rows: Sequence[Row]) -> str:
    """The rows as kept in ``bench/results``: a line that says where they are from, one of names, one a row."""
    lines = [Row._fields, *(map(str, row) for row in rows)]
    return f"# {note}\n" + "".join("\t".join(line) + "\n" for line in lines)


def from_tsv(text: str) -> tuple[str, list[Row]]:
    """Read what `as_tsv` wrote: where the rows are from, and the rows."""
    note, names, *lines = text.splitlines()
    if names.split("\t") != list(Row._fields):
        raise ValueError(f"expected the columns {', '.join(Row._fields)}, got {names!r}")
    kinds = Row.__annotations__.values()
    return note.removeprefix("# "), [
        Row(*(kind(cell) for kind, cell in zip(kinds, line.split("\t"), strict=True))) for line in lines
    ]


def as_markdown(note: str, rows: Sequence[Row]) -> str:
    """The table for the README."""
    shown = [list(HEADS), ["---", "---", *["--:"] * (len(HEADS) - 2)], *map(as_cells, rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in shown) + f"\n\n{note}.\n"


def between_markers(text: str, table: str) -> str:
    """Put a table in its place; ValueError when there is not exactly one place for it."""
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise ValueError(f"expected one {BEGIN} and one {END}, got {text.count(BEGIN)} and {text.count(END)}")
    return re.sub(f"{BEGIN}\n.*?{END}", lambda _: f"{BEGIN}\n{table}{END}", text, flags=re.DOTALL)


def write(note: str, rows: Sequence[Row], name: str, readme: Path = ROOT / "README.md", folder: Path = RESULTS) -> Path:
    """Keep the rows as a file and show them in the README; returns the file."""
    told = between_markers(readme.read_text(encoding="utf-8"), as_markdown(note, rows))
    folder.mkdir(exist_ok=True)
    file = folder / f"{name}-{date.today()}.tsv"
    file.write_text(as_tsv(note, rows), encoding="utf-8")
    readme.write_text(told, encoding="utf-8")
    return file


def _commit() -> str:
    """The commit, with a + when the packages were changed since; "unknown" outside a checkout."""
    try:
        said = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
        changed = subprocess.run(["git", "diff", "--quiet", "HEAD", "--", "slitherlink"], cwd=ROOT)
    except FileNotFoundError:
        return "unknown"
    return said.stdout.strip() + "+" * (changed.returncode == 1) if said.returncode == 0 else "unknown"


def _processor() -> str:
    try:
        (model, *_) = re.findall(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), flags=re.MULTILINE)
    except (OSError, ValueError):
        return platform.processor() or platform.machine()
    return str(model)

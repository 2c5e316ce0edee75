"""The bench's table: what is kept, what the README shows, and that disagreement is not overlooked."""

from pathlib import Path

import pytest

from bench.peers import Answer, by_cp_sat, by_sat, has_cp_sat
from bench.report import BEGIN, END, HEADS, RESULTS, ROOT, Row, as_markdown, between_markers, from_tsv, spread, write
from bench.solve import Peers, by_engine, disagreements, ratio, row
from slitherlink.puzzle import Status
from tests.boards import board

README = (ROOT / "README.md").read_text(encoding="utf-8")
PUZZLES = [board("3.3"), board("2.2/.3."), board(".../...")]
ROW = Row("a", "2×3", 2, 1000.25, 1, 2, 3, 4, 5.5, 6, 9, 8, 150, "12×", "none of 2", "-")


def test_the_spread_of_times() -> None:
    assert spread(list(range(101))) == (0, 25, 50, 75, 95, 100)
    assert spread([7.0]) == (7,) * 6


def test_what_is_written_is_read_again_and_shown(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    file = write("here and now", [ROW], "name", readme, tmp_path / "results")
    assert from_tsv(file.read_text(encoding="utf-8")) == ("here and now", [ROW])
    shown = readme.read_text(encoding="utf-8")
    assert shown == f"before\n{BEGIN}\n{as_markdown('here and now', [ROW])}{END}\nafter\n"
    assert "| a | 2×3 | 2 | 1,000 | 1 | 2 | 3 | 4 | 6 | 6 | 9 | 8 | 150 | 12× | none of 2 | - |" in shown
    with pytest.raises(ValueError, match=r"expected one .* got 0 and 1"):
        between_markers(END, "table")
    with pytest.raises(ValueError, match="expected the columns set"):
        from_tsv("# note\nset\tsize\n")


def test_the_table_of_the_readme_is_what_a_kept_run_says() -> None:
    kept = [from_tsv(file.read_text(encoding="utf-8")) for file in RESULTS.glob("*.tsv")]
    table = README.partition(f"{BEGIN}\n")[2].partition(END)[0]
    assert table in [as_markdown(note, rows) for note, rows in kept]
    assert len(HEADS) == len(Row._fields)


def test_the_engine_and_sat_say_the_same_and_make_a_row() -> None:
    engine = by_engine(PUZZLES)
    sat = by_sat(PUZZLES)
    peers = Peers(sat, [], by_cp_sat(PUZZLES) if has_cp_sat() else [])
    assert [answer.status for answer in engine.answers] == [answer.status for answer in sat]
    assert list(disagreements(PUZZLES, engine.answers, peers)) == []
    made = row("set", PUZZLES, engine, peers)
    assert (made.set, made.size, made.boards) == ("set", "1×3", 3)
    assert made.min <= made.median <= made.max
    assert made.megabytes > 10
    assert (made.nodes, made.most_nodes) == (sum(engine.nodes), max(engine.nodes))


def test_a_board_that_is_judged_differently_is_named_and_no_answer_is_no_judgement() -> None:
    ours = [Answer(Status.UNIQUE, 2.0), Answer(Status.NONE, 2.0), Answer(Status.MULTIPLE, 4.0)]
    loopy = [Answer(None, 9.0), Answer(Status.UNIQUE, 9.0), Answer(Status.MULTIPLE, 9.0)]
    assert list(disagreements(PUZZLES, ours, Peers(ours, loopy, []))) == ["2.2/.3.: the engine says none, loopy unique"]
    assert ratio(ours, loopy) == "3.0× (2 of 3)"
    assert ratio(ours, []) == "-"
    assert ratio(ours, loopy[:1]) == "none of 1"
    assert ratio(ours, [Answer(answer.status, 400) for answer in ours]) == "150×"

"""The command line as a process: exit codes, pipes, signals, and what it does not load."""

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "slitherlink"]
FRAME = "212\n...\n212\n\n"
ENDLESS = "/".join(["." * 12] * 9)
"""Has more solutions than anyone can wait for."""
SECONDS = 60


def start(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
    )


def finish(process: subprocess.Popen[str], text: str | None = None) -> tuple[int, str, str]:
    stdout, stderr = process.communicate(text, timeout=SECONDS)
    return process.returncode, stdout, stderr


def test_exit_codes_reach_the_shell(tmp_path: Path) -> None:
    assert finish(start("check", "212/.../212")) == (0, "unique\n", "")
    assert finish(start("check", "3"))[:2] == (1, "none\n")
    assert finish(start("check", str(tmp_path / "missing")))[0] == 2
    assert finish(start("check", "--colour"))[0] == 2


def test_the_installed_command_is_the_same() -> None:
    command = Path(sys.executable).with_name("slitherlink")
    run = subprocess.run([command, "check", "212/.../212"], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "unique\n", "")


def test_a_pipe_gets_results_and_nothing_else() -> None:
    code, stdout, stderr = finish(start("solve", "--json"), FRAME * 500)
    assert (code, len(stdout.splitlines()), stderr) == (0, 500, "")


def test_an_answer_is_there_before_the_input_ends() -> None:
    process = start("check", "-")
    assert process.stdin is not None
    assert process.stdout is not None
    for _ in range(3):
        process.stdin.write(FRAME)
        process.stdin.flush()
        assert process.stdout.readline() == "unique\n"
    assert finish(process) == (0, "", "")


@pytest.mark.parametrize(
    "command", [["solve", "--json"], ["solve", "--json", "--jobs", "2"], ["convert", "--to", "pzpr"]]
)
def test_a_reader_that_goes_away_ends_the_command_quietly(command: list[str], tmp_path: Path) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text(FRAME * 20_000)
    process = start(*command, str(boards))
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline()
    process.stdout.close()
    assert process.wait(SECONDS) == 141
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.stdin is not None
    process.stdin.close()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_done_and_says_nothing_technical(jobs: str, tmp_path: Path) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text(FRAME * 256 + ENDLESS)
    command = [
        *COMMAND,
        "solve",
        "--json",
        "--limit",
        "10000",
        "--max-nodes",
        "1000000000",
        "--jobs",
        jobs,
        str(boards),
    ]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    lines = [process.stdout.readline()]
    # A terminal sends the signal to every process of the command.
    os.killpg(process.pid, signal.SIGINT)
    lines += process.stdout.readlines()  # not by communicate, which forgets what readline has read ahead
    stderr = process.stderr.read()
    assert process.wait(SECONDS) == 130
    process.stdout.close()
    process.stderr.close()
    assert all(line.startswith('{"id":') and line.endswith("}\n") for line in lines)
    # Conflict learning may be compiled here for the first time.
    told = [line for line in stderr.splitlines() if not line.startswith("compiling once")]
    assert told == ["stopped; what is printed is done"]
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_ctrl_c_ends_a_command_that_waits_for_input() -> None:
    process = start("check", "-")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(FRAME)
    process.stdin.flush()
    assert process.stdout.readline() == "unique\n"
    process.send_signal(signal.SIGINT)
    code = process.wait(SECONDS)
    assert finish(process)[1:] == ("", "stopped; what is printed is done\n")
    assert code == 130


def test_ctrl_c_ends_compiled_code_that_does_not_come_back() -> None:
    # The hash runs outside the interpreter for hours, like a compiler in the middle of a long function.
    code = (
        "import hashlib, slitherlink.cli.stopping as stopping\n"
        "with stopping.stops_promptly():\n"
        "    print('begun', flush=True)\n"
        "    hashlib.pbkdf2_hmac('sha256', b'', b'', 2**31 - 1)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    time.sleep(0.5)  # until the hash has begun, too
    process.send_signal(signal.SIGINT)
    assert finish(process) == (130, "", "")


def test_a_terminal_that_knows_no_line_drawing_gets_plain_characters() -> None:
    code, stdout, _ = finish(start("solve", "212/.../212", PYTHONUTF8="0", PYTHONIOENCODING="ascii"))
    assert code == 0
    assert "| 2   1   2 |" in stdout


def test_a_terminal_sees_progress_and_the_file_does_not(tmp_path: Path) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text(FRAME * 300)
    ours, theirs = pty.openpty()
    with (tmp_path / "out").open("w") as out:
        process = subprocess.Popen(
            [*COMMAND, "check", str(boards)], stdout=out, stderr=theirs, env={**os.environ, "TERM": "xterm"}
        )
        os.close(theirs)
        shown = b""
        try:
            while piece := os.read(ours, 4096):
                shown += piece
        except OSError:
            pass  # The other end is closed: Linux reports it so.
        assert process.wait(SECONDS) == 0, shown
    os.close(ours)
    assert b" boards" in shown
    assert (tmp_path / "out").read_text() == "unique\n" * 300


def test_nobody_waits_on_a_terminal_for_nothing() -> None:
    ours, theirs = pty.openpty()
    run = subprocess.run(
        [*COMMAND, "solve"], stdin=theirs, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    os.close(ours)
    os.close(theirs)
    assert run.returncode == 2
    assert (
        run.stderr
        == "slitherlink: expected an INPUT: a file, - for standard input, a URL, an ID, or rows joined by /\n"
    )


@pytest.mark.parametrize("arguments", [["--help"], ["solve", "--help"], ["convert", "--to", "pzpr", "212/.../212"]])
def test_what_needs_no_engine_loads_none(arguments: list[str]) -> None:
    code = (
        "import sys; from slitherlink.cli import main\n"
        f"sys.argv[1:] = {arguments!r}\n"
        "try: main()\n"
        "except SystemExit as end: assert not end.code\n"
        "print([name for name in sys.modules if name in ('numba', 'redis', 'fastapi', 'sqlalchemy')], file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stderr == "[]\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("command", [["check"], ["count"], ["convert", "--to", "pzpr"], ["explain"], ["--help"]])
def test_a_full_disk_is_said_in_a_sentence(command: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        boards = [] if command == ["--help"] else ["0..0/.33./0..0"]
        run = subprocess.run([*COMMAND, *command, *boards], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert run.returncode == 2
    told = [line for line in run.stderr.splitlines() if not line.startswith("compiling once")]
    assert told == ["slitherlink: stopped: No space left on device; what is printed is done"]


@pytest.mark.parametrize(
    ("closed", "input_", "expected"),
    [("<&-", "-", 2), (">&-", "3", 1), ("2>&-", "3", 1), ("<&- >&- 2>&-", "212/.../212", 0), ("<&- >&- 2>&-", "-", 2)],
)
def test_standard_streams_may_be_closed(closed: str, input_: str, expected: int) -> None:
    shell = f'exec "$0" -m slitherlink check {input_} {closed}'
    run = subprocess.run(["sh", "-c", shell, sys.executable], capture_output=True, text=True, check=False)
    assert run.returncode == expected
    assert "Traceback" not in run.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the children of a process")
def test_a_process_that_is_killed_while_it_solves_is_said_in_a_sentence() -> None:
    process = start("check", "--jobs", "2", "-")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(FRAME * 2000)  # more than is sent ahead to two processes
    process.stdin.flush()
    assert process.stdout.readline() == "unique\n"
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    os.kill(int(children[0]), signal.SIGKILL)
    code, _, stderr = finish(process)
    assert code == 2
    assert stderr == "slitherlink: stopped: a process that was solving boards died; what is printed is done\n"

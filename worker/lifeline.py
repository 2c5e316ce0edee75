"""Programs that do not outlive the process that started them, and whether a process is still there.

``python -m worker.lifeline SIGNAL PARENT COMMAND …`` becomes COMMAND, which gets SIGNAL when process PARENT dies.
"""

import contextlib
import os
import signal
import sys

from slitherlink.lifeline import die_with_parent


def is_running(pid: int) -> bool:
    """Is there a process with this number on this machine? One that ended and was not waited for counts as gone."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    with contextlib.suppress(OSError), open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stat:
        return stat.read().rpartition(")")[2].split()[0] not in "ZX"
    return True


def tied(command: list[str], sig: signal.Signals) -> list[str]:
    """The command line that runs ``command`` and sends it ``sig`` when the calling thread ends.

    A program of its own instead of ``preexec_fn``: that would run Python between fork and exec beside other threads.
    """
    return [sys.executable, "-m", "worker.lifeline", str(int(sig)), str(os.getpid()), *command]


if __name__ == "__main__":
    die_with_parent(int(sys.argv[2]), signal.Signals(int(sys.argv[1])))
    os.execvp(sys.argv[3], sys.argv[3:])

"""Measure one build, and make the edits between builds: what all benchmarks share."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

from corpus import edit_body, edit_title_and_tag

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from corpus import Post

STEPS = ("cold", "nothing changed", "body edited", "title and tag edited")
_EDITS = {"body edited": edit_body, "title and tag edited": edit_title_and_tag}
#: Runs a command and prints its status, CPU seconds and peak memory. A process of its own, because Linux counts
#: the peak memory of the process that starts a command as memory of the command.
_MEASURE = """\
import os, subprocess, sys
started = subprocess.Popen(sys.argv[1:], stdout=sys.stderr)
_, status, usage = os.wait4(started.pid, 0)
started.returncode = os.waitstatus_to_exitcode(status)
print(started.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
"""
#: The end of a failed build's output, which usually names the error.
_LAST_LINES = 3


class Cost(NamedTuple):
    """The cost of a build: CPU seconds, and peak resident memory in MiB of its largest process."""

    seconds: float
    memory: float


class BuildError(Exception):
    """A build failed, or did not write what it should have written."""


def measure(command: Sequence[str | Path], folder: Path | None = None, package: Path | None = None) -> Cost:
    """Run *command* in *folder*, with the code in *package*, and return the cost, including child processes."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", _MEASURE, *command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        env=make_environment(package),
        cwd=folder,
    )
    status, seconds, memory = done.stdout.split() or (b"1", b"0", b"0")
    if int(status):
        raise BuildError(f"{' '.join(map(str, command))} failed: {last_lines(done.stderr)}")
    return Cost(float(seconds), float(memory))


def make_environment(package: Path | None = None) -> dict[str, str]:
    """Return the environment of a build, in which Python keeps compiled files, as it does for users."""
    unwanted = ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    return kept | ({"PYTHONPATH": str(package)} if package else {})


def last_lines(printed: bytes) -> str:
    lines = [line.strip() for line in printed.decode(errors="replace").splitlines() if line.strip()]
    return " / ".join(lines[-_LAST_LINES:])


def edit(post: Post, step: str, run: int) -> Post:
    """Return *post* as it is before the build of *step*: edited differently in every run, or unchanged."""
    return _EDITS[step](post, run) if step in _EDITS else post

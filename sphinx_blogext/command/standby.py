"""Builds in copies of a process that has already imported Sphinx and its extensions, which takes most of a second.

The copies are made before any ``conf.py`` runs, so that each build begins as in a new process. Where processes
cannot be copied, there is no such process, and builds take longer.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

#: What a build of a blog imports, as far as it is installed.
_MODULES = (
    "docutils.core",
    "sphinx.cmd.build",
    "sphinx.builders.html",
    "sphinx.ext.intersphinx",
    "sphinx.ext.mathjax",
    "sphinx_design",
    "myst_parser.sphinx_ext.main",
    "myst_parser.parsers.sphinx_",
    "sphinx_blogext",
    # What it imports when pages are rendered, which a build that changes nothing does not do.
    "sphinx_blogext.feeds.write",
    "sphinx_blogext.pages.site_data",
    "sphinx_blogext.theme.texts",
    "sphinx_blogext.write.renderer",
)


@contextlib.contextmanager
def standby() -> Iterator[str]:
    """Run a process for builds, and yield the path of its socket, or ``""`` if there is none."""
    if not (hasattr(os, "fork") and hasattr(socket, "AF_UNIX")):
        yield ""
        return
    with tempfile.TemporaryDirectory(prefix="blogext-") as folder, socket.socket(socket.AF_UNIX) as server:
        # The folder, and so the socket, is only for this user.
        path = str(Path(folder, "builds"))
        server.bind(path)
        server.listen()
        command = [sys.executable, "-m", __name__, str(server.fileno())]
        with subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=[server.fileno()]) as process:
            server.close()
            try:
                yield path
            finally:
                process.terminate()


def build(path: str, arguments: list[str]) -> int:
    """Build as ``sphinx-build`` does with these *arguments*, and return its exit code.

    *path* is that of the socket of a process for builds, if there is one.
    """
    if path:
        with contextlib.suppress(OSError, ValueError), socket.socket(socket.AF_UNIX) as client:
            client.connect(path)
            client.sendall(json.dumps(arguments).encode())
            client.shutdown(socket.SHUT_WR)
            return int(_received(client))
    # The interpreter of this process, as a new process.
    return subprocess.run([sys.executable, "-m", "sphinx", *arguments], check=False).returncode


def _received(connection: socket.socket) -> bytes:
    return b"".join(iter(lambda: connection.recv(65536), b""))


def _serve(server: socket.socket) -> None:
    """Answer each request with the exit code of a build, until the other end of the standard input is closed."""
    for name in _MODULES:
        with contextlib.suppress(ImportError):
            import_module(name)
    # Collecting garbage would copy the memory that the builds share.
    gc.collect()
    gc.freeze()
    while True:
        ready, _writable, _failed = select.select([server, sys.stdin], [], [])
        if sys.stdin in ready:
            return
        connection = server.accept()[0]
        with connection, contextlib.suppress(OSError):
            arguments = json.loads(_received(connection))
            connection.sendall(str(_build_in_copy(arguments)).encode())


def _build_in_copy(arguments: list[str]) -> int:
    """Build in a copy of this process, and return the exit code."""
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    code = 1
    try:
        sys.argv = ["sphinx-build", *arguments]
        code = import_module("sphinx.cmd.build").main(arguments)
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        # No clean-up of the process that this is a copy of.
        os._exit(code)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with contextlib.suppress(KeyboardInterrupt), socket.socket(fileno=int(sys.argv[1])) as listening:
        _serve(listening)

"""``make serve``: the site for this machine alone, as its host would show it."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from conftest import ROOT

COMMAND = [sys.executable, "-P", str(ROOT / "tools" / "serve.py")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "_static").mkdir()
    (tmp_path / "_static" / "own.css").write_text("a {}")
    (tmp_path / "index.html").write_text("home")
    (tmp_path / "404.html").write_text('<html data-content_root="/rill/"><link href="/rill/_static/own.css">')
    return tmp_path


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve *folder* at a free port, and give its address."""
    with subprocess.Popen([*COMMAND, str(folder), "0"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield process.stdout.readline().split(" at ")[1].split()[0].replace("localhost", "127.0.0.1")
        process.terminate()


def test_a_page_that_is_missing_is_that_of_the_site(folder: Path) -> None:
    with serving(folder) as url:
        assert urlopen(url).read() == b"home"
        with pytest.raises(HTTPError) as raised:
            urlopen(f"{url}no/such/page.html")
        assert raised.value.code == 404
        assert raised.value.headers["Content-Type"] == "text/html; charset=utf-8"
        assert b"/rill/_static/own.css" in raised.value.read()
        # Its links begin with the path that the site has on its host.
        assert urlopen(f"{url}rill/_static/own.css").read() == b"a {}"
        assert urlopen(f"{url}rill/").read() == b"home"


def test_only_this_machine_is_served(folder: Path) -> None:
    with serving(folder) as url, closing(socket.socket()) as other:
        # Another address of this machine, as a neighbour in the network would use.
        other.settimeout(5)
        assert other.connect_ex(("127.0.0.2", int(url.rstrip("/").rpartition(":")[2]))) != 0


def test_a_port_that_is_taken_is_named(folder: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run([*COMMAND, str(folder), str(port)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert f"port {port}" in done.stderr
    assert f"PORT={port + 1}" in done.stderr

"""``blogext serve``: what it asks of sphinx-autobuild, and whom it answers."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from conftest import ROOT, MakeSite
from sphinx.cmd.build import get_parser
from writing import INDEX, md

from sphinx_blogext.command.main import main

pytestmark = pytest.mark.usefixtures("terminal")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What sphinx-autobuild is asked for; none is started."""
    calls: list[list[str]] = []
    monkeypatch.setitem(sys.modules, "sphinx_autobuild", SimpleNamespace())
    module = SimpleNamespace(main=calls.append, uvicorn=SimpleNamespace(run=None))
    monkeypatch.setitem(sys.modules, "sphinx_autobuild.__main__", module)
    return calls


@pytest.mark.parametrize("conf", ['exclude_patterns = ["_build"]', 'exclude_patterns = ["_build/**", "x"]', ""])
def test_a_preview_for_this_machine_alone(make_site: MakeSite, asked: list[list[str]], conf: str) -> None:
    site = make_site(INDEX, conf, build=False)
    assert main(["serve", str(site.source), "--port", "0"]) == 0
    ((arguments),) = asked
    options, rest = get_parser().parse_known_args(arguments)
    assert (options.sourcedir, options.builder) == (str(site.source), "html")
    assert options.define == ["blog_show_drafts=1"]
    assert rest == ["--host", "127.0.0.1", "--port", "0"]
    # Where the site would take the output for documents, it is elsewhere, and taken away.
    is_kept = conf == 'exclude_patterns = ["_build"]'
    for place in (options.outputdir, options.doctreedir):
        assert Path(place).is_relative_to(site.source / "_build" / "preview") == is_kept
        assert is_kept or not Path(place).parent.exists()
    # The doctrees are not served.
    assert not Path(options.doctreedir).is_relative_to(options.outputdir)


def test_without_sphinx_autobuild(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    site = make_site(INDEX, build=False)
    monkeypatch.setitem(sys.modules, "sphinx_autobuild", None)
    monkeypatch.setitem(sys.modules, "sphinx_autobuild.__main__", None)
    assert main(["serve", str(site.source)]) == 1
    assert "pip install 'sphinx-blogext[serve]'" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="processes are ended in another way")
def test_a_draft_is_shown_to_this_machine(make_site: MakeSite) -> None:
    pytest.importorskip("sphinx_autobuild")
    conf = 'exclude_patterns = ["_build"]'
    site = make_site({**INDEX, "blog/idea.md": md("Idea", draft="true")}, conf, build=False)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "sphinx_blogext", "serve", str(site.source), "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            output = ""
            for line in process.stdout:
                output += line
                if "Waiting" in line:
                    break
            (url,) = set(re.findall(r"http://127\.0\.0\.1:\d+", output))
            answers = [_answer_of(url, host) for host in ("localhost", "evil.example")]
            assert answers == [200, 400]
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 0


def _answer_of(url: str, host: str) -> int:
    """Return how a draft is answered for, under the name *host*."""
    for _ in range(150):
        try:
            with urlopen(Request(f"{url}/blog/idea.html", headers={"Host": host})) as answer:
                return int(answer.status)
        except HTTPError as error:
            return error.code
        except OSError:
            # It does not listen yet.
            time.sleep(0.1)
    return 0


async def _answer(scope: Any, receive: Any, send: Any) -> None:
    await send("answered")


@pytest.mark.parametrize(
    ("host", "is_answered"),
    [
        *((host, True) for host in ("127.0.0.1:8000", "localhost:8000")),
        *((host, False) for host in ("", "evil.example", "127.0.0.1.evil.example", "localhost@evil.example")),
    ],
)
@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_other_names_are_refused(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch, kind: str, host: str, is_answered: bool
) -> None:
    pytest.importorskip("starlette")
    apps: list[Any] = []
    # As sphinx-autobuild starts it.
    module = SimpleNamespace(uvicorn=SimpleNamespace(run=apps.append))
    module.main = lambda arguments: module.uvicorn.run(_answer)
    monkeypatch.setitem(sys.modules, "sphinx_autobuild", SimpleNamespace())
    monkeypatch.setitem(sys.modules, "sphinx_autobuild.__main__", module)
    assert main(["serve", str(make_site(INDEX, build=False).source)]) == 0
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": kind, "headers": [(b"host", host.encode())], "extensions": {"websocket.http.response": {}}}
    # Nothing in it waits, so no event loop is needed.
    with pytest.raises(StopIteration):
        apps[0](scope, None, send).send(None)
    assert (sent == ["answered"]) == is_answered
    assert is_answered or sent[0]["status"] == 400

"""Builds of the preview in copies of a process: they are the builds of ``sphinx-build``."""

import os
import socket
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import MakeSite, Site
from writing import INDEX, md

from sphinx_blogext.command.standby import _MODULES, build, standby

pytestmark = pytest.mark.skipif(
    not (hasattr(os, "fork") and hasattr(socket, "AF_UNIX")), reason="processes cannot be copied here"
)

OWN = """\
import pathlib
import sys
sys.path.insert(0, str(pathlib.Path(__file__).parent))
extensions = ["myst_parser", "sphinx_design", "sphinx_blogext", "own"]
html_baseurl = ""
project = "P"
"""
EXTENSION = """\
from docutils import nodes


def setup(app):
    app.add_role("own", lambda *_: ([nodes.Text("first")], []))
"""


@pytest.fixture
def site(make_site: MakeSite) -> Site:
    files = {**INDEX, "blog/one.md": md("One", "It says {own}`x`.\n"), "own.py": EXTENSION}
    return make_site(files, OWN, build=False)


def arguments_of(site: Site, name: str) -> list[str]:
    return ["-q", "-b", "html", str(site.source), str(site.outdir.parent / name), "-d", f"{site.outdir}-{name}"]


def files_of(site: Site, name: str) -> dict[str, bytes]:
    folder = site.outdir.parent / name
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_it_is_the_build_of_a_new_process(site: Site) -> None:
    with standby() as path:
        assert path
        assert build(path, arguments_of(site, "here")) == 0
    assert build("", arguments_of(site, "there")) == 0
    assert files_of(site, "here") == files_of(site, "there")


def test_each_build_reads_everything_anew(site: Site) -> None:
    page = site.outdir.parent / "here/blog/one.html"
    with standby() as path:
        assert build(path, arguments_of(site, "here")) == 0
        assert "It says first." in page.read_text(encoding="utf-8")
        # Modules of the site are not kept from one build to the next, nor is its configuration.
        (site.source / "own.py").write_text(EXTENSION.replace("first", "the second"), encoding="utf-8")
        site.edit("blog/one.md", "It says", "It now says")
        site.edit("conf.py", '"P"', '"Another name"')
        assert build(path, arguments_of(site, "here")) == 0
        text = page.read_text(encoding="utf-8")
        assert "It now says the second." in text
        assert "Another name" in text


def test_a_build_that_fails_is_reported_and_the_next_one_works(
    site: Site, capfd: pytest.CaptureFixture[str]
) -> None:
    with standby() as path:
        site.edit("conf.py", 'project = "P"', "project = ")
        assert build(path, arguments_of(site, "here")) == 2
        assert "conf.py" in capfd.readouterr().err
        site.edit("conf.py", "project = ", 'project = "P"')
        (site.source / "own.py").write_text("import os\nos.abort()\n", encoding="utf-8")
        assert build(path, arguments_of(site, "here")) != 0
        (site.source / "own.py").write_text("raise SystemExit(7)\n", encoding="utf-8")
        assert build(path, arguments_of(site, "here")) == 7
        (site.source / "own.py").write_text(EXTENSION, encoding="utf-8")
        assert build(path, arguments_of(site, "here")) == 0


def test_without_the_process_a_new_one_builds(site: Site, tmp_path: Path) -> None:
    assert build(str(tmp_path / "gone"), arguments_of(site, "here")) == 0
    assert "It says first." in (site.outdir.parent / "here/blog/one.html").read_text(encoding="utf-8")


def test_where_processes_cannot_be_copied_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    monkeypatch.setattr(subprocess, "Popen", pytest.fail)
    with standby() as path:
        assert path == ""


def test_only_this_user_can_ask_for_builds() -> None:
    with standby() as path:
        folder = Path(path).parent
        assert folder.stat().st_mode & 0o077 == 0
    assert not folder.exists()


@pytest.mark.parametrize("name", _MODULES)
def test_what_is_imported_in_advance_exists(name: str) -> None:
    """A name in a string would otherwise be wrong without notice."""
    assert find_spec(name) is not None

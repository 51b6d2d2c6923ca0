"""Builds that were broken off, directories that were tampered with, and full disks leave nothing stale."""

import errno
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import MakeSite
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.errors import ExtensionError
from steps import CONF, FILES, STEPS, clean, differences
from writing import INDEX, many, md

pytestmark = pytest.mark.usefixtures("today")


def test_a_folder_called_like_the_manifest_is_an_error_in_one_line(make_site: MakeSite) -> None:
    site = make_site({**INDEX, **many(1)}, build=False)
    (site.outdir / ".blogext.json").mkdir(parents=True)
    with pytest.raises(ExtensionError, match=r"blogext\.json cannot be written") as caught:
        site.build()
    assert "\n" not in str(caught.value)


def test_a_folder_in_the_place_of_a_file_is_a_warning(make_site: MakeSite, tmp_path: Path) -> None:
    site = make_site({**INDEX, "blog/a.md": md(tags="ok", redirect="old")}, build=False)
    names = ["blog/atom.xml", "blog/tag/ok.html", "old.html", "sitemap.xml"]
    folders = [site.outdir / name for name in names]
    for folder in folders:
        (folder / "mine").mkdir(parents=True)
    for _ in range(2):
        site.build()
        assert [warned.type for warned in site.warnings] == ["blog.output"] * len(names)
        assert [name for name in names if not any(repr(name) in warned.message for warned in site.warnings)] == []
    for folder in folders:
        shutil.rmtree(folder)
    site.build()
    assert site.warnings == differences(site, clean(site, tmp_path / "clean")) == []


DYING = """
import os, signal
calls = []
def die(*arguments):
    calls.append(arguments)
    if len(calls) == {count}:
        os.kill(os.getpid(), signal.SIGKILL)
def setup(app): app.connect({event!r}, die, priority=0)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("event", "count"),
    [("doctree-read", 1), ("env-get-updated", 1), ("html-page-context", 5), ("build-finished", 1)],
)
def test_a_build_that_is_killed_leaves_nothing_stale(
    make_site: MakeSite, tmp_path: Path, event: str, count: int
) -> None:
    site = make_site(FILES, CONF)
    before = (site.source / "blog/p08.md").read_text(encoding="utf-8")
    for number in (0, 2, 3):
        STEPS["texts"][number](site)
    STEPS["metadata"][0](site)
    STEPS["documents"][4](site)
    conf = (site.source / "conf.py").read_text(encoding="utf-8")
    site.write("conf.py", conf + DYING.format(event=event, count=count))
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-d", site.root / "doctrees"]
    done = subprocess.run([*command, site.source, site.outdir], check=False, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    # Half of it is taken back, so that what the dead build wrote is wrong again.
    site.write("conf.py", conf).write("blog/p08.md", before).build()
    assert differences(site, clean(site, tmp_path / "clean")) == []


def test_several_builds_that_fail_leave_nothing_stale(
    make_site: MakeSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = make_site({**INDEX, **many(2)})
    with monkeypatch.context() as patch:
        # When documents have been written.
        patch.setattr(StandaloneHTMLBuilder, "finish", lambda self: 1 / 0)
        for name in ("one", "two"):
            # The last time it is read, the file is being saved, and the document is no post.
            for text in (md(name), ""):
                site.write(f"blog/{name}.md", text)
                with pytest.raises(ZeroDivisionError):
                    site.build()
                assert site.has(f"blog/{name}")
            site.delete(f"blog/{name}.md")
    site.build()
    assert differences(site, clean(site, tmp_path / "clean")) == []


@pytest.mark.slow
@pytest.mark.parametrize("writes", [0, 7])
def test_a_full_disk_fails_the_build_and_leaves_nothing_stale(
    make_site: MakeSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    site = make_site(FILES, CONF)
    STEPS["texts"][2](site)
    left, write = iter(range(writes)), Path.write_bytes

    def full(self: Path, data: Any) -> int:
        if next(left, None) is None:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(self, data)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        with pytest.raises(Exception, match="No space left"):
            site.build()
    assert list(site.outdir.rglob("*.tmp")) == []
    site.build()
    assert differences(site, clean(site, tmp_path / "clean")) == []

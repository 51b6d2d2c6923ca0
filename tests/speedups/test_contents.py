"""Builds that compare contents: right whatever the times of files say, and quick after a fresh checkout."""

import filecmp
import importlib
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import SEED, MakeSite, Site
from sphinx.application import Sphinx
from sphinx.builders.html import _assets
from sphinx.util.docutils import docutils_namespace
from steps import CONF, FILES, STEPS, clean, differences
from writing import md

from sphinx_blogext.speedups import contents

Step = Callable[[Site], None]

pytestmark = pytest.mark.usefixtures("today")

COMPARES = {"blog_compare_contents": True}
#: What a checkout may make of times: nanoseconds, or nothing for the time of writing.
CLOCKS = {
    "now": lambda chance: time.time_ns(),
    "1980": lambda chance: 315_532_800 * 10**9,
    "future": lambda chance: time.time_ns() + 10**15,
    "random": lambda chance: chance.randrange(10**18, 2 * 10**18),
}


def check_out(site: Site, clock: str, chance: random.Random | None = None) -> None:
    """Give all sources the times of a fresh checkout."""
    chance = chance or random.Random(SEED)
    # What is known of files by their names, sizes and times as long as the process lives.
    filecmp.clear_cache()
    if clear := getattr(getattr(_assets, "_file_checksum_inner", None), "cache_clear", None):
        clear()
    for path in sorted(site.source.rglob("*")):
        moment = CLOCKS[clock](chance)
        os.utime(path, ns=(moment, moment))


def read(site: Site) -> set[str]:
    return set(site.domain.documents_read)


def written(site: Site) -> dict[str, int]:
    # Sphinx writes its search page in every build.
    pages = (path for path in site.outdir.rglob("*.html") if path.name != "search.html")
    return {path.relative_to(site.outdir).as_posix(): path.stat().st_mtime_ns for path in pages}


@pytest.fixture
def site(make_site: MakeSite) -> Site:
    return make_site(FILES, CONF | COMPARES)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("clock", "kind"), [("1980", "metadata"), ("random", "documents"), ("now", "options"), ("future", "texts")]
)
def test_each_step_gives_a_clean_build(make_site: MakeSite, tmp_path: Path, clock: str, kind: str) -> None:
    site = make_site(FILES, CONF | COMPARES)
    for number, step in enumerate(STEPS[kind], start=1):
        step(site)
        conf = site.source / "conf.py"
        if "blog_compare_contents" not in conf.read_text(encoding="utf-8"):
            with conf.open("a", encoding="utf-8") as file:
                file.write("blog_compare_contents = True\n")
        check_out(site, clock)
        site.build()
        if kind == "texts" or number % 3 == 0 or number == len(STEPS[kind]):
            assert differences(site, clean(site, tmp_path / "clean")) == [], number


@pytest.mark.parametrize(
    "clock", ["now", *(pytest.param(each, marks=pytest.mark.slow) for each in ("1980", "future"))]
)
def test_a_fresh_checkout_reads_and_writes_nothing(site: Site, clock: str) -> None:
    site.build()
    before = written(site)
    for _again in range(2):
        check_out(site, clock)
        site.build()
        assert read(site) == set()
        assert written(site) == before


@pytest.mark.parametrize("clock", ["1980", pytest.param("now", marks=pytest.mark.slow)])
def test_after_it_what_was_changed_is_read(site: Site, clock: str) -> None:
    check_out(site, clock)
    site.build()
    before = written(site)
    # Of the same size.
    site.edit("blog/p03.md", "Rest 03.", "Rust 03.")
    site.edit("part.txt", "Rest", "Rust")
    check_out(site, clock)
    site.build()
    assert read(site) == {"blog/p03", "blog/y"}
    changed = {name for name, moment in written(site).items() if before[name] != moment}
    assert changed == {"blog/p03.html", "blog/y.html"}


@pytest.mark.slow
def test_two_builders_may_share_their_doctrees(site: Site, tmp_path: Path) -> None:
    for step in (STEPS["texts"][0], STEPS["texts"][3], STEPS["documents"][2]):
        step(site)
        for builder in ("dirhtml", "html"):
            check_out(site, "1980")
            site.build(builder)
            assert differences(site, clean(site, tmp_path / builder)) == []


RECORD = ".blogext-contents"
RUINS: dict[str, Step] = {
    "no doctrees": lambda site: shutil.rmtree(site.root / "doctrees"),
    "no pages": lambda site: shutil.rmtree(site.outdir),
    "no record": lambda site: (site.outdir / RECORD).unlink(),
    "half a record": lambda site: _halve(site.outdir / RECORD),
    "nonsense": lambda site: (site.outdir / RECORD).write_text('{"shown": 3, "around": 1}'),
    "very deep": lambda site: (site.outdir / RECORD).write_text('{"shown": ' + "[" * 100_000),
    "a page less": lambda site: site.path("blog/p02").unlink(),
    "a doctree less": lambda site: (site.root / "doctrees/blog/p02.doctree").unlink(),
    "pages of before": lambda site: _exchange(site.outdir, site.root / "pages-before"),
    "doctrees of before": lambda site: _exchange(site.root / "doctrees", site.root / "doctrees-before"),
}


def _halve(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def _exchange(folder: Path, other: Path) -> None:
    shutil.rmtree(folder)
    shutil.copytree(other, folder)


@pytest.mark.slow
@pytest.mark.parametrize("ruin", RUINS)
def test_a_cache_that_does_not_fit_is_no_harm(site: Site, tmp_path: Path, ruin: str) -> None:
    shutil.copytree(site.outdir, site.root / "pages-before")
    shutil.copytree(site.root / "doctrees", site.root / "doctrees-before")
    # What nothing but the text of a document that is no post would tell.
    site.edit("other.rst", "Text, and", "Words, and")
    site.edit("blog/p02.md", "Rest 02.", "Rust 02.")
    check_out(site, "1980")
    site.build()
    RUINS[ruin](site)
    site.edit("blog/p03.md", "# Post 03", "# Three")
    check_out(site, "1980")
    site.build()
    assert differences(site, clean(site, tmp_path / "clean")) == []


@pytest.mark.slow
@pytest.mark.parametrize("between", [True, False])
def test_it_may_be_switched_off_and_on(site: Site, tmp_path: Path, between: bool) -> None:
    site.configure(CONF)
    if between:
        site.edit("other.rst", "Text, and", "Words, and").build()
        site.edit("other.rst", "Words, and", "Text, and")
    check_out(site, "1980")
    site.configure(CONF | COMPARES).build()
    assert differences(site, clean(site, tmp_path / "clean")) == []


@pytest.mark.slow
def test_a_build_that_breaks_off_is_made_good(make_site: MakeSite, tmp_path: Path) -> None:
    extension = "def setup(app):\n    app.connect('html-page-context', fail)\n\n\ndef fail(app, name, *rest):\n"
    own = extension + "    if name == 'other':\n        raise RuntimeError\n"
    site = make_site(FILES, CONF | COMPARES)
    site.edit("other.rst", "Text, and", "Words, and")
    conf = (site.source / "conf.py").read_text()
    site.write("conf.py", f"{conf}\n{own}")
    with pytest.raises(Exception, match="fail"):
        site.build()
    site.write("conf.py", conf)
    check_out(site, "1980")
    site.build()
    assert differences(site, clean(site, tmp_path / "clean")) == []


@pytest.mark.slow
@pytest.mark.parametrize("what", ["conf.py", "extension", "template", "style sheet", "library"])
def test_what_pages_are_made_by_counts(
    make_site: MakeSite, tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = (
        "import sys\nfrom pathlib import Path\nsys.path.insert(0, str(Path(__file__).parent / 'ext'))\n"
        "import {0}\n\n\ndef setup(app):\n    app.connect('source-read', change)\n\n\n"
        "def change(app, docname, source):\n    source[0] = source[0].replace('Lead', {0}.LEAD)\n"
    )
    name = f"own_{tmp_path.name.replace('-', '_')}"
    given = dict(CONF | COMPARES | {"html_static_path": ["own"]})
    lines = [f"{key} = {value!r}" for key, value in given.items()]
    files = FILES | {f"ext/{name}.py": "LEAD = 'Start'\n", "own/own.css": "p { color: red }\n"}
    site = make_site(files, "\n".join([*lines, own.format(name)]))
    steps: dict[str, Callable[[], Any]] = {
        "conf.py": lambda: site.edit("conf.py", "replace('Lead'", "replace('Rest'"),
        "extension": lambda: site.write(f"ext/{name}.py", "LEAD = 'Begin'\n"),
        "template": lambda: site.write(
            "_templates/page.html", "{% extends '!page.html' %}{% block body %}T{{ super() }}{% endblock %}"
        ),
        "style sheet": lambda: site.write("own/own.css", "p { color: blue }\n"),
        "library": lambda: monkeypatch.setattr(contents.docutils, "__version__", "0.99"),
    }
    steps[what]()
    check_out(site, "1980")
    # As another process finds it.
    sys.modules.pop(name)
    shutil.rmtree(site.source / "ext/__pycache__", ignore_errors=True)
    importlib.invalidate_caches()
    site.build()
    assert differences(site, clean(site, tmp_path / "clean")) == []
    if what == "library":
        assert "blog/p02" in read(site)


def test_without_it_nothing_is_recorded(make_site: MakeSite) -> None:
    site = make_site({"index.md": "# Home\n", "blog/a.md": md()})
    assert not (site.outdir / RECORD).exists()
    assert site.domain.readings == {}


def test_the_record_in_the_output_does_not_name_drafts(make_site: MakeSite) -> None:
    site = make_site({"index.md": "# Home\n", "blog/a.md": md(), "blog/b.md": md()}, COMPARES)
    site.edit("blog/a.md", "---\n", "---\ndraft: true\n").build()
    record = (site.outdir / RECORD).read_text(encoding="utf-8")
    assert "blog/b" in record
    assert "blog/a" not in record


@pytest.mark.slow
def test_what_is_read_and_not_written_stays_due(site: Site, tmp_path: Path) -> None:
    site.edit("other.rst", "Text, and", "Words, and")
    check_out(site, "1980")
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-d", site.root / "doctrees"]
    subprocess.run([*command, site.source, site.outdir, site.source / "guide.rst"], check=True)
    assert "Words, and" not in site.path("other").read_text(encoding="utf-8")
    check_out(site, "1980")
    site.build()
    assert differences(site, clean(site, tmp_path / "clean")) == []


def test_one_application_may_build_several_times(site: Site) -> None:
    with docutils_namespace():
        app = Sphinx(site.source, site.source, site.outdir, site.root / "doctrees", "html", status=None)
        for number in range(2):
            site.edit("other.rst", "Text, and", f"Words {number}. Text, and")
            check_out(site, "1980")
            app.build()
            assert f"Words {number}." in site.path("other").read_text(encoding="utf-8")

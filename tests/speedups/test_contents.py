"""Builds that compare contents: right whatever the times of files say, and quick after a fresh checkout."""

import filecmp
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import MakeSite, Site
from steps import CONF, FILES, STEPS, clean, differences
from writing import INDEX, md

from sphinx_blogext.speedups import contents

Step = Callable[[Site], None]

pytestmark = pytest.mark.usefixtures("today")

COMPARES = {"blog_compare_contents": True}
#: What a checkout may make of times.
CLOCKS = {"now": time.time_ns, "1980": lambda: 315_532_800 * 10**9, "future": lambda: time.time_ns() + 10**15}


def check_out(site: Site, clock: str = "1980") -> None:
    """Give all sources the times of a fresh checkout."""
    # What is known of files by their names, sizes and times as long as the process lives.
    filecmp.clear_cache()
    for path in sorted(site.source.rglob("*")):
        moment = CLOCKS[clock]()
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
@pytest.mark.parametrize(("clock", "kind"), [("1980", "metadata"), ("now", "documents"), ("future", "texts")])
def test_each_step_gives_a_clean_build(make_site: MakeSite, tmp_path: Path, clock: str, kind: str) -> None:
    # Steps replace the configuration.
    site = make_site(FILES, CONF, confoverrides=COMPARES)
    for number, step in enumerate(STEPS[kind], start=1):
        step(site)
        check_out(site, clock)
        site.build()
        if number % 3 == 0 or number == len(STEPS[kind]):
            assert differences(site, clean(site, tmp_path / "clean")) == [], number


def test_after_a_fresh_checkout_what_was_changed_is_read_and_written(site: Site) -> None:
    # Modules that the first build of a process imports are new to the second one.
    site.build()
    before = written(site)
    for clock in ("now", "1980", "future"):
        check_out(site, clock)
        site.build()
        assert (read(site), written(site)) == (set(), before)
    # Of the same size.
    site.edit("blog/p03.md", "Rest 03.", "Rust 03.").edit("part.txt", "Rest", "Rust")
    check_out(site)
    site.build()
    assert read(site) == {"blog/p03", "blog/y"}
    changed = {name for name, moment in written(site).items() if before[name] != moment}
    assert changed == {"blog/p03.html", "blog/y.html"}


RECORD = ".blogext-contents"
RUINS: dict[str, Step] = {
    "no doctrees": lambda site: shutil.rmtree(site.root / "doctrees"),
    "no record": lambda site: (site.outdir / RECORD).unlink(),
    "nonsense": lambda site: (site.outdir / RECORD).write_text('{"shown": 3, "around": 1}'),
    "a page less": lambda site: site.path("blog/p02").unlink(),
    "a doctree less": lambda site: (site.root / "doctrees/blog/p02.doctree").unlink(),
    "switched off meanwhile": lambda site: _change(site.configure(CONF)).build().configure(CONF | COMPARES),
    "a build breaks off": lambda site: _break_off(_change(site)),
}


def _change(site: Site) -> Site:
    """Change the text of a document that is no post, which nothing else shows."""
    site.edit("other.rst", "Text", "Text, more text")
    check_out(site)
    return site


def _break_off(site: Site) -> None:
    conf = (site.source / "conf.py").read_text()
    fail = "def fail(app, name, *rest):\n    if name == 'other': raise RuntimeError\n"
    site.write("conf.py", f"{conf}\n{fail}def setup(app): app.connect('html-page-context', fail)\n")
    with pytest.raises(Exception, match="fail"):
        site.build()
    site.write("conf.py", conf)


@pytest.mark.slow
@pytest.mark.parametrize("ruin", RUINS)
def test_a_cache_that_does_not_fit_is_no_harm(site: Site, tmp_path: Path, ruin: str) -> None:
    _change(site.edit("blog/p02.md", "Rest 02.", "Rust 02.")).build()
    RUINS[ruin](site)
    site.edit("blog/p03.md", "# Post 03", "# Three")
    check_out(site)
    site.build()
    assert differences(site, clean(site, tmp_path / "clean")) == []


@pytest.mark.slow
def test_what_pages_are_made_by_counts(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    conf = CONF | COMPARES | {"html_static_path": ["own"]}
    site = make_site(FILES | {"own/own.css": "p { color: red }\n"}, conf).build()
    own = "{% extends '!page.html' %}{% block body %}T{{ super() }}{% endblock %}"
    # What changes, and whether sources are read again for it, or pages just written.
    for change, is_read in (
        (lambda: site.write("_templates/page.html", own), False),
        (lambda: site.write("own/own.css", "p { color: blue }\n"), False),
        (lambda: site.edit("conf.py", "project =", "project  ="), True),
        (lambda: monkeypatch.setattr(contents, "distributions", lambda name: ()), True),
    ):
        before = written(site)
        change()
        check_out(site)
        site.build()
        assert read(site) == (site.env.found_docs if is_read else set())
        after, pages = written(site), {f"{docname}.html" for docname in site.env.found_docs}
        assert [name for name in pages if before[name] == after[name]] == []


def test_the_record_does_not_name_drafts_and_without_the_option_there_is_none(make_site: MakeSite) -> None:
    site = make_site({**INDEX, "blog/a.md": md(), "blog/b.md": md()}, COMPARES)
    site.edit("blog/a.md", "---\n", "---\ndraft: true\n").build()
    record = (site.outdir / RECORD).read_text(encoding="utf-8")
    assert ["blog/a" in record, "blog/b" in record] == [False, True]
    assert not (site.configure({}).build().outdir / RECORD).exists()
    assert make_site(INDEX).domain.readings == {}

"""The same sources give the same pages: in parallel, twice, and step by step."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from checker import problems_of_tree
from writing import many, md, rst

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Site

FILES = {
    "index.md": "# Home\n\n```{postlist} 3\n:style: cards\n```\n\n"
    "```{blog-terms} tag\n```\n\n```{toctree}\nguide\nblog\n```\n",
    "guide.rst": "Guide\n=====\n\n:blog:post:`p03` :blog:tag:`C++`\n\n"
    ".. postlist::\n   :tags: python\n   :excerpts:\n",
    "blog.md": "# News\n\n```{postlist}\n:paginate: 3\n```\n",
    **many(9, tags=["python", "C++"], author=["mei", "jonas"], language="en"),
    "blog/x.rst": rst(
        "The *X*",
        "Lead $x$.\n\n.. more::\n\nRest.\n",
        date="2023-05-06",
        tags="C++, Other",
        series="S",
        redirect="old/x",
    ),
    "blog/y.md": md(
        "Y $y$",
        "![a](pic.svg) [^1]\n\n<!-- more -->\n\nRest.\n\n[^1]: Note.\n",
        date="2023-05-06",
        tags="Other",
        pin=True,
    ),
    "blog/pic.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
}
#: Everything of Sphinx's that differs from build to build by itself, or that order of reading shows in.
OWN = (".buildinfo", ".doctree", "environment.pickle")


def output(site: Site) -> dict[str, bytes]:
    return {name: content for name, content in site.bytes().items() if not name.endswith(OWN)}


def blog_output(site: Site) -> dict[str, bytes]:
    """The pages of the blog itself, and its documents; not Sphinx's own search and inventory."""
    return {
        name: content
        for name, content in output(site).items()
        if name.endswith(".html") and not name.startswith(("search", "genindex", "_static"))
    }


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_parallel_is_serial(make_site: Callable[..., Site], builder: str) -> None:
    serial = make_site(FILES, None, builder)
    parallel = make_site(FILES, None, builder, parallel=2)
    assert serial.warnings == parallel.warnings == []
    assert output(serial).keys() == output(parallel).keys()
    one, other = output(serial), output(parallel)
    assert [name for name in one if one[name] != other[name] and name != "searchindex.js"] == []


def test_twice_is_once(make_site: Callable[..., Site]) -> None:
    one, other = make_site(FILES), make_site(FILES)
    assert output(one) == output(other)


def test_nothing_is_written_where_nothing_has_changed(make_site: Callable[..., Site]) -> None:
    site = make_site(FILES)
    before = output(site)
    times = {path: path.stat().st_mtime_ns for path in site.outdir.rglob("blog/p*.html")}
    site.build()
    assert site.warnings == []
    assert output(site) == before
    documents = [path for path in times if "page" not in path.parts]
    assert len(documents) == 9
    assert [path for path in documents if path.stat().st_mtime_ns != times[path]] == []


def test_seeds_zones_and_locales_make_no_difference(make_site: Callable[..., Site]) -> None:
    site = make_site(FILES, build=False)
    trees = []
    for number, (seed, zone, locale) in enumerate([("1", "UTC", "C.UTF-8"), ("77", "Asia/Shanghai", "C")]):
        out = site.root / f"out{number}"
        command = [sys.executable, "-m", "sphinx", "-q", "-W", "-d", site.root / f"d{number}", site.source, out]
        environment = os.environ | {"PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale, "PYTHONUTF8": "1"}
        subprocess.run(command, check=True, env=environment)
        files = {p.relative_to(out).as_posix(): p.read_bytes() for p in out.rglob("*") if p.is_file()}
        trees.append(
            {
                name: content
                for name, content in files.items()
                if not name.endswith(OWN) and ".doctrees" not in name
            }
        )
    one, other = trees
    assert one.keys() == other.keys()
    assert [name for name in one if one[name] != other[name]] == []


def _edit_teaser(site: Site) -> None:
    site.edit("blog/p08.md", "Lead 08.", "Another *lead* $z$.")


def _edit_rest(site: Site) -> None:
    site.edit("blog/p08.md", "Rest 08.", "Another rest, much longer. " + "word " * 900)


def _edit_title(site: Site) -> None:
    site.edit("blog/p08.md", "# Post 08", "# A *new* title")


def _edit_tag(site: Site) -> None:
    site.edit("blog/p08.md", '["python", "C++"]', '["python", "Rust"]')


def _last_of_a_tag(site: Site) -> None:
    site.edit("blog/x.rst", "C++, Other", "C++")
    site.edit("blog/y.md", "tags: Other\n", "")


def _edit_date(site: Site) -> None:
    site.edit("blog/p08.md", "2024-01-09", "2022-03-04")


def _add(site: Site) -> None:
    site.write(
        "blog/new.md",
        md("New", "Lead.\n\n% more\n\nRest.\n", date="2024-06-01", tags=["python", "New"], redirect="old/new"),
    )


def _add_old(site: Site) -> None:
    site.write("blog/2019/new.md", md("Old", date="2019-06-01", author="mei"))


def _delete(site: Site) -> None:
    site.delete("blog/p09.md")


def _delete_with_a_redirect(site: Site) -> None:
    site.delete("blog/x.rst")


def _rename(site: Site) -> None:
    content = (site.source / "blog/p07.md").read_text(encoding="utf-8")
    site.delete("blog/p07.md")
    site.write("blog/renamed/p07.md", content)


def _unpin(site: Site) -> None:
    site.edit("blog/y.md", "pin: true\n", "")


def _draft(site: Site) -> None:
    site.edit("blog/p04.md", "---\ndate", "---\ndraft: true\ndate")


def _unlist(site: Site) -> None:
    site.edit("blog/p03.md", "---\ndate", "---\nunlisted: true\ndate")


def _edit_list(site: Site) -> None:
    site.edit("blog.md", ":paginate: 3", ":paginate: 4\n:style: titles")


def _remove_list(site: Site) -> None:
    site.write("blog.md", "# News\n\nText.\n")


def _option(site: Site) -> None:
    site.configure({"blog_page_size": 4, "post_date_format": "%Y", "blog_related": 1, "blog_title": "Other"})


def _authors(site: Site) -> None:
    site.configure({"blog_authors": {"mei": ("Mei", None), "jonas": {"name": "J", "slug": "jw"}}})


STEPS = [
    _edit_teaser,
    _edit_rest,
    _edit_title,
    _edit_tag,
    _last_of_a_tag,
    _edit_date,
    _add,
    _add_old,
    _delete,
    _delete_with_a_redirect,
    _rename,
    _unpin,
    _draft,
    _unlist,
    _edit_list,
    _remove_list,
    _option,
    _authors,
]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.__name__.strip("_"))
def test_one_step_is_a_clean_build(make_site: Callable[..., Site], step: Callable[[Site], None]) -> None:
    site, fresh = make_site(FILES), make_site(FILES, build=False)
    step(site)
    step(fresh)
    site.build()
    fresh.build()
    assert site.warnings == fresh.warnings
    incremental, clean = blog_output(site), blog_output(fresh)
    assert incremental.keys() == clean.keys()
    assert [name for name in clean if incremental[name] != clean[name]] == []
    assert problems_of_tree(site.outdir) == []


def test_all_steps_one_after_the_other_are_a_clean_build(make_site: Callable[..., Site]) -> None:
    site, fresh = make_site(FILES), make_site(FILES, build=False)
    for step in STEPS:
        if step not in {_rename, _option}:
            step(site)
            step(fresh)
            site.build()
    fresh.build()
    incremental, clean = blog_output(site), blog_output(fresh)
    assert incremental.keys() == clean.keys()
    assert [name for name in clean if incremental[name] != clean[name]] == []


def test_a_build_of_one_document_leaves_no_other_stale(make_site: Callable[..., Site]) -> None:
    site, fresh = make_site(FILES), make_site(FILES, build=False)
    _edit_title(site)
    _edit_title(fresh)
    out = ["-d", site.root / "doctrees", site.source, site.outdir]
    subprocess.run([sys.executable, "-m", "sphinx", "-q", *out, site.source / "guide.rst"], check=True)
    site.build()
    fresh.build()
    incremental, clean = blog_output(site), blog_output(fresh)
    assert [name for name in clean if incremental.get(name) != clean[name]] == []


def test_a_build_that_fails_leaves_nothing_stale(make_site: Callable[..., Site]) -> None:
    site, fresh = make_site(FILES), make_site(FILES, build=False)
    _edit_tag(site)
    _edit_tag(fresh)
    conf = (site.source / "conf.py").read_text(encoding="utf-8")
    site.write(
        "conf.py",
        f"{conf}\n"
        "def fail(app, name, template, context, doctree):\n"
        "    if name == 'guide': raise RuntimeError\n\n"
        "def setup(app):\n"
        "    app.connect('html-page-context', fail)\n",
    )
    with pytest.raises(Exception, match="threw an exception"):
        site.build()
    site.write("conf.py", conf)
    site.build()
    fresh.build()
    incremental, clean = blog_output(site), blog_output(fresh)
    assert incremental.keys() == clean.keys()
    assert [name for name in clean if incremental[name] != clean[name]] == []

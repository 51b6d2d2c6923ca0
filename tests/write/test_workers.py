"""Pages without a document are the same, with the same warnings, however many processes write them."""

import pytest
from conftest import MakeSite, Site
from page import Page
from writing import INDEX, many, md

from sphinx_blogext.write import rendered_pages

FILES = {
    **INDEX,
    **many(18, tags=["python", "C++"], author=["mei", "jonas"], language="en"),
    "blog/z1.md": md(
        "中文", "首段，“引言”。\n\n<!-- more -->\n\n其余。\n", "2025-01-02", tags="python", language="zh"
    ),
    "blog/z2.md": md("Sum", "```{math}\na = b\n```\n\n<!-- more -->\n", "2025-01-03", tags="maths"),
}
CONF = {"blog_page_size": 2, "blog_languages": {"en": ("English", None), "zh": ("中文", None)}}
#: An extension that fails on the teasers of some posts, but not on their pages.
FAILS = """
from docutils import nodes

def fail(app, doctree, docname):
    if docname in {"blog/p03", "blog/p17"} and doctree.get("blog_part"):
        raise ValueError("no such thing")

def setup(app):
    app.connect("doctree-resolved", fail, priority=1)
    return {"parallel_write_safe": True}
"""


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendered_pages, "_FEW", 2)


def outcome(site: Site) -> tuple[dict[str, bytes], list[str]]:
    files = {name: content for name, content in site.bytes().items() if name.endswith((".html", ".json", ".xml"))}
    return files, sorted(map(str, site.warnings))


@pytest.mark.parametrize(("builder", "jobs"), [("html", 2), ("dirhtml", 3)])
def test_several_processes_write_what_one_writes(make_site: MakeSite, builder: str, jobs: int) -> None:
    serial, parallel = make_site(FILES, CONF, builder), make_site(FILES, CONF, builder, parallel=jobs)
    assert outcome(serial) == outcome(parallel)
    for site in (serial, parallel):
        site.build().edit("blog/p07.md", "Post 07", "Another title")
        site.edit("blog/z1.md", "首段", "第二段").build()
    assert outcome(serial) == outcome(parallel)
    pages = [Page(path) for path in sorted((parallel.outdir / "blog/author").rglob("*.html"))]
    titles = [title for page in pages for title in page.texts(".blog-teaser-title", page.root)]
    assert "Another title" in titles
    assert "Post 07" not in titles


@pytest.mark.slow
def test_what_fails_is_reported_once_as_are_names_that_are_folders(make_site: MakeSite) -> None:
    conf = "".join(f"{name} = {value!r}\n" for name, value in CONF.items()) + FAILS
    serial, parallel = (make_site(FILES, conf, parallel=jobs, build=False) for jobs in (1, 2))
    for site in (serial, parallel):
        for number in range(2, 8):
            (site.outdir / f"blog/tag/python/page/{number}.html").mkdir(parents=True)
        site.build()
    types = sorted(warned.type for warned in parallel.warnings)
    assert types == ["blog.output"] * 6 + ["blog.rendering"] * 2
    assert outcome(serial) == outcome(parallel)

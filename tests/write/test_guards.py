"""What other extensions do with the blog's own pages ends no build and loses no list."""

import pytest
from conftest import MakeSite, Site
from page import Page
from writing import INDEX, many, md

from sphinx_blogext.write import rendered_pages

FILES = {
    "index.md": "# Home\n\n```{toctree}\nguide\nblog/index\n```\n\n```{postlist} 3\n:style: cards\n```\n",
    "guide.md": "# Guide\n",
    "blog/index.md": "# News\n\n```{postlist}\n:paginate: 2\n```\n",
    **many(3, tags="x"),
}


def test_handlers_that_fail_where_a_document_is_resolved_again_lose_no_post(make_site: MakeSite) -> None:
    code = """
import sys

seen = set()

def once(app, doctree, docname):
    if docname in seen:
        sys.exit(f"twice: {docname}")
    seen.add(docname)

def setup(app):
    app.connect("doctree-resolved", once)
"""
    site = make_site(FILES, code)
    assert {(warned.file, warned.type) for warned in site.warnings} == {
        (f"blog/p0{number}.md", "blog.rendering") for number in (1, 2, 3)
    }
    told = ("once (conf.py:", "twice: blog/p")
    assert [w.message for w in site.warnings if not any(part in w.message for part in told)] == []
    assert site.page("blog/tag/x").posts == ["Post 03", "Post 02", "Post 01"]
    assert site.page("blog/p01").headings[0].startswith("Post ")


def test_what_a_handler_of_pages_has_done_where_it_fails_is_undone(make_site: MakeSite) -> None:
    code = """
import sys

def stamp(app, page, template, context, doctree):
    if doctree is None:
        return
    context["title"] = "Lost"
    context["stamp"] = app.env.all_docs[page]

def fail(app, page, template, context, doctree):
    last = doctree.children[-1] if doctree is not None else None
    if type(last).__name__ == "blog_html" and not last["html"]:
        context["stamp"] = "left"
        raise ValueError(page)

def leave(app, page, template, context, doctree):
    if page.startswith("blog/tag"):
        sys.exit()

def shows(app, page, template, context, doctree):
    context["metatags"] += f'<meta name="stamp" content="{context.get("stamp", "")}">'

def setup(app):
    for handler in (stamp, fail, leave, shows):
        app.connect("html-page-context", handler)
"""
    site = make_site(FILES, code)
    assert {warned.type for warned in site.warnings} == {"blog.rendering"}
    (warned,) = [each for each in site.warnings if each.message.startswith("stamp")]
    line = (site.source / "conf.py").read_text(encoding="utf-8").splitlines().index(code.splitlines()[3]) + 1
    assert f"stamp (conf.py:{line})" in warned.message
    assert "KeyError: 'blog/" in warned.message
    assert site.page("blog/tag/x").title.startswith("Posts tagged")
    assert site.page("blog/tag/x").posts == ["Post 03", "Post 02", "Post 01"]
    stamps = {name: site.page(name).meta("stamp")[0] for name in ("blog/tag/x", "index", "blog/index", "guide")}
    assert {name for name, stamp in stamps.items() if stamp.isdecimal()} == {"index", "blog/index", "guide"}
    assert "left" not in stamps.values()


YIELDS = """
def pages(app):
    for name in {names!r}:
        yield name, {{"body": "Theirs."}}, "page.html"

def setup(app):
    app.connect("html-collect-pages", pages, {priority})
"""
#: Pages of the blog: of a term, an overview, the front page, a post; and two that belong to nobody.
NAMES = ["blog/tag/x", "blog/tag", "blog/index", "blog/p01"]
FREE = ["other", "blog/other"]


@pytest.mark.parametrize(("builder", "priority"), [("html", 500), ("dirhtml", 100)])
def test_pages_that_others_yield_give_way(make_site: MakeSite, builder: str, priority: int) -> None:
    site = make_site(FILES, YIELDS.format(names=NAMES + FREE, priority=priority), builder)
    assert [warned.type for warned in site.warnings] == ["blog.output"] * 4
    for name, warned in zip(NAMES, site.warnings, strict=True):
        assert f"{name!r}" in warned.message
        assert "pages (conf.py:" in warned.message
        assert "Theirs." not in site.page(name).source
    assert (len(site.page("blog/tag/x").posts), len(site.page("blog/index").posts)) == (3, 2)
    assert all("Theirs." in site.page(name).source for name in FREE)
    before = site.bytes()
    after = site.build().bytes()
    assert [name for name in before if before[name] != after[name] and "search" not in name] == []


# Pages are the same, with the same warnings, however many processes write them

MANY = {
    **INDEX,
    **many(18, tags=["python", "C++"], author=["mei", "jonas"], language="en"),
    "blog/z1.md": md(
        "中文", "首段，“引言”。\n\n<!-- more -->\n\n其余。\n", "2025-01-02", tags="python", language="zh"
    ),
    "blog/z2.md": md("Sum", "```{math}\na = b\n```\n\n<!-- more -->\n", "2025-01-03", tags="maths"),
}
CONF = {"blog_page_size": 2, "blog_languages": {"en": ("English", None), "zh": ("中文", None)}}


def outcome(site: Site) -> tuple[dict[str, bytes], list[str]]:
    files = {name: content for name, content in site.bytes().items() if name.endswith((".html", ".json", ".xml"))}
    return files, sorted(map(str, site.warnings))


def test_several_processes_write_what_one_writes(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendered_pages, "_FEW", 2)
    serial, parallel = (make_site(MANY, CONF, parallel=jobs) for jobs in (1, 2))
    assert outcome(serial) == outcome(parallel)
    for site in (serial, parallel):
        site.build().edit("blog/p07.md", "Post 07", "Another title")
        site.edit("blog/z1.md", "首段", "第二段").build()
    assert outcome(serial) == outcome(parallel)
    pages = [Page(path) for path in sorted((parallel.outdir / "blog/author").rglob("*.html"))]
    titles = [title for page in pages for title in page.texts(".blog-teaser-title", page.root)]
    assert "Another title" in titles
    assert "Post 07" not in titles

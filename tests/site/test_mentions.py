"""Related posts by links, and the posts that are mentioned on the pages they link to."""

from types import SimpleNamespace
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from checker import problems_of_tree
from conftest import MakeSite, Site
from docutils import nodes
from page import select, text
from sphinx.errors import NoUri
from steps import edit, written
from writing import md, rst

from sphinx_blogext.domain import Target
from sphinx_blogext.site.links import Place, Targets, _Resolver

API = (
    "API\n===\n.. py:module:: rill\n\n.. py:function:: fold(f)\n\n   Folds.\n\n.. py:class:: Queue\n\n"
    "   .. py:method:: put(x)\n\n.. py:data:: plain\n\n.. _label:\n\nSection\n-------\nText.\n"
)
FILES = {
    "index.md": "# Home\n\n```{toctree}\napi\nguide\n```\n",
    "api.rst": API,
    "guide.md": "# Guide\n\nSee {doc}`/blog/a`.\n",
    "blog/a.md": md("A", "See {doc}`b` and {py:func}`rill.fold`, {py:func}`rill.fold`.\n", "2024-01-01"),
    "blog/b.rst": rst("B", "See :any:`rill.Queue`, :ref:`label` and :blog:post:`c`.\n", "2024-01-02"),
    "blog/c.md": md("C", "See [the guide](../guide.md), [](../guide.md), {py:meth}`.put`.\n", "2024-01-03"),
    "blog/d.md": md("D $x$", "{py:func}`rill.fold` {py:data}`rill.plain` [](#label) {doc}`d`\n", "2024-01-04"),
    "blog/draft.md": md("Draft", "{py:func}`rill.fold` {doc}`/guide`\n", draft=True),
    "blog/unlisted.md": md("Unlisted", "{py:func}`rill.fold` {doc}`/guide`\n", unlisted=True),
}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    # Neighbors are not mentioned again.
    site = make_shared_site(FILES, {"blog_backlinks": True, "post_show_prev_next": False})
    assert site.warnings == problems_of_tree(site.outdir) == []
    return site


def mentions(box: Element) -> list[str]:
    return [text(a) for a in select(box, "li a")]


def test_documents_and_posts_name_the_posts_that_link_to_them(site: Site) -> None:
    shown = {"guide": [["C"]], "index": [], "blog/b": [["A"]], "blog/c": [["B"]], "blog/d": []}
    for name, expected in shown.items():
        assert [mentions(box) for box in site.page(name).all(".blog-mentions")] == expected, name


def test_objects_name_the_posts_that_discuss_them(site: Site) -> None:
    page = site.page("api")
    found = {}
    for entry in page.all("dl.py"):
        (box,) = entry.findall("dd/div[@class='blog-mentions']")
        found[select(entry, "dt")[0].get("id", "").removeprefix("rill.")] = mentions(box)
    assert found == {"fold": ["D \\(x\\)", "A"], "Queue": ["B"], "Queue.put": ["C"], "plain": ["D \\(x\\)"]}
    # Those that link to a section stand at the end of the page.
    assert mentions(page.all(".blog-mentions")[-1]) == ["D \\(x\\)", "B"]


def test_releases_and_sections_mention_what_their_own_text_refers_to(make_site: MakeSite) -> None:
    directive = "```{post} 2024-02-03\n```\n\n"
    changes = "\n## 1.1 (2024-02-02)\n\n{py:func}`rill.fold`\n\n## 1.0 (2024-02-01)\n\nText.\n"
    parts = f"\n## One\n\n{directive}{{py:data}}`rill.plain`\n\n## Two\n\n{directive}Text.\n"
    pages = {"changes.md": f"# Changes\n{changes}", "parts.md": f"# Parts\n{parts}"}
    files = {name: FILES[name] for name in ("index.md", "api.rst")} | {"guide.md": "# Guide\n"}
    options = {"blog_backlinks": True, "blog_changelog": "changes", "post_show_prev_next": False}
    site = make_site(files | {name: f"---\norphan: true\n---\n{each}" for name, each in pages.items()}, options)
    assert [mentions(box) for box in site.page("api").all("dl.py .blog-mentions")] == [["Site 1.1"], ["One"]]


def test_links_make_posts_related(make_site: MakeSite) -> None:
    site = make_site(FILES, {"post_show_prev_next": False})
    assert site.page("blog/b").texts(".blog-related li a") == ["C", "A"]
    assert [name for name in site.pages if select(site.page(name).root, ".blog-mentions")] == []


def test_mentions_follow_the_posts_and_nothing_else_is_written(make_site: MakeSite) -> None:
    gone = "{py:func}`gone` {doc}`/gone` {ref}`gone` {any}`gone` [x](gone.md) {numref}`gone` {blog:post}`gone`\n"
    files = FILES | {"blog/gone.md": md("Gone", gone, "2023-01-01")}
    site = make_site(files, {"blog_backlinks": True, "blog_related": 0, "post_show_prev_next": False})
    assert site.page("blog/gone").all(".blog-mentions") == []
    names = written(site, edit("blog/a.md", "{doc}`b`", "{doc}`/guide`"))
    assert [mentions(box) for box in site.page("guide").all(".blog-mentions")] == [["C", "A"]]
    assert site.page("blog/b").all(".blog-mentions") == []
    assert {"api.html", "guide.html", "blog/c.html", "blog/d.html"} & names == {"guide.html"}


class Domain:
    """A domain in which each kind of reference leads to a page of that name."""

    def resolve_xref(self, *args: Any) -> Any:
        if args[3] == "fails":
            raise ValueError
        return nodes.reference(refuri=f"{args[3]}#part") if args[3] != "here" else nodes.reference(refid="x")

    def resolve_any_xref(self, *_args: Any) -> Any:
        return [("role", nodes.inline()), ("role", nodes.reference(refuri="any"))]


def test_domains_say_where_links_lead() -> None:
    resolver: Any = object.__new__(_Resolver)
    resolver.env, resolver.builder = SimpleNamespace(domains={"py": Domain(), "std": Domain()}), None
    places = {
        ("py", "func"): Place("func", "part", is_object=True),
        # What is in a text is no object.
        ("std", "ref"): Place("ref", "part"),
        ("py", ""): Place("any"),
        **dict.fromkeys((("py", "fails"), ("py", "here"), ("gone", "func"))),
    }
    assert {case: resolver._ask(*case, {"reftarget": "x"}) for case in places} == places


def test_links_lead_to_what_is_written() -> None:
    def relative(_from: str, to: str) -> str:
        if to == "none":
            raise NoUri
        return f"../{to}"

    pages: Any = SimpleNamespace(is_written=lambda page: page != "gone")
    targets = Targets((), {}, pages, lambda _page: None)  # type: ignore[arg-type, return-value]
    builder: Any = SimpleNamespace(get_relative_uri=relative)
    text = nodes.inline()

    def refer(**fields: str) -> Any:
        return targets.refer(Target("x", "X", "post", "page")._replace(**fields), "doc", builder, text)

    assert refer(page="gone") is refer(page="none") is text
    found = [refer(), refer(anchor="x"), refer(url="https://e.org/")]
    assert [each["refuri"] for each in found] == ["../page", "../page#x", "https://e.org/"]
    assert [(each["internal"], each["reftitle"]) for each in found] == [(True, "X"), (True, "X"), (False, "X")]

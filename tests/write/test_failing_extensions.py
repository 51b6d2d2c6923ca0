"""What other extensions raise on a part of a post ends no build: the post stays in its lists, as plain text."""

import pkgutil
import re
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import MakeSite, Site
from writing import INDEX, md, rst

from sphinx_blogext.write.output import Output

#: Fails on what the role ``broken`` marks, wherever that stands beside the post's own page.
_EXTENSION = """
from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.html5 import HTML5Translator

def role(name, rawtext, text, lineno, inliner, options=None, content=None):
    return [nodes.inline(rawtext, text, classes=["broken"])], []

def is_broken(node):
    return isinstance(node, nodes.inline) and "broken" in node["classes"]

def is_elsewhere(tree):
    return "blog_part" in tree or not tree["source"]

def resolve(app, doctree, docname):
    if {handler} and is_elsewhere(doctree) and next(doctree.findall(is_broken), None):
        raise RecursionError("too deep")

class Resolves(SphinxPostTransform):
    default_priority = 100

    def run(self):
        if {transform} and is_elsewhere(self.document) and next(self.document.findall(is_broken), None):
            raise SystemExit("done")

def visit(writer, node):
    if {visitor} and is_elsewhere(writer.document) and is_broken(node):
        raise ValueError("no width")
    HTML5Translator.visit_inline(writer, node)

def setup(app):
    app.add_role("broken", role)
    app.add_node(nodes.inline, override=True, html=(visit, HTML5Translator.depart_inline))
    app.connect("doctree-resolved", resolve)
    app.add_post_transform(Resolves)
"""
BAD = "The *lead* with {broken}`x` & more.\n\n<!-- more -->\n\nThe rest.\n"
FILES = {
    **INDEX,
    "cards.md": "---\norphan: true\n---\n# Cards\n\n```{postlist}\n:style: cards\n```\n",
    "blog/bad.md": md("Bad", BAD, "2024-05-07", tags="x"),
    "blog/good.md": md("Good", "The **lead**.\n", tags="x"),
}


def conf(options: str = "", **failing: bool) -> str:
    code = re.sub(r"\{(handler|visitor|transform)\}", lambda name: str(failing.get(name[1], False)), _EXTENSION)
    return f"{code}\n{options}\n"


def content_of_feed(site: Site) -> list[str]:
    return [item["content_html"] for item in site.items()]


@pytest.mark.parametrize(
    ("failing", "reason"),
    [
        ("handler", "RecursionError: too deep (raised in resolve (conf.py:"),
        ("visitor", "ValueError: no width (raised in visit (conf.py:"),
        ("transform", "SystemExit: done (raised in Resolves.run (conf.py:"),
    ],
)
def test_a_teaser_is_plain_text(make_site: MakeSite, failing: str, reason: str) -> None:
    site = make_site(FILES, conf("blog_feed_fulltext = True", **{failing: True}))
    assert site.status == 0
    # Its whole text fails for the same reason.
    (warned,) = site.warnings
    assert (warned.file, warned.type) == ("blog/bad.md", "blog.rendering")
    assert reason in warned.message
    page = site.page("blog")
    assert (page.posts, page.teaser_text("Bad")) == (["Bad", "Good"], "The lead with x & more.")
    assert page.teaser_text("Good") == "The lead."
    assert "The lead with x & more." in site.page("cards").texts("p")
    assert "<strong>lead</strong>" in content_of_feed(site)[1]
    assert "<p>The lead with x &amp; more.</p>" in content_of_feed(site)[0]
    # Its own page is the other extension's affair.
    assert site.page("blog/bad").all("em")


@pytest.mark.parametrize(
    ("function", "shown"),
    [
        ("sphinx_blogext.feeds.write.clean", "<p>The lead with x &amp; more.</p>"),
        ("sphinx_blogext.write.parts.describe", "<p>The <em>lead</em>"),
    ],
)
def test_an_error_of_our_own_costs_a_warning(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch, function: str, shown: str
) -> None:
    original = pkgutil.resolve_name(function)

    def fail(html: str, *arguments: Any, **options: Any) -> Any:
        if "more" in html:
            raise RecursionError("too deep")
        return original(html, *arguments, **options)

    monkeypatch.setattr(function, fail)
    site = make_site(FILES, conf())
    (warned,) = site.warnings
    assert (site.status, warned.file, warned.type) == (0, "blog/bad.md", "blog.rendering")
    assert "RecursionError: too deep" in warned.message
    assert content_of_feed(site)[0].startswith(shown)
    assert site.page("blog/bad").meta("description") == ["The lead with x & more."]
    assert content_of_feed(site)[1] == "<p>The <strong>lead</strong>.</p>"


def test_what_is_shown_in_place_of_each_part(make_site: MakeSite) -> None:
    posts = {
        "blog/line.rst": "Line\n====\n\nThe :broken:`lead`.\n\n.. post:: 2024-05-01\n",
        "blog/said.md": md("Said", BAD, "2024-05-02", description="What it is."),
        # Only its whole text fails.
        "blog/rest.md": md("Rest", "The **lead**.\n\n<!-- more -->\n\n{broken}`x`\n", "2024-05-03"),
        "blog/title.md": md("{broken}`Title` & *so*", date="2024-05-04"),
    }
    site = make_site(INDEX | posts, conf("blog_feed_fulltext = True", handler=True, visitor=True))
    assert {warned.type for warned in site.warnings} == {"blog.rendering"}
    assert {warned.file for warned in site.warnings} == posts.keys()
    # A warning has the line of the post.
    assert [warned.line for warned in site.warnings if warned.file == "blog/line.rst"] == [6]
    page = site.page("blog")
    assert page.posts == ["Title & so", "Rest", "Said", "Line"]
    assert page.teaser_text("Said") == "What it is."
    content = content_of_feed(site)[1]
    assert content.startswith("<p>The <strong>lead</strong>.</p>")
    assert "Read more" in content


def test_the_next_build_tries_again(make_site: MakeSite) -> None:
    # The extension says nothing of what its failure depends on.
    trouble = "import pathlib; trouble = pathlib.Path(__file__).with_name('trouble').exists"
    site = make_site({**FILES, "trouble": ""}, conf(trouble, handler=True).replace("True and", "trouble() and"))
    for _build in range(2):
        assert {kind for _file, kind in site.blog_warnings} == {"blog.rendering"}
        site.build()
    site.delete("trouble").build()
    assert site.warnings == []
    assert "em" in {e.tag for e in site.page("blog/tag/x").teaser("Bad").iter()}
    assert "<em>lead</em>" in content_of_feed(site)[0]


def test_what_is_rendered_before_it_is_due_is_not_taken_for_written() -> None:
    recorded: list[str] = []
    output: Any = object.__new__(Output)
    output.build = SimpleNamespace(domain=SimpleNamespace(posts={}))
    output.manifest = SimpleNamespace(begin=recorded.clear, note_written=lambda name, *_: recorded.append(name))
    output.shown = {}
    for due, names in ((None, []), (frozenset("a"), ["a"])):
        output.due = due
        output.note_written("a")
        assert recorded == names


_NEEDS_A_TITLE = """
from sphinx.addnodes import versionmodified

blog_feed_fulltext = True

def look(app, doctree, docname):
    for node in doctree.findall(versionmodified):
        assert node.parent.index(node), "nothing above"

def setup(app):
    app.connect("doctree-resolved", look)
"""


def test_other_extensions_see_the_shape_of_the_page(make_site: MakeSite) -> None:
    """On its page a heading is above the text, so in a teaser there is one while it is resolved."""
    post = rst("A *title*", ".. versionadded:: 1.0\n   Something.\n\nText.\n")
    site = make_site(INDEX | {"blog/a.rst": post}, _NEEDS_A_TITLE)
    assert site.warnings == []
    teaser = site.page("blog").teaser("A title")
    assert not [e for e in teaser.iter() if e.tag == "h1"]
    assert "Something." in "".join(teaser.itertext())
    assert not [content for content in content_of_feed(site) if "<h1" in content]

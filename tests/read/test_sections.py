"""Posts that are sections of a document, such as the releases of a changelog."""

import pytest
from checker import problems_of_tree
from conftest import MakeSite, Site
from docutils import nodes
from page import text
from sphinx.util.docutils import new_document
from writing import INDEX, md

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.read.sections import standing_alone

RST = """\
Changelog
=========
Version 2.0 *beta*
------------------
.. post:: 2024-03-01
   :tags: release
   :language: zh

Two, first [#n]_ and :ref:`one <one>`.

.. more::

Two, rest.

.. _one:

Version 1.0
-----------
.. post:: 2024-01-01
   :tags: release, first

   The body is the teaser.

One, text.

Version 0.1
-----------
Not a post.

Version 0.2
-----------
.. post:: 2999-01-01

Not yet.

.. [#n] A note.
"""
MD = """\
# Log
## 2.0
```{post} 2024-03-01
:tags: release
```
Two $x$.

% more

Rest.
## 1.0
% A comment.
```{post} 2024-01-01
```
One.
### Inner
Rest.
"""


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    files = {
        "index.md": "# Home\n\n```{toctree}\nchanges/log\nlog\n```\n\n{blog:post}`changes/log#version-1-0`\n",
        "changes/log.rst": RST, "log.md": MD, "blog/whole.md": md("Whole", date="2024-02-01", tags="release"),
    }  # fmt: skip
    return make_shared_site(files, {"blog_unicode_ids": True})


def test_sections_are_listed_and_linked(site: Site) -> None:
    assert (site.blog_warnings, problems_of_tree(site.outdir)) == ([("changes/log.rst", "blog.section")], [])
    page = site.page("blog")
    assert page.posts == ["Version 2.0 beta", "2.0", "Whole", "Version 1.0", "1.0"]
    links = page.links(".blog-teaser-title a")
    assert (links[0], links[3]) == ("./changes/log.html#version-2-0-beta", "./changes/log.html#version-1-0")
    urls = [item["url"] for item in site.items()]
    assert len(set(urls)) == len({item["id"] for item in site.items()}) == 5
    assert urls[0] == "https://example.org/changes/log.html#version-2-0-beta"
    assert {"changes/log#version-1-0", "blog/whole"} <= {name for name, *_ in site.domain.get_objects()}
    assert "Version 1.0" in site.page("index").texts("p a")
    assert page.teaser("Version 2.0 beta").get("lang") == "zh"
    assert site.page("blog/tag/release").posts == ["Version 2.0 beta", "2.0", "Whole", "Version 1.0"]
    assert site.page("blog/tag/first").posts == ["Version 1.0"]


def test_teasers_are_those_of_the_sections(site: Site) -> None:
    page = site.page("blog")
    assert page.teaser_text("Version 2.0 beta") == "Two, first [1] and one."
    assert page.teaser_text("Version 1.0") == "The body is the teaser."
    assert (page.teaser_text("2.0"), page.teaser_text("1.0")) == ("Two \\(x\\).", "One.")
    # Made of the anchors of the sections: a number would lead to another one when one is added.
    titles = dict(zip(page.posts, page.links(".blog-teaser-title a"), strict=True))
    for title in ("Version 2.0 beta", "2.0", "1.0"):
        assert page.read_more(title).get("href") == f"{titles[title]}-more"


def test_the_document_shows_a_header_in_each_section(site: Site) -> None:
    page = site.page("changes/log")
    assert page.texts(".blog-post-header time") == ["2024年3月1日", "1 January 2024"]
    assert (text(page.main).count("The body is the teaser."), page.all(".blog-post-footer")) == (1, [])
    assert "Not yet." in text(page.main)
    sections = {section.get("id"): section.get("lang") for section in page.all("section")}
    assert sections["version-2-0-beta"] == "zh"


def test_a_section_is_a_document_for_a_while() -> None:
    document, section = new_document("a.md"), nodes.section("", blog_nodes.section_post())
    document += section
    with standing_alone(section, document) as alone:
        assert (section.parent, type(section[0])) == (alone, blog_nodes.post)
    assert (section.parent, type(section[0])) == (document, blog_nodes.section_post)


LOG = "---\norphan: true\n---\n# Log\n\n"
#: Two sections that are posts.
A_AND_B = "## A\n\n```{post} 2024-01-01\n```\n\nText A.\n\n## B\n\n```{post} 2024-01-02\n```\n\nText B.\n"


def test_a_single_directive_is_that_of_the_document(make_site: MakeSite) -> None:
    site = make_site({**INDEX, "log.md": f"{LOG}## 1.0\n\n```{{post}} 2024-01-01\n```\n\nText.\n"})
    assert site.page("blog").posts == ["Log"]
    site.configure({"post_always_section": True}).build()
    assert (site.page("blog").posts, site.warnings) == (["1.0"], [])


def test_a_document_and_its_sections(make_site: MakeSite) -> None:
    sections = A_AND_B.replace("2024-01-01\n", "2024-01-01\n\nBody A.\n").replace("## B", "### B")
    body = f"Lead.\n\n% more\n\nRest.\n\n{sections}\n% more\n\nRest.\n\n```{{post}} 2024-01-03\n```\n"
    site = make_site({**INDEX, "blog/p.md": md("P", body)})
    assert [kind for _, kind in site.blog_warnings] == ["blog.duplicate_post"]
    page = site.page("blog")
    assert page.posts == ["P", "B", "A"]
    assert [page.teaser_text(title) for title in page.posts] == ["Lead.", "Text B.", "Body A."]
    assert problems_of_tree(site.outdir) == []


def test_a_section_cannot_be_withheld(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    body = A_AND_B.replace("01-02\n", "01-02\n:expires: 2024-02-01\n")
    body += "\n## C\n\n```{post} 2024-03-01\n```\n\nText.\n"
    found = []
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1704844800")  # 2024-01-10
    site = make_site({**INDEX, "log.md": LOG + body})
    for epoch in ("1704844800", "1707523200", "1710028800"):  # And a month later, and two.
        monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
        site.build()
        found.append([(warned.line, warned.message.split("(")[-1].partition(")")[0]) for warned in site.warnings])
        assert {(warned.file, warned.type) for warned in site.warnings} == {("log.md", "blog.section")}
    due, expired = (23, "due on 2024-03-01"), (15, "expired on 2024-02-01")
    assert (found, site.page("blog").posts) == ([[due], [expired, due], [expired]], ["C", "A"])
    # Where drafts are shown nobody means to withhold it.
    site.configure({"blog_show_drafts": True})
    assert site.build().warnings == []


def test_a_section_that_says_it_is_a_draft(make_site: MakeSite) -> None:
    log = A_AND_B.replace("01-01\n", "01-01\n:draft:\n").replace("01-02\n", "01-02\n:excerpt: 0\n")
    site = make_site({**INDEX, "log.md": LOG + log})
    assert (site.blog_warnings, site.page("blog").posts) == ([("log.md", "blog.invalid_option")], ["B"])
    # The other one has no teaser.
    assert site.page("blog").teaser_text("B") == ""
    site.configure({"blog_show_drafts": True}).build()
    assert site.page("blog/drafts").posts == ["A"]
    assert site.page("log").texts(".blog-draft-banner") != []

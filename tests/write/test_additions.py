"""What others add to every document is on pages, and in no teaser, description or feed."""

import re

from conftest import MakeSite
from neighbor import WAYS
from page import text
from writing import md, rst

CONF = '''
extensions.append("neighbor")
neighbor = ["adds"]
blog_feed_fulltext = True
rst_prolog = """
Added by the prolog.

.. note:: Added in a note.

.. raw:: html

   <p>Added in HTML.</p>

.. raw:: html

   <style>.red { color: red }</style>

.. role:: red

.. |name| replace:: the name
"""
rst_epilog = """
Added by the epilog.

.. _link: https://example.com/
"""

# As ``sphinx-llm`` does, which looks for descriptions before anything is rendered.
def setup(app):
    app.add_config_value("llms_txt_enabled", True, "")
'''
TEXT = "The :red:`lead` with |name| and a link_.\n\n"
FILES = {
    "index.md": "# Home\n\n```{toctree}\nblog/index\n```\n",
    "blog/index.md": "# News\n\n```{postlist}\n```\n",
    "blog/one.rst": rst("One", f"{TEXT}.. place::\n\n.. more::\n\nThe rest.\n\nDeep\n----\n\nThe end.\n"),
    # Its automatic teaser is the whole text, at whose end others add.
    "blog/two.rst": rst("Two", TEXT),
    "blog/three.md": md("Three", "The lead.\n\n% more\n\nThe rest.\n\n## Deep\n\n```{place}\n```\n"),
    "blog/four.md": md("Four", "The *lead*.\n\n```{place}\n:early:\n```\n\n% more\n"),
    "blog/five.rst": ".. post:: 2024-01-01\n\n   The body.\n\n   .. place::\n\nFive\n====\n\nText.\n",
}
TEASERS = {
    "One": "The lead with the name and a link. Resolved one. Resolved two.",
    "Two": "The lead with the name and a link.",
    "Three": "The lead.",
    "Four": "The lead. Resolved one. Resolved two.",
    "Five": "The body. Resolved one. Resolved two.",
}


def test_pages_show_what_is_added_and_teasers_what_is_resolved(make_site: MakeSite) -> None:
    site = make_site(FILES, CONF)
    assert site.warnings == []
    for name, is_rst in (("one", True), ("three", False)):
        words = text(site.page(f"blog/{name}").main)
        assert [way for way in WAYS if f"Added {way}." not in words] == []
        for way in ("by the prolog", "in a note", "in HTML", "by the epilog"):
            assert (f"Added {way}." in words) == is_rst
    # Teasers show only what is resolved.
    page = site.page("blog/2024")
    assert {title: page.teaser_text(title) for title in page.posts} == TEASERS
    # The document with the list shows what is added to it, once.
    assert text(site.page("blog/index").main).count("Added on top.") == 1
    # Nothing is cut where only additions follow.
    cut = [title for title in page.posts if page.read_more(title) is not None]
    assert cut == ["One", "Three", "Five"]
    # Descriptions and feeds show none.
    found = {item["title"]: item for item in site.items()}
    summaries = {title: teaser.partition(" Resolved")[0] for title, teaser in TEASERS.items()}
    assert {title: item["summary"] for title, item in found.items()} == summaries
    for title, item in found.items():
        assert "Added" not in item["content_html"]
        assert site.page(f"blog/{title.lower()}").meta("description") == [item["summary"]]
    content = re.sub(r"<[^>]*>", " ", found["One"]["content_html"])
    assert [words for words in ("The rest.", "Deep", "The end.") if words not in content] == []

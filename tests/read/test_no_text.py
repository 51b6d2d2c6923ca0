"""What a page shows that is not part of its text: what it is determines that, not where it is."""

import json
import re
from importlib.util import find_spec

import pytest
from conftest import MakeSite, Site
from page import text
from writing import INDEX, md, rst

CONF = '''
from docutils import nodes
from sphinx.util.docutils import SphinxDirective
extensions += ["sphinx_design"]
show_authors = True

class Tags(SphinxDirective):
    """As that of sphinx-tags."""
    required_arguments = 1
    final_argument_whitespace = True
    def run(self):
        return [nodes.paragraph("", f"Tags: {self.arguments[0]}", classes=["tags"])]

def setup(app):
    app.add_directive("tags", Tags)
'''
#: What is not part of the text, in reStructuredText.
KINDS = {
    "gallery": ".. only:: html\n\n   .. note::\n      :class: sphx-glr-download-link-note\n\n      Unseen.",
    "tags": ".. tags:: Unseen",
    "section-author": ".. sectionauthor:: Unseen <unseen@example.org>",
    "info": ".. article-info::\n   :author: Unseen\n   :date: Jul 24, 2021\n   :read-time: 5 min read",
    "class": ".. container:: no-teaser\n\n   Unseen.",
    "node": ".. seealso::\n\n   Unseen.",
    "html": ".. raw:: html\n\n   <!-- A comment. -->\n   <div class='wide no-teaser'><p>Unseen.</p></div>",
}
LEAD = "The lead has seven words, not eight."


def _files() -> dict[str, str]:
    files = dict(INDEX)
    for style in ("compact", "cards"):
        files[f"{style}.rst"] = f":orphan:\n\n{style}\n=======\n\n.. postlist::\n   :style: {style}\n"
    for kind, block in {"none": "", **KINDS}.items():
        in_markdown = f"```{{eval-rst}}\n{block}\n```" if block else ""
        for cut in ("cut", ""):
            text = f"{block}\n\n{LEAD}\n\n{'.. more::' if cut else ''}\n\nRest.\n\n{block}\n"
            files[f"blog/r-{kind}{cut}.rst"] = rst(f"r-{kind}{cut}", text)
            text = f"{in_markdown}\n\n{LEAD}\n\n{'% more' if cut else ''}\n\nRest.\n\n{in_markdown}\n"
            files[f"blog/m-{kind}{cut}.md"] = md(f"m-{kind}{cut}", text)
    return files


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    conf = 'blog_teaser_exclude = ["no-teaser", "seealso"]\nblog_feed_length = 0\nblog_page_size = 100\n'
    return make_shared_site(_files(), CONF + conf)


def _items(site: Site) -> dict[str, dict[str, str]]:
    return {item["title"]: item for item in site.items()}


def test_it_is_on_the_page_alone(site: Site) -> None:
    """It is in no teaser, description, feed, list or reading time, with and without a marker."""
    assert site.warnings == []
    blog, items = site.page("blog"), _items(site)
    posts = {post.title: post for post in site.domain.posts.values()}
    assert len(posts) == 4 * (len(KINDS) + 1)
    for title, post in posts.items():
        assert blog.teaser_text(title) == items[title]["summary"] == LEAD, title
        assert "Unseen" not in items[title]["content_html"]
        page = site.page(post.docname)
        assert page.meta("description") == [LEAD], title
        assert ("Unseen" in text(page.main)) == ("none" not in title)
        # Without the heading.
        assert (post.word_count, post.reading_time, post.has_more) == (8, 1, True), title
    for style in ("compact", "cards"):
        words = text(site.page(style).main)
        assert (words.count(LEAD), words.count("Unseen"), words.count("5 min read")) == (len(posts), 0, 0)


@pytest.mark.slow
def test_it_is_in_no_full_text(site: Site) -> None:
    site.configure(CONF + "blog_feed_fulltext = True\nblog_teaser_exclude = []\n").build()
    # What other extensions write is always left out.
    built_in = KINDS.keys() - {"class", "node", "html"}
    for title, item in _items(site).items():
        words = re.sub(r"<[^>]*>", " ", item["content_html"]).split()
        is_left_out = title.split("-", 1)[1].removesuffix("cut") in {*built_in, "none"}
        assert (words == [*LEAD.split(), "Rest."]) == is_left_out, title


def test_what_only_looks_like_it_is_text(make_site: MakeSite) -> None:
    """A line written by hand, and words like the names of classes."""
    files = {
        "blog/hand.md": md("Hand", "*Section author: Mei <mei@example.org>*\n\nText.\n"),
        "blog/words.md": md("Words", "<div class='tagsale'>no-teaser, tags</div>\n\nThe tags.\n"),
    }
    page = make_site(INDEX | files, CONF).page("blog")
    teasers = {"Hand": "Section author: Mei mei@example.org", "Words": "no-teaser, tags The tags."}
    assert {title: page.teaser_text(title) for title in page.posts} == teasers


@pytest.mark.slow
@pytest.mark.skipif(find_spec("nbsphinx") is None, reason="nbsphinx is not installed")
def test_what_nbsphinx_writes_around_a_notebook_and_its_cells(make_site: MakeSite) -> None:
    raw = {"cell_type": "raw", "metadata": {"raw_mimetype": "text/restructuredtext"}}
    head = {**raw, "source": "Notebook\n========\n\n.. post:: 2024-01-01\n\nThe lead.\n\nUnseen by nobody.\n"}
    output = {"output_type": "stream", "name": "stdout", "text": "the output"}
    code = {"cell_type": "code", "execution_count": 7, "metadata": {}, "source": "print(1)", "outputs": [output]}
    notebook = {"cells": [head, code], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    conf = 'extensions += ["nbsphinx"]\nnbsphinx_execute = "never"\nblog_feed_fulltext = True\n'
    conf += 'nbsphinx_prolog = """\nUnseen above in {{ env.docname }}.\n\n.. note::\n\n   Unseen::\n"""\n'
    conf += 'nbsphinx_epilog = "Unseen\\n------\\n\\nUnseen below."\n'
    site = make_site(INDEX | {"blog/n.ipynb": json.dumps(notebook)}, conf)
    words = text(site.page("blog/n").main)
    assert all(each in words for each in ("[7]:", "Unseen above in blog/n.", "Unseen below."))
    assert site.page("blog").teaser_text("Notebook") == _items(site)["Notebook"]["summary"] == "The lead."
    assert site.page("blog/n").meta("description") == ["The lead."]
    content = re.sub(r"<[^>]*>", " ", _items(site)["Notebook"]["content_html"]).split()
    assert " ".join(content) == "The lead. Unseen by nobody. print(1) the output"


def test_a_note_that_docutils_writes_once_is_none(make_site: MakeSite) -> None:
    # Into the document that is the first to use a directive, in languages other than English.
    posts = {f"blog/{name}.rst": rst("P", ".. topic:: T\n\n   N\n") for name in "ab"}
    site = make_site(INDEX | posts, conf="language = 'zh_CN'")
    assert len({post.text_fingerprint for post in site.domain.posts.values()}) == 1

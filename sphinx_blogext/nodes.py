"""The nodes that stand in a document from reading until writing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.addnodes import translatable

from sphinx_blogext._compat import set_page_words

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator


#: The class of the paragraph that says nothing but the date of a release: it is in no teaser.
RELEASE_DATE = "blog-release-date"


#: The attribute of a document that is part of a post, to be shown elsewhere.
PART = "blog_part"


class post(nodes.General, nodes.Element):
    """A ``post`` directive: its options, and its body, which is the teaser if there is one."""


class section_post(nodes.General, nodes.Element):
    """The ``post`` directive of a section that is a post; see ``sections``."""


class section_more(nodes.Invisible, nodes.Inline, nodes.Element):
    """The end of the teaser of a section that is a post."""


class message(nodes.Invisible, nodes.Element, translatable):
    """A title or description in metadata, as translators get it; ``key`` is that of the metadata."""

    def __init__(self, key: str = "", text: str = "", source: str = "") -> None:
        # Sphinx recognizes messages that have changed by their raw source.
        super().__init__(text, key=key)
        self.source = source

    def extract_original_messages(self) -> list[str]:
        return [self.rawsource]


class update(nodes.Admonition, nodes.Element):
    """A dated addition to a post."""


class more(nodes.Invisible, nodes.Inline, nodes.Element):
    """The end of the teaser; ``text`` is that of the link that leads here."""


class postlist(nodes.General, nodes.Element):
    """A list of posts; ``place`` is its number among those of the document."""


class blog_terms(nodes.General, nodes.Element):
    """A list of the terms of the taxonomy ``taxonomy`` that ``least`` posts have."""


class blog_news(nodes.General, nodes.Element):
    """What all documents say of ``version``."""


class blog_html(nodes.General, nodes.Invisible, nodes.Element):
    """Finished HTML in ``html``.

    Its children are not written: they are samples of what the HTML was made of, for
    extensions that look through a document for what they must load. Those that describe a
    document by its text leave out what is invisible.
    """

    def __init__(self, html: str, samples: tuple[nodes.Element, ...] = ()) -> None:
        # Lists would crowd the posts themselves out of the search.
        super().__init__("", *samples, html=html, classes=["no-search"])


class search_words(nodes.Invisible, nodes.TextElement):
    """Words by which a document is found beside those of its text."""


class change_of_words(nodes.Invisible, nodes.Element):
    """From here on Sphinx says its own words by ``translations``."""


def visit_change_of_words(translator: HTML5Translator, node: change_of_words) -> None:
    set_page_words(node["translations"])
    raise nodes.SkipNode


def visit_blog_html(translator: HTML5Translator, node: blog_html) -> None:
    translator.body.append(node["html"])
    raise nodes.SkipNode


def skip(translator: HTML5Translator, node: nodes.Element) -> None:
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    # The other nodes are gone before anything is written.
    app.add_node(search_words, html=(skip, None))
    app.add_node(change_of_words, html=(visit_change_of_words, None))
    app.add_node(blog_html, html=(visit_blog_html, None))


#: The attribute that says which list of its document a toctree holds the posts of.
LIST_PLACE = "blog_list"


def blog_toctree(docname: str, place: int) -> addnodes.toctree:
    """Return the hidden toctree of the list number *place* of a document, yet empty."""
    return addnodes.toctree(
        "",
        parent=docname,
        entries=[],
        includefiles=[],
        maxdepth=-1,
        caption=None,
        glob=False,
        hidden=True,
        includehidden=False,
        numbered=0,
        titlesonly=True,
        rawentries=[],
        **{LIST_PLACE: place},
    )

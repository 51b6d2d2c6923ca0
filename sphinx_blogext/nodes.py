"""The nodes that are in a document between reading and writing."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.addnodes import translatable
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from sphinx_blogext._compat import set_page_words

#: The attribute of a document that is a part of a post, to be shown elsewhere.
PART = "blog_part"
#: The attribute of a document with the language of its text, if the theme marks it and it is not that of the site.
TEXT_LANGUAGE = "blog_text_language"
#: The attribute of a toctree that says which list of the document its posts are from.
LIST_PLACE = "blog_list"


def ancestors(node: nodes.Node) -> Iterator[nodes.Element]:
    """Yield the nodes that contain *node*, the innermost first."""
    while node.parent is not None:
        node = node.parent
        yield node


class post(nodes.General, nodes.Element):
    """A ``post`` directive: its options and its body, which is the teaser unless it is empty."""


class section_post(nodes.General, nodes.Element):
    """The ``post`` directive of a section that is a post; see ``sections``."""


class section_more(nodes.Invisible, nodes.Inline, nodes.Element):
    """The end of the teaser of a section that is a post."""


class message(nodes.Invisible, nodes.Element, translatable):
    """A translatable text that is no part of the document's: ``key`` is its key, if it is metadata."""

    def __init__(self, key: str = "", text: str = "", source: str = "") -> None:
        # Sphinx recognizes changed messages by their raw source.
        super().__init__(text, key=key)
        self.source = source

    def preserve_original_messages(self) -> None:
        """Do nothing: it is not changed."""

    def apply_translated_message(self, original_message: str, translated_message: str) -> None:
        """Do nothing: translations are text, and whoever made the node has used them."""

    def extract_original_messages(self) -> list[str]:
        return [self.rawsource]


class update(nodes.Admonition, nodes.Element):
    """A dated addition to a post."""


class more(nodes.Invisible, nodes.Inline, nodes.Element):
    """The end of the teaser; ``text`` is the text of the link to it."""


class postlist(nodes.General, nodes.Element):
    """A list of posts; ``place`` is its number among those of the document."""


class blog_terms(nodes.General, nodes.Element):
    """A list of the terms of the taxonomy ``taxonomy`` that ``least`` posts have."""


class blog_news(nodes.General, nodes.Element):
    """A list of the changes in ``version`` from all documents."""


class blog_html(nodes.General, nodes.Invisible, nodes.Element):
    """Finished HTML in ``html``, invisible so that extensions that describe a document by its text leave it out.

    Its children, if ``html`` is ``""``, are not written: they are samples of the nodes in a page's lists, for
    extensions that search a document for what they must load.
    """

    def __init__(self, html: str, samples: Iterable[nodes.Element] = ()) -> None:
        # Otherwise lists would crowd the posts themselves out of the search results.
        super().__init__("", *samples, html=html, classes=["no-search"])


class search_words(nodes.Invisible, nodes.TextElement):
    """Words by which search finds a document, in addition to its text."""


class stored_description(nodes.meta):
    """The description of a post for extensions that look for it in the stored tree; no builder writes it."""


class change_of_words(nodes.Invisible, nodes.Element):
    """From here on, Sphinx uses ``translations`` for its own texts."""


class box(nodes.General, nodes.Element):
    """An element of a page around a table or a block of code, whose ``language`` it names."""


class word_break(nodes.Inline, nodes.Element):
    """A place in a heading where a line may break."""


def stand_in(attributes: Mapping[str, Any]) -> addnodes.pending_xref:
    """Return a reference with the *attributes* of one in a document, to be resolved instead of it."""
    # Domains and handlers of ``missing-reference`` read the text of what they resolve.
    text = str(attributes.get("reftarget") or "?")
    return addnodes.pending_xref("", nodes.inline(text, text), **attributes)


def replace_all(found: Iterable[nodes.Node], old: type[nodes.Element], new: type[nodes.Element]) -> None:
    """Replace the nodes of one type with nodes of another."""
    for node in [node for node in found if isinstance(node, old)]:
        replacement = new("", *node.children, **node.attributes)
        replacement.source, replacement.line = node.source, node.line
        node.replace_self(replacement)


def exchange(new: Mapping[nodes.Node, nodes.Node | None]) -> None:
    """Replace nodes with others, or with nothing."""
    for parent in {node.parent: None for node in new if node.parent is not None}:
        parent.children = [each for child in parent.children if (each := new.get(child, child)) is not None]
        for child in parent.children:
            child.parent = parent


def visit_box(translator: HTML5Translator, node: box) -> None:
    attributes: dict[str, Any] = {"data-language": node["language"]} if "language" in node else {}
    translator.body.append(translator.starttag(node, "div", "", **attributes))


def depart_box(translator: HTML5Translator, node: box) -> None:
    translator.body.append("</div>\n")


def visit_word_break(translator: HTML5Translator, node: word_break) -> None:
    translator.body.append("<wbr>")
    raise nodes.SkipNode


def visit_change_of_words(translator: HTML5Translator, node: change_of_words) -> None:
    set_page_words(node["translations"])
    raise nodes.SkipNode


def visit_blog_html(translator: HTML5Translator, node: blog_html) -> None:
    translator.body.append(node["html"])
    raise nodes.SkipNode


def skip(translator: HTML5Translator, node: nodes.Element) -> None:
    raise nodes.SkipNode


def blog_toctree(docname: str, place: int) -> addnodes.toctree:
    """Return the hidden toctree, still empty, of list number *place* in a document."""
    lists: dict[str, Any] = {"entries": [], "includefiles": [], "rawentries": []}
    options = {"maxdepth": -1, "caption": None, "glob": False, "hidden": True, "includehidden": False}
    options |= {"numbered": 0, "titlesonly": True, LIST_PLACE: place}
    return addnodes.toctree("", parent=docname, **lists, **options)


def setup(app: Sphinx) -> None:
    # The theme adds its own; the other nodes are removed before anything is written.
    app.add_node(search_words, html=(skip, None))
    app.add_node(change_of_words, html=(visit_change_of_words, None))
    app.add_node(blog_html, html=(visit_blog_html, None))

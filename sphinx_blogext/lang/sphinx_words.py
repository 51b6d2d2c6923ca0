"""Sphinx's own words in the language of a post: titles of admonitions, labels of versions, titles of links.

Some are in the document since it was read; the others Sphinx looks up while it writes the text that contains them.
"""

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import sphinx.locale
from docutils import nodes
from docutils.languages import get_language
from sphinx.addnodes import versionmodified
from sphinx.locale import get_translator

from sphinx_blogext._compat import set_page_words
from sphinx_blogext.lang.codes import catalog_name, language_tag
from sphinx_blogext.lang.words import open_catalog
from sphinx_blogext.nodes import change_of_words

#: Sphinx's labels of the directives about versions.
_VERSIONS = {
    "versionadded": "Added in version %s",
    "versionchanged": "Changed in version %s",
    "deprecated": "Deprecated since version %s",
    "versionremoved": "Removed in version %s",
}
#: The attribute of a text that is no longer in the language of the site.
_SAID = "blog_said"


class SphinxWords(gettext.NullTranslations):
    """Sphinx's own messages in *language*; what that lacks, or all if it is ``""``, in that of the *site*."""

    def __init__(self, language: str, site: str) -> None:
        super().__init__()
        self._language = language
        self._site = site
        usual = get_translator()
        # Those of the site, even while a part of a post is written in other words.
        self._usual: gettext.NullTranslations = usual._usual if isinstance(usual, SphinxWords) else usual
        # Messages are written in English.
        self._is_english = language_tag(language).partition("-")[0].lower() == "en"
        self._own = _catalog_with_gaps(language) if language and not self._is_english else None

    def gettext(self, message: str) -> str:
        if self._is_english:
            return message
        if own := (self._own and self._own.gettext(message)) or docutils_label(message, self._language):
            return own
        translation = self._usual.gettext(message)
        return docutils_label(message, self._site) or message if translation == message else translation


def docutils_label(message: str, language: str) -> str:
    """Return what docutils says for a *message* of one word, such as ``Note``, in *language*, or ``""``."""
    # Without a language of its own, docutils returns the labels in English.
    codes = (catalog_name(tag).replace("_", "-") for tag in ("en", language or "en"))
    english, labels = (get_language(code).labels for code in codes)
    is_known = labels is not english and message.lower() in english
    return str(labels.get(message.lower(), "")).strip("!") if is_known else ""


class _Gap(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return ""


@lru_cache(maxsize=256)
def _catalog_with_gaps(language: str) -> gettext.NullTranslations | None:
    """Return Sphinx's catalog of *language*, which says ``""`` for what it lacks."""
    if (catalog := open_catalog("sphinx", Path(sphinx.locale.__file__).parent, language)) is not None:
        catalog.add_fallback(_Gap())
    return catalog


@contextmanager
def words_in(language: str, site: str) -> Iterator[None]:
    """Make Sphinx use its own words in *language* within the context; *site* is the language of the site."""
    usual = get_translator()
    set_page_words(SphinxWords(language, site))
    try:
        yield
    finally:
        set_page_words(usual)


def say_in(section: nodes.section, language: str, site: str, around: str = "") -> None:
    """Make Sphinx write *section* with its words in *language*, and continue in the language *around* it."""
    # Beside it, because a section begins with its title: other extensions take its first child for the title.
    place = section.parent.index(section)
    section.parent.insert(place + 1, change_of_words("", translations=SphinxWords(around, site)))
    section.parent.insert(place, change_of_words("", translations=SphinxWords(language, site)))


def translate(tree: nodes.Element, language: str, site: str) -> None:
    """Replace what Sphinx and docutils have put into *tree* in the language of the *site* by its *language*."""
    words, usual = SphinxWords(language, site), SphinxWords("", site)
    for node in tree.findall(versionmodified):
        label, message = node.next_node(nodes.inline), _VERSIONS.get(node.get("type", ""))
        if message and label is not None and "versionmodified" in label["classes"]:
            _say(label, message, words, node.get("version", ""), ": " if label.astext().endswith(": ") else ".")
    for title in tree.findall(nodes.title):
        # The author may have given another title.
        if (message := _meant_by(title)) and (_SAID in title or title.astext() == usual.gettext(message)):
            _say(title, message, words)


def _meant_by(title: nodes.title) -> str:
    """Return the message that the title of a table of contents, or of a ``todo``, is by default, or ``""``."""
    if isinstance(title.parent, nodes.topic) and "contents" in title.parent["classes"]:
        return "Contents"
    # A class of an extension that need not be loaded.
    return "Todo" if type(title.parent).__name__ == "todo_node" else ""


def _say(element: nodes.TextElement, message: str, words: SphinxWords, *more: str) -> None:
    """Replace the text of *element*; *more* are a version, and what follows it."""
    said = words.gettext(message)
    element.children = []
    element += nodes.Text((said % more[:1] if more else said) + "".join(more[1:]))
    element[_SAID] = True

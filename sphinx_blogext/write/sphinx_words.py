"""Sphinx's own words in the language of a post: titles of admonitions, and of the links beside headings.

Sphinx looks them up while it writes the text that contains them.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sphinx.locale import get_translator

from sphinx_blogext._compat import set_page_words
from sphinx_blogext.i18n import sphinx_words
from sphinx_blogext.nodes import change_of_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils import nodes


@contextmanager
def words_in(language: str) -> Iterator[None]:
    """Make Sphinx use its own words in *language* within the context; ``""`` is the language of the site."""
    usual = get_translator()
    set_page_words(sphinx_words(language) or usual)
    try:
        yield
    finally:
        set_page_words(usual)


def say_in(section: nodes.section, language: str, around: str = "") -> None:
    """Make Sphinx write *section* with its words in *language*, and continue in the language *around* it."""
    usual, place = get_translator(), section.parent.index(section)
    # Beside it, because a section begins with its title: other extensions take its first child for the title.
    section.parent.insert(place + 1, change_of_words("", translations=sphinx_words(around) or usual))
    section.parent.insert(place, change_of_words("", translations=sphinx_words(language) or usual))

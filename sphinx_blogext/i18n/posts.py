"""The language of a post, and the words around its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.i18n import interface_words, words_of
from sphinx_blogext.languages import guess_among, language_tag, valid_language

if TYPE_CHECKING:
    from sphinx.config import Config

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.i18n import Words


def words_of_post(post: Post, config: Config) -> Words:
    """Return the words for the texts around a post, in its language if we have a catalog."""
    return words_of(language_of_text(post, config), interface_words(config.language))


def language_of(post: Post) -> str | None:
    """Return the tag of the one language that a post sets.

    It is ``""`` if that language is unknown, and ``None`` if the post does not set exactly one.
    """
    if post.language:
        return valid_language(post.language) or None
    return "" if post.has_unknown_language else None


def language_to_tell(post: Post, site: str) -> str:
    """Return the language tag for machine-readable output: that of a post, or of the *site* if it sets none."""
    said = language_of(post)
    return language_tag(site or "en") if said is None else said


def language_of_text(post: Post, config: Config) -> str | None:
    """Return :func:`language_of` a post or, if it is not set, a guess from the characters of its title."""
    said = language_of(post)
    if said or len(post.terms.get("language", ())) > 1:
        return said
    return language_tag(guess_among(post.title, config.language, config.blog_languages)) or said

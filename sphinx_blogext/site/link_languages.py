"""The languages of links whose text is the title of a post."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_blogext.domain.roles import document_of
from sphinx_blogext.i18n.posts import language_of_text
from sphinx_blogext.languages import is_same_language, language_tag, valid_language

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.site.build import Build


def post_of_link(build: Build, docname: str, given: Mapping[str, Any]) -> str:
    """Return the key of the post whose title a cross-reference in a document shows, or ``""``."""
    if (given.get("refdomain"), given.get("reftype")) != ("blog", "post"):
        return document_of(given)
    found = None if given.get("refexplicit") else build.targets.find("post", given["reftarget"], docname)
    return found.name if found else ""


def language_of_title(build: Build, key: str, docname: str) -> str:
    """Return the language tag of the title of the post *key* where a document shows it, if there is such a post.

    It is ``""`` if that is the language of the document, or unknown.
    """
    post = build.posts.get(key)
    language = _language_of(build, post) if post else ""
    return "" if is_same_language(language, _language_around(build, docname)) else language


def _language_of(build: Build, post: Post) -> str:
    """Return the language tag of the title of a post, or ``""`` if it is unknown."""
    said = language_of_text(post, build.config)
    return language_tag(build.config.language or "en") if said is None else said


def _language_around(build: Build, docname: str) -> str:
    """Return the language tag of the text of a document; themes may mark that of one that is no post."""
    if post := build.posts.get(docname):
        return _language_of(build, post)
    said = valid_language(str(build.env.metadata.get(docname, {}).get("language", "")))
    return said or language_tag(build.config.language or "en")

"""The citation data of a post, if its page shows how to cite it, and its license."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_blogext.core.citation import Source
from sphinx_blogext.core.urls import is_safe_url
from sphinx_blogext.patterns import pattern
from sphinx_blogext.site.hosting import absolute
from sphinx_blogext.site.labels import term_label

if TYPE_CHECKING:
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.site.build import Build
    from sphinx_blogext.site.published_blog import PublishedBlog

_ADDRESS = pattern(r"https?://\S+", re.IGNORECASE)
#: Creative Commons licenses by their SPDX identifiers.
_CREATIVE_COMMONS = pattern(r"CC-(BY(?:-NC)?(?:-(?:SA|ND))?)-(\d\.\d)", re.IGNORECASE)


def source_of(post: Post, published: PublishedBlog, build: Build, builder: StandaloneHTMLBuilder) -> Source | None:
    """Return the citation data of a post, or ``None`` if citations are off or the URL of the site is not known."""
    is_told = published.config.blog_citation if post.citation is None else post.citation
    base = build.hosting.canonical
    if not is_told or not base or post.date is None:
        return None
    return Source(
        title=post.title,
        authors=[term_label(term) for term in published.blog.terms_of(post, "author")],
        published=post.date,
        blog=published.config.blog_title,
        url=post.canonical_link or absolute(base, builder.get_target_uri(post.docname), post.anchor),
        doi=post.doi,
        language=published.config.voice(post).declared_tag,
    )


def license_url(text: str) -> str:
    """Return the URL of a license: *text* if it is one, that of Creative Commons, or ``""`` for others."""
    if _ADDRESS.fullmatch(text) and is_safe_url(text):
        return text
    if text.upper() == "CC0-1.0":
        return "https://creativecommons.org/publicdomain/zero/1.0/"
    match = _CREATIVE_COMMONS.fullmatch(text)
    return f"https://creativecommons.org/licenses/{match[1].lower()}/{match[2]}/" if match else ""


def license_name(text: str) -> str:
    """Return the name of a license for readers, taken from its URL if that is one of Creative Commons."""
    match = re.match(r"https?://creativecommons\.org/licenses/([a-z-]+)/(\d\.\d)", text)
    return f"CC-{match[1].upper()}-{match[2]}" if match else text

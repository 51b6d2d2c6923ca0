"""Checks for what a post lacks in search results, link previews and feeds; each is in ``blog_checks`` or off."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes

from sphinx_blogext.core.metadata import spellings_of
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.warnings import BlogWarning, place_of, warn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.config.blogs import BlogConfig
    from sphinx_blogext.core.model import Post

#: Search engines and link previews cut wider titles; a Han character is as wide as two Latin letters.
_WIDEST_TITLE = 70
_MOST_TAGS = 50
_ZONE = re.compile(r"(Z|UTC|GMT|[+-]\d\d:?\d\d)[\"']?\s*$")


class _Finding(NamedTuple):
    """A problem, with the name of its check in ``blog_checks``, and its line."""

    check: str
    message: str
    lineno: int


def check_content(post: Post, doctree: nodes.document, env: BuildEnvironment, config: BlogConfig) -> None:
    """Warn about what a post lacks, if its blog checks it."""
    for finding in _findings(post, doctree, env) if config.blog_checks else ():
        if finding.check in config.blog_checks:
            warn(BlogWarning.CONTENT, "%s", finding.message, location=(post.docname, finding.lineno))


def _findings(post: Post, doctree: nodes.document, env: BuildEnvironment) -> Iterator[_Finding]:
    if not post.description:
        message = (
            "the post has no description, so search engines get the beginning of its teaser: add 'description'"
        )
        yield _Finding("description", message, post.lineno)
    if not post.image:
        yield _Finding("picture", "the post has no image for link previews: add 'image'", post.lineno)
    for image in doctree.findall(nodes.image):
        if not str(image.get("alt") or "").strip():
            name = image.get("uri", "")
            message = f"the image {name!r} has no alternative text: describe what it shows"
            yield _Finding("alt", message, image.line or _line_above(image) or post.lineno)
    width = sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in post.title)
    if width > _WIDEST_TITLE:
        message = (
            f"the title is {width} columns wide: search engines cut it after {_WIDEST_TITLE}, or 35 Han characters"
        )
        yield _Finding("title", message, post.lineno)
    if (count := len(post.terms.get("tag", ()))) > _MOST_TAGS:
        _docname, lineno = place_of(TAXONOMIES["tag"].spellings, post.docname, post.lineno, env)
        yield _Finding("tags", f"the post has {count} tags: use at most {_MOST_TAGS}", lineno)
    yield from _without_zone(post, env)


def _without_zone(post: Post, env: BuildEnvironment) -> Iterator[_Finding]:
    """Yield a problem if the date is in the future and has no time zone."""
    now = blog_domain(env).now
    if now is None or post.state(now) != "scheduled":
        return
    docname, lineno = place_of(spellings_of("date"), post.docname, post.lineno, env)
    lines = env.doc2path(docname).read_text(encoding="utf-8", errors="replace").splitlines()
    if not _ZONE.search(lines[lineno - 1] if lineno <= len(lines) else ""):
        message = "the date is in the future and has no time zone: write it as 2026-11-20 09:30+01:00"
        yield _Finding("zone", message, lineno)


def _line_above(node: nodes.Element) -> int | None:
    """Return the nearest line known above an inline node, which has no line of its own."""
    parent = node.parent
    while parent is not None and parent.line is None:
        parent = parent.parent
    return parent.line if parent is not None else None

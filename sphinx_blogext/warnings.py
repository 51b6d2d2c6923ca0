"""The kinds of warning the extension gives, each of which can be suppressed by name."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

from sphinx.util import logging

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)


class BlogWarning(Enum):
    """A warning subtype: ``suppress_warnings = ["blog.date"]`` silences the first."""

    DATE = "date"
    """A date cannot be read, and the post is a draft, or is guessed; or what looks like a post has no date."""

    UNKNOWN_OPTION = "unknown_option"
    """An option or front matter key is not known, or is a misspelling of one that is."""

    EMPTY_OPTION = "empty_option"
    """An option that needs a value has none, or a list holds an empty item."""

    INVALID_OPTION = "invalid_option"
    """The value of an option cannot be used; the default is used instead."""

    UNKNOWN_AUTHOR = "unknown_author"
    """A post names an author whom ``blog_authors`` does not have."""

    UNKNOWN_TAG = "unknown_tag"
    """A post names a tag that ``blog_tags`` does not have."""

    UNKNOWN_LANGUAGE = "unknown_language"
    """A post names a language by what is no code of one; it is listed under it, and not marked with it."""

    UNKNOWN_TERM = "unknown_term"
    """A list asks for a tag, author or other term that no post has."""

    UNKNOWN_POST = "unknown_post"
    """A post is named that does not exist."""

    TRANSLATION = "translation"
    """Two posts are said to be translations of each other and are in the same language."""

    SPELLING = "spelling"
    """One term is spelt in two ways; the first spelling met is shown."""

    TITLE = "title"
    """A post has no heading and no title; its file name stands in."""

    PICTURE = "picture"
    """The picture of a post is so large that pages which show it are slow."""

    NO_POSTS = "no_posts"
    """No document is a post, and there are some that may be meant: elsewhere, or not read at all."""

    DUPLICATE_POST = "duplicate_post"
    """A document holds more than one ``post`` directive; the first counts."""

    SECTION = "section"
    """A section that is a post is not yet due, or has expired; its document shows it all the same."""

    MARKER = "marker"
    """A teaser's marker stands where nothing can be cut, leaves the teaser empty, is misspelt or not the first."""

    UNTRUNCATED = "untruncated"
    """A post has no marker and no teaser of its own (only where asked for)."""

    CONTENT = "content"
    """A post lacks something for who finds it elsewhere: a description, a picture … (only where asked for)."""

    CARD = "card"
    """Posts have no social card: Pillow is not there, or no font has the characters."""

    REDIRECT = "redirect"
    """A redirect is refused: it leaves the output directory, or a page stands there."""

    BASEURL = "baseurl"
    """The URL of the site is not set, or not a URL; without it there are no feeds and no sitemap."""

    OUTPUT = "output"
    """A file of the blog cannot be written, because a folder of a document has its name."""

    MATH = "math"
    """A formula cannot be written as MathML; MathJax shows it, on the pages where it stands."""

    RENDERING = "rendering"
    """Another extension fails on a part of a post that is shown elsewhere; plain text is shown instead."""

    SPHINX = "sphinx"
    """Sphinx has something no more that the blog can do without; what that costs is said."""

    CONFIG = "config"
    """A name in ``conf.py`` looks like a misspelt option of the blog, or a part of a value means nothing."""


def warn(kind: BlogWarning, message: str, *args: object, location: Any = None, once: bool = False) -> None:
    """Log a warning of *kind* at *location* (a docname, a node, or ``(docname, line)``), or once in a build."""
    logger.warning(message, *args, location=location, type="blog", subtype=kind.value, once=once)


def place_of(keys: Iterable[str], docname: str, lineno: int, env: BuildEnvironment) -> tuple[str, int]:
    """Return the document and its line from *lineno* on that sets one of *keys*: nodes do not know it.

    Where there is none, the line is *lineno*.
    """
    try:
        lines = env.doc2path(docname).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return docname, lineno
    pattern = re.compile(rf"\s*:?[\"']?({'|'.join(map(re.escape, keys))})[\"']?\s*:", re.IGNORECASE)
    found = (number for number, line in enumerate(lines, start=1) if number >= lineno and pattern.match(line))
    return docname, next(found, lineno)

"""The kinds of warnings that the extension emits; each can be suppressed by name."""

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any

from sphinx.environment import BuildEnvironment
from sphinx.util import logging

logger = logging.getLogger(__name__)


class BlogWarning(Enum):
    """A warning subtype: ``suppress_warnings = ["blog.date"]`` silences the first."""

    DATE = "date"
    """A date cannot be read, so the post is a draft; or a document that looks like a post has no date."""
    FRONT_MATTER = "front_matter"
    """The metadata at the head of a document cannot be read, so the document is withheld until that is fixed, or
    says ``draft: false`` where it can be read; or a key is set twice."""
    UNREAD_FILE = "unread_file"
    """A file begins like a post, but Sphinx reads no files of its kind."""
    PUBLIC_DRAFT = "public_draft"
    """A post is published, although other engines leave out files and folders with such a name."""
    NO_EFFECT = "no_effect"
    """A key or a value is valid, but has no effect, or a different one from what it seems to have."""
    UNKNOWN_OPTION = "unknown_option"
    """An option or front matter key is unknown, or looks like a misspelling of a known one."""
    EMPTY_OPTION = "empty_option"
    """An option that needs a value has none, or a list contains an empty item."""
    INVALID_OPTION = "invalid_option"
    """The value of an option is not valid; the default is used instead."""
    UNKNOWN_AUTHOR = "unknown_author"
    """A post names an author who is not in ``blog_authors``."""
    UNKNOWN_TAG = "unknown_tag"
    """A post names a tag that is not in ``blog_tags``."""
    UNKNOWN_LANGUAGE = "unknown_language"
    """A post's language is not a language code; the post is listed under it but gets no language attribute."""
    UNKNOWN_TERM = "unknown_term"
    """A list asks for a tag, author or other term that no post has."""
    UNKNOWN_POST = "unknown_post"
    """A reference names a post that does not exist."""
    TRANSLATION = "translation"
    """Two posts are marked as translations of each other but are in the same language."""
    TITLE = "title"
    """A post has no heading and no title; its file name is used instead."""
    PICTURE = "picture"
    """An image is missing, unreadable, or too large to be resized; or Pillow is not installed."""
    DUPLICATE_POST = "duplicate_post"
    """A document has several ``post`` directives, a changelog has a release twice, or two names differ only in
    case."""
    SECTION = "section"
    """A section that is a post is scheduled or has expired; its document still shows it."""
    MARKER = "marker"
    """A marker is where a teaser cannot end, leaves the teaser empty, or is not the first one."""
    UNTRUNCATED = "untruncated"
    """A post has no marker and no teaser of its own (only if the option for it is on)."""
    CONTENT = "content"
    """A post lacks a description, an image or the like (only if the options for it are on)."""
    CARD = "card"
    """Posts have no social card: Pillow is not installed, or no font has the characters."""
    REDIRECT = "redirect"
    """A redirect is refused because it leaves the output directory or has the name of a page."""
    BASEURL = "baseurl"
    """The URL of the site is not set or is not a URL; without it there are no feeds and no sitemap."""
    OUTPUT = "output"
    """A file of the blog cannot be written, or another extension has one like it; or a cache cannot be used."""
    MATH = "math"
    """A formula cannot be written as MathML; MathJax renders it on the pages that show it."""
    RENDERING = "rendering"
    """Another extension fails on a part of a post that is shown elsewhere, or on a page of the blog."""
    SPHINX = "sphinx"
    """Sphinx no longer has something that the blog can do without; the warning says what is lost."""
    CONFIG = "config"
    """A name in ``conf.py`` looks like a misspelled option of the blog, or part of a value has no effect."""


def warn(kind: BlogWarning, message: str, *args: object, location: Any = None, once: bool = False) -> None:
    """Log a warning at *location* (a docname, a node, or ``(docname, line)``), only *once* per build if set."""
    logger.warning(message, *args, location=location, type="blog", subtype=kind.value, once=once)


def listed(names: Sequence[str]) -> str:
    """Return the first three of *names*, and the number of the others."""
    return ", ".join(map(repr, names[:3])) + (f" and {len(names) - 3} more" if names[3:] else "")


def report(kind: str, message: str, location: Any) -> None:
    """Log a problem of the subtype *kind* as a warning, or what was guessed (``"guess"``) as information."""
    if kind == "guess":
        logger.info("%s", message, location=location)
    else:
        warn(BlogWarning(kind), "%s", message, location=location)


def place_of(keys: Iterable[str], docname: str, lineno: int, env: BuildEnvironment) -> tuple[str, int]:
    """Return the document and the first line from *lineno* on that sets one of *keys*, or else *lineno*."""
    try:
        lines = env.doc2path(docname).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return docname, lineno
    pattern = re.compile(rf"\s*:?[\"']?({'|'.join(map(re.escape, keys))})[\"']?\s*:", re.IGNORECASE)
    numbers = (number for number, line in enumerate(lines, start=1) if number >= lineno and pattern.match(line))
    return docname, next(numbers, lineno)

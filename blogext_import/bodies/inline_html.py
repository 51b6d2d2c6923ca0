"""Inline Markdown as HTML, where MyST would not read it: in a line of HTML, and in plain text."""

from __future__ import annotations

import re
from functools import cache
from html import escape, unescape
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

#: Signs that there may be Markdown.
MARKDOWN = re.compile(r"[*`~\\]|(?<!\w)_|_(?!\w)|\]\(|<https?:")
_TAG = re.compile(r"<[^<>]*>")


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": True}).enable("strikethrough")


def as_html(text: str, tags: Iterable[tuple[int, int]], address_of: Callable[[str], str]) -> str:
    """Return a line of Markdown as HTML; *tags* are the positions of HTML in it, which stays as it is.

    *address_of* returns the URL for the target of a link.
    """
    whole: list[str] = []
    parts: list[str] = []
    at = 0
    for start, end in tags:
        # Not everything that MDX allows within a tag is a tag to others.
        parts += [text[at:start], f"<x-{len(whole)}>"]
        whole.append(text[start:end])
        at = end
    tokens = _parser().parseInline("".join([*parts, text[at:]]))
    for token in tokens[0].children or ():
        if token.type == "link_open":
            token.attrs["href"] = address_of(str(token.attrs.get("href", "")))
    html = str(_parser().renderer.render(tokens, _parser().options, {}))
    html = re.sub(r"<x-(\d+)>", lambda mark: whole[int(mark[1])], html)
    return re.sub(r"&lt;x-(\d+)&gt;", lambda mark: escape(whole[int(mark[1])]), html)


def as_text(text: str) -> str:
    """Return inline Markdown as plain text, without HTML."""
    if not (MARKDOWN.search(text) or "<" in text or "&" in text):
        return text
    return unescape(_TAG.sub("", _parser().renderInline(text)))

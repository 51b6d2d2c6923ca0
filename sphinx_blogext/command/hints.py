"""Finds text that may be meant as a marker or as metadata: a build says nothing about it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.metadata import field_name, keys_of, nearest
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.nodes import ancestors
from sphinx_blogext.patterns import pattern
from sphinx_blogext.read.front_matter import is_below_path

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from sphinx.application import Sphinx

_MARKERS = ("more", "readmore", "truncate", "teaserend", "endteaser", "excerpt")
#: How similar to one of them a misspelling is.
_NEAR = 0.75
#: What may be meant as a marker, by the kind of node it becomes. A comment in HTML may not be closed.
_LIKE_MARKERS: dict[type[nodes.Node], re.Pattern[str]] = {
    nodes.comment: pattern(r"(.{1,30})\Z"),
    nodes.raw: pattern(r"\s*<!-*([^\n>]{1,30}?)-*(?:>|\n|\Z)"),
    nodes.paragraph: pattern(r"[<{.%\u2010-\u2015-](.{1,30})[>}:.\u2010-\u2015-]\Z"),
}
_KEY = pattern(r"([^\W\d_][\w-]*)[ \t]*[:=][ \t]+\S.*\Z")
#: The last line in which a line may be meant as metadata.
_TOP = 10


def find_hints(app: Sphinx) -> Iterator[tuple[str, int | None, str]]:
    """Yield the document and the line of each such text, and a message."""
    env, config, posts = app.env, blog_config(app.config), blog_domain(app.env).posts
    keys = keys_of(config.taxonomies)
    for docname in sorted(env.found_docs):
        if docname in posts or is_below_path(docname, config):
            for node in env.get_doctree(docname).findall(nodes.Element):
                line = next((each.line for each in (node, *ancestors(node)) if each.line), None)
                if message := _like_marker(node) or _like_metadata(node, line, keys):
                    yield docname, line, message


def _like_marker(node: nodes.Element) -> str:
    form, text = _LIKE_MARKERS.get(type(node)), _source(node)
    match = form.match(text) if form else None
    if match is None or not nearest(re.sub(r"[\W_]", "", match[1]).lower(), _MARKERS, _NEAR):
        return ""
    is_open = isinstance(node, nodes.raw) and "-->" not in text
    result = "is not closed and hides what follows" if is_open else "is no marker"
    return f"{match[0].strip()!r} {result}: is it meant as '<!-- more -->', or in reStructuredText as '.. more'?"


def _like_metadata(node: nodes.Element, line: int | None, keys: Container[str]) -> str:
    match = _KEY.match(_source(node)) if isinstance(node, nodes.paragraph) and (line or 0) <= _TOP else None
    if match is None or field_name(match[1]) not in keys:
        return ""
    return f"{match[0]!r} is text: metadata is read at the very top, in Markdown between two lines '---'"


def _source(node: nodes.Element) -> str:
    """Return the text of a block as it is written, before Sphinx makes dashes of hyphens."""
    return node.rawsource if isinstance(node, nodes.paragraph) else node.astext() if not node.children[1:] else ""

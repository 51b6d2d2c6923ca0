"""Headings as plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_blogext.markup.tree import Element, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Elements whose text readers do not see.
_UNSEEN = frozenset({"svg", "script", "style", "template", "rt", "rp"})


def title_text(title: nodes.Element) -> str:
    """Return the text of a heading on one line, with the text of raw HTML in it, without icons and tags."""
    texts = (
        raw_text(text) if isinstance(text.parent, nodes.raw) else text.astext()
        for text in title.findall(nodes.Text)
        if not isinstance(text.parent, nodes.raw) or "html" in text.parent.get("format", "").split()
    )
    return " ".join("".join(texts).split())


def raw_text(html: str) -> str:
    """Return the text in *html* that readers see."""
    return "".join(_seen(parse(html)))


def _seen(element: Element) -> Iterator[str]:
    for child in element.children:
        if isinstance(child, str):
            yield child
        elif child.tag not in _UNSEEN:
            yield from _seen(child)

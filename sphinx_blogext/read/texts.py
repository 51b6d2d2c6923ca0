"""What a document says of itself: its heading, its description, and the text that takes time to read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_blogext.core.metadata import clean_text
from sphinx_blogext.markup.titles import raw_text, title_text
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

_RAW_HEADING = pattern(r"<h1\b.*?</h1>", re.DOTALL | re.IGNORECASE)


def heading_of(docname: str, doctree: nodes.document, env: BuildEnvironment) -> str:
    """Return the text of the document's heading, or ``""`` if there is no heading."""
    # For a document without a heading, Sphinx's title is ``<no title>``.
    has_heading = next(doctree.findall(nodes.section), None) is not None
    return clean_text(title_text(env.titles[docname])) if has_heading else ""


def raw_heading_of(doctree: nodes.document) -> str:
    """Return the text of the first ``<h1>`` written in HTML, or ``""``."""
    headings = (_RAW_HEADING.search(node.astext()) for node in doctree.findall(nodes.raw))
    return next((clean_text(" ".join(raw_text(match[0]).split())) for match in headings if match), "")


def settle_description(doctree: nodes.document, written: str, language: str) -> str:
    """Return the *written* description of a post, or else that of its ``meta`` directive or ``html_meta``.

    Of several, that in *language* is preferred. A *written* one takes their place on the page too.
    """
    metas = [node for node in doctree.findall(nodes.meta) if node.get("name", "").lower() == "description"]
    texts = {node.get("lang", ""): clean_text(" ".join(str(node.get("content", "")).split())) for node in metas}
    names = (language, language.partition("-")[0], "", *texts)
    description = written or next((texts[name] for name in names if texts.get(name)), "")
    for node in metas if written else ():
        node["content"] = written
    return description


def countable_texts(doctree: nodes.document) -> tuple[str, str]:
    """Return the texts of a document that count for its reading time: its words, and its blocks of code."""
    skipped = (nodes.comment, nodes.raw, nodes.math, nodes.math_block, nodes.substitution_definition)
    words: list[str] = []
    code: list[str] = []
    for node in doctree.findall(nodes.Text):
        if not isinstance(node.parent, skipped):
            (code if isinstance(node.parent, nodes.literal_block) else words).append(node.astext())
    return "\n".join(words), "\n".join(code)

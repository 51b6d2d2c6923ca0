"""Joins the lines of Chinese and Japanese text.

A line break between two of their characters in the source is not a space, but browsers, feeds and search would
show one. Lines are joined in posts and documents with lists of posts, and in other documents only with
``blog_join_lines = "all"``; code, formulas and raw text are left as they are.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms import SphinxTransform

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.patterns import pattern
from sphinx_blogext.read.sections import section_of

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Punctuation that Chinese shares with other languages.
_SHARED = frozenset("“”‘’—…·")
_BREAK = pattern(r"[ \t]*\n[ \t]*")


class JoinLines(SphinxTransform):
    """Drops line breaks between two Han characters or kana."""

    # After quotation marks have been curled: straight ones are not Chinese punctuation.
    default_priority = 800

    def apply(self) -> None:
        where = blog_config(self.config).blog_join_lines
        everywhere = where == "all" or is_of_blog(self.document)
        if where == "none" or not (everywhere or _holds_section_posts(self.document)):
            return
        for block in filter(_is_block, self.document.findall(nodes.TextElement)):
            if everywhere or section_of(block) is not None:
                join_lines(block)


def join_lines(block: nodes.Node) -> None:
    """Join the lines of one block of running text."""
    leaves = list(_leaves(block))
    # NUL represents what is not text: it is not wide, so no line is joined to it.
    texts = [str(leaf) if isinstance(leaf, nodes.Text) else "\0" for leaf in leaves]
    for index, leaf in enumerate(leaves):
        if "\n" not in texts[index]:
            continue
        before = "".join(texts[max(0, index - 4) : index])
        after = "".join(texts[index + 1 : index + 5])
        joined = join_text(texts[index], before, after)
        if joined != texts[index]:
            texts[index] = joined
            _replace(leaf, nodes.Text(joined))


def join_text(text: str, before: str = "", after: str = "") -> str:
    """Return *text*, which is between *before* and *after*, without needless line breaks."""

    def replace(match: re.Match[str]) -> str:
        left = text[: match.start()] or before
        right = text[match.end() :] or after
        return "" if is_joined(left[-1:], right[:1]) else match[0]

    return _BREAK.sub(replace, text)


def is_joined(left: str, right: str) -> bool:
    """Return whether two characters in different lines are joined without a space."""
    is_wide = bool(_wide().match(left)), bool(_wide().match(right))
    return any(is_wide) and (is_wide[0] or left in _SHARED) and (is_wide[1] or right in _SHARED)


@cache
def _wide() -> re.Pattern[str]:
    """Return the pattern of Han, kana, bopomofo and their punctuation.

    Hangul is left out because Korean has spaces between words. The pattern takes long to compile, and not every
    build needs it.
    """
    return re.compile(
        "[\u2e80-\u2fdf\u3000-\u303f\u3040-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
        "\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff9f\uffe0-\uffee\U00020000-\U0003ffff]"
    )


def is_of_blog(document: nodes.document) -> bool:
    """Return whether *document* is a post or has a list of posts or terms."""
    lists = (blog_nodes.postlist, blog_nodes.blog_terms)
    return "blog_fields" in document or any(isinstance(node, lists) for node in document.findall())


def _holds_section_posts(document: nodes.document) -> bool:
    return next(document.findall(blog_nodes.section_post), None) is not None


def _replace(old: nodes.Node, new: nodes.Node) -> None:
    """Replace *old* by *new*; docutils' own ``replace`` would replace the first text that is equal."""
    siblings = old.parent.children
    place = next(number for number, sibling in enumerate(siblings) if sibling is old)
    old.parent[place] = new


def _is_block(node: nodes.TextElement) -> bool:
    return not isinstance(node, (nodes.Inline, nodes.FixedTextElement))


def _leaves(node: nodes.Node) -> Iterator[nodes.Node]:
    """Yield the texts below *node*, other elements as a whole, and each link before and after its texts.

    Lines that meet at the edge of a link stay apart: names on lines of their own, each a link, are not a sentence.
    """
    is_link = isinstance(node, (nodes.reference, pending_xref))
    if is_link:
        yield node
    if isinstance(node, nodes.Text):
        yield node
    elif isinstance(node, (nodes.literal, nodes.math, nodes.raw, nodes.FixedTextElement)) or not node.children:
        if not isinstance(node, nodes.Invisible):
            yield node
    else:
        for child in node.children:
            yield from _leaves(child)
        if is_link:
            yield node

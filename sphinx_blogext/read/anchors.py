"""Keeps what references lead to: the anchors of headings, the labels of equations, the numbers of figures.

IDs of docutils are ASCII: a heading in Chinese gets ``id1``, which changes with the headings above it. With
``blog_unicode_ids``, its text is its anchor, and the old one stays, so that links to it still work.

Sphinx numbers figures and the like only in documents that it reaches through toctrees (``numfig``). A post that is
in none is numbered by itself, like a document that it reaches first.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import chain, count
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.domains.std import StandardDomain
from sphinx.transforms import SphinxTransform

from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from sphinx.application import Sphinx
    from sphinx.domains import Domain

#: A label that MyST makes for an equation.
_RANDOM = pattern(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class TextAnchors(SphinxTransform):
    """Gives headings anchors made from their text, before their other anchors."""

    # After explicit targets have been moved to the elements that follow them.
    default_priority = 270

    def apply(self) -> None:
        if not blog_config(self.config).blog_unicode_ids:
            return
        prefix = re.escape(self.document.settings.auto_id_prefix)
        for section in self.document.findall(nodes.section):
            title = section.next_node(nodes.title)
            text = title.astext() if title is not None and title.parent is section else ""
            is_positional = not section["ids"] or bool(re.fullmatch(rf"{prefix}\d+", section["ids"][0]))
            # docutils' ID may lack some of the letters.
            if (is_positional or _has_lost_letters(text)) and (
                anchor := free_anchor(text_anchor(text), self.document.ids)
            ):
                # Sphinx's links and toctrees use the first id.
                section["ids"].insert(0, anchor)
                note_anchor(anchor, section, self.document)


def _has_lost_letters(text: str) -> bool:
    letters = {c for c in unicodedata.normalize("NFKC", text) if c.isalpha() and not c.isascii()}
    return any(nodes.make_id(f"x{char}") == "x" for char in letters)


class EquationLabels(SphinxTransform):
    """Gives ``amsmath`` environments, whose labels by MyST are random, the same ones in every build."""

    # Before targets give their ids to what follows them.
    default_priority = 195

    def apply(self) -> None:
        equations = self.env.domains["math"].equations
        for equation in self.document.findall(nodes.math_block):
            old = equation.get("label")
            if not ("amsmath" in equation["classes"] and old and _RANDOM.fullmatch(old)):
                continue
            new = f"{self.env.docname}:{self.env.new_serialno('sphinx.ext.math#equations')}"
            old_anchor, anchor = (nodes.make_id(f"equation-{label}") for label in (old, new))
            if old in equations and old_anchor in self.document.ids:
                target = self.document.ids.pop(old_anchor)
                equations[new] = equations.pop(old)
                equation["label"] = new
                target["ids"] = [anchor]
                self.document.ids[anchor] = target


def on_doctree_read(app: Sphinx, doctree: nodes.document) -> None:
    """Number what is in a post when it is read: later, Sphinx would have to load all posts in each build."""
    env, domain = app.env, blog_domain(app.env)
    if not env.config.numfig or not (env.docname in domain.posts or env.docname in domain.sections):
        return
    numbers: dict[str, dict[str, tuple[int, ...]]] = {}
    domains = [each for _name, each in sorted(env.domains.items())]
    for node in doctree.findall(nodes.Element):
        if isinstance(node, nodes.section) or not node["ids"]:
            continue
        if kind := _kind_of(node, domains):
            of_kind = numbers.setdefault(kind, {})
            of_kind[node["ids"][0]] = (len(of_kind) + 1,)
    if numbers:
        domain.numbers[env.docname] = numbers


def _kind_of(node: nodes.Element, domains: Iterable[Domain]) -> str:
    """Return what an element is numbered as, or ``""``: without a caption there is nothing to number."""
    kinds = (
        each.get_enumerable_node_type(node)
        for each in domains
        if not isinstance(each, StandardDomain) or each.get_numfig_title(node)
    )
    return next(filter(None, kinds), "")


def text_anchor(text: str) -> str:
    """Return the anchor of a heading: its letters and digits in lower case (NFKC), with hyphens between words."""
    folded = unicodedata.normalize("NFKC", text).lower()
    letters = "".join(c if c == "_" or c.isalnum() or unicodedata.category(c)[0] == "M" else "-" for c in folded)
    anchor = re.sub(r"-+", "-", letters).strip("-_")
    return anchor if not anchor or anchor[0].isalpha() else f"section-{anchor}"


def free_anchor(anchor: str, taken: Container[str], second: int = 2) -> str:
    """Return *anchor*, or the first of ``anchor-2`` … that is not *taken*; ``""`` if *anchor* is empty."""
    names = chain([anchor], (f"{anchor}-{number}" for number in count(second)))
    return next(name for name in names if name not in taken) if anchor else ""


def note_anchor(anchor: str, section: nodes.section, document: nodes.document) -> None:
    """Make *anchor* that of a section; an explicit target of the same name keeps its meaning."""
    document.ids[anchor] = section
    document.nameids.update({name: anchor for name in section["names"] if not document.nametypes.get(name)})


def setup(app: Sphinx) -> None:
    for transform in (TextAnchors, EquationLabels):
        app.add_transform(transform)
    # After our own handler, and after those of others, which may add to the document.
    app.connect("doctree-read", on_doctree_read, priority=990)

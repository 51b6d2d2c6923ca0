"""Anchors that stay: of headings, from their text, and of equations, from their number.

IDs of docutils are ASCII. A heading in Chinese gets ``id1``, and another number as soon as a heading is inserted
above it. With ``blog_unicode_ids``, it gets its text as an anchor; the old anchor stays as a second one, so that
links to it still work.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.transforms import SphinxTransform

from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Container


#: A label that MyST makes for an equation.
_RANDOM = pattern(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class TextAnchors(SphinxTransform):
    """Gives headings anchors made from their text, before their other anchors."""

    # After explicit targets have been moved to the elements that follow them.
    default_priority = 270

    def apply(self) -> None:
        if not blog_config(self.config).blog_unicode_ids:
            return
        for section in self.document.findall(nodes.section):
            title = section.next_node(nodes.title)
            if title is not None and title.parent is section:
                self._add_anchor(section, title.astext())

    def _add_anchor(self, section: nodes.section, text: str) -> None:
        prefix = re.escape(self.document.settings.auto_id_prefix)
        is_positional = not section["ids"] or bool(re.fullmatch(rf"{prefix}\d+", section["ids"][0]))
        if not (is_positional or loses_letters(text)):
            return
        anchor = free_anchor(text_anchor(text), self.document.ids)
        if anchor:
            # Sphinx's links and toctrees use the first id.
            section["ids"].insert(0, anchor)
            self.document.ids[anchor] = section
            for name in section["names"]:
                # An explicit target of that name must keep its meaning.
                if not self.document.nametypes.get(name):
                    self.document.nameids[name] = anchor


def text_anchor(text: str) -> str:
    """Return the anchor of a heading: its letters and digits in lower case, with hyphens between words.

    It is normalized (NFKC) and begins with a letter, as ids in EPUB must.
    """
    folded = unicodedata.normalize("NFKC", text).lower()
    kept = "".join(char if _is_kept(char) else "-" for char in folded)
    anchor = re.sub(r"-+", "-", kept).strip("-_")
    return anchor if not anchor or anchor[0].isalpha() else f"section-{anchor}"


def free_anchor(anchor: str, taken: Container[str]) -> str:
    """Return *anchor*, or the first of ``anchor-2`` … that is not *taken*; ``""`` if *anchor* is empty."""
    if not anchor:
        return ""
    name, number = anchor, 1
    while name in taken:
        number += 1
        name = f"{anchor}-{number}"
    return name


def loses_letters(text: str) -> bool:
    """Return whether docutils' ID for *text* lacks some of its letters."""
    letters = {char for char in unicodedata.normalize("NFKC", text) if char.isalpha() and not char.isascii()}
    return any(nodes.make_id(f"x{char}") == "x" for char in letters)


def _is_kept(char: str) -> bool:
    return char == "_" or char.isalnum() or unicodedata.category(char).startswith("M")


class EquationLabels(SphinxTransform):
    """Gives numbered equations without a label the same label in every build: the document's name and a number.

    MyST gives a numbered ``amsmath`` environment a random label, from which the anchor on the page is made.
    """

    # Before targets give their ids to what follows them.
    default_priority = 195

    def apply(self) -> None:
        for equation in self.document.findall(nodes.math_block):
            label = equation.get("label")
            if "amsmath" in equation["classes"] and label and _RANDOM.fullmatch(label):
                self._rename(equation, label)

    def _rename(self, equation: nodes.math_block, old: str) -> None:
        new = f"{self.env.docname}:{self.env.new_serialno('sphinx.ext.math#equations')}"
        equations = self.env.domains["math"].equations
        if old not in equations or _equation_anchor(old) not in self.document.ids:
            return
        target = self.document.ids.pop(_equation_anchor(old))
        equations[new] = equations.pop(old)
        equation["label"] = new
        target["ids"] = [_equation_anchor(new)]
        self.document.ids[_equation_anchor(new)] = target


def _equation_anchor(label: str) -> str:
    """Return the id that Sphinx gives to the equation *label*."""
    return nodes.make_id(f"equation-{label}")

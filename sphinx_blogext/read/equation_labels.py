"""Gives numbered equations without a label the same label in every build.

MyST gives a numbered ``amsmath`` environment a random label, from which the anchor on the page is made: no two
builds of a page would be the same.
"""

from __future__ import annotations

import re

from docutils import nodes
from sphinx.transforms import SphinxTransform

_RANDOM = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class EquationLabels(SphinxTransform):
    """Replaces random labels by the document's name and a number, in Sphinx's form."""

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
        if old not in equations or _anchor(old) not in self.document.ids:
            return
        target = self.document.ids.pop(_anchor(old))
        equations[new] = equations.pop(old)
        equation["label"] = new
        target["ids"] = [_anchor(new)]
        self.document.ids[_anchor(new)] = target


def _anchor(label: str) -> str:
    """Return the id that Sphinx gives to the equation *label*."""
    return nodes.make_id(f"equation-{label}")

"""What works on all sites, because many came from ABlog: its labels, and messages about what they still name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.ablog import labels, sidebars, templates_path

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> None:
    for part in (labels, sidebars, templates_path):
        part.setup(app)

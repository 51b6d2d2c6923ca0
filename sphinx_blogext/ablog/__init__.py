"""Compatibility with ABlog in one line: ``"sphinx_blogext.ablog"`` in ``extensions`` instead of ``"ablog"``.

The blog has options, hooks and templates that are useful to any site. This package sets them to ABlog's
defaults, and adds what only ABlog's sites use. The rest of the code does not depend on it, apart from the
command, which reads the options of these sites.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext import __version__
from sphinx_blogext.ablog import (
    context,
    feeds,
    font_awesome,
    front_matter,
    labels,
    options,
    pages,
    records,
    repeated_posts,
    shown,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


_PARTS = (*(options, font_awesome, context, feeds, pages, records, repeated_posts, shown, labels, front_matter),)


def setup(app: Sphinx) -> ExtensionMetadata:
    app.setup_extension("sphinx_blogext")
    for part in (
        options,
        font_awesome,
        context,
        feeds,
        pages,
        records,
        repeated_posts,
        shown,
        labels,
        front_matter,
    ):
        part.setup(app)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}

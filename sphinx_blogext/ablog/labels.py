"""The texts that ABlog gives references to its pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_blogext.i18n import _
from sphinx_blogext.site.ablog_labels import find_label
from sphinx_blogext.site.build import build_of

if TYPE_CHECKING:
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def on_missing_reference(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, contnode: nodes.TextElement
) -> nodes.Element | None:
    """Resolve references to the list of posts and to the feed, unless they have a text of their own."""
    label = node.get("reftarget")
    if node.get("reftype") != "ref" or node.get("refdomain") != "std" or node.get("refexplicit"):
        return None
    # The blog itself uses the titles of its pages and the names of its feeds.
    titles = {
        "blog-posts": _("Posts"),
        "blog-archives": _("Archives"),
        "blog-feed": f"{app.config.blog_title} Feed",
    }
    build = build_of(env)
    found = find_label(build, label, node) if label in titles else None
    if found is None:
        return None
    return build.targets.refer(
        found, node.get("refdoc", env.docname), app.builder, nodes.emphasis("", titles[label])
    )


def setup(app: Sphinx) -> None:
    # Before the blog's own handler.
    app.connect("missing-reference", on_missing_reference, priority=400)

"""Texts of the labels as in ABlog, links of MyST-Parser and ``any`` to them, and their place in the inventory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util import docname_join

from sphinx_blogext.ablog.labels import find_label
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.addresses import short_name
from sphinx_blogext.domain import BlogDomain
from sphinx_blogext.lang.words import _
from sphinx_blogext.site.build import build_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment


class LabelDomain(BlogDomain):
    """The blog's domain on sites of ABlog, whose labels MyST-Parser and ``any`` find."""

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Return what the label *target* means, unless it is a label or a document of the site itself."""
        std = env.domains.standard_domain
        if target.lower() in std.anonlabels or docname_join(fromdocname, target) in env.all_docs:
            return []
        build = build_of(env)
        page = find_label(build, target)
        if page is None:
            return []
        inner = contnode.deepcopy() if node.get("refexplicit") else nodes.inline("", page.title)
        reference = build.targets.refer(page, fromdocname, builder, inner)
        return [("std:ref", reference)] if isinstance(reference, nodes.reference) else []


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
        "blog-feed": f"{blog_config(app.config).blog_title} Feed",
    }
    build = build_of(env)
    page = find_label(build, label, node) if label in titles else None
    if page is None:
        return None
    return build.targets.refer(
        page, node.get("refdoc", env.docname), app.builder, nodes.emphasis("", titles[label])
    )


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> None:
    """Add the labels of posts to the inventory, so that other projects can refer to them.

    They are not among Sphinx's labels themselves, which it stores and which belong to the site.
    """
    std = env.domains.standard_domain
    of_site = std.get_objects

    def get_objects() -> Iterator[tuple[str, str, str, str, str, int]]:
        taken = set()
        for entry in of_site():
            taken.update([entry[0]] if entry[2] == "label" else [])
            yield entry
        found_posts = sorted(build_of(env).posts.items(), reverse=True)
        posts = {short_name(key): post for key, post in found_posts if not post.anchor}
        for label in sorted(posts.keys() - taken - {""}):
            # Search ignores them.
            yield label, posts[label].title, "label", posts[label].docname, "", -1

    std.get_objects = get_objects  # type: ignore[method-assign]  # of this build's own object


def setup(app: Sphinx) -> None:
    app.add_domain(LabelDomain, override=True)
    app.connect("env-updated", on_env_updated)
    # Before the blog's own handler.
    app.connect("missing-reference", on_missing_reference, priority=400)

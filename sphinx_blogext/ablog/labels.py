"""Resolves references of ABlog sites: ``:ref:`blog-tags```, ``:ref:`tag-python```, ``:ref:`my-post```."""

from collections.abc import Iterator
from itertools import chain

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.util import docname_join

from sphinx_blogext.ablog.forms import ablog_slug
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.addresses import short_name
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.domain import BlogDomain, Target, blog_domain
from sphinx_blogext.events import PAGE_DATA_EVENT
from sphinx_blogext.lang.words import _
from sphinx_blogext.site.build import Build, build_of


def on_missing_reference(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, contnode: nodes.TextElement
) -> nodes.Element | None:
    if node.get("reftype") != "ref" or node.get("refdomain") != "std":
        return None
    build = build_of(env)
    if (page := find_label(build, node["reftarget"], node)) is None:
        return None
    title = page.title
    if isinstance(env.domains["blog"], LabelDomain):
        # On sites of ABlog these have other titles.
        titles = {"blog-posts": _("Posts"), "blog-archives": _("Archives")}
        titles["blog-feed"] = f"{blog_config(env.config).blog_title} Feed"
        title = titles.get(page.name, title)
    text = contnode if node.get("refexplicit") else nodes.emphasis("", title)
    return build.targets.refer(page, node.get("refdoc", env.docname), app.builder, text)


def on_page_data(app: Sphinx, page: str) -> list[tuple[Target | None, bool]] | None:
    """Return what the labels in the document *page* mean, and whether their targets are written."""
    # Called for every page of the site, of which hardly any has labels.
    if not (labels := [name for kind, name in blog_domain(app.env).references.get(page, ()) if kind == "ref"]):
        return None
    build = build_of(app.env)
    pages = [find_label(build, label) for label in labels]
    return [(target, target is not None and build.targets.is_written(target)) for target in pages]


def find_label(build: Build, label: str, node: nodes.Element | None = None) -> Target | None:
    """Return what *label* means in ABlog: a page of the blog, its feed, a term, a year or a post."""
    # In ABlog there is only one blog: it is the first one.
    if label == "blog-feed":
        return _feed(build)
    pages = _blog_pages(build)
    if label in pages:
        name, title = pages[label]
        return Target(label, title, "page", build.blogs[0].pages.page_of(name))
    kind, _hyphen, name = label.partition("-")
    if kind in (*TAXONOMIES, "archive") and (target := build.targets.find(kind, name, build.blogs[0].root, node)):
        return target
    if kind in TAXONOMIES:
        # Of several terms with that label, the most used one.
        matches = [term for term in build.blogs[0].blog.taxonomies[kind].values() if ablog_slug(term.name) == name]
        if term := max(matches, key=lambda term: term.count, default=None):
            return build.targets.find(kind, term.name, build.blogs[0].root, node)
    if target := build.targets.find("post", label, build.blogs[0].root, node):
        return target
    text = _without_page(build, kind, name)
    return Target(label, text, kind, "") if text else None


def _without_page(build: Build, kind: str, name: str) -> str:
    """Return the label of the year or term *name* that has no page because no listed post has it, or ``""``."""
    published = build.blogs[0]
    drafts, is_year = published.blog.drafts, kind == "archive"
    terms = ([str(post.date.year)] if is_year and post.date else post.terms.get(kind, ()) for post in drafts)
    labels = dict.fromkeys(chain.from_iterable(terms), "")
    labels |= {each.name: each.label or each.name for each in published.config.terms.get(kind, {}).values()}
    return next((text or term for term, text in labels.items() if name in {term, ablog_slug(term)}), "")


def _feed(build: Build) -> Target:
    """Return the Atom feed of all posts; it has no URL in a build without feeds."""
    links = (link for channel in build.blogs[0].channels[:1] for link in channel.links(build.hosting.canonical))
    url = next((link.url for link in links if link.format == "Atom"), "")
    return Target("blog-feed", _("Feeds"), "feed", "", url=url)


def _blog_pages(build: Build) -> dict[str, tuple[str, str]]:
    """Return ABlog's labels for pages, with page names and titles."""
    published = build.blogs[0]
    names = published.pages.addresses
    pages = {f"blog-{kind.plural}": (names.overview(name), _(kind.title)) for name, kind in TAXONOMIES.items()}
    # Pages that this build does not write become text without a link.
    others = {"drafts": _("Drafts"), "subscribe": _("Subscribe")}
    pages |= {f"blog-{name}": (names.overview(name), title) for name, title in others.items()}
    pages["blog-posts"] = names.root, published.config.blog_title
    if archive := next((listing for listing in published.pages.listings if listing.kind == "archive"), None):
        pages["blog-archives"] = names.overview("archive"), archive.title
    return pages


def setup(app: Sphinx) -> None:
    app.connect("missing-reference", on_missing_reference)
    app.connect(PAGE_DATA_EVENT, on_page_data)


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
        if (page := find_label(build, target)) is None:
            return []
        inner = contnode.deepcopy() if node.get("refexplicit") else nodes.inline("", page.title)
        reference = build.targets.refer(page, fromdocname, builder, inner)
        return [("std:ref", reference)] if isinstance(reference, nodes.reference) else []


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> None:
    """Add the labels of posts to the inventory, so that other projects can refer to them."""
    # They are not among Sphinx's labels themselves, which it stores and which belong to the site.
    std = env.domains.standard_domain
    of_site = std.get_objects

    def get_objects() -> Iterator[tuple[str, str, str, str, str, int]]:
        taken = set()
        for entry in of_site():
            taken.update([entry[0]] if entry[2] == "label" else [])
            yield entry
        posts_by_key = sorted(build_of(env).posts.items(), reverse=True)
        posts = {short_name(key): post for key, post in posts_by_key if not post.anchor}
        for label in sorted(posts.keys() - taken - {""}):
            # Search ignores them.
            yield label, posts[label].title, "label", posts[label].docname, "", -1

    std.get_objects = get_objects  # type: ignore[method-assign]  # of this build's own object

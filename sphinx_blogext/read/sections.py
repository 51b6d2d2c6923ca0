"""Posts that are sections of a document: those with a directive, and the releases of a changelog.

Their directives and markers have node types of their own while a document is read and written, so that code that
looks for those of the document does not find them. The dated sections of a changelog need no directive.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from docutils import nodes
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import new_document

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext._compat import is_set
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.changelog import Release, read_heading, unread_date
from sphinx_blogext.core.dates import DateReader
from sphinx_blogext.read.references import free_anchor, note_anchor, text_anchor
from sphinx_blogext.warnings import BlogWarning, warn


class OriginalHeadings(SphinxTransform):
    """Notes the headings of changelogs before Sphinx translates them."""

    default_priority = 15

    def apply(self) -> None:
        if self.env.docname in blog_config(self.config).changelogs:
            for title in self.document.findall(nodes.title):
                vars(title)["blog_original"] = title.astext().strip()


def mark_section_posts(document: nodes.document, *, always: bool) -> None:
    """Distinguish the ``post`` directives that make posts of sections from that of the document."""
    # They are below a heading other than the document's own, if it has several directives or with *always*.
    directives = list(document.findall(blog_nodes.post))
    if len(directives) < 2 and not always:
        return
    # Sphinx turns off docutils' document title, so the document's own heading is that of its first section.
    main = next((child for child in document.children if isinstance(child, nodes.section)), None)
    taken: dict[nodes.Node, int | None] = {}
    for node in directives:
        section = node.parent
        if not isinstance(section, nodes.section) or section is main:
            continue
        if section in taken:
            message = "the section already has a post directive in line %s, so this one is ignored: remove it"
            warn(BlogWarning.DUPLICATE_POST, message, taken[section], location=node)
            node.replace_self(node.children)
        else:
            taken[section] = node.line
            blog_nodes.replace_all([node], blog_nodes.post, blog_nodes.section_post)


def section_of(node: nodes.Node) -> nodes.section | None:
    """Return the section around *node* that is a post, if there is one."""
    sections = (parent for parent in blog_nodes.ancestors(node) if isinstance(parent, nodes.section))
    return next((each for each in sections if any(isinstance(c, blog_nodes.section_post) for c in each)), None)


@contextmanager
def standing_alone(section: nodes.section, document: nodes.document) -> Iterator[nodes.document]:
    """Temporarily make *section* a document that is a post, with a directive and a marker like a document's."""
    parent = section.parent
    alone = new_document(document["source"])
    # The ID of its marker must be free on the whole page, not only in the section.
    alone.ids = document.ids
    alone.children = [section]
    section.parent = alone
    # Sections within it may be posts, too.
    markers = [node for node in section.findall(blog_nodes.section_more) if section_of(node) is section]
    blog_nodes.replace_all(markers, blog_nodes.section_more, blog_nodes.more)
    blog_nodes.replace_all(section.children, blog_nodes.section_post, blog_nodes.post)
    try:
        yield alone
    finally:
        # That of a post without a teaser is above the heading, which is outside the section.
        if isinstance(marker := alone.children[0], blog_nodes.more):
            section.insert(1, marker)
        blog_nodes.replace_all(section.findall(), blog_nodes.post, blog_nodes.section_post)
        blog_nodes.replace_all(section.findall(), blog_nodes.more, blog_nodes.section_more)
        # So that the marker of the next section gets a different ID.
        for marker in section.findall(blog_nodes.section_more):
            document.ids.update(dict.fromkeys(marker["ids"], marker))
        section.parent = parent


def mark_releases(document: nodes.document, env: BuildEnvironment) -> None:
    root = blog_config(env.config).changelogs.get(env.docname)
    if root is None:
        return
    dates, seen, moved = blog_config(env.config).dates, dict[str, int](), dict[str, str]()
    for section, release in list(_releases(document, dates, env.docname)):
        line = _line_of(section)
        if release.key in seen:
            message = "the changelog has %r twice, first in line %s: both are posts"
            warn(BlogWarning.DUPLICATE_POST, message, release.key, seen[release.key], location=(env.docname, line))
        seen.setdefault(release.key, line)
        project = env.config.project if is_set(env.config, "project") else ""
        title = f"{project} {release.name}".strip() if release.is_version else release.name
        options = {"date": release.date.isoformat(), "title": title, "blog": root}
        section.insert(1, _marked(section, options, document["source"], line))
        moved |= _keep_anchor(section, release, document)
    # MyST notes the anchor of each heading, for links that name its slug.
    slugs: dict[str, tuple[Any, ...]] = getattr(document, "myst_slugs", {})
    slugs.update({slug: (line, moved.get(anchor, anchor), *rest) for slug, (line, anchor, *rest) in slugs.items()})
    if not seen:
        remedy = "write headings as “2.0 (2026-11-20)”"
        message = f"no heading of the changelog has a date, so it has no posts: {remedy}"
        warn(BlogWarning.DATE, message, location=(env.docname, 1))


def _marked(section: nodes.section, options: dict[str, str], source: str, line: int) -> blog_nodes.section_post:
    """Return the node that makes a post of a release; the options of a directive in it override the heading."""
    own = next((child for child in section.children if isinstance(child, blog_nodes.post)), None)
    marked = blog_nodes.section_post("", options=options, is_release=True)
    # Without a directive, the heading already contains everything that a header would show.
    marked["has_header"] = own is not None
    marked.source, marked.line = source, line
    if own is not None:
        marked["options"] = options | own["options"]
        marked += own.children
        section.remove(own)
    return marked


def _releases(tree: nodes.Element, dates: DateReader, docname: str) -> Iterator[tuple[nodes.section, Release]]:
    """Yield the sections that are releases; sections inside one are parts of it."""
    for section in tree.children:
        if not isinstance(section, nodes.section):
            continue
        title = section.next_node(nodes.title)
        release, heading = _read_heading(title, dates) if title and title.parent is section else (None, "")
        if release:
            yield section, release
            continue
        if date_text := unread_date(heading):
            message = "the date %r cannot be read, so the release is not a post: write it as 2026-11-20"
            warn(BlogWarning.DATE, message, date_text, location=(docname, _line_of(section)))
        yield from _releases(section, dates, docname)


def _read_heading(title: nodes.title, dates: DateReader) -> tuple[Release | None, str]:
    """Return the release in a heading, of which only the name may be translated, and what is read."""
    text, original = title.astext().strip(), vars(title).pop("blog_original", "")
    release = read_heading(text, dates)
    if title.get("translated") and original:
        text, own = original, read_heading(original, dates)
        release = own and (own if own.is_version else own._replace(name=(release or own).name))
    return release, text


def _line_of(section: nodes.section) -> int:
    title = section.next_node(nodes.title)
    return section.line or (title.line if title is not None else None) or 1


def _keep_anchor(section: nodes.section, release: Release, document: nodes.document) -> dict[str, str]:
    """Give a section an anchor that does not change with others or its date; return the old ones with the new."""
    # That of docutils lacks what is before the first letter.
    if release.key[0].isascii() and release.key[0].isalpha():
        return {}
    anchor = free_anchor(text_anchor(f"release {release.key}"), document.ids)
    prefix = re.escape(document.settings.auto_id_prefix)
    # A number would point to another release as soon as there is a newer one.
    numbers = [name for name in section["ids"] if re.fullmatch(rf"{prefix}\d+", name)]
    section["ids"] = [anchor, *(name for name in section["ids"] if name not in numbers)]
    note_anchor(anchor, section, document)
    return dict.fromkeys(numbers, anchor)

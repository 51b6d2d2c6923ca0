"""The releases of a changelog become posts, by ``blog_changelog`` and without a directive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext._compat import is_set
from sphinx_blogext.config.blogs import blog_configs, blog_root, config_of
from sphinx_blogext.config.functions import date_reader
from sphinx_blogext.config.terms import as_names
from sphinx_blogext.core.changelog import Release, ambiguous_date, read_first_line, read_heading
from sphinx_blogext.read.heading_ids import free_anchor, text_anchor
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.core.dates import DateReader


def changelogs(config: Config) -> dict[str, str]:
    """Return the documents that are changelogs, and the first page of the blog that each belongs to."""
    return {
        name.strip("/"): blog_root(blog)
        for blog in reversed(blog_configs(config))
        for name in as_names(blog.blog_changelog)
    }


def mark_releases(document: nodes.document, env: BuildEnvironment) -> None:
    """Make posts of the dated sections of a changelog."""
    root = changelogs(env.config).get(env.docname)
    if root is None:
        return
    dates, seen = date_reader(env.config), dict[str, int]()
    for section, release in list(_releases(document, dates, env.docname)):
        line = _line_of(section)
        if release.name in seen:
            message = "the changelog has %r twice, first in line %s: each is a post"
            warn(
                BlogWarning.DUPLICATE_POST, message, release.name, seen[release.name], location=(env.docname, line)
            )
        seen.setdefault(release.name, line)
        title = f"{_project(env.config)} {release.name}".strip() if release.is_version else release.name
        options = {"date": release.date.isoformat(), "title": title, "blog": root}
        if release.is_dated_below:
            # The paragraph that says the date is no teaser.
            options["excerpt"] = str(config_of(root, env.config).post_auto_excerpt + 1)
        marked = blog_nodes.section_post("", options=options, is_release=True)
        marked.source, marked.line = document["source"], line
        section.insert(1, marked)
        _keep_anchor(section, release, document)
    if not seen:
        message = "no heading of the changelog has a date, such as “2.0 (2026-11-20)”: it has no posts"
        warn(BlogWarning.DATE, message, location=(env.docname, 1))


def _releases(
    document: nodes.document, dates: DateReader, docname: str
) -> Iterator[tuple[nodes.section, Release]]:
    """Yield the sections that are releases; those inside one are parts of it."""
    due: list[nodes.Node] = list(document.children)
    while due:
        section = due.pop(0)
        if not isinstance(section, nodes.section):
            continue
        release = _release_of(section, dates, docname)
        if release is None:
            due = [*section.children, *due]
        # A directive of the writer's own says more.
        elif not any(isinstance(child, (blog_nodes.post, blog_nodes.section_post)) for child in section.children):
            yield section, release


def _release_of(section: nodes.section, dates: DateReader, docname: str) -> Release | None:
    title = section.next_node(nodes.title)
    heading = title.astext().strip() if title is not None and title.parent is section else ""
    if release := read_heading(heading, dates):
        return release
    if found := ambiguous_date(heading):
        message = "the date %r may be of two days: write it as 2026-11-20; the release is no post"
        warn(BlogWarning.DATE, message, found, location=(docname, _line_of(section)))
    first = next(
        (child for child in section.children if not isinstance(child, (nodes.title, nodes.Invisible))), None
    )
    date = read_first_line(first.astext(), dates) if isinstance(first, nodes.paragraph) else None
    return Release(heading.strip("[]"), date, is_dated_below=True) if date and heading else None


def _line_of(section: nodes.section) -> int:
    title = section.next_node(nodes.title)
    return section.line or (title.line if title is not None else None) or 1


def _project(config: Config) -> str:
    """Return what the project is called, where anybody has said it."""
    return str(config.project) if is_set(config, "project") else ""


def _keep_anchor(section: nodes.section, release: Release, document: nodes.document) -> None:
    """Give a section an anchor that stays when others come before it.

    That of docutils has nothing of a name before its first letter, and where that leaves nothing is a number.
    """
    if release.name[0].isascii() and release.name[0].isalpha():
        return
    if anchor := free_anchor(text_anchor(f"release {release.name}"), document.ids):
        section["ids"].insert(0, anchor)
        document.ids[anchor] = section
        document.nameids.update({name: anchor for name in section["names"] if not document.nametypes.get(name)})

"""Why documents that look like posts are none: the page `missing-post` of the documentation has the same reasons."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.command.post_facts import SUFFIXES
from sphinx_blogext.config.blogs import blog_configs, blog_root, blog_roots, config_at
from sphinx_blogext.core.addresses import SITE, is_page_of
from sphinx_blogext.core.marks import N_
from sphinx_blogext.core.metadata import DATE_KEYS, is_false
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.read.front_matter import matches_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

NO_DATE = N_("it has no date, so it is a document and not a post")
ELSEWHERE = N_("it is outside the folder of the blog")
DENIED = N_("it says “blogpost: false”")
UNREAD = N_("Sphinx does not read the file")
#: What to do about each.
REMEDIES = {
    NO_DATE: N_("add a date to its front matter"),
    ELSEWHERE: N_("move it there, or add “blogpost: true”"),
    DENIED: N_("remove that line"),
    UNREAD: N_("look at exclude_patterns; Markdown needs “myst_parser” in extensions"),
}


class NotPost(NamedTuple):
    """A *file*, relative to the site, that may have been meant as a post, and the *reason* why it is none."""

    file: str
    reason: str


def not_posts(app: Sphinx) -> list[NotPost]:
    """Return the documents, and the files beside posts, that may have been meant as posts."""
    folder = Path(app.srcdir)
    found = [*_documents(app), *_files(app)]
    return sorted(
        NotPost(path.relative_to(folder).as_posix(), why) for path, why in found if path.is_relative_to(folder)
    )


def _documents(app: Sphinx) -> Iterator[tuple[Path, str]]:
    env, domain = app.env, blog_domain(app.env)
    posts = {post.docname for post in domain.every_post} | set(domain.withheld)
    for docname in sorted(env.found_docs - posts):
        path = Path(env.doc2path(docname))
        if reason := _reason(docname, str(path), app):
            yield path, reason


def _reason(docname: str, path: str, app: Sphinx) -> str:
    """Return why a document is no post, or ``""`` if it does not look like one."""
    fields, domain = app.env.metadata.get(docname, {}), blog_domain(app.env)
    is_dated, is_inside = any(map(fields.get, DATE_KEYS)), matches_pattern(docname, path, app.config)
    if "blogpost" in fields and is_false(str(fields["blogpost"])):
        return DENIED if is_dated or is_inside else ""
    if not is_inside:
        return ELSEWHERE if is_dated else ""
    is_page = is_page_of(docname, blog_root(config_at(docname, app.config)))
    lists = (domain.lists, domain.terms, app.env.toctree_includes)
    # In a site that is a blog, any page is in the blog's folder.
    is_usual = is_page or any(docname in listed for listed in lists) or SITE in blog_roots(app.config)
    return "" if is_usual else NO_DATE


def _files(app: Sphinx) -> Iterator[tuple[Path, str]]:
    """Yield the files in the folders of blogs that Sphinx does not read."""
    read = {Path(app.env.doc2path(docname)) for docname in app.env.found_docs}
    read |= {Path(app.env.doc2path(docname)) for docname in blog_domain(app.env).withheld}
    read |= {Path(app.srcdir, name) for names in app.env.dependencies.values() for name in names}
    for root in map(blog_root, blog_configs(app.config)):
        folder = Path(app.srcdir, root)
        for path in sorted(folder.rglob("*")) if root != SITE else ():
            names = path.relative_to(folder).parts
            if (
                path.suffix in SUFFIXES
                and path not in read
                and not any(name.startswith(("_", ".")) for name in names)
            ):
                yield path, UNREAD

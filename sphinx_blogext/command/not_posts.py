"""Why documents that look like posts are none: the reasons on the page `missing-post` of the documentation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core import N_
from sphinx_blogext.core.addresses import SITE, is_page_of
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
#: Files that people write posts in.
_WRITTEN = frozenset({".md", ".rst", ".ipynb"})


def not_posts(app: Sphinx) -> list[tuple[str, str]]:
    """Return the files that may have been meant as posts, relative to the site, each with the reason."""
    folder, env, domain = Path(app.srcdir), app.env, blog_domain(app.env)
    posts = {post.docname for post in domain.every_post} | domain.withheld.keys()
    paths = {docname: Path(env.doc2path(docname)) for docname in env.found_docs | domain.withheld.keys()}
    reasons = {paths[name]: _reason(name, str(paths[name]), app) for name in paths.keys() - posts}
    read = {*paths.values(), *(folder / name for names in env.dependencies.values() for name in names)}
    reasons |= dict.fromkeys({*_files_beside_posts(app)} - read, UNREAD)
    return sorted((path.relative_to(folder).as_posix(), reason) for path, reason in reasons.items() if reason)


def _reason(docname: str, path: str, app: Sphinx) -> str:
    """Return why a document is no post, or ``""`` if it does not look like one."""
    fields = app.env.metadata.get(docname, {})
    is_dated, is_inside = any(map(fields.get, DATE_KEYS)), matches_pattern(docname, path, blog_config(app.config))
    if "blogpost" in fields and is_false(str(fields["blogpost"])):
        return DENIED if is_dated or is_inside else ""
    if not is_inside:
        return ELSEWHERE if is_dated else ""
    return "" if _is_page(docname, app) else NO_DATE


def _is_page(docname: str, app: Sphinx) -> bool:
    """Return whether a document in the blog's folder is a page: one of the blog's, or one with a list."""
    config, domain = blog_config(app.config), blog_domain(app.env)
    # In a site that is a blog, any page is in the blog's folder.
    is_page = SITE in config.roots or is_page_of(docname, config.at(docname).root)
    return is_page or any(docname in names for names in (domain.lists, domain.terms, app.env.toctree_includes))


def _files_beside_posts(app: Sphinx) -> Iterator[Path]:
    for folder in (Path(app.srcdir, root) for root in blog_config(app.config).roots if root != SITE):
        for path in folder.rglob("*"):
            is_hidden = any(name.startswith(("_", ".")) for name in path.relative_to(folder).parts)
            if path.suffix in _WRITTEN and not is_hidden:
                yield path

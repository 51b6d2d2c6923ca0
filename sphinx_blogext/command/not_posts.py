"""Why documents that look like posts are none: the reasons on the page `missing-post` of the documentation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_blogext.config.blogs import blog_config
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
#: Files that people write posts in.
_WRITTEN = frozenset({".md", ".rst", ".ipynb"})


def not_posts(app: Sphinx) -> list[tuple[str, str]]:
    """Return the files that may have been meant as posts, relative to the site, each with the reason."""
    folder, domain = Path(app.srcdir), blog_domain(app.env)
    documents = {
        docname: Path(app.env.doc2path(docname)) for docname in app.env.found_docs | domain.withheld.keys()
    }
    posts = {post.docname for post in domain.every_post} | domain.withheld.keys()
    reasons = {path: _reason(name, str(path), app) for name, path in documents.items() if name not in posts}
    read = {*documents.values(), *(folder / name for names in app.env.dependencies.values() for name in names)}
    reasons |= {path: UNREAD for path in _files_beside_posts(app) if path not in read}
    return sorted((path.relative_to(folder).as_posix(), reason) for path, reason in reasons.items() if reason)


def _reason(docname: str, path: str, app: Sphinx) -> str:
    """Return why a document is no post, or ``""`` if it does not look like one."""
    fields, domain = app.env.metadata.get(docname, {}), blog_domain(app.env)
    is_dated, is_inside = any(map(fields.get, DATE_KEYS)), matches_pattern(docname, path, blog_config(app.config))
    if "blogpost" in fields and is_false(str(fields["blogpost"])):
        return DENIED if is_dated or is_inside else ""
    if not is_inside:
        return ELSEWHERE if is_dated else ""
    is_page = is_page_of(docname, blog_config(app.config).at(docname).root)
    has_list = any(docname in listed for listed in (domain.lists, domain.terms, app.env.toctree_includes))
    # In a site that is a blog, any page is in the blog's folder.
    return "" if is_page or has_list or SITE in blog_config(app.config).roots else NO_DATE


def _files_beside_posts(app: Sphinx) -> Iterator[Path]:
    for folder in (Path(app.srcdir, root) for root in blog_config(app.config).roots if root != SITE):
        for path in folder.rglob("*"):
            is_hidden = any(name.startswith(("_", ".")) for name in path.relative_to(folder).parts)
            if path.suffix in _WRITTEN and not is_hidden:
                yield path

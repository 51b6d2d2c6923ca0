"""Explains why a blog is empty: what its author may have intended if no document is a post."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.addresses import is_page_of, nearest_root
from sphinx_blogext.core.metadata import nearest
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.read.front_matter import matches_pattern
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.config.blogs import BlogConfig
    from sphinx_blogext.domain import BlogDomain

logger = logging.getLogger(__name__)

#: Usual names of folders of posts in other blog engines.
_USUAL_FOLDERS = frozenset({"_posts", "articles", "blog", "blogs", "news", "post", "posts"})
_MARKDOWN = ".md"
#: How many documents a warning lists.
_SHOWN = 3


def report_no_posts(app: Sphinx, env: BuildEnvironment, domain: BlogDomain) -> None:
    """Report why no document is a post or draft, with a warning if there is something to fix.

    A date alone does not make a document a post, because other tools use that key too.
    """
    if domain.posts or domain.sections or domain.withheld:
        _tell_empty(app, domain)
        return
    places = ", ".join(map(repr, _places(app)))
    nowhere = f"the blog has no posts: no document in {places} has a date" if places else "the blog has no posts"
    if reason := _unread_files(app, env) or _like_folders(app, env) or _undated_documents(app, env, domain):
        warn(BlogWarning.NO_POSTS, "%s%s", nowhere, reason)
    elif places:
        message = "the blog has no posts yet: documents in %s become posts if they have a date%s"
        logger.info(message, places, _dated_documents(env))


def _tell_empty(app: Sphinx, domain: BlogDomain) -> None:
    """Report which of several blogs have no posts or drafts."""
    roots = blog_config(app.config).roots
    full = {post.blog for post in domain.every_post} | {nearest_root(name, roots) for name in domain.withheld}
    for config in blog_config(app.config).each:
        places = ", ".join(map(repr, _places_of(config)))
        if config.root not in full and places:
            message = "the blog %r has no posts yet: documents in %s become posts if they have a date"
            logger.info(message, config.root, places)


def _places(app: Sphinx) -> Iterator[str]:
    """Yield the places of posts in all blogs: see :func:`_places_of`."""
    for config in blog_config(app.config).each:
        yield from _places_of(config)


def _places_of(config: BlogConfig) -> tuple[str, ...]:
    """Return the places of posts: folders or patterns, or nothing if only marked documents are posts."""
    return (f"{config.root}/",) if config.blog_post_pattern is None else config.blog_post_pattern


def _folders(app: Sphinx) -> list[Path]:
    return [Path(app.srcdir, config.root) for config in blog_config(app.config).each]


def _unread_files(app: Sphinx, env: BuildEnvironment) -> str:
    """Return a message if files of a blog are not read, or are excluded from the build."""
    files = sorted(path for folder in _folders(app) for path in folder.rglob("*") if path.is_file())
    if _MARKDOWN not in app.config.source_suffix and any(path.suffix == _MARKDOWN for path in files):
        return "; Markdown files are not read: add 'myst_parser' to extensions"
    names = [
        path.relative_to(app.srcdir).as_posix()
        for path in files
        if path.suffix in app.config.source_suffix and path.name[0] != "_"
    ]
    known = {Path(env.doc2path(docname, base=False)).as_posix() for docname in env.found_docs}
    if not names or known & set(names):
        return ""
    # An extension may exclude whatever is in no table of contents.
    return f"; {names[0]!r} is excluded from the build: look at 'exclude_patterns' and extensions"


def _like_folders(app: Sphinx, env: BuildEnvironment) -> str:
    """Return a message about dated documents in a folder whose name is similar, or usual in other engines."""
    dated = sorted(name for name, keys in env.metadata.items() if keys.get("date") and "/" in name)
    there = dict.fromkeys(name.partition("/")[0] for name in dated)
    option = "blogs" if blog_config(app.config).blogs else "blog_path"
    for config in blog_config(app.config).each if any(_places(app)) else ():
        root = config.root.partition("/")[0]
        folder = nearest(root, there, 0.75) or nearest(root, [name for name in there if name in _USUAL_FOLDERS], 0)
        if folder and root not in there:
            names = _listed([name for name in dated if name.startswith(f"{folder}/")])
            advice = "to the folder of your posts, or mark them with 'blogpost: true'"
            return f", but {names} (did you mean {folder!r}?): set {option!r} {advice}"
    return ""


def _undated_documents(app: Sphinx, env: BuildEnvironment, domain: BlogDomain) -> str:
    """Return a message about a document in the place of posts that is no post but may be meant as one."""
    is_known = {*domain.lists, *domain.terms, *env.toctree_includes}
    documents = (
        name
        for name in sorted(env.found_docs - is_known)
        if "blogpost" not in env.metadata.get(name, {})
        and matches_pattern(name, str(env.doc2path(name)), blog_config(app.config))
        and not is_page_of(name, blog_config(app.config).at(name).root)
    )
    advice = "add 'date: 2026-11-20' to its metadata, or 'blogpost: false' if it is a page"
    return next((f"; {name!r} has none: {advice}" for name in documents), "")


def _dated_documents(env: BuildEnvironment) -> str:
    """Return a message about documents elsewhere that look like posts, if there are any."""
    of_posts = {key for kind in TAXONOMIES.values() if kind.of_posts for key in kind.spellings}
    documents = sorted(name for name, keys in env.metadata.items() if keys.get("date") and of_posts & keys.keys())
    return f"; {_listed(documents)}: move them there, or mark them with 'blogpost: true'" if documents else ""


def _listed(names: list[str]) -> str:
    """Return that the documents *names* have dates, with the names of a few."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"{', '.join(map(repr, names[:_SHOWN]))}{more} {'have' if len(names) > 1 else 'has'} one"

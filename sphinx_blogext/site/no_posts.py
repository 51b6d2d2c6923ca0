"""Explains why a blog is empty: what its author may have intended if no document is a post."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_blogext.config.blogs import blog_configs, blog_root, blog_roots
from sphinx_blogext.config.terms import as_names
from sphinx_blogext.core.addresses import nearest_root
from sphinx_blogext.core.metadata import suggest
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

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
    reasons = [*_unread_files(app), *_like_folders(app, env)]
    looked = ", ".join(f"{place!r}" for place in _places(app))
    elsewhere = _dated_documents(env)
    if reasons:
        message = "the blog has no posts: no document in %s has a date; %s"
        warn(BlogWarning.NO_POSTS, message, looked, "; ".join([*reasons, *elsewhere]))
    elif looked:
        said = "".join(f"; {found}" for found in elsewhere)
        logger.info("the blog has no posts yet: documents in %s become posts if they have a date%s", looked, said)


def _tell_empty(app: Sphinx, domain: BlogDomain) -> None:
    """Report which of several blogs have no posts or drafts."""
    roots = blog_roots(app.config)
    full = {post.blog for post in domain.every_post} | {nearest_root(name, roots) for name in domain.withheld}
    for config in blog_configs(app.config):
        places = ", ".join(map(repr, _places_of(config)))
        if blog_root(config) not in full and places:
            message = "the blog %r has no posts yet: documents in %s become posts if they have a date"
            logger.info(message, blog_root(config), places)


def _places(app: Sphinx) -> Iterator[str]:
    """Yield the places of posts in all blogs: see :func:`_places_of`."""
    for config in blog_configs(app.config):
        yield from _places_of(config)


def _places_of(config: Config) -> tuple[str, ...]:
    """Return the places of posts: folders or patterns, or nothing if only marked documents are posts."""
    pattern = config.blog_post_pattern
    return (f"{blog_root(config)}/",) if pattern is None else as_names(pattern)


def _folders(app: Sphinx) -> list[Path]:
    return [Path(app.srcdir, blog_root(config)) for config in blog_configs(app.config)]


def _unread_files(app: Sphinx) -> Iterator[str]:
    """Yield a message if Markdown files of a blog are not read."""
    if _MARKDOWN not in app.config.source_suffix and any(
        next(f.rglob(f"*{_MARKDOWN}"), None) for f in _folders(app)
    ):
        yield "Markdown files are not read: add 'myst_parser' to extensions"


def _dated_documents(env: BuildEnvironment) -> list[str]:
    """Return a message about documents elsewhere that look like posts, if there are any."""
    of_posts = {key for kind in TAXONOMIES.values() if kind.of_posts for key in kind.spellings}
    found = sorted(name for name, keys in env.metadata.items() if keys.get("date") and of_posts & keys.keys())
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    names = ", ".join(map(repr, found[:_SHOWN]))
    return (
        [f"{names}{more} have a date and tags: move them there, or mark them with 'blogpost: true'"]
        if found
        else []
    )


def _like_folders(app: Sphinx, env: BuildEnvironment) -> Iterator[str]:
    """Yield messages about folders with dated documents whose names are similar or usual in other engines."""
    if not any(_places(app)):
        return
    dated = [name for name, keys in env.metadata.items() if keys.get("date")]
    there = {name.partition("/")[0] for name in dated if "/" in name}
    option = "blogs" if app.config.blogs else "blog_path"
    for config in blog_configs(app.config):
        root = blog_root(config).partition("/")[0]
        hint = suggest(root, there, 0.75) or suggest(root, there & _USUAL_FOLDERS, 0)
        if hint and root not in there:
            yield f"no dated document is in the folder {root!r}{hint}: set {option!r} to the folder of your posts"

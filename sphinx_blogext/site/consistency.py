"""Checks that need all posts, such as references from posts to other posts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.addresses import document_meant
from sphinx_blogext.core.dates import as_written, sort_key
from sphinx_blogext.core.metadata import DATE_KEYS, spellings_of, suggest
from sphinx_blogext.read.sections import changelogs
from sphinx_blogext.warnings import BlogWarning, listed, place_of, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.domain import BlogDomain
    from sphinx_blogext.site.published_blog import PublishedBlog
    from sphinx_blogext.site.redirects import Refusal


logger = logging.getLogger(__name__)


def report_refused(env: BuildEnvironment, refused: Iterable[Refusal]) -> None:
    """Warn about redirects that are refused."""
    for post, name, reason in refused:
        location, source = (_place(env, post, "redirects"), "") if post else (None, "conf.py: blog_redirects: ")
        message = f"{source}the redirect from %r is refused: %s"
        warn(BlogWarning.REDIRECT, message, name, reason, location=location)


def report_unknown_posts(
    env: BuildEnvironment, domain: BlogDomain, blog_of: Callable[[Post], PublishedBlog]
) -> None:
    """Warn about references to posts that do not exist; *blog_of* returns the blog of a post."""
    names = {"translations": domain.posts.keys(), "related": domain.posts.keys() | env.found_docs}
    for post in domain.every_post:
        find = blog_of(post).blog.find_name
        for field, known in names.items():
            for name in getattr(post, field) or ():
                if find(name, post) not in domain.posts and not document_meant(name, post.docname, known):
                    kind = "post or document" if field == "related" else "post"
                    hint, location = suggest(name, set(known)), _place(env, post, field)
                    warn(BlogWarning.UNKNOWN_POST, "there is no %s %r%s", kind, name, hint, location=location)


def report_updates(env: BuildEnvironment, posts: Iterable[Post]) -> None:
    """Warn about *posts* whose last update is in the future."""
    for post in posts:
        message = "the post was updated in the future (%s); the update is ignored until then"
        location = _place(env, post, "updated")
        warn(BlogWarning.DATE, message, post.updated and as_written(post.updated), location=location)


def report_ids(env: BuildEnvironment, posts: Iterable[Post]) -> None:
    """Warn about *posts* that set the ID of another: readers of the feeds would take them for one."""
    owners: dict[tuple[str, ...], Post] = {}
    own = ((sort_key(post.date), post.key, post.date, post) for post in posts if post.feed_id and post.date)
    for *_order, date, post in sorted(own, key=lambda each: each[:2]):
        # Unless it is a whole ID, the date is part of it. The anchors of sections are added to that of a document.
        is_whole = ":" in post.feed_id or blog_config(env.config).blog_feed_ids == "url"
        first = owners.setdefault((post.feed_id, "" if is_whole else f"{date:%Y-%m-%d}", post.anchor), post)
        if first is not post:
            message = "the ID %r is that of the post %r, which is older and keeps it: give this post another"
            location = _place(env, post, "feed_id")
            warn(BlogWarning.DUPLICATE_POST, message, post.feed_id, first.key, location=location)


def report_alike(env: BuildEnvironment, domain: BlogDomain) -> None:
    """Warn about posts whose names differ from those of other documents in case alone."""
    documents: dict[str, list[str]] = {}
    for name in sorted(env.found_docs):
        documents.setdefault(name.casefold(), []).append(name)
    for names in (names for names in documents.values() if names[1:]):
        if post := next((domain.posts[name] for name in names if name in domain.posts), None):
            message = "%s are one page on Windows and macOS: rename all but one"
            location = (post.docname, post.lineno)
            warn(BlogWarning.DUPLICATE_POST, message, listed(names), location=location)


def report_redirected(
    env: BuildEnvironment, domain: BlogDomain, targets: Mapping[str, str], blog_of: Callable[[Post], PublishedBlog]
) -> None:
    """Warn about links in posts to redirects, if its blog checks them; *targets* are those of redirects."""
    for post in domain.posts.values():
        pages = domain.links.get(post.docname, ()) if "redirects" in blog_of(post).config.blog_checks else ()
        for page in filter(targets.get, pages):
            message = "the link to %r leads to a redirect to %r: link to that page directly"
            warn(BlogWarning.CONTENT, message, page, targets[page], location=post.docname)


def report_changelogs(env: BuildEnvironment, domain: BlogDomain) -> None:
    """Warn about changelogs that are not documents."""
    for name in changelogs(blog_config(env.config)):
        if name not in env.found_docs and name not in domain.withheld:
            hint = suggest(name, env.found_docs)
            warn(BlogWarning.CONFIG, "conf.py: blog_changelog: there is no document %r%s", name, hint)


def report_clashes(env: BuildEnvironment, blogs: Iterable[PublishedBlog]) -> None:
    """Warn about posts that are marked as translations of each other but are in the same language."""
    for blog in (published.blog for published in blogs):
        for post in blog.posts:
            for other in blog.versions.clashes(post):
                # Both posts clash with each other: one warning is enough.
                if post.key < other.key:
                    message = "%r is marked as a translation of this post but is in the same language"
                    location = _place(env, post, "translations", "translation_key")
                    warn(BlogWarning.TRANSLATION, message, other.key, location=location)


def _place(env: BuildEnvironment, post: Post, *fields: str) -> tuple[str, int]:
    """Return the document of *post* and the first line in it that sets one of *fields*."""
    keys = [spelling for name in fields for spelling in spellings_of(name)]
    return place_of(keys, post.docname, post.lineno, env)


def report_no_posts(app: Sphinx, domain: BlogDomain) -> None:
    """Say what makes a document a post if there is none; no warning, as the first may be yet to come.

    Nor is it one if documents elsewhere have dates: those of documentation have, and mean nothing.
    """
    patterns = [
        pattern
        for each in blog_config(app.config).each
        for pattern in ((f"{each.root}/",) if each.blog_post_pattern is None else each.blog_post_pattern)
    ]
    if patterns and not (domain.posts or domain.sections or domain.withheld):
        message = (
            "the blog has no posts yet: documents in %s become posts if they have a date, others if they have "
            "'blogpost: true'; 'blogext check' says why a document is not a post%s"
        )
        dated = sorted(name for name, fields in app.env.metadata.items() if any(map(fields.get, DATE_KEYS)))
        elsewhere = f"; {listed(dated)} with a date: look at blog_path" if dated else ""
        logger.info(message, ", ".join(map(repr, patterns)), elsewhere)

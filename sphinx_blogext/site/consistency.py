"""Checks that need all posts, such as references from posts to other posts."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.addresses import document_meant, is_page_of
from sphinx_blogext.core.dates import as_written, sort_key
from sphinx_blogext.core.metadata import nearest, spellings_of, suggest
from sphinx_blogext.core.taxonomies import TAXONOMIES, normalize
from sphinx_blogext.read.front_matter import matches_pattern
from sphinx_blogext.read.sections import changelogs, claimed_twice
from sphinx_blogext.warnings import BlogWarning, place_of, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.core.terms import Term
    from sphinx_blogext.domain import BlogDomain
    from sphinx_blogext.site.published_blog import PublishedBlog
    from sphinx_blogext.site.redirects import Refusal


logger = logging.getLogger(__name__)

#: Usual names of folders of posts in other blog engines.
_USUAL_FOLDERS = frozenset({"_posts", "articles", "blog", "blogs", "news", "post", "posts"})
_MARKDOWN = ".md"
#: How many documents a warning lists.
_SHOWN = 3


def report_spellings(env: BuildEnvironment, blogs: Iterable[PublishedBlog]) -> None:
    """Warn once about each term that is spelled in more than one way."""
    taxonomies = (taxonomy for published in blogs for taxonomy in published.blog.taxonomies.values())
    for term in (term for taxonomy in taxonomies for term in taxonomy.values()):
        if spelling := next(_other_spellings(term), None):
            post, other = spelling
            message = "%s %r is spelled %r elsewhere; both are the same term, shown as %r"
            location = place_of(term.kind.spellings, post.docname, post.lineno, env)
            warn(BlogWarning.SPELLING, message, term.taxonomy, other, term.name, term.label, location=location)


def _other_spellings(term: Term) -> Iterator[tuple[Post, str]]:
    """Yield the posts that spell a term otherwise than the oldest one, whose spelling is shown."""
    # The configuration itself uses these spellings.
    labels = {term.settings.label, *dict(term.settings.labels).values()}
    for post in reversed(term.posts):
        yield from (
            (post, name)
            for name in post.terms.get(term.taxonomy, ())
            if name not in {*labels, term.name} and normalize(name) == normalize(term.name)
        )


def report_updates(env: BuildEnvironment, posts: Iterable[Post]) -> None:
    """Warn about posts whose last update is in the future."""
    for post in posts:
        message = "the post was updated in the future (%s); the update is ignored until then"
        location = _place(env, post, "updated")
        warn(BlogWarning.DATE, message, post.updated and as_written(post.updated), location=location)


def report_refused(env: BuildEnvironment, refused: Iterable[Refusal]) -> None:
    """Warn about redirects that are refused."""
    for post, name, reason in refused:
        if post is None:
            warn(
                BlogWarning.REDIRECT, "conf.py: blog_redirects: the redirect from %r is refused: %s", name, reason
            )
            continue
        location = _place(env, post, "redirects")
        warn(BlogWarning.REDIRECT, "the redirect from %r is refused: %s", name, reason, location=location)


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
    """Warn about changelogs that are not documents or that several blogs name."""
    for name, roots in claimed_twice(blog_config(env.config)).items():
        message = "conf.py: blog_changelog: %r is set in several blogs: %s; its releases are posts of the first"
        warn(BlogWarning.CONFIG, message, name, ", ".join(map(repr, roots)))
    for name in changelogs(blog_config(env.config)):
        if name not in env.found_docs and name not in domain.withheld:
            hint = suggest(name, env.found_docs)
            warn(BlogWarning.CONFIG, "conf.py: blog_changelog: there is no document %r%s", name, hint)


def report_homes(env: BuildEnvironment, blogs: Iterable[PublishedBlog], domain: BlogDomain) -> None:
    """Warn about posts that are also the first page of a blog: readers would see neither as intended."""
    for published in blogs:
        post = domain.posts.get(published.pages.home)
        if post is not None and blog_config(env.config).blogs:
            message = "the post is also the first page of the blog %r: rename it, or add 'blogpost: false'"
            warn(BlogWarning.CONFIG, message, published.root, location=(post.docname, post.lineno))


def report_ids(env: BuildEnvironment, blogs: Iterable[PublishedBlog]) -> None:
    """Warn about posts that set the ID of another: readers of the feeds would take them for one."""
    owners: dict[tuple[str, str, str], Post] = {}
    posts = (post for published in blogs for post in published.blog.by_key.values() if post.feed_id)
    for post in sorted(posts, key=lambda post: (sort_key(post.date) if post.date else 0, post.key)):
        # Unless it is a whole ID, the date is part of it.
        day = (
            ""
            if ":" in post.feed_id or blog_config(env.config).blog_feed_ids == "url"
            else f"{post.date:%Y-%m-%d}"
        )
        # Sections have the ID of their document, to which their anchors are added.
        first = owners.setdefault((post.feed_id, day, post.anchor), post)
        if first is not post:
            message = "the ID %r is that of the post %r, which is older and keeps it: give this post another"
            location = _place(env, post, "feed_id")
            warn(BlogWarning.DUPLICATE_POST, message, post.feed_id, first.key, location=location)


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


def report_no_posts(app: Sphinx, env: BuildEnvironment, domain: BlogDomain) -> None:
    """Report why no document is a post or draft, with a warning if there is something to fix.

    A date alone does not make a document a post, because other tools use that key too.
    """
    if domain.posts or domain.sections or domain.withheld:
        return
    places = ", ".join(map(repr, _places(app)))
    nowhere = f"the blog has no posts: no document in {places} has a date" if places else "the blog has no posts"
    if reason := _unread_files(app, env) or _like_folders(app, env) or _undated_documents(app, env, domain):
        warn(BlogWarning.NO_POSTS, "%s%s", nowhere, reason)
    elif places:
        message = "the blog has no posts yet: documents in %s become posts if they have a date%s"
        logger.info(message, places, _dated_documents(env))


def _places(app: Sphinx) -> Iterator[str]:
    """Yield the places of posts in all blogs: folders or patterns, or none if only marked documents are posts."""
    for config in blog_config(app.config).each:
        yield from (f"{config.root}/",) if config.blog_post_pattern is None else config.blog_post_pattern


def _unread_files(app: Sphinx, env: BuildEnvironment) -> str:
    """Return a message if files of a blog are not read, or are excluded from the build."""
    suffixes = app.config.source_suffix
    folders = (Path(app.srcdir, config.root) for config in blog_config(app.config).each)
    paths = list(filter(Path.is_file, chain.from_iterable(folder.rglob("*") for folder in folders)))
    if _MARKDOWN not in suffixes and any(path.suffix == _MARKDOWN for path in paths):
        return "; Markdown files are not read: add 'myst_parser' to extensions"
    sources = (path for path in paths if path.suffix in suffixes and path.name[0] != "_")
    names = {path.relative_to(app.srcdir).as_posix() for path in sources}
    if not names or names & {Path(env.doc2path(docname, base=False)).as_posix() for docname in env.found_docs}:
        return ""
    # An extension may exclude whatever is in no table of contents.
    return f"; {min(names)!r} is excluded from the build: look at 'exclude_patterns' and extensions"


def _like_folders(app: Sphinx, env: BuildEnvironment) -> str:
    """Return a message about dated documents in a folder whose name is similar, or usual in other engines."""
    folders: dict[str, list[str]] = {}
    for name in sorted(name for name, keys in env.metadata.items() if keys.get("date") and "/" in name):
        folders.setdefault(name.partition("/")[0], []).append(name)
    option = "blogs" if blog_config(app.config).blogs else "blog_path"
    for config in blog_config(app.config).each if any(_places(app)) else ():
        root = config.root.partition("/")[0]
        folder = nearest(root, folders, 0.75) or nearest(root, sorted(_USUAL_FOLDERS & folders.keys()), 0)
        if folder and root not in folders:
            advice = "to the folder of your posts, or mark them with 'blogpost: true'"
            return f", but {_listed(folders[folder])} (did you mean {folder!r}?): set {option!r} {advice}"
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

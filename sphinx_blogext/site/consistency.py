"""Checks that need all posts, such as references from posts to other posts, and of files that cannot be posts."""

from __future__ import annotations

import os
import re
from itertools import takewhile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from sphinx.util import logging
from sphinx.util.matching import Matcher, get_matching_files

from sphinx_blogext._compat import names_in_conf
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.addresses import SITE, document_meant, draft_name
from sphinx_blogext.core.dates import as_written, sort_key
from sphinx_blogext.core.metadata import DATE_KEYS, field_name, is_false, is_marked_draft, spellings_of, suggest
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.patterns import pattern
from sphinx_blogext.read.front_matter import matches_pattern, notebook_fields
from sphinx_blogext.read.heads import INVISIBLE
from sphinx_blogext.read.sections import changelogs
from sphinx_blogext.read.sources import find_block
from sphinx_blogext.warnings import BlogWarning, listed, place_of, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.config.blogs import BlogConfig
    from sphinx_blogext.core.model import Post
    from sphinx_blogext.domain import BlogDomain
    from sphinx_blogext.site.published_blog import PublishedBlog
    from sphinx_blogext.site.redirects import Refusal


logger = logging.getLogger(__name__)

#: The suffixes of files that people write posts in, and what to do if Sphinx reads no such files.
_REMEDIES = {
    ".md": "add 'myst_parser' to extensions in conf.py",
    **dict.fromkeys((".markdown", ".mdx"), "rename it to end in '.md'"),
    ".txt": "rename it to end in '.md' or '.rst'",
    **dict.fromkeys((".rst", ".ipynb"), "look at source_suffix and extensions"),
}
#: How many characters of such a file are read.
_HEAD = 4_000
_DIRECTIVE = pattern(r"^(?:\.\. post::|`{3,}\{post\})", re.MULTILINE)


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
        logger.info(message, ", ".join(map(repr, patterns)), _dated_documents(app.env))


def _dated_documents(env: BuildEnvironment) -> str:
    dated = sorted(name for name, fields in env.metadata.items() if DATE_KEYS & fields.keys())
    return f"; {listed(dated)} with a date: look at blog_path" if dated else ""


def report_unread_files(app: Sphinx) -> None:
    """Warn about files that Sphinx does not read, and say which are excluded other than by ``conf.py`` itself."""
    is_own = _matcher(names_in_conf(app.config).get("exclude_patterns") or ())
    unread: dict[str, list[str]] = {}
    for name, is_excluded in find_unread_files(app, is_own):
        # The metadata of a notebook is at its end.
        if not is_excluded and not name.endswith(".ipynb"):
            unread.setdefault(Path(name).suffix, []).append(name)
        elif is_excluded:
            logger.info("left out: %s, excluded from the build by an extension: look at _toc.yml", name)
    for suffix, names in unread.items():
        message, location = "Sphinx reads no %s files, so %s cannot be a post: %s", Path(app.srcdir, names[0])
        arguments = suffix, listed(names), _REMEDIES[suffix]
        warn(BlogWarning.UNREAD_FILE, message, *arguments, location=f"{location}:1")


def find_unread_files(
    app: Sphinx, is_left: Callable[[str], bool] = lambda _name: False
) -> Iterator[tuple[str, bool]]:
    """Yield the files of blogs that begin like posts but that no document uses, and whether they are excluded.

    Those that *is_left* returns true for are not opened.
    """
    env, config, folder = app.env, blog_config(app.config), Path(app.srcdir)
    paths = [*map(str, (*app.config.exclude_patterns, *app.config.templates_path, *app.builder.get_asset_paths()))]
    is_excluded, documents = _matcher(paths), env.found_docs | blog_domain(env).withheld.keys()
    used = {folder / name for names in (env.dlfiles, *env.dependencies.values()) for name in names}
    for path in map(Path, _written_files(app, paths)):
        docname, name = path.with_suffix("").as_posix(), path.as_posix()
        is_read = docname in documents or folder / path in used or is_left(name)
        if not is_read and _begins_like_post(folder / path, docname, config):
            yield name, path.suffix in app.config.source_suffix or is_excluded(name)


def _written_files(app: Sphinx, excluded: Iterable[str]) -> Iterator[str]:
    """Yield the files of blogs that people may have written as posts, and not as drafts."""
    for root in blog_config(app.config).roots:
        # Of a whole site, only the folders that Sphinx looks into.
        skipped = (*excluded, "**/_sources", os.path.relpath(app.outdir, app.srcdir)) if root == SITE else ()
        for name in get_matching_files(Path(app.srcdir, root), exclude_patterns=skipped):
            if name.endswith(tuple(_REMEDIES)) and not draft_name(name):
                yield f"{root}/{name}"


def _begins_like_post(path: Path, docname: str, config: BlogConfig) -> bool:
    """Return whether a file begins with metadata that would make it a post, and no draft."""
    fields, has_directive = _metadata(path)
    if is_marked_draft(fields) or is_false(fields.get("blogpost") or ""):
        return False
    # In a template, there is no date yet.
    is_dated = any(re.search(r"\d", fields.get(key) or "") for key in DATE_KEYS)
    is_post = has_directive or "blogpost" in fields
    return is_post or (is_dated and matches_pattern(docname, str(path), config))


def _matcher(patterns: Iterable[str]) -> Callable[[str], bool]:
    """Return a function that returns whether one of *patterns* matches a file or a folder above it."""
    matcher = Matcher(patterns)
    return lambda name: any(map(matcher, (name, *map(str, PurePosixPath(name).parents))))


def _metadata(path: Path) -> tuple[dict[str, str | None], bool]:
    """Return the front matter or the fields that a file begins with, and whether it has a ``post`` directive."""
    if path.suffix == ".ipynb":
        return notebook_fields(str(path)), False
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            head = file.read(_HEAD).lstrip(INVISIBLE)
    except OSError:
        return {}, False
    block = find_block(head)
    lines = block.yaml.split("\n") if block else takewhile(lambda line: line.startswith(":"), head.split("\n"))
    parts = (line.removeprefix(":").partition(":") for line in lines)
    fields: dict[str, str | None] = {field_name(key): value.strip(" \t\r\"'") for key, _sign, value in parts}
    return fields, _DIRECTIVE.search(head) is not None

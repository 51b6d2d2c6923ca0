"""Warns about what is wrong with a whole site: references between posts, files that cannot be posts, no URL."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path, PurePosixPath

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.matching import Matcher, get_matching_files

from sphinx_blogext._compat import is_set, names_in_conf
from sphinx_blogext.base_url import base_url, version_of
from sphinx_blogext.config.blogs import BlogConfig, blog_config
from sphinx_blogext.core.addresses import SITE, document_meant, draft_name
from sphinx_blogext.core.dates import as_written, sort_key
from sphinx_blogext.core.metadata import DATE_KEYS, draft_state, field_name, is_false, spellings_of, suggest
from sphinx_blogext.core.model import Post
from sphinx_blogext.domain import BlogDomain, blog_domain
from sphinx_blogext.patterns import pattern
from sphinx_blogext.read.front_matter import notebook_fields
from sphinx_blogext.read.heads import INVISIBLE
from sphinx_blogext.read.sources import find_block
from sphinx_blogext.site.build import Build, build_of
from sphinx_blogext.site.hosting import Hosting
from sphinx_blogext.site.published_blog import slug_rules
from sphinx_blogext.warnings import BlogWarning, listed, place_of, warn

logger = logging.getLogger(__name__)

#: The suffixes of files that people write posts in, and what to do if Sphinx reads no such files.
_REMEDIES = {
    ".md": "add 'myst_parser' to extensions in conf.py",
    **dict.fromkeys((".markdown", ".mdx"), "rename it to end in '.md'"),
    ".txt": "rename it to end in '.md' or '.rst'",
    **dict.fromkeys((".rst", ".ipynb"), "look at source_suffix and extensions"),
}
_DIRECTIVE = pattern(r"^(?:\.\. post::|`{3,}\{post\})", re.MULTILINE)


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> None:
    _report_unread_files(app)
    _report_no_posts(app, blog_domain(env))
    build, config = build_of(env), blog_config(app.config)
    if build.writes_pages and build.roots_with_posts:
        _report_no_address(config, build.hosting)
        # A site of Read the Docs may be built elsewhere, too, where an unknown version is no mistake.
        if config.blog_canonical_version and config.blog_version_url and not version_of(config.sphinx, os.environ):
            message = "blog_canonical_version has no effect, because nothing says which version this is"
            warn(BlogWarning.CONFIG, f"{message}: set blog_version")


def on_env_check_consistency(app: Sphinx, env: BuildEnvironment) -> None:
    """Report problems that can only be found when all posts are known."""
    build = build_of(env)
    of_posts = (_updates, _refused, _redirected, _unknown_posts, _clashes, _alike, _same_ids)
    for check in (*of_posts, _changelogs, _taken_slugs):
        check(build)


def _refused(build: Build) -> None:
    for post, name, reason in build.redirects.refused if build.writes_pages else ():
        location, source = (_place(build, post, "redirects"), "") if post else (None, "conf.py: blog_redirects: ")
        warn(BlogWarning.REDIRECT, f"{source}the redirect from %r is refused: %s", name, reason, location=location)


def _unknown_posts(build: Build) -> None:
    posts = build.domain.posts
    names = {"translations": posts.keys(), "related": posts.keys() | build.documents}
    for post in build.domain.every_post:
        find = build.blog_of_post(post).blog.find_name
        for field, known in names.items():
            for name in getattr(post, field) or ():
                if find(name, post) not in posts and not document_meant(name, post.docname, known):
                    kind, hint = "post or document" if field == "related" else "post", suggest(name, set(known))
                    place = _place(build, post, field)
                    warn(BlogWarning.UNKNOWN_POST, "there is no %s %r%s", kind, name, hint, location=place)


def _updates(build: Build) -> None:
    for post in build.domain.every_post:
        if post.updated and build.is_ahead(post):
            message = "the post was updated in the future (%s); the update is ignored until then"
            warn(BlogWarning.DATE, message, as_written(post.updated), location=_place(build, post, "updated"))


def _same_ids(build: Build) -> None:
    """Report posts that set the ID of another: readers of the feeds would take them for one."""
    owners: dict[tuple[str, ...], Post] = {}
    dated = ((post.date, post) for post in build.posts.values() if post.feed_id and post.date)
    for date, post in sorted(dated, key=lambda each: (sort_key(each[0]), each[1].key)):
        # Unless it is a whole ID, the date is part of it. The anchors of sections are added to that of a document.
        is_whole = ":" in post.feed_id or build.config.blog_feed_ids == "url"
        first = owners.setdefault((post.feed_id, "" if is_whole else f"{date:%Y-%m-%d}", post.anchor), post)
        if first is not post:
            message = "the ID %r is that of the post %r, which is older and keeps it: give this post another"
            place = _place(build, post, "feed_id")
            warn(BlogWarning.DUPLICATE_POST, message, post.feed_id, first.key, location=place)


def _alike(build: Build) -> None:
    """Report posts whose names differ from those of other documents in case alone."""
    documents: dict[str, list[str]] = {}
    for name in sorted(build.documents):
        documents.setdefault(name.casefold(), []).append(name)
    posts = build.domain.posts
    for names in (names for names in documents.values() if names[1:]):
        if post := next((posts[name] for name in names if name in posts), None):
            message = "%s are one page on Windows and macOS: rename all but one"
            warn(BlogWarning.DUPLICATE_POST, message, listed(names), location=(post.docname, post.lineno))


def _redirected(build: Build) -> None:
    targets = build.redirects.targets if build.writes_pages else {}
    for post in build.domain.posts.values() if targets else ():
        is_checked = "redirects" in build.blog_of_post(post).config.blog_checks
        for page in filter(targets.get, build.domain.links.get(post.docname, ()) if is_checked else ()):
            message = "the link to %r leads to a redirect to %r: link to that page directly"
            warn(BlogWarning.CONTENT, message, page, targets[page], location=post.docname)


def _changelogs(build: Build) -> None:
    for name in build.config.changelogs:
        if name not in build.documents and name not in build.domain.withheld:
            message = "conf.py: blog_changelog: there is no document %r%s"
            warn(BlogWarning.CONFIG, message, name, suggest(name, build.documents))


def _taken_slugs(build: Build) -> None:
    """Report terms whose slug from ``blog_slugify`` is that of another term; ABlog says nothing about them."""
    for blog in () if build.config.conventions.has_silent_addresses else build.blogs:
        if blog.config.slugify is None:
            continue
        rules = slug_rules(blog.config, build.builder)
        for term in (term for terms in blog.blog.taxonomies.values() for term in terms.values()):
            slug, own = rules.custom(term.kind, term.kind.parts(term.name)[-1], term.settings), term.slug
            if slug and not term.settings.slug and slug != own.rpartition("/")[2]:
                message = "blog_slugify: the slug %r of the %s %r is that of another, so it gets %r"
                warn(BlogWarning.CONFIG, message, slug, term.taxonomy, term.name, own)


def _clashes(build: Build) -> None:
    for post in build.every_blog.posts:
        # Both posts clash with each other: one warning is enough.
        for other in (other for other in build.every_blog.versions.clashes(post) if post.key < other.key):
            message = "%r is marked as a translation of this post but is in the same language"
            place = _place(build, post, "translations", "translation_key")
            warn(BlogWarning.TRANSLATION, message, other.key, location=place)


def _place(build: Build, post: Post, *fields: str) -> tuple[str, int]:
    """Return the document of *post* and the first line in it that sets one of *fields*."""
    keys = [spelling for name in fields for spelling in spellings_of(name)]
    return place_of(keys, post.docname, post.lineno, build.env)


def _report_no_address(config: BlogConfig, hosting: Hosting) -> None:
    """Warn once if the site has no URL for feeds, unless it is configured that way."""
    if hosting.canonical:
        return
    consequence = "there will be no feeds and no sitemap"
    name, url = base_url(config.sphinx, os.environ)
    if url:
        message = "%s: expected the URL of the site, such as 'https://example.org/', got %r; %s"
        warn(BlogWarning.BASEURL, message, name, url, consequence)
    # ``""``, ``"/"`` and ``None`` are valid settings: a build on the author's own machine must pass ``-W``.
    elif config.blog_baseurl is None and not any(is_set(config.sphinx, f"{k}_baseurl") for k in ("blog", "html")):
        message = "html_baseurl is not set: %s; set it to the URL of the site, such as %r, or ''"
        warn(BlogWarning.BASEURL, message, consequence, "https://example.org/")


def _report_no_posts(app: Sphinx, domain: BlogDomain) -> None:
    """Say what makes a document a post if there is none; no warning, as the first may be yet to come."""
    patterns = [
        pattern
        for each in blog_config(app.config).each
        for pattern in ((f"{each.root}/",) if each.blog_post_pattern is None else each.blog_post_pattern)
    ]
    if patterns and not any((domain.posts, domain.sections, domain.withheld)):
        message = (
            "the blog has no posts yet: documents in %s become posts if they have a date, others if they have "
            "'blogpost: true'; 'blogext check' says why a document is not a post%s"
        )
        # No reason for a warning either: documents of documentation have dates, which mean nothing.
        dated = sorted(name for name, fields in app.env.metadata.items() if DATE_KEYS & fields.keys())
        others = f"; {listed(dated)} with a date: look at blog_path" if dated else ""
        logger.info(message, ", ".join(map(repr, patterns)), others)


def _report_unread_files(app: Sphinx) -> None:
    """Warn about files that Sphinx does not read, and say which are excluded other than by ``conf.py`` itself."""
    unread: dict[str, list[str]] = {}
    for name, is_excluded in find_unread_files(app, names_in_conf(app.config).get("exclude_patterns") or ()):
        # The metadata of a notebook is at its end.
        if is_excluded:
            logger.info("left out: %s, excluded from the build by an extension: look at _toc.yml", name)
        elif not name.endswith(".ipynb"):
            unread.setdefault(Path(name).suffix, []).append(name)
    for suffix, names in unread.items():
        message, place = "Sphinx reads no %s files, so %s cannot be a post: %s", Path(app.srcdir, names[0])
        warn(BlogWarning.UNREAD_FILE, message, suffix, listed(names), _REMEDIES[suffix], location=f"{place}:1")


def find_unread_files(app: Sphinx, left_out: Iterable[str] = ()) -> Iterator[tuple[str, bool]]:
    """Yield files that begin like posts, except those *left_out* and documents, and whether they are excluded."""
    env, config, folder = app.env, blog_config(app.config), Path(app.srcdir)
    paths = [*map(str, (*app.config.exclude_patterns, *app.config.templates_path, *app.builder.get_asset_paths()))]
    documents, matcher, left = env.found_docs | blog_domain(env).withheld.keys(), Matcher(paths), Matcher(left_out)
    used = {folder / name for names in (env.dlfiles, *env.dependencies.values()) for name in names}
    for path in map(PurePosixPath, _written_files(app, paths)):
        docname = str(path.with_suffix(""))
        is_read = docname in documents or folder / path in used or _matches(left, path)
        if not is_read and _begins_like_post(folder / path, docname, config):
            yield str(path), path.suffix in app.config.source_suffix or _matches(matcher, path)


def _matches(matcher: Matcher, path: PurePosixPath) -> bool:
    # A pattern may match a folder above it.
    return any(map(matcher, map(str, (path, *path.parents))))


def _written_files(app: Sphinx, excluded: Iterable[str]) -> list[str]:
    """Return the files of blogs that people may have written as posts, and not as drafts."""
    config = blog_config(app.config)
    # Of a whole site, only the folders that Sphinx looks into.
    skipped = (*excluded, "**/_sources", os.path.relpath(app.outdir, app.srcdir))
    places = [(root, ["**"], skipped if root == SITE else ()) for root in config.roots]
    if patterns := [name for each in config.each for name in each.blog_post_pattern or ()]:
        places.append((SITE, patterns, skipped))
    names = (f"{at}/{name}" for at, *forms in places for name in _files(Path(app.srcdir, at), *forms))
    return sorted({name.removeprefix("./") for name in names})


def _files(folder: Path, patterns: Sequence[str], excluded: Sequence[str]) -> Iterator[str]:
    # As for posts, ``**/`` matches no folder, too, and patterns may be without a suffix.
    forms = {form for name in patterns for form in (name, name.replace("**/", ""))}
    names = get_matching_files(folder, [form + end for form in forms for end in ("", *_REMEDIES)], excluded)
    return (name for name in names if name.endswith(tuple(_REMEDIES)) and not draft_name(name))


def _begins_like_post(path: Path, docname: str, config: BlogConfig) -> bool:
    """Return whether a file begins with metadata that would make it a post, and no draft."""
    fields, has_directive = _metadata(path)
    if draft_state(fields) or is_false(fields.get("blogpost") or ""):
        return False
    # In a template, there is no date yet.
    is_dated = any(re.search(r"\d", fields.get(key) or "") for key in DATE_KEYS)
    return has_directive or "blogpost" in fields or (is_dated and config.matches(docname, str(path)))


def _metadata(path: Path) -> tuple[dict[str, str | None], bool]:
    """Return the front matter or the fields that a file begins with, and whether it has a ``post`` directive."""
    if path.suffix == ".ipynb":
        return notebook_fields(str(path)), False
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            head = file.read(4_000).lstrip(INVISIBLE)
    except OSError:
        return {}, False
    block = find_block(head)
    at_the_top = takewhile(lambda line: line.startswith(":"), head.split("\n"))
    lines = block.yaml.split("\n") if block.lines else at_the_top
    parts = (line.removeprefix(":").partition(":") for line in lines)
    fields: dict[str, str | None] = {field_name(key): value.strip(" \t\r\"'") for key, _sign, value in parts}
    return fields, _DIRECTIVE.search(head) is not None


def setup(app: Sphinx) -> None:
    # After the build has begun: it withholds drafts.
    app.connect("env-updated", on_env_updated, priority=600)
    app.connect("env-check-consistency", on_env_check_consistency)

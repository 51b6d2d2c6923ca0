"""Write the feeds of a blog whose inputs have changed, the archives of older posts, and ``posts.json``.

A feed that is the same as in the last build is left alone, and nothing is rendered for it.

Archives are documents with older posts that never change (RFC 5005, section 4). They are counted from the oldest
post, in full sets: posts that are in none of them are in the feed itself.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from operator import attrgetter
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from sphinx.util.display import status_iterator

from sphinx_blogext._compat import names_in_conf
from sphinx_blogext.core.addresses import POSTS_FILE, feed_archive, feed_file
from sphinx_blogext.core.dates import rfc3339
from sphinx_blogext.core.urls import absolute_url
from sphinx_blogext.feeds.entries import Items
from sphinx_blogext.feeds.formats import WRITERS, Feed, write_atom
from sphinx_blogext.files import digest
from sphinx_blogext.lang.codes import language_tag, valid_language
from sphinx_blogext.lang.words import _
from sphinx_blogext.read.pictures import picture_uri
from sphinx_blogext.site.hosting import absolute
from sphinx_blogext.site.terms import Person, person_of, term_label

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime

    from sphinx.config import Config

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.site.published_blog import Channel, PublishedBlog
    from sphinx_blogext.write.output import Output


class MadeFile(NamedTuple):
    """A file: its *name* relative to the site's root, a digest of its inputs, and a function returning its
    content.
    """

    name: str
    made_of: str
    make: Callable[[], str]


def write_feeds(output: Output, verbosity: int = 0) -> set[str]:
    """Write the feeds and lists for programs that have changed; return the file names of all of them."""
    manifest, builder, build = output.manifest, output.builder, output.build
    channels = build.channels if build.hosting.has_feeds else ()
    items = Items(output)
    site = _site_inputs(items) if channels else ()
    # Compared before anything is rendered: an unchanged feed requires no rendering.
    digests = {
        channel.folder: digest((site, newest_archive(channel, items), _inputs(channel, items)))
        for channel in channels
    }
    changed = [
        channel for channel in channels if _is_due(output, channel.folder, digests[channel.folder], channel.paths)
    ]
    message = _("writing feeds... ")
    for channel in status_iterator(changed, message, "darkgreen", len(changed), verbosity, attrgetter("folder")):
        for name, content in _files(channel, items):
            manifest.write(builder.outdir / feed_file(channel.folder, name), content)
    lists = _write_made(output, [*posts_files(output), *archive_files(channels, items, site)])
    manifest.feeds = digests | lists
    return {path for channel in channels for path in channel.paths} | lists.keys()


def _is_due(output: Output, name: str, made_of: str, paths: Iterable[str]) -> bool:
    """Return whether the files *paths*, recorded as *name*, are missing or were made of something else."""
    outdir = output.builder.outdir
    return output.manifest.feeds.get(name) != made_of or not all((outdir / path).is_file() for path in paths)


def _write_made(output: Output, files: list[MadeFile]) -> dict[str, str]:
    """Write those of the files that have changed; return the names of all, with digests of their contents."""
    manifest, outdir = output.manifest, output.builder.outdir
    for file in files:
        if _is_due(output, file.name, file.made_of, [file.name]):
            manifest.write(outdir / file.name, file.make())
    return {file.name: file.made_of for file in files}


def _files(channel: Channel, items: Items) -> Iterator[tuple[str, str]]:
    """Yield the names of the files of a channel, and their contents."""
    config = items.build.blog_of(channel.folder).config
    feed = _feed(channel, items)
    entries_of = config.conventions.feed_entries
    for name in channel.files:
        own_feed, write = feed, WRITERS.get(name, write_atom)
        if entries_of:
            own_feed = replace(feed, items=entries_of(channel, name, items))
        yield name, write(own_feed, items.base + quote(feed_file(channel.folder, name)))


def _feed(channel: Channel, items: Items) -> Feed:
    term = channel.term
    own = valid_language(term.name) if term and term.taxonomy == "language" else ""
    author = person_of(term, items.base) if term and term.taxonomy == "author" else _blog_author(channel, items)
    return Feed(
        id=items.feed_id(channel.folder),
        title=channel.title,
        subtitle=channel.subtitle,
        page=items.url(channel.page),
        language=own or items.language,
        authors=(author,),
        icon=_own_file("html_favicon", items),
        logo=_own_file("html_logo", items),
        rights=_rights(items.config.sphinx),
        hub=items.build.blog_of(channel.folder).config.blog_feed_hub,
        older=archive_url(channel, items, newest_archive(channel, items)),
        items=tuple(items.item(post) for post in channel.posts),
    )


def _own_file(option: str, items: Items) -> str:
    """Return the URL of a file set in one of Sphinx's own options: Sphinx copies these files itself."""
    name = items.config.sphinx[option] or ""
    return name if "://" in name else items.base + "_static/" + quote(PurePosixPath(name).name) if name else ""


def _rights(config: Config) -> str:
    """Return the copyright notice, if ``conf.py`` sets one."""
    notice = config.copyright if {"copyright", "project_copyright"}.intersection(names_in_conf(config)) else ""
    return ", ".join(notice) if isinstance(notice, (list, tuple)) else str(notice)


def _blog_author(channel: Channel, items: Items) -> Person:
    """Return the author of the blog as a whole: entries may have no author, a feed must."""
    published = items.build.blog_of(channel.folder)
    config = published.config
    defaults = config.blog_default_author
    term = published.blog.taxonomies["author"].find(defaults[0]) if defaults else None
    if term:
        return person_of(term, items.base)
    # Sphinx's own default is a sentence.
    names = names_in_conf(config.sphinx)
    return Person(
        next((config.sphinx[name] for name in ("author", "project") if name in names), "") or config.blog_title
    )


def _inputs(channel: Channel, items: Items) -> object:
    """Return what the feeds of *channel* are made of."""
    conventions, digests = items.build.blog_of(channel.folder).config.conventions, items.output.digests
    has_templates = conventions.feed_entries and any(conventions.blog_feed_templates.values())
    return (
        channel.folder,
        channel.page,
        channel.files,
        channel.title,
        channel.subtitle,
        [_inputs_of_post(post, items) for post in channel.posts],
        # Templates of the site may show more than the data of its posts.
        (digests.of_blog, sorted(digests.of_texts.items())) if has_templates else None,
    )


def _inputs_of_post(post: Post, items: Items) -> object:
    """Return what the entry of a post is made of, by the options of its own blog, as :class:`Items` does."""
    data, records = items.output.page_data.posts_of(post), items.output.digests.posts
    config = items.build.blog_of_post(post).config
    # The teaser is already in the record of its post.
    text = records.of_text(post, items.output.shown) if config.blog_feed_fulltext else ""
    # The result of a function is known only after calling it.
    entry = repr(items.item(post)) if config.blog_feed_item is not None else ""
    files = items.picture(post), items.enclosure(post)
    return records.of_record(post), data.of(post), items.ids[post.key], files, text, entry


def _site_inputs(items: Items) -> str:
    """Return a digest of what all feeds depend on: options, and where terms are listed."""
    config, settings = items.config.sphinx, items.output.digests.site.settings
    lists = [items.overview(published, name) for published in items.build.blogs for name in published.blog.kinds]
    own = (config.author, config.project, _rights(config), config.html_favicon, config.html_logo)
    return digest((settings, own, items.language, lists))


def newest_archive(channel: Channel, items: Items) -> int:
    """Return the number of archives of a feed, and so of the newest one: only the feed of all posts has any."""
    published = items.build.blog_of(channel.folder)
    size = published.config.blog_feed_length
    if not published.config.blog_feed_pages or not size or channel.group:
        return 0
    return len(_posts(channel, items)) // size


def archive_url(channel: Channel, items: Items, number: int) -> str:
    """Return the URL of an archive of a feed, or ``""`` for number 0."""
    return items.base + quote(feed_archive(channel.folder, number)) if number else ""


def archive_files(channels: Iterable[Channel], items: Items, site: object) -> Iterator[MadeFile]:
    """Yield the archives of all feeds; *site* is what all feeds depend on."""
    for channel in channels:
        count = newest_archive(channel, items)
        # Most feeds are those of terms, and there may be thousands.
        if not count:
            continue
        size = items.build.blog_of(channel.folder).config.blog_feed_length
        oldest_first = _posts(channel, items)[::-1]
        for number in range(1, count + 1):
            posts = oldest_first[(number - 1) * size : number * size][::-1]
            part = replace(channel, posts=posts)
            made_of = digest((site, number, _inputs(part, items)))
            yield MadeFile(feed_archive(channel.folder, number), made_of, partial(_archive, part, number, items))


def _archive(part: Channel, number: int, items: Items) -> str:
    current = items.base + quote(feed_file(part.folder, "atom.xml"))
    older = archive_url(part, items, number - 1)
    feed = replace(_feed(part, items), older=older, current=current, hub="")
    return write_atom(feed, archive_url(part, items, number))


def _posts(channel: Channel, items: Items) -> tuple[Post, ...]:
    """Return all posts of the blog that a feed belongs to, newest first, as the feed would list them."""
    blog = items.build.blog_of(channel.folder).blog
    return blog.best(blog.posts)


#: The version of the format. It is increased when a name is removed or changes its meaning, not when one is added.
VERSION = 1


def posts_files(output: Output) -> list[MadeFile]:
    """Return the files of the blogs for which they are enabled."""
    return [_file_of(blog, output) for blog in output.build.blogs if blog.config.blog_posts_json]


def _file_of(published: PublishedBlog, output: Output) -> MadeFile:
    data, records = output.page_data.of(published.root).posts, output.digests.posts
    posts = published.blog.posts
    inputs = [(records.of_record(post), data.of(post), data.voice(post).language) for post in posts]
    head = (VERSION, published.config.blog_title, published.pages.home, output.digests.site.settings)
    name = feed_file(published.pages.addresses.root, POSTS_FILE)
    return MadeFile(name, digest((head, inputs)), lambda: _content(published, output))


def _content(published: PublishedBlog, output: Output) -> str:
    posts = {
        "version": VERSION,
        "title": published.config.blog_title,
        "url": _url(published.pages.home, output),
        "language": language_tag(output.build.config.language),
        "posts": [_entry(post, published, output) for post in published.blog.posts],
    }
    return json.dumps(posts, ensure_ascii=False, indent=1) + "\n"


def _url(page: str, output: Output, fragment: str = "") -> str:
    """Return the URL of a page: relative to the root of the site if the site's URL is not known."""
    return absolute(output.build.hosting.canonical, output.builder.get_target_uri(page), fragment)


def _entry(post: Post, published: PublishedBlog, output: Output) -> dict[str, Any]:
    blog = published.blog
    entry: dict[str, Any] = {
        "title": post.title,
        "url": _url(post.docname, output, post.anchor),
        "date": _time(post.date),
        "updated": _time(post.updated),
        "language": output.build.config.voice(post).declared_tag,
        "description": output.renderer.parts.description(post),
        "image": absolute_url(picture_uri(post, output.build.env), output.build.hosting.canonical, is_loaded=True),
        "terms": {
            kind.plural: [
                {
                    "name": term.name,
                    "label": term_label(term),
                    "url": _url(published.pages.term_page(term), output),
                }
                for term in blog.terms_of(post, name)
            ]
            for name, kind in blog.kinds.items()
        },
    }
    if post.external_link:
        entry["external_url"] = post.external_link
    return entry


def _time(moment: datetime | None) -> str | None:
    return rfc3339(moment) if moment else None

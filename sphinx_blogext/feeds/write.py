"""Write the feeds of a blog whose inputs have changed, and ``posts.json``.

A feed that is the same as in the last build is left alone, and nothing is rendered for it.
"""

from __future__ import annotations

import json
from operator import attrgetter
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sphinx.util.display import status_iterator

from sphinx_blogext._compat import names_in_conf
from sphinx_blogext.api import blogs_in
from sphinx_blogext.core.addresses import POSTS_FILE, feed_file
from sphinx_blogext.core.dates import rfc3339
from sphinx_blogext.feeds.entries import Items
from sphinx_blogext.feeds.formats import WRITERS, Feed, write_atom
from sphinx_blogext.files import digest
from sphinx_blogext.lang.codes import language_tag, valid_language
from sphinx_blogext.lang.words import _
from sphinx_blogext.site.published_blog import Person, person_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.config import Config

    from sphinx_blogext import api
    from sphinx_blogext.core.model import Post
    from sphinx_blogext.core.taxonomies import Taxonomies
    from sphinx_blogext.site.published_blog import Channel, PublishedBlog
    from sphinx_blogext.write.output import Output


def write_feeds(output: Output, verbosity: int = 0) -> set[str]:
    """Write the feeds and lists for programs that have changed; return the file names of all of them."""
    manifest, builder, build = output.manifest, output.builder, output.build
    channels = build.channels if build.hosting.has_feeds else ()
    items = Items(output)
    site = _site_inputs(items) if channels else ()
    # Compared before anything is rendered: an unchanged feed requires no rendering.
    digests = {channel.folder: digest((site, _inputs(channel, items))) for channel in channels}
    changed = [
        channel for channel in channels if _is_due(output, channel.folder, digests[channel.folder], channel.paths)
    ]
    message = _("writing feeds... ")
    for channel in status_iterator(changed, message, "darkgreen", len(changed), verbosity, attrgetter("folder")):
        for name, content in _files(channel, items):
            manifest.write(builder.outdir / feed_file(channel.folder, name), content)
    lists = _write_posts_files(output)
    manifest.feeds = digests | lists
    return {path for channel in channels for path in channel.paths} | lists.keys()


def _is_due(output: Output, name: str, made_of: str, paths: Iterable[str]) -> bool:
    """Return whether the files *paths*, recorded as *name*, are missing or were made of something else."""
    outdir = output.builder.outdir
    return output.manifest.feeds.get(name) != made_of or not all((outdir / path).is_file() for path in paths)


def _files(channel: Channel, items: Items) -> Iterator[tuple[str, str]]:
    """Yield the names of the files of a channel, and their contents."""
    config = items.build.blog_of(channel.folder).config
    feed = _feed(channel, items)
    entries_of = config.conventions.feed_entries
    for name in channel.files:
        own_feed, write = feed, WRITERS.get(name, write_atom)
        if entries_of:
            own_feed = feed._replace(items=entries_of(channel, name, items))
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
    files = items.picture(post), items.enclosure(post)
    return records.of_record(post), data.of(post), items.ids[post.key], files, text


def _site_inputs(items: Items) -> str:
    """Return a digest of what all feeds depend on: options, and where terms are listed."""
    config, settings = items.config.sphinx, items.output.digests.site.settings
    lists = [items.overview(published, name) for published in items.build.blogs for name in published.blog.kinds]
    own = (config.author, config.project, _rights(config), config.html_favicon, config.html_logo)
    return digest((settings, own, items.language, lists))


#: The version of the format. It is increased when a name is removed or changes its meaning, not when one is added.
VERSION = 1


def _write_posts_files(output: Output) -> dict[str, str]:
    """Write those of the files for programs that have changed; return the names of all, with their digests."""
    digests = {}
    for published in output.build.blogs:
        if published.config.blog_posts_json:
            name = feed_file(published.pages.addresses.root, POSTS_FILE)
            digests[name] = _digest_of_posts(published, output)
            if _is_due(output, name, digests[name], [name]):
                output.manifest.write(output.builder.outdir / name, _posts_json(published, output))
    return digests


def _digest_of_posts(published: PublishedBlog, output: Output) -> str:
    data, records = output.page_data.of(published.root).posts, output.digests.posts
    inputs = [(records.of_record(post), data.of(post), data.voice(post).language) for post in published.blog.posts]
    head = (VERSION, published.config.blog_title, published.pages.home, output.digests.site.settings)
    return digest((head, inputs))


def _posts_json(published: PublishedBlog, output: Output) -> str:
    blog = next(each for each in blogs_in(output.build) if each.path == published.root)
    posts = zip(published.blog.posts, blog.posts, strict=True)
    data = {
        "version": VERSION,
        "title": blog.title,
        "url": blog.url,
        "language": language_tag(output.build.config.language),
        "posts": [
            _entry(record, output.renderer.parts.description(post), published.blog.kinds) for post, record in posts
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _entry(post: api.Post, description: str, kinds: Taxonomies) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "title": post.title,
        "url": post.url,
        "date": rfc3339(post.date),
        "updated": rfc3339(post.updated) if post.updated else None,
        "language": post.language,
        "description": description,
        "image": post.image,
        "terms": {
            kind.plural: [{"name": term.name, "label": term.label, "url": term.url} for term in post.terms[name]]
            for name, kind in kinds.items()
        },
    }
    return entry | ({"external_url": post.external_link} if post.external_link else {})

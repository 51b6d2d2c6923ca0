"""``posts.json``: the posts of a blog, for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sphinx_blogext.core.addresses import POSTS_FILE, feed_file
from sphinx_blogext.core.dates import rfc3339
from sphinx_blogext.core.hashes import digest
from sphinx_blogext.core.urls import absolute_url
from sphinx_blogext.feeds.files import MadeFile
from sphinx_blogext.lang.codes import language_tag
from sphinx_blogext.read.pictures import picture_uri
from sphinx_blogext.site.hosting import absolute
from sphinx_blogext.site.labels import term_label

if TYPE_CHECKING:
    from datetime import datetime

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.site.published_blog import PublishedBlog
    from sphinx_blogext.write.output import Output

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

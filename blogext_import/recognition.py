"""Recognize the engine of a site by its folder."""

import posixpath
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import quote

from blogext_import.addresses import redirect_name, split_url
from blogext_import.engines import docusaurus, hexo, hugo, jekyll, material, nikola, pelican, zola
from blogext_import.engines.ablog import site as ablog
from blogext_import.links import Layout
from blogext_import.old_files import Source
from blogext_import.post_records import ImportedPost, OldSite
from blogext_import.reading import stem_of
from blogext_import.values import split_name_date

#: Characters of a URL that are not escaped.
_URL = "/:@!$&'()*+,;=~"


def keep_feed_ids(site: OldSite, layout: Layout, id_of: Callable[[str, ImportedPost], str]) -> None:
    """Set the ids of published posts; *id_of* returns the id of a post on the site with the given URL.

    A post that has an id of its own keeps it. A post of ours whose document keeps its name needs none.
    """
    if "://" not in site.url:
        return
    # An id of several posts identified none.
    ids: set[str] = set()
    for post in site.posts:
        is_published = post.moment is not None and not post.fields.get("draft")
        stays = post.head is not None and layout.documents[post.path] == posixpath.splitext(post.path)[0]
        if is_published and not stays and post.addresses and redirect_name(post.addresses[0]):
            own = post.fields.setdefault("id", id_of(site.url.rstrip("/"), post))
            if own in ids:
                del post.fields["id"]
            ids.add(own)


def url_id(url: str, post: ImportedPost) -> str:
    """Return the URL of a post, which is its id in the feeds of most engines."""
    return f"{url}{quote(post.addresses[0], safe=_URL)}"


def plain_url_id(url: str, post: ImportedPost) -> str:
    """Return the URL of a post as Docusaurus has it in its feeds, with letters not escaped."""
    return f"{url}{post.addresses[0]}".replace(" ", "%20")


def jekyll_id(url: str, post: ImportedPost) -> str:
    """Return the id of a post in the feed of Jekyll's plugin: the folder of its URL, and its slug."""
    name = stem_of(post.path)
    slug = post.slug or split_name_date(name)[1] or name
    return f"{url}{quote(posixpath.join(posixpath.dirname(post.addresses[0].rstrip('/')), slug), safe=_URL)}"


def pelican_id(url: str, post: ImportedPost) -> str:
    """Return the tag URI (RFC 4151) by which Pelican identifies a post, with its day and its path."""
    assert post.moment is not None
    parts = split_url(f"{url}{post.link or post.addresses[0]}")
    return f"tag:{parts.hostname},{post.moment:%Y-%m-%d}:{parts.path}"


class Engine(NamedTuple):
    """An engine: its name on the command line, its proper name, and how its sites are recognized and read.

    *feed_id* returns the id of a post in the feeds of a site, given the URL of the site.
    """

    name: str
    label: str
    recognizes: Callable[[Source], bool]
    read: Callable[[Source], OldSite]
    feed_id: Callable[[str, ImportedPost], str] = url_id


ENGINES = {
    engine.name: engine
    for engine in (
        Engine("hexo", "Hexo", hexo.recognizes, hexo.read),
        Engine("hugo", "Hugo", hugo.recognizes, hugo.read),
        Engine("jekyll", "Jekyll", jekyll.recognizes, jekyll.read, jekyll_id),
        Engine("pelican", "Pelican", pelican.recognizes, pelican.read, pelican_id),
        Engine("nikola", "Nikola", nikola.recognizes, nikola.read),
        Engine("material", "Material for MkDocs", material.recognizes, material.read),
        Engine("docusaurus", "Docusaurus", docusaurus.recognizes, docusaurus.read, plain_url_id),
        Engine("zola", "Zola", zola.recognizes, zola.read),
        # With ``blog_feed_ids = "url"``, the id is the URL of the name that a document had.
        Engine("ablog", "ABlog", ablog.recognizes, ablog.read, lambda _, post: posixpath.splitext(post.path)[0]),
    )
}
#: Engines whose posts :mod:`blogext_import.engines.folder` reads, by the names that people type.
OTHERS = frozenset(
    """
    11ty astro blogdown eleventy gatsby ghost gridsome hakyll jupyterbook lektor lume middleman mkdocs nextjs nuxt
    observable obsidian octopress publii quarto squarespace substack sveltekit vitepress vuepress wordpress
    """.split()
)


def engines_of(source: Source) -> list[Engine]:
    """Return the engines that the folder may belong to."""
    return [engine for engine in ENGINES.values() if engine.recognizes(source)]

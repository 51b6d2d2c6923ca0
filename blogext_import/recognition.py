"""Recognize the engine of a site by its folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from blogext_import.engines import docusaurus, hexo, jekyll, material, pelican, zola
from blogext_import.engines.ablog import site as ablog
from blogext_import.engines.hugo import site as hugo
from blogext_import.engines.nikola import site as nikola
from blogext_import.feed_ids import ablog_id, jekyll_id, pelican_id, plain_url_id, url_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from blogext_import.old_files import Source
    from blogext_import.post_records import ImportedPost, OldSite


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
        Engine("ablog", "ABlog", ablog.recognizes, ablog.read, ablog_id),
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

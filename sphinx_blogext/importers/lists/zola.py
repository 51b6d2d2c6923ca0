"""Zola's lists: those of the taxonomies that the site declares, of the section of posts, and feeds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_blogext.importers.lists.notes import FIELDS, note_terms
from sphinx_blogext.importers.lists.paging import Paging, below
from sphinx_blogext.importers.settings import list_of, number_of, record_of, text_of
from sphinx_blogext.importers.slugs import ascii_slug
from sphinx_blogext.importers.values import as_names

if TYPE_CHECKING:
    from sphinx_blogext.importers.front_matter import Header
    from sphinx_blogext.importers.records import ImportedPost, OldSite

#: The names of taxonomies, and ours.
_KINDS = {"tags": "tag", "categories": "category", "authors": "author", "series": "series"}


def note_lists(post: ImportedPost, prefix: str, config: dict[str, Any]) -> bool:
    """Note the lists of a post, with the *prefix* of its language; return whether all slugs are known."""
    is_known = True
    entries = map(record_of, list_of(config.get("taxonomies")))
    with_feeds = {text_of(entry.get("name")) for entry in entries if text_of(entry.get("feed")) == "true"}
    for name, kind in _taxonomies(config).items():
        folder = f"{prefix}/{_root(config)}{_slug(name, config)}"
        slugs = {term: _slug(term, config) for term in post.fields.get(FIELDS[kind], ())}
        is_known &= None not in slugs.values()
        pages = {term: f"{folder}/{slug}/" for term, slug in slugs.items() if slug}
        note_terms(post, kind, pages.get)
        for file in _feed_names(config) if name in with_feeds else ():
            note_terms(post, kind, lambda term: "", {term: f"{page}{file}" for term, page in pages.items()}.get)
    return is_known


def note_site_lists(site: OldSite, main: str, config: dict[str, Any], sections: list[Header]) -> None:
    """Note the lists of the site; *main* is the section of posts.

    *sections* are the headers of this section and of the home page.
    """
    site.paging = _paging(config, [header.data for header in sections])
    section = ascii_slug(main) if main else ""
    for language in site.languages or [""]:
        is_main = language in {"", site.language}
        prefix, posts, feeds = ("", "post:", "feed:")
        if not is_main:
            prefix, posts, feeds = f"/{language}", f"language:{language}", f"feed:language:{language}/"
        # Languages may have other settings.
        said = config if is_main else {**config, **record_of(record_of(config.get("languages")).get(language))}
        site.lists[f"{prefix}/"] = posts
        for name, kind in _taxonomies(said).items():
            site.lists[f"{prefix}/{_root(said)}{_slug(name, said)}/"] = f"{kind}:"
        if section:
            site.lists[f"{prefix}/{section}/"] = posts
        if "true" in {text_of(said.get("generate_feeds")), text_of(said.get("generate_feed"))}:
            site.lists |= {f"{prefix}/{name}": f"{feeds}{_feed_kind(name)}" for name in _feed_names(said)}


def _paging(config: dict[str, Any], sections: list[dict[str, Any]]) -> Paging:
    entries = map(record_of, list_of(config.get("taxonomies")))
    found = [(_KINDS.get(text_of(entry.get("name")), ""), entry) for entry in entries]
    found += [("post", section) for section in sections]
    sizes = {kind: size for kind, said in reversed(found) if (size := number_of(said.get("paginate_by")))}
    folder = next(filter(None, (text_of(said.get("paginate_path")) for _kind, said in found)), "page")
    # Page 1 redirects to the list.
    return Paging(below(f"{folder}/{{page}}"), sizes, lowest=1)


def _feed_kind(name: str) -> str:
    return "rss.xml" if name.startswith("rss") else "atom.xml"


def _feed_names(config: dict[str, Any]) -> list[str]:
    return as_names(config.get("feed_filenames")) or as_names(config.get("feed_filename")) or ["atom.xml"]


def _taxonomies(config: dict[str, Any]) -> dict[str, str]:
    names = [text_of(record_of(entry).get("name")) for entry in list_of(config.get("taxonomies"))]
    return {name: _KINDS[name] for name in names if name in _KINDS}


def _root(config: dict[str, Any]) -> str:
    root = text_of(config.get("taxonomy_root")).strip("/")
    return f"{root}/" if root else ""


def _slug(name: str, config: dict[str, Any]) -> str | None:
    if text_of(record_of(config.get("slugify")).get("taxonomies")) in {"", "on"}:
        return ascii_slug(name)
    return name.replace(" ", "-")

"""Nikola's lists: ``TAG_PATH``, ``CATEGORY_PATH`` with its prefix, ``AUTHOR_PATH``, archives, and feeds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blogext_import.addresses import nikola_slug, tidy
from blogext_import.old_lists import FIELDS, note_list
from blogext_import.settings import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blogext_import.post_records import ImportedPost, OldSite

_PATHS = {"tag": ("TAG_PATH", "categories"), "category": ("CATEGORY_PATH", "categories")}
_PATHS |= {"author": ("AUTHOR_PATH", "authors")}
#: Settings for the lists of all terms, which otherwise are in the folders above.
_INDEX_PATHS = {"tag": "TAGS_INDEX_PATH", "category": "CATEGORIES_INDEX_PATH"}


def note_lists(post: ImportedPost, prefix: str, language: str, config: dict[str, Any], author: str) -> bool:
    """Note the lists of a post in a *language*, with its *prefix*; return whether all slugs are known.

    *author* is that of posts that name none.
    """
    _note_archives(post, prefix, language, config)
    # All lists are noted, not only those up to the first unknown slug.
    complete = [_note_terms(post, kind, prefix, language, config, author) for kind in _kinds(config)]
    return all(complete)


def _note_terms(
    post: ImportedPost, kind: str, prefix: str, language: str, config: dict[str, Any], author: str
) -> bool:
    """Note the lists and feeds of a post's terms of one *kind*; return whether all slugs are known."""
    page_ending = "/" if config.get("PRETTY_URLS", True) else ".html"
    folder = _folder(config, kind, language)
    targets = _targets(post, kind, author, config)
    slugs = {name: _slug(name, kind, config) for name in targets}
    for name, slug in slugs.items():
        page, feed = targets[name]
        path = "/".join(filter(None, [prefix, folder, slug]))
        if slug:
            note_list(post, f"{path}{page_ending}", page)
            for file, ending in _feeds(config).items():
                note_list(post, f"{path}{ending}", f"{feed}{file}")
    return None not in slugs.values()


def _note_archives(post: ImportedPost, prefix: str, language: str, config: dict[str, Any]) -> None:
    """Note the lists of the year of a post, and of its month and day where the site has those."""
    options = {"FULL_ARCHIVES": 3, "DAILY_ARCHIVE": 3, "MONTHLY_ARCHIVE": 2, "SINGLE_ARCHIVE": 0}
    depth = next((depth for name, depth in options.items() if config.get(f"CREATE_{name}")), 1)
    if not post.moment:
        return
    parts = [f"{post.moment.year:04}", f"{post.moment.month:02}", f"{post.moment.day:02}"][:depth]
    path = _setting(config, "ARCHIVE_PATH", "", language)
    name = text_of(config.get("INDEX_FILE")) or "index.html"
    for number in range(1, len(parts) + 1):
        note_list(post, "/".join([prefix, path, *parts[:number], name]), f"archive:{parts[0]}")


def _feeds(config: dict[str, Any]) -> dict[str, str]:
    """Return our names of the kinds of feeds that the site has, and how their names end there."""
    feeds = {"rss.xml": "RSS"} if config.get("GENERATE_RSS", True) is not False else {}
    feeds |= {"atom.xml": "ATOM"} if config.get("GENERATE_ATOM") else {}
    endings = {"RSS": ".xml", "ATOM": ".atom"}
    return {file: text_of(config.get(f"{kind}_EXTENSION")) or endings[kind] for file, kind in feeds.items()}


def _targets(post: ImportedPost, kind: str, author: str, config: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """Return where the lists of a post's terms lead, and the start of the same for feeds, by the terms' names."""
    names = list(post.fields.get(FIELDS[kind], ())) or ([author] if kind == "author" and author else [])
    if kind == "author" and len(names) > 1 and not config.get("MULTIPLE_AUTHORS_PER_POST"):
        # Several authors had one list of their own.
        return {", ".join(names): (f"author:{names[0]}", f"feed:author:{names[0]}/")}
    # Categories that no post names have no page here.
    targets = dict.fromkeys(_above(names) if kind == "category" else (), ("category:", "feed:"))
    return targets | {name: (f"{kind}:{name}", f"feed:{kind}:{name}/") for name in names}


def _above(names: list[str]) -> list[str]:
    """Return the categories that contain those with these *names*."""
    parts = [name.split("/") for name in names]
    return ["/".join(path[:depth]) for path in parts for depth in range(1, len(path))]


def _kinds(config: dict[str, Any]) -> list[str]:
    """Return the taxonomies whose terms have pages."""
    has_authors = config.get("ENABLE_AUTHOR_PAGES", True) is not False
    return [kind for kind in _PATHS if has_authors or kind != "author"]


def note_site_lists(site: OldSite, config: dict[str, Any], prefixes: Mapping[str, str]) -> None:
    """Note the lists of the site; *prefixes* are those of URLs in its languages, if it has several."""
    for language, prefix in {site.language: "", **prefixes}.items():
        _note_site_lists(site, config, language, prefix)


def _note_site_lists(site: OldSite, config: dict[str, Any], language: str, prefix: str) -> None:
    posts, feed = "post:", "feed:"
    if language != site.language:
        posts, feed = f"language:{language}", f"feed:language:{language}/"
    folders = {kind: _folder(config, kind, language) for kind in _kinds(config)}
    for kind, folder in folders.items():
        # Tags and categories may share one list, which is then that of tags.
        own = _setting(config, _INDEX_PATHS.get(kind, ""), "", language)
        if own or folder:
            site.lists.setdefault(tidy(f"{prefix}/{own}" if own else f"{prefix}/{folder}/"), f"{kind}:")
    archive = _setting(config, "ARCHIVE_FILENAME", "archive.html", language)
    site.lists[tidy("/".join([prefix, _setting(config, "ARCHIVE_PATH", "", language), archive]))] = "archive:"
    index = _setting(config, "INDEX_PATH", "", language)
    site.lists[tidy(f"{prefix}/{index}/")] = posts
    named = {
        "rss.xml": (
            _setting(config, "RSS_PATH", "", language),
            _setting(config, "RSS_FILENAME_BASE", "rss", language),
        ),
        "atom.xml": (
            _setting(config, "ATOM_PATH", "", language) or index,
            _setting(config, "ATOM_FILENAME_BASE", "index", language),
        ),
    }
    for file, ending in _feeds(config).items():
        folder, name = named[file]
        site.lists[tidy(f"{prefix}/{folder}/{name}{ending}")] = f"{feed}{file}"


def _slug(name: str, kind: str, config: dict[str, Any]) -> str | None:
    parts = name.split("/") if kind == "category" else [name]
    is_plain = config.get("USE_SLUGIFY", True) is not False
    if config.get("SLUG_AUTHOR_PATH" if kind == "author" else "SLUG_TAG_PATH", True) is False:
        slugs: list[str | None] = [*parts]
    else:
        slugs = [nikola_slug(part.strip(), is_plain=is_plain) for part in parts]
    if None in slugs:
        return None
    if kind != "category":
        return slugs[0]
    prefix = config.get("CATEGORY_PREFIX")
    shown = slugs[-1:] if config.get("CATEGORY_OUTPUT_FLAT_HIERARCHY") else slugs
    joined = ("/" if config.get("PRETTY_URLS", True) else "-").join(map(str, shown))
    return (prefix if isinstance(prefix, str) else "cat_") + joined


def _folder(config: dict[str, Any], kind: str, language: str) -> str:
    """Return the folder of the lists of a taxonomy; that of tags is also that of categories by default."""
    option, default = _PATHS[kind]
    is_shared = kind == "category" and config.get(option) is None
    return _setting(config, "TAG_PATH" if is_shared else option, default, language)


def _setting(config: dict[str, Any], name: str, default: str, language: str) -> str:
    """Return the path in a setting, which may be given per language."""
    value = config.get(name)
    if isinstance(value, dict):
        value = value.get(language, next(iter(value.values()), ""))
    return text_of(value).strip("/.") if isinstance(value, str) else default

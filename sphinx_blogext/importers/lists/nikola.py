"""Nikola's lists: ``TAG_PATH``, ``CATEGORY_PATH`` with its prefix, ``AUTHOR_PATH``, archives, and feeds."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from sphinx_blogext.importers.addresses import tidy
from sphinx_blogext.importers.lists.notes import FIELDS, note_list
from sphinx_blogext.importers.lists.paging import Paging
from sphinx_blogext.importers.settings import number_of, record_of, text_of
from sphinx_blogext.importers.slugs import nikola_slug

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_blogext.importers.records import ImportedPost, OldSite

_PATHS = {"tag": ("TAG_PATH", "categories"), "category": ("CATEGORY_PATH", "categories")}
_PATHS |= {"author": ("AUTHOR_PATH", "authors")}
#: Settings for the lists of all terms, which otherwise are in the folders above.
_INDEX_PATHS = {"tag": "TAGS_INDEX_PATH", "category": "CATEGORIES_INDEX_PATH"}


def note_lists(post: ImportedPost, prefix: str, language: str, config: dict[str, Any], author: str) -> bool:
    """Note the lists of a post in a *language*, with its *prefix*; return whether all slugs are known.

    *author* is that of posts that name none.
    """
    is_known = True
    ending = "/" if config.get("PRETTY_URLS", True) else ".html"
    for kind, (option, default) in _PATHS.items():
        folder = _said(config, option, default, language)
        if kind == "author" and config.get("ENABLE_AUTHOR_PAGES", True) is False:
            continue
        targets = _targets(post, kind, author)
        slugs = {name: _slug(name, kind, config) for name in targets}
        is_known &= None not in slugs.values()
        for name, slug in slugs.items():
            path = "/".join(filter(None, [prefix, folder, slug]))
            page, feed = targets[name]
            if slug:
                note_list(post, f"{path}{ending}", page)
            if slug and config.get("GENERATE_RSS", True) is not False:
                note_list(post, f"{path}.xml", feed)
    if post.moment and not config.get("CREATE_SINGLE_ARCHIVE"):
        path = _said(config, "ARCHIVE_PATH", "", language)
        name = text_of(config.get("INDEX_FILE")) or "index.html"
        target = f"archive:{post.moment.year:04}"
        note_list(post, "/".join([prefix, path, f"{post.moment.year:04}", name]), target)
        if config.get("CREATE_MONTHLY_ARCHIVE") or config.get("CREATE_FULL_ARCHIVES"):
            month = f"{post.moment.year:04}/{post.moment.month:02}"
            note_list(post, "/".join([prefix, path, month, name]), target)
    return is_known


def _targets(post: ImportedPost, kind: str, author: str) -> dict[str, tuple[str, str]]:
    """Return where the lists and the feeds of a post's terms lead, by the names of the terms."""
    names = list(post.fields.get(FIELDS[kind], ())) or ([author] if kind == "author" and author else [])
    # Categories that no post names have no page here.
    parts = [name.split("/") for name in names if kind == "category"]
    above = ["/".join(path[:depth]) for path in parts for depth in range(1, len(path))]
    targets = dict.fromkeys(above, ("category:", "feed:rss.xml"))
    return targets | {name: (f"{kind}:{name}", f"feed:{kind}:{name}/rss.xml") for name in names}


def note_site_lists(site: OldSite, config: dict[str, Any], prefixes: Mapping[str, str]) -> None:
    """Note the lists of the site; *prefixes* are those of URLs in its languages, if it has several."""
    for language, prefix in {site.language: "", **prefixes}.items():
        _note_site_lists(site, config, language, prefix)
    site.paging = _paging(config)


def _note_site_lists(site: OldSite, config: dict[str, Any], language: str, prefix: str) -> None:
    posts, feed = "post:", "feed:"
    if language != site.language:
        posts, feed = f"language:{language}", f"feed:language:{language}/"
    folders = {kind: _said(config, *_PATHS[kind], language) for kind in _PATHS}
    for kind, folder in folders.items():
        # Tags and categories may share one list, which is then that of tags.
        own = _said(config, _INDEX_PATHS.get(kind, ""), "", language)
        if (own or folder) and (kind != "author" or config.get("ENABLE_AUTHOR_PAGES", True) is not False):
            site.lists.setdefault(tidy(f"{prefix}/{own}" if own else f"{prefix}/{folder}/"), f"{kind}:")
    archive = text_of(config.get("ARCHIVE_FILENAME")) or "archive.html"
    site.lists[tidy("/".join([prefix, _said(config, "ARCHIVE_PATH", "", language), archive]))] = "archive:"
    index = _said(config, "INDEX_PATH", "", language)
    site.lists[tidy(f"{prefix}/{index}/")] = posts
    if config.get("GENERATE_RSS", True) is not False:
        name = text_of(config.get("RSS_FILENAME_BASE")) or "rss"
        folder = _said(config, "RSS_PATH", "", language)
        site.lists[tidy(f"{prefix}/{folder}/{name}.xml")] = f"{feed}rss.xml"
    if config.get("GENERATE_ATOM"):
        name = text_of(config.get("ATOM_FILENAME_BASE")) or "index"
        site.lists[tidy(f"{prefix}/{index}/{name}.atom")] = f"{feed}atom.xml"


def _paging(config: dict[str, Any]) -> Paging:
    """Return how the lists that are indexes are paginated."""
    size = number_of(config.get("INDEX_DISPLAY_POST_COUNT"), 10)
    of_tags = config.get("TAG_PAGES_ARE_INDEXES")
    of_categories = config.get("CATEGORY_PAGES_ARE_INDEXES")
    are_indexes = {
        "post": config.get("DISABLE_INDEXES") is not True,
        "language": config.get("DISABLE_INDEXES") is not True,
        "tag": of_tags is True,
        "category": (of_tags if of_categories is None else of_categories) is True,
        "author": config.get("AUTHOR_PAGES_ARE_INDEXES") is True,
        "archive": config.get("ARCHIVES_ARE_INDEXES") is True,
        # Otherwise a list of years.
        "archive:": config.get("ARCHIVES_ARE_INDEXES") is True and config.get("CREATE_SINGLE_ARCHIVE") is True,
    }
    sizes = {kind: size for kind, is_index in are_indexes.items() if is_index}
    # Page 1 is the oldest page, not the list, unless the newest posts are on page 1.
    counts_list = config.get("INDEXES_STATIC") is False and config.get("INDEXES_PAGES_MAIN") is True
    form, is_pretty = "", config.get("PRETTY_URLS", True) is not False
    if is_pretty and (said := config.get("INDEXES_PRETTY_PAGE_URL")):
        form = "/".join(map(text_of, said)) if isinstance(said, list) else text_of(said)
    name = text_of(config.get("INDEX_FILE")) or "index.html"
    shift = 0 if counts_list and form else -1
    return Paging(partial(_further_page, form, name), sizes, lowest=2 + shift, last=shift)


def _further_page(form: str, index: str, address: str) -> str:
    """Return the path of further pages of a list, with the setting for pretty URLs and the name of indexes."""
    folder, _slash, name = address.rpartition("/")
    if form and name in {"", index}:
        below = form.replace("{number}", "{page}").replace("{index_file}", index)
        return f"{folder}/{below.removesuffix('index.html')}"
    stem, _dot, extension = (name or index).rpartition(".")
    return f"{folder}/{stem}-{{page}}.{extension}"


def _slug(name: str, kind: str, config: dict[str, Any]) -> str | None:
    is_plain = config.get("USE_SLUGIFY", True) is not False
    if kind != "category":
        return nikola_slug(name, is_plain=is_plain)
    prefix = config.get("CATEGORY_PREFIX")
    slugs = [nikola_slug(part.strip(), is_plain=is_plain) for part in name.split("/")]
    if None in slugs:
        return None
    shown = slugs[-1:] if config.get("CATEGORY_OUTPUT_FLAT_HIERARCHY") else slugs
    return (prefix if isinstance(prefix, str) else "cat_") + "/".join(map(str, shown))


def _said(config: dict[str, Any], name: str, default: str, language: str) -> str:
    """Return the path in a setting, which may be given per language."""
    value = config.get(name)
    if isinstance(value, dict):
        value = record_of(value).get(language) or next(iter(value.values()), "")
    return text_of(value).strip("/.") if isinstance(value, str) else default

"""Hugo: posts in sections of ``content``, bundles, languages by file name and folder, permalinks by section."""

from __future__ import annotations

import posixpath
import re
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from blogext_import.addresses import date_values, fill, tidy
from blogext_import.authors import read_authors
from blogext_import.engines.bundles import note_resources
from blogext_import.engines.content_tree import (
    Folder,
    Page,
    definitions_of,
    main_section,
    names_of,
    note_texts,
    pages_of,
    post_sections,
)
from blogext_import.engines.hugo.cascades import Cascade, cascades_of, with_cascades
from blogext_import.engines.hugo.lists import note_lists, note_site_lists
from blogext_import.globs import any_expression
from blogext_import.post_dates import read_moment, split_name_date
from blogext_import.post_records import OldSite
from blogext_import.reading import PostReader, stem_of
from blogext_import.settings import list_of, read_list, read_settings, record_of, set_zone, text_of
from blogext_import.slugs import hugo_slug
from blogext_import.values import Values, as_names

if TYPE_CHECKING:
    from collections.abc import Callable

    from blogext_import.front_matter import Header
    from blogext_import.old_files import Source
    from blogext_import.post_records import ImportedPost

_ENDINGS = ("toml", "yaml", "yml", "json")
_CONFIG = tuple(f"{name}.{ending}" for name in ("hugo", "config") for ending in _ENDINGS)
_FOLDER = "config/_default"
#: Keys that Hugo reads, in this order, for the date of a page.
_DATES = ("date", "publishdate", "pubdate", "published", "lastmod", "modified")
#: Names that stand for several keys, and for none in the front matter, where Hugo is told which keys to read.
_KEYS = {":default": _DATES, ":filemodtime": (), ":git": ()}
_SHORTCODES = ("layouts/shortcodes/", "layouts/_shortcodes/")
#: Types and layouts of pages that are not posts.
_OTHER = frozenset({"page", "about", "search", "archives", "archive", "links", "contact", "home"})


def recognizes(source: Source) -> bool:
    if source.first(*(f"hugo.{ending}" for ending in _ENDINGS)) or source.has_folder(_FOLDER):
        return True
    config = source.read(source.first(*_CONFIG) or "") or ""
    return bool(re.search(r"^\s*[\"']?baseurl[\"']?\s*[:=]|^theme\s*[:=]", config, re.MULTILINE | re.IGNORECASE))


def read(source: Source) -> OldSite:
    config = Values(_config(source))
    params = Values(record_of(config.get("params")))
    site = OldSite(
        title=config.text("title") or params.text("title"),
        description=params.text("description") or config.text("description"),
        url=config.text("baseURL"),
        language=config.text("defaultContentLanguage") or config.text("languageCode"),
        author=params.text("author.name", "author") or config.text("author.name", "author"),
    )
    set_zone(site, config.text("timeZone"), source, source.first(*_CONFIG) or _FOLDER)
    site.authors = read_authors(read_list(source, *(f"data/authors.{ending}" for ending in _ENDINGS)))
    each = {
        stem_of(path): read_list(source, path) for path in source.below("data/authors") if path.endswith(_ENDINGS)
    }
    site.authors |= read_authors(each)
    content = config.text("contentDir") or ("content" if source.has_folder("content") else "")
    folders = _folders(source, site, config, content)
    pages, sections = pages_of(source, folders, site.languages or [site.language or "en"])
    reader = PostReader(source, site)
    folders_of_posts = _collect(reader, config, pages, cascades_of(config, reader, sections))
    prefixes = {code: _language_prefix(code, config) for code in site.languages or [""]}
    note_site_lists(site, _sections(folders_of_posts, sections), config, content, prefixes)
    _note_terms(source, site, sections)
    note_texts(reader, sections)
    files = {config.text("staticDir") or "static": "/"}
    site.static = files | {"assets": "/", content: "/"}
    site.published = files
    site.config = config.data
    site.definitions = definitions_of(source, _SHORTCODES, as_names(config.get("theme")))
    return site


def _folders(source: Source, site: OldSite, config: Values, content: str) -> list[Folder]:
    """Note the languages of the site, and return the folders of pages."""
    languages = {code: record_of(said) for code, said in record_of(config.get("languages")).items()}
    site.languages = {code: Values(said).text("label", "languageName") for code, said in languages.items()}
    site.title = site.title or next((text_of(said.get("title")) for said in languages.values()), "")
    authors = (
        Values(said).text("params.author.name", "author.name", "params.author") for said in languages.values()
    )
    site.author = site.author or next(filter(None, authors), "")
    own = {text_of(said.get("contentDir")): code for code, said in languages.items() if said.get("contentDir")}
    every = {content: "" if len(languages) < 2 else site.language} | own
    path = source.first(*_CONFIG) or _FOLDER
    for mount in map(Values, map(record_of, list_of(config.get("module.mounts")))):
        if mount.text("target").strip("/").startswith("content") and mount.text("source") not in every:
            message = "%(name)s is mounted as %(target)s: its posts are left out"
            source.note(path, 0, message, name=mount.text("source"), target=mount.text("target"))
    is_ignored = _ignored(source, config, path)
    return [Folder(*entry).without(is_ignored) for entry in every.items()]


def _ignored(source: Source, config: Values, path: str) -> Callable[[str], bool]:
    """Return a function that tells whether the site ignores a file, by its configuration in the file *path*."""
    said = config.get("ignoreFiles")
    ignored = any_expression([text for text in list_of(said) or [said] if isinstance(text, str)], source, path)
    # Hugo compares absolute paths.
    return lambda name: ignored(f"/{name}")


def _config(source: Source) -> dict[str, Any]:
    """Return the configuration, merged from its files."""
    config = read_settings(source, *_CONFIG, *(f"{_FOLDER}/{name}" for name in _CONFIG))
    for part in ("languages", "params", "permalinks", "module", "cascade"):
        names = [f"{_FOLDER}/{part}.{ending}" for ending in _ENDINGS]
        if found := read_list(source, *names):
            config = {**config, part: found}
    # Some themes have a file for each language.
    for path in source.below(_FOLDER):
        if match := re.fullmatch(r"languages\.([\w-]+)\.\w+", posixpath.basename(path)):
            languages = record_of(config.get("languages"))
            config = {**config, "languages": {**languages, match[1]: read_settings(source, path)}}
    return config


def _collect(reader: PostReader, config: Values, pages: list[Page], cascades: list[Cascade]) -> set[str]:
    """Add the posts among *pages* to the site; return the folders that contain them."""
    site = reader.site
    language = config.text("defaultContentLanguage") or next(iter(site.languages), "en")
    headers = {
        page.path: with_cascades(page, header, cascades, language)
        for page in pages
        if (header := reader.header_of(page.path))
    }
    dated = {path for path, header in headers.items() if Values(header.data).get(*_DATES)}
    # Documentation says when it was modified.
    published = {path for path in dated if Values(headers[path].data).get(*_DATES[:4])}
    wanted = as_names(config.get("mainSections")) or as_names(config.get("params.mainSections"))
    main = wanted or [main_section(pages, published)]
    sections = {*main, *post_sections(pages, published)}
    found: set[str] = set()
    for page in pages:
        if (header := headers.get(page.path)) is None:
            continue
        if not _is_post(page, header, main, dated, sections):
            site.pages.append(page.path)
            continue
        # The main section of posts needs no folder of its own; nor do the language folders.
        is_whole = page.section != main[0] or page.below
        root = page.folder if is_whole else posixpath.join(page.folder, main[0]).rstrip("/")
        site.roots += [root] if root not in site.roots else []
        post = reader.post(page.path, _place(page, main[0], site), header)
        _complete(reader, post, page, header, config)
        note_lists(post, _language_prefix(page.language, config), config)
        site.posts.append(post)
        found.add(page.parent)
    private = {path for path, header in headers.items() if _hides_files(header)}
    spelled = partial(hugo_slug, keeps_case=bool(config.flag("disablePathToLower")))
    note_resources(reader.source, site, pages, private, spelled)
    return found


def _hides_files(header: Header) -> bool:
    build = record_of(Values(header.data).get("_build", "build"))
    return text_of(build.get("publishResources")) == "false"


def _sections(folders: set[str], sections: list[Page]) -> list[str]:
    """Return the sections of posts in these *folders*: those at the top, and those with a page of their own."""
    named = {posixpath.dirname(page.name) for page in sections}
    above = {folder for folder in named if any(each.startswith(f"{folder}/") for each in folders)}
    return sorted(({folder.partition("/")[0] for folder in folders} | above | (named & folders)) - {""})


def _is_post(page: Page, header: Header, main: list[str], dated: set[str], sections: set[str]) -> bool:
    values = Values(header.data)
    kind = {values.text("type").lower(), values.text("layout").lower()}
    if kind & _OTHER or values.flag("headless"):
        return False
    if page.path in dated:
        return page.section in sections if page.section else "" in main
    # A section of posts contains no other kinds of pages.
    return bool(page.section) and page.section in main


def _place(page: Page, main: str, site: OldSite) -> str:
    place = page.place.removeprefix(f"{main}/") if main else page.place
    by_folder = page.language and page.place == page.name and page.language != site.language
    return posixpath.join(page.language, place) if by_folder else place


def _complete(reader: PostReader, post: ImportedPost, page: Page, header: Header, config: Values) -> None:
    values = Values(header.data)
    _date_by_name(reader, post, page, values, config)
    if page.language and len(reader.site.languages) > 1:
        post.fields.setdefault("language", page.language)
    build = record_of(values.get("_build", "build"))
    if text_of(build.get("list")) in {"never", "false"}:
        post.fields["unlisted"] = True
    if text_of(build.get("render")) in {"never", "false", "link"}:
        post.fields["draft"] = True
        reader.source.note(post.path, 0, "had no page of its own on the old site (“render”): it is a draft")
    written = values.text("publishDate", "pubdate")
    publish = read_moment(written, reader.site.zone or UTC) if written else None
    if publish and publish.moment > datetime.now(UTC):
        # Hugo publishes by this date, although it displays the other.
        post.fields["date"] = publish.text
        reader.source.note(
            post.path,
            0,
            "has the publication date %(date)s: used as the date of the post",
            date=publish.text,
        )
    post.names = [*names_of(page), post.slug]
    address = _address(post, page, values, config)
    older = _address(post, page, values, config, is_old=True)
    post.addresses += dict.fromkeys([address, older])
    above = address.rstrip("/").rpartition("/")[0]
    # An alias without a leading slash is relative to the page's parent.
    redirects = [
        f"{above}/{name}" if not name.startswith("/") else name for name in post.fields.get("redirect", [])
    ]
    post.fields["redirect"] = redirects
    if publish and publish.moment > datetime.now(UTC):
        # Only now: patterns of URLs have the other date.
        post.moment = publish.moment


def _date_by_name(reader: PostReader, post: ImportedPost, page: Page, values: Values, config: Values) -> None:
    """Set the date, and the slug, of a post whose date Hugo takes from the name of its file."""
    order = [name.lower() for name in as_names(record_of(config.get("frontmatter")).get("date"))]
    date, rest = split_name_date(page.title_name)
    if ":filename" in order and date:
        before = [key for name in order[: order.index(":filename")] for key in _KEYS.get(name, (name,))]
        if not values.get(*before):
            if read_moment(date, reader.site.zone or UTC):
                post.moment = None
            post.slug = post.slug or rest
    reader.date_by_name(post, page.title_name)


def _address(post: ImportedPost, page: Page, values: Values, config: Values, *, is_old: bool = False) -> str:
    """Return the URL path of a post; with *is_old*, that from Hugo before version 0.123."""
    prefix = _language_prefix(page.language, config)
    spelled = partial(hugo_slug, keeps_case=bool(config.flag("disablePathToLower")))
    if url := values.text("url"):
        return tidy(url if url.startswith("/") else f"{prefix}/{url}")
    name = spelled(page.title_name, is_old=is_old)
    slug = spelled(post.slug, is_old=True)
    parents = spelled(page.parent, is_old=is_old)
    pattern = _pattern(page.section, config)
    if pattern:
        title = post.title or page.title_name
        title = spelled(title if is_old else title.replace("/", "-"), is_old=True)
        names = {
            "slug": slug or title,
            "title": title,
            "section": page.section,
            "sections": parents,
            "filename": name,
        }
        names |= {"contentbasename": name, "slugorfilename": slug or name, "slugorcontentbasename": slug or name}
        address = fill(re.sub(r"(:\w+)\[[^\]]*\]", r"\1", pattern), {**date_values(post.moment), **names})
        if not address:
            return ""
        address = prefix + address
    else:
        address = "/".join([prefix, parents, slug or name])
    has_file = config.flag("uglyURLs")
    return tidy(address.rstrip("/") + (".html" if has_file else "/"))


def _pattern(section: str, config: Values) -> str:
    """Return the permalink pattern of *section*, or ``""``."""
    patterns = record_of(config.get("permalinks"))
    return text_of(record_of(patterns.get("page")).get(section)) or text_of(patterns.get(section))


def _language_prefix(language: str, config: Values) -> str:
    default = config.text("defaultContentLanguage") or "en"
    in_folder = language != default or config.flag("defaultContentLanguageInSubdir")
    return f"/{language.lower()}" if language and in_folder else ""


def _note_terms(source: Source, site: OldSite, sections: list[Page]) -> None:
    """Note the descriptions on the pages of tags and authors."""
    reader = PostReader(source, site)
    for page in sections:
        kind, _slash, name = posixpath.dirname(page.name).partition("/")
        if kind not in {"tags", "authors"} or not name or (page.language and page.language != site.language):
            continue
        values = Values(header.data) if (header := reader.header_of(page.path)) else Values({})
        said = {"label" if kind == "tags" else "name": values.text("title", "name")}
        said |= {"description": values.text("description")}
        told = {key: value for key, value in said.items() if value and value != name}
        if told and kind == "tags":
            site.tags[name] = told
        elif told:
            site.authors.setdefault(name, told)

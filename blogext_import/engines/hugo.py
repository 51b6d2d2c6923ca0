"""Hugo: posts in sections of ``content``, bundles, languages by file name and folder, permalinks by section."""

import posixpath
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

from blogext_import.addresses import date_values, fill, hugo_slug, tidy
from blogext_import.engines import content_tree as tree
from blogext_import.front_matter import Header
from blogext_import.old_files import Source, any_expression
from blogext_import.old_lists import note_list_pages, note_terms
from blogext_import.post_records import ImportedPost, OldSite
from blogext_import.reading import NOT_RENDERED, PostReader, stem_of
from blogext_import.settings import (
    list_of,
    merged,
    read_authors,
    read_list,
    read_settings,
    record_of,
    set_zone,
    text_of,
)
from blogext_import.values import Values, as_names, read_moment, split_name_date

_DEFAULT = {"tag": "tags", "category": "categories"}
_ENDINGS = ("toml", "yaml", "yml", "json")
_CONFIG = tuple(f"{name}.{ending}" for name in ("hugo", "config") for ending in _ENDINGS)
_FOLDER = "config/_default"
#: What Hugo merges over these when it builds the site, and does not when it serves a preview.
_PRODUCTION = "config/production"
#: Keys that Hugo reads, in this order, for the date of a page.
_DATES = ("date", "publishdate", "pubdate", "published", "lastmod", "modified")
#: Names that stand for several keys, and for none in the front matter, where Hugo is told which keys to read.
_KEYS = {":default": _DATES, ":filemodtime": (), ":git": ()}
_SHORTCODES = ("layouts/shortcodes/", "layouts/_shortcodes/")
#: Types and layouts of pages that are not posts.
_OTHER = frozenset({"page", "about", "search", "archives", "archive", "links", "contact", "home"})


def note_lists(post: ImportedPost, prefix: str, config: Values) -> None:
    """Note the lists of a post; *prefix* is that of the URLs in its language."""
    for plural, kind in _taxonomies(config).items():
        for is_old in (False, True):
            term = partial(_term, prefix, config, plural, is_old)
            note_terms(post, kind, term, partial(_term_feed, prefix, config, plural, is_old))


def note_site_lists(
    site: OldSite, sections: Iterable[str], config: Values, content: str, prefixes: Mapping[str, str]
) -> None:
    """Note the lists of the site; *sections* are those with posts, below the folder *content*.

    *prefixes* are those of URLs in the languages of the site; ``""`` is that of the only or the main one.
    """
    note_list_pages(site, lambda path: ended(path.removeprefix(f"{content}/").partition(".")[0], config))
    slugs = ["/".join(map(speller(config), name.split("/"))) for name in sections]
    if len(prefixes) > 1 and site.language:
        # Hugo itself redirects from there.
        site.lists[f"/{site.language.lower()}/"] = "post:"
    for language, prefix in prefixes.items():
        _note_language(site, language, prefix, slugs, config)


def _note_language(site: OldSite, language: str, prefix: str, sections: Iterable[str], config: Values) -> None:
    """Note the lists in one language; *sections* are the slugs of those with posts."""
    posts, feed = "post:", "feed:rss.xml"
    if prefix:
        posts, feed = f"language:{language}", f"feed:language:{language}/rss.xml"
    for plural, kind in _taxonomies(config).items():
        site.lists[f"{prefix}/{plural}/"] = f"{kind}:"
        if _has_feeds("taxonomy", config):
            site.lists[f"{prefix}/{plural}/{_feed_name(config)}"] = feed
    site.lists[f"{prefix}/"] = posts
    for slug in sections:
        site.lists[f"{prefix}/{slug}/"] = posts
        if _has_feeds("section", config):
            site.lists[f"{prefix}/{slug}/{_feed_name(config)}"] = feed
    if _has_feeds("home", config):
        site.lists[f"{prefix}/{_feed_name(config)}"] = feed


def _taxonomies(config: Values) -> dict[str, str]:
    """Return our taxonomies by the names that the site has for them."""
    if not {"taxonomy", "term"}.isdisjoint(_disabled(config)):
        return {}
    plurals = record_of(config.get("taxonomies")) or _DEFAULT
    return {name: tree.KINDS[name] for name in map(text_of, plurals.values()) if name in tree.KINDS}


def _disabled(config: Values) -> set[str]:
    return {name.lower() for name in as_names(config.get("disableKinds"))}


def _has_feeds(kind: str, config: Values) -> bool:
    """Return whether pages of a *kind* have feeds, as all lists do by default."""
    formats = as_names(record_of(config.get("outputs")).get(kind)) or ["rss"]
    return "rss" in map(str.lower, formats) and "rss" not in _disabled(config)


def _feed_name(config: Values) -> str:
    form = record_of(record_of(config.get("outputFormats")).get("RSS"))
    return f"{text_of(form.get('baseName')) or 'index'}.xml"


def _term_feed(prefix: str, config: Values, plural: str, is_old: bool, name: str) -> str:
    page = _term(prefix, config, plural, is_old, name) if _has_feeds("term", config) else ""
    return f"{page.removesuffix('.html').rstrip('/')}/{_feed_name(config)}" if page else ""


def _term(prefix: str, config: Values, plural: str, is_old: bool, name: str) -> str:
    slug = speller(config)(name, is_old=is_old)
    pattern = _pattern(plural, config, "term")
    names = dict.fromkeys(("slug", "title", "contentbasename", "slugorcontentbasename", "filename"), slug)
    path = fill(pattern, names) if pattern else f"/{plural}/{slug}"
    return ended(prefix + path, config, plural) if path and slug else ""


def speller(config: Values) -> Callable[..., str]:
    """Return the function that spells parts of URLs as the site does."""
    keeps_case, is_plain = (bool(config.flag(name)) for name in ("disablePathToLower", "removePathAccents"))
    return partial(hugo_slug, keeps_case=keeps_case, is_plain=is_plain)


def ended(path: str, config: Values, section: str = "") -> str:
    """Return the URL path of a page in a *section*, by default that in *path*; lists but of terms are folders."""
    sections = Values(record_of(config.get("uglyURLs")))
    is_ugly = config.flag("uglyURLs") or sections.flag(section or path.partition("/")[0])
    return tidy(path.rstrip("/") + (".html" if is_ugly else "/"))


def recognizes(source: Source) -> bool:
    if source.first(*(f"hugo.{ending}" for ending in _ENDINGS)) or source.has_folder(_FOLDER):
        return True
    config = source.read(source.first(*_CONFIG) or "") or ""
    return bool(
        re.search(r"^[ \t]*[\"']?baseurl[\"']?[ \t]*[:=]|^theme[ \t]*[:=]", config, re.MULTILINE | re.IGNORECASE)
    )


def read(source: Source) -> OldSite:
    config = Values(merged(_of_folder(source, _FOLDER, _CONFIG), _of_folder(source, _PRODUCTION)))
    site = _site(source, config)
    content = config.text("contentDir") or ("content" if source.has_folder("content") else "")
    folders = _folders(source, site, config, content)
    pages, sections = tree.pages_of(source, folders, site.languages or [site.language or "en"])
    reader = PostReader(source, site)
    folders_of_posts = _collect(reader, config, pages, tree.cascades_of(config, reader, sections))
    prefixes = {code: _language_prefix(code, config) for code in site.languages or [""]}
    note_site_lists(site, _sections(folders_of_posts, sections), config, content, prefixes)
    _note_terms(source, site, sections)
    tree.note_texts(reader, sections)
    files = {config.text("staticDir") or "static": "/"}
    site.static = files | {"assets": "/", content: "/"}
    site.published = files
    site.config = config.data
    site.definitions = tree.definitions_of(source, _SHORTCODES, as_names(config.get("theme")))
    return site


def _site(source: Source, config: Values) -> OldSite:
    params = Values(record_of(config.get("params")))
    site = OldSite(
        title=config.text("title") or params.text("title"),
        description=params.text("description") or config.text("description"),
        url=config.text("baseURL"),
        language=config.text("defaultContentLanguage", "languageCode"),
        author=params.text("author.name", "author") or config.text("author.name", "author"),
    )
    set_zone(site, config.text("timeZone"), source, source.first(*_CONFIG) or _FOLDER)
    site.authors = read_authors(read_list(source, *(f"data/authors.{ending}" for ending in _ENDINGS)))
    files = (path for path in source.below("data/authors") if path.endswith(_ENDINGS))
    site.authors |= read_authors({stem_of(path): read_list(source, path) for path in files})
    return site


def _folders(source: Source, site: OldSite, config: Values, content: str) -> list[tree.Folder]:
    languages = {code: Values(record_of(own)) for code, own in record_of(config.get("languages")).items()}
    site.languages = {code: own.text("label", "languageName") for code, own in languages.items()}
    site.title = _first(site.title, languages, "title")
    site.author = _first(site.author, languages, "params.author.name", "author.name", "params.author")
    folders = {text: code for code, own in languages.items() if (text := own.text("contentDir"))}
    if len(languages) > 1:
        site.language = config.text("defaultContentLanguage") or "en"
    folders = {content: "" if len(languages) < 2 else site.language} | folders
    path = source.first(*_CONFIG) or _FOLDER
    _note_mounts(source, config, folders, path)
    is_ignored = _ignored(source, config, path)
    return [tree.Folder(*entry, is_ignored) for entry in folders.items()]


def _first(text: str, languages: dict[str, Values], *names: str) -> str:
    """Return *text*, or the first text that a language has for one of the *names*."""
    return next(filter(None, (text, *(own.text(*names) for own in languages.values()))), "")


def _note_mounts(source: Source, config: Values, folders: dict[str, str], path: str) -> None:
    """Note the other folders that the configuration, in the file *path*, mounts as content."""
    message = "%(name)s is mounted as %(target)s: its posts are left out"
    for mount in map(Values, map(record_of, list_of(config.get("module.mounts")))):
        name, target = mount.text("source"), mount.text("target")
        if target.strip("/").startswith("content") and name not in folders:
            source.note(path, 0, message, name=name, target=target)


def _ignored(source: Source, config: Values, path: str) -> Callable[[str], bool]:
    """Return a function that tells whether the site ignores a file, by its configuration in the file *path*."""
    patterns = config.get("ignoreFiles")
    ignored = any_expression(
        [text for text in list_of(patterns) or [patterns] if isinstance(text, str)], source, path
    )
    # Hugo compares absolute paths.
    return lambda name: ignored(f"/{name}")


def _of_folder(source: Source, folder: str, others: Sequence[str] = ()) -> dict[str, Any]:
    """Return the configuration in the files of a folder, or in one of the *others*."""
    config = read_settings(source, *others, *(f"{folder}/{name}" for name in _CONFIG))
    for part in ("languages", "params", "permalinks", "module", "cascade"):
        names = [f"{folder}/{part}.{ending}" for ending in _ENDINGS]
        if settings := read_list(source, *names):
            config = {**config, part: settings}
    # Some themes have a file for each language.
    for path in source.below(folder):
        if match := re.fullmatch(r"languages\.([\w-]+)\.\w+", posixpath.basename(path)):
            languages = record_of(config.get("languages"))
            config = {**config, "languages": {**languages, match[1]: read_settings(source, path)}}
    return config


def _collect(reader: PostReader, config: Values, pages: list[tree.Page], cascades: list[tree.Cascade]) -> set[str]:
    """Add the posts among *pages* to the site; return the folders that contain them."""
    site = reader.site
    headers = _headers(reader, config, pages, cascades)
    main, dated, sections = _sections_of_posts(config, pages, headers)
    folders: set[str] = set()
    for page in pages:
        if (header := headers.get(page.path)) is None:
            continue
        if not _is_post(page, header, main, dated, sections):
            site.pages.append(page.path)
            continue
        # The main section of posts needs no folder of its own; nor do the language folders.
        site.add_root(page.folder if page.section != main[0] else posixpath.join(page.folder, main[0]).rstrip("/"))
        post = reader.post(page.path, _place(page, main[0], site), header)
        _complete(reader, post, page, header, config)
        note_lists(post, _language_prefix(page.language, config), config)
        site.posts.append(post)
        folders.add(page.parent)
    builds = {path: record_of(Values(header.data).get("_build", "build")) for path, header in headers.items()}
    private = {path for path, build in builds.items() if text_of(build.get("publishResources")) == "false"}
    tree.note_resources(reader.source, site, pages, private, speller(config))
    return folders


def _headers(
    reader: PostReader, config: Values, pages: list[tree.Page], cascades: list[tree.Cascade]
) -> dict[str, Header]:
    language = config.text("defaultContentLanguage") or next(iter(reader.site.languages), "en")
    return {
        page.path: tree.with_cascades(page, header, cascades, language)
        for page in pages
        if (header := reader.header_of(page.path))
    }


def _sections_of_posts(
    config: Values, pages: list[tree.Page], headers: dict[str, Header]
) -> tuple[list[str], set[str], set[str]]:
    """Return the main sections, the paths of the pages with a date, and all sections of posts."""
    dated = {path for path, header in headers.items() if Values(header.data).get(*_DATES)}
    # Documentation says when it was modified.
    published = {path for path in dated if Values(headers[path].data).get(*_DATES[:4])}
    wanted = as_names(config.get("mainSections")) or as_names(config.get("params.mainSections"))
    main = wanted or [tree.main_section(pages, published)]
    return main, dated, {*main, *tree.post_sections(pages, published)}


def _sections(folders: set[str], sections: list[tree.Page]) -> list[str]:
    """Return the sections of posts in these *folders*: those at the top, and those with a page of their own."""
    named = {posixpath.dirname(page.name) for page in sections}
    above = {folder for folder in named if any(each.startswith(f"{folder}/") for each in folders)}
    return sorted(({folder.partition("/")[0] for folder in folders} | above | (named & folders)) - {""})


def _is_post(page: tree.Page, header: Header, main: list[str], dated: set[str], sections: set[str]) -> bool:
    values = Values(header.data)
    kind = {values.text("type").lower(), values.text("layout").lower()}
    if kind & _OTHER or values.flag("headless"):
        return False
    if page.path in dated:
        return page.section in sections if page.section else "" in main
    # A section of posts contains no other kinds of pages.
    return bool(page.section) and page.section in main


def _place(page: tree.Page, main: str, site: OldSite) -> str:
    place = page.place.removeprefix(f"{main}/") if main else page.place
    by_folder = page.language and page.place == page.name and page.language != site.language
    return posixpath.join(page.language, place) if by_folder else place


def _complete(reader: PostReader, post: ImportedPost, page: tree.Page, header: Header, config: Values) -> None:
    values = Values(header.data)
    _date_by_name(reader, post, page, values, config)
    if page.language and len(reader.site.languages) > 1:
        post.fields.setdefault("language", page.language)
    build = record_of(values.get("_build", "build"))
    if text_of(build.get("list")) in {"never", "false"}:
        post.fields["unlisted"] = True
    if text_of(build.get("render")) in {"never", "false", "link"}:
        post.fields["draft"] = True
        reader.source.note(post.path, 0, NOT_RENDERED)
    post.names = [*tree.names_of(page), post.slug]
    address = _address(post, page, values, config)
    older = _address(post, page, values, config, is_old=True)
    post.addresses += dict.fromkeys([address, older])
    # An alias without a leading slash is relative to the page's parent.
    above = address.rstrip("/").rpartition("/")[0]
    post.fields["redirect"] = [posixpath.join(f"{above}/", name) for name in post.fields.get("redirect", [])]
    _set_publication(reader, post, header)


def _set_publication(reader: PostReader, post: ImportedPost, header: Header) -> None:
    """Set the date of a post to that of its publication, if that is to come; its URL has the other date."""
    # The site's own parameters may have the same names.
    written = Values({**header.data, "params": None}).text("publishDate", "pubdate", "published")
    date = read_moment(written, reader.site.zone or UTC) if written else None
    if date and date.moment > datetime.now(UTC):
        # Hugo publishes by this date, although it displays the other.
        post.moment, post.fields["date"] = date.moment, date.text
        message = "has the publication date %(date)s: used as the date of the post"
        reader.source.note(post.path, 0, message, date=date.text)


def _date_by_name(reader: PostReader, post: ImportedPost, page: tree.Page, values: Values, config: Values) -> None:
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


def _address(post: ImportedPost, page: tree.Page, values: Values, config: Values, *, is_old: bool = False) -> str:
    """Return the URL path of a post; with *is_old*, that from Hugo before version 0.123."""
    prefix = _language_prefix(page.language, config)
    spell = speller(config)
    if url := values.text("url"):
        return tidy(posixpath.join(f"{prefix}/", url))
    # Today, a plus sign is a space, and the whole path is in lowercase.
    space, hyphen, slash = ("+", "+", "/") if is_old else (" ", "-", "-")
    name = spell(page.title_name.replace("+", hyphen), is_old=is_old)
    slug = spell(post.slug.replace("+", space), is_old=True)
    own, parents = slug or name, spell(page.parent, is_old=is_old)
    pattern = _pattern(page.section, config)
    if not pattern:
        return ended("/".join([prefix, parents, own]), config, page.section)
    title = (post.title or page.title_name).replace("/", slash).replace("+", space)
    title = spell(title, is_old=True)
    names = {"slug": slug or title, "title": title, "section": page.section, "sections": parents}
    names |= dict.fromkeys(("filename", "contentbasename"), name)
    names |= dict.fromkeys(("slugorfilename", "slugorcontentbasename"), own)
    address = fill(pattern, {**date_values(post.moment), **names})
    address = address if is_old or config.flag("disablePathToLower") else address.lower()
    return ended(prefix + address, config, page.section) if address else ""


def _pattern(name: str, config: Values, kind: str = "page") -> str:
    """Return the pattern for URLs in a section, or of terms as its *kind*, without brackets behind names."""
    patterns = record_of(config.get("permalinks"))
    pattern = text_of(record_of(patterns.get(kind)).get(name)) or text_of(patterns.get(name))
    return re.sub(r"(:\w+)\[[^\[\]]*\]", r"\1", pattern)


def _language_prefix(language: str, config: Values) -> str:
    default = config.text("defaultContentLanguage") or "en"
    in_folder = language not in ("", default) or config.flag("defaultContentLanguageInSubdir")
    return f"/{(language or default).lower()}" if in_folder else ""


def _note_terms(source: Source, site: OldSite, sections: list[tree.Page]) -> None:
    """Note the descriptions on the pages of tags and authors."""
    reader = PostReader(source, site)
    entries = {"tags": site.tags, "authors": site.authors}
    for page in sections:
        kind, _slash, name = posixpath.dirname(page.name).partition("/")
        if kind not in entries or not name or page.language not in {"", site.language}:
            continue
        header = reader.header_of(page.path)
        values = Values(header.data if header else {})
        entry = {"label" if kind == "tags" else "name": values.text("title", "name")}
        entry |= {"description": values.text("description")}
        if entry := {key: value for key, value in entry.items() if value not in {"", name}}:
            entries[kind].setdefault(name, entry)

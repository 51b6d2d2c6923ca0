"""Pelican: ``content``, metadata in lines, fields and paths, settings in a ``pelicanconf.py`` that is not run."""

import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fnmatch import fnmatch
from functools import partial
from typing import Any

from blogext_import.addresses import pelican_slug, tidy
from blogext_import.front_matter import Header, read_docinfo, read_fenced, read_html, read_key_values
from blogext_import.headings import plain_text
from blogext_import.old_files import LEFT_OUT, Source
from blogext_import.old_lists import FIELDS, note_list, note_terms
from blogext_import.post_records import ImportedPost, OldSite
from blogext_import.reading import ADDRESS_UNKNOWN, TERM_UNKNOWN, PostReader, documents, stem_of, suffix_of
from blogext_import.rst_inline import plain_rst
from blogext_import.settings import list_of, read_python, record_of, set_zone, text_of
from blogext_import.values import Values

_WHOLE = {"ARCHIVES": "archive:", "TAGS": "tag:", "CATEGORIES": "category:", "AUTHORS": "author:"}
#: Settings for the feeds of all posts, and their defaults.
_FEEDS = {"FEED_ALL_ATOM": "feeds/all.atom.xml", "FEED_ATOM": "", "FEED_ALL_RSS": "", "FEED_RSS": ""}

#: The same for those of terms.
_TERM_FEEDS = {
    ("tag", "FEED_ATOM"): "",
    ("tag", "FEED_RSS"): "",
    ("category", "FEED_ATOM"): "feeds/{slug}.atom.xml",
    ("category", "FEED_RSS"): "",
    ("author", "FEED_ATOM"): "feeds/{slug}.atom.xml",
    ("author", "FEED_RSS"): "feeds/{slug}.rss.xml",
}
#: The same for those of posts that have translations, by language.
_LANGUAGE_FEEDS = {"TRANSLATION_FEED_ATOM": "feeds/all-{lang}.atom.xml", "TRANSLATION_FEED_RSS": ""}
_CONFIG = ("pelicanconf.py", "publishconf.py")
_READERS: dict[str, Callable[[str], Header | None]] = {".rst": read_docinfo, ".rest": read_docinfo}
_READERS |= {".html": read_html, ".htm": read_html}
_NAME = r"(?P<date>\d{4}-\d{2}-\d{2}).*"
#: Files of editors, which Pelican leaves out unless the site sets ``IGNORE_FILES``.
_IGNORED = ["**/.*", ".#*", "__pycache__"]


def note_lists(post: ImportedPost, config: dict[str, Any]) -> bool:
    """Note the lists of a post; return whether the slugs of all its terms are known."""
    is_known = True
    for kind in ("tag", "category", "author"):
        slugs = {name: term_slug(name, kind, config) for name in post.fields.get(FIELDS[kind], ())}
        is_known &= None not in slugs.values()
        address = _setting(config, f"{kind.upper()}_URL", f"{kind}/{{slug}}.html")
        page = partial(_filled, _setting(config, f"{kind.upper()}_SAVE_AS", address), slugs)
        for (each, name), default in _TERM_FEEDS.items():
            feed = _setting(config, f"{kind.upper()}_{name}", default) if each == kind else ""
            note_terms(post, kind, page, partial(_filled, feed, slugs))
    if moment := post.moment:
        for part in ("YEAR", "MONTH", "DAY"):
            pattern = _setting(config, f"{part}_ARCHIVE_SAVE_AS", "")
            address = re.sub(r"\{date:([^{}]*)\}", lambda match: moment.strftime(match[1]), pattern)
            note_list(post, address, f"archive:{moment.year:04}")
    return is_known


def note_site_lists(site: OldSite, config: dict[str, Any]) -> None:
    pages = {_setting(config, f"{kind}_SAVE_AS", f"{kind.lower()}.html"): kind for kind in _WHOLE}
    pages.pop("", None)
    site.lists |= {f"/{address.strip('/')}": _WHOLE[kind] for address, kind in pages.items()}
    site.lists[tidy(_setting(config, "INDEX_SAVE_AS", "index.html").removesuffix("index.html"))] = "post:"
    feeds, has_languages = {}, any(post.language for post in site.posts)
    for language in dict.fromkeys(post.language or site.language for post in site.posts):
        # Where no post names its language, this feed has all posts.
        folder = f"language:{language}/" * has_languages
        for name, default in _LANGUAGE_FEEDS.items():
            address = _setting(config, name, default).replace("%s", "{lang}").replace("{lang}", language)
            feeds[address] = f"feed:{folder}{_feed_name(name)}"
    feeds |= {_setting(config, name, default): f"feed:{_feed_name(name)}" for name, default in _FEEDS.items()}
    feeds.pop("", None)
    site.lists |= {f"/{address.strip('/')}": target for address, target in feeds.items()}


def _feed_name(setting: str) -> str:
    return "rss.xml" if setting.endswith("RSS") else "atom.xml"


def term_slug(name: str, kind: str, config: dict[str, Any]) -> str | None:
    """Return the slug of a term, or of a post (kind ``slug``); ``None`` if that needs a missing package."""
    substitutions = config.get(f"{kind.upper()}_REGEX_SUBSTITUTIONS", config.get("SLUG_REGEX_SUBSTITUTIONS"))
    is_unicode = bool(config.get("SLUGIFY_USE_UNICODE"))
    rules = [pair for pair in list_of(substitutions) if isinstance(pair, list) and len(pair) >= 2]
    keeps_case = bool(config.get("SLUGIFY_PRESERVE_CASE"))
    return pelican_slug(name, rules=rules or None, is_unicode=is_unicode, keeps_case=keeps_case)


def _setting(config: dict[str, Any], name: str, default: str) -> str:
    """Return a setting; ``""`` if the site turns it off."""
    return text_of(config[name]) if name in config else default


def _filled(pattern: str, slugs: Mapping[str, str | None], name: str) -> str:
    slug = slugs[name]
    return pattern.replace("{slug}", slug) if slug and "{" not in pattern.replace("{slug}", "") else ""


def recognizes(source: Source) -> bool:
    return bool(source.first("pelicanconf.py"))


def read(source: Source) -> OldSite:
    config = read_python(source, *_CONFIG)
    author = text_of(config.get("AUTHOR"))
    site = OldSite(
        title=text_of(config.get("SITENAME")),
        description=text_of(config.get("SITESUBTITLE")),
        url=text_of(config.get("SITEURL")),
        language=text_of(config.get("DEFAULT_LANG")) or "en",
        author=author,
    )
    set_zone(site, text_of(config.get("TIMEZONE")), source, "pelicanconf.py")
    site.extensions = frozenset(_names(config.get("PLUGINS"), []))
    content = posixpath.normpath(text_of(config.get("PATH")) or "content")
    content = content if source.has_folder(content) else ""
    for name, default in (("NOTEBOOK_DIR", "notebooks"), ("CODE_DIR", "code")):
        site.includes.append(posixpath.join(content, text_of(config.get(name)) or default))
    others = [*_names(config.get("PAGE_PATHS"), ["pages"]), *_names(config.get("ARTICLE_EXCLUDES"), [])]
    site.for_pages = [posixpath.join(content, name) for name in others if name]
    reader = PostReader(source, site, separator=r"\s*[;,]\s*", keeps_offsets=True, is_lenient=True)
    _note_files(site, config, content)
    for folder in _names(config.get("ARTICLE_PATHS"), [""]):
        _read_folder(reader, posixpath.join(content, folder).rstrip("/"), content, config)
    _address_all(reader, config)
    # Some plugins look here for a notebook.
    site.includes.append(content)
    site.static = {content: "/"}
    note_site_lists(site, config)
    return site


def _read_folder(reader: PostReader, root: str, content: str, config: dict[str, Any]) -> None:
    source, site = reader.source, reader.site
    site.roots.append(root)
    others = tuple(f"{folder}/" for folder in site.for_pages)
    for path in documents(source, root, parts=[*site.includes, *site.published]):
        if is_ignored(path.removeprefix(content).strip("/"), config):
            if not stem_of(path).startswith("."):
                source.note(path, 0, LEFT_OUT)
        elif path.startswith(others):
            site.pages.append(path)
        elif header := reader.header_of(path, _READERS.get(suffix_of(path), _read_markdown)):
            _add(reader, path, content, root, header, config)


def _note_files(site: OldSite, config: dict[str, Any], content: str) -> None:
    names = [posixpath.normpath(name) for name in _names(config.get("STATIC_PATHS"), ["images"])]
    site.published = {
        posixpath.normpath(posixpath.join(content, name)): posixpath.normpath(f"/{name}") for name in names
    }
    if "." in site.published:
        site.published[""] = site.published.pop(".")


def _names(value: Any, default: list[str]) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [str(name) for name in value] if isinstance(value, list) else default


def _read_markdown(text: str) -> Header | None:
    # The metadata may begin with a line of hyphens and end with an empty line, as no YAML does.
    top, *below = text.lstrip().split("\n\n", 1)
    is_open = top.startswith("---\n") and not re.search(r"\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", top)
    is_yaml = not is_open or (bool(below) and bool(re.match(r"\s*[\w-]+:(?:.*\n)+?---[ \t]*\n", below[0])))
    return (read_fenced(text) if is_yaml else None) or read_key_values(text)


def _separated(data: dict[str, Any], plain: Callable[[str], str]) -> dict[str, Any]:
    """Return metadata with lists of names split as in Pelican: at semicolons, or else at commas.

    ``author`` and ``category`` are single names, whatever characters they contain. The summary becomes *plain*.
    """
    forms: dict[str, Callable[[str], Any]] = {
        "summary": lambda text: plain(text_of(text)),
        "authors": lambda text: [{"name": name} for name in _parts(text)],
        "tags": _parts,
        "author": lambda text: [{"name": text}],
        "category": lambda text: [text],
    }
    return {
        key: forms[key.lower()](value) if isinstance(value, str) and key.lower() in forms else value
        for key, value in data.items()
    }


def _parts(text: str) -> list[str]:
    return list(filter(None, map(str.strip, text.split(";" if ";" in text else ","))))


def _add(reader: PostReader, path: str, content: str, root: str, header: Header, config: dict[str, Any]) -> None:
    own = {key: value for key, value in header.data.items() if value not in (None, "")}
    data = metadata_of(path.removeprefix(content).strip("/"), config) | own
    if not own and "title" not in data:
        # Without any metadata, it is not an article but a README or an included file.
        reader.site.pages.append(path)
        return
    if text_of(data.get("status")) == "skip":
        return
    is_rst = _READERS.get(suffix_of(path)) is read_docinfo
    header = replace(header, data=_separated(data, plain_rst if is_rst else plain_text))
    post = reader.post(path, path.removeprefix(f"{root}/").rpartition(".")[0], header)
    values = Values(data)
    _add_defaults(reader, post, values, config)
    # Of the plugin ``summary``.
    post.separator = text_of(config.get("SUMMARY_END_MARKER", "<!-- PELICAN_END_SUMMARY -->"))
    post.folders.append(content)
    post.names = [path.removeprefix(f"{content}/"), posixpath.basename(path)]
    address = values.text("save_as", "url")
    if address and "{" not in address:
        post.addresses.append(tidy(address))
        post.link = tidy(values.text("url"))
    reader.site.posts.append(post)
    if not note_lists(post, config):
        reader.source.note(post.path, 0, TERM_UNKNOWN)


def _add_defaults(reader: PostReader, post: ImportedPost, values: Values, config: dict[str, Any]) -> None:
    """Give a post the date, category and author that the site has for posts without one."""
    date = config.get("DEFAULT_DATE")
    if date and post.moment is None and not values.text("date"):
        if not isinstance(date, str):
            date = "-".join(f"{part:02}" for part in date[:3] if isinstance(part, int))
        reader.date_from(post, date)
    post.fields.setdefault("category", [_default_category(config)])
    if reader.site.author and "author" not in post.fields:
        post.fields["author"] = [reader.site.author]


def _default_category(config: dict[str, Any]) -> str:
    return text_of(config.get("DEFAULT_CATEGORY")) or "misc"


def _address_all(reader: PostReader, config: dict[str, Any]) -> None:
    """Set the URLs of posts; posts with the same slug are translations."""
    for slug, posts in _by_slug(reader, config).items():
        languages = {post.language or reader.site.language for post in posts}
        for post in posts:
            if len(languages) > 1:
                post.fields.setdefault("translation_key", slug)
                post.fields.setdefault("language", reader.site.language)
            if not post.addresses:
                post.addresses.append(_address(post, reader.site, config))
                post.link = _address(post, reader.site, config, part="URL")


def _by_slug(reader: PostReader, config: dict[str, Any]) -> dict[str, list[ImportedPost]]:
    groups: dict[str, list[ImportedPost]] = {}
    by_title = config.get("SLUGIFY_SOURCE") != "basename"
    for post in reader.site.posts:
        text = post.title if by_title and post.title else stem_of(post.path)
        slug = post.slug or term_slug(text, "slug", config)
        if slug is None:
            reader.source.note(post.path, 0, ADDRESS_UNKNOWN)
            continue
        post.slug = slug
        post.names.append(slug)
        groups.setdefault(slug, []).append(post)
    return groups


def _address(post: ImportedPost, site: OldSite, config: dict[str, Any], part: str = "SAVE_AS") -> str:
    """Return the URL path of the file of a post, or with *part*, ``"URL"``, that of links to it."""
    kind, folder = ("DRAFT", "drafts/") if post.fields.get("draft") else ("ARTICLE", "")
    language = post.language or site.language
    # Whether there is a post in the site's own language does not matter.
    kind, ending = (kind, "") if language == site.language else (f"{kind}_LANG", "-{lang}")
    form = config.get(f"{kind}_{part}") or config.get(f"{kind}_URL") or f"{folder}{{slug}}{ending}.html"
    values = {"slug": post.slug, "lang": language}
    for key, default in (("category", _default_category(config)), ("author", site.author)):
        values[key] = term_slug(next(iter(post.fields.get(key, ())), default), key, config) or ""
    if moment := post.moment:
        dated = r"\{date(?::([^{}]*))?\}"
        form = re.sub(dated, lambda match: moment.strftime(match[1] or "%Y-%m-%d"), str(form))
    return tidy(re.sub(r"\{(\w+)(?::[^{}]*)?\}", lambda match: values.get(match[1], ""), str(form)))


def is_ignored(path: str, config: dict[str, Any]) -> bool:
    """Return whether a pattern in ``IGNORE_FILES`` matches the name of the file or of a folder in *path*."""
    patterns = _names(config.get("IGNORE_FILES"), _IGNORED)
    return any(fnmatch(name, pattern) for name in path.split("/") for pattern in patterns)


def metadata_of(path: str, config: dict[str, Any]) -> dict[str, Any]:
    """Return the metadata that the settings give to the post *path*, relative to the content, by lowercase keys.

    As in Pelican, ``DEFAULT_CATEGORY`` and ``DEFAULT_DATE`` take precedence over the same in ``DEFAULT_METADATA``,
    and the name of the folder over a category in ``EXTRA_PATH_METADATA``.
    """
    metadata = _plain(_pairs(config.get("DEFAULT_METADATA")))
    metadata.pop("category", None)
    if config.get("DEFAULT_DATE"):
        metadata.pop("date", None)
    for place, record in sorted(
        record_of(config.get("EXTRA_PATH_METADATA")).items(), key=lambda pair: str(pair[0])
    ):
        if path == place or path.startswith(f"{str(place).rstrip('/')}/"):
            metadata |= _plain(_pairs(record))
    return metadata | _metadata_in(path, config)


def _metadata_in(path: str, config: dict[str, Any]) -> dict[str, Any]:
    """Return the metadata in a path, by the group names of the site's regular expressions."""
    folder, name = posixpath.split(path)
    sources = [
        (config.get("FILENAME_METADATA", _NAME), posixpath.splitext(name)[0]),
        (config.get("PATH_METADATA"), path),
        ("(?P<category>.+)" if config.get("USE_FOLDER_AS_CATEGORY", True) else "", posixpath.basename(folder)),
    ]
    metadata: dict[str, Any] = {}
    for pattern, text in sources:
        try:
            match = re.match(text_of(pattern), text)
        except re.error:
            continue
        metadata = (_plain(match.groupdict()) if match else {}) | metadata
    return metadata


def _pairs(value: Any) -> dict[Any, Any]:
    """Return a record, which may be written as pairs."""
    pairs = [pair for pair in list_of(value) if isinstance(pair, list) and len(pair) == 2]
    return record_of(value) or {key: each for key, each in pairs if isinstance(key, str)}


def _plain(record: dict[Any, Any]) -> dict[str, Any]:
    """Return a record with lowercase keys and without empty values; scalars become strings, as in posts."""
    return {
        str(key).lower(): value if isinstance(value, list) else str(value)
        for key, value in record.items()
        if value not in (None, "", []) and not isinstance(value, dict)
    }

"""Pelican: ``content``, metadata in lines or fields, settings in ``pelicanconf.py``, which is not executed."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blogext_import.addresses import tidy
from blogext_import.engines.pelican.lists import note_lists, note_site_lists, term_slug
from blogext_import.engines.pelican.path_metadata import given_metadata, is_ignored
from blogext_import.front_matter import Header, read_fenced
from blogext_import.globs import LEFT_OUT
from blogext_import.header_lines import read_docinfo, read_html, read_key_values
from blogext_import.headings import plain_text
from blogext_import.post_records import OldSite
from blogext_import.reading import (
    ADDRESS_UNKNOWN,
    TERM_UNKNOWN,
    PostReader,
    documents,
    stem_of,
    suffix_of,
)
from blogext_import.rst_inline import plain_rst
from blogext_import.settings import read_python, set_zone, text_of
from blogext_import.values import Values

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from blogext_import.old_files import Source
    from blogext_import.post_records import ImportedPost

_CONFIG = ("pelicanconf.py", "publishconf.py")
_READERS: dict[str, Callable[[str], Header | None]] = {".rst": read_docinfo, ".rest": read_docinfo}
_READERS |= {".html": read_html, ".htm": read_html}


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
    others = [posixpath.join(content, name) for name in others if name]
    site.for_pages = others
    reader = PostReader(source, site, separator=r"\s*[;,]\s*", keeps_offsets=True, is_lenient=True)
    for folder in _names(config.get("ARTICLE_PATHS"), [""]):
        root = posixpath.join(content, folder).rstrip("/")
        site.roots.append(root)
        for path in documents(source, root, parts=site.includes):
            if is_ignored(path.removeprefix(content).strip("/"), config):
                if not stem_of(path).startswith("."):
                    source.note(path, 0, LEFT_OUT)
                continue
            if any(path.startswith(f"{other}/") for other in others):
                site.pages.append(path)
            elif header := reader.header_of(path, _READERS.get(suffix_of(path), _read_markdown)):
                _add(reader, path, content, root, header, config)
    _address_all(reader, config)
    site.static = {content: "/"}
    _note_files(site, config, content)
    note_site_lists(site, config)
    return site


def _note_files(site: OldSite, config: dict[str, Any], content: str) -> None:
    """Note the files that the site publishes."""
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


def _separated(data: dict[str, Any]) -> dict[str, Any]:
    """Return metadata with lists of names split as in Pelican: at semicolons, or else at commas.

    ``author`` and ``category`` are single names, whatever characters they contain.
    """
    made: dict[str, Any] = {}
    for key, value in data.items():
        name = key.lower()
        if isinstance(value, str) and name in {"authors", "tags"}:
            names = [part.strip() for part in value.split(";" if ";" in value else ",") if part.strip()]
            value = [{"name": part} for part in names] if name == "authors" else names
        elif isinstance(value, str) and name in {"author", "category"}:
            value = [{"name": value}] if name == "author" else [value]
        made[key] = value
    return made


def _add(reader: PostReader, path: str, content: str, root: str, header: Header, config: dict[str, Any]) -> None:
    own = {key: value for key, value in header.data.items() if value not in (None, "")}
    data = given_metadata(path.removeprefix(content).strip("/"), config) | own
    if not own and "title" not in data:
        # Without any metadata, it is not an article but a README or an included file.
        reader.site.pages.append(path)
        return
    if text_of(data.get("status")) == "skip":
        return
    if summary := text_of(data.get("summary")):
        data["summary"] = (plain_rst if _READERS.get(suffix_of(path)) is read_docinfo else plain_text)(summary)
    header = replace(header, data=_separated(data))
    post = reader.post(path, path.removeprefix(f"{root}/").rpartition(".")[0], header)
    if not Values(data).text("date"):
        _date_by_default(reader, post, config.get("DEFAULT_DATE"))
    post.fields.setdefault("category", [_default_category(config)])
    if reader.site.author and "author" not in post.fields:
        post.fields["author"] = [reader.site.author]
    # Of the plugin ``summary``.
    post.separator = text_of(config.get("SUMMARY_END_MARKER")) or "<!-- PELICAN_END_SUMMARY -->"
    post.folders.append(content)
    post.names = [path.removeprefix(f"{content}/"), posixpath.basename(path)]
    given = Values(data).text("save_as", "url")
    if given and "{" not in given:
        post.addresses.append(tidy(given))
        post.link = tidy(Values(data).text("url"))
    reader.site.posts.append(post)
    if not note_lists(post, config):
        reader.source.note(post.path, 0, TERM_UNKNOWN)


def _default_category(config: dict[str, Any]) -> str:
    return text_of(config.get("DEFAULT_CATEGORY")) or "misc"


def _date_by_default(reader: PostReader, post: ImportedPost, default: Any) -> None:
    """Give a post without a date the one that the site has for such posts."""
    if post.moment is not None or not default:
        return
    if not isinstance(default, str):
        default = "-".join(f"{part:02}" for part in default[:3] if isinstance(part, int))
    reader.date_from(post, default)


def _address_all(reader: PostReader, config: dict[str, Any]) -> None:
    """Set the URLs of posts; posts with the same slug are translations."""
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
    for slug, posts in groups.items():
        languages = {post.language or reader.site.language for post in posts}
        for post in posts:
            if len(languages) > 1:
                post.fields.setdefault("translation_key", slug)
                post.fields.setdefault("language", reader.site.language)
            if not post.addresses:
                post.addresses.append(_address(post, reader.site, config))
                post.link = _address(post, reader.site, config, part="URL")


def _address(post: ImportedPost, site: OldSite, config: dict[str, Any], part: str = "SAVE_AS") -> str:
    """Return the URL path of the file of a post, or with *part*, ``"URL"``, that of links to it."""
    kind = "ARTICLE" if not post.fields.get("draft") else "DRAFT"
    prefix = "" if kind == "ARTICLE" else "drafts/"
    # Whether there is a post in the site's own language does not matter.
    if (post.language or site.language) == site.language:
        form = config.get(f"{kind}_{part}") or config.get(f"{kind}_URL") or prefix + "{slug}.html"
    else:
        form = config.get(f"{kind}_LANG_{part}") or config.get(f"{kind}_LANG_URL") or prefix + "{slug}-{lang}.html"
    category, author = (post.fields.get(key) or [""] for key in ("category", "author"))
    values = {
        "slug": post.slug,
        "lang": post.language or site.language,
        "category": term_slug(category[0] or _default_category(config), "category", config) or "",
        "author": term_slug(author[0] or site.author, "author", config) or "",
    }
    return tidy(re.sub(r"\{(\w+)(?::([^{}]*))?\}", lambda match: _fill(match, values, post.moment), str(form)))


def _fill(match: re.Match[str], values: dict[str, str], moment: datetime | None) -> str:
    if match[1] == "date" and moment:
        return moment.strftime(match[2] or "%Y-%m-%d")
    return values.get(match[1], "")

"""Zola: posts in sections of ``content``, dates in file names, ASCII slugs by default."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from blogext_import.addresses import tidy
from blogext_import.engines.bundles import note_resources
from blogext_import.engines.content_tree import (
    Folder,
    Page,
    definitions_of,
    main_section,
    names_of,
    note_texts,
    pages_of,
)
from blogext_import.engines.zola.lists import Section, note_lists, note_site_lists, settings_of
from blogext_import.globs import any_glob
from blogext_import.post_dates import date_in, split_name_date
from blogext_import.post_records import OldSite
from blogext_import.reading import ADDRESS_UNKNOWN, TERM_UNKNOWN, PostReader
from blogext_import.settings import read_settings, record_of, text_of
from blogext_import.slugs import zola_slug
from blogext_import.values import Values, as_names

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from blogext_import.front_matter import Header
    from blogext_import.old_files import Source
    from blogext_import.post_records import ImportedPost

_CONFIG = ("config.toml", "zola.toml")


def recognizes(source: Source) -> bool:
    config = source.read(source.first(*_CONFIG) or "") or ""
    return "base_url" in config


def read(source: Source) -> OldSite:
    config = read_settings(source, *_CONFIG)
    site = OldSite(
        title=text_of(config.get("title")),
        description=text_of(config.get("description")),
        url=text_of(config.get("base_url")),
        language=text_of(config.get("default_language")) or "en",
        author=text_of(config.get("author")) or text_of(record_of(config.get("extra")).get("author")),
    )
    others = record_of(config.get("languages"))
    site.languages = {site.language: "", **dict.fromkeys(others, "")} if others else {}
    content = "content" if source.has_folder("content") else ""
    folder = Folder(content, site.language if others else "", leaves_out=_ignored(config, content))
    pages, sections = pages_of(source, [folder], others)
    reader = PostReader(source, site)
    _collect(reader, pages, content, config, _with_feeds(reader, sections))
    _withdraw(reader, sections)
    note_site_lists(site, config, _listing(reader, sections))
    note_texts(reader, sections)
    site.config = config
    site.definitions = definitions_of(source, ("templates/shortcodes/",), as_names(config.get("theme")))
    note_resources(source, site, [page for page in pages if page.is_folder], set(), str)
    site.static, site.published = {"static": "/", content: "/"}, {"static": "/"}
    return site


def _ignored(config: dict[str, Any], content: str) -> Callable[[str], bool]:
    """Return a function that tells whether the site ignores a file below the folder *content*."""
    is_ignored = any_glob(as_names(config.get("ignored_content")), crosses=True)

    def check(path: str) -> bool:
        below = path.removeprefix(f"{content}/")
        # Zola compares absolute paths, but people write paths below the folder.
        return any(map(is_ignored, (below, f"/{below}", f"/{content}/{below}")))

    return check


def _withdraw(reader: PostReader, sections: list[Page]) -> None:
    """Make the posts drafts that are in sections that are drafts."""
    folders = [
        f"{posixpath.dirname(page.path)}/"
        for page in sections
        if (header := reader.header_of(page.path)) and Values(header.data).flag("draft")
    ]
    for post in reader.site.posts:
        if post.path.startswith(tuple(folders)) and not post.fields.get("draft"):
            post.fields["draft"] = True
            reader.source.note(post.path, 0, "is in a section that is a draft: it is a draft")


def _with_feeds(reader: PostReader, sections: list[Page]) -> tuple[str, ...]:
    """Return the folders of sections with a feed of their own, which are blogs of their own."""
    headers = {posixpath.dirname(page.name): reader.header_of(page.path) for page in sections}
    return tuple(
        f"{folder}/"
        for folder, header in headers.items()
        if folder and header and Values(header.data).flag("generate_feeds", "generate_feed")
    )


def _collect(
    reader: PostReader, pages: list[Page], content: str, config: dict[str, Any], feeds: tuple[str, ...]
) -> None:
    """Add the posts among *pages*, which are below the folder *content*, to the site; *feeds* have only posts."""
    site = reader.site
    headers = {page.path: header for page in pages if (header := reader.header_of(page.path))}
    dated = {page.path for page in pages if page.path in headers and _is_dated(page, headers[page.path])}
    main = main_section(pages, dated)
    for page in pages:
        if (header := headers.get(page.path)) is None:
            continue
        in_main = page.section == main
        # A section of posts contains no other kinds of pages; elsewhere, a date makes a page a post.
        if not (in_main and main) and page.path not in dated and not page.name.startswith(feeds):
            site.pages.append(page.path)
            continue
        root = posixpath.join(content, main).rstrip("/") if in_main else content
        site.roots += [root] if root not in site.roots else []
        site.posts.append(_post(reader, page, main, header, config))


def _listing(reader: PostReader, sections: list[Page]) -> dict[str, Section]:
    """Return the *sections* that have posts, and the home pages, which may list them all, by their URL paths."""
    # A home page needs no file.
    others = [code for code in reader.site.languages if code != reader.site.language]
    found = {f"/{code}/": Section(code, {}) for code in others}
    for page in sections:
        folder = posixpath.dirname(page.name)
        has_posts = not folder or any(
            post.path.startswith(f"{posixpath.dirname(page.path)}/") for post in reader.site.posts
        )
        if has_posts and (header := reader.header_of(page.path)):
            found[tidy(f"{_prefix(page, reader.site)}/{folder}/")] = Section(page.language, header.data)
    return found


def _is_dated(page: Page, header: Header) -> bool:
    values = Values(header.data)
    is_named = split_name_date(page.title_name)[0] or date_in(values.text("path"))
    return values.get("date") is not None or bool(is_named)


def _post(reader: PostReader, page: Page, main: str, header: Header, config: dict[str, Any]) -> ImportedPost:
    post = reader.post(page.path, page.place.removeprefix(f"{main}/") if main else page.place, header)
    # Custom taxonomies are kept as keys under their own names.
    post.fields["other"] |= _own_terms(header)
    reader.date_by_name(post, page.title_name)
    if page.language:
        post.fields.setdefault("language", page.language)
    post.names = [*names_of(page), post.slug]
    if address := _address(post, page, header, config, reader.site):
        post.addresses.append(address)
    else:
        reader.source.note(page.path, 0, ADDRESS_UNKNOWN)
    prefix = _prefix(page, reader.site)
    if not note_lists(post, prefix, settings_of(config, page.language) if prefix else config):
        reader.source.note(page.path, 0, TERM_UNKNOWN)
    return post


def _own_terms(header: Header) -> dict[str, Any]:
    known = {"tags", "tag", "categories", "category", "authors", "author", "series"}
    terms = record_of(Values(header.data).get("taxonomies"))
    return {name: as_names(value) for name, value in terms.items() if name not in known and value}


def _prefix(page: Page, site: OldSite) -> str:
    return f"/{page.language}" if page.language and page.language != site.language else ""


def _address(post: ImportedPost, page: Page, header: Header, config: dict[str, Any], site: OldSite) -> str:
    prefix = _prefix(page, site)
    if path := Values(header.data).text("path"):
        return tidy(f"{path.strip('/')}/")
    settings = record_of(config.get("slugify"))
    name = post.slug or page.title_name
    if not post.slug and text_of(settings.get("paths_keep_dates")) != "true":
        name = split_name_date(name)[1] or name
    slug = zola_slug(name, text_of(settings.get("paths")))
    return tidy(f"{prefix}/{page.parent}/{slug}/") if slug is not None else ""

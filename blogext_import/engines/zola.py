"""Zola: posts in sections of ``content``, dates in file names, ASCII slugs by default, declared taxonomies."""

import posixpath
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

from blogext_import.addresses import tidy, zola_slug
from blogext_import.engines import content_tree as tree
from blogext_import.front_matter import Header
from blogext_import.old_files import Source, any_glob
from blogext_import.old_lists import FIELDS, note_terms
from blogext_import.post_records import ImportedPost, OldSite
from blogext_import.reading import ADDRESS_UNKNOWN, NOT_RENDERED, TERM_UNKNOWN, PostReader
from blogext_import.settings import list_of, read_settings, record_of, text_of
from blogext_import.values import Values, as_names, date_in, split_name_date

_OURS = frozenset({"tags", "tag", "categories", "category", "authors", "author", "series"})
_CONFIG = ("config.toml", "zola.toml")
_FEEDS = ("generate_feeds", "generate_feed")
#: What each language has settings of its own for.
_OWN = ("taxonomies", *_FEEDS, "feed_filenames", "feed_filename")


def recognizes(source: Source) -> bool:
    config = source.read(source.first(*_CONFIG) or "") or ""
    return "base_url" in config


def read(source: Source) -> OldSite:
    config = read_settings(source, *_CONFIG)
    site = OldSite(
        title=text_of(config.get("title")),
        description=text_of(config.get("description")),
        url=text_of(config.get("base_url")),
        language=text_of(config.get("default_language", "en")),
        author=text_of(config.get("author")) or text_of(record_of(config.get("extra")).get("author")),
    )
    others = record_of(config.get("languages"))
    site.languages = {site.language: "", **dict.fromkeys(others, "")} if others else {}
    content = "content" if source.has_folder("content") else ""
    folder = tree.Folder(content, next(iter(site.languages), ""), _ignored(config, content))
    pages, sections = tree.pages_of(source, [folder], others)
    reader = PostReader(source, site)
    _collect(reader, pages, content, config, _with_feeds(reader, sections))
    _withdraw(reader, sections)
    lists = _listing(reader, sections)
    for language in site.languages or [""]:
        own = {address: settings for address, (code, settings) in lists.items() if code == language}
        _note_language(site, config, language, own)
    tree.note_texts(reader, sections)
    site.config = config
    site.definitions = tree.definitions_of(source, ("templates/shortcodes/",), as_names(config.get("theme")))
    tree.note_resources(source, site, [page for page in pages if page.is_folder], set(), str)
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


def _withdraw(reader: PostReader, sections: list[tree.Page]) -> None:
    folders = [
        f"{posixpath.dirname(page.path)}/"
        for page in sections
        if (header := reader.header_of(page.path)) and Values(header.data).flag("draft")
    ]
    for post in reader.site.posts:
        if post.path.startswith(tuple(folders)) and not post.fields.get("draft"):
            post.fields["draft"] = True
            reader.source.note(post.path, 0, "is in a section that is a draft: it is a draft")


def _with_feeds(reader: PostReader, sections: list[tree.Page]) -> tuple[str, ...]:
    """Return the folders of sections with a feed of their own, which are blogs of their own."""
    headers = {posixpath.dirname(page.name): reader.header_of(page.path) for page in sections}
    return tuple(
        f"{folder}/"
        for folder, header in headers.items()
        if folder and header and Values(header.data).flag(*_FEEDS)
    )


def _collect(
    reader: PostReader, pages: list[tree.Page], content: str, config: dict[str, Any], feeds: tuple[str, ...]
) -> None:
    """Add the posts among *pages*, which are below the folder *content*, to the site; *feeds* have only posts."""
    site = reader.site
    headers = [(page, header) for page in pages if (header := reader.header_of(page.path))]
    dated = {page.path for page, header in headers if _is_dated(page, header)}
    main = tree.main_section(pages, dated)
    for page, header in headers:
        # A section of posts contains no other kinds of pages; elsewhere, a date makes a page a post.
        is_whole = page.section in {main} - {""} or page.name.startswith(feeds)
        if is_whole or page.path in dated:
            site.add_root(posixpath.join(content, main).rstrip("/") if page.section == main else content)
            site.posts.append(_post(reader, page, main, header, config))
        else:
            site.pages.append(page.path)


def _listing(reader: PostReader, sections: list[tree.Page]) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the lists of posts by their URL paths, each with its language and its front matter.

    These are the *sections* that have posts, and the home pages, which may list them all.
    """
    # A home page needs no file.
    others = [code for code in reader.site.languages if code != reader.site.language]
    lists: dict[str, tuple[str, dict[str, Any]]] = {f"/{code}/": (code, {}) for code in others}
    for page in sections:
        folder = posixpath.dirname(page.name)
        has_posts = not folder or any(
            post.path.startswith(f"{posixpath.dirname(page.path)}/") for post in reader.site.posts
        )
        if has_posts and (header := reader.header_of(page.path)):
            lists[tidy(f"{_prefix(page, reader.site)}/{folder}/")] = (page.language, header.data)
    return lists


def _is_dated(page: tree.Page, header: Header) -> bool:
    values = Values(header.data)
    is_named = split_name_date(page.title_name)[0] or date_in(values.text("path"))
    return values.get("date") is not None or bool(is_named)


def _post(reader: PostReader, page: tree.Page, main: str, header: Header, config: dict[str, Any]) -> ImportedPost:
    is_rendered = text_of(header.data.pop("render", "")) != "false"
    post = reader.post(page.path, page.place.removeprefix(f"{main}/") if main else page.place, header)
    if not is_rendered:
        post.fields["draft"] = True
        reader.source.note(page.path, 0, NOT_RENDERED)
    # Custom taxonomies are kept as keys under their own names.
    terms = record_of(Values(header.data).get("taxonomies"))
    post.fields["other"] |= {name: as_names(value) for name, value in terms.items() if name not in _OURS and value}
    reader.date_by_name(post, page.title_name)
    if page.language:
        post.fields.setdefault("language", page.language)
    post.names = [*tree.names_of(page), post.slug]
    if address := _address(post, page, header, config, reader.site):
        post.addresses.append(address)
    else:
        reader.source.note(page.path, 0, ADDRESS_UNKNOWN)
    prefix = _prefix(page, reader.site)
    if not note_lists(post, prefix, settings_of(config, page.language) if prefix else config):
        reader.source.note(page.path, 0, TERM_UNKNOWN)
    return post


def _prefix(page: tree.Page, site: OldSite) -> str:
    return f"/{page.language}" if page.language and page.language != site.language else ""


def _address(post: ImportedPost, page: tree.Page, header: Header, config: dict[str, Any], site: OldSite) -> str:
    prefix = _prefix(page, site)
    if path := Values(header.data).text("path"):
        return tidy(f"{path.strip('/')}/")
    settings = record_of(config.get("slugify"))
    name = post.slug or page.title_name
    if not post.slug and text_of(settings.get("paths_keep_dates")) != "true":
        name = split_name_date(name)[1] or name
    slug = zola_slug(name, text_of(settings.get("paths")))
    return tidy(f"{prefix}/{page.parent}/{slug}/") if slug is not None else ""


def settings_of(config: dict[str, Any], language: str) -> dict[str, Any]:
    """Return the settings for a *language* other than the main one."""
    own = record_of(record_of(config.get("languages")).get(language))
    return {name: value for name, value in config.items() if name not in _OWN} | own


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


def _note_language(
    site: OldSite, config: dict[str, Any], language: str, sections: Mapping[str, dict[str, Any]]
) -> None:
    prefix, posts, feeds, settings = "", "post:", "feed:", config
    if language not in {"", site.language}:
        prefix, posts, feeds = f"/{language}", f"language:{language}", f"feed:language:{language}/"
        settings = settings_of(config, language)
    for name, kind in _taxonomies(settings).items():
        site.lists[f"{prefix}/{_root(settings)}{_slug(name, settings)}/"] = f"{kind}:"
    site.lists |= dict.fromkeys(sections, posts)
    with_feeds = [address for address, own in sections.items() if Values(own).flag(*_FEEDS)]
    with_feeds += [f"{prefix}/"] if Values(settings).flag(*_FEEDS) else []
    for address, name in product(with_feeds, _feed_names(settings)):
        site.lists.setdefault(f"{address}{name}", f"{feeds}{'rss.xml' if name.startswith('rss') else 'atom.xml'}")


def _feed_names(config: dict[str, Any]) -> list[str]:
    return as_names(config.get("feed_filenames")) or as_names(config.get("feed_filename")) or ["atom.xml"]


def _taxonomies(config: dict[str, Any]) -> dict[str, str]:
    names = [text_of(record_of(entry).get("name")) for entry in list_of(config.get("taxonomies"))]
    return {name: tree.KINDS[name] for name in names if name in tree.KINDS}


def _root(config: dict[str, Any]) -> str:
    root = text_of(config.get("taxonomy_root")).strip("/")
    return f"{root}/" if root else ""


def _slug(name: str, config: dict[str, Any]) -> str | None:
    return zola_slug(name, text_of(record_of(config.get("slugify")).get("taxonomies")))

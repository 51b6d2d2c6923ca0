"""Hexo: ``source/_posts`` and ``source/_drafts``, permalinks by a pattern in ``_config.yml``, lists by maps."""

import hashlib
import posixpath
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from blogext_import.addresses import date_values, fill, hexo_slug, split_url, tidy
from blogext_import.front_matter import Header, read_hexo
from blogext_import.old_files import Source
from blogext_import.old_lists import note_list, note_list_pages, note_terms
from blogext_import.post_records import ImportedPost, OldSite
from blogext_import.reading import FORMATS, PostReader, documents, stem_of, suffix_of
from blogext_import.settings import merged, read_authors, read_list, read_settings, record_of, set_zone, text_of
from blogext_import.values import Values, as_names, one_line

_CONFIG = ("_config.yml", "_config.yaml", "_config.json")
_PERMALINK = ":year/:month/:day/:title/"
#: Patterns for the parts of file names that are not arbitrary text.
_SEGMENTS = {
    "year": r"\d{4}",
    "month": r"\d\d",
    "day": r"\d\d",
    "i_month": r"\d+",
    "i_day": r"\d+",
    "hash": "[0-9a-f]{12}",
}
_FEEDS = {"atom": "atom.xml", "rss2": "rss2.xml"}
#: The paths of drafts, and of posts that are hidden by the name of their file or folder.
_DRAFT = re.compile(r"(?:\A|/)(?:_drafts/|_posts/(?:[^/]+/)*[_.])")


def recognizes(source: Source) -> bool:
    package = source.read("package.json") or ""
    if bool(source.first(*_CONFIG)) and '"hexo"' in package:
        return True
    # Octopress, which is based on Jekyll, also keeps its posts there.
    has_posts = source.has_folder("source/_posts") or source.has_folder("scaffolds")
    return has_posts and not source.first("Gemfile", "Rakefile")


def _note_rendering(site: OldSite, config: dict[str, Any], package: str) -> None:
    """Note whether line breaks are displayed, as most renderers do."""
    markdown = record_of(config.get("markdown"))
    options = [Values(record_of(part)) for part in (config.get("marked"), markdown, markdown.get("render"))]
    flags = [flag for part in options if (flag := part.flag("breaks")) is not None]
    site.breaks_lines = flags[-1] if flags else '"hexo-renderer-pandoc"' not in package


def read(source: Source) -> OldSite:
    config = read_settings(source, *_CONFIG)
    languages = [name for name in as_names(config.get("language")) if name != "default"]
    site = OldSite(
        title=text_of(config.get("title")),
        description=text_of(config.get("description")),
        url=text_of(config.get("url")),
        language=languages[0] if languages else "",
        author=text_of(config.get("author")),
        languages=dict.fromkeys(languages, ""),
    )
    package = source.read("package.json") or ""
    _note_rendering(site, config, package)
    if not split_url(site.url).path.strip("/"):
        # Either of the two settings may contain the folder of the site.
        site.url = site.url.rstrip("/") + (text_of(config.get("root")) or "/")
    set_zone(site, text_of(config.get("timezone")), source, source.first(*_CONFIG) or "")
    folder = text_of(config.get("source_dir")) or "source"
    top = folder if source.has_folder(folder) else ""
    site.authors = read_authors(read_list(source, f"{top}/_data/authors.yml", f"{top}/_data/authors.yaml"))
    reader = PostReader(source, site, header=read_hexo, reads_clocks=True)
    _collect(reader, top, config)
    _note_settings(source, site, config, top)
    _note_asset_folders(source, site, config)
    note_site_lists(site, config, package, top)
    return site


def _collect(reader: PostReader, top: str, config: dict[str, Any]) -> None:
    source, site = reader.source, reader.site
    paths = set()
    for name in ("_posts", "_drafts"):
        root = f"{top}/{name}".lstrip("/")
        site.roots += [root] if source.has_folder(root) else []
        for path in documents(source, root):
            paths.add(path)
            if header := reader.header_of(path):
                site.posts.append(_post(reader, path, root, header, config))
    site.pages = [path for path in documents(source, top) if path not in paths and f"{top}/_data/" not in path]


def _note_settings(source: Source, site: OldSite, config: dict[str, Any], top: str) -> None:
    site.static = site.published = {top: "/"}
    site.includes = [posixpath.join(top, text_of(config.get("code_dir")) or "downloads/code")]
    # Of the plugin ``hexo-generator-alias``.
    aliases = record_of(config.get("alias"))
    site.forwards = {str(old): text_of(new) for old, new in aliases.items() if text_of(new)}
    # The options of the theme may be in a file of their own.
    theme = text_of(config.get("theme")) or "landscape"
    site.config = merged(read_settings(source, f"_config.{theme}.yml", f"_config.{theme}.yaml"), config)


def _note_asset_folders(source: Source, site: OldSite, config: dict[str, Any]) -> None:
    """Note the URL paths of the files in the folders of posts, all of which are published."""
    published = [post for post in site.posts if post.addresses and not post.fields.get("draft")]
    for post in published if Values(config).flag("post_asset_folder") else ():
        folder, place = post.folders[0], re.sub(r"\.html?\Z", "", post.addresses[0])
        for path in source.below(folder):
            if "/." not in path and suffix_of(path) not in FORMATS:
                site.resources[path] = posixpath.join(place, path.removeprefix(f"{folder}/"))


def _post(reader: PostReader, path: str, root: str, header: Header, config: dict[str, Any]) -> ImportedPost:
    post = reader.post(path, path.removeprefix(f"{root}/").rpartition(".")[0], _protected(header, config))
    reader.date_by_name(post, stem_of(path))
    if _DRAFT.search(path) or text_of(header.data.get("layout")) == "draft":
        post.fields["draft"] = True
    # With ``post_asset_folder``, a folder with the name of the post contains its files.
    post.folders = [path.rpartition(".")[0], *post.folders]
    parts = _parts_of_name(post.place, text_of(config.get("new_post_name")) or ":title.md")
    if parts.get("lang"):
        post.fields.setdefault("language", parts["lang"])
    reader.date_by_name(post, "-".join(parts.get(key, "") for key in ("year", "month", "day")))
    slug = parts["title"]
    post.names = [slug, post.place, post.title, stem_of(path)]
    permalink = header.data.get("permalink")
    if isinstance(permalink, str) and permalink.strip():
        post.addresses.append(tidy(permalink))
    else:
        moments = [post.moment, post.moment.astimezone(UTC)] if post.moment else [None]
        # Hexo takes the day from the clock of the machine that builds the site, and many run in UTC.
        addresses = [_address(post, moment, slug, header.data, config, reader.site.language) for moment in moments]
        post.addresses += dict.fromkeys(addresses)
    note_lists(post, header.data, config)
    return post


def _protected(header: Header, config: dict[str, Any]) -> Header:
    """Return front matter with the password of one of its tags, by ``hexo-blog-encrypt``, if it has none."""
    entries = map(record_of, Values(config).get("encrypt.tags") or ())
    passwords = {text_of(entry.get("name")): text_of(entry.get("password")) for entry in entries}
    password = next(filter(None, map(passwords.get, Values(header.data).names("tags", "tag"))), "")
    # An empty string turns it off.
    is_open = header.data.get("password") is None
    return replace(header, data={**header.data, "password": password}) if password and is_open else header


def _parts_of_name(place: str, pattern: str) -> dict[str, str]:
    """Return the parts of a file name by *pattern*, such as ``:lang/:year-:title.md``: at least a title."""
    names = re.split(r":(\w+)", pattern.removesuffix(".md"))
    form = "".join(
        f"(?P<{part}>{_SEGMENTS.get(part, '.+?')})" if number % 2 else re.escape(part)
        for number, part in enumerate(names)
    )
    try:
        match = re.fullmatch(form, place)
    except re.error:
        # A name occurs twice.
        match = None
    parts = match.groupdict() if match else {}
    months = {key: parts.get(key, parts.get(f"i_{key}", "")) for key in ("month", "day")}
    # Otherwise, Hexo makes one word of the whole path.
    return {"title": hexo_slug(place)} | parts | {key: value for key, value in months.items() if value}


def _address(
    post: ImportedPost,
    moment: datetime | None,
    slug: str,
    data: dict[str, Any],
    config: dict[str, Any],
    language: str,
) -> str:
    # Of a list in its place, JavaScript writes the items.
    values = {key: one_line(text) for key, value in data.items() if isinstance(text := _text(value), str)}
    values = {**record_of(config.get("permalink_defaults")), **values, **date_values(moment)}
    values |= {"title": slug, "name": stem_of(slug + ".md"), "post_title": hexo_slug(post.title).lower()}
    values["lang"] = post.language or values.get("lang") or language
    values["category"] = _category(data.get("categories") or data.get("category"), config)
    if moment:
        seconds = int(moment.timestamp())
        values |= {"timestamp": str(seconds)}
        # Hexo's identifier of the post, not a secret.
        values["hash"] = hashlib.sha1(f"{slug}{seconds}".encode(), usedforsecurity=False).hexdigest()[:12]
    pattern = text_of(config.get("permalink")) or _PERMALINK
    return fill(pattern, {key: str(value) for key, value in values.items() if value is not None})


def _text(value: Any) -> Any:
    return ",".join(map(str, value)) if isinstance(value, list) else value


def _category(value: Any, config: dict[str, Any]) -> str:
    """Return the category part of URLs: the slugs of the last category path."""
    names = category_paths(value)[-1]
    if not names:
        return text_of(config.get("default_category")) or "uncategorized"
    return "/".join(term_slug(name, "category_map", config) for name in names)


def note_lists(post: ImportedPost, data: dict[str, Any], config: dict[str, Any]) -> None:
    folder = _folder(config, "tag_dir", "tags")
    note_terms(post, "tag", lambda name: f"{folder}/{term_slug(name, 'tag_map', config)}/")
    folder = _folder(config, "category_dir", "categories")
    for path in category_paths(data.get("categories") or data.get("category")):
        slugs = [term_slug(name, "category_map", config) for name in path]
        for depth, name in enumerate(path, start=1):
            note_list(post, f"{folder}/{'/'.join(slugs[:depth])}/", f"category:{name}")
    if post.moment:
        archive = f"{_folder(config, 'archive_dir', 'archives')}/{post.moment.year:04}"
        # Our archives of months are optional.
        for address in (archive, f"{archive}/{post.moment.month:02}"):
            note_list(post, f"{address}/", f"archive:{post.moment.year:04}")


def note_site_lists(site: OldSite, config: dict[str, Any], package: str, top: str) -> None:
    """Note the lists of the site; *top* is the folder of its sources."""
    site.lists[f"/{_folder(config, 'archive_dir', 'archives')}/"] = "archive:"
    site.lists[tidy(f"{text_of(record_of(config.get('index_generator')).get('path'))}/")] = "post:"
    note_list_pages(site, lambda path: path.removeprefix(f"{top}/").rpartition(".")[0].removesuffix("index"))
    feed = record_of(config.get("feed"))
    if feed or "hexo-generator-feed" in package:
        types = as_names(feed.get("type")) or ["atom"]
        paths = as_names(feed.get("path")) or [_FEEDS.get(kind, "") for kind in types]
        for kind, path in zip(types, paths, strict=False):
            if path:
                site.lists[f"/{path.strip('/')}"] = f"feed:{'rss' if kind == 'rss2' else 'atom'}.xml"


def term_slug(name: str, table: str, config: dict[str, Any]) -> str:
    """Return the slug of a term; the option *table* may map its name to another."""
    mapped = record_of(config.get(table)).get(name)
    slug = hexo_slug(str(mapped) if mapped else name)
    case = str(config.get("filename_case") or 0)
    return slug.lower() if case == "1" else slug.upper() if case == "2" else slug


def category_paths(value: Any) -> list[list[str]]:
    """Return the paths of categories: a list of names is one path, and so is each list within a list."""
    if isinstance(value, list) and any(isinstance(item, list) for item in value):
        return [as_names(item) for item in value]
    return [as_names(value)]


def _folder(config: dict[str, Any], name: str, default: str) -> str:
    return text_of(config.get(name)).strip("/") or default

"""Material for MkDocs: the blogs of its plugin ``blog``, with ``.authors.yml`` and a URL format, and feeds."""

import posixpath
import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from babel.dates import format_datetime

from blogext_import.addresses import material_slug, tidy
from blogext_import.front_matter import Header
from blogext_import.headings import first_heading
from blogext_import.old_files import Source
from blogext_import.old_lists import note_list, note_list_pages, note_terms
from blogext_import.post_records import ImportedPost, OldSite
from blogext_import.reading import PostReader, documents, stem_of
from blogext_import.settings import list_of, merged, read_authors, read_list, read_settings, record_of, text_of
from blogext_import.values import as_names

_CONFIG = ("mkdocs.yml", "mkdocs.yaml")
_OTHER_CONFIG = re.compile(r"mkdocs[\w.-]*\.ya?ml")
_INHERIT = re.compile(r"^INHERIT:[ \t]*[\"']?(?:\./)?([\w./-]+)", re.MULTILINE)
_DEEPEST = 5
_FEEDS = ("/feed_rss_created.xml", "/feed_rss_updated.xml")


class _Blog(NamedTuple):
    """One blog of the site: its folder and the folder of its posts, below ``docs``, and the plugin's options.

    *slugs* are those of authors that have one.
    """

    folder: str
    posts: str
    options: dict[str, Any]
    slugs: dict[str, str]


def recognizes(source: Source) -> bool:
    return bool(_config_file(source))


def _config_file(source: Source) -> str:
    """Return the configuration: ``mkdocs.yml``, or another of that kind that no other inherits from."""
    others = [path for path in source.files if _OTHER_CONFIG.fullmatch(path)]
    texts = {path: source.read(path) or "" for path in others}
    inherited = {match[1] for text in texts.values() for match in _INHERIT.finditer(text)}
    return source.first(*_CONFIG) or next((path for path in others if path not in inherited), "")


def _config(source: Source, path: str, depth: int = 0) -> dict[str, Any]:
    """Return the settings in a file, over those that it inherits."""
    settings = read_settings(source, path)
    base = posixpath.normpath(posixpath.join(posixpath.dirname(path), text_of(settings.pop("INHERIT", ""))))
    return (
        merged(_config(source, base, depth + 1), settings) if source.has(base) and depth < _DEEPEST else settings
    )


def read(source: Source) -> OldSite:
    config = _config(source, _config_file(source))
    docs = text_of(config.get("docs_dir")) or "docs"
    docs = docs if source.has_folder(docs) else ""
    theme = record_of(config.get("theme"))
    site = OldSite(
        title=text_of(config.get("site_name")),
        description=text_of(config.get("site_description")),
        url=text_of(config.get("site_url")),
        language=text_of(theme.get("language")),
        author=text_of(config.get("site_author")),
    )
    reader = PostReader(source, site)
    ending = _ending(config)
    for blog in _blogs(config):
        _read_blog(reader, blog, config, docs)
    paths = {post.path for post in site.posts}
    site.pages = [path for path in documents(source, docs, ("md",)) if path not in paths]
    site.static = site.published = {docs: "/"}
    note_list_pages(site, lambda path: _page_address(path, docs, ending))
    site.forwards = _forwards(site, config, docs, ending)
    extensions = _options(config.get("markdown_extensions"))
    site.config = config
    loaded = [name for name in ("katex", "mathjax") if name in str(config.get("extra_javascript")).lower()]
    site.extensions = frozenset([*extensions, *loaded, *_options(config.get("plugins"))])
    snippets = extensions.get("pymdownx.snippets", {})
    site.includes = [posixpath.normpath(path) for path in as_names(snippets.get("base_path"))]
    _append(source, site, as_names(snippets.get("auto_append")))
    return site


def _read_blog(reader: PostReader, blog: _Blog, config: dict[str, Any], docs: str) -> None:
    source, site = reader.source, reader.site
    site.lists[f"/{_folder(blog)}{_ending(config)}" if _folder(blog) else "/"] = "post:"
    if "rss" in map(str.strip, _options(config.get("plugins"))):
        site.lists |= dict.fromkeys(_FEEDS, "feed:rss.xml")
    authors = text_of(blog.options.get("authors_file")) or "{blog}/.authors.yml"
    record = record_of(read_list(source, _below(docs, authors.replace("{blog}", blog.folder))))
    people = record.get("authors") or record
    site.authors |= read_authors(people)
    slugs = {str(key): text_of(record_of(person).get("slug")) for key, person in record_of(people).items()}
    blog.slugs.update({key: slug for key, slug in slugs.items() if slug})
    root = _below(docs, blog.posts)
    site.roots.append(root)
    for name in documents(source, root, ("md",)):
        if header := reader.header_of(name):
            site.posts.append(_post(reader, name, root, header, (blog, config), docs))


def _append(source: Source, site: OldSite, names: list[str]) -> None:
    """Add the texts of files that the site has at the end of each page, such as abbreviations."""
    paths = [posixpath.normpath(posixpath.join(folder, name)) for name in names for folder in (*site.includes, "")]
    texts = [text for path in dict.fromkeys(paths) if source.has(path) and (text := source.read(path))]
    for post in site.posts if texts else ():
        post.body = "\n\n".join([post.body.rstrip("\n"), *(text.strip("\n") for text in texts)]) + "\n"


def _page_address(path: str, docs: str, ending: str) -> str:
    name = path.removeprefix(f"{docs}/" if docs else "").rpartition(".")[0]
    is_index = posixpath.basename(name) in ("index", "README")
    return tidy(f"{posixpath.dirname(name)}/" if is_index else f"{name}{ending}")


def _forwards(site: OldSite, config: dict[str, Any], docs: str, ending: str) -> dict[str, str]:
    """Return the redirects of the plugin ``redirects``, whose keys and values are files below ``docs``."""
    posts = {post.path: post.addresses[0] for post in site.posts}
    forwards = {}
    for old, new in record_of(_options(config.get("plugins")).get("redirects", {}).get("redirect_maps")).items():
        path = _below(docs, text_of(new).partition("#")[0])
        if "://" not in text_of(new):
            address = _page_address(_below(docs, str(old)), docs, ending)
            forwards[address] = posts.get(path) or _page_address(path, docs, ending)
    return forwards


def _blogs(config: dict[str, Any]) -> list[_Blog]:
    """Return the blogs of the site, or the default one if none are configured."""
    blogs = []
    for name, options in _options(config.get("plugins")).items():
        if re.fullmatch(r"(material/)?blog(\s.*)?", name):
            folder = (text_of(options.get("blog_dir")) or "blog").strip("./")
            posts = (text_of(options.get("post_dir")) or "{blog}/posts").replace("{blog}", folder)
            blogs.append(_Blog(folder, posts, options, {}))
    return blogs or [_Blog("blog", "blog/posts", {}, {})]


def _options(value: Any) -> dict[str, dict[str, Any]]:
    """Return the options in a list of names and of records with one name each, or in one record.

    A second plugin of the same name gets a space after it.
    """
    options_by_name: dict[str, dict[str, Any]] = {}
    for entry in list_of(value) or [{name: own} for name, own in record_of(value).items()]:
        for name, options in (entry if isinstance(entry, dict) else {str(entry): {}}).items():
            key = str(name)
            while key in options_by_name:
                key += " "
            options_by_name[key] = record_of(options)
    return options_by_name


def _below(folder: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(folder, path.lstrip("/")))


def _post(
    reader: PostReader, path: str, root: str, header: Header, blog: tuple[_Blog, dict[str, Any]], docs: str
) -> ImportedPost:
    header.data = _joined(_defaults(reader, path, docs), header.data)
    post = reader.post(path, path.removeprefix(f"{root}/").rpartition(".")[0], header)
    reader.date_by_name(post, stem_of(path))
    post.names = [post.place, stem_of(path), post.slug]
    post.addresses.append(_address(post, *blog, reader.site))
    post.separator = text_of(blog[0].options.get("post_excerpt_separator"))
    note_lists(post, _folder(blog[0]), blog[0].options, blog[0].slugs, _ending(blog[1]))
    return post


def _defaults(reader: PostReader, path: str, docs: str) -> dict[str, Any]:
    """Return the metadata for all pages of a folder from ``.meta.yml`` files, which may be above the posts."""
    metadata: dict[str, Any] = {}
    for folder in map(str, PurePosixPath(path).parents):
        if folder.startswith(docs):
            metadata = _joined(record_of(read_list(reader.source, f"{folder}/.meta.yml")), metadata)
    return metadata


def _joined(above: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Return metadata with that of the folder above: lists are joined, of other values the own ones are used."""
    lists = {key: value for key, value in above.items() if isinstance(value, list)}
    both = {key: [*value, *own[key]] for key, value in lists.items() if isinstance(own.get(key), list)}
    return {**above, **own, **both}


def _address(post: ImportedPost, blog: _Blog, config: dict[str, Any], site: OldSite) -> str:
    options = blog.options
    form = text_of(options.get("post_url_format")) or "{date}/{slug}"
    dates = text_of(options.get("post_url_date_format")) or "yyyy/MM/dd"
    most = text_of(options.get("post_url_max_categories")) or "1"
    categories = post.fields.get("category", [])[: int(most[:9]) if most.isdecimal() else 1]
    title = post.title or first_heading(post.body) or stem_of(post.path)
    date = _formatted(post.moment, dates)
    if date is None:
        return ""
    values = {
        "slug": post.slug or material_slug(title),
        "date": date,
        "categories": "/".join(material_slug(name) for name in categories),
        "file": stem_of(post.path),
    }
    name = re.sub(r"\{(\w+)\}", lambda match: values.get(match[1], ""), form)
    return tidy(f"{_folder(blog)}/{name.strip('/')}{_ending(config)}")


def _formatted(moment: datetime | None, form: str) -> str | None:
    """Return a date in Babel's *form*, ``""`` for no date, or ``None`` if the form is invalid."""
    if moment is None:
        return ""
    try:
        return format_datetime(moment, form, locale="en")
    except (ValueError, LookupError, AttributeError):
        return None


def _ending(config: dict[str, Any]) -> str:
    return ".html" if text_of(config.get("use_directory_urls")).lower() == "false" else "/"


def _folder(blog: _Blog) -> str:
    return "" if blog.folder == "." else blog.folder


def note_lists(
    post: ImportedPost, folder: str, options: dict[str, Any], slugs: Mapping[str, str], ending: str
) -> None:
    """Note the lists of a post of the blog in *folder*, with the *options* of the plugin and authors' *slugs*."""
    if not _is_off(options, "categories"):
        form = text_of(options.get("categories_url_format")) or "category/{slug}"
        note_terms(post, "category", lambda name: _list_address(folder, form, material_slug(name), ending))
    if not _is_off(options, "archive"):
        _note_archive(post, folder, options, ending)
    if text_of(options.get("authors_profiles")).lower() == "true":
        form = text_of(options.get("authors_profiles_url_format")) or "author/{slug}"
        note_terms(post, "author", lambda name: _list_address(folder, form, slugs.get(name, name), ending))


def _note_archive(post: ImportedPost, folder: str, options: dict[str, Any], ending: str) -> None:
    form = text_of(options.get("archive_url_format")) or "archive/{date}"
    dates = text_of(options.get("archive_url_date_format")) or text_of(options.get("archive_date_format"))
    if (date := _formatted(post.moment, dates or "yyyy")) and post.moment:
        note_list(post, _list_address(folder, form, date, ending), f"archive:{post.moment.year:04}")


def _is_off(options: dict[str, Any], name: str) -> bool:
    return text_of(options.get(name)).lower() == "false"


def _list_address(folder: str, form: str, name: str, ending: str) -> str:
    filled = form.replace("{slug}", name).replace("{date}", name)
    return f"/{folder}/{filled.strip('/')}{ending}" if name else ""

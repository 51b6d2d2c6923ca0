"""Nikola: ``POSTS`` folders, metadata in comments or ``.meta`` files, translations by name, lists and feeds."""

import posixpath
import re
from fnmatch import fnmatch
from typing import Any, NamedTuple

from blogext_import.addresses import nikola_slug, tidy
from blogext_import.front_matter import Header, read_docinfo, read_fenced, read_nikola
from blogext_import.notebooks import read_notebook
from blogext_import.old_files import Source
from blogext_import.old_lists import FIELDS, note_list
from blogext_import.post_records import ImportedPost, OldSite
from blogext_import.reading import (
    ADDRESS_UNKNOWN,
    FORMATS,
    TERM_UNKNOWN,
    PostReader,
    documents,
    stem_of,
    suffix_of,
)
from blogext_import.settings import list_of, read_python, record_of, set_zone, text_of
from blogext_import.values import Values, as_names

_PATHS = {"tag": ("TAG_PATH", "categories"), "category": ("CATEGORY_PATH", "categories")}
_PATHS |= {"author": ("AUTHOR_PATH", "authors")}
#: Settings for the lists of all terms, which otherwise are in the folders above.
_INDEX_PATHS = {"tag": "TAGS_INDEX_PATH", "category": "CATEGORIES_INDEX_PATH"}
_CONFIG = ("conf.py",)
_LINES = ("title", "slug", "date", "tags", "link", "description")
#: Tags that were used before there was a status.
_STATES = {"draft": "draft", "private": "unlisted"}
_PICTURES = frozenset({".jpg", ".jpeg", ".png", ".gif", ".svg", ".bmp", ".tiff", ".webp", ".avif"})
_POSTS = [["posts/*.rst", "posts", ""], ["posts/*.md", "posts", ""], ["posts/*.txt", "posts", ""]]


def read_header(text: str) -> Header | None:
    return read_fenced(text) or read_nikola(text)


def read_post(reader: PostReader, path: str, config: dict[str, Any]) -> Header | None:
    """Return the metadata of a post; a translation has that of the original for keys that it does not set."""
    header = _with_meta(reader, path)
    if header is None:
        return None
    original, language = original_of(reader, path)
    by_name = _metadata_in(original or path, config)
    if language and (other := _with_meta(reader, original)):
        # The dates of a translation itself are not shown.
        dates: dict[str, Any] = {
            key: other.data[key] for key in ("date", "updated") if other.data.get("date") and key in other.data
        }
        header.data = {**other.data, **header.data, **dates}
    header.data = {**by_name, **header.data}
    return header


def original_of(reader: PostReader, path: str) -> tuple[str, str]:
    """Return the original of a translation, and the language of the translation; ``""`` for other posts."""
    stem, dot, suffix = path.rpartition(".")
    original, _dot, language = stem.rpartition(".")
    path_of_original = f"{original}{dot}{suffix}"
    is_one = bool(original) and language in reader.site.languages and reader.source.has(path_of_original)
    return (path_of_original, language) if is_one else ("", "")


def _metadata_in(path: str, config: dict[str, Any]) -> dict[str, Any]:
    """Return the metadata in the path of a post, by the group names of the site's regular expression."""
    try:
        match = re.match(text_of(config.get("FILE_METADATA_REGEXP")) or r"(?!)", path)
    except re.error:
        return {}
    metadata = {key.lower(): value for key, value in match.groupdict().items() if value} if match else {}
    if metadata.get("title") and config.get("FILE_METADATA_UNSLUGIFY_TITLES", True):
        metadata["title"] = re.sub(r"[_.-]", " ", metadata["title"]).strip().capitalize()
    return metadata


def _with_meta(reader: PostReader, path: str) -> Header | None:
    is_notebook = suffix_of(path) == ".ipynb"
    header = reader.header_of(path, read_notebook if is_notebook else None)
    if header is None or (is_notebook and header.first_line):
        return None
    meta = reader.source.read(f"{posixpath.splitext(path)[0]}.meta")
    if meta is not None:
        # An old form has values in lines, without keys.
        lines = zip(_LINES, map(str.strip, meta.split("\n")), strict=False)
        header.data = {**(read_header(meta) or Header(dict(lines))).data, **header.data}
    elif not header.data and {".ipynb": "ipynb", **FORMATS}.get(suffix_of(path), "rst") == "rst":
        return read_docinfo(header.body) or header
    return header


class _Folder(NamedTuple):
    """A folder of posts, the folders of their pages by language, and the pattern of their file names.

    The language ``""`` stands for those that have no folder of their own.
    """

    root: str
    targets: dict[str, str]
    pattern: str

    def target(self, language: str) -> str:
        return self.targets.get(language, self.targets[""])


class _Page(NamedTuple):
    """What the URLs of a post have in common in all languages; *original* is its file without language."""

    folder: _Folder
    below: str
    name: str
    original: str

    def address(self, prefix: str, language: str) -> str:
        return tidy("/".join([prefix, self.folder.target(language), self.below, self.name]))


def recognizes(source: Source) -> bool:
    config = source.read("conf.py") or ""
    return bool(re.search(r"^(NIKOLA|BLOG_TITLE|POSTS)\b", config, re.MULTILINE))


def read(source: Source) -> OldSite:
    config = read_python(source, *_CONFIG)
    language = text_of(config.get("DEFAULT_LANG", "en"))
    site = OldSite(
        title=text_of(_own(config.get("BLOG_TITLE"), language)),
        description=text_of(_own(config.get("BLOG_DESCRIPTION"), language)),
        url=text_of(config.get("SITE_URL")) or text_of(config.get("BASE_URL")),
        language=language,
        author=text_of(_own(config.get("BLOG_AUTHOR"), language)),
    )
    set_zone(site, text_of(config.get("TIMEZONE")), source, "conf.py")
    translations = record_of(config.get("TRANSLATIONS"))
    site.languages = dict.fromkeys(translations, "") if len(translations) > 1 else {}
    reader = PostReader(source, site, separator=r"\s*,\s*", header=read_header, is_lenient=True)
    prefixes = {code: text_of(translations[code]).strip("./") for code in site.languages}
    folders = _folders(config)
    site.roots = list(dict.fromkeys(folder.root for folder in folders))
    pages = _read_posts(reader, folders, prefixes, config)
    site.for_pages = list(dict.fromkeys(folder.root for folder in _folders(config, "PAGES")))
    site.pages = [path for root in site.for_pages for path in documents(source, root) if path not in pages]
    site.pages += _galleries(source, config)
    _note_hidden(site, config)
    site.static = site.published = _static(config)
    site.forwards = _forwards(config)
    site.includes = list(map(str, _listings(config)))
    _note_fallbacks(site, pages, prefixes, config)
    for code, prefix in {language: "", **prefixes}.items():
        _note_site_lists(site, config, code, prefix)
    return site


def _read_posts(
    reader: PostReader, folders: list[_Folder], prefixes: dict[str, str], config: dict[str, Any]
) -> dict[str, _Page]:
    """Add the posts in the *folders* to the site, and return their pages by their files."""
    pages: dict[str, _Page] = {}
    _note_others(reader, folders)
    for folder in folders:
        # Files with this suffix are reStructuredText.
        more = [path for path in reader.source.below(folder.root) if suffix_of(path) in (".txt", ".ipynb")]
        for path in sorted({*documents(reader.source, folder.root), *more}):
            if path not in pages and (header := read_post(reader, path, config)):
                # Several entries may share a folder, for posts with different patterns, also in subfolders.
                name = posixpath.basename(path)
                likely = (each for each in folders if each.root == folder.root and fnmatch(name, each.pattern))
                own = next(likely, folder)
                pages[path] = _add_post(reader, path, own, header, prefixes, config)
    return pages


def _note_others(reader: PostReader, folders: list[_Folder]) -> None:
    """Note the translations that an option names after their format, such as ``a.md.es``."""
    for path in dict.fromkeys(path for folder in folders for path in reader.source.below(folder.root)):
        name, _dot, code = path.rpartition(".")
        if code in reader.site.languages and (suffix_of(name) in FORMATS or suffix_of(name) == ".txt"):
            reader.source.lose(
                path,
                "is a translation named by TRANSLATIONS_PATTERN: rename it to %(name)s",
                name=f"{posixpath.splitext(name)[0]}.{code}{suffix_of(name)}",
            )


def _note_fallbacks(
    site: OldSite, pages: dict[str, _Page], prefixes: dict[str, str], config: dict[str, Any]
) -> None:
    """Add what posts without a translation have in the other languages, which show them as they are."""
    if config.get("SHOW_UNTRANSLATED_POSTS", True) is False:
        return
    versions: dict[str, dict[str, ImportedPost]] = {}
    for post in site.posts:
        versions.setdefault(pages[post.path].original, {}).setdefault(post.language, post)
    for written in versions.values():
        shown = written.get(site.language) or written[min(written)]
        for language, prefix in prefixes.items():
            if language not in written and shown.addresses:
                shown.addresses.append(pages[shown.path].address(prefix, language))
                note_lists(shown, prefix, language, config, site.author)


def _galleries(source: Source, config: dict[str, Any]) -> list[str]:
    files = [path for folder in _gallery_folders(config) for path in source.below(str(folder))]
    return sorted({f"{posixpath.dirname(path)}/" for path in files if suffix_of(path) in _PICTURES})


def _gallery_folders(config: dict[str, Any]) -> dict[str, Any]:
    return record_of(config.get("GALLERY_FOLDERS")) or {"galleries": "galleries"}


def _static(config: dict[str, Any]) -> dict[str, str]:
    files = record_of(config.get("FILES_FOLDERS")) or {"files": ""}
    files |= record_of(config.get("IMAGE_FOLDERS")) or {"images": "images"}
    files |= {**_gallery_folders(config), **_listings(config)}
    return {str(folder): f"/{text_of(target).strip('/.')}" for folder, target in files.items()}


def _listings(config: dict[str, Any]) -> dict[str, Any]:
    return record_of(config.get("LISTINGS_FOLDERS")) or {"listings": "listings"}


def _forwards(config: dict[str, Any]) -> dict[str, str]:
    pairs = [pair for pair in list_of(config.get("REDIRECTIONS")) if isinstance(pair, list) and len(pair) == 2]
    return {str(old): str(new) for old, new in pairs}


def _own(value: Any, language: str) -> Any:
    """Return a value of the configuration, which may be given per language."""
    return value.get(language, next(iter(value.values()), "")) if isinstance(value, dict) else value


def _folders(config: dict[str, Any], name: str = "POSTS") -> list[_Folder]:
    entries = list_of(config.get(name)) or (_POSTS if name == "POSTS" else [["pages/*", "pages", ""]])
    folders = []
    for entry in entries:
        if isinstance(entry, list) and len(entry) > 1 and isinstance(entry[0], str):
            # May be given per language.
            targets = {language: text_of(path).strip("/.") for language, path in record_of(entry[1]).items()}
            targets[""] = text_of(_own(entry[1], "")).strip("/.")
            place, pattern = posixpath.split(entry[0])
            folder = _Folder(place.split("*")[0].strip("/"), targets, pattern or "*")
            folders += [folder] if folder not in folders else []
    return folders


def _ending(own: bool | None, slug: str | None, config: dict[str, Any]) -> str:
    """Return how the URL of a post ends; *own* is whether it says itself that this is a folder."""
    is_folder = config.get("PRETTY_URLS", True) and slug != "index" if own is None else own
    return "/" if is_folder else ".html"


def _note_hidden(site: OldSite, config: dict[str, Any]) -> None:
    names = {kind: as_names(config.get(f"HIDDEN_{kind}")) for kind in ("TAGS", "CATEGORIES", "AUTHORS")}
    site.tags = {name: {"hidden": True} for name in names["TAGS"]}
    site.authors = {name: {"name": name, "hidden": True} for name in names["AUTHORS"]}
    used = {name for post in site.posts for name in post.fields.get("category", [])}
    if hidden := {name: {"hidden": True} for name in names["CATEGORIES"] if name in used}:
        site.options["blog_categories"] = hidden


def _add_post(
    reader: PostReader,
    path: str,
    folder: _Folder,
    header: Header,
    prefixes: dict[str, str],
    config: dict[str, Any],
) -> _Page:
    place = posixpath.splitext(path.removeprefix(f"{folder.root}/"))[0]
    stem, dot, code = place.rpartition(".")
    is_translation = bool(dot) and code in reader.site.languages
    own = (stem, code, prefixes.get(code, "")) if is_translation else (place, reader.site.language, "")
    name, language, prefix = own
    post = reader.post(path, place, header)
    if suffix_of(path) == ".ipynb":
        post.format = "ipynb"
        reader.source.regain(path)
    reader.site.posts.append(post)
    reader.date_by_name(post, stem_of(path))
    _read_tags(post, config)
    if reader.site.languages:
        post.fields.setdefault("language", language)
    # Without a slug, a translation that has no original is named after its file.
    unnamed = name if original_of(reader, path)[1] else place
    slug = post.slug or nikola_slug(posixpath.basename(unnamed), is_plain=config.get("USE_SLUGIFY") is not False)
    ending = _ending(Values(header.data).flag("pretty_url"), slug, config)
    page = _Page(folder, posixpath.dirname(name), f"{slug}{ending}", f"{folder.root}/{name}{suffix_of(path)}")
    post.names = [posixpath.basename(name)]
    if slug:
        post.names = [slug, f"link://slug/{slug}", *post.names]
        post.addresses.append(page.address(prefix, language))
    else:
        reader.source.note(path, 0, ADDRESS_UNKNOWN)
    if not note_lists(post, prefix, post.language, config, reader.site.author):
        reader.source.note(path, 0, TERM_UNKNOWN)
    return page


def _read_tags(post: ImportedPost, config: dict[str, Any]) -> None:
    """Take the tags that are the state of a post, or turn formulas on, unless the site made them plain tags."""
    if not config.get("USE_TAG_METADATA", True):
        return
    for tag in [tag for tag in post.fields.get("tags", []) if tag in {*_STATES, "mathjax"}]:
        post.fields["tags"].remove(tag)
        if tag in _STATES:
            post.fields[_STATES[tag]] = True


def note_lists(post: ImportedPost, prefix: str, language: str, config: dict[str, Any], author: str) -> bool:
    """Note the lists of a post, or of *author*, in a *language* with a *prefix*; return if all slugs are known."""
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
    has_authors = config.get("ENABLE_AUTHOR_PAGES", True) is not False
    return [kind for kind in _PATHS if has_authors or kind != "author"]


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
    value = _own(config.get(name), language)
    return text_of(value).strip("/.") if isinstance(value, str) else default

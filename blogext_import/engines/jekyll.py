"""Jekyll: ``_posts`` in any folder, dates in file names, defaults by folder in ``_config.yml``."""

import os
import posixpath
import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from functools import partial
from html import unescape
from typing import Any

from blogext_import.addresses import date_values, fill, jekyll_slug, tidy
from blogext_import.front_matter import Header
from blogext_import.headings import plain_text
from blogext_import.old_files import LEFT_OUT, Source, any_glob
from blogext_import.old_lists import note_list, note_list_pages, note_terms
from blogext_import.post_records import ImportedPost, OldSite
from blogext_import.reading import PostReader, documents, stem_of
from blogext_import.settings import list_of, read_authors, read_list, read_settings, record_of, set_zone, text_of
from blogext_import.values import Values, as_names, split_name_date
from sphinx_blogext.markup.quote import markdown_text

_PATTERNS = {
    "year": "/:year/",
    "month": "/:year/:month/",
    "day": "/:year/:month/:day/",
    "tag": "/tag/:name/",
    "category": "/category/:name/",
}
#: The names that turn lists on.
_ENABLED = {"year": "year", "month": "month", "day": "day", "tags": "tag", "categories": "category"}
_FEEDS = ("feed.xml", "atom.xml", "rss.xml", "index.xml")
_CONFIG = ("_config.yml", "_config.yaml", "_config.toml")
#: Files of other engines, and what there is above the folder of posts of a Hexo site.
_OTHERS = ("conf.py", "mkdocs.yml", "pelicanconf.py", "config.toml", "hugo.toml", "docusaurus.config.js")
_HEXO = ("scaffolds", "package.json", *_CONFIG)
_STYLES = {
    "date": "/:categories/:year/:month/:day/:title:output_ext",
    "pretty": "/:categories/:year/:month/:day/:title/",
    "ordinal": "/:categories/:year/:y_day/:title:output_ext",
    "weekdate": "/:categories/:year/W:week/:short_day/:title:output_ext",
    "none": "/:categories/:title:output_ext",
}
#: What YAML itself reads as a date with a time.
_TIMESTAMP = re.compile(
    r"^(\w+):[ \t]+(\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|[ \t]+)\d{1,2}:\d\d:\d\d(?:\.\d*)?)[ \t]*(?:#.*)?$", re.MULTILINE
)
_SHORT_YEAR = re.compile(r"^(\d\d)(?=-\d{1,2}-\d{1,2}-)")
_ENDING = re.compile(r"/$|\.\w+$|#|\?")
_SHOWN_TITLE = re.compile(r"\A(\s*(?:#[ \t]+)?)\{\{-?\s*page\.title\s*-?\}\}")
_SPACES = r"[\s,]+"
#: Not a file of a theme, which has layouts in folders and pages at the top.
_PAGE = re.compile(r"^(?!.*(?:^|/)_)(?!README|readme)(?![^/]+\.html$)")
#: A document of a collection: the name of that, and the path in it.
_COLLECTION = re.compile(r"\A(?:.*/)?_([\w-]+)/(.+)")


def note_lists(post: ImportedPost, config: dict[str, Any]) -> None:
    options = record_of(config.get("jekyll-archives"))
    patterns = _PATTERNS | {key: text_of(pattern) for key, pattern in record_of(options.get("permalinks")).items()}
    enabled = as_names(options.get("enabled"))
    is_all = not {"all", "true"}.isdisjoint(enabled)
    mode = text_of(options.get("slug_mode"))
    for name, kind in _ENABLED.items():
        if not is_all and name not in enabled:
            continue
        if kind in {"tag", "category"}:
            note_terms(post, kind, partial(_term, patterns[kind], mode))
        elif post.moment:
            note_list(post, fill(patterns[kind], date_values(post.moment)), f"archive:{post.moment.year:04}")


def _term(pattern: str, mode: str, name: str) -> str:
    slugs = {"none": name.lower(), "raw": re.sub(r"\s+", "-", name).lower()}
    return fill(pattern, {"name": slugs.get(mode) or jekyll_slug(name, is_pretty=mode == "pretty")})


def note_site_lists(
    source: Source, site: OldSite, config: dict[str, Any], top: str, address_of: Callable[[str], str]
) -> None:
    """Note the lists of the site below the folder *top*; *address_of* returns the URL path of a page."""
    note_list_pages(site, address_of)
    gems = " ".join(
        [*as_names(config.get("plugins")), *as_names(config.get("gems")), source.read("Gemfile") or ""]
    )
    _note_pages(site, config)
    if "jekyll-feed" in gems:
        path = text_of(record_of(config.get("feed")).get("path")) or "feed.xml"
        site.lists[f"/{path.strip('/')}"] = "feed:atom.xml"
    for path in _FEEDS:
        # A template of the site's own.
        if (text := source.read(posixpath.join(top, path))) is not None:
            site.lists[f"/{path}"] = "feed:rss.xml" if "<rss" in text else "feed:atom.xml"


def _note_pages(site: OldSite, config: dict[str, Any]) -> None:
    """Note where ``jekyll-paginate`` or ``jekyll-paginate-v2`` lists posts."""
    if text_of(record_of(config.get("pagination")).get("enabled")) == "true":
        site.lists["/"] = "post:"
    elif text_of(config.get("paginate")).strip("0"):
        # The URL of further pages also says where the list is.
        path = text_of(config.get("paginate_path")) or "/page:num/"
        site.lists[tidy(f"{path.strip('/').rpartition('/')[0]}/")] = "post:"


def recognizes(source: Source) -> bool:
    if '"hexo"' in (source.read("package.json") or "") or source.has_folder("scaffolds"):
        return False
    if source.has_folder("source/_posts") and not source.first("Gemfile", "Rakefile"):
        return False
    if not source.first(*_CONFIG, "Gemfile"):
        return _has_posts_alone(source)
    has_posts = any(map(re.compile(r"(^|/)_(posts|drafts)/").search, source.files))
    gems = "".join(filter(None, map(source.read, ("Gemfile", "Gemfile.lock"))))
    return has_posts or (bool(source.first(*_CONFIG)) and "jekyll" in gems)


def _has_posts_alone(source: Source) -> bool:
    """Return whether there is a folder of posts, which is not that of a Hexo site, whose settings are above it."""
    has_dates = any(split_name_date(stem_of(path))[0] for path in source.below("_posts"))
    root = source.root.resolve()
    is_of_hexo = root.name == "source" and any(map(os.path.exists, (root.parent / name for name in _HEXO)))
    return has_dates and not source.first(*_OTHERS) and not is_of_hexo


def read(source: Source) -> OldSite:
    config = read_settings(source, *_CONFIG)
    author = config.get("author")
    site = OldSite(
        title=text_of(config.get("title") or config.get("name")),
        description=text_of(config.get("description") or config.get("tagline")),
        url=text_of(config.get("url")).rstrip("/") + text_of(config.get("baseurl")),
        language=text_of(config.get("lang") or config.get("locale")),
        author=text_of(record_of(author).get("name") or author),
        languages=dict.fromkeys(as_names(config.get("languages")), ""),
    )
    set_zone(site, text_of(config.get("timezone")), source, source.first(*_CONFIG) or "")
    top = _top(source, config)
    host = text_of(next(filter(None, map(source.read, (f"{top}/CNAME", "CNAME"))), ""))
    if host and not text_of(config.get("url")):
        # GitHub Pages reads the host name from that file.
        site.url = f"https://{host}{site.url}"
    reader = PostReader(source, site, separator=_SPACES)
    home = posixpath.join(top, text_of(config.get("collections_dir")).strip("./")).rstrip("/")
    _collect(reader, top, home, config)
    site.static = site.published = {top: "/"}
    site.config = config
    _note_folders(source, site, config, top)
    note_site_lists(source, site, config, top, lambda path: _page_address(reader, path, top, config))
    return site


def _note_folders(source: Source, site: OldSite, config: dict[str, Any], top: str) -> None:
    """Note includes and authors, in folders of the source *top*."""
    # Another program may copy more than one folder to that of the source.
    tops = list(dict.fromkeys([top, *map(posixpath.dirname, site.roots)]))
    site.includes = [posixpath.join(each, text_of(config.get("includes_dir")) or "_includes") for each in tops]
    data = [posixpath.join(each, text_of(config.get("data_dir")) or "_data") for each in tops]
    files = (f"{each}/authors.{ending}" for each in data for ending in ("yml", "yaml", "json"))
    site.authors = read_authors(read_list(source, *files))


def _collect(reader: PostReader, top: str, home: str, config: dict[str, Any]) -> None:
    """Add the posts and pages below the folder *top* to the site; *home* is that of collections."""
    site = reader.site
    names = record_of(config.get("collections")) or as_names(config.get("collections"))
    # The site's own kinds of documents.
    collections = tuple(posixpath.join(home, f"_{name}/") for name in names)
    for path in documents(reader.source, top, ("md", "html")):
        match = re.match(r"(?P<above>(?:.*/)?)_(?P<kind>posts|drafts)/", path)
        if match is None:
            site.pages += [path] if path.startswith(collections) or _PAGE.search(path) else []
            continue
        below = path.removeprefix(f"{top}/")
        if _is_among(below, config.get("exclude")) and not _is_among(below, config.get("include")):
            reader.source.note(path, 0, LEFT_OUT)
            continue
        above = match["above"].removeprefix(f"{home}/").removeprefix(f"{top}/")
        site.add_root(match[0].rstrip("/"))
        if header := reader.header_of(path):
            site.posts.append(_post(reader, path, above.strip("/"), match["kind"], header, config))


def _top(source: Source, config: dict[str, Any]) -> str:
    """Return the folder of the source, also if another program copies it to the one that the settings name."""
    top = text_of(config.get("source")).strip("./")
    return next(filter(source.has_folder, (top, posixpath.basename(top))), "")


def _post(
    reader: PostReader, path: str, above: str, kind: str, header: Header, config: dict[str, Any]
) -> ImportedPost:
    below = path.partition(f"_{kind}/")[2].rpartition(".")[0]
    top = _top(reader.source, config)
    defaults = _defaults(config, path.removeprefix(f"{top}/"), "posts", "post", "drafts")
    _state_zones(reader, path, header)
    stem = _SHORT_YEAR.sub(lambda match: f"{19 if match[1] > '68' else 20}{match[1]}", stem_of(path))
    day, rest = split_name_date(stem)
    # The date of the name comes before one in a permalink.
    post = reader.post(path, posixpath.join(above, below), header, ({"date": day} if day else {}) | defaults)
    # Parent folders are categories, in addition to those in front matter.
    folders = re.findall(r"(?:^|(?<=/))[^/_][^/]*", above)
    post.fields["category"] = list(dict.fromkeys([*folders, *_names(header, defaults, "categories", "category")]))
    post.fields["tags"] = _names(header, {} if header.data.get("tags") else defaults, "tags", "tag")
    if summary := post.fields.get("description"):
        post.fields["description"] = plain_text(summary)
    reader.date_by_name(post, stem)
    _note_draft(reader, post, kind, header)
    old = post.fields.get("redirect", [])
    # The plugin writes files with the suffix, and servers find them without it.
    post.fields["redirect"] = [*old, *(f"{one}.html" for one in old if not _ENDING.search(one))]
    name = rest or stem
    post.title = unescape(post.title) or " ".join(map(str.capitalize, filter(None, name.split("-"))))
    # A heading with the title at the top is the title.
    post.body = _SHOWN_TITLE.sub(lambda heading: heading[1] + markdown_text(post.title), post.body)
    post.names = [stem_of(path), posixpath.join(above, stem_of(path)), below, name]
    both = {**defaults, **header.data}
    post.addresses.append(_address(post, name, both.get("permalink"), config))
    # Asset plugins use a folder with the name of the post, and a popular theme lets a post name its folder.
    named = (text_of(both.get(key)).strip("/") for key in ("media_subpath", "img_path"))
    post.folders += [path.rpartition(".")[0], *filter(None, named)]
    post.separator = text_of({**config, **both}.get("excerpt_separator"))
    note_lists(post, config)
    return post


def _note_draft(reader: PostReader, post: ImportedPost, kind: str, header: Header) -> None:
    """Make a post from a folder of drafts one; note one that is said to be a draft elsewhere."""
    if kind == "drafts":
        post.fields["draft"] = True
    elif Values(header.data).flag("draft") and post.moment:
        message = "is marked as a draft, but the old site published it: it is a draft here"
        reader.source.note(post.path, 0, message)


def _state_zones(reader: PostReader, path: str, header: Header) -> None:
    """Write UTC after dates of YAML's own form: unlike others without a zone, they are not in that of the site."""
    block = (reader.source.read(path) or "").partition("\n---")[0]
    for key, written in _TIMESTAMP.findall(block) if reader.site.zone else ():
        if header.data.get(key) == written:
            header.data[key] = f"{written} +00:00"


def _names(header: Header, defaults: dict[str, Any], many: str, one: str) -> list[str]:
    """Return the names in the keys *many*, which may separate names by spaces, and *one*, which has one name."""
    names = [name for data in (defaults, header.data) for name in Values(data).names(many, separator=_SPACES)]
    return list(dict.fromkeys([*names, *Values({**defaults, **header.data}).names(one)]))


def _page_address(reader: PostReader, path: str, top: str, config: dict[str, Any]) -> str:
    """Return the URL path of a page, or of a document of one of the site's own collections."""
    header, name = reader.header_of(path), path.removeprefix(f"{top}/").rpartition(".")[0]
    kind, below = next(iter(_COLLECTION.findall(name)), ("pages", name))
    own = _defaults(config, path.removeprefix(f"{top}/"), kind) | (header.data if header else {})
    default = record_of(record_of(config.get("collections")).get(kind)).get("permalink")
    default = default or (f"/{kind}/:path.html" if kind != "pages" else "")
    if pattern := text_of(own.get("permalink")) or text_of(default):
        title = jekyll_slug(stem_of(path), is_pretty=True, keeps_case=True)
        slug, values = jekyll_slug(stem_of(path)), {"collection": kind, "path": below, "output_ext": ".html"}
        values |= {"title": title, "slug": slug, "name": slug, "basename": stem_of(path)}
        return fill(pattern, values) or f"/{name}.html"
    name = name.removesuffix("index")
    is_folder = not name or name.endswith("/") or text_of(config.get("permalink")) == "pretty"
    return f"/{name.rstrip('/')}/" if is_folder else f"/{name}.html"


def _defaults(config: dict[str, Any], path: str, *kinds: str) -> dict[str, Any]:
    """Return the front matter from ``defaults`` for the document *path*; the longest path takes precedence.

    Of two with one path, that is the one with a type, which is one of the *kinds*.
    """
    scopes: list[tuple[int, bool, dict[str, Any]]] = []
    for entry in list_of(config.get("defaults")):
        scope = record_of(record_of(entry).get("scope"))
        folder = text_of(scope.get("path")).strip("/")
        is_ours = text_of(scope.get("type")) in {"", *kinds}
        if is_ours and (not folder or any_glob([folder, f"{folder}/**"])(path)):
            scopes.append((len(folder), "type" in scope, record_of(record_of(entry).get("values"))))
    merged: dict[str, Any] = {}
    for _length, _has_type, values in sorted(scopes, key=lambda each: each[:2]):
        merged |= values
    return merged


def _is_among(path: str, setting: Any) -> bool:
    """Return whether a setting names the post *path*: as a pattern, or as the beginning of it."""
    # In patterns, an asterisk also matches slashes.
    patterns = (name.lstrip("/") for name in as_names(setting))
    return any(fnmatchcase(path, each) or path.startswith(each) for each in patterns)


def _address(post: ImportedPost, name: str, permalink: Any, config: dict[str, Any]) -> str:
    posts = record_of(record_of(config.get("collections")).get("posts"))
    # Only the option of the whole site can be the name of a style.
    style = text_of(config.get("permalink")) or "date"
    pattern = text_of(permalink) or text_of(posts.get("permalink")) or _STYLES.get(style, style)
    slug = post.slug or name
    categories = list(dict.fromkeys(category.lower() for category in post.fields["category"]))
    values = {
        "title": jekyll_slug(slug, is_pretty=True, keeps_case=True),
        "slug": jekyll_slug(slug),
        "name": jekyll_slug(stem_of(post.path)),
        "categories": "/".join(categories),
        "slugified_categories": "/".join(dict.fromkeys(map(jekyll_slug, categories))),
        "output_ext": ".html",
        "collection": "posts",
        "path": post.place,
    }
    address = fill(pattern, {**values, **date_values(post.moment)})
    address = tidy(address.replace("..", "/").replace("./", "")) if address else ""
    # Whatever else the URL path ends with, the file has the suffix .html.
    return address if not address or address.endswith(("/", ".html")) else f"{address}.html"

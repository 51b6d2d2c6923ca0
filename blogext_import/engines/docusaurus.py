"""Docusaurus: the folder ``blog``, dates in file and folder names, translations below ``i18n``."""

import posixpath
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from blogext_import.addresses import kebab_case, tidy
from blogext_import.front_matter import Header
from blogext_import.old_files import LEFT_OUT, Source, any_glob
from blogext_import.old_lists import note_terms
from blogext_import.post_records import ImportedPost, OldSite
from blogext_import.reading import PostReader, documents, stem_of
from blogext_import.settings import (
    find_key,
    list_of,
    note_authors,
    read_authors,
    read_list,
    read_script_block,
    read_script_blocks,
    read_script_pattern,
    read_script_value,
    record_of,
    text_of,
)
from blogext_import.values import Values

_FEEDS = {"rss": "rss.xml", "atom": "atom.xml", "json": "feed.json"}
_CONFIG = tuple(f"docusaurus.config.{ending}" for ending in ("js", "ts", "mjs", "cjs", "mts"))
_STRING = re.compile(r"(['\"`])(.*?)\1")
_EXCLUDED = ("**/_*.{js,jsx,ts,tsx,md,mdx}", "**/_*/**", "**/*.test.{js,jsx,ts,tsx}", "**/__tests__/**")
_is_part = any_glob(_EXCLUDED)
_DATED = re.compile(r"(?P<folder>.*)(?P<date>\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(?P<text>.*?)(?:/index)?", re.DOTALL)
_I18N = re.compile(r"i18n/(?P<language>[\w-]+)/docusaurus-plugin-content-blog(?P<id>-[\w-]+)?/")


class ListPaths(NamedTuple):
    """The paths of lists below the URL of a blog, and the formats of its feeds."""

    tags: str
    archive: str
    feeds: tuple[str, ...]


def read_paths(text: str) -> ListPaths:
    """Return the paths in the options of a blog, which are JavaScript."""
    options = read_script_block(text, "feedOptions")
    types = read_script_block(options, "type") or read_script_value(options, "type") or "rss atom"
    kinds = tuple(kind for kind in _FEEDS if kind in types or "all" in types)
    tags = read_script_value(text, "tagsBasePath") or "tags"
    archive = read_script_value(text, "archiveBasePath") or "archive"
    return ListPaths(tags.strip("/"), archive.strip("/"), kinds)


def note_lists(
    post: ImportedPost, paths: ListPaths, permalinks: Sequence[Mapping[str, str]], base: str, ending: str
) -> None:
    """Note the lists of a post; *permalinks* are the paths that tags and authors have of their own, by name."""

    def address(folder: str, name: str, slugs: Mapping[str, str]) -> str:
        slug = (slugs.get(name) or kebab_case(name)).strip("/")
        return f"{base}{folder}/{slug}{ending}" if slug else ""

    note_terms(post, "tag", lambda name: address(paths.tags, name, permalinks[0]))
    note_terms(post, "author", lambda name: address("authors", name, permalinks[1]))


def note_site_lists(site: OldSite, base: str, language: str, paths: ListPaths, ending: str) -> None:
    """Note the lists of the blog at the URL path *base*; *language* is its own if it is not that of the site."""
    site.lists[f"{base}{paths.tags}{ending}"] = "tag:"
    site.lists[f"{base}{paths.archive}{ending}"] = "archive:"
    site.lists[f"{base}authors{ending}"] = "author:"
    site.lists[f"{base.rstrip('/')}{ending}"] = f"language:{language}" if language else "post:"
    feeds = f"feed:language:{language}/" if language else "feed:"
    site.lists |= {f"{base}{_FEEDS[kind]}": f"{feeds}{_FEEDS[kind]}" for kind in paths.feeds}


class _Blog(NamedTuple):
    """The folder of posts in one language, the URL of their list, and those of the lists below it.

    *contains* tells whether a file, given by its path in the folder, is a post. *marker* is the site's own
    teaser marker.
    """

    folder: str
    base: str
    language: str
    lists: ListPaths
    contains: Callable[[str], bool]
    marker: re.Pattern[str] | None


def recognizes(source: Source) -> bool:
    # The package may be named above the folder of the site.
    has_other = any(posixpath.basename(path) in _CONFIG for path in source.files)
    is_named = '"@docusaurus/core"' in (source.read("package.json") or "")
    return bool(source.first(*_CONFIG)) or (is_named and not has_other)


def read(source: Source) -> OldSite:
    config = source.read(source.first(*_CONFIG) or "") or ""
    default = read_script_value(config, "defaultLocale") or "en"
    site = OldSite(
        title=_value(source, config, "title"),
        description=_value(source, config, "tagline"),
        url=_value(source, config, "url").rstrip("/") + (_value(source, config, "baseUrl") or "/"),
        language=default,
        languages=_languages(source, config, default),
    )
    ending = "/" if read_script_value(config, "trailingSlash") == "true" else ""
    reader = PostReader(source, site)
    for blog in _blogs(source, config, default if site.languages else ""):
        _read_blog(reader, blog, ending)
    _note_fallbacks(site, default)
    site.static = site.published = {"static": "/"}
    site.forwards = _forwards(config)
    return site


def _languages(source: Source, config: str, default: str) -> dict[str, str]:
    locales = re.findall(r"['\"]([\w-]+)['\"]", read_script_block(config, "locales"))
    folders = sorted({match["language"] for path in source.files if (match := _I18N.match(path))})
    languages = dict.fromkeys([*locales, *([default, *folders] if folders else [])], "")
    return languages if len(languages) > 1 else {}


def _read_blog(reader: PostReader, blog: _Blog, ending: str) -> None:
    """Add the posts of a blog in one language, its authors, tags and lists to the site."""
    source, site = reader.source, reader.site
    site.roots.append(blog.folder)
    tags, people = _read_people(source, site, blog.folder)
    note_site_lists(site, blog.base, blog.language if _is_translated(blog) else "", blog.lists, ending)
    for path in documents(source, blog.folder, ("md",)):
        below = path.removeprefix(f"{blog.folder}/")
        if not blog.contains(below):
            # Nobody expects parts of other posts, whose names begin with an underscore, to be posts.
            if not _is_part(below):
                source.note(path, 0, LEFT_OUT)
        elif header := reader.header_of(path):
            post = _post(reader, path, blog, header, ending)
            # A post may describe its tags itself.
            described = map(record_of, list_of(Values(header.data).get("tags")))
            own = _permalinks_in({text_of(tag.get("label")): tag for tag in described})
            note_lists(post, blog.lists, (tags | own, people), blog.base, ending)
            site.posts.append(post)


def _value(source: Source, config: str, name: str) -> str:
    """Return the string for a key, which may be that of an object in the same file or in one that is imported."""
    reference = r"(?:['\"`]|(?:(?P<object>[A-Za-z_$][\w$]*)\.)?(?P<key>[A-Za-z_$][\w$]*)\s*[,}\n])"
    key = find_key(config, name, reference)
    if key is None or key["key"] in {None, "true", "false", "null", "undefined"}:
        return read_script_value(config, name)
    if key["object"] is None:
        literal = re.search(
            rf"(?:const|let|var)\s+{re.escape(key['key'])}\b[^=\n]*=\s*(['\"`])([^'\"`$]*)\1", config
        )
        return literal[2] if literal else ""
    name = re.escape(key["object"])
    import_of = rf"(?:import\s[^;\n]*\b{name}\b[^;\n]*\bfrom|\b{name}\b[^;\n]*=\s*require\()"
    place = re.search(rf"{import_of}\s*['\"](?P<path>[^'\"\n]+)['\"]", config)
    path = posixpath.normpath(place["path"]) if place else ""
    files = (path, *(f"{path}{ending}" for ending in (".ts", ".js", ".json", ".mjs", "/index.ts", "/index.js")))
    text = source.read(source.first(*files) or "") or config
    blocks = read_script_blocks(text, rf"\b{name}\b[^=\n]*=\s*")
    return read_script_value("".join(blocks) or text, key["key"])


def _note_fallbacks(site: OldSite, default: str) -> None:
    """Add the URLs of posts without a translation, and of their lists, in the languages that show them too."""
    translated = {address for post in site.posts for address in post.addresses}
    for post in site.posts:
        others = {
            f"/{code}{post.addresses[0]}": code for code in site.languages if code != default == post.language
        }
        shown = {address: code for address, code in others.items() if address not in translated}
        post.addresses += shown
        pairs = product(shown.values(), list(post.lists.items()))
        post.lists |= {f"/{code}{address}": target for code, (address, target) in pairs}


def _forwards(config: str) -> dict[str, str]:
    """Return the redirects of the plugin ``client-redirects``; its functions are not executed."""
    forwards: dict[str, str] = {}
    for entry in re.findall(r"\{([^{}]*)\}", read_script_block(config, "redirects")):
        old_path, new = read_script_value(entry, "from"), read_script_value(entry, "to")
        several = _STRING.findall(read_script_block(entry, "from"))
        forwards |= dict.fromkeys([old_path] if old_path else [old for _quote, old in several], new) if new else {}
    return forwards


def _blogs(source: Source, config: str, language: str) -> list[_Blog]:
    """Return the blogs of presets and plugins, each in all languages."""
    blogs: dict[str, _Blog] = {}
    plugins = read_script_blocks(config, r"plugin-content-blog['\"]\s*,\s*")
    for options in [read_script_block(config, "blog"), *plugins]:
        base = read_script_value(options, "routeBasePath") or "blog"
        folder = (read_script_value(options, "path") or "blog").removeprefix("./").rstrip("/")
        if source.has_folder(folder):
            marker = read_script_pattern(options, "truncateMarker")
            blog = _Blog(folder, tidy(f"{base}/"), language, read_paths(options), _contains(options), marker)
            blogs.setdefault(folder, blog)
            blogs |= {other.folder: other for other in _translated(source, blog, read_script_value(options, "id"))}
    return list(blogs.values())


def _contains(options: str) -> Callable[[str], bool]:
    """Return a function that tells whether a file is a post, by the options of a blog."""
    globs = {}
    for name, default in (("include", ("**",)), ("exclude", _EXCLUDED)):
        blocks = read_script_blocks(options, rf"(?<![\w.]){name}['\"]?\s*:\s*(?=\[)")
        globs[name] = [text for _quote, text in _STRING.findall(blocks[0])] if blocks else default
    is_wanted, is_left = (any_glob(text.removeprefix("./") for text in each) for each in globs.values())
    return lambda path: is_wanted(path) and not is_left(path)


def _is_translated(blog: _Blog) -> bool:
    return blog.folder.startswith("i18n/")


def _translated(source: Source, blog: _Blog, name: str) -> list[_Blog]:
    """Return the folders of posts in other languages, for *blog* with the id *name*."""
    matches = (match for path in source.files if (match := _I18N.match(path)))
    folders = {match[0]: match["language"] for match in matches if (match["id"] or "") in {name, f"-{name}"}}
    return [
        blog._replace(folder=folder.rstrip("/"), base=f"/{code}{blog.base}", language=code)
        for folder, code in folders.items()
    ]


def _read_people(source: Source, site: OldSite, folder: str) -> tuple[dict[str, str], dict[str, str]]:
    """Note the authors and tags that files describe, and return the permalinks of tags and authors."""
    people = read_list(source, *(f"{folder}/authors.{ending}" for ending in ("yml", "yaml", "json")))
    site.authors = {**read_authors(people), **site.authors}
    pages = {name: record_of(entry).get("page") for name, entry in record_of(people).items()}
    tags = record_of(read_list(source, f"{folder}/tags.yml", f"{folder}/tags.yaml"))
    for name, entry in tags.items():
        texts = {key: text_of(record_of(entry).get(key)) for key in ("label", "description")}
        site.tags.setdefault(str(name), {key: value for key, value in texts.items() if value})
    return _permalinks_in(tags), _permalinks_in(pages)


def _permalinks_in(records: dict[str, Any]) -> dict[str, str]:
    texts = {str(name): text_of(record_of(record).get("permalink")) for name, record in records.items()}
    return {name: text for name, text in texts.items() if text}


def _post(reader: PostReader, path: str, blog: _Blog, header: Header, ending: str) -> ImportedPost:
    place = path.removeprefix(f"{blog.folder}/").rpartition(".")[0]
    in_other = blog.language and _is_translated(blog)
    post = reader.post(path, posixpath.join(blog.language, place) if in_other else place, header)
    if blog.marker:
        post.body = blog.marker.sub("<!-- truncate -->", post.body, count=1)
    values = Values(header.data)
    _note_authors(reader.site, values)
    if blog.language:
        post.fields.setdefault("language", blog.language)
    dated = _DATED.fullmatch(place)
    if dated:
        reader.date_by_name(post, dated["date"].replace("/", "-"))
    post.names = [place, stem_of(path), f"{place}.md", f"{place}.mdx", post.slug]
    if post.slug.startswith("/"):
        name = post.slug.lstrip("/")
    elif post.slug:
        name = post.slug
    elif dated and post.moment:
        name = posixpath.join(dated["folder"], dated["date"].replace("-", "/"), dated["text"])
    else:
        name = place.removesuffix("/index")
    post.addresses.append(tidy(f"{blog.base}{name.rstrip('/')}{ending}"))
    return post


def _note_authors(site: OldSite, values: Values) -> None:
    if name := values.text("author"):
        author = {"name": name, "url": values.text("author_url"), "avatar": values.text("author_image_url")}
        note_authors(site, {name: author | {"title": values.text("author_title")}})

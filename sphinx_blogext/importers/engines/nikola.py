"""Nikola: ``POSTS`` folders in ``conf.py``, metadata in comments or ``.meta`` files, translations by name."""

from __future__ import annotations

import posixpath
import re
from fnmatch import fnmatch
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_blogext.importers.addresses import tidy
from sphinx_blogext.importers.front_matter import Header, read_fenced
from sphinx_blogext.importers.header_lines import read_docinfo, read_nikola
from sphinx_blogext.importers.lists.nikola import note_lists, note_site_lists
from sphinx_blogext.importers.reading import FORMATS, TERM_UNKNOWN, PostReader, documents, stem_of, suffix_of
from sphinx_blogext.importers.records import OldSite
from sphinx_blogext.importers.settings import list_of, read_python, record_of, set_zone, text_of
from sphinx_blogext.importers.values import as_names

if TYPE_CHECKING:
    from sphinx_blogext.importers.files import Source
    from sphinx_blogext.importers.records import ImportedPost

_CONFIG = ("conf.py",)
#: Tags that were used before there was a status.
_STATES = {"draft": "draft", "private": "unlisted"}
_POSTS = [["posts/*.rst", "posts", ""], ["posts/*.md", "posts", ""], ["posts/*.txt", "posts", ""]]


class _Folder(NamedTuple):
    """A folder of posts, the folder of their pages on the old site, and the pattern of their file names."""

    root: str
    target: str
    pattern: str

    def holds(self, path: str) -> bool:
        """Return whether the file *path* matches: the pattern for file names also applies to subfolders."""
        return fnmatch(posixpath.basename(path), self.pattern)


def recognizes(source: Source) -> bool:
    config = source.read("conf.py") or ""
    return bool(re.search(r"^(NIKOLA|BLOG_TITLE|POSTS)\b", config, re.MULTILINE))


def read(source: Source) -> OldSite:
    config = read_python(source, *_CONFIG)
    language = text_of(config.get("DEFAULT_LANG")) or "en"
    site = OldSite(
        title=_text(config.get("BLOG_TITLE"), language),
        description=_text(config.get("BLOG_DESCRIPTION"), language),
        url=text_of(config.get("SITE_URL")) or text_of(config.get("BASE_URL")),
        language=language,
        author=_text(config.get("BLOG_AUTHOR"), language),
    )
    set_zone(site, text_of(config.get("TIMEZONE")), source, "conf.py")
    translations = record_of(config.get("TRANSLATIONS"))
    site.languages = dict.fromkeys(translations, "") if len(translations) > 1 else {}
    reader = PostReader(source, site, separator=r"\s*,\s*", header=_read_header)
    found: set[str] = set()
    folders = _folders(config)
    for folder in folders:
        site.roots += [folder.root] if folder.root not in site.roots else []
        for path in _posts(source, folder.root):
            if path not in found and (header := _inherited(reader, path)):
                found.add(path)
                # Several entries may share a folder, for posts with different patterns.
                own = next((each for each in folders if each.root == folder.root and each.holds(path)), folder)
                site.posts.append(_post(reader, path, own, header, config))
    site.pages = [
        path
        for folder in _folders(config, "PAGES")
        for path in documents(source, folder.root)
        if path not in found
    ]
    _note_hidden(site, config)
    site.static, site.forwards = _static(config), _forwards(config)
    prefixes = {code: text_of(path).strip("./") for code, path in translations.items()} if site.languages else {}
    _note_fallbacks(site, prefixes, config)
    note_site_lists(site, config, prefixes)
    return site


def _note_fallbacks(site: OldSite, prefixes: dict[str, str], config: dict[str, Any]) -> None:
    """Add what posts without a translation have in the other languages, which show them as they are."""
    taken = {address for post in site.posts for address in post.addresses}
    for post in site.posts:
        own = post.addresses[:1] if post.language == site.language else []
        for language, prefix in prefixes.items():
            others = {tidy(f"{prefix}/{address}") for address in own} - taken
            if others:
                post.addresses += sorted(others)
                note_lists(post, prefix, language, config, site.author)


def _static(config: dict[str, Any]) -> dict[str, str]:
    """Return the URL paths of the folders of files and images."""
    files = record_of(config.get("FILES_FOLDERS")) or {"files": ""}
    files |= record_of(config.get("IMAGE_FOLDERS")) or {"images": "images"}
    files |= {"galleries": "galleries"}
    return {str(folder): f"/{text_of(target).strip('/.')}" for folder, target in files.items()}


def _forwards(config: dict[str, Any]) -> dict[str, str]:
    """Return the site's own redirects."""
    pairs = [pair for pair in list_of(config.get("REDIRECTIONS")) if isinstance(pair, list) and len(pair) == 2]
    return {str(old): str(new) for old, new in pairs}


def _text(value: Any, language: str) -> str:
    """Return a string of the configuration, which may be given per language."""
    return (
        text_of(value.get(language) or next(iter(value.values()), ""))
        if isinstance(value, dict)
        else text_of(value)
    )


def _folders(config: dict[str, Any], name: str = "POSTS") -> list[_Folder]:
    entries = list_of(config.get(name)) or (_POSTS if name == "POSTS" else [["pages/*", "pages", ""]])
    found = []
    for entry in entries:
        if isinstance(entry, list) and len(entry) > 1 and isinstance(entry[0], str):
            # May be given per language.
            target = _text(entry[1], "").strip("/")
            place, pattern = posixpath.split(entry[0])
            folder = _Folder(place.split("*")[0].strip("/"), target, pattern or "*")
            found += [folder] if folder not in found else []
    return found


def _posts(source: Source, root: str) -> list[str]:
    """Return the files of posts; ``.txt`` files are reStructuredText."""
    texts = [path for path in source.below(root) if suffix_of(path) == ".txt"]
    return sorted({*documents(source, root), *texts})


def _read_header(text: str) -> Header | None:
    return read_fenced(text) or read_nikola(text)


def _inherited(reader: PostReader, path: str) -> Header | None:
    """Return the metadata of a post; a translation has that of the original for keys that it does not set."""
    header = _with_meta(reader, path)
    stem, dot, suffix = path.rpartition(".")
    original, _dot, language = stem.rpartition(".")
    if header and original and language in reader.site.languages and reader.source.has(f"{original}{dot}{suffix}"):
        other = _with_meta(reader, f"{original}{dot}{suffix}")
        above = other.data if other else {}
        # The dates of a translation itself are not shown.
        dates: dict[str, Any] = {
            key: above[key] for key in ("date", "updated") if above.get("date") and key in above
        }
        header.data = {**above, **header.data, **dates}
    return header


def _with_meta(reader: PostReader, path: str) -> Header | None:
    """Return the metadata in a post itself, or in its ``.meta`` file."""
    header = reader.header_of(path)
    if header is None:
        return None
    meta = reader.source.read(f"{path.rpartition('.')[0]}.meta")
    if meta is not None:
        said = (_read_header(meta) or _lines(meta)).data
        header.data = {**said, **header.data}
    elif not header.data and FORMATS.get(suffix_of(path), "rst") == "rst":
        return read_docinfo(header.body) or header
    return header


def _lines(text: str) -> Header:
    """Return the old form of ``.meta`` files: values in lines, without keys."""
    names = ("title", "slug", "date", "tags", "link", "description")
    return Header({name: line.strip() or None for name, line in zip(names, text.split("\n"), strict=False)})


def _is_pretty(said: Any, slug: str, config: dict[str, Any]) -> bool:
    """Return whether the URL of a post is that of a folder, given its own *pretty_url*."""
    if word := text_of(said).lower():
        return word in {"true", "yes", "1"}
    return bool(config.get("PRETTY_URLS", True)) and slug != "index"


def _note_hidden(site: OldSite, config: dict[str, Any]) -> None:
    """Note the terms that are not shown."""
    names = {kind: as_names(config.get(f"HIDDEN_{kind}")) for kind in ("TAGS", "CATEGORIES", "AUTHORS")}
    site.tags = {name: {"hidden": True} for name in names["TAGS"]}
    site.authors = {name: {"name": name, "hidden": True} for name in names["AUTHORS"]}
    used = {name for post in site.posts for name in post.fields.get("category", [])}
    if hidden := {name: {"hidden": True} for name in names["CATEGORIES"] if name in used}:
        site.options["blog_categories"] = hidden


def _post(reader: PostReader, path: str, folder: _Folder, header: Header, config: dict[str, Any]) -> ImportedPost:
    place = path.removeprefix(f"{folder.root}/").rpartition(".")[0]
    post = reader.post(path, place, header)
    reader.date_by_name(post, stem_of(path))
    for tag in [tag for tag in post.fields.get("tags", []) if tag in {*_STATES, "mathjax"}]:
        post.fields["tags"].remove(tag)
        if tag in _STATES:
            post.fields[_STATES[tag]] = True
    stem, dot, language = place.rpartition(".")
    is_translation = dot and language in reader.site.languages
    if reader.site.languages:
        post.fields.setdefault("language", language if is_translation else reader.site.language)
    name = stem if is_translation else place
    slug = post.slug or posixpath.basename(name)
    post.names = [slug, f"link://slug/{slug}", posixpath.basename(name)]
    prefix = (
        text_of(record_of(config.get("TRANSLATIONS")).get(post.language)).lstrip("./") if is_translation else ""
    )
    ending = "/" if _is_pretty(header.data.get("pretty_url"), slug, config) else ".html"
    post.addresses.append(tidy("/".join([prefix, folder.target, posixpath.dirname(name), slug]) + ending))
    if not note_lists(post, prefix, post.language, config, reader.site.author):
        reader.source.note(path, 0, TERM_UNKNOWN)
    return post

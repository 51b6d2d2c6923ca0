"""Content trees as in Hugo and Zola: sections and what they pass on, bundles, languages in file names."""

import posixpath
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from blogext_import.front_matter import Header
from blogext_import.old_files import LEFT_OUT, Source, any_glob
from blogext_import.post_records import ImportedPost, OldSite
from blogext_import.reading import FORMATS, OTHER_FORMATS, PostReader, documents, stem_of, suffix_of
from blogext_import.settings import list_of, record_of
from blogext_import.values import Values, as_names

#: The names of taxonomies, and ours.
KINDS = {"tags": "tag", "categories": "category", "series": "series", "authors": "author"}
_TARGETS = ("target", "_target")
#: Formats of pages, which are published as pages or not at all; notebooks and TeX are files like others.
_PAGES = (FORMATS.keys() | OTHER_FORMATS) - {".ipynb", ".tex", ".textile"}


class Cascade(NamedTuple):
    """Values for the pages below the folder *above* in a *language*, ``None`` for all, that match *target*."""

    above: str
    language: str | None
    target: dict[str, Any]
    values: dict[str, Any]


def cascades_of(config: Values, reader: PostReader, sections: "Iterable[Page]") -> list[Cascade]:
    """Return the cascades of the site and of its *sections*, those that take precedence first."""
    cascades = [
        cascade
        for page in sections
        if (header := reader.header_of(page.path))
        for cascade in _read(Values(header.data).get("cascade"), posixpath.dirname(page.name), page.language)
    ]
    cascades.sort(key=lambda cascade: -len(cascade.above))
    for language, settings in record_of(config.get("languages")).items():
        cascades += _read(Values(record_of(settings)).get("cascade"), "", language)
    return cascades + _read(config.get("cascade"), "", None)


def _read(value: Any, above: str, language: str | None) -> list[Cascade]:
    cascades = []
    for entry in map(record_of, list_of(value) or [value]):
        target = Values(record_of(Values(entry).get(*_TARGETS))).data
        values = {str(key): value for key, value in entry.items() if str(key).lower() not in _TARGETS}
        cascades += [Cascade(above, language, target, values)] if values else []
    return cascades


def with_cascades(page: "Page", header: Header, cascades: Iterable[Cascade], language: str) -> Header:
    """Return the front matter of a page with what *cascades* add; *language* is that of the site."""
    data = header.data
    for cascade in cascades:
        if _is_for(page, cascade, language):
            data = _merged(data, cascade.values)
    return header if data is header.data else replace(header, data=data)


def _is_for(page: "Page", cascade: Cascade, language: str) -> bool:
    own = page.language or language
    is_other = cascade.language is not None and (cascade.language or language) != own
    if is_other or not f"/{page.name}/".startswith(f"/{cascade.above}/".replace("//", "/")):
        return False
    # Hugo compares paths in lower case, without spaces.
    facts = {"path": f"/{page.whole}".replace(" ", "-"), "kind": "page", "lang": own, "environment": "production"}
    globs = {key: [glob.lower() for glob in as_names(cascade.target.get(key))] for key in facts}
    return all(any_glob(globs[key] or ["**"])(fact.lower()) for key, fact in facts.items())


def _merged(own: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Return *own* values with those from *above* that are missing; lists are not merged."""
    params = next((name for name in own if name.lower() == "params"), "")
    names = {str(key).lower() for key in [*own, *record_of(own.get(params))]}
    merged = own | {key: value for key, value in above.items() if key.lower() not in names}
    for key, value in above.items():
        if key.lower() == "params" and isinstance(value, dict) and isinstance(own.get(params), dict):
            merged[params] = _merged(own[params], value)
    return merged


class Folder(NamedTuple):
    """A folder with pages in a *language*; *leaves_out* tells if the site leaves out a file of the source."""

    path: str
    language: str
    leaves_out: Callable[[str], bool]


class Page(NamedTuple):
    """A file of the tree; *name* is its path below *folder*, without the suffix and without its *language*.

    A page whose file is called ``index`` represents its folder: ``is_folder`` is true.
    """

    path: str
    folder: str
    name: str
    language: str

    @property
    def is_folder(self) -> bool:
        return posixpath.basename(self.name) == "index"

    @property
    def whole(self) -> str:
        """The path of the page, or of the folder that it represents."""
        return posixpath.dirname(self.name) if self.is_folder else self.name

    @property
    def title_name(self) -> str:
        """The name of the file, or of the folder that it represents."""
        return posixpath.basename(self.whole)

    @property
    def parent(self) -> str:
        """The folder that contains the page, relative to the content folder."""
        return posixpath.dirname(self.whole)

    @property
    def section(self) -> str:
        return self.parent.partition("/")[0]

    @property
    def place(self) -> str:
        """The path below the folder, with the language in the name if the file name has it."""
        return (
            f"{self.name}.{self.language}"
            if posixpath.basename(self.path).count(".") > 1 and self.language
            else self.name
        )


def pages_of(source: Source, folders: Sequence[Folder], languages: Iterable[str]) -> tuple[list[Page], list[Page]]:
    """Return the pages of the tree, and those that represent their sections (``_index``).

    *languages* are those that file names may end with. Note the pages that the site leaves out.
    """
    every = _all_pages(source, folders, languages)
    bundles = {PurePosixPath(page.path).parent for page in every if page.is_folder} - {PurePosixPath()}
    # Files in a folder that is a post are part of that post.
    pages = [page for page in every if page.is_folder or bundles.isdisjoint(PurePosixPath(page.path).parents)]
    sections = [page for page in pages if posixpath.basename(page.name) == "_index"]
    return [page for page in pages if page not in sections], sections


def _all_pages(source: Source, folders: Sequence[Folder], languages: Iterable[str]) -> list[Page]:
    codes = {code.lower(): code for code in languages}
    tops = {folder.path for folder in folders}
    pages: dict[str, Page] = {}
    for folder in folders:
        for path in documents(source, folder.path, ("md", "html")):
            if folder.leaves_out(path):
                source.note(path, 0, LEFT_OUT)
            elif not path.startswith(tuple(f"{top}/" for top in tops if len(top) > len(folder.path))):
                # A folder within another has its own pages.
                pages.setdefault(path, _page(path, folder, codes))
    return list(pages.values())


def _page(path: str, folder: Folder, codes: dict[str, str]) -> Page:
    name = path.removeprefix(f"{folder.path}/").rpartition(".")[0]
    stem, dot, ending = name.rpartition(".")
    if dot and ending.lower() in codes and "/" not in ending:
        return Page(path, folder.path, stem, codes[ending.lower()])
    return Page(path, folder.path, name, folder.language)


def definitions_of(source: Source, folders: Sequence[str], themes: Sequence[str]) -> list[str]:
    """Return the files of tags, with ``{}`` for their names: the site's own in *folders*, then those of themes."""
    places = {
        path[: path.index(folder) + len(folder)]
        for folder in folders
        for path in source.files
        if f"/{folder}" in f"/{path}"
    }
    order = sorted(
        places, key=lambda each: (each not in folders, not any(f"{theme}/" in each for theme in themes), each)
    )
    return [f"{each}{{}}{ending}" for each in order for ending in (".html", ".md")]


def note_texts(reader: PostReader, sections: Iterable[Page]) -> None:
    """Note the pages of sections that have a text, which is not imported."""
    for page in sections:
        header = reader.header_of(page.path)
        reader.site.pages += [page.path] if header and header.body.strip() else []


def main_section(pages: Sequence[Page], dated: set[str]) -> str:
    """Return the section of posts with the most *dated* pages; ``""`` is the top level."""
    counts = Counter(page.section for page in pages if page.path in dated)
    wholes = post_sections(pages, dated)
    return max(counts, key=lambda section: (section in wholes, counts[section]), default="")


def post_sections(pages: Sequence[Page], dated: set[str]) -> set[str]:
    """Return the sections of which at least half of the pages are *dated*: others are documentation."""
    counts = Counter(page.section for page in pages if page.path in dated)
    wholes = Counter(page.section for page in pages)
    return {section for section, count in wholes.items() if 2 * counts[section] >= count}


def names_of(page: Page) -> list[str]:
    """Return the names that other posts may use for a page: its path, with and without suffix, and its name."""
    file = f"{page.name}{posixpath.splitext(page.path)[1]}"
    return [file, page.name, page.whole, page.title_name, stem_of(page.path)] if page.whole else [page.name]


def note_resources(
    source: Source, site: OldSite, pages: Iterable[Page], private: set[str], spell: Callable[[str], str]
) -> None:
    """Note the URL paths of the files beside posts, except those beside the *private* posts, given by their paths.

    *spell* returns a path as it is in URLs. Posts that are not published have no files, either.
    """
    posts = _published(site, private)
    bundles: dict[str, dict[str, ImportedPost]] = {}
    for page in (each for each in pages if each.path in posts):
        folder = posixpath.dirname(page.path)
        if page.is_folder:
            bundles.setdefault(folder, {})[page.language or site.language] = posts[page.path]
            continue
        place = posixpath.join("/", spell(posixpath.dirname(page.name)))
        for path in _beside(source, folder):
            site.resources.setdefault(path, posixpath.join(place, posixpath.basename(path)))
    for folder, versions in bundles.items():
        for path in _files(source, folder):
            if address := _folder_url(path, versions, site):
                site.resources[path] = posixpath.join(address, path.removeprefix(f"{folder}/"))


def _published(site: OldSite, private: set[str]) -> dict[str, ImportedPost]:
    """Return the posts that the old site had, by their paths."""
    now = datetime.now(UTC)
    due = (post for post in site.posts if post.moment and post.moment <= now)
    return {post.path: post for post in due if not post.fields.get("draft") and post.path not in private}


def _beside(source: Source, folder: str) -> list[str]:
    """Return the files of a folder itself, unless that is the source."""
    return [path for path in _files(source, folder) if posixpath.dirname(path) == folder] if folder else []


def _files(source: Source, folder: str) -> list[str]:
    return [path for path in source.below(folder) if suffix_of(path) not in _PAGES and "/." not in path]


def _folder_url(path: str, versions: Mapping[str, ImportedPost], site: OldSite) -> str:
    """Return the folder in which a file of a bundle is published: that of the post in the language of the file."""
    language = stem_of(path).rpartition(".")[2]
    post = versions.get(language if language in site.languages else site.language)
    address = next(filter(None, post.addresses), "") if post else ""
    # Where pages are files, a folder of the same name has the other files.
    return address.removesuffix(".html")

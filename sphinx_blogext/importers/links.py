"""Targets of links of the old site: posts at their new locations, and files that are copied."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from sphinx_blogext.core.addresses import names_in
from sphinx_blogext.core.marks import N_
from sphinx_blogext.importers.addresses import site_path
from sphinx_blogext.importers.layout import safe_file
from sphinx_blogext.importers.reading import FORMATS, suffix_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx_blogext.importers.files import Source
    from sphinx_blogext.importers.layout import Layout
    from sphinx_blogext.importers.records import ImportedPost, OldSite

#: Prefixes that engines use to mark where a path starts.
_PREFIX = re.compile(
    r"\{(?:filename|static|attach|index)\}|\|(?:filename|static)\||~?@site/|@/|link://(?:slug|filename)/"
)
#: Folders in which engines look for included files.
_INCLUDES = ("_includes", "", "includes", "snippets", "source/downloads/code", "source/_includes", "docs")


class Links:
    """Looks up posts and files; ``files`` maps the targets of files to copy to their sources.

    *lists* are the names of pages that redirect to lists.
    """

    def __init__(self, source: Source, site: OldSite, layout: Layout, lists: Iterable[str] = ()) -> None:
        self.source = source
        self.site = site
        self.layout = layout
        self.files: dict[str, str] = {}
        self._targets: dict[str, str] = {}
        self._used: set[str] = set()
        self._posts: dict[str, list[ImportedPost]] = {}
        self._folders: dict[str, list[str]] = {}
        self._paths = {post.path for post in site.posts}
        self._rst = {f"/{layout.documents[post.path]}" for post in site.posts if post.format == "rst"}
        self._lists = {_folded(f"/{name}") for written in lists for name in names_in(written)}
        for post in site.posts:
            for name in self._names_of(post):
                self._posts.setdefault(name, []).append(post)
            for address in filter(None, post.addresses):
                self._folders.setdefault(_folded(address), post.folders)

    def _names_of(self, post: ImportedPost) -> Iterator[str]:
        redirects = self.layout.redirects.get(post.path, [])
        yield from {
            _folded(name)
            for name in (
                post.path,
                *post.names,
                *filter(None, post.addresses),
                *(f"/{name}" for name in redirects),
            )
            if name
        }

    def find_post(self, post: ImportedPost, text: str, language: str | None = None) -> str | None:
        """Return the document that *text* in *post* names or links to, as an absolute path without suffix.

        With *language*, return only a document in that language; else, prefer one in the language of *post*.
        """
        target = self._target(post, text, language)
        return f"/{self.layout.documents[target.path]}" if target else None

    def is_rst(self, document: str) -> bool:
        """Return whether the text of *document*, an absolute path without suffix, is reStructuredText."""
        return document in self._rst

    def find_address(self, post: ImportedPost, text: str) -> str | None:
        """Return the URL path on the old site of the post that *text* in *post* names or links to."""
        target = self._target(post, text)
        return next(filter(None, target.addresses), None) if target else None

    def find_list(self, text: str) -> str | None:
        """Return the URL path on the old site of the list that Pelican's *text* refers to, if it redirects."""
        kind, _brace, name = text.removeprefix("{").partition("}")
        if kind == "index":
            return "/"
        wanted = f"{kind}:{unquote(name)}".casefold()
        found = (
            address
            for post in self.site.posts
            for address, target in post.lists.items()
            if target.casefold() == wanted and self.forwards(address)
        )
        return next(found, None)

    def _target(self, post: ImportedPost, text: str, language: str | None = None) -> ImportedPost | None:
        # An engine's own link, such as ``link://slug/x``, is a path after its prefix is removed.
        written = _PREFIX.sub("", text.strip())
        path = site_path(written if re.match(r"\w+:|//", written) else unquote(written), self.site.url)
        if path is None or not path.strip("/."):
            return None
        target = self._find(post, path.split("#")[0].split("?")[0], language)
        if target and target.fields.get("draft") and not post.fields.get("draft"):
            # The build will also emit a warning.
            message = N_("links to a draft, which is not part of the site: %(name)s")
            self.source.note(post.path, 0, message, name=target.path)
        return target

    def _find(self, post: ImportedPost, path: str, language: str | None) -> ImportedPost | None:
        groups = [known for name in self._candidates(post, path) if (known := self._posts.get(name))]
        if language is None:
            found = groups[0] if groups else []
            found = [each for each in found if each.language == post.language] or found
        else:
            found = [each for group in groups for each in group if _is_same(each.language, language)]
        return next(iter(found), None)

    def _candidates(self, post: ImportedPost, path: str) -> Iterator[str]:
        """Yield the paths that *path* may mean: as is, relative to the file of *post*, relative to its URL."""
        yield _folded(path)
        if path.startswith("/"):
            # A path relative to the source or to a folder of posts.
            yield from (
                _folded(posixpath.join(root, path.strip("/")))
                for root in ("", *self.site.roots, *self.site.static)
            )
            return
        yield _folded(posixpath.normpath(posixpath.join(posixpath.dirname(post.path), path)))
        for root in self.site.roots:
            yield _folded(posixpath.normpath(posixpath.join(root, path)))
        for address in filter(None, post.addresses):
            yield _folded("/" + posixpath.normpath(posixpath.join(address, path)).lstrip("/"))
            yield _folded("/" + posixpath.normpath(posixpath.join(posixpath.dirname(address), path)).lstrip("/"))

    def forwards(self, path: str) -> bool:
        """Return whether the URL path of a list of the old site redirects to the new one."""
        found = site_path(path, self.site.url)
        return found is not None and _folded(found) in self._lists

    def find_file(self, post: ImportedPost, text: str) -> str | None:
        """Return the new path of the file that *text* names, relative to the document of *post*."""
        written = _PREFIX.sub("", text.strip())
        path = site_path(written, self.site.url)
        if not path:
            return None
        for name in dict.fromkeys((path, path.split("#")[0].split("?")[0])):
            for candidate in self._file_candidates(post, name):
                if self._is_file(candidate):
                    return self._relative(post, self._copied(candidate))
        return None

    def _is_file(self, path: str) -> bool:
        return (
            self.source.has(path) and path not in self._paths and suffix_of(path) not in FORMATS.keys() - {".html"}
        )

    def _file_candidates(self, post: ImportedPost, path: str) -> Iterator[str]:
        if not path.startswith("/"):
            for folder in post.folders:
                yield posixpath.normpath(posixpath.join(folder, path))
        for absolute in self._absolute(post, path):
            for folder, prefix in self.site.static.items():
                if absolute.startswith(f"{prefix.rstrip('/')}/"):
                    yield posixpath.join(folder, absolute[len(prefix.rstrip("/")) + 1 :])
            # A file beside a post was published below the post's URL.
            above, _slash, name = absolute.rpartition("/")
            for folder in self._folders.get(_folded(above), ()):
                yield posixpath.join(folder, name)
        yield path.lstrip("/")

    def _absolute(self, post: ImportedPost, path: str) -> Iterator[str]:
        """Yield the URL paths that *path* may have had on the old site."""
        if path.startswith("/"):
            yield posixpath.normpath(path)
            return
        for address in filter(None, post.addresses):
            yield posixpath.normpath(posixpath.join("/", address, path))
        yield posixpath.normpath(f"/{path}")

    def _copied(self, path: str) -> str:
        """Return the new path of the file *path*, relative to the site's folder, and mark it for copying."""
        if path not in self._targets:
            name = safe_file(self._place_of(path))
            target, number = posixpath.join(self.layout.blog, name), 2
            stem, suffix = target[: len(target) - len(suffix_of(target))], suffix_of(target)
            while target.casefold() in self._used:
                target = f"{stem}-{number}{suffix}"
                number += 1
            self._targets[path] = target
            self.files[target] = path
            self._used.add(target.casefold())
        return self._targets[path]

    def _place_of(self, path: str) -> str:
        """Return the new path of a file in the blog's folder: beside posts as before, or like its URL."""
        folders = dict.fromkeys(self.site.roots, "") | dict.fromkeys(self.site.static, "")
        above = [folder for folder in folders if path.startswith(f"{folder}/") and folder]
        return path.removeprefix(f"{max(above, key=len)}/") if above else path

    def _relative(self, post: ImportedPost, target: str) -> str:
        document = self.layout.documents[post.path]
        return posixpath.relpath(target, posixpath.dirname(document) or ".")

    def copy_beside(self) -> None:
        """Mark all files beside or below posts for copying, whether they are used or not, except documents."""
        homes = {posixpath.dirname(post.path) for post in self.site.posts}
        for root in self.site.roots:
            for path in self.source.below(root) if root else ():
                is_left = suffix_of(path) in _LEFT or posixpath.basename(path).startswith(".")
                if not is_left and self._is_file(path) and not homes.isdisjoint(_above(path)):
                    self._copied(path)

    def read_include(self, post: ImportedPost, name: str) -> str | None:
        """Return the text of the file that the engine would include for *name*."""
        folders = (*self.site.includes, posixpath.dirname(post.path), *_INCLUDES)
        paths = (posixpath.normpath(posixpath.join(folder, name.strip().lstrip("/"))) for folder in folders)
        return next(
            (text for path in paths if self.source.has(path) and (text := self.source.read(path)) is not None),
            None,
        )


#: Suffixes of files that would become documents, or were settings.
_LEFT = frozenset(
    {".rst", ".txt", ".md", ".mdx", ".markdown", ".ipynb", ".yml", ".yaml", ".toml", ".py", ".meta", ".org"}
)


def _above(path: str) -> Iterator[str]:
    """Yield the folders that contain *path*, the nearest first."""
    while path:
        path = posixpath.dirname(path)
        yield path


def _is_same(language: str, other: str) -> bool:
    return language.replace("_", "-").casefold() == other.replace("_", "-").casefold()


def _folded(name: str) -> str:
    """Return a normalized name or URL path, without ``index``, suffix and trailing slash, for lookups."""
    path = re.sub(r"\.(html?|md|markdown|mdx|rst|rest)$", "", name.rstrip("/"))
    return re.sub(r"(?:^|/)_?index$", "", path).casefold() or "/"

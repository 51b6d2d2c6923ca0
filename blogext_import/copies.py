"""Files: where those of the old site that posts use are copied to, and how all are written, below one folder."""

import filecmp
import os
import posixpath
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from blogext_import.addresses import base_path, folded, site_path, without_prefix
from blogext_import.links import Layout, safe_file
from blogext_import.old_files import Source
from blogext_import.post_records import ImportedPost, OldSite, Remark
from blogext_import.reading import FORMATS, suffix_of

#: The folder with files that the site has at their old URLs.
SITE_FILES = "_files"
_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f\\:*?\"<>|]")


@dataclass
class Writer:
    """Writes files below the folder *top*, or only pretends to if *is_dry*.

    Files are *written*, the *same* as before, or *kept* because a different file exists.
    """

    top: Path
    is_dry: bool
    written: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    def write(self, name: str, content: bytes | Path) -> None:
        """Write the file *name*, a path below the folder, with a *content*, or that of a file elsewhere."""
        path = self.top / name
        if not os.path.lexists(path):
            if self._may_write(name, path):
                read = BytesIO(content) if isinstance(content, bytes) else content.open("rb")
                with read, path.open("xb") as file:
                    shutil.copyfileobj(read, file)
        elif path.is_file() and not path.is_symlink() and _has(path, content):
            self.same.append(name)
        else:
            self._keep(name, "already exists with different content: left unchanged")

    def _may_write(self, name: str, path: Path) -> bool:
        folders = [self.top, *(folder for folder in path.parents if folder.is_relative_to(self.top))]
        try:
            is_inside = path.parent.resolve().is_relative_to(self.top.resolve())
            is_inside &= not any(os.path.lexists(folder) and not folder.is_dir() for folder in folders)
        except (OSError, RuntimeError):
            is_inside = False
        if not is_inside:
            self._keep(name, "cannot be written: its folder is a link that leads elsewhere, or a file")
            return False
        self.written.append(name)
        if not self.is_dry:
            path.parent.mkdir(parents=True, exist_ok=True)
        return not self.is_dry

    def _keep(self, name: str, reason: str) -> None:
        self.kept.append(name)
        self.remarks.append(Remark(name, 0, reason))


def _has(path: Path, content: bytes | Path) -> bool:
    if isinstance(content, bytes):
        return path.read_bytes() == content
    return filecmp.cmp(path, content, shallow=False)


class Copies:
    """Looks up files; ``files`` maps the targets of files to copy to their sources, ``made`` those of new ones to
    their contents.

    ``has_site_files`` tells whether some have to be at their old URLs.
    """

    def __init__(self, source: Source, site: OldSite, layout: Layout) -> None:
        self.source = source
        self.site = site
        self.layout = layout
        self.files: dict[str, str] = {}
        self.made: dict[str, bytes] = {}
        self.has_site_files = False
        self._targets: dict[str, str] = {}
        self._used: set[str] = set()
        self._folders: dict[str, list[str]] = {}
        self._paths = {post.path for post in site.posts}
        for post in site.posts:
            for address in filter(None, post.addresses):
                self._folders.setdefault(folded(address), post.folders)

    @property
    def sources(self) -> frozenset[str]:
        """The files to copy, by their paths in the source."""
        return frozenset(self.files.values())

    def find_file(self, post: ImportedPost, text: str) -> str | None:
        """Return the new path of the file that *text* names, relative to the document of *post*."""
        place = self._find_source(post, text)
        return self._relative(post, self._copied(place[0])) if place else None

    def find_file_url(self, post: ImportedPost, text: str) -> str | None:
        """Return the URL path of the file that *text* names, as on the old site, and mark it for copying to there.

        HTML in posts uses files that Sphinx does not copy.
        """
        place = self._find_source(post, text)
        if place is None or not self._was_published(place[0]):
            return None
        path, name = place
        url = self._publish(path, self._url_of(post, path, name))
        return f"{base_path(self.site.url)}/{quote(url)}"

    def publish_resources(self) -> None:
        for path, url in self.site.resources.items():
            if path not in self.sources:
                self._publish(path, url)

    def _publish(self, path: str, url: str) -> str:
        """Mark the file *path* for copying to the URL path *url*, and return that without slashes around it."""
        # Unlike that of another file, its name must stay what it was.
        parts = filter(None, posixpath.normpath(f"/{url}").split("/"))
        target = posixpath.join(self.layout.blog, SITE_FILES, _FORBIDDEN.sub("-", "/".join(parts)))
        self.files[target] = path
        self.has_site_files = True
        return target.removeprefix(posixpath.join(self.layout.blog, SITE_FILES, ""))

    def _was_published(self, path: str) -> bool:
        """Return whether the old site had the file *path*: settings, data and hidden files stay private."""
        if "/." in f"/{path}":
            return False
        # Where posts are, not all files were published as they are.
        roots = [f"{root}/" for root in self.site.roots]
        if any(not any(_is_in(root, folder) for root in roots) for folder in _around(path, self.site.published)):
            return True
        if suffix_of(path) in _LEFT:
            return False
        if _around(path, filter(None, self.site.roots)):
            return True
        inner = (path.removeprefix(f"{folder}/") for folder in _around(path, self.site.static))
        return any("/_" not in f"/{rest}" for rest in inner)

    def _url_of(self, post: ImportedPost, path: str, name: str) -> str:
        """Return the URL path that the file *path* had, which *post* calls *name*."""
        if url := self._static_url(path):
            return url
        address = next(filter(None, post.addresses), "/")
        above = posixpath.dirname(address) if suffix_of(address) else address
        return posixpath.normpath(posixpath.join("/", above, name))

    def _static_url(self, path: str) -> str | None:
        """Return the URL path of the file *path* if that is like its path in the source."""
        static = max(_around(path, self.site.static), key=len, default=None)
        root = max(_around(path, self.site.roots), key=len, default="")
        if static is None or len(root) > len(static):
            return None
        return posixpath.join(self.site.static[static], path.removeprefix(f"{static}/" if static else ""))

    def _find_source(self, post: ImportedPost, text: str) -> tuple[str, str] | None:
        """Return the path of the file that *text* names, and its name without prefixes of engines."""
        written = without_prefix(text.strip())
        path = site_path(written, self.site.url)
        if not path:
            return None
        for name in dict.fromkeys((path, path.split("#")[0].split("?")[0])):
            for candidate in self._file_candidates(post, name):
                if self._is_file(candidate):
                    return candidate, name
        return None

    def _is_file(self, path: str) -> bool:
        is_text = suffix_of(path) in FORMATS.keys() - {".html"}
        return self.source.has(path) and path not in self._paths and not is_text

    def _file_candidates(self, post: ImportedPost, path: str) -> Iterator[str]:
        if not path.startswith("/"):
            for folder in post.folders:
                yield posixpath.normpath(posixpath.join(folder, path))
        for absolute in self._absolute(post, path):
            for folder, prefix in self.site.static.items():
                if absolute.startswith(f"{prefix.rstrip('/')}/"):
                    yield posixpath.join(folder, absolute[len(prefix.rstrip("/")) + 1 :])
            # A file beside or below a post was published below the post's URL.
            for above in map(str, PurePosixPath(absolute).parents):
                for folder in self._folders.get(folded(above), ()):
                    yield posixpath.join(folder, absolute[len(above) :].lstrip("/"))
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
            # Beside posts as before, or like its URL.
            folders = {*self.site.roots, *self.site.static} - {""}
            above = max((folder for folder in folders if path.startswith(f"{folder}/")), key=len, default="")
            name = safe_file(path.removeprefix(f"{above}/"))
            target, number = posixpath.join(self.layout.blog, name), 2
            stem, suffix = target[: len(target) - len(suffix_of(target))], suffix_of(target)
            while target.casefold() in self._used:
                target = f"{stem}-{number}{suffix}"
                number += 1
            self._targets[path] = target
            self.files[target] = path
            self._used.add(target.casefold())
        return self._targets[path]

    def _relative(self, post: ImportedPost, target: str) -> str:
        document = self.layout.documents[post.path]
        return posixpath.relpath(target, posixpath.dirname(document) or ".")

    def find_by_name(self, post: ImportedPost, name: str) -> str | None:
        """Return the new path of the only file called *name*: the theme knew its folder."""
        paths = [path for path in self.source.files if posixpath.basename(path) == name and self._is_file(path)]
        return self._relative(post, self._copied(paths[0])) if len(paths) == 1 else None

    def store(self, post: ImportedPost, name: str, data: bytes) -> str:
        """Return the path, relative to *post*, of a new file beside it."""
        target = f"{self.layout.documents[post.path]}-{safe_file(name)}"
        self.made[target] = data
        return self._relative(post, target)

    def copy_beside(self) -> None:
        """Mark all files beside or below posts for copying, whether they are used or not, except documents."""
        done = self.sources
        homes = {PurePosixPath(post.path).parent for post in self.site.posts}
        for root in self.site.roots:
            for path in self.source.below(root) if root else ():
                is_left = suffix_of(safe_file(path)) in _LEFT or posixpath.basename(path).startswith(".")
                is_near = not homes.isdisjoint(PurePosixPath(path).parents)
                if is_near and not (is_left or path in done) and self._is_file(path):
                    self._copied(path)


#: Suffixes of files that would become documents, or were settings.
_LEFT = frozenset(
    {".rst", ".txt", ".md", ".mdx", ".markdown", ".ipynb", ".yml", ".yaml", ".toml", ".py", ".meta", ".org"}
)


def _is_in(path: str, folder: str) -> bool:
    return not folder or path.startswith(f"{folder}/")


def _around(path: str, folders: Iterable[str]) -> list[str]:
    return [folder for folder in folders if _is_in(path, folder)]

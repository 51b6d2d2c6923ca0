"""What the last build wrote into an output directory and of which sources, and how that is stored."""

import json
import os
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from sphinx.errors import ExtensionError

from sphinx_blogext.domain.stores import MANIFEST
from sphinx_blogext.files import UNFINISHED, delete_file, digest, name_below, read_cache, write_file
from sphinx_blogext.warnings import BlogWarning, warn

_VERSION = 13
#: The fields of a manifest that are names, those that map names to digests, and those that are digests.
_SETS = ("posts", "in_toctrees", "files", "replaced")
_TABLES = ("documents", "texts", "toctrees", "pages", "feeds")
_DIGESTS = ("blog", "frame", "all_pages", "redirects", "site")


@dataclass
class Manifest:
    """The contents of an output directory.

    ``documents`` and ``pages`` map the names of documents and of the blog's other pages to digests of what
    they show of the blog, ``texts`` maps posts to digests of their own text, and ``toctrees`` maps the blog's
    documents to digests of what they show of toctrees. ``posts`` are the documents that had posts, ``in_toctrees``
    those in the navigation of any page, and ``files`` the files of the blog that belong to no document.
    ``blog`` is a digest of what all documents are made of, ``frame`` and ``all_pages`` of what other pages are, if
    all of these are recorded; ``redirects`` is one of what redirects are made of, and ``site`` of what is on every
    page. ``assets`` maps the style sheets and scripts to their digests when the pages were written and when the
    build ended (``""``: not there); in between, other extensions add and replace some.
    ``shows_headings`` tells whether the theme's navigation contains the headings of all documents. ``feeds`` maps
    the folders of feeds to digests of what they are made of. ``extra`` are the site's own files, which Sphinx
    copies: they win over those of the ``files`` that are ``replaced``.

    ``is_complete`` is false while a build is writing, and adds the names of its files, one per line. If it is
    still false when the next build begins, the previous one was interrupted, and what it left behind is unknown.
    A manifest that cannot be read counts as empty: everything is written again.
    """

    folder: Path
    documents: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    toctrees: dict[str, str] = field(default_factory=dict)
    pages: dict[str, str] = field(default_factory=dict)
    posts: set[str] = field(default_factory=set)
    in_toctrees: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)
    feeds: dict[str, str] = field(default_factory=dict)
    extra: frozenset[str] = frozenset()
    replaced: set[str] = field(default_factory=set)
    blog: str = ""
    frame: str = ""
    all_pages: str = ""
    redirects: str = ""
    site: str = ""
    assets: dict[str, tuple[str, str]] = field(default_factory=dict)
    shows_headings: bool = False
    is_complete: bool = True
    _has_begun: bool = False
    _recorded: set[str] = field(default_factory=set)
    _written: set[str] = field(default_factory=set)

    @classmethod
    def load(cls, folder: Path) -> "Manifest":
        try:
            content, *added = read_cache(folder / MANIFEST).split(b"\n")
            data = json.loads(content)
            # Records of another version have a different meaning: everything is written again.
            if data["version"] != _VERSION:
                return cls(folder)
            posts, in_toctrees, files, replaced = (_names(data[name]) for name in _SETS)
            manifest = cls(folder, posts=posts, files=files, replaced=replaced, in_toctrees=in_toctrees)
            manifest.is_complete = data["complete"] is True
            if not manifest.is_complete:
                # Enough to delete leftovers. Digests are not adopted: which pages were written is unknown.
                manifest.files.update(name.decode("utf-8", "replace") for name in added)
                # Their names contain the id of a dead process, so no later build would overwrite them.
                for path in folder.rglob(f"*{UNFINISHED}"):
                    path.unlink()
            else:
                for name in _TABLES:
                    setattr(manifest, name, dict(data[name]))
                for name in _DIGESTS:
                    setattr(manifest, name, str(data[name]))
                manifest.shows_headings = data["shows_headings"] is True
                manifest.assets = {name: (written, left) for name, (written, left) in data["assets"].items()}
            return manifest
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return cls(folder)

    def save(self) -> None:
        # Sorted, so that two builds of the same site produce the same bytes, whatever was written first.
        data: dict[str, Any] = {"version": _VERSION, "complete": self.is_complete, "assets": self.assets}
        data |= {name: sorted(getattr(self, name)) for name in _SETS}
        data["shows_headings"] = self.shows_headings
        # Digests are not read if the build is broken off.
        if self.is_complete:
            data |= {name: getattr(self, name) for name in _DIGESTS}
            data |= {name: dict(sorted(getattr(self, name).items())) for name in _TABLES}
        try:
            write_file(self.folder / MANIFEST, json.dumps(data, ensure_ascii=False))
        except OSError as error:
            # No warning: the next build would trust what an earlier one has recorded.
            message = f"{self.folder / MANIFEST} cannot be written ({error.strerror})"
            raise ExtensionError(f"{message}: delete it, or check permissions") from error

    def begin(self) -> None:
        """Record on disk that the directory is being written to."""
        # Also after a build that was interrupted: this one may leave behind something else.
        if not self._has_begun:
            self._has_begun, self.is_complete = True, False
            self.save()
            self._recorded = set(self.files)

    def finish(self) -> None:
        """Record on disk that everything has been written."""
        self.is_complete = True
        self.save()

    def announce(self, paths: Iterable[Path]) -> None:
        """Record files before they are written, so that they are known even if this build is killed meanwhile."""
        self.begin()
        names = dict.fromkeys(name_below(self.folder, path) for path in paths)
        if new := [name for name in names if name not in self._recorded]:
            self._recorded.update(new)
            # Appended, because saving the whole manifest for each file would take too long.
            with (self.folder / MANIFEST).open("a", encoding="utf-8", newline="\n") as file:
                file.writelines(f"\n{name}" for name in new)

    def write(self, path: Path, content: str | bytes) -> None:
        """Write a file of the blog and record its name first; replace neither a folder nor a file of the site."""
        name = name_below(self.folder, path)
        if path.is_dir():
            message = "%r cannot be written: a folder has that name; rename the document in it, or delete it"
            warn(BlogWarning.OUTPUT, message, name)
        elif name not in self.extra:
            self.announce([path])
            write_file(path, content)

    def digest_with(self, sources: str) -> bytes:
        """Return a digest of the stored manifest and its *sources*; raise :exc:`OSError` if there is none."""
        return digest((self.folder / MANIFEST).read_bytes() + sources.encode()).encode()

    def note_extra(self, extra: frozenset[str]) -> None:
        """Note the names of the site's own files; delete what is left of those that are gone."""
        self.extra = extra
        for name in self.replaced - extra:
            delete_file(self.folder, name)

    @cached_property
    def has_all_files(self) -> bool:
        """Whether no file is missing, and the site's own files win over the same as in the last build."""
        if self.replaced != self.files & self.extra:
            return False
        # Called for thousands of files: ``Path`` objects, and joining paths, would be slower.
        folder = f"{self.folder}{os.sep}"
        return all(os.path.isfile(folder + name) for name in self.files)  # noqa: PTH113

    def outdated_documents(self, *current: Mapping[str, str]) -> set[str]:
        """Return the documents that show something else than when they were written, given three tables."""
        tables = zip(current, (self.documents, self.texts, self.toctrees), strict=True)
        return {name for now, before in tables for name, _digest in now.items() ^ before.items()}

    def note_written(self, docname: str, shown: str, text: str) -> None:
        """Record what *docname* shows (``""``: nothing); nothing is recorded of documents that are not written."""
        self._written.add(docname)
        for recorded, current in ((self.documents, shown), (self.texts, text)):
            recorded.pop(docname, None)
            recorded |= {docname: current} if current else {}

    def record_documents(self, documents: Set[str], site: str, toctrees: Mapping[str, str]) -> None:
        """Forget what is not in *documents*; record *toctrees* of those written, and *site* if these are all."""
        others = {name: mark for name, mark in self.toctrees.items() if name not in self._written}
        self.toctrees = others | {name: mark for name, mark in toctrees.items() if name in self._written}
        for recorded in (self.documents, self.texts, self.toctrees):
            for docname in recorded.keys() - documents:
                del recorded[docname]
        if self.site != site:
            # A document that was not written still shows the old site-wide data.
            self.site = site if documents <= self._written else ""

    def has_assets(self, current: Mapping[str, str]) -> bool:
        """Return whether style sheets and scripts are those that the pages were written with."""
        # Or as the last build left them: other extensions may add or replace some when all pages are written.
        are_there = all(name in current for name, (written, _left) in self.assets.items() if written)
        return are_there and all(content in self.assets.get(name, ()) for name, content in current.items())

    def note_assets(self, current: Mapping[str, str], left: Mapping[str, str]) -> bool:
        """Record the style sheets and scripts *current* and *left* by a build; return whether any have changed."""
        had = self.assets
        # What only another extension adds is not part of the pages of a clean build either.
        written = {name: content for name, content in current.items() if had.get(name) != ("", content)}
        names = sorted(written.keys() | left.keys())
        self.assets = {name: (written.get(name, ""), left.get(name, "")) for name in names}
        return self.assets != had

    def replace_files(self, files: set[str]) -> set[str]:
        """Record *files*, and return those of the last build that are not among them."""
        gone, self.files = self.files - files - self.extra, files
        self.replaced = files & self.extra
        return gone


def _names(value: Any) -> set[str]:
    """Return the names in a list that may have been edited by hand."""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise TypeError
    return set(value)

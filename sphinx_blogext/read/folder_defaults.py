"""Default metadata for the posts in a folder: ``_blog.yml`` in it or in a parent folder; the nearest wins."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.caching import cached_by
from sphinx_blogext.core.metadata import KEYS, Metadata, Problem, field_name, read_metadata, suggest
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.files import digest
from sphinx_blogext.markup.bounded_yaml import YamlError, load_yaml
from sphinx_blogext.read.sources import FrontMatterText
from sphinx_blogext.warnings import BlogWarning, report, warn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx.environment import BuildEnvironment

FILE = "_blog.yml"
#: In the place of a file that the build may not read.
_UNREADABLE = b"\0"
#: What cannot apply to several posts.
_OF_ONE = frozenset(
    "blogpost canonical_link date doi external_link feed_id redirects series_index title translation_key "
    "translations".split()
)


class FolderDefaults:
    """The files of one build, each read once; only their effects on posts are stored."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env

    def of(self, docname: str) -> Metadata:
        """Return the defaults that the folders of a document set for its posts."""
        metadata = Metadata()
        for folder, source in self._above(docname):
            metadata = metadata.over(self._read(folder, source))
        return metadata

    @cached_by(lambda folder, _source: folder)
    def _read(self, folder: str, source: bytes) -> Metadata:
        return _parse(self._path(folder), source, self._env)

    def digest_of(self, docname: str) -> str:
        """Return a digest of all files that :meth:`of` uses, or ``""`` if there are none."""
        sources = self._above(docname)
        return digest(sources) if sources else ""

    def _above(self, docname: str) -> list[tuple[str, bytes]]:
        """Return the folders above a document that have such a file, nearest first, with its contents."""
        parts = docname.split("/")[:-1]
        folders = ("/".join(parts[:count]) for count in range(len(parts), -1, -1))
        return [(folder, source) for folder in folders if (source := self._source(folder)) is not None]

    @cached_by(lambda folder: folder)
    def _source(self, folder: str) -> bytes | None:
        path = self._path(folder)
        try:
            # Something else of that name, such as a link that leads nowhere, cannot be read either.
            return path.read_bytes() if os.path.lexists(path) else None
        except OSError as error:
            _report_unread(path, error.strerror or str(error))
            return _UNREADABLE

    def _path(self, folder: str) -> Path:
        path = Path(self._env.srcdir, folder, FILE)
        other = path.with_suffix(".yaml")
        return other if os.path.lexists(other) and not os.path.lexists(path) else path


def _parse(path: Path, source: bytes, env: BuildEnvironment) -> Metadata:
    """Return the metadata in the file *path*; warn about invalid parts and leave them out."""
    config = blog_config(env.config)
    if source == _UNREADABLE:
        return Metadata(draft=True)
    try:
        text = source.decode("utf-8-sig").replace("\r\n", "\n")
        # Quoted like front matter, so that ``3.10`` and ``no`` stay as written.
        data = load_yaml(FrontMatterText(text, config.taxonomies).quoted())
    except ValueError as error:
        place = (error.line, error.column) if isinstance(error, YamlError) else (1, 1)
        _report_unread(path, str(error), *place)
        return Metadata(draft=True)
    fields = {str(key): _as_text(value) for key, value in (data or {}).items()}
    metadata, problems = read_metadata(fields, dates=config.dates, is_directive=True, taxonomies=config.taxonomies)
    lines = [line.strip("\"' ") for line in text.split("\n")]
    for problem in (*problems, *_refuse(metadata, fields, env)):
        line = next((number for number, line in enumerate(lines, 1) if line.startswith(problem.key)), 1)
        report(problem.kind, problem.message, f"{path}:{line}")
    return metadata


def _refuse(metadata: Metadata, fields: Mapping[str, str], env: BuildEnvironment) -> Iterator[Problem]:
    """Remove from *metadata* what cannot have defaults, and yield the reasons."""
    names = {key: KEYS[field_name(key)][0] for key in fields if field_name(key) in KEYS}
    roots = blog_config(env.config).roots
    for key, name in names.items():
        reason = f"{key!r} can only be set for a single post and is ignored" if name in _OF_ONE else ""
        blog = metadata.get("blog", "") if name == "blog" else ""
        if blog and blog.strip("/") not in roots:
            hint = suggest(blog.strip("/"), set(roots))
            reason = f"unknown blog {blog!r}{hint}; posts belong to the blog of their folder"
        if reason and metadata.pop(name, None) is not None:
            yield Problem("invalid_option", key, reason)


def _report_unread(path: Path, reason: str, line: int = 1, column: int = 1) -> None:
    """Warn that a file cannot be read: as it may say that posts are drafts, they are."""
    message = "%s cannot be read: %s (column %s); the posts below it are drafts until it is fixed"
    warn(BlogWarning.INVALID_OPTION, message, path.name, reason, column, location=f"{path}:{line}")


def _as_text(value: Any) -> str:
    """Return a value in the form in which MyST passes on values in front matter: lists as JSON."""
    if isinstance(value, (list, dict)):
        return json.dumps(value, ensure_ascii=False, default=str)
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def defaults_of(docname: str, env: BuildEnvironment) -> Metadata:
    """Return the defaults that the folders of a post set for it, and record a digest of them."""
    domain = blog_domain(env)
    folders: FolderDefaults = domain.folder_defaults or FolderDefaults(env)
    domain.folder_defaults = folders
    if before := folders.digest_of(docname):
        domain.defaults[docname] = before
    return folders.of(docname)

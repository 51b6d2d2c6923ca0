"""Metadata of a Nikola post: its own, that in its ``.meta`` file, and what its path and its original say."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Any

from blogext_import.front_matter import Header, read_fenced
from blogext_import.header_lines import read_docinfo, read_nikola
from blogext_import.notebooks import read_notebook
from blogext_import.reading import FORMATS, suffix_of
from blogext_import.settings import text_of

if TYPE_CHECKING:
    from blogext_import.reading import PostReader


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
    """Return the metadata in a post itself, or in its ``.meta`` file."""
    is_notebook = suffix_of(path) == ".ipynb"
    header = reader.header_of(path, read_notebook if is_notebook else None)
    if header is None or (is_notebook and header.first_line):
        return None
    meta = reader.source.read(f"{posixpath.splitext(path)[0]}.meta")
    if meta is not None:
        metadata = (read_header(meta) or _lines(meta)).data
        header.data = {**metadata, **header.data}
    elif not (header.data or is_notebook) and FORMATS.get(suffix_of(path), "rst") == "rst":
        return read_docinfo(header.body) or header
    return header


def _lines(text: str) -> Header:
    """Return the old form of ``.meta`` files: values in lines, without keys."""
    names = ("title", "slug", "date", "tags", "link", "description")
    return Header({name: line.strip() or None for name, line in zip(names, text.split("\n"), strict=False)})

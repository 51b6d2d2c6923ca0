"""Metadata that a Pelican site gives to posts by its settings and by their paths; their own takes precedence."""

from __future__ import annotations

import posixpath
import re
from fnmatch import fnmatch
from typing import Any

from blogext_import.settings import list_of, record_of, text_of

_NAME = r"(?P<date>\d{4}-\d{2}-\d{2}).*"
#: Files of editors, which Pelican leaves out unless the site sets ``IGNORE_FILES``.
_IGNORED = ["**/.*", ".#*", "__pycache__"]


def is_ignored(path: str, config: dict[str, Any]) -> bool:
    """Return whether a pattern in ``IGNORE_FILES`` matches the name of the file or of a folder in *path*."""
    given = config.get("IGNORE_FILES", _IGNORED)
    patterns = [given] if isinstance(given, str) else list_of(given)
    names = path.split("/")
    return any(isinstance(pattern, str) and any(fnmatch(name, pattern) for name in names) for pattern in patterns)


def given_metadata(path: str, config: dict[str, Any]) -> dict[str, Any]:
    """Return the metadata that the settings give to the post *path*, relative to the content, by lowercase keys.

    As in Pelican, ``DEFAULT_CATEGORY`` and ``DEFAULT_DATE`` take precedence over the same in ``DEFAULT_METADATA``,
    and the name of the folder over a category in ``EXTRA_PATH_METADATA``.
    """
    found = _plain(_pairs(config.get("DEFAULT_METADATA")))
    found.pop("category", None)
    if config.get("DEFAULT_DATE"):
        found.pop("date", None)
    for place, said in sorted(record_of(config.get("EXTRA_PATH_METADATA")).items(), key=lambda pair: str(pair[0])):
        if path == place or path.startswith(f"{str(place).rstrip('/')}/"):
            found |= _plain(_pairs(said))
    return found | _said_by_path(path, config)


def _said_by_path(path: str, config: dict[str, Any]) -> dict[str, Any]:
    """Return the metadata in a path, by the group names of the site's regular expressions."""
    folder, name = posixpath.split(path)
    sources = [
        (config.get("FILENAME_METADATA", _NAME), posixpath.splitext(name)[0]),
        (config.get("PATH_METADATA"), path),
        ("(?P<category>.+)" if config.get("USE_FOLDER_AS_CATEGORY", True) else "", posixpath.basename(folder)),
    ]
    found: dict[str, Any] = {}
    for pattern, text in sources:
        try:
            match = re.match(text_of(pattern), text)
        except re.error:
            continue
        found = (_plain(match.groupdict()) if match else {}) | found
    return found


def _pairs(value: Any) -> dict[Any, Any]:
    """Return a record, which may be written as pairs."""
    pairs = [pair for pair in list_of(value) if isinstance(pair, list) and len(pair) == 2]
    return record_of(value) or {key: each for key, each in pairs if isinstance(key, str)}


def _plain(record: dict[Any, Any]) -> dict[str, Any]:
    """Return a record with lowercase keys and without empty values; scalars become strings, as in posts."""
    return {
        str(key).lower(): value if isinstance(value, list) else str(value)
        for key, value in record.items()
        if value not in (None, "", []) and not isinstance(value, dict)
    }

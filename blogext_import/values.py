"""Front matter values as strings, names and booleans, in any form that an engine allows."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from sphinx_blogext.core.metadata import clean_text

#: The greatest depth to which nested lists are read.
_DEEPEST = 4
_WRAPPERS = ("params", "extra")
_TRUE = frozenset({"true", "yes", "on", "y", "1"})
_FALSE = frozenset({"false", "no", "off", "n", "0"})


class Values:
    """The front matter of a post, with keys found in any spelling: ``lastMod``, ``last_mod``, ``Last-Mod``."""

    def __init__(self, data: dict[str, Any]) -> None:
        # Hugo and Zola keep custom keys in a record of their own; treat them as top-level keys.
        inner = [data[key] for key in _WRAPPERS if isinstance(data.get(key), dict)]
        outer = {str(key): value for key, value in data.items() if key not in _WRAPPERS}
        self.data: dict[str, Any] = {str(key): value for each in inner for key, value in each.items()} | outer
        self._keys = {fold(key): key for key in reversed(self.data)}
        self.used: set[str] = set()

    def get(self, *names: str) -> Any:
        """Return the value of the first of *names* that has one; a dotted name is a field of a record."""
        for name in names:
            first, *rest = name.split(".")
            key = self._keys.get(fold(first))
            if key is None:
                continue
            value = self.data[key]
            for part in rest:
                value = value.get(part) if isinstance(value, dict) else None
            if value is not None and value != "":
                self.used.add(key)
                return value
        return None

    def use(self, *names: str) -> None:
        """Mark *names* as used, whether or not they are present."""
        self.used.update(self._keys[fold(name)] for name in names if fold(name) in self._keys)

    def text(self, *names: str) -> str:
        """Return the first value that is a string, as one line."""
        for name in names:
            value = self.get(name)
            if isinstance(value, list) and value:
                value = value[0]
            if isinstance(value, str) and (line := one_line(value)):
                return line
        return ""

    def names(self, *names: str, separator: str | None = None) -> list[str]:
        """Return the names in lists, records and strings, split at the regular expression *separator*."""
        items = [item for name in names for item in as_names(self.get(name), separator)]
        return list(dict.fromkeys(items))

    def flag(self, *names: str) -> bool | None:
        """Return the first boolean among *names*, or ``None``."""
        for name in names:
            value = self.get(name)
            if isinstance(value, str) and value.strip().lower() in _TRUE | _FALSE:
                return value.strip().lower() in _TRUE
        return None


@lru_cache(maxsize=4096)
def fold(key: str) -> str:
    """Return a key in a normalized spelling."""
    return re.sub(r"[\s_-]", "", key).lower()


def one_line(text: object) -> str:
    return " ".join(clean_text(str(text)).split())


def as_names(value: Any, separator: str | None = None, depth: int = 0) -> list[str]:
    """Return the names in *value*: a string, a record with a name, or a (nested) list of these."""
    if value is None or depth > _DEEPEST:
        return []
    if isinstance(value, dict):
        return as_names(_label(value))
    if isinstance(value, list):
        return [name for item in value for name in as_names(item, separator if depth else None, depth + 1)]
    parts = re.split(separator, str(value)) if separator else [str(value)]
    return list(filter(None, (one_line(part).strip("\"'").strip() for part in parts)))


def _label(record: dict[str, Any]) -> str | None:
    values = map(record.get, ("label", "name", "title"))
    return next((value for value in values if isinstance(value, str)), None)

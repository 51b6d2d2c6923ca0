"""Values that Hugo's sections and settings pass on to the pages below them."""

from __future__ import annotations

import posixpath
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from blogext_import.old_files import any_glob
from blogext_import.settings import list_of, record_of
from blogext_import.values import Values, as_names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blogext_import.engines.content_tree import Page
    from blogext_import.front_matter import Header
    from blogext_import.reading import PostReader

_TARGETS = ("target", "_target")


class Cascade(NamedTuple):
    """Values for the pages below the folder *above* in a *language*, ``None`` for all, that match *target*."""

    above: str
    language: str | None
    target: dict[str, Any]
    values: dict[str, Any]


def cascades_of(config: Values, reader: PostReader, sections: Iterable[Page]) -> list[Cascade]:
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


def with_cascades(page: Page, header: Header, cascades: Iterable[Cascade], language: str) -> Header:
    """Return the front matter of a page with the values that it lacks, and that *cascades* provide.

    *language* is that of pages that name none.
    """
    data = header.data
    for cascade in cascades:
        if _is_for(page, cascade, language):
            data = _merged(data, cascade.values)
    return header if data is header.data else replace(header, data=data)


def _is_for(page: Page, cascade: Cascade, language: str) -> bool:
    own = page.language or language
    is_other = cascade.language is not None and (cascade.language or language) != own
    if is_other or not f"{page.name}/".startswith(f"{cascade.above}/" if cascade.above else ""):
        return False
    name = posixpath.dirname(page.name) if page.is_folder else page.name
    # Hugo compares paths in lower case, without spaces.
    facts = {
        "path": f"/{name}".lower().replace(" ", "-"),
        "kind": "page",
        "lang": own,
        "environment": "production",
    }
    for key, fact in facts.items():
        globs = [glob.lower() for glob in as_names(cascade.target.get(key))]
        if globs and not any_glob(globs)(fact.lower()):
            return False
    return True


def _merged(own: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Return *own* values with those from *above* that are missing; lists are not merged."""
    params = next((name for name in own if name.lower() == "params"), "")
    names = {str(key).lower() for key in [*own, *record_of(own.get(params))]}
    merged = own | {key: value for key, value in above.items() if key.lower() not in names}
    for key, value in above.items():
        if key.lower() == "params" and isinstance(value, dict) and isinstance(own.get(params), dict):
            merged[params] = _merged(own[params], value)
    return merged

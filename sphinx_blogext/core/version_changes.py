"""Version changes in documents: what is new, changed, deprecated or removed in a version."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.core.marks import N_

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: Sphinx's directives, in the order in which their changes are listed -> the label of the change.
KINDS = {
    "versionadded": N_("New"),
    "versionchanged": N_("Changed"),
    "deprecated": N_("Deprecated"),
    "versionremoved": N_("Removed"),
}


class Change(NamedTuple):
    """A directive such as ``versionadded``, with its number *place* in the document.

    *name* is the object or section that it is about, which is at *anchor*, and *module* is its module or document.
    *conditions* are those of the ``only`` directives around it. *fingerprint* changes when the text does.
    """

    version: str
    kind: str
    place: int
    anchor: str
    name: str
    module: str
    fingerprint: str
    is_object: bool = False
    conditions: tuple[str, ...] = ()


def changes_in(version: str, documents: Mapping[str, Iterable[Change]]) -> list[tuple[str, Change]]:
    """Return the changes in a *version* with their documents, sorted by module, kind and name."""
    kinds = list(KINDS)
    changes = [
        (docname, change) for docname, every in documents.items() for change in every if change.version == version
    ]
    return sorted(
        changes,
        key=lambda each: (
            each[1].module.casefold(),
            each[1].module,
            kinds.index(each[1].kind),
            each[1].name,
            each[0],
            each[1].place,
        ),
    )

"""What documents say of a version of their subject: that something is new in it, changed, deprecated or gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.core.marks import N_

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: Sphinx's directives, in the order in which their changes are listed -> what is said of the object.
KINDS = {
    "versionadded": N_("New"),
    "versionchanged": N_("Changed"),
    "deprecated": N_("Deprecated"),
    "versionremoved": N_("Removed"),
}


class Change(NamedTuple):
    """A directive such as ``versionadded``: the number *place* of its document.

    *name* is the object or the section that it speaks of, which is found at *anchor*, and *module* what that
    is in. *conditions* are those of the directives ``only`` around it. *fingerprint* changes when the text does.
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
    """Return the changes of a *version* with their documents: by module, then by kind, then by name."""
    kinds = list(KINDS)
    found = [
        (docname, change) for docname, every in documents.items() for change in every if change.version == version
    ]
    return sorted(
        found,
        key=lambda each: (
            each[1].module.casefold(),
            each[1].module,
            kinds.index(each[1].kind),
            each[1].name,
            each[0],
            each[1].place,
        ),
    )

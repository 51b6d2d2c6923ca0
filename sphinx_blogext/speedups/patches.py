"""The changes made by measures, and the information they depend on."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sphinx_blogext.isolation import replaced

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder


class Patches(ExitStack):
    """Patches made during a build, undone in reverse order."""

    def set(self, owner: object, name: str, value: Any) -> None:
        """Set the attribute *name* of *owner* to *value*."""
        self.enter_context(replaced(owner, **{name: value}))

    def wrap(self, module_name: str, name: str, make: Callable[[Any], Any]) -> None:
        """Replace a module's function, if it is there, with the result of *make*."""
        # What is not imported is not in use: a site without Markdown needs no parser for it.
        module = sys.modules.get(module_name)
        if callable(getattr(module, name, None)):
            self.set(module, name, make(getattr(module, name)))


@dataclass
class BuildState:
    """What is known about a build: *documents* are those that it reads.

    ``is_unchanged`` means that it reads none and that none is gone.
    """

    app: Sphinx
    documents: tuple[str, ...] = ()
    is_unchanged: bool = False

    @property
    def builder(self) -> StandaloneHTMLBuilder:
        """The builder of the pages; measures for writing are applied only to builders of HTML."""
        builder: Any = self.app.builder
        return builder  # type: ignore[no-any-return]

    @property
    def writes_no_document(self) -> bool:
        """Whether the build leaves all documents, and their search index, unchanged."""
        index = self.builder.outdir / self.builder.searchindex_filename
        return self.is_unchanged and index.is_file()

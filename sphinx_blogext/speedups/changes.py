"""What measures change, and what they go by."""

from __future__ import annotations

import functools
import importlib
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sphinx_blogext.temporary import replaced

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder


class Changes(ExitStack):
    """What is changed during a build, to be undone in reverse order."""

    def set(self, owner: object, name: str, value: Any) -> None:
        """Give the attribute *name* of *owner* another *value*."""
        self.enter_context(replaced(owner, **{name: value}))

    def wrap(self, module_name: str, name: str, make: Callable[[Any], Any]) -> None:
        """Put what *make* makes of it in the place of a module's function, if there is one."""
        try:
            module = importlib.import_module(module_name)
        except ImportError:
            return
        if callable(getattr(module, name, None)):
            self.set(module, name, make(getattr(module, name)))


@dataclass
class Situation:
    """A build, as far as it is known: *documents* are those that it reads.

    ``is_unchanged`` says that it reads none and that none is gone.
    """

    app: Sphinx
    documents: tuple[str, ...] = ()
    is_unchanged: bool = False

    @property
    def builder(self) -> StandaloneHTMLBuilder:
        """What writes the pages; measures for writing are taken for such a builder alone."""
        builder: Any = self.app.builder
        return builder  # type: ignore[no-any-return]

    @property
    def writes_no_document(self) -> bool:
        """Whether the build will leave all documents, and the search index that they are in."""
        index = self.builder.outdir / self.builder.searchindex_filename
        return self.is_unchanged and index.is_file()


def remember(make: Callable[..., Any]) -> Callable[..., Any]:
    """Return *make* with a memory for what it makes of the same options."""
    known: dict[Any, Any] = {}

    @functools.wraps(make)
    def remembered(**options: Any) -> Any:
        # Types too: for Pygments ``1`` is not ``True``.
        key = repr(sorted(options.items()))
        if key not in known:
            known[key] = make(**options)
        return known[key]

    return remembered

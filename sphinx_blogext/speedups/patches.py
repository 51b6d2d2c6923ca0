"""The changes made by measures, and the information they depend on."""

import functools
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import Any, cast

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_blogext.isolation import replaced


class Patches(ExitStack):
    """Patches made during a build, undone in reverse order."""

    def set(self, owner: object, name: str, value: Any) -> None:
        """Set the attribute *name* of *owner* to *value*; a function must take what the one there takes."""
        if callable(value) and not is_called_alike(value, getattr(owner, name)):
            raise AttributeError(name)
        self.enter_context(replaced(owner, **{name: value}))

    def wrap(self, module_name: str, name: str, call: Callable[..., Any]) -> None:
        """Have a module's function, if it is there, called by *call*, whose first argument it is."""
        # What is not imported is not in use: a site without Markdown needs no parser for it.
        if callable(function := getattr(module := sys.modules.get(module_name), name, None)):
            self.set(module, name, functools.partial(call, function))


def is_called_alike(own: Callable[..., Any], known: Callable[..., Any]) -> bool:
    """Return whether *own* takes as many arguments as the function it replaces, which may get others some day."""
    taken = signature(own).parameters.values()
    takes_all = {Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD} <= {each.kind for each in taken}
    return takes_all or len(taken) == len(signature(known).parameters)


@dataclass
class BuildState:
    """What is known about a build: the documents that it reads, and whether there are none and none is gone."""

    app: Sphinx
    documents: tuple[str, ...] = ()
    is_unchanged: bool = False

    @property
    def builder(self) -> StandaloneHTMLBuilder:
        """The builder of the pages; measures for writing are applied only to builders of HTML."""
        return cast("StandaloneHTMLBuilder", self.app.builder)

    @property
    def writes_no_document(self) -> bool:
        """Whether the build leaves all documents, and their search index, unchanged."""
        return self.is_unchanged and (self.builder.outdir / self.builder.searchindex_filename).is_file()

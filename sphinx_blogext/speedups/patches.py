"""The changes made by measures, and the information they depend on."""

import functools
import inspect
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
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
    count, takes_all = _parameters(own)
    return takes_all or count == _parameters(known)[0]


def _parameters(function: Any) -> tuple[int, bool]:
    """Return the number of parameters of a function, and whether it takes any arguments."""
    own, taken = getattr(function, "func", function), len(getattr(function, "args", ()))
    # ``inspect.signature`` would take one percent of a build that changes nothing.
    if (code := getattr(inspect.unwrap(own), "__code__", None)) is None:
        return 0, True
    others = [bool(code.co_flags & flag) for flag in (inspect.CO_VARARGS, inspect.CO_VARKEYWORDS)]
    count = code.co_argcount + code.co_kwonlyargcount + sum(others)
    return count - taken - hasattr(own, "__self__"), all(others)


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

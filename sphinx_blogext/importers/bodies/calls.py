"""A tag of an engine as it is handed to those who know what it means, and what they give back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sphinx_blogext.importers.bodies.containers import CLOSE, OPEN

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_blogext.importers.bodies.arguments import Arguments
    from sphinx_blogext.importers.bodies.tags import Tag
    from sphinx_blogext.importers.bodies.work import BodyContext, Report


@dataclass(frozen=True)
class Call:
    """A tag with its arguments, and with the text up to the tag that ends it, if one does.

    *is_alone* says that nothing else stands in its lines, *is_address* that it stands where an address is due.
    """

    tag: Tag
    arguments: Arguments
    body: str | None
    context: BodyContext
    report: Report
    is_alone: bool
    is_address: bool

    def first(self, *names: str, at: int | None = None) -> str:
        """Return the argument of the first of these names, else the one at this place, else ``""``."""
        return self.arguments.first(*names, at=at)

    def post(self, name: str) -> str | None:
        """Return the path of another post, or ``None``."""
        name = name[1:] if name.startswith("@/") else name
        return self._made(self.context.find_post(name) or self.context.find_post(name.lstrip("/")))

    def file(self, name: str) -> str | None:
        """Return the path of a picture or file, the address of one of elsewhere, or ``None``."""
        if name.startswith(("http://", "https://", "//", "data:")):
            return name
        return self._made(self.context.find_file(name)) if name else None

    def _made(self, path: str | None) -> str | None:
        if path is not None:
            self.report.made.add(path)
        return path


@dataclass(frozen=True)
class Around:
    """What stands before and after the text between two tags, which is converted in its turn, line by line."""

    before: list[str]
    after: list[str]
    margin: str = ""


@dataclass(frozen=True)
class AsIs:
    """The text between two tags, which nobody is to convert."""

    text: str


#: What a handler gives back: a text, or ``None`` where it cannot say the same in MyST.
Result = str | Around | AsIs | None
if TYPE_CHECKING:
    Handler = Callable[[Call], Result]


@dataclass
class Handlers:
    """Who knows what a tag means, by its name."""

    by_name: dict[str, Handler] = field(default_factory=dict)

    def of(self, *names: str) -> Callable[[Handler], Handler]:
        """Register a function for tags of these names."""

        def register(handler: Handler) -> Handler:
            self.by_name.update(dict.fromkeys(names, handler))
            return handler

        return register


def box(head: list[str]) -> Around:
    """Return a container that begins with these lines."""
    return Around([OPEN + head[0], *head[1:], ""], [CLOSE])

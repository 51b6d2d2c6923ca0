"""What templates of the site receive: text that escapes itself, and dates that know their language."""

from __future__ import annotations

from datetime import datetime
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_blogext.i18n import Words


class Text(str):
    """Text of a post or term: to be compared and joined it is that text, to be printed it is HTML.

    Sphinx's templates escape nothing, and those of ABlog's sites rely on titles being harmless.
    """

    __slots__ = ()

    def __str__(self) -> str:
        # What a template prints goes through ``str``.
        return escape(str.__str__(self))

    def __html__(self) -> str:
        return str(self)

    def __radd__(self, other: str) -> Text:
        return Text(str.__add__(other, self))


def _stays_text(name: str) -> Callable[..., Any]:
    """Return the method *name* of strings for texts: a part of one, or another form of it, is one."""
    method = getattr(str, name)

    def call(text: Text, *arguments: Any, **options: Any) -> Any:
        made = method(text, *arguments, **options)
        return list(map(Text, made)) if isinstance(made, list) else Text(made)

    return call


#: What filters make use of.
for _name in (
    *("__add__", "__getitem__", "capitalize", "casefold", "lower", "lstrip", "removeprefix", "removesuffix"),
    *("replace", "rsplit", "rstrip", "split", "splitlines", "strip", "title", "upper"),
):
    setattr(Text, _name, _stays_text(_name))


class Moment(datetime):
    """A date without a zone, as ABlog has it, which says the names of months in the language of the site."""

    _words: Words

    @classmethod
    def of(cls, moment: datetime, words: Words) -> Moment:
        """Return *moment* in its own zone."""
        made = cls(moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second)
        made._words = words
        return made

    def strftime(self, format: str) -> Text:  # noqa: A002  # as ``datetime`` calls it
        # Not by the locale of the machine: the output is the same everywhere.
        plain = datetime(self.year, self.month, self.day, self.hour, self.minute, self.second)
        return Text(self._words.date(plain, format))

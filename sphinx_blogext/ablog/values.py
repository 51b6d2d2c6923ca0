"""Values for the site's templates: text that escapes itself, and dates in the site's language."""

from __future__ import annotations

from datetime import datetime
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_blogext.i18n import Words


class Text(str):
    """Text of a post or term: plain text when compared and joined, escaped HTML when printed.

    Sphinx's templates do not escape values, and those of ABlog's sites assume that titles are harmless.
    """

    __slots__ = ()

    def __str__(self) -> str:
        # Templates print values with ``str``.
        return escape(str.__str__(self))

    def __html__(self) -> str:
        return str(self)

    def __radd__(self, other: str) -> Text:
        return Text(str.__add__(other, self))


class Html(str):
    """HTML, which no template escapes again."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


def _stays_text(name: str) -> Callable[..., Any]:
    """Return the string method *name* for ``Text``: its results are of the type ``Text``, too."""
    method = getattr(str, name)

    def call(text: Text, *arguments: Any, **options: Any) -> Any:
        made = method(text, *arguments, **options)
        return list(map(Text, made)) if isinstance(made, list) else Text(made)

    return call


#: The methods that template filters use.
for _name in (
    *("__add__", "__getitem__", "capitalize", "casefold", "lower", "lstrip", "removeprefix", "removesuffix"),
    *("replace", "rsplit", "rstrip", "split", "splitlines", "strip", "title", "upper"),
):
    setattr(Text, _name, _stays_text(_name))


class Moment(datetime):
    """A date without time zone, as in ABlog, whose month names are in the language of the site."""

    _words: Words

    @classmethod
    def of(cls, moment: datetime, words: Words) -> Moment:
        """Return *moment* in its own time zone."""
        made = cls(moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second)
        made._words = words
        return made

    def strftime(self, format: str) -> Text:  # noqa: A002  # as ``datetime`` calls it
        # Do not use the machine's locale: the output must be the same everywhere.
        plain = datetime(self.year, self.month, self.day, self.hour, self.minute, self.second)
        return Text(self._words.date(plain, format))


class NoMoment:
    """The date of a draft that has none: false, and empty when printed or formatted.

    With ABlog, documents without metadata are not drafts, so templates of its sites format the date of any post.
    """

    year = month = day = Text()

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return ""

    def strftime(self, format: str) -> Text:  # noqa: A002  # as ``datetime`` calls it
        return Text()

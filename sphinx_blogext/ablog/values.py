"""Values for the site's templates: HTML, and dates in the site's language."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from sphinx_blogext.markup.escaped import Text

if TYPE_CHECKING:
    from sphinx_blogext.lang.words import Words


class Html(str):
    """HTML, which no template escapes again."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


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

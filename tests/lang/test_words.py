"""Dates in the language of the reader."""

from datetime import datetime

import pytest
from sphinx.util.i18n import date_format_mappings, format_date

from sphinx_blogext.lang.codes import locale_of
from sphinx_blogext.lang.words import _format_day

#: Babel cannot write the week of the year as Sphinx asks it to.
DIRECTIVES = "".join(f"{name}, " for name in date_format_mappings if name not in {"%U", "%W", "%-W"})
PATTERNS = ["%d %B %Y", "%-d %b", "%Y年%-m月%d日", "%%d %-%x %Q %", "%H:%M on %A", DIRECTIVES]


@pytest.mark.parametrize("language", ["en", "zh_CN", "de", "ar", "ru", "fa", "th"])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_date_written_in_parts_is_that_of_sphinx(pattern: str, language: str) -> None:
    for day in (datetime(2024, 2, 29, 9, 5, 7), datetime(1999, 12, 31), datetime(2026, 1, 1, 23, 59, 59)):
        # A pattern that is translated is not one that Babel writes by itself.
        assert _format_day(day, pattern, pattern, language) == format_date(
            pattern, date=day, language=str(locale_of(language))
        )

"""Read dates as leniently as ABlog does."""

from __future__ import annotations

import warnings
from datetime import datetime
from importlib import import_module

#: Two defaults that differ in year, month and day: whatever differs in the results was missing from the text.
_FIRST, _SECOND = datetime(2000, 1, 1), datetime(2001, 2, 1)


def read_leniently(text: str) -> datetime:
    """Return *text* parsed by ``dateutil``, which ABlog requires and so is installed along with it.

    A date without a day is the first of its month. Raises :exc:`ValueError` if the year or the month is
    missing, which ``dateutil`` would take from the current date, or if ``dateutil`` is not installed.
    """
    try:
        parse = import_module("dateutil.parser").parse
        with warnings.catch_warnings():
            # dateutil warns about unknown time zones, and ignores them.
            warnings.simplefilter("ignore")
            moment, other = (parse(text, default=day) for day in (_FIRST, _SECOND))
    except (ImportError, OverflowError, TypeError) as error:
        raise ValueError(text) from error
    # ``10`` is only a day of some month, and ``2025`` only a year: neither is a date.
    if (moment.year, moment.month) != (other.year, other.month):
        raise ValueError(text)
    assert isinstance(moment, datetime)
    return moment

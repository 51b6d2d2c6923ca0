"""Dates that ABlog's sites have, read as leniently as ABlog reads them."""

from __future__ import annotations

import warnings
from datetime import datetime
from importlib import import_module

#: Two days that no date names both of: what is taken from them was not in the text.
_FIRST, _SECOND = datetime(2000, 1, 1), datetime(2001, 2, 1)


def read_leniently(text: str) -> datetime:
    """Return what ``dateutil`` takes *text* for, which ABlog needs and so is installed with it.

    A date without a day is the first of its month. :exc:`ValueError` is raised for what names no year or
    no month, which ``dateutil`` would take from the day of the build, and where ``dateutil`` is missing.
    """
    try:
        parse = import_module("dateutil.parser").parse
        with warnings.catch_warnings():
            # A zone that it does not know, it leaves out.
            warnings.simplefilter("ignore")
            found, other = (parse(text, default=day) for day in (_FIRST, _SECOND))
    except (ImportError, OverflowError, TypeError) as error:
        raise ValueError(text) from error
    # ``10`` is a day of any month, and ``2025`` a year, in which neither is a date.
    if (found.year, found.month) != (other.year, other.month):
        raise ValueError(text)
    assert isinstance(found, datetime)
    return found

"""Ages in whole calendar units."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

if TYPE_CHECKING:
    from datetime import date, datetime

    from sphinx_blogext.core.model import Post

Unit = Literal["year", "month", "week", "day"]
UNITS: tuple[Unit, ...] = ("year", "month", "week", "day")
_DAYS = {"week": 7, "day": 1}


class Age(NamedTuple):
    """A number of whole units, one of :data:`UNITS`."""

    number: int
    unit: Unit


def read_age(text: str) -> Age:
    """Return the age in a text such as ``3 years`` or ``18 months``; raise :exc:`ValueError` if it is none."""
    match = re.fullmatch(rf"(\d{{1,4}})\s+({'|'.join(UNITS)})s?", text.strip().lower())
    if match is None or not int(match[1]):
        raise ValueError(f"expected a length of time such as '3 years' or '18 months', got {text!r}")
    return Age(int(match[1]), cast("Unit", match[2]))


def whole_units(since: date, until: date, unit: str) -> int:
    """Return how many whole years, months, weeks or days are between two days."""
    if unit in _DAYS:
        return (until - since).days // _DAYS[unit]
    months = (until.year - since.year) * 12 + until.month - since.month - (until.day < since.day)
    return months // 12 if unit == "year" else months


def age_between(since: date, until: date) -> Age:
    """Return the time between two days in the largest unit of which it has at least one."""
    ages = (Age(whole_units(since, until, unit), unit) for unit in UNITS)
    return next((age for age in ages if age.number > 0), Age(0, "day"))


def stale_age(post: Post, limit: Age, now: datetime) -> Age | None:
    """Return the age of a post at the time *now*, counted from its last update, if it is at least *limit*.

    Evergreen posts never reach the limit.
    """
    moment = post.updated or post.date
    if moment is None or post.evergreen:
        return None
    # In the author's own time zone.
    since, until = moment.date(), now.astimezone(moment.tzinfo).date()
    return age_between(since, until) if whole_units(since, until, limit.unit) >= limit.number else None

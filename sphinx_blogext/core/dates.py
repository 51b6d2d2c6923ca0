"""Reads dates as people write them, without guessing, and computes ages in whole calendar units."""

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from email.utils import format_datetime
from typing import Literal, NamedTuple, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sphinx_blogext.patterns import pattern

#: Later than every date: the end of a pin without an end.
NEVER = datetime.max.replace(tzinfo=UTC)
Unit = Literal["year", "month", "week", "day"]
UNITS: tuple[Unit, ...] = ("year", "month", "week", "day")
_DAYS = {"week": 7, "day": 1}
_MONTHS = "january february march april may june july august september october november december".split()
_MONTH_NUMBERS = {"sept": 9} | {name[:size]: _MONTHS.index(name) + 1 for name in _MONTHS for size in (3, None)}
#: ``2026-01-15-title``, ``2026/01/15/title``, and either as a folder.
_IN_NAME = pattern(r"(?:^|/)(\d{4})(?:-(\d\d)-(\d\d)(?:-[^/]*)?|/(\d\d)/(\d\d)/[^/]+)(?:/index)?", re.ASCII)
_TIME = (
    r"(?:(?:[T\s]|,\s|\sat\s)\s*(?P<time>\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(?P<half>[AaPp]\.?[Mm]\.?)?"
    r"\s*(?P<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?(?:(?<=\d)\s*\([A-Z]{2,5}\))?)?"
)
#: RFC 5322, section 3.3, and people write the day of the week in front.
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEKDAY = r"(?:(?P<weekday>(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?)\b\.?,?\s*)?"
#: A day of the month. A wrong ending such as ``22th`` is accepted because it is just as clear.
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?"
_FORMS = tuple(
    pattern(_WEEKDAY + form + _TIME, re.ASCII | re.IGNORECASE)
    for form in (
        # 2026-11-20, 2026/11/20, 2026.11.20
        r"(?P<year>\d{4})(?P<sep>[-/.]\s?)(?P<month>\d{1,2})(?P=sep)(?P<day>\d{1,2})\.?",
        # 2026年11月20日, 2026년 11월 20일
        r"(?P<year>\d{4})\s?[年년]\s?(?P<month>\d{1,2})\s?[月월]\s?(?P<day>\d{1,2})\s?[日号號일]",
        # November 20, 2026, November 20th, 2026
        rf"(?P<month>[A-Za-z]{{3,9}})\.?\s+{_DAY}(?:\s*,\s*|\s+)(?P<year>\d{{4}}),?",
        # 20 November 2026, 20th November 2026
        rf"{_DAY}\s+(?P<month>[A-Za-z]{{3,9}})\.?(?:\s*,\s*|\s+)(?P<year>\d{{4}}),?",
    )
)


class NoSuchDayError(ValueError):
    """A date in a form that can be read, of a day that is in no calendar."""


def parse_date(text: str, zone: tzinfo = UTC) -> datetime:
    """Return the time that *text* means, in *zone* unless it has a time zone of its own.

    A date alone means midnight. Accepted are ISO 8601 dates and the unambiguous ``_FORMS``, each with an optional
    time, and with an optional weekday in front that must be right. Names are English regardless of the locale.
    Anything else, such as ``02-01-2023``, raises :exc:`ValueError`.
    """
    text = " ".join(text.split())
    for form in _FORMS:
        if match := form.fullmatch(text):
            return _from_match(match, zone)
    if not re.match(r"\d{4}(\d{4}|-?W\d{2})", text, re.ASCII):
        raise ValueError(text)
    return _in_zone(datetime.fromisoformat(text), zone)


def _in_zone(moment: datetime, zone: tzinfo) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


def date_in_name(docname: str) -> str:
    """Return the date at the end of a document's name as ``2026-01-15``, or ``""``."""
    for match in _IN_NAME.finditer(docname):
        year, month, day = map(int, filter(None, match.groups()))
        with suppress(ValueError):
            if match.end() == len(docname):
                return date(year, month, day).isoformat()
    return ""


class DateReader(NamedTuple):
    """Reads dates; those without a time zone are in *zone*.

    The site's *formats*, for ``strptime``, take precedence over our forms; *guess* gets what matches neither.
    """

    zone: tzinfo = UTC
    formats: tuple[str, ...] = ()
    guess: Callable[[str], datetime] | None = None

    def read(self, text: str) -> tuple[datetime, bool]:
        """Return the time that *text* means, and whether that is a guess; raise :exc:`ValueError` without one."""
        text = text.strip()
        for form in self.formats:
            with suppress(ValueError):
                return _in_zone(datetime.strptime(text, form), self.zone), False
        try:
            return parse_date(text, self.zone), False
        except ValueError:
            if self.guess is None:
                raise
        try:
            return _in_zone(self.guess(text), self.zone), True
        except (Exception, SystemExit) as error:
            # Authors can write anything, so a function that is not ours may fail in any way.
            raise ValueError(text) from error


def is_date_format(form: str) -> bool:
    """Return whether ``strptime`` can read the format *form*: it has fewer directives than ``strftime``."""
    try:
        datetime.strptime("", form)
    except ValueError as error:
        return "does not match" in str(error)
    return False


def parse_zone(name: str) -> tzinfo:
    """Return the time zone *name* from the IANA database; raise :exc:`ValueError` if there is none."""
    if name.upper() == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError, ValueError) as error:
        raise ValueError(name) from error


def sort_key(moment: datetime) -> int:
    """Return microseconds to compare times by: times themselves would overflow at both ends of the calendar."""
    minutes = (moment.toordinal() * 24 + moment.hour) * 60 + moment.minute
    microseconds = (minutes * 60 + moment.second) * 1_000_000 + moment.microsecond
    offset = moment.utcoffset()
    return microseconds - offset // timedelta.resolution if offset else microseconds


def _from_match(match: re.Match[str], zone: tzinfo) -> datetime:
    month, written, half, offset = match.group("month", "time", "half", "zone")
    own_zone = zone
    if offset:
        is_utc = offset in {"Z", "UTC", "GMT"}
        own_zone = UTC if is_utc else datetime.fromisoformat("2000-01-01T00:00" + offset).tzinfo or zone
    day = _day(int(match["year"]), int(_MONTH_NUMBERS.get(month.lower(), month)), int(match["day"]))
    if match["weekday"] and match["weekday"][:3].lower() != _WEEKDAYS[day.weekday()]:
        raise ValueError(match[0])
    # ISO 8601-1:2019/Amd 1, section 5.3.2: the end of a day.
    if written in {"24:00", "24:00:00"} and not half:
        if day.date() == datetime.max.date():
            raise ValueError(match[0])
        return datetime.combine(day + timedelta(days=1), time(), tzinfo=own_zone)
    return datetime.combine(day, _parse_time(written, half) if written else time(), tzinfo=own_zone)


def _day(year: int, month: int, day: int) -> datetime:
    try:
        return datetime(year, month, day)
    except ValueError as error:
        raise NoSuchDayError from error


def _parse_time(text: str, half: str | None) -> time:
    # ``fromisoformat`` requires hours of two digits.
    clock = time.fromisoformat(text if text[2] == ":" else f"0{text}")
    if not half:
        return clock
    if not 1 <= clock.hour <= 12:
        raise ValueError(text)
    return clock.replace(hour=clock.hour % 12 + (12 if half[0] in "pP" else 0))


def ambiguous_zone(text: str) -> str:
    """Return the abbreviation of several time zones (``CST``) that keeps a date from being read, or ``""``."""
    match = re.fullmatch(r"(.*\d)\s*\(?([A-Z]{2,5})\)?", text.strip(), re.ASCII | re.DOTALL)
    with suppress(ValueError, OverflowError):
        if match and ":" in match[1] and parse_date(match[1]):
            return match[2]
    return ""


def as_written(moment: datetime) -> str:
    """Return *moment* in a form for metadata: ``2026-11-20``, with the time unless it is midnight."""
    day, clock = moment.isoformat()[:10], moment.isoformat()[11:19].removesuffix(":00")
    return day if clock == "00:00" else f"{day} {clock}"


def rfc3339(moment: datetime) -> str:
    # HTML allows at most three digits for fractions of a second.
    return _in_minutes(moment).isoformat(timespec="seconds")


def rfc822(moment: datetime) -> str:
    return format_datetime(_in_minutes(moment))


def _in_minutes(moment: datetime) -> datetime:
    """Return *moment* with an offset of whole minutes: before time zones, local offsets had seconds."""
    minutes = (moment.utcoffset() or timedelta()) // timedelta(minutes=1)
    return moment.replace(tzinfo=timezone(timedelta(minutes=minutes)) if minutes else UTC)


class Age(NamedTuple):
    number: int
    unit: Unit


def read_age(text: str) -> Age:
    """Return the age in a text such as ``3 years`` or ``18 months``; raise :exc:`ValueError` if it is none."""
    match = re.fullmatch(rf"(\d{{1,4}})\s+({'|'.join(UNITS)})s?", text.strip().lower())
    if match is None or not int(match[1]):
        raise ValueError(f"expected a length of time such as '3 years' or '18 months', got {text!r}")
    return Age(int(match[1]), cast("Unit", match[2]))


def whole_units(since: date, until: date, unit: str) -> int:
    if unit in _DAYS:
        return (until - since).days // _DAYS[unit]
    months = (until.year - since.year) * 12 + until.month - since.month - (until.day < since.day)
    return months // 12 if unit == "year" else months


def age_between(since: date, until: date) -> Age:
    """Return the time between two days in the largest unit of which it has at least one."""
    ages = (Age(whole_units(since, until, unit), unit) for unit in UNITS)
    return next((age for age in ages if age.number > 0), Age(0, "day"))

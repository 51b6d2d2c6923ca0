"""Read dates as written by other engines, and write them in our format."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.core.dates import parse_date, parse_zone

if TYPE_CHECKING:
    from datetime import tzinfo

_CHINESE = re.compile(r"(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日?")
_DOTTED = re.compile(r"(\d{4})\.(\d{1,2})\.(\d{1,2})(?!\d)")
_CLOCK = re.compile(r"(?P<hour>\d{1,2}):(?P<minute>\d{1,2})(?::(?P<second>\d{1,2}))?(?!\d)")
_NAMED_ZONE = re.compile(r"\s\(?(?P<zone>[A-Z][A-Za-z]+/[\w/+-]+|[A-Z]{2,5})\)?$")
_OFFSET = re.compile(r"\s?(?:UTC|GMT)\s?(?P<sign>[+-])(?P<hours>\d{1,2}):?(?P<minutes>\d{2})?$")
_AMERICAN = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?![\d/-])")
#: Unambiguous abbreviations of time zones.
_ZONES = {"EST": "-05:00", "EDT": "-04:00", "CDT": "-05:00", "MST": "-07:00", "MDT": "-06:00"}
_ZONES |= {"PST": "-08:00", "PDT": "-07:00", "CET": "+01:00", "CEST": "+02:00", "JST": "+09:00", "KST": "+09:00"}
_ZONES |= {"MSK": "+03:00", "EET": "+02:00", "EEST": "+03:00", "HKT": "+08:00", "SGT": "+08:00", "AEST": "+10:00"}
_ZONES |= {"AEDT": "+11:00", "NZST": "+12:00", "NZDT": "+13:00", "BRT": "-03:00"}


class Moment(NamedTuple):
    """A date of a post; *has_time* and *has_zone* tell whether the time and the zone were given."""

    moment: datetime
    has_time: bool
    has_zone: bool

    @property
    def text(self) -> str:
        """The date as written in front matter."""
        day = self.moment.date().isoformat()
        if not self.has_time:
            return day
        clock = self.moment.time().isoformat()[:8].removesuffix(":00")
        return f"{day} {clock}{self.moment.isoformat()[-6:] if self.has_zone else ''}"


def read_moment(text: str, zone: tzinfo) -> Moment | None:
    """Return the date in *text*, in *zone* unless it names its own; ``None`` if it is not a date."""
    if re.fullmatch(r"1\d{9}(\d{3})?", text.strip()):
        # Seconds or milliseconds since 1970.
        return Moment(datetime.fromtimestamp(int(text.strip()[:10]), UTC), has_time=True, has_zone=True)
    plain = _usual(" ".join(text.split()))
    try:
        moment = parse_date(plain, zone)
    except ValueError:
        return _read_mail_date(text)
    if not _FIRST <= moment.year <= _LAST:
        # In another time zone, it would be out of the range of dates.
        return None
    # If parsing with an unusual zone gives a different zone, the text itself names one.
    has_zone = parse_date(plain, _OTHER).tzinfo is not _OTHER
    return Moment(moment, bool(re.search(r"\d:\d\d", plain)), has_zone)


def as_dateutil(text: str) -> str:
    """Return a date in numbers as python-dateutil reads it, with the year first; any other text as it is.

    The month comes before the day, unless that cannot be.
    """
    text = " ".join(text.split()).rstrip(".")
    if match := _AMERICAN.match(text):
        first, second, year = int(match[1]), int(match[2]), int(match[3])
        month, day = (second, first) if first > 12 else (first, second)
        # Of two digits, the century in which the year is nearest.
        year += 0 if len(match[3]) > 2 else 2000 if year < 70 else 1900
        text = f"{year:04}-{month:02}-{day:02}{text[match.end() :]}"
    return re.sub(r"^(\d{4}-\d{1,2}-\d{1,2})-(?=\d{1,2}:\d\d)", r"\1 ", text)


_FIRST, _LAST = 2, 9998
_OTHER = parse_zone("Pacific/Kiritimati")


def _usual(text: str) -> str:
    """Return *text* in a form that :func:`parse_date` can read."""
    text = _CHINESE.sub(r"\1-\2-\3", text)
    text = _DOTTED.sub(r"\1-\2-\3", text)
    text = re.sub(r"^[A-Z][a-z]{2,8}day,?\s+|^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?\s+(?=[A-Z])", "", text)
    # As printed by the program ``date`` and the function ``asctime``.
    text = re.sub(r"^([A-Z][a-z]{2} \d{1,2}) (\d+:\d+:\d+)((?: [A-Z]{2,5})?) (\d{4})$", r"\1 \4 \2\3", text)
    # Zone names that JavaScript and Go add after the offset.
    text = re.sub(r"(?<=[+-]\d{4}) \(?[A-Z][\w ]*\)?$", "", text)
    text = re.sub(r"(?<=\d) ([+-])(\d)$", r" \g<1>0\2:00", text)
    if match := _OFFSET.search(text):
        text = f"{text[: match.start()]} {match['sign']}{match['hours']:0>2}:{match['minutes'] or '00'}"
    elif (match := _NAMED_ZONE.search(text)) and match["zone"] not in {"AM", "PM", "UTC", "GMT"}:
        text = _with_offset(text[: match.start()].rstrip(), match["zone"])
    return _CLOCK.sub(_full_clock, text, count=1)


def _with_offset(text: str, zone: str) -> str:
    if zone in _ZONES:
        return f"{text} {_ZONES[zone]}"
    try:
        moment = parse_date(_CLOCK.sub(_full_clock, text, count=1), parse_zone(zone))
    except ValueError:
        return f"{text} {zone}"
    return f"{moment:%Y-%m-%d %H:%M:%S} {moment.isoformat()[-6:]}"


def _full_clock(match: re.Match[str]) -> str:
    parts = [match["hour"], match["minute"], *([match["second"]] if match["second"] else [])]
    return ":".join(part.zfill(2) for part in parts)


def _read_mail_date(text: str) -> Moment | None:
    """Return a date in the format of e-mails and feeds, ``Tue, 02 Jan 2024 10:00:00 +0800``."""
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    is_valid = moment.tzinfo is not None and _FIRST <= moment.year <= _LAST
    return Moment(moment, has_time=True, has_zone=True) if is_valid else None


_NAME_DATE = re.compile(
    r"(?P<year>\d{4})[-_./](?P<month>\d{1,2})[-_./](?P<day>\d{1,2})"
    # As Zola allows it.
    r"(?P<time>T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?)?(?:[-_./ ]+|$)(?P<rest>.*)",
    re.DOTALL,
)


def date_in(path: str) -> str:
    """Return the date at the start of a URL path, or as folders within it, or ``""``."""
    match = re.search(r"(?:^|/)(\d{4})/(\d{1,2})/(\d{1,2})(?=/|$)", path)
    return split_name_date(path.strip("/"))[0] or ("-".join(match.groups()) if match else "")


def split_name_date(name: str) -> tuple[str, str]:
    """Return the date at the start of a file name, with a time if there is one, or ``""``, and the rest of it."""
    if match := _NAME_DATE.fullmatch(name):
        date = f"{match['year']}-{match['month']:0>2}-{match['day']:0>2}"
        return f"{date}{match['time'] or ''}", match["rest"]
    return "", name

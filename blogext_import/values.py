"""Front matter values as strings, names, booleans and dates, in any form that an engine allows."""

import re
from datetime import UTC, datetime, tzinfo
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import Any, NamedTuple

from sphinx_blogext.core.dates import parse_date, parse_zone
from sphinx_blogext.core.metadata import clean_text

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
_DEEPEST = 4
_WRAPPERS = ("params", "extra")
_TRUE = frozenset({"true", "yes", "on", "y", "1"})
_FALSE = frozenset({"false", "no", "off", "n", "0"})


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


class Values:
    """The front matter of a post, with keys found in any spelling: ``lastMod``, ``last_mod``, ``Last-Mod``."""

    def __init__(self, data: dict[str, Any]) -> None:
        # Hugo and Zola keep custom keys in a record of their own; treat them as top-level keys.
        inner = [data[key] for key in _WRAPPERS if isinstance(data.get(key), dict)]
        outer = {str(key): value for key, value in data.items() if key not in _WRAPPERS}
        self.data: dict[str, Any] = {str(key): value for each in inner for key, value in each.items()} | outer
        self._keys = {fold(key): key for key in reversed(self.data)}
        self.used: set[str] = set()

    def get(self, *names: str) -> Any:
        """Return the value of the first of *names* that has one; a dotted name is a field of a record."""
        for name in names:
            first, *rest = name.split(".")
            key = self._keys.get(fold(first))
            if key is None:
                continue
            value = self.data[key]
            for part in rest:
                value = value.get(part) if isinstance(value, dict) else None
            if value is not None and value != "":
                self.used.add(key)
                return value
        return None

    def text(self, *names: str) -> str:
        """Return the first value that is a string, as one line."""
        for name in names:
            value = self.get(name)
            if isinstance(value, list) and value:
                value = value[0]
            if isinstance(value, str) and (line := one_line(value)):
                return line
        return ""

    def names(self, *names: str, separator: str | None = None) -> list[str]:
        """Return the names in lists, records and strings, split at the regular expression *separator*."""
        items = [item for name in names for item in as_names(self.get(name), separator)]
        return list(dict.fromkeys(items))

    def flag(self, *names: str) -> bool | None:
        """Return the first boolean among *names*, or ``None``."""
        for name in names:
            value = self.get(name)
            if isinstance(value, str) and value.strip().lower() in _TRUE | _FALSE:
                return value.strip().lower() in _TRUE
        return None


@lru_cache(maxsize=4096)
def fold(key: str) -> str:
    """Return a key in a normalized spelling."""
    return re.sub(r"[\s_-]", "", key).lower()


def one_line(text: object) -> str:
    return " ".join(clean_text(str(text)).split())


def as_names(value: Any, separator: str | None = None, depth: int = 0) -> list[str]:
    """Return the names in *value*: a string, a record with a name, or a (nested) list of these."""
    if value is None or depth > _DEEPEST:
        return []
    if isinstance(value, dict):
        return as_names(_label(value))
    if isinstance(value, list):
        return [name for item in value for name in as_names(item, separator if depth else None, depth + 1)]
    parts = re.split(separator, str(value)) if separator else [str(value)]
    return list(filter(None, (one_line(part).strip("\"'").strip() for part in parts)))


def _label(record: dict[str, Any]) -> str | None:
    values = map(record.get, ("label", "name", "title"))
    return next((value for value in values if isinstance(value, str)), None)

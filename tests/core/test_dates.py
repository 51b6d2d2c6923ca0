"""Dates as people write them."""

import locale
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_blogext.core.dates import ambiguous_zone, parse_date, parse_zone, sort_key

SHANGHAI = ZoneInfo("Asia/Shanghai")
DAY = datetime(2026, 11, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-20", "2026/11/20", "20261120", "2026-W47-5", "November 20, 2026", "NOVEMBER 20, 2026",
        "Nov. 20, 2026", "November 20 2026", "November  20,  2026", "20 November 2026", "20  Nov  2026",
        "20 Nov, 2026", "November 20th 2026", "november  20TH ,  2026", "20th  Nov  2026", "20st November 2026",
        "November 20nd, 2026", "20rd Nov 2026",
        " 2026-11-20 ", "2026-11-20T00:00:00Z", "2026-11-20T00:00:00.000", "2026-11-20 00:00 UTC",
    ],
)  # fmt: skip
def test_forms_of_a_day(text: str) -> None:
    assert parse_date(text) == DAY


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-20 09:30", "2026-11-20T09:30", "2026-11-20  09:30:00", "2026/11/20 9:30",
        "November 20, 2026, 09:30", "20 Nov 2026 9:30", "Nov 20, 2026 9:30 AM", "November 20th, 2026, 9:30 am",
        "20th Nov 2026  09:30:00 UTC", "20261120T0930",
    ],
)  # fmt: skip
def test_forms_of_a_time(text: str) -> None:
    assert parse_date(text) == datetime(2026, 11, 20, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "hour"), [("12:05 AM", 0), ("11:05 am", 11), ("12:05 pm", 12), ("1:05 p.m.", 13), ("11:05 PM", 23)]
)
def test_halves_of_the_day(text: str, hour: int) -> None:
    assert parse_date(f"2026-11-20 {text}") == datetime(2026, 11, 20, hour, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "hours"),
    [("2026-11-20T09:30+08:00", 8), ("2026-11-20 09:30-05", -5), ("20 Nov 2026 09:30 +0800", 8)],
)
def test_a_zone_of_its_own_is_kept(text: str, hours: int) -> None:
    moment = parse_date(text, SHANGHAI)
    assert moment == datetime(2026, 11, 20, 9, 30, tzinfo=timezone(timedelta(hours=hours)))
    assert moment.utcoffset() == timedelta(hours=hours)


def test_without_a_zone_it_is_in_the_blogs() -> None:
    assert parse_date("2026-11-20 09:30", SHANGHAI).utcoffset() == timedelta(hours=8)
    assert parse_date("November 20, 2026", SHANGHAI).utcoffset() == timedelta(hours=8)


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("2026. 11. 20.", 0), ("FRI, 20 NOV 2026", 0), ("2026-11-20, 09:30", 9), ("2026 年 11 月 20 日 9:30", 9),
        ("November 20 2026 at 9:30 am", 9), ("2026년 11월 20일", 0), ("Friday, November 20, 2026", 0),
        ("Fri, 20 Nov 2026 09:30:00 +0000 (GMT)", 9),
        # It was no Thursday.
        ("Thu, 20 Nov 2026", None),
    ],
)  # fmt: skip
def test_days_of_the_week_dots_and_signs(text: str, hour: int | None) -> None:
    if hour is None:
        with pytest.raises(ValueError, match="2026"):
            parse_date(text)
    else:
        assert parse_date(text).replace(minute=0) == datetime(2026, 11, 20, hour, tzinfo=UTC)


def test_a_day_ends_at_24() -> None:
    assert parse_date("2026-12-31 24:00") == datetime(2027, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "zone"),
    [("Fri, 20 Nov 2026 09:30:00 EST", "EST"), ("2026-11-20 CET", ""), ("11-20-2026 09:30 CET", "")],
)
def test_an_ambiguous_zone_is_named(text: str, zone: str) -> None:
    assert ambiguous_zone(text) == zone


@pytest.mark.parametrize(
    "text",
    [
        "", "02-01-2023", "02/01/2023", "2/1/23", "02.01.2023", "2023", "2023-01", "Maybe 20, 2026",
        "20 Novembre 2026", "November 31, 2026", "0th May 2026", "20thNov2026", "02nd-01-2023", "2026-13-01",
        "2025-02-29", "0000-01-01", "10000-01-01", "2026-11/20", "2026-11-20 25:00", "2026-11-20 13:00 PM",
        "2026-11-20 09:30 +99:00", "2026-11-20 tomorrow", "1700000000", "٢٠٢٦-١١-٢٠", "2026年13月20日",
        "Monday, November 20, 2026", "2026-11-20 24:01", "2026-11-20 09:30 CET", "2026-11-20\n2026-11-21",
        "9" * 10_000, "\x00",
    ],
)  # fmt: skip
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # callers go by the type alone
        parse_date(text)


@given(st.text(max_size=40) | st.text(alphabet="0123456789-/: TZ+.,NOVnovPMpmWsthrd", max_size=32))
def test_no_text_raises_anything_but_a_value_error(text: str) -> None:
    try:
        moment = parse_date(text)
    except ValueError:
        return
    assert moment.tzinfo is not None


@given(
    st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=-11)), timezone(timedelta(hours=14))]))
)
def test_iso_8601_is_read_back(moment: datetime) -> None:
    parsed = parse_date(moment.isoformat())
    assert parsed.replace(tzinfo=None) == moment.replace(tzinfo=None)
    assert parsed.utcoffset() == moment.utcoffset()


MONTHS = "January February March April May June July August September October November December"


def test_months_are_english_whatever_the_locale() -> None:
    before = locale.setlocale(locale.LC_ALL)
    try:
        for name in ("C", "de_DE.UTF-8", "zh_CN.UTF-8"):
            with suppress(locale.Error):
                locale.setlocale(locale.LC_ALL, name)
            for number, month in enumerate(MONTHS.split(), start=1):
                for text in (f"{month} 3, 2026", f"3 {month} 2026", f"{month[:3]} 3, 2026"):
                    assert parse_date(text) == datetime(2026, number, 3, tzinfo=UTC)
    finally:
        locale.setlocale(locale.LC_ALL, before)


@pytest.mark.parametrize(
    "name", ["", "Mars/Phobos", "../../etc/passwd", "/etc/localtime", "Asia", "\x00", "x" * 5000]
)
def test_zones_that_do_not_exist(name: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # callers go by the type alone
        parse_zone(name)


def test_the_ends_of_the_calendar_are_ordered() -> None:
    east, west = timezone(timedelta(hours=14)), timezone(timedelta(hours=-12))
    moments = [
        datetime(1, 1, 1, tzinfo=east), datetime(1, 1, 1, tzinfo=UTC), datetime(1, 1, 1, tzinfo=west),
        datetime(2026, 11, 20, tzinfo=UTC), datetime(9999, 12, 31, 23, tzinfo=east),
        datetime(9999, 12, 31, 23, tzinfo=UTC), datetime(9999, 12, 31, 23, tzinfo=west),
    ]  # fmt: skip
    assert sorted(moments, key=sort_key) == moments

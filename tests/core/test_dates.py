"""Dates as people write them, also in headings of changelogs and in forms of the owner, and how old a post is."""

import sys
from datetime import UTC, date, datetime, timedelta, timezone
from email.utils import parsedate_to_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_blogext.ablog.forms import read_leniently
from sphinx_blogext.core.changelog import read_heading, unread_date
from sphinx_blogext.core.dates import (
    Age,
    DateReader,
    age_between,
    ambiguous_zone,
    as_written,
    is_date_format,
    parse_date,
    parse_zone,
    read_age,
    rfc822,
    rfc3339,
    sort_key,
)
from sphinx_blogext.core.metadata import read_metadata
from sphinx_blogext.core.model import Post, stale_age

EAST = timezone(timedelta(hours=8))

#: Forms of times of a day.
FORMS = {
    "00:00": [
        "2026-11-20", "2026-11-19 24:00", "2026/11/20", "20261120", "2026-W47-5", "NOVEMBER 20, 2026",
        "Nov. 20, 2026", "November  20  2026", "20 November 2026", "20  Nov,  2026", "november  20TH ,  2026",
        "20st November 2026", "20rd Nov 2026", " 2026. 11. 20. ", "2026-11-20T00:00:00.000",
        "2026년 11월 20일", "Friday, November 20, 2026",
    ],
    "09:30": [
        "2026-11-20T09:30", "2026-11-20  09:30:00", "2026/11/20 9:30", "November 20, 2026, 09:30",
        "Nov 20, 2026 9:30 AM", "November 20th, 2026, 9:30 am", "20th Nov 2026  09:30:00 UTC", "20261120T0930",
        "2026-11-20, 09:30", "2026 年 11 月 20 日 9:30", "November 20 2026 at 9:30 am",
        "Fri, 20 Nov 2026 09:30:00 +0000 (GMT)",
    ],
    "00:05": ["2026-11-20 12:05 AM"], "12:05": ["2026-11-20 12:05 pm"], "13:05": ["2026-11-20 1:05 p.m."],
}  # fmt: skip


@pytest.mark.parametrize(("text", "clock"), [(text, clock) for clock, texts in FORMS.items() for text in texts])
def test_forms_of_days_and_times(text: str, clock: str) -> None:
    assert parse_date(text) == datetime.fromisoformat(f"2026-11-20T{clock}+00:00")


def test_a_zone_of_its_own_takes_precedence_over_that_of_the_blog() -> None:
    for text, offset in {"2026-11-20T09:30+09:00": 9, "2026-11-20 09:30-05": -5, "20 Nov 2026 09:30": 8}.items():
        assert parse_date(text, EAST).isoformat() == f"2026-11-20T09:30:00{offset:+03}:00"
    # One that is ambiguous is named.
    zones = {"Fri, 20 Nov 2026 09:30:00 EST": "EST", "2026-11-20 CET": "", "11-20-2026 09:30 CET": ""}
    assert {text: ambiguous_zone(text) for text in zones} == zones


@pytest.mark.parametrize(
    "text",
    [
        "", "02-01-2023", "02/01/2023", "2/1/23", "02.01.2023", "2023", "2023-01", "Maybe 20, 2026",
        "20 Novembre 2026", "November 31, 2026", "0th May 2026", "20thNov2026", "02nd-01-2023", "2026-13-01",
        "2025-02-29", "0000-01-01", "10000-01-01", "2026-11/20", "2026-11-20 25:00", "2026-11-20 13:00 PM",
        "2026-11-20 09:30 +99:00", "2026-11-20 tomorrow", "1700000000", "٢٠٢٦-١١-٢٠", "2026年13月20日",
        "Monday, November 20, 2026", "Thu, 20 Nov 2026", "2026-11-20 24:01", "2026-11-20 09:30 CET",
        "2026-11-20\n2026-11-21", "9" * 10_000, "\x00",
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


def test_months_are_english() -> None:
    months = "January February March April May June July August September October November December"
    for number, month in enumerate(months.split(), start=1):
        for text in (f"{month} 3, 2026", f"3 {month} 2026", f"{month[:3]} 3, 2026"):
            assert parse_date(text) == datetime(2026, number, 3, tzinfo=UTC)
    assert parse_date("Sept. 3, 2026") == datetime(2026, 9, 3, tzinfo=UTC)


@pytest.mark.parametrize("name", ["", "Mars/Phobos", "../../etc/passwd", "Asia", "\x00"])
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
    # No day follows the last one.
    with pytest.raises(ValueError, match="9999"):
        parse_date("9999-12-31 24:00")


ZONES = st.integers(-1439, 1439).map(lambda minutes: timezone(timedelta(minutes=minutes)))
MOMENTS = st.datetimes(datetime(2, 1, 1), datetime(9998, 12, 31), timezones=ZONES)


@given(MOMENTS, MOMENTS)
def test_the_order_is_that_of_the_moments(one: datetime, other: datetime) -> None:
    assert sort_key(one) - sort_key(other) == (one - other) // timedelta.resolution


@given(MOMENTS.filter(lambda moment: moment.year > 999))
def test_what_machines_read_is_the_same_moment(moment: datetime) -> None:
    assert datetime.fromisoformat(rfc3339(moment)) == moment.replace(microsecond=0)
    assert parsedate_to_datetime(rfc822(moment)) == moment.replace(microsecond=0)


def test_the_owners_forms_take_precedence() -> None:
    reader = DateReader(EAST, ("%Y-%d-%m", "%d.%m.%Y %H:%M"))
    assert reader.read("2026-02-03")[0] == datetime(2026, 3, 2, tzinfo=EAST)
    assert reader.read(" 3.2.2026 07:05 ")[0] == datetime(2026, 2, 3, 7, 5, tzinfo=EAST)
    # What is in none of them is read as ever.
    assert reader.read("May 3rd, 2026")[0] == datetime(2026, 5, 3, tzinfo=EAST)
    with pytest.raises(ValueError, match="soon"):
        reader.read("soon")
    forms = ["%d.%m.%Y", "%d %B %Y"]
    assert [form for form in (*forms, "", "%-d", "%Q", "%") if is_date_format(form)] == forms
    # A parser that fails has not read any date.
    for guess in (lambda text: None, sys.exit, lambda text: [][1]):
        with pytest.raises(ValueError, match="soon"):
            DateReader(guess=guess).read("soon")


def test_a_guess_is_used_and_said() -> None:
    reader = DateReader(UTC, guess=lambda text: datetime(2026, 4, 10, 7))
    raw = {"date": "07:00, Apr 10, 2026", "updated": "x"}
    said, problems = read_metadata(raw, dates=reader, is_directive=False)
    assert said["date"] == said["updated"] == datetime(2026, 4, 10, 7, tzinfo=UTC)
    assert [problem.kind for problem in problems] == ["guess", "guess"]
    assert "is read as 2026-04-10 07:00" in problems[0].message


def test_a_moment_as_people_write_it() -> None:
    moments = (datetime(2026, 4, 10, tzinfo=UTC), datetime(926, 4, 10, 7, 5), datetime(2026, 4, 10, 7, 5, 9))
    assert list(map(as_written, moments)) == ["2026-04-10", "0926-04-10 07:05", "2026-04-10 07:05:09"]


def test_dates_as_dateutil_reads_them() -> None:
    pytest.importorskip("dateutil")
    assert read_leniently("02-01-2023") == datetime(2023, 2, 1)
    assert read_leniently("Wed, 3 Jan 2024 10:00 EST") == datetime(2024, 1, 3, 10)
    # No day of the build.
    assert read_leniently("Apr 2026") == datetime(2026, 4, 1)
    for text in ("", "2025", "10", "10 April", "10:30", "Monday", "soon", "2024-02-30", "9" * 40):
        with pytest.raises(ValueError):  # noqa: PT011  # the words are those of dateutil
            read_leniently(text)


def test_an_age_is_read_or_refused() -> None:
    ages = {"1 year": Age(1, "year"), " 18  Months ": Age(18, "month"), "90 days": Age(90, "day")}
    assert {text: read_age(text) for text in ages} == ages
    for text in ("3", "years", "0 years", "3 decades", "1.5 years", "99999 days", "3 years ago"):
        with pytest.raises(ValueError, match="expected a length of time such as '3 years'"):
            read_age(text)


def test_time_is_counted_in_whole_units() -> None:
    ages = {
        ("2023-11-22", "2026-11-22"): Age(3, "year"), ("2023-11-23", "2026-11-22"): Age(2, "year"),
        ("2024-02-29", "2025-02-28"): Age(11, "month"), ("2024-02-29", "2025-03-01"): Age(1, "year"),
        ("2024-01-31", "2024-02-29"): Age(4, "week"), ("2024-01-01", "2024-01-07"): Age(6, "day"),
        ("2024-01-01", "2024-01-01"): Age(0, "day"),
    }  # fmt: skip
    assert {days: age_between(*map(date.fromisoformat, days)) for days in ages} == ages


def test_when_a_post_is_stale() -> None:
    post = Post(docname="a", title="A", date=datetime(2023, 11, 22, 23, tzinfo=timezone(timedelta(hours=-5))))
    limit = Age(3, "year")
    # It is the 22nd there until five in the morning of the 23rd, and begins at five of the 22nd.
    assert stale_age(post, limit, datetime(2026, 11, 22, 4, 59, tzinfo=UTC)) is None
    assert stale_age(post, limit, datetime(2026, 11, 22, 5, tzinfo=UTC)) == limit
    assert stale_age(post, Age(37, "month"), datetime(2026, 11, 22, 5, tzinfo=UTC)) is None
    for change in ({"evergreen": True}, {"updated": datetime(2026, 1, 1, tzinfo=UTC)}, {"date": None}):
        assert stale_age(post._replace(**change), limit, datetime(2027, 1, 1, tzinfo=UTC)) is None


DATES = DateReader()


@pytest.mark.parametrize(
    ("heading", "name", "date"),
    [
        ("[2.0.0] - 2026-11-20", "2.0.0", "2026-11-20"),
        ("[0.0.5] - 2014-12-13 [YANKED]", "0.0.5 [YANKED]", "2014-12-13"),
        ("loom 2.0.0 (2026-11-20)", "loom 2.0.0", "2026-11-20"),
        ("2026-11-20 - 2.0", "2.0", "2026-11-20"), ("2026-11-20", "2026-11-20", "2026-11-20"),
        ("Version 2.0: released on 2026-11-20", "Version 2.0", "2026-11-20"),
        ("v2.3.0 [2024-05-05] – The big one", "v2.3.0 The big one", "2024-05-05"),
        ("版本 1.2（2024-03-01）", "版本 1.2", "2024-03-01"),
        ("1.3 (2024-04-01, beta)", "1.3", "2024-04-01"), ("1.0 <2021-01-01>", "1.0", "2021-01-01"),
    ],
)  # fmt: skip
def test_a_release_has_a_name_and_a_date(heading: str, name: str, date: str) -> None:
    found = read_heading(heading, DATES)
    assert (found.name, found.date) == (name, datetime.fromisoformat(date).replace(tzinfo=UTC))


def test_a_heading_without_a_date_is_none_and_a_date_that_cannot_be_read_is_told() -> None:
    for heading in ("[Unreleased]", "2026.11.20", "1.0 (unreleased)", "2.0", "20240115", "May 2024"):
        assert read_heading(heading, DATES) is None
        assert not unread_date(heading)
    for day in ("02-01-2023", "2024-02-30"):
        assert read_heading(f"2.0 ({day})", DATES) is None
        assert unread_date(f"2.0 ({day})") == day
    # Unless the site says which.
    found = read_heading("2.0 (02-01-2023)", DATES._replace(formats=("%d-%m-%Y",)))
    assert found.date == datetime(2023, 1, 2, tzinfo=UTC)
    # A number is no date to a parser that guesses.
    assert read_heading("2.0 (beta)", DATES._replace(guess=lambda text: datetime(2000, 1, 1))) is None


@given(st.text(max_size=60) | st.text("0123456789.-/ ()[]vJan,", max_size=40))
def test_whatever_is_written_is_read_or_not(text: str) -> None:
    found = read_heading(text, DATES)
    assert found is None or found.name == found.name.strip()
    unread_date(text)

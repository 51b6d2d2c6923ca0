"""Dates in the owner's forms, and those that a parser has to guess."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from sphinx_blogext.ablog.dates import read_leniently
from sphinx_blogext.core.dates import DateReader, as_written, is_date_format
from sphinx_blogext.core.metadata import read_metadata

EAST = timezone(timedelta(hours=8))


def test_the_owners_forms_take_precedence() -> None:
    reader = DateReader(EAST, ("%Y-%d-%m", "%d.%m.%Y %H:%M"))
    assert reader.read("2026-02-03").moment == datetime(2026, 3, 2, tzinfo=EAST)
    assert reader.read(" 3.2.2026 07:05 ").moment == datetime(2026, 2, 3, 7, 5, tzinfo=EAST)
    # What is in none of them is read as ever.
    assert reader.read("May 3rd, 2026").moment == datetime(2026, 5, 3, tzinfo=EAST)
    with pytest.raises(ValueError, match="soon"):
        reader.read("soon")


@pytest.mark.parametrize(
    ("form", "is_good"),
    [("%d.%m.%Y", True), ("%d %B", True), ("", False), ("%-d", False), ("%Q", False), ("%", False)],
)
def test_what_strptime_does_not_know_is_no_form(form: str, is_good: bool) -> None:
    assert is_date_format(form) is is_good


def test_a_guess_is_used_and_said() -> None:
    reader = DateReader(UTC, guess=lambda text: datetime(2026, 4, 10, 7))
    said, problems = read_metadata(
        {"date": "07:00, Apr 10, 2026", "updated": "x"}, dates=reader, is_directive=False
    )
    assert said["date"] == said["updated"] == datetime(2026, 4, 10, 7, tzinfo=UTC)
    assert [problem.kind for problem in problems] == ["guess", "guess"]
    assert "is read as 2026-04-10 07:00" in problems[0].message


def test_a_moment_as_people_write_it() -> None:
    assert as_written(datetime(2026, 4, 10)) == "2026-04-10"
    assert as_written(datetime(926, 4, 10, 7, 5)) == "0926-04-10 07:05"
    assert as_written(datetime(2026, 4, 10, 7, 5, 9)) == "2026-04-10 07:05:09"


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("02-01-2023", datetime(2023, 2, 1)),
        ("Wed, 3 Jan 2024 10:00 EST", datetime(2024, 1, 3, 10)),
        # No day of the build.
        ("Apr 2026", datetime(2026, 4, 1)),
    ],
)
def test_dates_as_dateutil_reads_them(text: str, moment: datetime) -> None:
    pytest.importorskip("dateutil")
    assert read_leniently(text) == moment


@pytest.mark.parametrize(
    "text", ["", "2025", "10", "31", "10 April", "10:30", "Monday", "soon", "2023-13-45", "2024-02-30", "9" * 40]
)
def test_what_is_no_date_for_dateutil_either(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # the words are those of dateutil
        read_leniently(text)


@pytest.mark.parametrize("guess", [lambda text: None, sys.exit, lambda text: [][1]])
def test_a_parser_that_fails_has_not_read_any_date(guess: Any) -> None:
    with pytest.raises(ValueError, match="soon"):
        DateReader(guess=guess).read("soon")

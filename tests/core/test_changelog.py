"""What headings of changelogs say."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_blogext.core.changelog import read_heading, unread_date
from sphinx_blogext.core.dates import DateReader

DATES = DateReader()


@pytest.mark.parametrize(
    ("heading", "name", "date"),
    [
        ("[2.0.0] - 2026-11-20", "2.0.0", "2026-11-20"),
        ("[0.0.5] - 2014-12-13 [YANKED]", "0.0.5 [YANKED]", "2014-12-13"),
        ("loom 2.0.0 (2026-11-20)", "loom 2.0.0", "2026-11-20"),
        ("Release 7.0.0 (released Apr 29, 2023)", "Release 7.0.0", "2023-04-29"),
        ("2026-11-20 - 2.0", "2.0", "2026-11-20"), ("2026-11-20", "2026-11-20", "2026-11-20"),
        ("1.0.0b1 (Nov. 3rd, 2026)", "1.0.0b1", "2026-11-03"), ("3.1.4 / 2024-01-02", "3.1.4", "2024-01-02"),
        ("Version 2.0: released on 2026-11-20", "Version 2.0", "2026-11-20"),
        ("24.1.0 (2024-01-15T10:00Z)", "24.1.0", "2024-01-15T10:00"),
        ("v2.3.0 [2024-05-05] – The big one", "v2.3.0 The big one", "2024-05-05"),
        ("2.0 – 2.1 (2024-01-01)", "2.0 – 2.1", "2024-01-01"),
        ("版本 1.2（2024-03-01）", "版本 1.2", "2024-03-01"),
        ("1.3 (2024-04-01, beta)", "1.3", "2024-04-01"), ("1.0 <2021-01-01>", "1.0", "2021-01-01"),
    ],
)  # fmt: skip
def test_a_release_has_a_name_and_a_date(heading: str, name: str, date: str) -> None:
    found = read_heading(heading, DATES)
    assert found
    assert (found.name, found.date) == (name, datetime.fromisoformat(date).replace(tzinfo=UTC))


@pytest.mark.parametrize(
    "heading", ["Unreleased", "[Unreleased]", "2026.11.20", "1.0 (unreleased)", "2.0", "20240115", "May 2024"]
)
def test_a_heading_without_a_date_is_none(heading: str) -> None:
    assert read_heading(heading, DATES) is None
    assert not unread_date(heading)


def test_a_date_that_may_be_of_two_days_is_told() -> None:
    assert read_heading("2.0 (02-01-2023)", DATES) is None
    assert unread_date("2.0 (02-01-2023)") == "02-01-2023"
    assert unread_date("2.0 (2024-02-30)") == "2024-02-30"
    # Unless the site says which.
    found = read_heading("2.0 (02-01-2023)", DATES._replace(formats=("%d-%m-%Y",)))
    assert found
    assert found.date == datetime(2023, 1, 2, tzinfo=UTC)


def test_a_number_is_no_date_to_a_parser_that_guesses() -> None:
    guessing = DATES._replace(guess=lambda text: datetime(2000, 1, 1))
    assert read_heading("2.0 (beta)", guessing) is None


@given(st.text(max_size=60) | st.text("0123456789.-/ ()[]vJan,", max_size=40))
def test_whatever_is_written_is_read_or_not(text: str) -> None:
    found = read_heading(text, DATES)
    assert found is None or found.name == found.name.strip()
    unread_date(text)

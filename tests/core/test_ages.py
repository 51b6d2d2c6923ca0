"""How old a post is."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_blogext.core.dates import UNITS, Age, age_between, read_age, whole_units
from sphinx_blogext.core.model import Post, stale_age


@pytest.mark.parametrize(
    ("text", "age"), [("1 year", Age(1, "year")), (" 18  Months ", Age(18, "month")), ("90 days", Age(90, "day"))]
)
def test_an_age_that_can_be_read(text: str, age: Age) -> None:
    assert read_age(text) == age


@pytest.mark.parametrize(
    "text", ["", "3", "years", "0 years", "-1 year", "3 decades", "1.5 years", "99999 days", "3 years ago"]
)
def test_an_age_that_cannot(text: str) -> None:
    with pytest.raises(ValueError, match="expected a length of time such as '3 years'"):
        read_age(text)


@pytest.mark.parametrize(
    ("since", "until", "age"),
    [
        (date(2023, 11, 22), date(2026, 11, 22), Age(3, "year")),
        (date(2023, 11, 23), date(2026, 11, 22), Age(2, "year")),
        (date(2024, 2, 29), date(2025, 2, 28), Age(11, "month")),
        (date(2024, 2, 29), date(2025, 3, 1), Age(1, "year")),
        (date(2024, 1, 31), date(2024, 2, 29), Age(4, "week")),
        (date(2024, 1, 1), date(2024, 1, 7), Age(6, "day")),
        (date(2024, 1, 1), date(2024, 1, 1), Age(0, "day")),
    ],
)
def test_time_is_counted_in_whole_units(since: date, until: date, age: Age) -> None:
    assert age_between(since, until) == age


@given(st.dates(), st.integers(0, 5000), st.sampled_from(UNITS))
def test_more_days_are_never_fewer_units(since: date, days: int, unit: str) -> None:
    if since.year < 9000:
        until = since + timedelta(days=days)
        assert 0 <= whole_units(since, until, unit) <= whole_units(since, until + timedelta(days=1), unit)


def test_when_a_post_is_stale() -> None:
    post = Post(docname="a", title="A", date=datetime(2023, 11, 22, 23, tzinfo=timezone(timedelta(hours=-5))))
    limit = Age(3, "year")
    # It is the 22nd there until five in the morning of the 23rd, and begins at five of the 22nd.
    assert stale_age(post, limit, datetime(2026, 11, 22, 4, 59, tzinfo=UTC)) is None
    assert stale_age(post, limit, datetime(2026, 11, 22, 5, tzinfo=UTC)) == limit
    assert stale_age(post, Age(37, "month"), datetime(2026, 11, 22, 5, tzinfo=UTC)) is None
    for change in ({"evergreen": True}, {"updated": datetime(2026, 1, 1, tzinfo=UTC)}, {"date": None}):
        assert stale_age(post._replace(**change), limit, datetime(2027, 1, 1, tzinfo=UTC)) is None

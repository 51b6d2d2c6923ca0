"""Handles and addresses of people."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_blogext.core.urls import NETWORKS, fediverse_address, is_safe_url, read_profile


@pytest.mark.parametrize(
    ("name", "value", "label", "url"),
    [
        ("mastodon", "@mei@hachyderm.io", "Mastodon", "https://hachyderm.io/@mei"),
        ("Mastodon", "mei@hachyderm.io", "Mastodon", "https://hachyderm.io/@mei"),
        ("mastodon", "https://hachyderm.io/@mei", "Mastodon", "https://hachyderm.io/@mei"),
        ("bluesky", "@mei.bsky.social", "Bluesky", "https://bsky.app/profile/mei.bsky.social"),
        ("linkedin", "mei-lin", "LinkedIn", "https://www.linkedin.com/in/mei-lin"),
        ("linkedin", "company/rill", "LinkedIn", "https://www.linkedin.com/company/rill"),
        ("x", "@mei", "X", "https://x.com/mei"),
        ("zhihu", "mei-lin", "知乎", "https://www.zhihu.com/people/mei-lin"),
        ("orcid", "0000-0002-1694-233X", "ORCID", "https://orcid.org/0000-0002-1694-233X"),
        ("My page", "https://example.org/me", "My page", "https://example.org/me"),
        ("CV", "about/cv.html", "CV", "about/cv.html"),
    ],
)
def test_a_profile_has_an_address(name: str, value: str, label: str, url: str) -> None:
    found = read_profile(name, value)
    assert found
    assert (found.label, found.url) == (label, url)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("mastodon", "mei"), ("mastodon", "@mei@localhost"), ("github", ""), ("github", 'mei"><script>'),
        ("x", "a name that is too long"), ("orcid", "0000"),
    ],
)  # fmt: skip
def test_what_is_no_handle_is_refused(name: str, value: str) -> None:
    with pytest.raises(ValueError, match="is not a handle on"):
        read_profile(name, value)


@pytest.mark.parametrize("address", ["javascript:alert(1)", "data:text/html,x", " java\nscript:alert(1)"])
@pytest.mark.parametrize("name", ["mastodon", "github", "Home"])
def test_nobody_is_sent_to_a_script(name: str, address: str) -> None:
    try:
        assert read_profile(name, address) is None
    except ValueError:
        assert name != "Home"


def test_the_handle_is_in_the_address_of_a_profile() -> None:
    profile = read_profile("mastodon", "https://hachyderm.io/@mei/")
    assert profile
    assert fediverse_address((profile,)) == "@mei@hachyderm.io"
    assert fediverse_address(()) == ""


@given(st.sampled_from(NETWORKS) | st.text(max_size=8), st.text(max_size=40))
def test_every_address_is_one_a_reader_may_be_sent_to(name: str, value: str) -> None:
    try:
        found = read_profile(name, value)
    except ValueError:
        return
    assert found is None or is_safe_url(found.url)

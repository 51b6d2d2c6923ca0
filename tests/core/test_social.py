"""Handles and addresses of people, and of threads, and how a post is cited."""

import re
from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_blogext.core.citation import Source, as_bibtex, read_doi
from sphinx_blogext.core.comments import read_thread
from sphinx_blogext.core.urls import NETWORKS, fediverse_address, is_safe_url, read_profile


@pytest.mark.parametrize(
    ("name", "value", "label", "url"),
    [
        ("mastodon", "@mei@hachyderm.io", "Mastodon", "https://hachyderm.io/@mei"),
        ("Mastodon", "https://hachyderm.io/@mei/", "Mastodon", "https://hachyderm.io/@mei/"),
        ("linkedin", "mei-lin", "LinkedIn", "https://www.linkedin.com/in/mei-lin"),
        ("linkedin", "company/rill", "LinkedIn", "https://www.linkedin.com/company/rill"),
        ("x", "@mei", "X", "https://x.com/mei"), ("CV", "about/cv.html", "CV", "about/cv.html"),
        ("orcid", "0000-0002-1694-233X", "ORCID", "https://orcid.org/0000-0002-1694-233X"),
    ],
)  # fmt: skip
def test_a_profile_has_an_address(name: str, value: str, label: str, url: str) -> None:
    found = read_profile(name, value)
    assert (found.label, found.url) == (label, url)
    # The handle is in the address.
    assert fediverse_address((found,)) == ("@mei@hachyderm.io" if label == "Mastodon" else "")


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


def test_an_address_keeps_its_label_unless_that_is_the_key_of_a_network() -> None:
    found = [read_profile(label, "https://github.com/a") for label in ("github", "GITHUB", "Code")]
    assert [profile and profile.label for profile in found] == ["GitHub", "GITHUB", "Code"]


def test_nobody_is_sent_to_a_script() -> None:
    for name in ("mastodon", "github", "Home"):
        for address in ("javascript:alert(1)", "data:text/html,x", " java\nscript:alert(1)"):
            assert read_profile(name, address) is None


@given(st.sampled_from(NETWORKS) | st.text(max_size=8), st.text(max_size=40))
def test_every_address_is_one_a_reader_may_be_sent_to(name: str, value: str) -> None:
    try:
        found = read_profile(name, value)
    except ValueError:
        return
    assert found is None or is_safe_url(found.url)


def test_threads_of_mastodon_and_bluesky() -> None:
    threads = {
        "https://Social.example.org/@mei@other.example/42/": ("social.example.org", "42"),
        "https://m.example/users/mei/statuses/42?x=y#z": ("m.example", "42"),
        "https://a.example/notice/AbCd01": ("a.example", "AbCd01"),
    }
    for url, (host, status) in threads.items():
        api = f"https://{host}/api/v1/statuses/{status}/context"
        assert read_thread(url)._replace(url="") == ("mastodon", "", host, api)
    for who in ("mei.bsky.social", "did:plc:z72i7hdynmk6r22z27h6tvur", "did:web:example.com"):
        thread = read_thread(f"https://bsky.app/profile/{who}/post/3l6oveex3ii2l")
        assert (thread.network, thread.host) == ("bluesky", "bsky.app")
        uri = f"at://{who}/app.bsky.feed.post/3l6oveex3ii2l".replace(":", "%3A").replace("/", "%2F")
        assert f"uri={uri}&" in thread.api


@pytest.mark.parametrize(
    "url",
    [
        "", "hachyderm.io/@mei/1", "http://hachyderm.io/@mei/1", "https://hachyderm.io/@mei",
        "https://hachyderm.io/@mei/1/../../x", "https://u:p@hachyderm.io/@mei/1",
        "https://hachyderm.io\\@evil.example/@mei/1", "https://localhost/@mei/1", "javascript:alert(1)//@mei/1",
        "https://bsky.app/profile/mei.bsky.social/post/", "https://bsky.app/profile/mei.bsky.social/post/a&b=c",
    ],
)  # fmt: skip
def test_what_is_no_thread(url: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        read_thread(url)


@given(st.from_regex(r"https://[a-z@:./\\]{1,12}/@[a-z.@/]{1,8}/\d{1,5}", fullmatch=True))
def test_answers_are_asked_of_the_host_of_the_thread(url: str) -> None:
    try:
        thread = read_thread(url)
    except ValueError:
        return
    assert urlsplit(thread.api).netloc == urlsplit(thread.url).netloc.lower() == thread.host


DAY = datetime(2026, 11, 20, tzinfo=UTC)


def test_a_doi_is_read_or_refused() -> None:
    assert read_doi("10.5555/12345678") == "10.5555/12345678"
    for before in ("https://doi.org/", "doi:", "http://dx.doi.org/"):
        assert read_doi(f"{before}10.1002/(SICI)Ab-c.d") == "10.1002/(SICI)Ab-c.d"
    wrong = ("", "11.5555/1", "10.55/1", "10.5555/", "10.5555/a b", '10.5555/"><script>', "javascript:10.5555/1")
    for text in wrong:
        with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
            read_doi(text)


def test_an_entry_of_bibtex() -> None:
    source = Source(
        "50% of $x_1$ & {more}", ["Lin Mei", "Jonas Weber"], DAY, "Notes", "https://example.org/a", "10.5555/1"
    )
    assert as_bibtex(source).splitlines() == [
        "@misc{mei-2026-50,",
        "  author = {{Lin Mei} and {Jonas Weber}},",
        r"  title = {{50\% of \$x\_1\$ \& \{more\}}},",
        "  year = {2026},",
        "  date = {2026-11-20},",
        "  howpublished = {Notes},",
        "  doi = {10.5555/1},",
        "  url = {https://example.org/a},",
        "}",
    ]
    assert as_bibtex(source._replace(title="并行", authors=["林梅"], doi="")).startswith("@misc{2026,")

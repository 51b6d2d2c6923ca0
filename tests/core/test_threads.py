"""Addresses of threads on Mastodon and Bluesky."""

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_blogext.core.comments import read_thread


@pytest.mark.parametrize(
    ("url", "host", "api"),
    [
        (
            "https://Social.example.org/@mei@other.example/42/",
            "social.example.org",
            "https://social.example.org/api/v1/statuses/42/context",
        ),
        (
            "https://m.example/users/mei/statuses/42?x=y#z",
            "m.example",
            "https://m.example/api/v1/statuses/42/context",
        ),
        ("https://a.example/notice/AbCd01", "a.example", "https://a.example/api/v1/statuses/AbCd01/context"),
    ],
)
def test_threads_of_mastodon(url: str, host: str, api: str) -> None:
    thread = read_thread(url)
    assert (thread.network, thread.host, thread.api) == ("mastodon", host, api)


@pytest.mark.parametrize("who", ["mei.bsky.social", "did:plc:z72i7hdynmk6r22z27h6tvur", "did:web:example.com"])
def test_threads_of_bluesky(who: str) -> None:
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
        "https://bsky.app/profile/mei/post/a", "https://x.com/mei/status/1",
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

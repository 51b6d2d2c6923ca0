"""Threads on Mastodon and Bluesky that serve as comments on a post, identified by URL."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import quote

from sphinx_blogext.patterns import pattern

#: ``https://HOST/@name/1``, ``/@name@host/1``, ``/users/name/statuses/1`` and ``/notice/1``: Mastodon, Pleroma and
#: other software with their API.
_STATUS = pattern(
    r"(?i:https)://([A-Za-z0-9.-]+\.[A-Za-z]{2,}(?::\d+)?)/"
    r"(?:(?:@[\w.-]+(?:@[\w.-]+)?|users/[\w.-]+/statuses|web/statuses)/(\d{1,20})|notice/(\w{1,30}))/?",
    re.ASCII,
)
_BLUESKY = pattern(
    r"(?i:https://bsky\.app)/profile/([A-Za-z0-9][A-Za-z0-9.-]*\.[A-Za-z]{2,}|did:[a-z]+:[\w.:%-]+)"
    r"/post/([\w.~-]{1,64})/?",
    re.ASCII,
)


class Thread(NamedTuple):
    """A thread on a *network* (``mastodon`` or ``bluesky``): its URL, its host, and the API URL of its replies."""

    network: str
    url: str
    host: str
    api: str


def read_thread(url: str) -> Thread:
    """Return the thread at *url*; raise :exc:`ValueError` if it is not a thread.

    The replies come from ``GET /api/v1/statuses/:id/context`` of Mastodon and ``app.bsky.feed.getPostThread`` of
    Bluesky.
    """
    address = url.strip().partition("#")[0].partition("?")[0]
    if match := _STATUS.fullmatch(address):
        host = match[1].lower()
        return Thread("mastodon", address, host, f"https://{host}/api/v1/statuses/{match[2] or match[3]}/context")
    if match := _BLUESKY.fullmatch(address):
        post = quote(f"at://{match[1]}/app.bsky.feed.post/{match[2]}", safe="")
        api = f"https://public.api.bsky.app/xrpc/app.bsky.feed.getPostThread?uri={post}&depth=20&parentHeight=0"
        return Thread("bluesky", address, "bsky.app", api)
    raise ValueError(url)

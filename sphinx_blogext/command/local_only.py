"""Keeps a preview, which shows drafts, from pages of other sites."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    #: See the ASGI specification, version 3.0.
    App = Callable[[Mapping[str, Any], Callable[..., Any], Callable[..., Any]], Awaitable[None]]

_NAMES = frozenset({"127.0.0.1", "localhost"})


class LocalOnly:
    """An ASGI application that answers only requests to this machine's own names, and from its own pages.

    Otherwise, a page that the writer visits could make its own name point here (DNS rebinding) and read drafts, or
    open the web socket that reports changes.
    """

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(
        self, scope: Mapping[str, Any], receive: Callable[..., Any], send: Callable[..., Any]
    ) -> None:
        if scope["type"] == "lifespan" or is_local(dict(scope["headers"])):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            # The server answers a handshake that is closed at once with 403.
            await send({"type": "websocket.close", "code": 1008})
        else:
            headers = [(b"content-type", b"text/plain")]
            await send({"type": "http.response.start", "status": 400, "headers": headers})
            await send(
                {"type": "http.response.body", "body": b"This preview is only for the machine it runs on.\n"}
            )


def is_local(headers: Mapping[bytes, bytes]) -> bool:
    """Return whether the ``Host`` header, and the ``Origin`` header if there is one, name this machine."""
    places = ["//" + headers.get(b"host", b"").decode("latin-1")]
    if b"origin" in headers:
        places.append(headers[b"origin"].decode("latin-1"))
    return all(_host_of(place) in _NAMES for place in places)


def _host_of(url: str) -> str | None:
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None

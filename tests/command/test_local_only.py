"""A preview answers its own machine, whatever name others give to it."""

from typing import Any

import pytest

from sphinx_blogext.command.serve import LocalOnly


async def _answer(scope: Any, receive: Any, send: Any) -> None:
    await send("answered")


def messages(kind: str, **headers: str) -> list[Any]:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    encoded = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    answering = LocalOnly(_answer)({"type": kind, "headers": encoded}, None, send)  # type: ignore[arg-type]
    # Nothing in it waits, so no event loop is needed.
    with pytest.raises(StopIteration):
        answering.send(None)  # type: ignore[attr-defined]
    return sent


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "127.0.0.1:8000"},
        {"host": "localhost"},
        {"host": "LOCALHOST:8000", "origin": "http://127.0.0.1:8000"},
    ],
)
@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_this_machine_is_answered(kind: str, headers: dict[str, str]) -> None:
    assert messages(kind, **headers) == ["answered"]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"host": ""},
        {"host": "evil.example"},
        {"host": "evil.example:8000"},
        {"host": "127.0.0.1.evil.example"},
        {"host": "localhost@evil.example"},
        {"host": "[::"},
        {"host": "127.0.0.1:8000", "origin": "http://evil.example"},
        {"host": "127.0.0.1:8000", "origin": "null"},
    ],
)
def test_other_names_and_other_pages_are_refused(headers: dict[str, str]) -> None:
    start, body = messages("http", **headers)
    assert start["status"] == 400
    assert body["type"] == "http.response.body"
    assert messages("websocket", **headers) == [{"type": "websocket.close", "code": 1008}]

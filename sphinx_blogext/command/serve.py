"""``blogext serve``: serve a preview with drafts on this machine only, and rebuild it on every save."""

from __future__ import annotations

import contextlib
import tempfile
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sphinx.util.matching import Matcher

from sphinx_blogext.command.site_config import read_config, site_folder
from sphinx_blogext.command.terminal import FINE, CommandError, add_command
from sphinx_blogext.isolation import replaced

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Awaitable, Callable, Iterator, Mapping

    from sphinx_blogext.command.terminal import Commands

    #: See the ASGI specification, version 3.0.
    App = Callable[[Mapping[str, Any], Callable[..., Any], Callable[..., Any]], Awaitable[None]]

_EXAMPLE = "blogext serve\nblogext serve docs --port 8080"
#: The local machine only: nobody else may see drafts.
_HOST = "127.0.0.1"
_NAMES = frozenset({_HOST, "localhost"})


def declare(commands: Commands) -> None:
    purpose = "Serve a preview of a site with its drafts, on this machine only, and rebuild it on every save."
    parser = add_command(commands, "serve", run, purpose, _EXAMPLE)
    parser.add_argument("dir", nargs="?", metavar="DIR", help="the folder of the site (default: this one)")
    port = "the port (default: 8000); 0 for any free port"
    parser.add_argument("--port", type=int, default=8000, help=port)
    parser.add_argument("--open", action="store_true", help="open the preview in a browser")


def run(options: Namespace) -> int:
    folder = site_folder(options.dir)
    try:
        server = import_module("sphinx_autobuild.__main__")
    except ImportError as error:
        message = "\"blogext serve\" needs the package sphinx-autobuild: pip install 'sphinx-blogext[serve]'"
        raise CommandError(message) from error
    run = server.uvicorn.run
    local = replaced(server.uvicorn, run=lambda app, **settings: run(LocalOnly(app), **settings))
    with _place(folder) as place, local:
        arguments = [str(folder), str(place / "html"), "-q", "-b", "html", "-d", str(place / "doctrees")]
        arguments += ["-D", "blog_show_drafts=1", "--host", _HOST, "--port", str(options.port)]
        # No delay needed: sphinx-autobuild opens the browser after the first build.
        arguments += ["--open-browser", "--delay", "0"] if options.open else []
        print("Preview with drafts, on this machine only. Press Ctrl+C to stop.", flush=True)
        server.main(arguments)
    return FINE


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
        if scope["type"] == "lifespan" or _is_local(dict(scope["headers"])):
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


def _is_local(headers: Mapping[bytes, bytes]) -> bool:
    """Return whether the ``Host`` header, and the ``Origin`` header if there is one, name this machine."""
    places = ["//" + headers.get(b"host", b"").decode("latin-1")]
    if b"origin" in headers:
        places.append(headers[b"origin"].decode("latin-1"))
    try:
        return all(urlsplit(place).hostname in _NAMES for place in places)
    except ValueError:
        return False


@contextlib.contextmanager
def _place(folder: Path) -> Iterator[Path]:
    """Yield the folder to build in: ``_build`` in the site if the site excludes it, or else a temporary one."""
    if Matcher(read_config(folder).sphinx.exclude_patterns)("_build"):
        # It is kept: the next time, only changes are built.
        yield folder / "_build" / "preview"
        return
    with tempfile.TemporaryDirectory(prefix="blogext-") as name:
        yield Path(name)

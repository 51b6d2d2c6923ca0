"""``blogext serve``: serve a preview with drafts on this machine only, and rebuild it on every save."""

from __future__ import annotations

import contextlib
import tempfile
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util.matching import Matcher

from sphinx_blogext.command.site_config import read_config, site_folder
from sphinx_blogext.command.terminal import FINE, CommandError, add_command
from sphinx_blogext.isolation import replaced

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from sphinx_blogext.command.terminal import Commands

_EXAMPLE = "blogext serve\nblogext serve docs --port 8080"
#: The local machine only: nobody else may see drafts.
_HOST = "127.0.0.1"


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
        middleware = import_module("starlette.middleware.trustedhost")
    except ImportError as error:
        message = "\"blogext serve\" needs the package sphinx-autobuild: pip install 'sphinx-blogext[serve]'"
        raise CommandError(message) from error
    run = server.uvicorn.run
    # Otherwise, a page that the writer visits could make its own name point here (DNS rebinding) and read drafts.
    local_only = partial(middleware.TrustedHostMiddleware, allowed_hosts=[_HOST, "localhost"])
    local = replaced(server.uvicorn, run=lambda app, **settings: run(local_only(app), **settings))
    with _place(folder) as place, local:
        arguments = [str(folder), str(place / "html"), "-q", "-b", "html", "-d", str(place / "doctrees")]
        arguments += ["-D", "blog_show_drafts=1", "--host", _HOST, "--port", str(options.port)]
        # No delay needed: sphinx-autobuild opens the browser after the first build.
        arguments += ["--open-browser", "--delay", "0"] if options.open else []
        print("Preview with drafts, on this machine only. Press Ctrl+C to stop.", flush=True)
        server.main(arguments)
    return FINE


@contextlib.contextmanager
def _place(folder: Path) -> Iterator[Path]:
    """Yield the folder to build in: ``_build`` in the site if the site excludes it, or else a temporary one."""
    if Matcher(read_config(folder).sphinx.exclude_patterns)("_build"):
        # It is kept: the next time, only changes are built.
        yield folder / "_build" / "preview"
        return
    with tempfile.TemporaryDirectory(prefix="blogext-") as name:
        yield Path(name)

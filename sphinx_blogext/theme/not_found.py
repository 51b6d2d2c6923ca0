"""``404.html``: what a server shows if there is no page at a URL.

It is shown at any URL, however deep, so its links start at the root of the host. The path of the site is that
of ``html_baseurl`` or, on Read the Docs, that of the version being built.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from sphinx_blogext.base_url import base_url
from sphinx_blogext.events import UNCHANGED_EVENT
from sphinx_blogext.files import UNFINISHED, write_file
from sphinx_blogext.handlers import GUARDED
from sphinx_blogext.markup.relocate import attach, detach, root_of
from sphinx_blogext.theme.theme_options import is_ours

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx
    from sphinx.config import Config

PAGE = "404"
#: Servers look for this name, whatever other pages are called.
_FILE = "404.html"


def on_html_collect_pages(app: Sphinx) -> list[Any]:
    """Write the page, unless the site has its own."""
    builder = app.builder
    if is_ours(builder) and builder.name in {"html", "dirhtml"} and not _has_own(app):
        path = Path(app.outdir, _FILE)
        if path.is_file() and app.emit_firstresult(UNCHANGED_EVENT):
            return []
        # To another file first: Sphinx writes what it renders, and the links are still relative. Another build may
        # be writing to the same folder.
        part = path.with_name(f"{_FILE}.{os.getpid()}{UNFINISHED}")
        builder.handle_page(PAGE, {GUARDED: True}, _FILE, outfilename=part)
        html = part.read_text(encoding="utf-8")
        part.unlink(missing_ok=True)
        write_file(path, from_root(html, builder.get_target_uri(PAGE), site_path(app.config, os.environ)))
    return []


def from_root(html: str, uri: str, root: str) -> str:
    """Return a page, rendered for *uri*, with links that start at the path *root*."""
    html = html.replace(f'data-content_root="{root_of(uri)}"', f'data-content_root="{root}"', 1)
    return attach(detach(html, uri), root)


def site_path(config: Config, environ: Mapping[str, str]) -> str:
    """Return the path of the site on its host, with a slash at both ends."""
    try:
        path = quote(urlsplit(base_url(config, environ)[1]).path.strip("/"), safe="/%")
    except ValueError:
        return "/"
    return f"/{path}/" if path else "/"


def _has_own(app: Sphinx) -> bool:
    extra = (Path(app.confdir, name) for name in app.config.html_extra_path)
    return (
        PAGE in app.env.found_docs
        or PAGE in app.config.html_additional_pages
        or "notfound.extension" in app.extensions
        or any(path.name == _FILE or Path(path, _FILE).is_file() for path in extra)
    )

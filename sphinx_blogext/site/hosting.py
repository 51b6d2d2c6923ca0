"""Where the site will stand: its address, and what Read the Docs says of the version that is built.

Nothing but the configuration and Read the Docs' environment variables is asked: its clones
are shallow and all its files are new.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from sphinx_blogext.base_url import base_url

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.config import Config


#: What is a path of a URL as it is; most are, and a site map asks for thousands.
_ESCAPED = re.compile(r"[A-Za-z0-9_.~/%-]*")


@dataclass(frozen=True, slots=True)
class Hosting:
    """The address of this version of the site, and of the one that is canonical.

    Both end with a slash, and are ``""`` where nobody has said them. ``version`` is set if
    this is another version than the canonical one. ``is_preview`` is that of a pull request.
    """

    url: str = ""
    canonical: str = ""
    authority: str = ""
    version: str = ""
    canonical_version: str = ""
    is_preview: bool = False

    @property
    def has_feeds(self) -> bool:
        """Whether this build writes feeds: of all versions only the canonical one does."""
        return bool(self.canonical) and not self.version


def read_hosting(config: Config, environ: Mapping[str, str]) -> Hosting:
    """Return where the site will stand."""
    url = site_url(config, environ)
    version = environ.get("READTHEDOCS_VERSION", "") if environ.get("READTHEDOCS") == "True" else ""
    canonical_version = config.blog_canonical_version if version else ""
    is_preview = bool(version) and environ.get("READTHEDOCS_VERSION_TYPE") == "external"
    is_other = bool(canonical_version) and version != canonical_version
    canonical = url
    # Read the Docs' URLs end with the version. A URL that does not is the same for all versions.
    if is_other and not is_preview and url.endswith(f"/{version}/"):
        canonical = f"{url[: -len(version) - 1]}{quote(canonical_version)}/"
    return Hosting(
        url,
        canonical,
        config.blog_id_authority or _authority(url, environ, is_preview=is_preview),
        version if is_other else "",
        canonical_version if is_other else "",
        is_preview,
    )


def site_url(config: Config, environ: Mapping[str, str]) -> str:
    """Return the address of the site with its slash, or nothing where it is not known."""
    _name, url = base_url(config, environ)
    if not is_address(url):
        return ""
    parts = urlsplit(url)
    path = quote(parts.path.rstrip("/") + "/", safe="/%")
    return f"{parts.scheme}://{_ascii(parts.netloc)}{path}"


def absolute(base: str, uri: str, fragment: str = "") -> str:
    """Return the URL of the page at *uri* below *base*; not every builder escapes it."""
    path = uri if _ESCAPED.fullmatch(uri) else quote(uri, safe="/%")
    return base + path + (f"#{quote(fragment)}" if fragment else "")


def is_address(url: str) -> bool:
    """Return whether *url* is the absolute address of a place on the web."""
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname) and not (parts.query or parts.fragment)


def _authority(url: str, environ: Mapping[str, str], *, is_preview: bool) -> str:
    """Return in whose name ids are given: the host of the site, of previews too."""
    project = environ.get("READTHEDOCS_PROJECT", "")
    # Each preview has a host of its own, and ids must not change with it.
    if is_preview and project:
        return f"{project}.readthedocs.io"
    return re.sub(r"[^a-z0-9.-]", "-", urlsplit(url).hostname or "")


def _ascii(host: str) -> str:
    """Return the name of a host as the name service knows it."""
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return quote(host, safe="@:[]")

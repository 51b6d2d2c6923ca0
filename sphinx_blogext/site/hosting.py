"""Where the site will be published: its URL, and the version that Read the Docs builds.

Only the configuration and Read the Docs' environment are used: clones there are shallow, and all files are new.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from sphinx_blogext._compat import names_in_conf
from sphinx_blogext.base_url import base_url, is_pull_request, url_of_version, version_of
from sphinx_blogext.config.blogs import BlogConfig
from sphinx_blogext.lang.codes import language_tag


class Hosting(NamedTuple):
    """The URLs of this version of the site and of the canonical version.

    Both end with a slash, or are ``""`` if they are not known. ``version`` is set if this is not the canonical
    version. ``is_preview`` is set in builds of pull requests, ``language`` in a translation (``-D language``).
    """

    url: str = ""
    canonical: str = ""
    authority: str = ""
    version: str = ""
    canonical_version: str = ""
    is_preview: bool = False
    language: str = ""

    @property
    def id_prefix(self) -> str:
        """What IDs begin with so that those of translations of one site, which share a host, differ."""
        return f"{self.language}:" if self.language else ""

    @property
    def has_feeds(self) -> bool:
        """Whether this build writes feeds: only the canonical version does."""
        return bool(self.canonical) and not self.version


def read_hosting(config: BlogConfig, environ: Mapping[str, str]) -> Hosting:
    url = clean_url(base_url(config.sphinx, environ)[1])
    version = version_of(config.sphinx, environ)
    canonical_version = config.blog_canonical_version if version else ""
    is_preview = is_pull_request(environ)
    is_other = bool(canonical_version) and version != canonical_version
    language = language_tag(config.language)
    is_translated = "language" in config.sphinx.overrides
    is_translated &= language != language_tag(names_in_conf(config.sphinx).get("language") or "en")
    canonical = _canonical(url, version, canonical_version, config) if is_other and not is_preview else url
    version, canonical_version = (version, canonical_version) if is_other else ("", "")
    return Hosting(
        url=url,
        canonical=canonical,
        # In whose name IDs are assigned.
        authority=config.blog_id_authority or re.sub(r"[^a-z0-9.-]", "-", urlsplit(url).hostname or ""),
        version=version,
        canonical_version=canonical_version,
        is_preview=is_preview,
        language=language if is_translated else "",
    )


def _canonical(url: str, version: str, canonical_version: str, config: BlogConfig) -> str:
    """Return the URL of the canonical version of a site, given that of the *version* that is built."""
    if pattern := url_of_version(config.sphinx, canonical_version):
        return clean_url(pattern)
    # Most URLs end with the version. A URL that does not end with it is the same for all versions.
    base = url.removesuffix(f"{quote(version)}/")
    return f"{base}{quote(canonical_version)}/" if base != url and base.endswith("/") else url


def clean_url(url: str) -> str:
    """Return *url* in ASCII with a trailing slash; ``""`` if it is not HTTP, or has a query or a fragment."""
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return ""
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment:
        return ""
    try:
        # As used in DNS.
        host = parts.netloc.encode("idna").decode("ascii")
    except UnicodeError:
        host = quote(parts.netloc, safe="@:[]")
    return f"{parts.scheme}://{host}{quote(parts.path.rstrip('/') + '/', safe='/%')}"

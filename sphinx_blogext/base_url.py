"""The version of the site that is built, and its base URL, from the configuration or Read the Docs."""

from collections.abc import Mapping
from urllib.parse import quote, urlsplit

from sphinx.config import Config

_READTHEDOCS = "READTHEDOCS_CANONICAL_URL"


def base_url(config: Config, environ: Mapping[str, str]) -> tuple[str, str]:
    """Return the name of the source of the base URL, and the URL as given there; ``""`` twice if there is none.

    ``""`` and ``"/"`` mean no URL. In ``html_baseurl`` they fall back to the URL of Read the Docs, whose
    documentation tells users to write these values for builds elsewhere.
    """
    # The option does not exist if only the theme is loaded.
    sources = {"blog_baseurl": getattr(config, "blog_baseurl", None)}
    if sources["blog_baseurl"] is None:
        sources = {
            "html_baseurl": config.html_baseurl,
            _READTHEDOCS: environ.get(_READTHEDOCS, ""),
            "blog_version_url": url_of_version(config, version_of(config, environ)),
        }
    # If a value is not a string, Sphinx has only warned about it.
    texts = ((name, value.strip()) for name, value in sources.items() if isinstance(value, str))
    return next((text for text in texts if text[1].strip("/ ")), ("", ""))


def version_of(config: Config, environ: Mapping[str, str]) -> str:
    """Return the version of the site that is built: Read the Docs and sphinx-multiversion say it themselves."""
    if environ.get("READTHEDOCS") == "True":
        return environ.get("READTHEDOCS_VERSION", "")
    own = getattr(config, "blog_version", None)
    return str(getattr(config, "smv_current_version", None) or "") if own is None else str(own)


def url_of_version(config: Config, version: str) -> str:
    """Return the URL of a version of the site by ``blog_version_url``, or ``""`` without that option."""
    pattern = getattr(config, "blog_version_url", None) or ""
    return pattern.replace("{version}", quote(version)) if version else ""


def is_pull_request(environ: Mapping[str, str]) -> bool:
    """Return whether this is a build of a pull request on Read the Docs, and nowhere else."""
    return environ.get("READTHEDOCS") == "True" and environ.get("READTHEDOCS_VERSION_TYPE") == "external"


def site_path(config: Config, environ: Mapping[str, str]) -> str:
    """Return the path of the site on its host, with a slash at both ends."""
    try:
        path = quote(urlsplit(base_url(config, environ)[1]).path.strip("/"), safe="/%")
    except ValueError:
        return "/"
    return f"/{path}/" if path else "/"

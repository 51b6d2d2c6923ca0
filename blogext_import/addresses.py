"""Old URLs of posts: built from the engines' patterns, and converted to names of redirect pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, unquote, urlsplit

from sphinx_blogext.core.addresses import is_page_name

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
#: Suffixes that no page of ours can have.
_SCRIPT = re.compile(r"\.(php\d?|aspx?|jsp|cgi|xml|txt|json|rss|atom|md)$", re.IGNORECASE)


def tidy(address: str) -> str:
    """Return the path *address*, decoded, with one leading slash and no double slashes."""
    path = unquote(address.strip())
    return re.sub("/+", "/", f"/{path}")


def fill(pattern: str, values: Mapping[str, str]) -> str:
    """Return the URL path from *pattern*, with each ``:name`` replaced by its value in *values*.

    Return ``""`` if one of the names has no value.
    """
    names = "|".join(sorted(map(re.escape, values), key=len, reverse=True))
    parts = re.split(rf":({names})(?![a-z])", pattern)
    is_whole = not any(re.search(r":[a-z_]{2,}", part) for part in parts[::2])
    return (
        tidy("".join(values[part] if number % 2 else part for number, part in enumerate(parts)))
        if is_whole
        else ""
    )


def date_values(moment: datetime | None) -> dict[str, str]:
    """Return the parts of a date for patterns, under the names used by several engines."""
    if moment is None:
        return {}
    day = moment.timetuple().tm_yday
    year, week, weekday = moment.isocalendar()
    return {
        "year": f"{moment.year:04}",
        "short_year": f"{moment.year % 100:02}",
        "month": f"{moment.month:02}",
        "i_month": str(moment.month),
        "short_month": _MONTHS[moment.month - 1][:3],
        "long_month": _MONTHS[moment.month - 1],
        "monthname": _MONTHS[moment.month - 1],
        "day": f"{moment.day:02}",
        "i_day": str(moment.day),
        "y_day": f"{day:03}",
        "yearday": str(day),
        "hour": f"{moment.hour:02}",
        "minute": f"{moment.minute:02}",
        "second": f"{moment.second:02}",
        "week": f"{week:02}",
        "w_year": str(year),
        "w_day": str(weekday),
        "short_day": _WEEKDAYS[moment.weekday()][:3],
        "long_day": _WEEKDAYS[moment.weekday()],
        "weekday": str((moment.weekday() + 1) % 7),
        "weekdayname": _WEEKDAYS[moment.weekday()],
    }


def split_url(url: str) -> SplitResult:
    """Return the parts of *url*, which are empty if it is invalid, such as one with half of an IP address."""
    try:
        return urlsplit(url.strip())
    except ValueError:
        return SplitResult("", "", "", "", "")


def is_public(url: str) -> bool:
    """Return whether *url* is a site's on the web, not that of a preview on the author's machine."""
    parts = split_url(url)
    return parts.scheme in {"http", "https"} and parts.hostname not in {None, "localhost", "127.0.0.1", "0.0.0.0"}


def site_path(address: str, url: str) -> str | None:
    """Return the path of *address* on the site at *url*, decoded; ``None`` if it leads elsewhere.

    The path of the site's home page is removed, because ``html_baseurl`` includes it.
    """
    parts, site = split_url(address), split_url(url)
    if address and not any(parts):
        return None
    is_ours = not parts.netloc or (parts.netloc.removeprefix("www.") == site.netloc.removeprefix("www."))
    if not is_ours or (parts.scheme and parts.scheme not in {"http", "https"}):
        return None
    base = site.path.rstrip("/")
    path = parts.path.removeprefix(base) if parts.path.startswith(f"{base}/") else parts.path
    return unquote(path) if not parts.netloc else tidy(path)


def base_path(url: str) -> str:
    """Return the path of the home page of the site at *url*, without a slash at its end."""
    return split_url(url).path.rstrip("/")


def redirect_name(address: str) -> str | None:
    """Return the name of the page for the URL path *address*; ``None`` if no page can have it.

    The page of a folder is called ``index``: ``/a/`` is ``a/index``, which is the same file with both builders.
    """
    if "?" in address or _SCRIPT.search(address):
        return None
    path = address.split("#")[0].strip("/")
    ending = re.search(r"\.html?$", path)
    name = path[: ending.start()] if ending else f"{path}/index".lstrip("/")
    # The home page of the site is a document, never a redirect.
    return name if is_page_name(name) and name != "index" else None


def redirect_key(address: str) -> str:
    """Return how a redirect from a URL path that a page can have is written."""
    name = redirect_name(address) or ""
    # With the suffix, the redirect also works with the builder ``dirhtml``.
    return f"{name}.html" if address.endswith(".html") and not name.endswith("/index") else name


def below_blog(name: str, blog: str) -> str | None:
    """Return the name of a page below the folder *blog*, if that is not ``""``; ``None`` if it is elsewhere."""
    below = name.removeprefix(blog).removeprefix("/")
    return below if not blog or f"{name}/".startswith(f"{blog}/") else None


#: Prefixes that engines use to mark where a path starts.
_PREFIX = re.compile(
    r"\{(?:filename|static|attach|index)\}|\|(?:filename|static)\||~?@site/|@/|link://(?:slug|filename)/"
)


def without_prefix(path: str) -> str:
    """Return *path* without what engines put in front of it to mark where it starts."""
    return _PREFIX.sub("", path)


def folded(name: str) -> str:
    """Return a normalized name or URL path, without ``index``, suffix and trailing slash, for lookups."""
    path = re.sub(r"\.(html?|md|markdown|mdx|rst|rest)$", "", name.rstrip("/"))
    return re.sub(r"(?:^|/)_?index$", "", path).casefold() or "/"

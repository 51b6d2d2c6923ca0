"""URLs that are safe, the types of media files, and profiles of people, which may be given as handles."""

import re
from contextlib import suppress
from pathlib import PurePosixPath
from typing import NamedTuple
from urllib.parse import quote, urljoin, urlsplit

from sphinx_blogext.patterns import pattern

#: Schemes of URLs that run a script, contain a document, or lead to a file of the reader. All others are harmless.
_DANGEROUS = {*"javascript vbscript livescript jscript mocha data blob filesystem file about view-source".split()}
REMOTE = pattern(r"https?://", re.IGNORECASE)
#: The audio and video files that podcasts consist of, and their media types, which are the same on all machines.
MEDIA = {
    **dict.fromkeys((".ogg", ".oga", ".opus"), "audio/ogg"),
    **dict.fromkeys((".mp4", ".m4v"), "video/mp4"),
    **{f".{name}": f"audio/{name}" for name in ("aac", "flac", "wav")},
    ".mp3": "audio/mpeg",
    ".m4a": "audio/mp4",
    ".webm": "video/webm",
    ".ogv": "video/ogg",
    ".mov": "video/quicktime",
}


def absolute_url(url: str, base: str, *, is_loaded: bool = False) -> str:
    """Return *url*, relative to the page *base*, as an absolute ASCII URL, or ``""`` if it is not safe."""
    url = url.strip()
    # Links may lead anywhere. What is loaded without a click, such as a picture, must be on the web or in the URL.
    is_picture = {"http", "https"}.issuperset(_schemes(url)) or url.lower().startswith("data:image/")
    is_allowed = is_picture if is_loaded else is_safe_url(url)
    with suppress(ValueError):
        return quote(urljoin(base, url), safe="!#$%&'()*+,/:;=?@[]~") if url and is_allowed else ""
    return ""


def with_mailto(url: str) -> str:
    """Return *url*, or if it is an e-mail address, the URL for that (RFC 6068)."""
    return f"mailto:{url}" if re.fullmatch(r"[^\s@:/?#]+@[^\s@:/?#]+", url) else url


def is_safe_url(url: str) -> bool:
    """Return whether *url* is safe to link to: not ``javascript:`` or the like, nor with a host that is none."""
    with suppress(ValueError):
        return bool(urlsplit(url)) and not _DANGEROUS.intersection(_schemes(url))
    return False


def lacks_scheme(url: str) -> bool:
    """Return whether *url* begins with the name of a host, so that links to it lead to a file of that name."""
    return bool(re.match(rf"{_HOST}(?::\d+)?(?=[/?#]|$)", url)) and not re.match(r"[^/]*\.(html?|pdf)\b", url)


def media_type(address: str) -> str:
    """Return the type of an audio or video file, by the end of its path or URL, or ``""``."""
    path = urlsplit(address).path if REMOTE.match(address) else address
    return MEDIA.get(PurePosixPath(path).suffix.lower(), "")


def _schemes(url: str) -> list[str]:
    """Return the scheme of a URL, and those that follow it, as in ``feed:javascript:``."""
    # Browsers remove tabs and line breaks from URLs, so ``java\nscript:`` would run.
    return re.split(r"[/?#]", re.sub(r"[\x00-\x20]", "", url), maxsplit=1)[0].lower().split(":")[:-1]


class Profile(NamedTuple):
    """A profile of a person: a *url* and its label; *handle* is the person's name on a *network*."""

    label: str
    url: str
    network: str = ""
    handle: str = ""


_WORD = r"[A-Za-z0-9][A-Za-z0-9_.-]*"
_HOST = r"[A-Za-z0-9](?:[A-Za-z0-9-]*\.)+[A-Za-z]{2,}"
#: The networks by their names in ``conf.py``: a label, a pattern for handles without a leading ``@``, and a
#: template for URLs, in which ``{0}`` and ``{1}`` are the parts of the handle.
_NETWORKS = {
    "mastodon": ("Mastodon", rf"({_WORD})@({_HOST})", "https://{1}/@{0}"),
    "bluesky": ("Bluesky", rf"({_HOST})", "https://bsky.app/profile/{0}"),
    "github": ("GitHub", rf"({_WORD})", "https://github.com/{0}"),
    "gitlab": ("GitLab", rf"({_WORD})", "https://gitlab.com/{0}"),
    "codeberg": ("Codeberg", rf"({_WORD})", "https://codeberg.org/{0}"),
    "linkedin": ("LinkedIn", r"((?:in|company)/[\w%.-]+|[\w%.-]+)", "https://www.linkedin.com/{0}"),
    "x": ("X", r"([A-Za-z0-9_]{1,15})", "https://x.com/{0}"),
    "twitter": ("X", r"([A-Za-z0-9_]{1,15})", "https://x.com/{0}"),
    "youtube": ("YouTube", r"([\w.-]+)", "https://www.youtube.com/@{0}"),
    "zhihu": ("知乎", r"([\w-]+)", "https://www.zhihu.com/people/{0}"),
    "weibo": ("微博", r"(\d+|n/\w+|\w+)", "https://weibo.com/{0}"),
    "bilibili": ("bilibili", r"(\d+)", "https://space.bilibili.com/{0}"),
    "orcid": ("ORCID", r"(\d{4}-\d{4}-\d{4}-\d{3}[\dX])", "https://orcid.org/{0}"),
}
NETWORKS = tuple(_NETWORKS)


def read_profile(label: str, value: str) -> Profile | None:
    """Return the profile of a label and a URL (unsafe: ``None``) or a network and a handle (:exc:`ValueError`)."""
    name = label.strip().lower()
    if not is_safe_url(value):
        return None
    if name not in _NETWORKS:
        # What has no scheme leads to a page of the site.
        return Profile(label, value)
    known_label, form, template = _NETWORKS[name]
    # What has a scheme, or is a path.
    if re.match(r"[a-z][a-z0-9+.-]*:|/|#|\.{1,2}/", value.strip(), re.IGNORECASE):
        handle = _mastodon_handle(value) if name == "mastodon" else ""
        return Profile(known_label if label == name else label, value, name, handle)
    handle = value.strip().removeprefix("@")
    if (match := re.fullmatch(form, handle)) is None:
        raise ValueError(f"{handle!r} is not a handle on {known_label}")
    names = [quote(part, safe="/@%") for part in match.groups()]
    if name == "linkedin" and "/" not in names[0]:
        names = [f"in/{names[0]}"]
    return Profile(known_label, template.format(*names), name, handle)


def _mastodon_handle(url: str) -> str:
    """Return ``name@host`` for ``https://host/@name``, or ``""``."""
    parts = urlsplit(url)
    user = re.fullmatch(rf"/@({_WORD})/?", parts.path)
    return f"{user[1]}@{parts.hostname}" if user and parts.hostname else ""


def fediverse_address(profiles: tuple[Profile, ...]) -> str:
    """Return the handle of a person on the fediverse, ``@name@host``, or ``""``."""
    handle = next((profile.handle for profile in profiles if profile.network == "mastodon"), "")
    return f"@{handle}" if handle else ""

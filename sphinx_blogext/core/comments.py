"""Comments on posts: services, with their settings in ``blog_comments``, and threads on Mastodon and Bluesky."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from sphinx_blogext.core.urls import absolute_url
from sphinx_blogext.patterns import pattern

#: ``https://HOST/@name/1``, ``/@name@host/1``, ``/users/name/statuses/1``, ``/notice/1``: Mastodon and its like.
_STATUS = pattern(
    r"(?i:https)://([A-Za-z0-9.-]+\.[A-Za-z]{2,}(?::\d+)?)/"
    r"(?:(?:@[\w.-]+(?:@[\w.-]+)?|users/[\w.-]+/statuses|web/statuses)/(\d{1,20})|notice/(\w{1,30}))/?",
    re.ASCII,
)
_BLUESKY = pattern(
    r"(?i:https://bsky\.app)/profile/([A-Za-z0-9][A-Za-z0-9.-]*\.[A-Za-z]{2,}|did:[a-z]+:[\w.:%-]+)"
    r"/post/([\w.~-]{1,64})/?",
    re.ASCII,
)


class Provider(NamedTuple):
    """A service: its *required* settings, the *optional* ones with their defaults, and what its script needs.

    The URL of the *script*, its *attributes* and those of the *thread* have placeholders: see :func:`script_data`.
    """

    required: frozenset[str]
    optional: Mapping[str, str]
    script: str
    attributes: Mapping[str, str]
    thread: Mapping[str, str] = {}


def _pairs(text: str) -> dict[str, str]:
    return dict(pair.split("=") for pair in text.split())


#: Settings for all providers, with defaults: when comments are loaded, and what identifies a thread.
_ALL = {"load": "click", "term": "docname"}
#: giscus names the variants of Chinese by country, not by script.
_GISCUS_LANGUAGES = {"zh": "zh-CN", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW", "zh-Hant-HK": "zh-HK"}
PROVIDERS = {
    "giscus": Provider(
        frozenset({"repo", "repo_id", "category", "category_id"}),
        _pairs(
            "host=https://giscus.app strict=1 reactions_enabled=1 input_position=bottom lang= theme_light=light "
            "theme_dark=dark"
        ),
        "{host}/client.js",
        _pairs(
            "data-repo={repo} data-repo-id={repo_id} data-category={category} data-category-id={category_id} "
            "data-mapping={mapping} data-term={key} data-strict={strict} "
            "data-reactions-enabled={reactions_enabled} data-emit-metadata=0 data-input-position={input_position} "
            "data-lang={short_language} crossorigin=anonymous"
        ),
    ),
    "utterances": Provider(
        frozenset({"repo"}),
        {"label": "", "theme_light": "github-light", "theme_dark": "github-dark"},
        "https://utteranc.es/client.js",
        {"repo": "{repo}", "issue-term": "{key_or_path}", "label": "{label}", "crossorigin": "anonymous"},
    ),
    "isso": Provider(
        frozenset({"url"}),
        {"lang": ""},
        "{url}/js/embed.min.js",
        {"data-isso": "{url}/", "data-isso-lang": "{language}"},
        {"id": "isso-thread", "data-isso-id": "{path}"},
    ),
}


def script_data(service: Mapping[str, str], key: str, language: str) -> dict[str, Any]:
    """Return the script of a *service* (``blog_comments``) and what it needs for a post and a language tag."""
    settings = {**_ALL, **PROVIDERS[service["provider"]].optional, **service}
    provider, own = PROVIDERS[settings["provider"]], settings.get("lang", "")
    # The document name stays the same across versions on Read the Docs and when the site moves.
    key = key if settings["term"] == "docname" else ""
    values = settings | {
        "host": settings.get("host", "").rstrip("/"),
        "url": settings.get("url", "").rstrip("/"),
        "key": key,
        "path": f"/{key}" if key else "",
        "key_or_path": key or "pathname",
        "mapping": "specific" if key else "pathname",
        "language": own or language,
        "short_language": own or _GISCUS_LANGUAGES.get(language, language.partition("-")[0]),
    }
    data: dict[str, Any] = {"provider": settings["provider"], "load": settings["load"]}
    data |= {"script": provider.script.format_map(values), "attributes": _filled(provider.attributes, values)}
    if "theme_light" in values:
        data["themes"] = (values["theme_light"], values["theme_dark"])
    return data | ({"thread": _filled(provider.thread, values)} if provider.thread else {})


def _filled(templates: Mapping[str, str], values: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, template in templates.items() if (text := template.format_map(values))}


def problem_of(settings: object) -> str:
    """Return what is wrong with a value of ``blog_comments``, or ``""``."""
    if settings is None:
        return ""
    if not isinstance(settings, dict) or settings.get("provider") not in PROVIDERS:
        return f"'provider' must be one of {', '.join(PROVIDERS)}"
    return next(_problems_of(settings["provider"], settings), "")


def _problems_of(name: str, settings: dict[str, Any]) -> Iterator[str]:
    required, known = PROVIDERS[name].required, PROVIDERS[name].required | PROVIDERS[name].optional.keys()
    for key in sorted(required):
        if not settings.get(key):
            yield f"{key!r} is required for {name}"
    for key in sorted(map(str, settings.keys() - known - _ALL.keys() - {"provider"})):
        yield f"unknown setting {key!r} for {name}; valid settings are {', '.join(sorted(known | _ALL.keys()))}"
    if set(map(type, settings.values())) != {str}:
        yield "all values must be strings"
    for key, values in {"load": ("click", "scroll"), "term": ("docname", "pathname")}.items():
        if settings.get(key, _ALL[key]) not in values:
            yield f"{key!r} must be {' or '.join(map(repr, values))}"
    address = settings.get("url") or settings.get("host")
    # The absolute URL is empty if the address is not safe.
    if address and urlsplit(absolute_url(address, "")).scheme not in {"http", "https"}:
        yield f"a URL that starts with https:// is required for {name}"


class Thread(NamedTuple):
    """A thread on a *network* (``mastodon`` or ``bluesky``): its URL, its host, and the API URL of its replies."""

    network: str
    url: str
    host: str
    api: str


def read_thread(url: str) -> Thread:
    """Return the thread at *url*; raise :exc:`ValueError` if it is not a thread."""
    address = url.strip().partition("#")[0].partition("?")[0]
    if match := _STATUS.fullmatch(address):
        host = match[1].lower()
        return Thread("mastodon", address, host, f"https://{host}/api/v1/statuses/{match[2] or match[3]}/context")
    if match := _BLUESKY.fullmatch(address):
        post = quote(f"at://{match[1]}/app.bsky.feed.post/{match[2]}", safe="")
        api = f"https://public.api.bsky.app/xrpc/app.bsky.feed.getPostThread?uri={post}&depth=20&parentHeight=0"
        return Thread("bluesky", address, "bsky.app", api)
    raise ValueError(url)

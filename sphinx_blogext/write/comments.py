"""Comments below posts, from a service or a thread: nothing is loaded before the reader asks for it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sphinx_blogext.core.comment_providers import with_defaults
from sphinx_blogext.core.marks import N_
from sphinx_blogext.core.threads import read_thread
from sphinx_blogext.lang.codes import language_tag

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.core.threads import Thread
    from sphinx_blogext.lang.words import Words
    from sphinx_blogext.site.build import Build

# giscus names the variants of Chinese by country, not by script.
_GISCUS_LANGUAGES = {"zh": "zh-CN", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW", "zh-Hant-HK": "zh-HK"}


def has_comments(post: Post, build: Build) -> bool:
    """Return whether there may be comments on a post."""
    is_wanted = build.blog_of_post(post).config.blog_comments or post.comments
    return bool(is_wanted) and not post.nocomments and post.is_published(build.now)


def comments_of(post: Post, build: Build, words: Words) -> dict[str, Any] | None:
    """Return what the script needs to show the comments on a post, in *words*, or nothing if it has none."""
    given = build.blog_of_post(post).config.blog_comments
    if not has_comments(post, build):
        return None
    if post.comments:
        return _thread(read_thread(post.comments), (given or {}).get("load", "click"), words)
    assert given is not None
    settings = with_defaults(given)
    make = {"giscus": _giscus, "utterances": _utterances, "isso": _isso}[settings["provider"]]
    language = language_tag(words.language)
    # The document name stays the same across versions on Read the Docs and when the site moves.
    term = post.key if settings["term"] == "docname" else ""
    data = make(settings, term, language)
    host = urlsplit(data["script"]).hostname or ""
    return data | {"provider": settings["provider"], "load": settings["load"]} | _asked(host, words)


def _asked(host: str, words: Words) -> dict[str, str]:
    """Return the text shown before comments are loaded."""
    say = words.translations.gettext
    note = say(N_("Comments are hosted at %(host)s; nothing is loaded from there until you ask.")) % {"host": host}
    return {"title": say(N_("Comments")), "button": say(N_("Show the comments")), "note": note}


def _thread(thread: Thread, load: str, words: Words) -> dict[str, Any]:
    """Return what our own script needs to show a thread."""
    say = words.translations.gettext
    shown = {
        "reply": say(N_("Reply at %(host)s")) % {"host": thread.host},
        "none": say(N_("Nobody has replied yet.")),
        "failed": say(N_("The comments could not be loaded.")),
        "warning": say(N_("Content warning: %(text)s")),
    }
    return {
        "provider": thread.network,
        "url": thread.url,
        "api": thread.api,
        "load": load,
        "words": shown,
    } | _asked(thread.host, words)


def as_attribute(data: Mapping[str, Any]) -> str:
    """Return *data* as the value of an attribute, the same in every build."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True)


def _giscus(settings: Mapping[str, str], term: str, language: str) -> dict[str, Any]:
    attributes = {
        "data-repo": settings["repo"],
        "data-repo-id": settings["repo_id"],
        "data-category": settings["category"],
        "data-category-id": settings["category_id"],
        "data-mapping": "specific" if term else "pathname",
        "data-term": term,
        "data-strict": settings["strict"],
        "data-reactions-enabled": settings["reactions_enabled"],
        "data-emit-metadata": "0",
        "data-input-position": settings["input_position"],
        "data-lang": settings["lang"] or _GISCUS_LANGUAGES.get(language, language.partition("-")[0]),
        "crossorigin": "anonymous",
    }
    host = settings["host"].rstrip("/")
    themes = (settings["theme_light"], settings["theme_dark"])
    return {"script": f"{host}/client.js", "attributes": _filled(attributes), "themes": themes}


def _utterances(settings: Mapping[str, str], term: str, language: str) -> dict[str, Any]:
    attributes = {
        "repo": settings["repo"],
        "issue-term": term or "pathname",
        "label": settings["label"],
        "crossorigin": "anonymous",
    }
    themes = (settings["theme_light"], settings["theme_dark"])
    return {"script": "https://utteranc.es/client.js", "attributes": _filled(attributes), "themes": themes}


def _isso(settings: Mapping[str, str], term: str, language: str) -> dict[str, Any]:
    url = settings["url"].rstrip("/")
    attributes = {"data-isso": f"{url}/", "data-isso-lang": settings["lang"] or language}
    thread = {"id": "isso-thread", "data-isso-id": f"/{term}" if term else ""}
    return {"script": f"{url}/js/embed.min.js", "attributes": attributes, "thread": _filled(thread)}


def _filled(attributes: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in attributes.items() if value}

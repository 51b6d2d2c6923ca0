"""Comments below posts, from a service or a thread: nothing is loaded before the reader asks for it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sphinx_blogext.core import N_
from sphinx_blogext.core.comments import read_thread, script_of
from sphinx_blogext.lang.codes import language_tag

if TYPE_CHECKING:
    from sphinx_blogext.core.model import Post
    from sphinx_blogext.lang.words import Words
    from sphinx_blogext.site.build import Build


def has_comments(post: Post, build: Build) -> bool:
    """Return whether there may be comments on a post."""
    is_wanted = build.blog_of_post(post).config.blog_comments or post.comments
    return bool(is_wanted) and not post.nocomments and post.is_published(build.now)


def comments_of(post: Post, build: Build, words: Words) -> str:
    """Return what the script needs to show the comments on a post, in *words*, as JSON; ``""`` if it has none."""
    if not has_comments(post, build):
        return ""
    service = build.blog_of_post(post).config.blog_comments or {}
    say = words.translations.gettext
    data: dict[str, Any]
    if post.comments:
        thread = read_thread(post.comments)
        host, data = thread.host, {"provider": thread.network, "url": thread.url, "api": thread.api}
        data["load"] = service.get("load", "click")
        data["words"] = {
            "reply": say(N_("Reply at %(host)s")) % {"host": host},
            "none": say(N_("Nobody has replied yet.")),
            "failed": say(N_("The comments could not be loaded.")),
            "warning": say(N_("Content warning: %(text)s")),
        }
    else:
        data = script_of(service, post.key, language_tag(words.language))
        host = urlsplit(data["script"]).hostname or ""
    note = say(N_("Comments are hosted at %(host)s; nothing is loaded from there until you ask.")) % {"host": host}
    data |= {"title": say(N_("Comments")), "button": say(N_("Show the comments")), "note": note}
    # The same in every build.
    return json.dumps(data, ensure_ascii=False, sort_keys=True)

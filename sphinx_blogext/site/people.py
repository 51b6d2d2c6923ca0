"""The authors of posts, as described in feeds and machine-readable data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_blogext.core.slugs import normalize
from sphinx_blogext.core.social import fediverse_address
from sphinx_blogext.core.urls import absolute_url
from sphinx_blogext.site.labels import term_label

if TYPE_CHECKING:
    from sphinx_blogext.core.model import Post, Term


@dataclass(frozen=True, slots=True)
class Person:
    """An author: a name, and the URLs of a page and an image if there are any.

    ``elsewhere`` are the URLs of the author's other profiles; ``fediverse`` is ``@name@host``, and ``x`` is the
    name on X.
    """

    name: str
    url: str = ""
    avatar: str = ""
    elsewhere: tuple[str, ...] = ()
    fediverse: str = ""
    x: str = ""
    orcid: str = ""


def person_of(author: Term, base: str, post: Post | None = None) -> Person:
    """Return an author with absolute URLs, also for those given relative to the site.

    The URL that a *post* sets for an author takes precedence there.
    """
    settings = author.settings
    own = {normalize(name): url for name, url in post.author_urls} if post else {}
    own_url = own.get(author.key) or own.get(normalize(term_label(author)), "")
    handles = {profile.network: profile.handle for profile in reversed(settings.social)}
    return Person(
        term_label(author),
        absolute_url(own_url or settings.url, base),
        absolute_url(settings.avatar, base, is_loaded=True),
        tuple(absolute_url(profile.url, base) for profile in settings.social),
        fediverse_address(settings.social),
        handles.get("x") or handles.get("twitter", ""),
        handles.get("orcid", ""),
    )

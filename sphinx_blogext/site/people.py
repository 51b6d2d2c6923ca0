"""The authors of posts, as described in feeds and machine-readable data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_blogext.core.social import fediverse_address
from sphinx_blogext.core.urls import absolute_url
from sphinx_blogext.site.labels import term_label

if TYPE_CHECKING:
    from sphinx_blogext.core.model import Term


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


def person_of(author: Term, base: str) -> Person:
    """Return an author with absolute URLs, also for those given relative to the site."""
    settings = author.settings
    handles = {profile.network: profile.handle for profile in reversed(settings.social)}
    return Person(
        term_label(author),
        absolute_url(settings.url, base),
        absolute_url(settings.avatar, base, is_loaded=True),
        tuple(absolute_url(profile.url, base) for profile in settings.social),
        fediverse_address(settings.social),
        handles.get("x") or handles.get("twitter", ""),
        handles.get("orcid", ""),
    )

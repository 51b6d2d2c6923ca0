"""What a site calls its terms: labels, titles of lists, slugs, authors for machines, messages for translators."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.builders import folds_index
from sphinx_blogext.core.addresses import Addresses, is_page_name
from sphinx_blogext.core.taxonomies import normalize
from sphinx_blogext.core.terms import SlugRules, slugify
from sphinx_blogext.core.urls import absolute_url, fediverse_address
from sphinx_blogext.lang.codes import language_name
from sphinx_blogext.lang.words import _
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sphinx.builders import Builder

    from sphinx_blogext.config.blogs import BlogConfig
    from sphinx_blogext.core.model import Archive, Post
    from sphinx_blogext.core.taxonomies import TaxonomyKind
    from sphinx_blogext.core.terms import Term
    from sphinx_blogext.lang.words import Words


def overview_title(kind: TaxonomyKind) -> str:
    """Return the heading of the list of terms of a taxonomy."""
    return _(kind.title)


def term_label(term: Term, language: str = "") -> str:
    """Return the label of a term in *language*, or in that of the site."""
    if term.taxonomy == "language" and not term.settings.label:
        return language_name(term.name)
    return term.label_in(language)


class Titles:
    """The titles of the lists and feeds of a blog: ours, or its own from ``blog_list_titles``."""

    def __init__(self, config: BlogConfig) -> None:
        self.blog_title: str = config.blog_title
        self._own = config.conventions.blog_list_titles

    def of_blog(self) -> str:
        return self._title("blog", self.blog_title)

    def of_archive(self) -> str:
        return self._title("archive", _("Archive"))

    def of_year(self, year: int) -> str:
        return self._title("year", _("Posts of %s") % year, name=str(year))

    def of_month(self, archive: Archive, words: Words) -> str:
        name = words.month(archive.year, archive.month)
        return self._title("month", _("Posts of %(month)s") % {"month": name}, name=name)

    def of_term(self, term: Term, language: str = "") -> str:
        """Return the title of the list of a term, whose label is in *language*."""
        label = term_label(term, language)
        return self._title(term.taxonomy, _(term.kind.term_title) % label, name=label)

    def of_feed(self, title: str) -> str:
        """Return the title of the feeds of the list called *title*."""
        return self._title("feed", f"{self.blog_title}: {title}", blog=self.blog_title, list=title)

    def _title(self, kind: str, usual: str, **names: str) -> str:
        own = self._own.get(kind)
        return usual if own is None else re.sub(r"\{(\w+)\}", lambda match: names.get(match[1], match[0]), own)


def slug_rules(config: BlogConfig, builder: Builder) -> SlugRules:
    """Return the rules for slugs; a custom slug is ignored if it cannot be the last part of a page name."""
    own, romanize = config.slugify, config.transliterate
    if own is None and not config.conventions.blog_label_slugs:
        return SlugRules(romanize)
    addresses = Addresses(config.root)
    is_one_file = folds_index(builder)

    def spell(taxonomy: str, name: str) -> str:
        slug = _call(own, name) if own else slugify(name, (), romanize)
        # The list of all terms would be in the same file.
        is_free = slug != "index" or not is_one_file
        return slug if is_free and "/" not in slug and is_page_name(addresses.term(taxonomy, slug)) else ""

    return SlugRules(romanize, spell, config.conventions.blog_label_slugs)


def custom_slugs(config: BlogConfig, posts: Iterable[Post]) -> list[tuple[str, str]]:
    """Return what ``blog_slugify`` returns for the names of terms, as the function itself cannot be compared."""
    own = config.slugify
    if own is None:
        return []
    names = {name for post in posts for terms in post.terms.values() for name in terms}
    names |= {given.label for terms in config.terms.values() for given in terms.values()}
    return [(name, _call(own, name)) for name in sorted(names)]


def _call(own: Callable[[str], str], name: str) -> str:
    try:
        return str(own(name))
    except (Exception, SystemExit) as error:
        # Term names can be anything, so the site's function may fail in any way. It may be ``sys.exit``.
        warn(BlogWarning.CONFIG, "blog_slugify fails for %r: %s", name, error, once=True)
        return ""


class Person(NamedTuple):
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

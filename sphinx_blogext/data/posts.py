"""The data of posts and of their terms, wherever they are shown, and the records that page data consists of."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_blogext.core.caching import by_post, cached_by
from sphinx_blogext.core.dates import rfc3339
from sphinx_blogext.core.model import Archive, Post, languages_of
from sphinx_blogext.core.taxonomies import normalize
from sphinx_blogext.core.terms import Term
from sphinx_blogext.data.site_digests import PostDigests
from sphinx_blogext.data.text import Text
from sphinx_blogext.files import digest
from sphinx_blogext.lang.codes import language_name, language_of_name, language_tag, valid_language
from sphinx_blogext.lang.words import Voice, Words, interface_words
from sphinx_blogext.markup.relocate import ROOT, attach, detach_url
from sphinx_blogext.patterns import pattern
from sphinx_blogext.site.build import Build
from sphinx_blogext.site.pages import term_label
from sphinx_blogext.site.published_blog import PublishedBlog


class Data(dict[str, Any]):
    """The data of one thing for a template. Its ``repr`` is a digest, computed once: copy it, do not change it.

    So the digest of a list of a thousand posts only combines a thousand existing digests.
    """

    # A copy made by ``|`` is a plain dictionary, so it has no digest that could be outdated.
    _digest = ""
    #: The data and changes that this is a copy of, if it was made by :meth:`replace`.
    _made_of: "tuple[Data, dict[str, Any]] | None" = None

    def replace(self, changes: dict[str, Any]) -> "Data":
        """Return a copy with *changes*, whose digest is made of these and the digest of the original."""
        # Most data of a post is the same wherever the post is shown, and goes into a digest only once.
        copy = Data(self | changes)
        copy._made_of = (self, changes)
        return copy

    def noting(self, fact: object) -> "Data":
        """Return a copy whose digest also is that of a *fact* that templates do not receive."""
        copy = Data(self)
        copy._made_of = (self, {"": fact})
        return copy

    def __repr__(self) -> str:
        self._digest = self._digest or digest(self._made_of or dict.__repr__(self))
        return self._digest


class Terms(dict[str, Any]):
    """The terms of each taxonomy, by its name; in templates also by its plural."""

    def __init__(self, blog: dict[str, Any], plurals: dict[str, str]) -> None:
        super().__init__((name, blog[plural]) for name, plural in plurals.items())
        self._names = {plural: name for name, plural in plurals.items()}

    def __missing__(self, plural: str) -> Any:
        return self[self._names[plural]]


def shown_on_page(value: Any, root: str) -> Any:
    """Return data with texts that escape themselves, and with URLs relative to the page."""
    if isinstance(value, str):
        return Text(attach(value, root))
    if isinstance(value, dict):
        return {key: shown_on_page(item, root) for key, item in value.items()}
    return [shown_on_page(item, root) for item in value] if isinstance(value, list) else value


@dataclass(frozen=True, slots=True)
class Html:
    """A part of a post, rendered where a template needs it; ``made_of`` is a digest of all that goes into it."""

    part: Literal["title", "teaser", "text", "lead", "summary"]
    post: Post
    made_of: str

    def __repr__(self) -> str:
        return f"{self.part} of {self.made_of}"


#: A URL that is not relative to the root of the site.
_ELSEWHERE = pattern(r"[a-z][a-z0-9+.-]*:|/|#", re.IGNORECASE)


def _of_term(term: Term, language: str = "") -> tuple[str, str, str]:
    return term.taxonomy, term.key, language if term.settings.labels or term.parent else ""


class TermData:
    """Creates the URLs of pages, and plain data of terms, years and months."""

    def __init__(self, published: PublishedBlog, builder: StandaloneHTMLBuilder) -> None:
        self.blog = published.blog
        self.words = interface_words(builder.config.language)
        self._published, self._pages, self._builder = published, published.pages, builder

    @cached_by(lambda page, fragment="": (page, fragment))
    def url(self, page: str, fragment: str = "") -> str:
        return ROOT + self._builder.get_target_uri(page) + (f"#{fragment}" if fragment else "")

    @cached_property
    def subscribe(self) -> str:
        """The URL of the page of the feeds, or ``""`` if there are none."""
        return self.url(self._pages.overview_page("subscribe")) if self._published.channels else ""

    @cached_by(_of_term)
    def term(self, term: Term, language: str = "") -> Data:
        """Return the data of a term for lists of terms, created once: see :meth:`named`."""
        counts = {"count": term.count, "count_text": self.words.number(term.count)}
        return self.named(term, language).replace(counts)

    @cached_by(_of_term)
    def named(self, term: Term, language: str = "") -> Data:
        """Return the data of a term as a post names it, in *language* or in that of the site; created once."""
        # Nothing that changes when another post gets the term too.
        label = term_label(term, language)
        return Data(
            name=term.name,
            label=label,
            url=self.url(self._pages.term_page(term)),
            description=term.settings.description,
            **self.languages(term.name if term.taxonomy == "language" else "", label, language),
            avatar=from_root(term.settings.avatar),
        )

    def languages(self, name: str, label: str, interface: str = "") -> dict[str, str]:
        """Return the language that a *label* is in, if it can be the one it stands for, and the latter."""
        tag = valid_language(name)
        return {"lang": tag and language_of_name(label, tag, self.words.language, interface), "hreflang": tag}

    def within(self, term: Term, language: str) -> list[dict[str, str]]:
        """Return links to the terms that are part of *term*, labeled without its name."""
        return [
            {"label": part.own_label_in(language), "url": self.url(self._pages.term_page(part))}
            for part in self._parts.get((term.taxonomy, term.key), ())
        ]

    @cached_property
    def _parts(self) -> dict[tuple[str, str], list[Term]]:
        parts: dict[tuple[str, str], list[Term]] = {}
        for taxonomy in self.blog.taxonomies.values():
            for term in taxonomy.shown:
                if term.parent:
                    parts.setdefault((term.taxonomy, term.parent.key), []).append(term)
        return parts

    @cached_property
    def years(self) -> list[dict[str, Any]]:
        """The years, the latest first, each with its ``months``."""
        months = self.months
        return [self._span(each, each.name) | {"months": months.get(each.year, [])} for each in self.blog.archives]

    @cached_property
    def months(self) -> dict[int, list[dict[str, Any]]]:
        """The months of each year, the latest first, if they have pages."""
        months: dict[int, list[dict[str, Any]]] = {}
        for archive in self.blog.months if self._published.config.blog_archive_months else ():
            time = archive.year, archive.month
            month = self._span(archive, self.words.month(*time))
            month["short"] = self.words.month(*time, is_short=True)
            months.setdefault(archive.year, []).append(month)
        return months

    def _span(self, archive: Archive, label: str) -> dict[str, Any]:
        url = self.url(self._pages.overview_page(archive.name))
        return {"label": label, "url": url, "count": archive.count, "count_text": self.words.number(archive.count)}

    def weighted(self, terms: Sequence[Term]) -> list[dict[str, Any]]:
        """Return terms with a ``weight`` from 1 to 5 by the number of their posts."""
        most = max((term.count for term in terms), default=1)
        return [self.term(term) | {"weight": 1 + 4 * term.count // most} for term in terms]

    def person(self, term: Term) -> dict[str, Any]:
        """Return what the configuration says about a term, mostly an author; URLs may be relative to the site."""
        settings = term.settings
        return {
            "url": from_root(settings.url),
            "url_text": re.sub(r"^https?://(www\.)?|/$", "", settings.url),
            "avatar": from_root(settings.avatar),
            "social": [{"label": profile.label, "url": from_root(profile.url)} for profile in settings.social],
        }

    def terms_of(self, post: Post, taxonomy: str, language: str = "") -> list[dict[str, Any]]:
        """Return the terms of a post; those without a page (of a draft) have an empty ``url``."""
        terms = self.blog.taxonomies[taxonomy]
        # Reversed, and again below: of two spellings the first one is kept, in its place.
        names = {normalize(name): name for name in reversed(post.terms.get(taxonomy, ()))}
        views = [(name, terms.find(name)) for name in reversed(names.values())]
        return [
            self.named(term, language) if term else plain_term(terms.label_of(name))
            for name, term in views
            if term is None or not term.settings.hidden
        ]

    def by_plural(self, post: Post, language: str = "") -> dict[str, list[dict[str, Any]]]:
        """Return the terms of a post as templates receive them: by the plural of their taxonomy."""
        terms = {name: self.terms_of(post, name, language) for name in self.blog.kinds}
        kinds = self.blog.kinds.values()
        own = [term for kind in kinds if kind.is_own for term in terms[kind.name]]
        return {kind.plural: terms[kind.name] for kind in kinds} | {"own_terms": own}

    @cached_property
    def has_languages(self) -> bool:
        """Whether the label of any term depends on the language of the reader."""
        taxonomies = self.blog.taxonomies.values()
        return any(term.settings.labels for taxonomy in taxonomies for term in taxonomy.values())

    def language_label(self, name: str) -> str:
        term = self.blog.taxonomies["language"].find(name)
        return term_label(term) if term else language_name(name)

    def language_mark(self, name: str, interface: str) -> str:
        """Return what marks posts in a language on a page in the language *interface*."""
        has_own = self._published.config.conventions.blog_language_marks == "labels"
        term = self.blog.taxonomies["language"].find(name) if has_own else None
        return term_label(term, interface) if term and term.settings.label else language_name(name, interface)


def from_root(address: str) -> str:
    return address if not address or _ELSEWHERE.match(address) else ROOT + address


def plain_term(name: str) -> dict[str, Any]:
    return {"name": name, "label": name, "url": "", "description": "", "lang": "", "hreflang": "", "avatar": ""}


class PostData:
    """Creates plain data of posts, each once."""

    def __init__(self, published: PublishedBlog, build: Build, digests: PostDigests) -> None:
        self.published, self.blog, self.config = published, published.blog, published.config
        self.terms = TermData(published, build.html_builder)
        self.words = self.terms.words
        self.build = build
        self._digests = digests

    @property
    def site_lang(self) -> str:
        return language_tag(self.config.language)

    def url(self, post: Post) -> str:
        # One without a scheme is relative to the page, as in feeds.
        link, uri_of = post.external_link, self.build.html_builder.get_target_uri
        return detach_url(link, uri_of(post.docname)) if link else self.terms.url(post.docname, post.anchor)

    def date(self, moment: datetime | None, form: str = "", words: Words | None = None) -> dict[str, str] | None:
        """Return ``iso`` for machines and ``text`` for readers, in the words of the site or in *words*."""
        if moment is None:
            return None
        # Midnight means a date without a time.
        has_time = (moment.hour, moment.minute, moment.second) != (0, 0, 0)
        text = (words or self.words).date(moment, form or self.config.post_date_format)
        return {"iso": rfc3339(moment) if has_time else moment.date().isoformat(), "text": text}

    def image(self, post: Post) -> str:
        return from_root(self.build.picture_of(post))

    # The page of each post asks for those of its neighbors.
    @by_post
    def voice(self, post: Post) -> Voice:
        return self.config.voice(post)

    def translations(self, post: Post) -> list[dict[str, Any]]:
        """Return the versions of a post in other languages: ``label``, ``url`` and languages."""
        labels = self.terms.language_label
        return [
            {"label": labels(name), "url": self.url(other), "title_text": other.title}
            | self.terms.languages(name, labels(name))
            for other in self.build.every_blog.versions.others(post)
            for name in other.terms["language"][:1]
        ]

    def is_foreign(self, post: Post, language: str = "") -> bool:
        """Return whether a post is in another language than *language*, which defaults to that of the site."""
        languages = languages_of(post)
        return bool(languages) and set(languages) != {language or self.blog.language}

    def only_in(self, post: Post, language: str) -> str:
        """Return the language name (“English”) of a post in one language only, if that is not *language*."""
        is_only = self.blog.is_multilingual and post.language and not self.blog.versions.others(post)
        is_marked = is_only and self.is_foreign(post, language)
        return self.terms.language_mark(post.language, self.config.language) if is_marked else ""

    @by_post
    def named(self, post: Post) -> Data:
        """Return the data of a post of which only the title is shown, created once."""
        return self.facts(post).replace({"title": self.title(post)})

    def link(self, post: Post) -> dict[str, Any]:
        """Return the data of a post of which only the title is shown, as text."""
        voice, facts = self.build.title_voice(post), self.facts(post)
        shown = {name: facts[name] for name in ("url", "date", "date_short")}
        return shown | {"title": post.title, "lang": voice.language, "dir": voice.direction}

    def title(self, post: Post) -> Html:
        return Html("title", post, self._digests.of_title(post))

    def html(self, part: Literal["teaser", "text", "lead", "summary"], post: Post) -> Html:
        """Return the placeholder for HTML that is made of the text or the teaser of a post."""
        made_of = self._digests.of_teaser(post)
        return Html(part, post, self._digests.of_text(post) + made_of if part == "text" else made_of)

    @by_post
    def facts(self, post: Post) -> Data:
        voice = self.voice(post)
        facts = Data(
            docname=post.docname,
            title_text=post.title,
            url=self.url(post),
            is_external=bool(post.external_link),
            date=self.date(post.date),
            date_short=self.date(post.date, self.config.post_date_format_short),
            description=post.description,
            image=self.image(post),
            lang=voice.language,
            title_lang=self.build.title_lang(post),
            dir=voice.direction,
            # Dates, tags and the like are in the language of the site, even for a post in another language.
            site_lang=self.site_lang if voice.language not in {None, self.site_lang} else "",
        )
        # Themes may find out how large a picture is.
        return facts.noting(size) if (size := self.build.picture_size(post)) else facts

    @by_post
    def of(self, post: Post) -> Data:
        """Return the data of a post, created once."""
        more = dict(
            translations=self.translations(post),
            only="",
            is_foreign=self.is_foreign(post),
            updated=self.date(post.updated),
            reading_time=post.reading_time if self.config.blog_reading_time else None,
            word_count=post.word_count if self.config.blog_word_count else 0,
            expires=self.date(post.expires),
            state=post.state(self.blog.now),
            is_draft=self.build.shows_drafts and not post.is_published(self.blog.now),
            is_featured=post.featured,
            is_pinned=any(post.key == pinned.key for pinned in self.blog.pinned),
            **self.terms.by_plural(post),
        )
        return self.facts(post).replace(more)

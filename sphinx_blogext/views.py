"""What templates receive: plain data, with URLs that are free of any page.

Every URL starts at a placeholder for the site's root, which is filled in when the finished
fragment is attached to a page; a template uses it as it is. ``docs/reference/templates`` lists
the fields.

The digest of a page is that of the data made here, so nothing a template can show is missing
from it. HTML made of a post's text is rendered only for pages that are written: until then a
digest of what it is made of takes its place (:class:`Html`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from string import Formatter
from typing import TYPE_CHECKING, Any, Literal

from sphinx_blogext.feed_formats import rfc3339
from sphinx_blogext.han import guess_language
from sphinx_blogext.hashes import digest
from sphinx_blogext.hosting import absolute
from sphinx_blogext.i18n import (
    Words,
    _,
    interface_words,
    language_name,
    language_of,
    language_tag,
    text_direction,
    valid_language,
    words_of,
)
from sphinx_blogext.labels import overview_title, term_label
from sphinx_blogext.pictures import picture_uri
from sphinx_blogext.relocate import ROOT
from sphinx_blogext.slugs import normalize
from sphinx_blogext.taxonomies import TAXONOMIES, TAXONOMY_SPELLINGS
from sphinx_blogext.versions import languages_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.config import Config

    from sphinx_blogext.blog import SeriesPlace
    from sphinx_blogext.build import Build
    from sphinx_blogext.listings import Listing
    from sphinx_blogext.model import Post, Term
    from sphinx_blogext.pagination import Page
    from sphinx_blogext.post_digests import PostDigests

#: How many posts the sidebar of recent posts names.
_RECENT = 5


class Data(dict[str, Any]):
    """What a template receives of one thing. Its ``repr`` is a digest, made once; do not change it: copy it.

    So the digest of a list of a thousand posts costs no more than a thousand digests that are there.
    """

    _digest = ""

    def __repr__(self) -> str:
        self._digest = self._digest or digest(dict.__repr__(self))
        return self._digest


@dataclass(frozen=True, slots=True)
class Html:
    """A part of a post, as HTML that is rendered where a template needs it.

    ``made_of`` is a digest of all that goes into it.
    """

    part: Literal["title", "teaser", "lead", "summary"]
    post: Post = field(repr=False)
    made_of: str


class Views:
    """Makes plain data of the records of a blog, for templates."""

    def __init__(self, build: Build, builder: StandaloneHTMLBuilder, digests: PostDigests) -> None:
        self.blog = build.blog
        self.related = build.related
        self.pages = build.pages
        self.builder = builder
        self.hosting = build.hosting
        self.channels = build.channels
        self.mentions_of = build.mentions.documents
        self.digests = digests
        self.config: Config = builder.config
        self.words = interface_words(self.config.language)
        self._urls: dict[str, str] = {}
        self._posts: dict[str, Data] = {}
        self._named: dict[str, Data] = {}
        self._items: dict[tuple[Any, ...], Data] = {}
        self._marks: dict[tuple[str, str], dict[str, Any]] = {}
        self._terms: dict[tuple[str, str], Data] = {}

    @property
    def _site_lang(self) -> str:
        return language_tag(self.config.language)

    def url(self, page: str, fragment: str = "") -> str:
        """Return the URL of a page, from the root."""
        if page not in self._urls:
            self._urls[page] = ROOT + self.builder.get_target_uri(page)
        return self._urls[page] + (f"#{fragment}" if fragment else "")

    def post_url(self, post: Post) -> str:
        return post.external_link or self.url(post.docname, post.anchor)

    def date(
        self, moment: datetime | None, pattern: str = "", words: Words | None = None
    ) -> dict[str, str] | None:
        """Return ``iso`` for machines and ``text`` for readers, of the site or in their own *words*."""
        if moment is None:
            return None
        has_time = (moment.hour, moment.minute, moment.second) != (0, 0, 0)
        text = (words or self.words).date(moment, pattern or self.config.post_date_format)
        return {"iso": rfc3339(moment) if has_time else moment.date().isoformat(), "text": text}

    def image(self, post: Post) -> str:
        """Return the URL of the picture of a post, or nothing."""
        uri = picture_uri(post, self.builder.env)
        return uri if not uri or "://" in uri else ROOT + uri

    def term(self, term: Term) -> Data:
        """Return what is said of a term where terms are listed, made once."""
        key = (term.taxonomy, term.key)
        if key not in self._terms:
            counts = {"count": term.count, "count_text": self.words.number(term.count)}
            self._terms[key] = Data(self._term_of_post(term) | counts)
        return self._terms[key]

    def _term_of_post(self, term: Term) -> dict[str, Any]:
        """Return what is said of a term in a post: nothing that changes when another post has the term, too."""
        return {
            "name": term.name,
            "label": term_label(term),
            "url": self.url(self.pages.term_page(term)),
            "description": term.settings.description,
            "lang": valid_language(term.name) if term.taxonomy == "language" else "",
        }

    def terms(self, post: Post, taxonomy: str) -> list[dict[str, Any]]:
        """Return the terms of a post; those without a page (of a draft) have no ``url``."""
        found = self.blog.taxonomies[taxonomy]
        names = {normalize(name): name for name in reversed(post.terms.get(taxonomy, ()))}
        views = [(name, found.find(name)) for name in reversed(names.values())]
        return [
            self._term_of_post(term) if term else _plain_term(name)
            for name, term in views
            if term is None or not term.settings.hidden
        ]

    def lang(self, post: Post) -> str | None:
        """Return the value of ``lang`` for a post: a tag, ``""`` if nobody knows it, or ``None`` for no attribute.

        Where nobody has said it, the title may.
        """
        said = language_of(post)
        if said or len(post.terms.get("language", ())) > 1:
            return said
        return guess_language(post.title, self.config.language) or said

    def _direction(self, lang: str | None) -> str:
        """Return the direction of a language, ``"ltr"`` or ``"rtl"``, if it is not that of the site."""
        if not lang or text_direction(lang) == text_direction(self._site_lang):
            return ""
        return text_direction(lang) or "ltr"

    def words_of(self, post: Post) -> Words:
        """Return the words of the language that a post says it is in."""
        languages = post.terms.get("language", ())
        return words_of(languages[0], self.words) if len(languages) == 1 else self.words

    def translations(self, post: Post) -> list[dict[str, Any]]:
        """Return the versions of a post in other languages: ``label``, ``lang`` and ``url``."""
        return [
            {
                "label": self._language_label(post_language),
                "lang": valid_language(post_language),
                "url": self.post_url(other),
                "title_text": other.title,
            }
            for other in self.blog.versions.others(post)
            for post_language in other.terms["language"][:1]
        ]

    def is_foreign(self, post: Post, language: str = "") -> bool:
        """Return whether a post is in another language than *language*, or else than the site."""
        languages = languages_of(post)
        return bool(languages) and set(languages) != {language or self.blog.language}

    def only_in(self, post: Post, language: str) -> str:
        """Return “English only” for a post without a version in *language* or any other, else nothing."""
        languages = post.terms.get("language", ())
        if not self.blog.is_multilingual or self.blog.versions.others(post) or len(languages) != 1:
            return ""
        if not self.is_foreign(post, language):
            return ""
        return _("%(language)s only") % {"language": language_name(languages[0], self.config.language)}

    def _language_label(self, name: str) -> str:
        term = self.blog.taxonomies["language"].find(name)
        return term_label(term) if term else language_name(name)

    def post(self, post: Post) -> Data:
        """Return what is said of a post wherever it is named, made once."""
        if post.key not in self._posts:
            self._posts[post.key] = Data(self._make_post(post))
        return self._posts[post.key]

    def named(self, post: Post) -> Data:
        """Return what is said of a post that only its title stands for, made once."""
        if post.key not in self._named:
            self._named[post.key] = Data(self._facts(post) | {"title": self._title(post)})
        return self._named[post.key]

    def _title(self, post: Post) -> Html:
        return Html("title", post, self.digests.of_title(post))

    def all_named(self, posts: Iterable[Post]) -> list[Data]:
        return [self.named(post) for post in posts]

    def _in_list(self, post: Post) -> Data:
        """Return what is said of a post in lists, where a long row of tags ends with an ellipsis.

        Each of its tags has a list: with all tags in each, a post would make pages by the square of their number.
        """
        found, limit = self.post(post), self.config.blog_max_tags_shown
        tags = found["tags"]
        return Data(found | {"tags": [*tags[:limit], _plain_term("…")]}) if 0 < limit < len(tags) else found

    def header(self, post: Post) -> Data:
        """Return what ``post-header.html`` shows above the post's own text: dates are in its language."""
        words = self.words_of(post)
        dates = {name: self.date(getattr(post, name), words=words) for name in ("date", "updated", "expires")}
        base = self.hosting.canonical
        page_url = absolute(base, self.builder.get_target_uri(post.docname), post.anchor) if base else ""
        summary = post.description or Html("summary", post, self.digests.of_teaser(post))
        own = self.post(post) | dates | {"page_url": page_url, "summary": summary}
        return Data(post=own, series=[self._series(place) for place in self.blog.series_of(post)])

    def _series(self, place: SeriesPlace) -> dict[str, Any]:
        """Return the box that names the parts of a series around a post."""
        parts = [
            self.named(place.parts[number]) | {"number": number + 1, "is_current": number == place.place}
            for number in place.shown
        ]
        return self._term_of_post(place.term) | {
            "number": place.place + 1,
            "count": len(place.parts),
            "parts": parts,
            "is_whole": len(parts) == len(place.parts),
            "older": place.older and self.named(place.older),
            "newer": place.newer and self.named(place.newer),
        }

    def footer(self, post: Post) -> Data:
        """Return what ``post-footer.html`` shows below a post, as far as it is switched on."""
        config = self.config
        older, newer = self.blog.neighbours(post) if config.post_show_prev_next else (None, None)
        related = self.related.to(post, config.blog_related) if config.blog_related else ()
        return Data(
            post=self.post(post),
            older=older and self.named(older),
            newer=newer and self.named(newer),
            related=self.all_named(related),
            mentions=self.all_named(self.mentions_of.get(post.key, ())),
        )

    def _facts(self, post: Post) -> dict[str, Any]:
        lang = self.lang(post)
        return {
            "docname": post.docname,
            "title_text": post.title,
            "url": self.post_url(post),
            "is_external": bool(post.external_link),
            "date": self.date(post.date),
            "date_short": self.date(post.date, self.config.post_date_format_short),
            "description": post.description,
            "image": self.image(post),
            "lang": lang,
            "dir": self._direction(lang),
            # Dates, tags and the like are in the language of the site, also in a post in another.
            "site_lang": self._site_lang if lang not in {None, self._site_lang} else "",
        }

    def _make_post(self, post: Post) -> dict[str, Any]:
        return self._facts(post) | {
            "translations": self.translations(post),
            "only": "",
            "is_foreign": self.is_foreign(post),
            "updated": self.date(post.updated),
            "reading_time": post.reading_time if self.config.blog_reading_time else None,
            "expires": self.date(post.expires),
            "state": post.state(self.blog.now),
            "is_draft": not post.is_published(self.blog.now),
            "is_featured": post.featured,
            "is_pinned": post in self.blog.pinned,
            **{kind.plural: self.terms(post, name) for name, kind in TAXONOMIES.items()},
        }

    def item(self, listing: Listing, post: Post) -> Data:
        """Return what a list shows of a post, made once for all lists that show it so."""
        request = listing.request
        has_teaser = listing.style == "teasers" or request.excerpts
        mark = self._mark(post, listing.language)
        options = (request.date_format, request.format, request.expand)
        key = (post.key, listing.style, has_teaser, *mark.values(), *options)
        if key not in self._items:
            self._items[key] = Data(self._make_item(listing, post, mark, has_teaser=has_teaser))
        return self._items[key]

    def _mark(self, post: Post, language: str) -> dict[str, Any]:
        """Return what says that a post is in another language than a list in *language*, made once."""
        key = (post.key, language)
        if key not in self._marks:
            self._marks[key] = {
                "only": self.only_in(post, language),
                "is_foreign": self.is_foreign(post, language),
            }
        return self._marks[key]

    def _make_item(
        self, listing: Listing, post: Post, mark: dict[str, Any], *, has_teaser: bool
    ) -> dict[str, Any]:
        request = listing.request
        item = self._in_list(post) | {"title": self._title(post)} | mark
        item |= {"teaser": None, "lead": None, "more": None}
        if request.date_format:
            item["date"] = self.date(post.date, request.date_format)
        item["parts"] = self.format_parts(item, request.format)
        if post.has_more or post.external_link:
            text = post.more_text or request.expand or _("Read more")
            url = post.external_link or self.url(post.docname, post.more_anchor)
            item["more"] = {"url": url, "text": text, "is_own": bool(post.more_text)}
        if has_teaser:
            item["teaser"] = Html("teaser", post, self.digests.of_teaser(post))
        elif listing.style == "cards" and not post.description:
            item["lead"] = Html("lead", post, self.digests.of_teaser(post))
        return item

    def listing(self, listing: Listing, page: Page[Post], level: int = 2) -> Data:
        """Return a page of a list; *level* is that of its headings."""
        request = listing.request
        term = listing.term
        return Data(
            kind=listing.kind,
            style=listing.style,
            level=level,
            list_style=request.list_style or "none",
            expand=request.expand,
            excerpts=request.excerpts,
            has_format=bool(request.format),
            posts=[self.item(listing, post) for post in page.items],
            pages=self.window(page) if len(listing.pages) > 1 else None,
            term=self.term(term) if term else None,
            person=_person(term) if term else None,
            is_first=page.newer is None,
            newer_version=self.newer_version(),
            languages=self.languages(listing, page),
        )

    def languages(self, listing: Listing, page: Page[Post]) -> list[dict[str, Any]]:
        """Return the bar of languages: links to the same list in all and in each."""
        return [
            {
                "label": term_label(link.term) if link.term else _("All"),
                "lang": valid_language(link.term.name) if link.term else "",
                "url": self.url(link.page),
                "is_current": link.page == listing.name,
                "is_page": link.page == page.name,
            }
            for link in listing.languages
        ]

    def window(self, page: Page[Post]) -> dict[str, Any]:
        """Return the links between pages: ``newer``, ``older`` (URLs or none) and ``links``."""
        return {
            "newer": self.url(page.newer) if page.newer else None,
            "older": self.url(page.older) if page.older else None,
            "links": [
                {
                    "number": link.number,
                    "url": self.url(link.page) if link.page else None,
                    "is_current": link.current,
                    "is_gap": link.page is None,
                }
                for link in page.window
            ],
        }

    def format_parts(self, post: dict[str, Any], request_format: str) -> list[dict[str, Any]]:
        """Return the parts of ABlog's ``format``: ``text``, or ``links`` to terms or the post."""
        parts: list[dict[str, Any]] = []
        for text, name, _spec, _conversion in Formatter().parse(request_format):
            if text:
                parts.append({"text": text})
            if name == "date":
                parts.append({"date": post["date"]})
            elif name == "title":
                parts.append({"title": True})
            elif name:
                parts.append({"links": post[TAXONOMIES[TAXONOMY_SPELLINGS[name]].plural]})
        return parts

    @cached_property
    def feeds(self) -> list[dict[str, Any]]:
        """The feeds for people: those of the blog, then those of terms, by taxonomy."""
        groups: dict[str, list[dict[str, Any]]] = {}
        for channel in self.channels:
            label = term_label(channel.term) if channel.term else channel.title
            links = [link._asdict() for link in channel.links(self.hosting.canonical)]
            taxonomy = channel.term.taxonomy if channel.term else ""
            groups.setdefault(taxonomy, []).append(
                {"label": label, "page": self.url(channel.page), "links": links}
            )
        return [
            {"title": overview_title(name) if name else "", "channels": channels}
            for name, channels in groups.items()
        ]

    def newer_version(self) -> dict[str, str] | None:
        """Return where newer posts are, if this is another version of the site than the canonical one."""
        if not self.hosting.version or self.hosting.is_preview or not self.hosting.canonical:
            return None
        home = self.builder.get_target_uri(self.pages.home)
        return {"version": self.hosting.canonical_version, "url": absolute(self.hosting.canonical, home)}

    def term_list(self, taxonomy: str, style: str, least: int = 1) -> Data:
        """Return the terms that *least* posts have; ``weight`` is 1 to 5 by the number of posts."""
        terms = [term for term in self.blog.taxonomies[taxonomy].shown if term.count >= least]
        most = max((term.count for term in terms), default=1)
        return Data(
            taxonomy=taxonomy,
            style=style,
            title=overview_title(taxonomy),
            terms=[self.term(term) | {"weight": 1 + 4 * term.count // most} for term in terms],
        )

    @cached_property
    def sidebar(self) -> Data:
        """What the sidebars show, on any page."""
        addresses, page_of = self.pages.addresses, self.pages.page_of
        recent = [
            {
                "title": post.title,
                "url": self.post_url(post),
                "date": self.date(post.date),
                "lang": self.lang(post),
            }
            for post in self.blog.best(self.blog.posts)[:_RECENT]
        ]
        return Data(
            {
                "title": self.config.blog_title,
                "url": self.url(self.pages.home),
                "recent": recent,
                **{
                    kind.plural: [self.term(term) for term in self.blog.taxonomies[name].shown]
                    for name, kind in TAXONOMIES.items()
                },
                "archives": [
                    {
                        "label": str(archive.year),
                        "url": self.url(page_of(addresses.year(archive.year))),
                        "count": archive.count,
                        "count_text": self.words.number(archive.count),
                    }
                    for archive in self.blog.archives
                ],
                "feeds": [
                    {"url": link.url, "type": link.type, "title": link.format}
                    for channel in self.channels[:1]
                    for link in channel.links(self.hosting.canonical)
                ],
                "subscribe": self.url(page_of(addresses.subscribe)) if self.channels else "",
                # Sphinx translates templates by its own catalog only.
                "titles": {kind.plural: overview_title(name) for name, kind in TAXONOMIES.items()}
                | {
                    "recent": _("Recent posts"),
                    "archives": _("Archives"),
                    "feeds": _("Feeds"),
                    "subscribe": _("Subscribe"),
                },
            }
        )


def _plain_term(name: str) -> dict[str, Any]:
    """Return what is said of a term that has no page."""
    return {"name": name, "label": name, "url": "", "description": "", "lang": ""}


def by_year(items: Iterable[dict[str, Any]], *, is_first: bool) -> list[dict[str, Any]]:
    """Group the posts of a page by the year of their date, in their order; on the first page those pinned lead."""
    groups: list[dict[str, Any]] = []
    for item in items:
        year = item["date"]["iso"][:4] if item["date"] else ""
        if is_first and item["is_pinned"]:
            # A heading that does not say the year.
            year, item = _("Pinned"), {**item, "date_short": item["date"]}
        if not groups or groups[-1]["year"] != year:
            groups.append({"year": year, "posts": []})
        groups[-1]["posts"].append(item)
    return groups


def _person(term: Term) -> dict[str, Any]:
    """Return what a page of a term says about it, an author above all."""
    settings = term.settings
    return {
        "url": settings.url,
        "avatar": settings.avatar,
        "social": [{"label": label, "url": url} for label, url in settings.social],
    }

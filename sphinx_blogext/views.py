"""What templates receive: plain data, with URLs that are free of any page.

Every URL starts at a placeholder for the site's root, which is filled in when the finished
fragment is attached to a page; a template uses it as it is. ``docs/reference/templates`` lists
the fields.
"""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING, Any

from sphinx_blogext.han import guess_language
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
from sphinx_blogext.labels import overview_titles, term_label
from sphinx_blogext.model import TAXONOMIES
from sphinx_blogext.pictures import picture_uri
from sphinx_blogext.relocate import ROOT
from sphinx_blogext.slugs import normalize
from sphinx_blogext.versions import languages_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.config import Config

    from sphinx_blogext.blog import Blog
    from sphinx_blogext.channels import Channel
    from sphinx_blogext.hosting import Hosting
    from sphinx_blogext.listings import Listing, Pages
    from sphinx_blogext.model import Post, Term
    from sphinx_blogext.pagination import Page

#: How many posts the sidebar of recent posts names.
_RECENT = 5


class Views:
    """Makes plain data of the records of a blog, for templates."""

    def __init__(
        self,
        blog: Blog,
        pages: Pages,
        builder: StandaloneHTMLBuilder,
        hosting: Hosting,
        channels: Sequence[Channel],
    ) -> None:
        self.blog = blog
        self.pages = pages
        self.builder = builder
        self.hosting = hosting
        self.channels = channels
        self.config: Config = builder.config
        self.words = interface_words(self.config.language)
        self._posts: dict[str, dict[str, Any]] = {}
        self._named: dict[str, dict[str, Any]] = {}
        self._terms: dict[tuple[str, str], dict[str, Any]] = {}

    @property
    def _site_lang(self) -> str:
        return language_tag(self.config.language)

    def url(self, page: str, fragment: str = "") -> str:
        """Return the URL of a page, from the root."""
        return ROOT + self.builder.get_target_uri(page) + (f"#{fragment}" if fragment else "")

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
        return {"iso": moment.isoformat() if has_time else moment.date().isoformat(), "text": text}

    def image(self, post: Post) -> str:
        """Return the URL of the picture of a post, or nothing."""
        uri = picture_uri(post, self.builder.env)
        return uri if not uri or "://" in uri else ROOT + uri

    def term(self, term: Term) -> dict[str, Any]:
        """Return what is said of a term, made once."""
        key = (term.taxonomy, term.key)
        if key not in self._terms:
            self._terms[key] = self._make_term(term)
        return self._terms[key]

    def _make_term(self, term: Term) -> dict[str, Any]:
        return {
            "name": term.name,
            "label": term_label(term),
            "url": self.url(self.pages.term_page(term)),
            "count": term.count,
            "count_text": self.words.number(term.count),
            "description": term.settings.description,
            "lang": valid_language(term.name) if term.taxonomy == "language" else "",
        }

    def terms(self, post: Post, taxonomy: str) -> list[dict[str, Any]]:
        """Return the terms of a post; those without a page (of a draft) have no ``url``."""
        found = self.blog.taxonomies[taxonomy]
        names = {normalize(name): name for name in reversed(post.terms.get(taxonomy, ()))}
        views = [(name, found.find(name)) for name in reversed(names.values())]
        return [
            self.term(term) if term else {"name": name, "label": name, "url": "", "count": 0, "lang": ""}
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

    def post(self, post: Post) -> dict[str, Any]:
        """Return what is said of a post wherever it is named, made once."""
        if post.key not in self._posts:
            self._posts[post.key] = self._make_post(post)
        return self._posts[post.key]

    def header(self, post: Post) -> dict[str, Any]:
        """Return what is said of a post above its own text: dates are in its language."""
        words = self.words_of(post)
        dates = {name: self.date(getattr(post, name), words=words) for name in ("date", "updated", "expires")}
        base = self.hosting.canonical
        page_url = absolute(base, self.builder.get_target_uri(post.docname), post.anchor) if base else ""
        return self.post(post) | dates | {"page_url": page_url}

    def named(self, post: Post) -> dict[str, Any]:
        """Return what is said of a post that only its title stands for, made once."""
        if post.key not in self._named:
            self._named[post.key] = self._make_named(post)
        return self._named[post.key]

    def _make_named(self, post: Post) -> dict[str, Any]:
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
        return self.named(post) | {
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
            "tags": self.terms(post, "tag"),
            "categories": self.terms(post, "category"),
            "authors": self.terms(post, "author"),
            "series": self.terms(post, "series"),
            "languages": self.terms(post, "language"),
            "locations": self.terms(post, "location"),
        }

    def listing(
        self, listing: Listing, page: Page[Post], items: list[dict[str, Any]], level: int
    ) -> dict[str, Any]:
        """Return a page of a list; *items* are the posts on it, *level* is that of their headings."""
        request = listing.request
        term = listing.term
        return {
            "kind": listing.kind,
            "style": listing.style,
            "level": level,
            "list_style": request.list_style or "none",
            "expand": request.expand,
            "excerpts": request.excerpts,
            "has_format": bool(request.format),
            "posts": items,
            "years": _by_year(items, is_first=page.newer is None),
            "pages": self.window(page) if len(listing.pages) > 1 else None,
            "term": self.term(term) if term else None,
            "person": _person(term) if term else None,
            "is_first": page.newer is None,
            "newer_version": self.newer_version(),
            "languages": self.languages(listing, page),
        }

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
        plural = {"tags": "tags", "category": "categories", "author": "authors"}
        for text, name, _spec, _conversion in Formatter().parse(request_format):
            if text:
                parts.append({"text": text})
            if name == "date":
                parts.append({"date": post["date"]})
            elif name == "title":
                parts.append({"title": True})
            elif name:
                parts.append({"links": post[plural.get(name, f"{name}s")]})
        return parts

    def feeds(self) -> list[dict[str, Any]]:
        """Return the feeds for people: those of the blog, then those of terms, by taxonomy."""
        titles = overview_titles()
        groups: dict[str, list[dict[str, Any]]] = {}
        for channel in self.channels:
            label = term_label(channel.term) if channel.term else channel.title
            links = [link._asdict() for link in channel.links(self.hosting.canonical)]
            taxonomy = channel.term.taxonomy if channel.term else ""
            groups.setdefault(taxonomy, []).append(
                {"label": label, "page": self.url(channel.page), "links": links}
            )
        return [{"title": titles.get(name, ""), "channels": channels} for name, channels in groups.items()]

    def newer_version(self) -> dict[str, str] | None:
        """Return where newer posts are, if this is another version of the site than the canonical one."""
        if not self.hosting.version or self.hosting.is_preview or not self.hosting.canonical:
            return None
        home = self.builder.get_target_uri(self.pages.page_of(self.config.blog_path.strip("/")))
        return {"version": self.hosting.canonical_version, "url": absolute(self.hosting.canonical, home)}

    def term_list(self, taxonomy: str, style: str, least: int = 1) -> dict[str, Any]:
        """Return the terms that *least* posts have; ``weight`` is 1 to 5 by the number of posts."""
        terms = [term for term in self.blog.taxonomies[taxonomy].shown if term.count >= least]
        most = max((term.count for term in terms), default=1)
        return {
            "taxonomy": taxonomy,
            "style": style,
            "title": overview_titles()[taxonomy],
            "terms": [self.term(term) | {"weight": 1 + 4 * term.count // most} for term in terms],
        }

    def sidebar(self) -> dict[str, Any]:
        """Return what the sidebars show, on any page."""
        root = self.pages.page_of(self.config.blog_path.strip("/"))
        recent = [
            {
                "title": post.title,
                "url": self.post_url(post),
                "date": self.date(post.date),
                "lang": self.lang(post),
            }
            for post in self.blog.best(self.blog.posts)[:_RECENT]
        ]
        return {
            "title": self.config.blog_title,
            "url": self.url(root),
            "recent": recent,
            **{
                plural: [self.term(term) for term in self.blog.taxonomies[taxonomy].shown]
                for plural, taxonomy in (
                    ("tags", "tag"),
                    ("categories", "category"),
                    ("authors", "author"),
                    ("languages", "language"),
                )
            },
            "archives": [
                {
                    "label": str(archive.year),
                    "url": self.url(self.pages.page_of(f"{self.config.blog_path.strip('/')}/{archive.year}")),
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
            "subscribe": self.url(self.pages.page_of(f"{root}/subscribe")) if self.channels else "",
            # Sphinx translates templates by its own catalog only.
            "titles": {plural: overview_titles()[name] for name, plural in TAXONOMIES.items()}
            | {
                "recent": _("Recent posts"),
                "archives": _("Archives"),
                "feeds": _("Feeds"),
                "subscribe": _("Subscribe"),
            },
        }


def _by_year(items: Iterable[dict[str, Any]], *, is_first: bool) -> list[dict[str, Any]]:
    """Group posts by the year of their date, in their order; on the first page those pinned lead."""
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

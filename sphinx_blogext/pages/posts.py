"""The data of posts wherever they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from sphinx_blogext.core.dates import rfc3339
from sphinx_blogext.core.versions import languages_of
from sphinx_blogext.lang.codes import language_tag, valid_language
from sphinx_blogext.markup.relocate import ROOT
from sphinx_blogext.pages.records import Data, Html
from sphinx_blogext.pages.terms import ArchiveData, TermData
from sphinx_blogext.read.pictures import picture_uri

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.lang.voice import Voice
    from sphinx_blogext.lang.words import Words
    from sphinx_blogext.pages.post_digests import PostDigests
    from sphinx_blogext.site.build import Build
    from sphinx_blogext.site.published_blog import PublishedBlog


class PostData:
    """Creates plain data of posts, each once."""

    def __init__(
        self, published: PublishedBlog, build: Build, builder: StandaloneHTMLBuilder, digests: PostDigests
    ) -> None:
        self.published = published
        self.blog = published.blog
        self.config = published.config
        self.terms = TermData(published, builder)
        self.words = self.terms.words
        #: The years and months of the blog, for all its lists and sidebars.
        self.archives = ArchiveData(published, self.terms)
        self._build = build
        self._builder = builder
        self._digests = digests
        self._posts: dict[str, Data] = {}
        self._named: dict[str, Data] = {}
        self._voices: dict[str, Voice] = {}

    @property
    def site_lang(self) -> str:
        return language_tag(self.config.language)

    def url(self, post: Post) -> str:
        return post.external_link or self.terms.url(post.docname, post.anchor)

    def date(
        self, moment: datetime | None, pattern: str = "", words: Words | None = None
    ) -> dict[str, str] | None:
        """Return ``iso`` for machines and ``text`` for readers, in the words of the site or in *words*."""
        if moment is None:
            return None
        # Midnight means a date without a time.
        has_time = (moment.hour, moment.minute, moment.second) != (0, 0, 0)
        text = (words or self.words).date(moment, pattern or self.config.post_date_format)
        return {"iso": rfc3339(moment) if has_time else moment.date().isoformat(), "text": text}

    def image(self, post: Post) -> str:
        """Return the URL of the picture of a post, or ``""``."""
        uri = picture_uri(post, self._builder.env)
        return uri if not uri or "://" in uri else ROOT + uri

    def voice(self, post: Post) -> Voice:
        """Return the language of a post, and the words around its text."""
        # Cached, because the page of each post asks for those of its neighbors.
        if post.key not in self._voices:
            self._voices[post.key] = self.config.voice(post)
        return self._voices[post.key]

    def translations(self, post: Post) -> list[dict[str, Any]]:
        """Return the versions of a post in other languages: ``label``, ``lang`` and ``url``."""
        return [
            {
                "label": self.terms.language_label(post_language),
                "lang": valid_language(post_language),
                "url": self.url(other),
                "title_text": other.title,
            }
            for other in self.blog.versions.others(post)
            for post_language in other.terms["language"][:1]
        ]

    def is_foreign(self, post: Post, language: str = "") -> bool:
        """Return whether a post is in another language than *language*, which defaults to that of the site."""
        languages = languages_of(post)
        return bool(languages) and set(languages) != {language or self.blog.language}

    def only_in(self, post: Post, language: str) -> str:
        """Return the language name (“English”) of a post in one language only, if that is not *language*."""
        if not self.blog.is_multilingual or self.blog.versions.others(post) or not post.language:
            return ""
        if not self.is_foreign(post, language):
            return ""
        return self.terms.language_mark(post.language, self.config.language)

    def of(self, post: Post) -> Data:
        """Return the data of a post, created once."""
        if post.key not in self._posts:
            self._posts[post.key] = Data(self._make_post(post))
        return self._posts[post.key]

    def named(self, post: Post) -> Data:
        """Return the data of a post of which only the title is shown, created once."""
        if post.key not in self._named:
            self._named[post.key] = Data(self._facts(post) | {"title": self.title(post)})
        return self._named[post.key]

    def title(self, post: Post) -> Html:
        return Html("title", post, self._digests.of_title(post))

    def html(self, part: Literal["teaser", "lead", "summary"], post: Post) -> Html:
        """Return the placeholder for HTML that is made of the teaser of a post."""
        return Html(part, post, self._digests.of_teaser(post))

    def all_named(self, posts: Iterable[Post]) -> list[Data]:
        return [self.named(post) for post in posts]

    def _facts(self, post: Post) -> dict[str, Any]:
        voice = self.voice(post)
        return {
            "docname": post.docname,
            "title_text": post.title,
            "url": self.url(post),
            "is_external": bool(post.external_link),
            "date": self.date(post.date),
            "date_short": self.date(post.date, self.config.post_date_format_short),
            "description": post.description,
            "image": self.image(post),
            "lang": voice.language,
            "dir": voice.direction,
            # Dates, tags and the like are in the language of the site, even for a post in another language.
            "site_lang": self.site_lang if voice.language not in {None, self.site_lang} else "",
        }

    def _make_post(self, post: Post) -> dict[str, Any]:
        return self._facts(post) | {
            "translations": self.translations(post),
            "only": "",
            "is_foreign": self.is_foreign(post),
            "updated": self.date(post.updated),
            "reading_time": post.reading_time if self.config.blog_reading_time else None,
            "word_count": post.word_count if self.config.blog_word_count else 0,
            "expires": self.date(post.expires),
            "state": post.state(self.blog.now),
            "is_draft": self._build.shows_drafts and not post.is_published(self.blog.now),
            "is_featured": post.featured,
            "is_pinned": any(post.key == pinned.key for pinned in self.blog.pinned),
            **self.terms.by_plural(post),
        }

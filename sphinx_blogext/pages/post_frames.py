"""What is shown above and below the text of a post on its own page, in the words of its language."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_blogext.core.addresses import absolute, document_meant
from sphinx_blogext.core.blog import Related
from sphinx_blogext.core.citation import as_bibtex, license_name, license_url
from sphinx_blogext.core.model import Post, languages_of
from sphinx_blogext.files import digest
from sphinx_blogext.images import read_size
from sphinx_blogext.lang.codes import guess_language, is_same_language, turned
from sphinx_blogext.markup.relocate import ROOT
from sphinx_blogext.markup.tree import title_text
from sphinx_blogext.pages.posts import Data
from sphinx_blogext.read.pictures import REMOTE, enclosure_uri, media_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Set

    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.core.blog import SeriesPlace
    from sphinx_blogext.pages.posts import PostData
    from sphinx_blogext.site.build import Build


class Others(NamedTuple):
    """The posts that the page of a post names: the parts of its ``series``, its neighbors, and others.

    ``older`` and ``newer`` are its neighbors in its series (``older_is_part``, ``newer_is_part``) or in time.
    """

    series: list[SeriesPlace]
    older: Post | None
    newer: Post | None
    older_is_part: bool
    newer_is_part: bool
    mentions: list[Post]
    related: tuple[Post, ...]


class PostFrames:
    """Creates plain data of what is shown above and below the text of a post."""

    def __init__(self, posts: PostData, build: Build, builder: StandaloneHTMLBuilder) -> None:
        self.posts = posts
        self._blog = posts.blog
        self._terms = posts.terms
        self._build = build
        self._builder = builder
        self._links: dict[tuple[str, str, str, str], Data] = {}
        # Both what the page shows and what its digest depends on are made of them.
        self._others: dict[str, Others] = {}

    @cached_property
    def _related(self) -> Related:
        return Related(self._blog, self._build.mentions.links, partial(_named, self._build))

    def header(self, post: Post) -> Data:
        """Return what ``post-header.html`` shows above the post's own text: dates are in its language."""
        voice = self.posts.voice(post)
        words, date_words = voice.words, voice.date_words
        dates = {
            name: self.posts.date(getattr(post, name), words=date_words) for name in ("date", "updated", "expires")
        }
        # Without a description, it is the beginning of the teaser, which is not rendered yet.
        summary = post.description or self.posts.html("summary", post)
        terms = self._terms.by_plural(post, words.language) if self._terms.has_languages else {}
        added: dict[str, Any] = {"page_url": self._page_url(post), "summary": summary}
        added |= {"cover": self.cover(post), "enclosure": self.enclosure(post), "notice": self._notice(post)}
        own = self.posts.of(post).replace(terms | dates | added)
        # The neighbors below the text are those in the first series.
        config = self.posts.config
        has_steps = not (config.blog_post_footer and config.post_show_prev_next)
        places = enumerate(self._blog.series_of(post))
        boxes = [self._series(place, post, has_steps=has_steps or number > 0) for number, place in places]
        return Data(
            post=own,
            series=boxes,
            frame_lang=voice.words_tag,
            frame_dir=voice.words_direction,
            date_lang="" if date_words is words else date_words.language,
        )

    def _page_url(self, post: Post) -> str:
        base = self._build.hosting.canonical
        return absolute(base, self._builder.get_target_uri(post.docname), post.anchor) if base else ""

    def cover(self, post: Post) -> dict[str, Any] | None:
        """Return the picture above the text of a post, with its size if known."""
        url = self.posts.image(post) if post.has_cover and self.posts.config.post_cover else ""
        if not url:
            return None
        size = None if REMOTE.match(post.image) else read_size(self._builder.srcdir / post.image)
        return {"url": url, "width": size[0] if size else None, "height": size[1] if size else None}

    def enclosure(self, post: Post) -> dict[str, str] | None:
        """Return the ``url`` of the audio or video file of a post, and its ``kind``, which is also its element."""
        uri = enclosure_uri(post, self._builder.env)
        kind = media_type(post.enclosure).partition("/")[0]
        return {"url": uri if "://" in uri else ROOT + uri, "kind": kind} if uri else None

    def _notice(self, post: Post) -> dict[str, str] | None:
        """Return the notice on an old post: its ``age``, or the version that it was ``written_for``."""
        config, words = self.posts.config, self.posts.voice(post).words
        age = self._build.stale_age(post)
        current = config.sphinx.version or config.sphinx.release
        is_of_now = not post.written_for or f"{current}.".startswith(f"{post.written_for}.")
        if age is None and is_of_now:
            return None
        return {
            "age": words.age(age) if age else "",
            "written_for": "" if is_of_now else post.written_for,
            "version": current,
        }

    def _series(self, place: SeriesPlace, post: Post, *, has_steps: bool) -> dict[str, Any]:
        """Return the box on the page of *post* that lists the surrounding parts of a series."""
        parts = [
            self._beside(place.parts[number], post).replace(
                {"number": number + 1, "is_current": number == place.place}
            )
            for number in place.shown
        ]
        return self._terms.of_post(place.term, self.posts.voice(post).words.language) | {
            "number": place.place + 1,
            "count": len(place.parts),
            "parts": parts,
            "is_whole": len(parts) == len(place.parts),
            "older": self._beside(place.older, post) if has_steps and place.older else None,
            "newer": self._beside(place.newer, post) if has_steps and place.newer else None,
        }

    def comments(self, post: Post) -> Data:
        """Return the language and direction of the words above the comments, where the page's may be others."""
        is_foreign = bool(self.posts.of(post)["site_lang"])
        voice = self.posts.voice(post)
        return Data(frame_lang=voice.words_tag if is_foreign else "", frame_dir=voice.words_direction)

    def footer(self, post: Post) -> Data:
        """Return what ``post-footer.html`` shows below a post, as far as it is enabled."""
        others = self.others(post)
        return Data(
            post=self.posts.of(post).replace({"page_url": self._page_url(post)}),
            subscribe=self.subscribe(post),
            older=self._step(others.older, post, is_part=others.older_is_part),
            newer=self._step(others.newer, post, is_part=others.newer_is_part),
            related=[self._beside(other, post) for other in others.related],
            mentions=[self._beside(other, post) for other in others.mentions],
            citation=self.citation(post),
            authors=self._authors(post),
            frame_lang=self.posts.voice(post).words_tag,
            frame_dir=self.posts.voice(post).words_direction,
        )

    def subscribe(self, post: Post) -> str:
        """Return the URL of the page of the feeds, or ``""`` if there are none."""
        published = self._build.blog_of_post(post)
        feeds = published.pages.page_of(published.pages.addresses.subscribe)
        return self._terms.url(feeds) if published.channels else ""

    def others(self, post: Post) -> Others:
        """Return the posts that the page of *post* names, as far as that is enabled.

        No post is listed twice: those in the box of a series and the neighbors are not listed as mentioning this
        post, nor are these, the mentions and any part of a series related posts.
        """
        if post.key not in self._others:
            self._others[post.key] = self._find_others(post)
        return self._others[post.key]

    def _find_others(self, post: Post) -> Others:
        config = self.posts.config
        series = self._blog.series_of(post)
        parts = {part.key for place in series for part in place.parts}
        first, last, older, newer = self._neighbors(post, series, parts)
        neighbors = {other.key for other in (older, newer) if other}
        mentions = self._mentions(post, neighbors, series if config.blog_post_header else ())
        shown = parts | neighbors | {other.key for other in mentions}
        # A part of a series is most related to the others, which have a box, unless it names posts itself.
        is_alone = all(len(place.parts) < 2 for place in series) or post.related is not None
        related = self._related.to(post, config.blog_related, shown) if config.blog_related and is_alone else ()
        return Others(series, older, newer, first is not None, last is not None, mentions, related)

    def _neighbors(self, post: Post, series: list[SeriesPlace], parts: Set[str]) -> tuple[Post | None, ...]:
        """Return the posts before and after *post* in its series, and those in it or, at its ends, by date."""
        if not self.posts.config.post_show_prev_next:
            return None, None, None, None
        first, last = (series[0].older, series[0].newer) if series else (None, None)
        older, newer = self._blog.neighbors(post, parts)
        return first, last, first or older, last or newer

    def _mentions(self, post: Post, neighbors: Set[str], series: Iterable[SeriesPlace]) -> list[Post]:
        """Return the posts that link to *post*, except *neighbors* and the parts in the boxes of *series*."""
        shown = {place.parts[number].key for place in series for number in place.shown} | neighbors
        mentions = self._build.mentions.documents.get(post.key, ())
        # The page may show the version of a post in another language.
        return [other for other in mentions if shown.isdisjoint(it.key for it in self._blog.versions.all(other))]

    def _step(self, other: Post | None, post: Post, *, is_part: bool) -> dict[str, Any] | None:
        return self._beside(other, post).replace({"key": other.key, "is_part": is_part}) if other else None

    def _authors(self, post: Post) -> list[dict[str, Any]]:
        """Return the authors for whom the configuration has more than a name."""
        site, authors = self.posts.site_lang, []
        around = self.posts.voice(post).words_tag or site
        for term in self._blog.terms_of(post, "author"):
            if term.settings.description or term.settings.avatar:
                # The configuration is in the language of the site, unless its characters are of another.
                tag = guess_language(term.settings.description, site) or site
                tag = "" if is_same_language(tag, around) else tag
                added = {"person": self._terms.person(term), "description_lang": tag}
                authors.append(self._terms.of_post(term) | added)
        return authors

    def citation(self, post: Post) -> dict[str, Any] | None:
        """Return how to cite the post, in the words of its language, if that is enabled."""
        source = self.posts.published.source_of(post, self._builder)
        if source is None:
            return None
        return {
            "authors": ", ".join(source.authors),
            "year": str(source.published.year),
            "title": source.title,
            "lang": self.posts.voice(post).language,
            "blog": source.blog,
            "date": self.posts.date(post.date, words=self.posts.voice(post).words),
            "url": source.address,
            "bibtex": as_bibtex(source),
            "license": license_name(post.license),
            "license_url": license_url(post.license),
        }

    def _beside(self, other: Post, post: Post) -> Data:
        """Return the data of *other* for the page of *post*, in the words of its language; created once."""
        voice, own = self.posts.voice(post), next(iter(languages_of(post)), "")
        words, around = voice.words, voice.words_tag
        key = (other.key, words.language, own, around)
        if key not in self._links:
            lang = self.posts.voice(other).language
            # The surrounding text is in the language of the post, not that of the site.
            lang = self.posts.site_lang if lang is None and words != self.posts.words else lang
            is_foreign = self._blog.is_multilingual and self.posts.is_foreign(other, own)
            languages = languages_of(other)[:1] if is_foreign else ()
            mark = "".join(self.posts.terms.language_mark(name, words.language) for name in languages)
            dates = {"date": self.posts.date(other.date, words=words)}
            direction = turned(lang, words.language) if lang else ""
            # What surrounds it says the same.
            facts = {"lang": None if lang == around else lang, "dir": direction, "foreign": mark}
            self._links[key] = self.posts.named(other).replace(dates | facts)
        return self._links[key]


def _named(build: Build, name: str, post: Post) -> Post | None:
    """Return what *post* calls *name*: a post that is listed, or a stand-in for another document."""
    key = document_meant(name, post.docname, build.posts) or document_meant(name, post.docname, build.documents)
    if other := build.posts.get(key):
        return other if other.is_published(build.now) and not other.unlisted else None
    title = build.env.titles.get(key)
    if title is None:
        return None
    mark = digest(title.pformat())
    return Post(docname=key, blog=post.blog, title=title_text(title), heading_fingerprint=mark)

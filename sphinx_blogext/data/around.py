"""What is around the text of a post, in the words of its language."""

from collections.abc import Iterable, Set
from functools import cached_property, partial
from typing import Any

from sphinx_blogext.core.addresses import document_meant
from sphinx_blogext.core.blog import Related, SeriesPlace
from sphinx_blogext.core.caching import by_post, cached_by
from sphinx_blogext.core.citation import as_bibtex, license_name, license_url
from sphinx_blogext.core.model import Post, languages_of
from sphinx_blogext.core.urls import media_type
from sphinx_blogext.data.posts import Data, PostData, from_root
from sphinx_blogext.files import digest
from sphinx_blogext.lang.codes import guess_language, is_same_language, turned
from sphinx_blogext.lang.words import Words
from sphinx_blogext.markup.tree import title_text
from sphinx_blogext.site.build import Build


class PostFrames:
    """Creates plain data of what is shown above and below the text of a post."""

    def __init__(self, posts: PostData) -> None:
        self.posts, self._blog, self._terms, self._build = posts, posts.blog, posts.terms, posts.build

    @cached_property
    def _related(self) -> Related:
        return Related(self._blog, self._build.mentions.links, partial(_named, self._build))

    def header(self, post: Post) -> Data:
        """Return what ``post-header.html`` shows above the post's own text: dates are in its language."""
        voice = self.posts.voice(post)
        words, date_words = voice.words, voice.date_words
        moments = {"date": post.date, "updated": post.updated, "expires": post.expires}
        dates = {name: self.posts.date(moment, words=date_words) for name, moment in moments.items()}
        terms = self._terms.by_plural(post, words.language) if self._terms.has_languages else {}
        added: dict[str, Any] = {
            "page_url": self._build.url_of(post.docname, post.anchor),
            # Without a description, it is the beginning of the teaser, which is not rendered yet.
            "summary": post.description or self.posts.html("summary", post),
            "cover": self._cover(post),
            "enclosure": self._enclosure(post),
            "notice": self._notice(post),
        }
        # The neighbors below the text are those in the first series.
        config = self.posts.config
        has_steps = not (config.blog_post_footer and config.post_show_prev_next)
        # A series of one part has nothing to show.
        places = enumerate(place for place in self._blog.series_of(post) if len(place.parts) > 1)
        return Data(
            post=self.posts.of(post).replace(terms | dates | added),
            series=[self._series(place, post, has_steps=has_steps or number > 0) for number, place in places],
            frame_lang=voice.words_tag,
            frame_dir=voice.words_direction,
            date_lang="" if date_words is words else date_words.language,
        )

    def _cover(self, post: Post) -> dict[str, Any] | None:
        """Return the picture above the text of a post, with its size if known."""
        url = self.posts.image(post) if post.has_cover and self.posts.config.post_cover else ""
        if not url:
            return None
        width, height = self._build.picture_size(post) or (None, None)
        return {"url": url, "width": width, "height": height}

    def _enclosure(self, post: Post) -> dict[str, str] | None:
        """Return the ``url`` of the audio or video file of a post, and its ``kind``, which is also its element."""
        uri, kind = self._build.enclosure_of(post), media_type(post.enclosure).partition("/")[0]
        return {"url": from_root(uri), "kind": kind} if uri else None

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
            self._beside(place.parts[n], post).replace({"number": n + 1, "is_current": n == place.place})
            for n in place.shown
        ]
        return self._terms.named(place.term, self.posts.voice(post).words.language) | {
            "number": place.place + 1,
            "count": len(place.parts),
            "parts": parts,
            "is_whole": len(parts) == len(place.parts),
            "older": self._beside(place.older, post) if has_steps and place.older else None,
            "newer": self._beside(place.newer, post) if has_steps and place.newer else None,
        }

    def comments(self, post: Post) -> Data:
        """Return the language and direction of the words above the comments, where the page's may be others."""
        is_foreign, tag = bool(self.posts.of(post)["site_lang"]), self.posts.voice(post).words_tag
        return Data(frame_lang=tag if is_foreign else "", frame_dir=turned(tag, self.posts.site_lang))

    @by_post
    def footer(self, post: Post) -> Data:
        """Return what ``post-footer.html`` shows below a post, as far as it is enabled; created once."""
        # No post is listed twice: those in the box of a series and the neighbors are not listed as mentioning this
        # post, nor are these, the mentions and any part of a series related posts.
        config, series = self.posts.config, self._blog.series_of(post)
        first, last, older, newer = self._neighbors(post, series)
        neighbors = {other.key for other in (older, newer) if other}
        mentions = self._mentions(post, neighbors, series if config.blog_post_header else ())
        shown = neighbors | {other.key for other in mentions}
        voice = self.posts.voice(post)
        return Data(
            post=self.posts.of(post).replace({"page_url": self._build.url_of(post.docname, post.anchor)}),
            subscribe=self._terms.subscribe,
            older=self._step(older, post, is_part=first is not None),
            newer=self._step(newer, post, is_part=last is not None),
            related=[self._beside(other, post) for other in self._related_posts(post, series, shown)],
            mentions=[self._beside(other, post) for other in mentions],
            citation=self._citation(post),
            authors=self._authors(post),
            frame_lang=voice.words_tag,
            frame_dir=turned(voice.words_tag, voice.site_tag),
        )

    def _neighbors(self, post: Post, series: list[SeriesPlace]) -> tuple[Post | None, ...]:
        """Return the posts before and after *post* in its series, and those in it or, at its ends, by date."""
        if not self.posts.config.post_show_prev_next:
            return None, None, None, None
        first, last = (series[0].older, series[0].newer) if series else (None, None)
        if first and last:
            return first, last, first, last
        # Only here: in a long series, looking past its parts from each of them would take too long.
        older, newer = self._blog.neighbors(post, {part.key for place in series for part in place.parts})
        return first, last, first or older, last or newer

    def _mentions(self, post: Post, neighbors: Set[str], series: Iterable[SeriesPlace]) -> list[Post]:
        """Return the posts that link to *post*, except *neighbors* and the parts in the boxes of *series*."""
        shown = {place.parts[number].key for place in series for number in place.shown} | neighbors
        mentions = self._build.mentions.documents.get(post.key, ())
        # The page may show the version of a post in another language.
        return [other for other in mentions if shown.isdisjoint(it.key for it in self._blog.versions.all(other))]

    def _related_posts(self, post: Post, series: Iterable[SeriesPlace], shown: Set[str]) -> tuple[Post, ...]:
        count = self.posts.config.blog_related
        # A part of a series is most related to the others, which have a box, unless it names posts itself.
        is_alone = post.related is not None or all(len(place.parts) < 2 for place in series)
        return self._related.to(post, count, shown) if count and is_alone else ()

    def _step(self, other: Post | None, post: Post, *, is_part: bool) -> dict[str, Any] | None:
        return self._beside(other, post).replace({"key": other.key, "is_part": is_part}) if other else None

    def _authors(self, post: Post) -> list[dict[str, Any]]:
        """Return the authors for whom the configuration has more than a name."""
        site, authors = self.posts.site_lang, []
        for term in self._blog.terms_of(post, "author"):
            if term.settings.description or term.settings.avatar:
                # The configuration is in the language of the site, unless its characters are of another.
                tag = guess_language(term.settings.description, site) or site
                is_same = is_same_language(tag, self.posts.voice(post).words_tag or site)
                added = {"person": self._terms.person(term), "description_lang": "" if is_same else tag}
                authors.append(self._terms.named(term) | added)
        return authors

    def _citation(self, post: Post) -> dict[str, Any] | None:
        if (source := self.posts.published.source_of(post, self._build.builder)) is None:
            return None
        return {
            "authors": ", ".join(source.authors),
            "year": str(source.published.year),
            "title": source.title,
            "lang": self._build.title_voice(post).language,
            "blog": source.blog,
            "date": self.posts.date(post.date, words=self.posts.voice(post).words),
            "url": source.address,
            "bibtex": as_bibtex(source),
            "license": license_name(post.license),
            "license_url": license_url(post.license),
        }

    def _beside(self, other: Post, post: Post) -> Data:
        """Return the data of *other* for the page of *post*, in the words of its language; created once."""
        voice = self.posts.voice(post)
        return self._within(other, voice.words, next(iter(languages_of(post)), ""), voice.words_tag)

    @cached_by(lambda other, words, own, around: (other.key, words.language, own, around))
    def _within(self, other: Post, words: Words, own: str, around: str) -> Data:
        """Return the same for the page of a post in the language *own*, whose *words* have the tag *around*."""
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
        return self.posts.named(other).replace(dates | facts)


def _named(build: Build, name: str, post: Post) -> Post | None:
    """Return what *post* calls *name*: a post that is listed, or a stand-in for another document."""
    key = document_meant(name, post.docname, build.posts) or document_meant(name, post.docname, build.documents)
    if other := build.posts.get(key):
        return other if other.is_published(build.now) and not other.unlisted else None
    if (title := build.env.titles.get(key)) is None:
        return None
    return Post(docname=key, blog=post.blog, title=title_text(title), heading_fingerprint=digest(title.pformat()))

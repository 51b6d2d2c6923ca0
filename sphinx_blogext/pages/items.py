"""What a list shows of a post."""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING, Any

from sphinx_blogext.lang.words import _
from sphinx_blogext.pages.terms import plain_term
from sphinx_blogext.site.pages import WHOLE_LIST

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_blogext.core.model import Post, Term
    from sphinx_blogext.core.taxonomies import Taxonomies
    from sphinx_blogext.pages.posts import PostData
    from sphinx_blogext.pages.records import Data
    from sphinx_blogext.site.pages import Listing


class ItemData:
    """Creates plain data of posts as lists show them, once for all lists that show a post the same way."""

    def __init__(self, posts: PostData) -> None:
        self.posts = posts
        self.config = posts.config
        self._conventions = posts.config.conventions
        self._items: dict[tuple[Any, ...], Data] = {}
        # The list that was last asked for, and what it shows differently from others: its pages are made one after
        # the other.
        self._listing: Listing | None = None
        self._options: tuple[Any, ...] = ()
        # The items of lists with these options in this language, by the keys of posts: thousands of lists have the
        # same.
        self._alike: dict[tuple[Any, ...], dict[str, Data]] = {}
        self._shown: dict[str, Data] = {}
        self._marks: dict[tuple[str, str], dict[str, Any]] = {}

    def of(self, listing: Listing, post: Post) -> Data:
        """Return what a list shows of a post, created once for all lists that show it the same way."""
        if listing is not self._listing:
            self._listing, self._options = listing, self._options_of(listing)
            term = _subject(listing)
            subject = (term.taxonomy, term.key) if term else ()
            self._shown = self._alike.setdefault((*self._options, listing.language, *subject), {})
        item = self._shown.get(post.key)
        if item is None:
            item = self._shown[post.key] = self._item(listing, post)
        return item

    def _item(self, listing: Listing, post: Post) -> Data:
        mark = self._mark(post, listing.language)
        evident = self._evident(listing, post)
        # Everything that can differ between lists: most lists show a post in the same way.
        key = (post.key, *mark.values(), evident, self._options)
        if key not in self._items:
            self._items[key] = self._make_item(listing, post, mark, evident)
        return self._items[key]

    def _options_of(self, listing: Listing) -> tuple[Any, ...]:
        """Return everything about a list that makes a difference to what it shows of a post."""
        request = listing.request
        language = listing.language if self.posts.terms.has_languages else ""
        formats = (self._date_format(listing), request.format, request.expand, language)
        return (listing.style, _has_teaser(listing), *formats)

    def _date_format(self, listing: Listing) -> str:
        """Return the date format of a list, or ``""`` if it uses that of all posts."""
        is_asked_for = listing.request is not WHOLE_LIST
        return listing.request.date_format or (is_asked_for and self._conventions.postlist_date_format) or ""

    def _in_list(self, post: Post, language: str) -> Data:
        """Return the data of a post for lists in *language*, where a long row of tags ends with an ellipsis.

        Each of its tags has a list. If each list showed all tags, their total number would be the square of
        the number of tags.
        """
        item, limit = self.posts.of(post), self.config.blog_max_tags_shown
        if language and self.posts.terms.has_languages:
            item = item.replace(self.posts.terms.by_plural(post, language))
        tags = item["tags"]
        return item.replace({"tags": [*tags[:limit], plain_term("…")]}) if 0 < limit < len(tags) else item

    def _mark(self, post: Post, language: str) -> dict[str, Any]:
        """Return the fields that mark a post in another language than a list in *language*, created once."""
        key = (post.key, language)
        if key not in self._marks:
            self._marks[key] = {
                "only": self.posts.only_in(post, language),
                "is_foreign": self.posts.is_foreign(post, language),
            }
        return self._marks[key]

    def _evident(self, listing: Listing, post: Post) -> str:
        """Return the plural of the taxonomy of which *post* has just the term that a list is about, or ``""``."""
        term = _subject(listing)
        names = [shown_term["name"] for shown_term in self.posts.of(post)[term.kind.plural]] if term else []
        return term.kind.plural if term and names == [term.name] else ""

    def _make_item(self, listing: Listing, post: Post, mark: dict[str, Any], evident: str) -> Data:
        request, own = listing.request, self._in_list(post, listing.language)
        item: dict[str, Any] = {"title": self.posts.title(post)} | mark
        item |= {"teaser": None, "lead": None, "summary": None, "teaser_image": "", "teaser_cover": ""}
        if date_format := self._date_format(listing):
            item["date"] = self.posts.date(post.date, date_format)
        # A format says what to show, even if that is evident.
        item["parts"] = _format_parts(own | item, request.format, self.posts.blog.kinds)
        if evident:
            item["own_terms"] = [term for term in own["own_terms"] if term not in own[evident]]
            item[evident] = []
        item["more"] = self._more(listing, post)
        if listing.style in {"compact", "contents"}:
            item["summary"] = self.posts.html("summary", post)
        elif _has_teaser(listing):
            item["teaser"] = self.posts.html("teaser", post)
            place = "teaser_image" if self._conventions.blog_teaser_image else "teaser_cover"
            item[place] = self.posts.image(post)
        elif listing.style == "cards" and not post.description:
            item["lead"] = self.posts.html("lead", post)
        return own.replace(item)

    def _more(self, listing: Listing, post: Post) -> dict[str, Any] | None:
        """Return the link to the rest of a post, or to the whole post where the list always links to it."""
        request = listing.request
        is_linked = request.expand or listing.kind != "document"
        is_always = is_linked and self._conventions.blog_read_more == "always"
        if not (post.has_more or post.external_link or is_always):
            return None
        text, own = request.expand or _("Read more"), post.more_text
        url = post.external_link or (self.posts.terms.url(post.docname, post.more_anchor) if post.has_more else "")
        lang = "" if own or request.expand else self.posts.words.borrowed
        return {"url": url or self.posts.url(post), "text": own or text, "is_own": bool(own), "lang": lang}


def _subject(listing: Listing) -> Term | None:
    """Return the term that the posts of a list need not name again, because the whole list is about it.

    The tags of a post are a list of their own, which stays complete.
    """
    return listing.term if listing.term and listing.term.taxonomy != "tag" else None


def _has_teaser(listing: Listing) -> bool:
    return listing.style == "teasers" or listing.request.excerpts


def _format_parts(post: dict[str, Any], request_format: str, kinds: Taxonomies) -> list[dict[str, Any]]:
    """Return the parts of ABlog's ``format``: ``text``, or ``links`` to terms or the post."""
    parts: list[dict[str, Any]] = []
    for text, name, _spec, _conversion in Formatter().parse(request_format):
        if text:
            parts.append({"text": text})
        if name == "date":
            parts.append({"date": post["date"]})
        elif name == "title":
            parts.append({"title": True})
        elif name and (kind := kinds.named(name)):
            parts.append({"links": post[kind.plural]})
    return parts


def by_year(items: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Group the posts of a page by the year of their date, keeping their order."""
    groups: list[dict[str, Any]] = []
    for item in items:
        year = item["date"]["iso"][:4] if item["date"] else ""
        if not groups or groups[-1]["year"] != year:
            groups.append({"year": year, "posts": []})
        groups[-1]["posts"].append(item)
    return groups

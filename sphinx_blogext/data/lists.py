"""What lists show, of themselves and of each post, and pages of terms and feeds."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import groupby
from string import Formatter
from typing import Any, NamedTuple

from sphinx_blogext.core.caching import cached_by
from sphinx_blogext.core.model import Post
from sphinx_blogext.core.pagination import Page, index_of
from sphinx_blogext.core.taxonomies import Taxonomies, normalize, reading_order
from sphinx_blogext.core.terms import Term
from sphinx_blogext.data.around import PostFrames
from sphinx_blogext.data.posts import Data, PostData, Terms, plain_term, shown_on_page
from sphinx_blogext.data.rail import Rail, sidebar_data
from sphinx_blogext.data.site_digests import PostDigests
from sphinx_blogext.lang.words import _
from sphinx_blogext.site.build import Build
from sphinx_blogext.site.pages import WHOLE_LIST, Listing
from sphinx_blogext.site.published_blog import PublishedBlog


class _View(NamedTuple):
    """All of a list that decides what it shows of a post; *labels* is their language, if that matters."""

    style: str
    has_teaser: bool
    date_format: str
    format: str
    expand: str
    is_always_linked: bool
    labels: str


class ItemData:
    """Creates plain data of posts as lists show them, once for all lists that show a post the same way."""

    def __init__(self, posts: PostData) -> None:
        self.posts = posts
        self._conventions = posts.config.conventions
        self._made: dict[tuple[Any, ...], dict[str, Data]] = {}

    def of(self, listing: Listing) -> Callable[[Post], Data]:
        """Return what makes the data of a post as a list shows it, for all lists that show it the same way."""
        request, style = listing.request, listing.style
        is_asked_for = request is not WHOLE_LIST
        is_linked = bool(request.expand) or listing.kind != "document"
        view = _View(
            style=style,
            has_teaser=style in {"teasers", "full"} or request.excerpts,
            date_format=request.date_format or (is_asked_for and self._conventions.postlist_date_format) or "",
            format=request.format,
            expand=request.expand,
            is_always_linked=is_linked and self._conventions.blog_read_more == "always",
            labels=listing.language if self.posts.terms.has_languages else "",
        )
        term, language = listing.subject, listing.language
        made = self._made.setdefault((view, language, term and (term.taxonomy, term.key)), {})

        def item(post: Post) -> Data:
            if post.key not in made:
                made[post.key] = self._item(post, view, self._marks(post, language), self._evident(post, term))
            return made[post.key]

        return item

    @cached_by(lambda post, language: (post.key, language))
    def _marks(self, post: Post, language: str) -> tuple[str, bool]:
        """Return what marks a post: its own language, if it is in that alone, and whether that is another."""
        return self.posts.only_in(post, language), self.posts.is_foreign(post, language)

    def _in_list(self, post: Post, language: str) -> Data:
        """Return the data of a post for lists in *language*, where a long row of tags ends with an ellipsis."""
        # Each of its tags has a list: if each showed all tags, their number would be squared.
        item, limit = self.posts.of(post), self.posts.config.blog_max_tags_shown
        if language:
            item = item.replace(self.posts.terms.by_plural(post, language))
        tags = item["tags"]
        return item.replace({"tags": [*tags[:limit], plain_term("…")]}) if 0 < limit < len(tags) else item

    def _evident(self, post: Post, term: Term | None) -> str:
        """Return the plural of the taxonomy of which *post* has just *term*, the subject of a list."""
        names = [each["name"] for each in self.posts.of(post)[term.kind.plural]] if term else []
        return term.kind.plural if term and names == [term.name] else ""

    @cached_by(lambda post, *shown: (post.key, *shown))
    def _item(self, post: Post, view: _View, marks: tuple[str, bool], evident: str) -> Data:
        own, (only, is_foreign) = self._in_list(post, view.labels), marks
        item: dict[str, Any] = {"title": self.posts.title(post), "only": only, "is_foreign": is_foreign}
        item |= {"teaser": None, "lead": None, "summary": None, "teaser_image": "", "teaser_cover": ""}
        if view.date_format:
            item["date"] = self.posts.date(post.date, view.date_format)
        # A format says what to show, even if that is evident.
        item["parts"] = _format_parts(own | item, view.format, self.posts.blog.kinds) if view.format else []
        if evident:
            item["own_terms"] = [term for term in own["own_terms"] if term not in own[evident]]
            item[evident] = []
        item["more"] = self._more(view, post)
        if view.style in {"compact", "contents"}:
            item["summary"] = self.posts.html("summary", post)
        elif view.has_teaser:
            item["teaser"] = self.posts.html("text" if view.style == "full" else "teaser", post)
            place = "teaser_image" if self._conventions.blog_teaser_image else "teaser_cover"
            item[place] = self.posts.image(post)
        elif view.style == "cards" and not post.description:
            item["lead"] = self.posts.html("lead", post)
        return own.replace(item)

    def _more(self, view: _View, post: Post) -> dict[str, Any] | None:
        """Return the link to the rest of a post, or to the whole post where the list always links to it."""
        has_more = (post.has_more or view.is_always_linked) and view.style != "full"
        if not (has_more or post.external_link):
            return None
        text, own = view.expand or _("Read more"), post.more_text
        terms, is_here = self.posts.terms, post.has_more and not post.external_link
        url = terms.url(post.docname, post.more_anchor) if is_here else self.posts.url(post)
        return {"url": url, "text": own or text, "is_own": bool(own)}


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
    groups = groupby(items, lambda item: item["date"]["iso"][:4] if item["date"] else "")
    return [{"year": year, "posts": list(posts)} for year, posts in groups]


#: From this number of terms on, two sort orders are offered.
_MANY_TERMS = 10


class PageData:
    """Creates plain data of lists, of pages of terms and feeds, and of sidebars."""

    def __init__(
        self, published: PublishedBlog, build: Build, digests: PostDigests, items_of: Callable[..., list[Data]]
    ) -> None:
        self.posts = PostData(published, build, digests)
        self._published, self._blog, self._hosting = published, published.blog, build.hosting
        self._terms = self.posts.terms
        self.items = ItemData(self.posts)
        # A list may contain posts of other blogs.
        self._items_of = items_of
        self.rail = Rail(self.posts)
        self.frames = PostFrames(self.posts)

    def listing(self, listing: Listing, page: Page[Post], level: int = 2) -> Data:
        """Return a page of a list; *level* is that of its headings."""
        request, term = listing.request, listing.term
        before = listing.pages[: index_of(page, listing.pages)] if listing.style == "contents" else ()
        return Data(
            kind=listing.kind,
            style=listing.style,
            level=level,
            list_style=request.list_style or "none",
            expand=request.expand,
            excerpts=request.excerpts,
            has_format=bool(request.format),
            posts=self._items_of(listing, page.items),
            pages=self._window(listing, page) if len(listing.pages) > 1 else None,
            term=self._terms.term(term, listing.language) if term else None,
            person=self._terms.person(term) if term else None,
            is_first=page.newer is None,
            first_number=1 + sum(len(other.items) for other in before),
            first_is_large=request.first == "large" and page.newer is None,
            newer_version=self._newer_version(),
            ways=self.nav_links(listing, page),
            ways_label=_("Browse the blog") if listing.kind == "blog" else listing.title,
            languages=self._languages(listing, page),
        )

    def nav_links(self, listing: Listing, page: Page[Post]) -> list[dict[str, str]]:
        """Return the links below the heading of a list: to the rest of the blog, or to parts of the list."""
        if listing.kind == "blog":
            return [{"label": title, "url": self._terms.url(name)} for title, name in self._published.nav_links]
        if page.newer is not None:
            return []
        if listing.term and listing.term.kind.is_nested:
            return self._terms.within(listing.term, listing.language)
        months = self._terms.months if listing.kind == "year" and not listing.language else {}
        return [{"label": month["short"], "url": month["url"]} for month in months.get(listing.year, ())]

    def _languages(self, listing: Listing, page: Page[Post]) -> list[dict[str, Any]]:
        """Return the language bar: links to the same list in all languages and in each one."""
        every, links = {"label": _("All"), "lang": "", "hreflang": ""}, []
        for term, name in listing.languages:
            place = {"url": self._terms.url(name), "is_current": name == listing.name}
            links.append((self._terms.named(term) if term else every) | place | {"is_page": name == page.name})
        return links

    def _window(self, listing: Listing, page: Page[Post]) -> dict[str, Any]:
        """Return the links between pages: to those before and after (URLs or ``None``), and ``links``."""

        def url(name: str | None) -> str | None:
            return self._terms.url(name) if name else None

        links = [
            {"number": number, "url": url(name), "is_current": is_current, "is_gap": name is None}
            for number, name, is_current in page.window
        ]
        newest_first = not (listing.kind == "series" or listing.request.is_series or listing.request.order)
        return {"newer": url(page.newer), "older": url(page.older), "links": links, "newest_first": newest_first}

    @cached_property
    def feeds(self) -> list[dict[str, Any]]:
        """The feeds as shown to readers: those of the blog, then those of terms, by taxonomy, and of years."""
        groups: dict[str, list[dict[str, Any]]] = {}
        for channel in self._published.channels:
            links = [link._asdict() for link in channel.links(self._hosting.canonical)]
            shown = {"label": channel.label, "page": self._terms.url(channel.page), "links": links}
            groups.setdefault(channel.group, []).append(shown)
        titles = {name: _(kind.title) for name, kind in self._blog.kinds.items()}
        titles |= {"year": _("Archives"), "list": _("Lists"), "": ""}
        return [{"title": titles[name], "channels": channels} for name, channels in groups.items()]

    def _newer_version(self) -> dict[str, str] | None:
        """Return where newer posts are, if this is not the canonical version of the site."""
        if not self._hosting.version or self._hosting.is_preview or not self._hosting.canonical:
            return None
        home = self._published.pages.home
        return {"version": self._hosting.canonical_version, "url": self.posts.build.url_of(home)}

    def term_list(self, taxonomy: str, style: str, least: int = 1) -> Data:
        """Return the terms with at least *least* posts; ``weight`` is 1 to 5 by the number of posts."""
        shown = [term for term in self._blog.taxonomies[taxonomy].shown if term.count >= least]
        title, terms = _(self._blog.kinds[taxonomy].title), self._terms.weighted(shown)
        return Data(taxonomy=taxonomy, style=style, title=title, terms=terms, by_count=[])

    def overview(self, taxonomy: str) -> Data:
        """Return the terms for the page that lists them: tags and many as chips, others with what is known."""
        listed = self.term_list(taxonomy, "list")
        terms, shown = listed["terms"], self._blog.taxonomies[taxonomy].shown
        is_described = any(term.settings.description or term.settings.avatar for term in shown)
        if taxonomy != "tag" and (is_described or len(terms) < _MANY_TERMS):
            described = [data | self._description(term) for data, term in zip(terms, shown, strict=True)]
            return Data(listed | {"terms": described})
        by_count = sorted(terms, key=lambda term: -term["count"]) if len(terms) >= _MANY_TERMS else []
        return Data(listed | {"style": "chips", "by_count": by_count})

    def _description(self, term: Term) -> dict[str, Any]:
        """Return who or what a term is: its ``years`` and its three ``latest`` titles, or the ``person``."""
        if term.taxonomy == "author":
            return {"person": self._terms.person(term)}
        years = sorted({str(post.date.year) for post in term.posts if post.date})
        latest = [self.posts.link(post) for post in term.posts[: 0 if term.taxonomy == "series" else 3]]
        return {"years": "–".join(dict.fromkeys([*years[:1], *years[-1:]])), "latest": latest}

    @cached_property
    def sidebar(self) -> Data:
        """What sidebars and other templates of the site show, on any page."""
        return sidebar_data(self.posts)

    @cached_by(lambda root: root)
    def blog_at(self, root: str) -> dict[str, Any]:
        """Return these data for pages whose path to the root of the site is *root*, made once for all of them."""
        blog: dict[str, Any] = shown_on_page(self.sidebar, root)
        return blog | {"terms": Terms(blog, self.sidebar["terms"])}


def merge_terms(lists: Sequence[Data], titles: Iterable[str]) -> Data:
    """Return one list of the terms of several blogs; terms with the same name get the *titles* of their blogs."""
    listed = [(term, title) for shown, title in zip(lists, titles, strict=True) for term in shown["terms"]]
    counts = Counter(normalize(term["name"]) for term, _title in listed)
    terms = [
        term | {"label": f"{term['label']} ({title})"} if counts[normalize(term["name"])] > 1 else term
        for term, title in listed
    ]
    return Data(lists[0] | {"terms": sorted(terms, key=lambda term: reading_order(str(term["label"])))})

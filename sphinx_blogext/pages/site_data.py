"""What lists, pages of terms and feeds, and sidebars show, on any page of a site with one or several blogs."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_blogext.core.pagination import place_of
from sphinx_blogext.core.slugs import normalize
from sphinx_blogext.lang.codes import valid_language
from sphinx_blogext.lang.words import _, interface_words
from sphinx_blogext.pages.blog_variable import BlogTemplates, blog_on_page
from sphinx_blogext.pages.items import ItemData
from sphinx_blogext.pages.post_frames import PostFrames
from sphinx_blogext.pages.posts import PostData
from sphinx_blogext.pages.records import Data
from sphinx_blogext.pages.sidebar import Rail, sidebar_data
from sphinx_blogext.site.hosting import absolute
from sphinx_blogext.site.labels import overview_title, term_label

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.core.pagination import Page
    from sphinx_blogext.pages.post_digests import PostDigests
    from sphinx_blogext.site.build import Build
    from sphinx_blogext.site.pages import Listing
    from sphinx_blogext.site.published_blog import PublishedBlog


#: From this number of terms on, two sort orders are offered.
_MANY_TERMS = 10


class Around(NamedTuple):
    """The data around the text of a page: its *blog* if a template uses that, and its *rail* if it is a list."""

    blog: Data | None
    rail: Data | None


class SiteData:
    """What templates receive, by the page or document that they are for. Created on demand."""

    def __init__(self, build: Build, builder: StandaloneHTMLBuilder, digests: PostDigests) -> None:
        self.words = interface_words(builder.config.language)
        self._build = build
        self._builder = builder
        self._digests = digests
        self._blogs: dict[str, PageData] = {}
        self.templates = BlogTemplates(builder)

    def of(self, page: str) -> PageData:
        """Return the data of the blog that *page* belongs to."""
        return self._of_blog(self._build.blog_of(page))

    def _of_blog(self, published: PublishedBlog) -> PageData:
        if published.root not in self._blogs:
            self._blogs[published.root] = PageData(published, self._build, self._builder, self._digests, self.item)
        return self._blogs[published.root]

    def of_post(self, post: Post) -> PageData:
        """Return the data of the blog that *post* belongs to."""
        return self._of_blog(self._build.blog_of_post(post))

    def posts_of(self, post: Post) -> PostData:
        """Return the data of the posts of the blog that *post* belongs to."""
        return self.of_post(post).posts

    def frames_of(self, post: Post) -> PostFrames:
        """Return the creator of the data shown above and below the text of *post*."""
        return self.of_post(post).frames

    def blog_on(self, page: str, sidebars: Iterable[str] | None = None) -> Data | None:
        """Return the variable ``blog`` if a page, which has these *sidebars* or those of the theme, shows it."""
        return self.of(page).sidebar if self.templates.are_on(page, sidebars) else None

    def around(self, page: str, sidebars: Iterable[str] | None = None) -> Around:
        """Return what is around the text or list of a page, which has these *sidebars* or those of the theme."""
        shown = self._build.pages.shown_on.get(page)
        rail = self.of(page).rail.beside(shown) if shown is not None else None
        return Around(self.blog_on(page, sidebars), rail)

    def item(self, listing: Listing, post: Post) -> Data:
        """Return what a list shows of a post of any blog, using the data of the post's own blog."""
        own = self._build.posts[post.key]
        return self.of_post(own).items.of(listing, own)

    def term_list(self, docname: str, taxonomy: str, style: str, least: int = 1, *, blog: str = "") -> Data:
        """Return the terms that a document lists: those of its own blog, of another, or of all."""
        blogs = self._build.blogs_asked_for(blog, docname)
        lists = [self._of_blog(published).term_list(taxonomy, style, least) for published in blogs]
        titles = [published.config.blog_title for published in blogs]
        return merge_terms(lists, titles) if len(lists) > 1 else lists[0]

    def all_named(self, posts: Iterable[Post]) -> list[Data]:
        """Return the data of posts, of any blogs, of which only the titles are shown."""
        return [self.posts_of(post).named(post) for post in posts]


class PageData:
    """Creates plain data of lists, of pages of terms and feeds, and of sidebars."""

    def __init__(
        self,
        published: PublishedBlog,
        build: Build,
        builder: StandaloneHTMLBuilder,
        digests: PostDigests,
        item_of: Callable[[Listing, Post], Data],
    ) -> None:
        self.posts = PostData(published, build, builder, digests)
        self.config = published.config
        self.words = self.posts.words
        self._published = published
        self._blog = published.blog
        self._terms = self.posts.terms
        self.items = ItemData(self.posts)
        # A list may contain posts of other blogs.
        self._item_of = item_of
        self.rail = Rail(published, self.posts, builder)
        self.frames = PostFrames(self.posts, build, builder)
        self._pages = published.pages
        self._channels = published.channels
        self._hosting = build.hosting
        self._builder = builder
        self._shown: dict[str, dict[str, Any]] = {}

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
            posts=[self._item_of(listing, post) for post in page.items],
            pages=self._window(page) if len(listing.pages) > 1 else None,
            term=self._terms.term(term, listing.language) if term else None,
            person=self._terms.person(term) if term else None,
            is_first=page.newer is None,
            first_number=_first_number(listing, page) if listing.style == "contents" else 1,
            first_is_large=request.first == "large" and page.newer is None,
            newer_version=self._newer_version(),
            ways=self.nav_links(listing, page),
            ways_label=_("Browse the blog") if listing.kind == "blog" else listing.title,
            languages=self._languages(listing, page),
        )

    def nav_links(self, listing: Listing, page: Page[Post]) -> list[dict[str, str]]:
        """Return the links below the heading of a list: to the rest of the blog, or to parts of the list."""
        if page.newer is not None:
            return []
        if listing.kind == "blog":
            return [{"label": way.title, "url": self._terms.url(way.page)} for way in self._published.nav_links]
        if listing.term and listing.term.kind.is_nested:
            return self._terms.within(listing.term, listing.language)
        is_whole_year = listing.kind == "year" and not listing.language
        months = self.posts.archives.months if is_whole_year else {}
        return [{"label": month["short"], "url": month["url"]} for month in months.get(listing.year, ())]

    def _languages(self, listing: Listing, page: Page[Post]) -> list[dict[str, Any]]:
        """Return the language bar: links to the same list in all languages and in each one."""
        return [
            {
                "label": term_label(link.term) if link.term else _("All"),
                "lang": valid_language(link.term.name) if link.term else "",
                "url": self._terms.url(link.page),
                "is_current": link.page == listing.name,
                "is_page": link.page == page.name,
            }
            for link in listing.languages
        ]

    def _window(self, page: Page[Post]) -> dict[str, Any]:
        """Return the links between pages: ``newer``, ``older`` (URLs or ``None``) and ``links``."""
        return {
            "newer": self._terms.url(page.newer) if page.newer else None,
            "older": self._terms.url(page.older) if page.older else None,
            "links": [
                {
                    "number": link.number,
                    "url": self._terms.url(link.page) if link.page else None,
                    "is_current": link.current,
                    "is_gap": link.page is None,
                }
                for link in page.window
            ],
        }

    @cached_property
    def feeds(self) -> list[dict[str, Any]]:
        """The feeds as shown to readers: those of the blog, then those of terms, by taxonomy, and of years."""
        groups: dict[str, list[dict[str, Any]]] = {}
        for channel in self._channels:
            links = [link._asdict() for link in channel.links(self._hosting.canonical)]
            groups.setdefault(channel.group, []).append(
                {"label": channel.label, "page": self._terms.url(channel.page), "links": links}
            )
        return [{"title": self._group_title(name), "channels": channels} for name, channels in groups.items()]

    def _group_title(self, name: str) -> str:
        """Return the title of a group of feeds."""
        if name == "year":
            return _("Archives")
        if name == "list":
            return _("Lists")
        return overview_title(self._blog.kinds[name]) if name else ""

    def _newer_version(self) -> dict[str, str] | None:
        """Return where newer posts are, if this is not the canonical version of the site."""
        if not self._hosting.version or self._hosting.is_preview or not self._hosting.canonical:
            return None
        home = self._builder.get_target_uri(self._pages.home)
        return {"version": self._hosting.canonical_version, "url": absolute(self._hosting.canonical, home)}

    def term_list(self, taxonomy: str, style: str, least: int = 1) -> Data:
        """Return the terms with at least *least* posts; ``weight`` is 1 to 5 by the number of posts."""
        shown = [term for term in self._blog.taxonomies[taxonomy].shown if term.count >= least]
        terms = self._terms.weighted(shown)
        return Data(
            taxonomy=taxonomy,
            style=style,
            title=overview_title(self._blog.kinds[taxonomy]),
            terms=terms,
            by_count=[],
        )

    def overview(self, taxonomy: str) -> Data:
        """Return the terms for the page that lists them: as chips, unless terms other than tags have
        descriptions.
        """
        listed = self.term_list(taxonomy, "list")
        terms = listed["terms"]
        if taxonomy != "tag" and any(term["description"] for term in terms):
            return listed
        by_count = sorted(terms, key=lambda term: -term["count"]) if len(terms) >= _MANY_TERMS else []
        return Data(listed | {"style": "chips", "by_count": by_count})

    @cached_property
    def sidebar(self) -> Data:
        """What sidebars and other templates of the site show, on any page."""
        return sidebar_data(self._published, self.posts)

    def blog_at(self, root: str) -> dict[str, Any]:
        """Return these data for pages whose path to the root of the site is *root*, made once for all of them."""
        if root not in self._shown:
            self._shown[root] = blog_on_page(self.sidebar, root)
        return self._shown[root]


def merge_terms(lists: Sequence[Data], titles: Iterable[str]) -> Data:
    """Return one list of the terms of several blogs; terms with the same name get the *titles* of their blogs."""
    listed = [(term, title) for shown, title in zip(lists, titles, strict=True) for term in shown["terms"]]
    counts = Counter(normalize(term["name"]) for term, _title in listed)
    terms = [
        term | {"label": f"{term['label']} ({title})"} if counts[normalize(term["name"])] > 1 else term
        for term, title in listed
    ]
    return Data(lists[0] | {"terms": sorted(terms, key=lambda term: str(term["label"]).casefold())})


def _first_number(listing: Listing, page: Page[Post]) -> int:
    """Return the number of the first post of *page* among those of all pages."""
    before = listing.pages[: place_of(page, listing.pages)]
    return 1 + sum(len(other.items) for other in before)

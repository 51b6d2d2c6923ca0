"""What is beside lists, and the variable ``blog`` of all templates.

What is beside a list is based on the posts of that list, whose pages change with them anyway: with counts for the
whole blog, every page would have to be written again for each new post. Further pages of a list, of which there
may be hundreds, show only what does not change.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import chain
from sys import intern
from typing import Any

from sphinx.environment import BuildEnvironment

from sphinx_blogext._compat import sidebars_of
from sphinx_blogext.core.caching import by_post, cached_by
from sphinx_blogext.core.model import Post
from sphinx_blogext.data.posts import Data, PostData
from sphinx_blogext.lang.codes import guess_language
from sphinx_blogext.lang.words import _
from sphinx_blogext.site.build import build_of
from sphinx_blogext.site.pages import FeedsPage, Listing, ListPage, TermIndex
from sphinx_blogext.site.published_blog import Channel

#: The template of what is shown to the right of a list.
RAIL = "blog/rail.html"
#: What themes call their navigation, and whether it has only the pages of the current section.
_NAVIGATION = {"sidebar-nav-bs": True, "sidebar/navigation": False}
#: The number of its tags that fit on the first screen.
_TAGS = 12


def sidebar_data(posts: PostData) -> Data:
    """Return what sidebars and other templates receive as ``blog``, on any page of a blog."""
    published, blog, terms = posts.published, posts.blog, posts.terms
    recent = blog.best(blog.posts)[: published.config.blog_recent or None]
    # Sphinx translates templates with its own catalog only.
    titles = {kind.plural: _(kind.title) for kind in blog.kinds.values()}
    titles |= {"recent": _("Recent posts"), "archives": _("Archives")}
    titles |= {"feeds": _("Feeds"), "subscribe": _("Subscribe")}
    return Data(
        {
            "title": published.config.blog_title,
            "url": terms.url(published.pages.home),
            "recent": list(map(posts.link, recent)),
            **{kind.plural: terms.weighted(blog.taxonomies[name].shown) for name, kind in blog.kinds.items()},
            "terms": {name: kind.plural for name, kind in blog.kinds.items()},
            "own": [kind.plural for kind in blog.kinds.values() if kind.is_own],
            "archives": terms.years,
            "feeds": [
                {"url": link.url, "type": link.type, "title": link.format}
                # Only the feed of all posts: those of terms are on the page of feeds.
                for channel in published.channels[:1]
                for link in channel.links(published.hosting.canonical)
            ],
            "subscribe": terms.subscribe,
            "titles": titles,
        }
    )


def fill_navigation(sidebars: Iterable[str], home: str, env: BuildEnvironment) -> list[str]:
    """Return *sidebars* with the rail in place of a navigation that would be empty beside the page *home*."""
    # The document above it that is directly below the root document, or itself.
    section = next(iter(build_of(env).path_to(home)), home)

    def is_empty(name: str) -> bool:
        name = name.removesuffix(".html")
        top = section if _NAVIGATION.get(name) else env.config.root_doc
        return name in _NAVIGATION and not env.toctree_includes.get(top)

    return [RAIL if is_empty(name) else name for name in sidebars]


class Rail:
    def __init__(self, posts: PostData) -> None:
        self._posts, self._published, self._builder = posts, posts.published, posts.build.html_builder

    @cached_property
    def _is_in_theme(self) -> bool:
        """Whether the theme has a place for it: the theme ``blogext``, and those that inherit from it."""
        options = {**self._builder.theme.get_options(), **self._builder.theme_options}
        return str(options.get("rail")).lower() == "true"

    @cached_property
    def _is_in_navigation(self) -> bool:
        """Whether it takes the place of a navigation that has nothing to show beside the lists of this blog."""
        sidebars = list(self._builder.theme.sidebar_templates or ())
        return fill_navigation(sidebars, self._published.pages.home, self._builder.env) != sidebars

    def is_shown(self, page: str) -> bool:
        """Return whether the page has its template as a sidebar, or a place for it and its theme's sidebars."""
        if not self._published.config.sphinx.html_sidebars:
            return self._is_in_theme or self._is_in_navigation
        sidebars = sidebars_of(page, self._builder)
        # To change any of the theme's sidebars is to choose all.
        return RAIL in sidebars or (self._is_in_theme and sidebars == [*self._builder.theme.sidebar_templates])

    @cached_property
    def _channels(self) -> dict[str, Channel]:
        """The feeds by the page of their list: every list looks up its own, and there may be thousands of both."""
        return {channel.page: channel for channel in self._published.channels}

    def beside(self, page: ListPage | TermIndex) -> Data | None:
        """Return ``groups`` of links, which have ``title`` and ``links``: ``label``, ``url``, ``count_text``."""
        if not self.is_shown(page.name):
            return None
        if not isinstance(page, ListPage):
            # The page of the feeds shows them itself.
            return self._data([] if isinstance(page, FeedsPage) else [self._feeds("")])
        listing, cut = page
        # Tags and counts change with every post: further pages have the years, which do not.
        is_first = cut.newer is None
        tags = [self._tags(listing)] if is_first else []
        return self._data([*tags, self._years(listing, has_counts=is_first), self._feeds(listing.name)])

    def _data(self, groups: Iterable[dict[str, Any]]) -> Data:
        return Data(groups=[group for group in groups if group["links"]])

    def _tags(self, listing: Listing) -> dict[str, Any]:
        """Return the most used tags of the posts of a list, and how many of these posts have each."""
        taxonomy = self._published.blog.taxonomies["tag"]
        posts = {post.key: post for page in listing.pages for post in page.items}
        counts = Counter(chain.from_iterable(map(self._keys_of, posts.values())))
        own = listing.term.key if listing.term and listing.term.taxonomy == "tag" else ""
        # Of two with as many posts, the one that comes first in the list is first.
        terms = [
            term
            for key, _count in counts.most_common()
            if key != own and (term := taxonomy.get(key)) and not term.settings.hidden
        ]
        links, site_lang = [], self._posts.site_lang
        for term in terms[:_TAGS]:
            link = self._posts.terms.named(term, listing.language)
            lang = guess_language(link["label"], site_lang)
            links.append(link | {"count_text": self._posts.words.number(counts[term.key]), "lang": lang})
        return {"name": "tags", "title": _(taxonomy.kind.title), "links": links}

    @by_post
    def _keys_of(self, post: Post) -> tuple[str, ...]:
        key_of = self._published.blog.taxonomies["tag"].key_of
        return tuple({intern(key_of(name)): None for name in post.terms.get("tag", ())})

    def _years(self, listing: Listing, *, has_counts: bool) -> dict[str, Any]:
        # Years help in a list of the whole blog, but would lead out of a list in one language.
        is_of_all = (listing.kind in {"blog", "archive"} or listing.is_of_time) and not listing.language
        years = self._posts.terms.years if is_of_all else ()
        # Beside a year, they lead to the others: with counts, the pages of all years would change with each post.
        fields = ("label", "url") if listing.is_of_time or not has_counts else ("label", "url", "count_text")
        links = [{name: year[name] for name in fields} for year in years]
        return {"name": "years", "title": _("Archives"), "links": links}

    def _feeds(self, page: str) -> dict[str, Any]:
        channels = self._published.channels
        return self._links(self._channels.get(page) or (channels[0] if channels else None))

    @cached_by(lambda channel: channel and channel.folder)
    def _links(self, channel: Channel | None) -> dict[str, Any]:
        links = channel.links(self._published.hosting.canonical) if channel else ()
        feeds = [{"label": link.format, "url": link.url, "type": link.type, "count_text": ""} for link in links]
        return {"name": "feeds", "title": _("Feeds"), "links": feeds}

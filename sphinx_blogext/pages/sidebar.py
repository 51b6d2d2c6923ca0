"""What sidebars show, what is to the right of lists, and the variable ``blog`` of all templates.

What is to the right of a list is based on the posts of that list, whose pages change with them anyway: with counts
for the whole blog, every page would have to be written again for each new post. It is beside the first page of the
list: further pages, of which there may be hundreds, show only what does not change.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from itertools import chain
from pathlib import Path
from sys import intern
from typing import TYPE_CHECKING, Any

from sphinx_blogext._compat import has_own_sidebar, sidebars_of, template_folders
from sphinx_blogext.lang.codes import guess_language
from sphinx_blogext.lang.words import _
from sphinx_blogext.markup.quote import Text
from sphinx_blogext.markup.relocate import attach
from sphinx_blogext.pages.posts import Data
from sphinx_blogext.patterns import pattern
from sphinx_blogext.site.pages import FeedsPage, ListPage, overview_title

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.pages.posts import PostData
    from sphinx_blogext.site.pages import Listing, TermIndex
    from sphinx_blogext.site.published_blog import Channel, PublishedBlog


#: The template of what is shown to the right of a list.
RAIL = "blog/rail.html"
#: The folder of our templates within a folder of templates.
_OURS = "blog/"
#: The names of files that templates may be in.
_SUFFIXES = frozenset({".html", ".htm", ".jinja", ".j2", ".txt", ".xml"})
#: What a template computes, without its text and comments.
_CODE = pattern(r"\{#.*?#\}|\{[{%](.*?)[%}]\}", re.DOTALL)
_STRING = pattern(r"""\"[^"]*\"|'[^']*'""")
#: The variable, and the name of one of our templates that has it.
_VARIABLE, _SIDEBAR = pattern(r"(?<![\w.])blog(?!\w)"), pattern(r"[\"']blog/(?!rail\b)")


class BlogTemplates:
    """The templates of the site and its theme that use the variable, besides our own sidebars.

    A page depends on the variable if it may be rendered with such a template: a sidebar is on the pages that have
    it in ``html_sidebars``, and any other template may be on every page.
    """

    def __init__(self, builder: StandaloneHTMLBuilder) -> None:
        self._builder = builder

    def are_on(self, page: str, sidebars: Iterable[str] | None = None) -> bool:
        """Return whether a page, with these *sidebars* or those that Sphinx gives it, shows the variable."""
        if self._is_everywhere:
            return True
        if sidebars is None:
            # Checking every page takes time.
            sidebars = sidebars_of(page, self._builder) if self._may_be_sidebars else ()
        return self._has_any(sidebars)

    @property
    def are_used(self) -> bool:
        """Whether any page may show the variable."""
        return self._is_everywhere or self._may_be_sidebars

    @cached_property
    def _sidebars(self) -> frozenset[str]:
        named = chain(*self._builder.config.html_sidebars.values())
        return frozenset(map(str, (*self._builder.theme.sidebar_templates, *named)))

    @cached_property
    def _may_be_sidebars(self) -> bool:
        return self._has_any(self._sidebars)

    @cached_property
    def _is_everywhere(self) -> bool:
        """Whether a template that is no sidebar uses the variable."""
        return any(name == RAIL or not name.startswith(_OURS) for name in self._using - self._sidebars)

    @cached_property
    def _using(self) -> frozenset[str]:
        """The templates that use the variable; those that include them are not looked for."""
        return frozenset(
            file.relative_to(folder).as_posix()
            for folder in template_folders(self._builder)
            for file in Path(folder).rglob("*")
            if file.suffix in _SUFFIXES
            and file.is_file()
            and _uses_blog(file.read_text(encoding="utf-8", errors="replace"))
        )

    def _has_any(self, sidebars: Iterable[str]) -> bool:
        return has_own_sidebar(sidebars) or not self._using.isdisjoint(sidebars)


def _uses_blog(template: str) -> bool:
    # Parsing the templates of a theme takes longer than writing a page.
    code = "\n".join(_CODE.findall(template)) if "blog" in template else ""
    return bool(_SIDEBAR.search(code) or _VARIABLE.search(_STRING.sub("", code)))


class Terms(dict[str, Any]):
    """The terms of each taxonomy, by its name; in templates also by its plural."""

    def __init__(self, blog: dict[str, Any], plurals: dict[str, str]) -> None:
        super().__init__((name, blog[plural]) for name, plural in plurals.items())
        self._names = {plural: name for name, plural in plurals.items()}

    def __missing__(self, plural: str) -> Any:
        return dict.__getitem__(self, self._names.get(plural, plural))


def shown_on_page(value: Any, root: str) -> Any:
    """Return data with texts that escape themselves, and with URLs relative to the page."""
    if isinstance(value, str):
        return Text(attach(value, root))
    if isinstance(value, dict):
        return {key: shown_on_page(item, root) for key, item in value.items()}
    return [shown_on_page(item, root) for item in value] if isinstance(value, list) else value


#: What themes call their navigation, and whether it has only the pages of the current section.
_NAVIGATION = {"sidebar-nav-bs": True, "sidebar/navigation": False}
#: The number of its tags that fit on the first screen.
_TAGS = 12
#: The lists of the whole blog, where years are helpful.
_OF_ALL = frozenset({"blog", "archive", "year", "month"})
_OF_A_TIME = frozenset({"year", "month"})


def sidebar_data(published: PublishedBlog, posts: PostData) -> Data:
    """Return what sidebars and other templates receive as ``blog``, on any page of a blog."""
    blog, pages, terms = published.blog, published.pages, posts.terms
    addresses, page_of, channels = pages.addresses, pages.page_of, published.channels
    recent = blog.best(blog.posts)[: published.config.blog_recent or None]
    return Data(
        {
            "title": published.config.blog_title,
            "url": terms.url(pages.home),
            "recent": [
                {
                    "title": post.title,
                    "url": posts.url(post),
                    "date": posts.date(post.date),
                    "date_short": posts.date(post.date, posts.config.post_date_format_short),
                    "lang": posts.voice(post).language,
                }
                for post in recent
            ],
            **{kind.plural: terms.weighted(blog.taxonomies[name].shown) for name, kind in blog.kinds.items()},
            "terms": {name: kind.plural for name, kind in blog.kinds.items()},
            "own": [kind.plural for kind in blog.kinds.values() if kind.is_own],
            "archives": posts.archives.years,
            "feeds": [
                {"url": link.url, "type": link.type, "title": link.format}
                # Only the feed of all posts: those of terms are on the page of feeds.
                for channel in channels[:1]
                for link in channel.links(published.hosting.canonical)
            ],
            "subscribe": terms.url(page_of(addresses.subscribe)) if channels else "",
            # Sphinx translates templates with its own catalog only.
            "titles": {kind.plural: overview_title(kind) for kind in blog.kinds.values()}
            | {
                "recent": _("Recent posts"),
                "archives": _("Archives"),
                "feeds": _("Feeds"),
                "subscribe": _("Subscribe"),
            },
        }
    )


def fill_navigation(sidebars: Iterable[str], home: str, env: BuildEnvironment) -> list[str]:
    """Return *sidebars* with the template of the rail in place of a theme's navigation that would be empty.

    *home* is the first page of the blog: its lists are in the same section.
    """

    def is_empty(name: str) -> bool:
        name = name.removesuffix(".html")
        section = _section_of(home, env) if _NAVIGATION.get(name) else env.config.root_doc
        return name in _NAVIGATION and not env.toctree_includes.get(section)

    return [RAIL if is_empty(name) else name for name in sidebars]


def _section_of(name: str, env: BuildEnvironment) -> str:
    """Return the document above *name* that is directly below the root document, or the topmost one."""
    parents = {child: parent for parent, children in env.toctree_includes.items() for child in children}
    # A document may contain itself.
    while (parent := parents.pop(name, env.config.root_doc)) != env.config.root_doc:
        name = parent
    return name


class Rail:
    """Creates plain data of what is shown beside lists, once for all pages of each list."""

    def __init__(self, published: PublishedBlog, posts: PostData, builder: StandaloneHTMLBuilder) -> None:
        self._published = published
        self._posts = posts
        self._builder = builder
        self._made: dict[str, Data] = {}
        self._keys: dict[str, tuple[str, ...]] = {}

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
        """Return whether the page has its template as a sidebar, or a place for it and its theme's sidebars: to
        change any of these is to choose all.
        """
        if not self._published.config.sphinx.html_sidebars:
            return self._is_in_theme or self._is_in_navigation
        sidebars = sidebars_of(page, self._builder)
        is_usual = self._is_in_theme and sidebars == list(self._builder.theme.sidebar_templates)
        return is_usual or RAIL in sidebars

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
            return self._data([] if isinstance(page, FeedsPage) else [self.feeds("")])
        listing, cut = page
        # Tags and years change with every post, and a reader of a further page has seen them on the first one.
        if cut.newer is not None:
            return self._data([self.feeds(listing.name)])
        if listing.name not in self._made:
            groups = [self._tags(listing), self.years(listing), self.feeds(listing.name)]
            self._made[listing.name] = self._data(groups)
        return self._made[listing.name]

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
        links = [
            self._posts.terms.of_post(term, listing.language)
            | {"count_text": self._posts.words.number(counts[term.key])}
            for term in terms[:_TAGS]
        ]
        for link in links:
            link["lang"] = guess_language(link["label"], self._posts.site_lang)
        return {"name": "tags", "title": overview_title(taxonomy.kind), "links": links}

    def _keys_of(self, post: Post) -> tuple[str, ...]:
        if post.key not in self._keys:
            key_of = self._published.blog.taxonomies["tag"].key_of
            keys = dict.fromkeys(intern(key_of(name)) for name in post.terms.get("tag", ()))
            self._keys[post.key] = tuple(keys)
        return self._keys[post.key]

    def years(self, listing: Listing) -> dict[str, Any]:
        # Those of a list in one language would lead out of it.
        years = self._posts.archives.years if listing.kind in _OF_ALL and not listing.language else ()
        # Beside a year they lead on to the others: with counts, each of their pages would change with each post.
        fields = ("label", "url") if listing.kind in _OF_A_TIME else ("label", "url", "count_text")
        links = [{name: year[name] for name in fields} for year in years]
        return {"name": "years", "title": _("Archives"), "links": links}

    def feeds(self, page: str) -> dict[str, Any]:
        """Return the feeds of the list on *page*, or those of the blog."""
        channels = self._published.channels
        channel = self._channels.get(page) or (channels[0] if channels else None)
        links = channel.links(self._published.hosting.canonical) if channel else ()
        feeds = [{"label": link.format, "url": link.url, "type": link.type, "count_text": ""} for link in links]
        return {"name": "feeds", "title": _("Feeds"), "links": feeds}

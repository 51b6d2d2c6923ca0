"""Rules that are fixed, except on sites that another extension keeps as they are: ``sphinx_blogext.ablog``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sphinx_blogext.core.addresses import FEED_FILES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Literal

#: The option that holds them; only that extension declares it.
OPTION = "blog_conventions"


@dataclass(frozen=True, eq=False, kw_only=True)
class Conventions:
    """The rules of a blog. Readers of :class:`Conventions` are all over the package; they are set in one place.

    That extension derives a class from this one, in which those with the names of options are options.
    """

    #: Whether ``blog_path`` may be ``x/index``: the list is on that page, and all others are below it.
    has_index_path: bool = False
    #: Whether the theme decides about the markers of a ``postlist`` with the option ``list-style``.
    has_theme_markers: bool = False
    #: Whether front matter may ask for another URL without a warning that it has no effect.
    has_silent_addresses: bool = False
    #: The files of the feeds of terms and years.
    archive_feeds: tuple[str, ...] = tuple(FEED_FILES)
    #: Returns the template of a page without a document, in place of the theme's, and what it receives besides;
    #: or ``None``. Takes the build, the builder, the name of the page, and the list or terms on it or, of a
    #: redirect, the page it leads to.
    page_template: Callable[..., tuple[str, dict[str, Any]] | None] | None = None
    #: Returns the entries of a feed, whose texts may be of templates. Takes the feed, the name of its file, and
    #: the entries of the build.
    feed_entries: Callable[..., tuple[Any, ...]] | None = None
    #: Returns the former names of the pages and feeds of a blog.
    former_names: Callable[..., tuple[list[tuple[str, str]], list[tuple[str, str]]]] | None = None

    #: Posts of the same moment are in the order of their names, or of their titles from Z to A.
    blog_same_moment: Literal["name", "title"] = "name"
    #: "Read more" stands where a teaser was cut, or always.
    blog_read_more: Literal["cut", "always"] = "cut"
    #: Whether the image of a post is shown below its teaser.
    blog_teaser_image: bool = False
    #: Whether an automatic teaser continues past headings.
    post_auto_excerpt_past_headings: bool = False
    #: What documents in the place of posts are that have no date.
    blog_undated: Literal["pages", "drafts"] = "pages"
    #: Whether slugs of authors, languages and locations are built from their labels.
    blog_label_slugs: bool = False
    #: Posts in another language are marked with its name in the language of the page, or with its label.
    blog_language_marks: Literal["names", "labels"] = "names"
    #: Whether a filter of ``postlist`` asks for any or all of its names.
    postlist_match: Literal["any", "all"] = "any"
    #: The format of dates in ``postlist`` directives that set none.
    postlist_date_format: str | None = None
    #: Whether the document that is the first page of a blog shows its text above the list.
    blog_home_text: bool = True
    #: Whether the URLs that ABlog would use lead to those of the blog.
    blog_ablog_redirects: bool = False
    #: What the ids of feeds and entries begin with if they are URLs.
    blog_feed_id_base: str | None = None
    #: The name of a function that reads dates in other formats.
    blog_date_parser: str | None = None
    #: Templates for the texts of entries, by the name of the feed.
    blog_feed_templates: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    #: Titles of generated lists, by the kind of list.
    blog_list_titles: Mapping[str, str] = field(default_factory=dict)

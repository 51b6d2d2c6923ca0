"""The options that only sites of ABlog have, with the defaults of ABlog."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_blogext.config.checks import BOOL, FEED_TEMPLATES, FUNCTION_NAME, OPTIONAL_TEXT, TEXTS, one_of
from sphinx_blogext.config.conventions import Conventions
from sphinx_blogext.config.options import option, options_in

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal


@dataclass(frozen=True, eq=False, kw_only=True)
class AblogConventions(Conventions):
    """The rules of a blog that is to look like one of ABlog."""

    blog_same_moment: Literal["name", "title"] = option("title", "html", one_of("name", "title"))
    """Order of posts with the same date and time: by document name from A to Z, or by title from Z to A as in
    ABlog."""
    blog_read_more: Literal["cut", "always"] = option("always", "html", one_of("cut", "always"))
    """Whether “Read more” appears only where a teaser was cut, or always (in a `postlist`, with `expand`)."""
    blog_teaser_image: bool = option(True, "html", BOOL)
    """Show the image of a post (`image`, `post_auto_image`) below its teaser, unless the teaser contains it."""
    post_auto_excerpt_past_headings: bool = option(True, "env", BOOL)
    """Let such a teaser continue past headings. Otherwise it ends before the next heading."""
    blog_home_text: bool = option(False, "env", BOOL)
    """Whether the document that is the blog's first page shows its text above the list. With `False`, it shows
    only its title, unless it has a `postlist`."""
    blog_undated: Literal["pages", "drafts"] = option("drafts", "env", one_of("pages", "drafts"))
    """Whether documents that match `blog_post_pattern` but have no date are ordinary pages or drafts. The blog's
    own pages and documents that list posts are always pages, as are documents without front matter that have a
    toctree."""
    blog_label_slugs: bool = option(True, "html", BOOL)
    """Build the URLs of authors, languages and locations from their labels, not from the names used in posts."""
    blog_language_marks: Literal["names", "labels"] = option("labels", "html", one_of("names", "labels"))
    """How posts in another language are marked: with the name of the language in that of the page, or with the
    label that it has in `blog_languages`."""
    postlist_match: Literal["any", "all"] = option("all", "html", one_of("any", "all"))
    """Whether a post must have any or all of the names in a filter of `postlist`, such as `:tags: a, b`."""
    postlist_date_format: str | None = option(None, "html", OPTIONAL_TEXT)
    """Format of dates in `postlist` directives that do not set one. Defaults to `post_date_format`."""
    blog_feed_id_base: str | None = option(None, "", OPTIONAL_TEXT, of_site=True)
    """What IDs that are URLs begin with, exactly as written here; it is then also the ID of all feeds. Defaults to
    the URL of the site. Set it to keep the IDs of a site that has moved to another URL."""
    blog_date_parser: str | None = option(
        "sphinx_blogext.ablog.dates.read_leniently", "env", FUNCTION_NAME, of_site=True
    )
    """A function that reads dates in any other format, such as `dateutil.parser.parse`. Its result is used, and a
    warning shows how to write the date."""
    blog_feed_templates: Mapping[str, Mapping[str, str]] = option({"atom": {}}, "", FEED_TEMPLATES)
    """Templates for the title, summary and content of entries, by feed name: `atom`, `rss` or `feed`. Any other
    name adds an Atom feed."""
    blog_ablog_redirects: bool = option(True, "html", BOOL, of_site=True)
    """Redirect ABlog's URLs of the blog and of terms if they have other URLs here."""
    blog_list_titles: Mapping[str, str] = option({}, "html", TEXTS)
    """Titles of generated lists, by taxonomy or by the names `blog`, `archive`, `year` and `month`; `{name}`
    stands for the label of the term, the year or the month. `feed` is the title of their feeds, where `{blog}` and
    `{list}` stand for the titles of the blog and the list."""


OPTIONS = options_in(AblogConventions)

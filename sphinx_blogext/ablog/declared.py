"""The options that only sites of ABlog have, with the defaults of ABlog."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jinja2 import Environment, TemplateSyntaxError

from sphinx_blogext.config.checks import BOOL, OPTIONAL_TEXT, check, is_dotted, is_texts, one_of
from sphinx_blogext.config.conventions import Conventions
from sphinx_blogext.config.options import option, options_in

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Literal


def _is_feed_templates(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(name, str)
        and bool(re.fullmatch(r"[A-Za-z0-9_-]+", name))
        and is_texts(templates)
        and templates.keys() <= {"title", "summary", "content"}
        and all(map(_is_template, templates.values()))
        for name, templates in value.items()
    )


def _is_template(text: str) -> bool:
    try:
        # Otherwise a broken template would stop the build only when feeds are written.
        return bool(Environment().parse(text))
    except TemplateSyntaxError:
        return False


_FEED_TEMPLATES = check(
    "a dictionary that maps file names to dictionaries with templates for title, summary or content",
    _is_feed_templates,
)
_FUNCTION_NAME = check(
    "the name of a function, such as 'dateutil.parser.parse', or None",
    lambda value: value is None or is_dotted(value),
)
_LISTS = ("blog", "archive", "year", "month", "feed")
_TITLES = check("a dictionary that maps names to strings", is_texts, _LISTS)


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
        "sphinx_blogext.ablog.dates.read_leniently", "env", _FUNCTION_NAME, of_site=True
    )
    """A function that reads dates in any other format, such as `dateutil.parser.parse`. Its result is used, and a
    warning shows how to write the date."""
    blog_feed_templates: Mapping[str, Mapping[str, str]] = option({"atom": {}}, "", _FEED_TEMPLATES)
    """Templates for the title, summary and content of entries, by feed name: `atom`, `rss` or `feed`. Any other
    name adds an Atom feed."""
    blog_ablog_redirects: bool = option(True, "html", BOOL, of_site=True)
    """Redirect ABlog's URLs of the blog and of terms if they have other URLs here."""
    blog_list_titles: Mapping[str, str] = option({}, "html", _TITLES)
    """Titles of generated lists, by taxonomy or by the names `blog`, `archive`, `year` and `month`; `{name}`
    stands for the label of the term, the year or the month. `feed` is the title of their feeds, where `{blog}` and
    `{list}` stand for the titles of the blog and the list."""


OPTIONS = options_in(AblogConventions)

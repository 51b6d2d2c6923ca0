"""The options that only sites of ABlog have, with the defaults of ABlog."""

from __future__ import annotations

from sphinx_blogext.config.checks import (
    BOOL,
    FEED_TEMPLATES,
    FUNCTION_NAME,
    OPTIONAL_TEXT,
    TEXTS,
    one_of,
)
from sphinx_blogext.config.options import Option

OPTIONS = (
    Option(
        "blog_same_moment",
        "title",
        "html",
        one_of("name", "title"),
        "Order of posts with the same date and time: by document name from A to Z, or by title from Z to A as in "
        "ABlog.",
    ),
    Option(
        "blog_read_more",
        "always",
        "html",
        one_of("cut", "always"),
        "Whether “Read more” appears only where a teaser was cut, or always (in a `postlist`, with `expand`).",
    ),
    Option(
        "blog_teaser_image",
        True,
        "html",
        BOOL,
        "Show the image of a post (`image`, `post_auto_image`) below its teaser, unless the teaser contains it.",
    ),
    Option(
        "post_auto_excerpt_past_headings",
        True,
        "env",
        BOOL,
        "Let such a teaser continue past headings. Otherwise it ends before the next heading.",
    ),
    Option(
        "blog_home_text",
        False,
        "env",
        BOOL,
        "Whether the document that is the blog's first page shows its text above the list. With `False`, it shows "
        "only its title, unless it has a `postlist`.",
    ),
    Option(
        "blog_undated",
        "drafts",
        "env",
        one_of("pages", "drafts"),
        "Whether documents that match `blog_post_pattern` but have no date are ordinary pages or drafts. The "
        "blog's own pages and documents that list posts are always pages, as are documents without front matter "
        "that have a toctree.",
    ),
    Option(
        "blog_label_slugs",
        True,
        "html",
        BOOL,
        "Build the URLs of authors, languages and locations from their labels, not from the names used in posts.",
    ),
    Option(
        "blog_language_marks",
        "labels",
        "html",
        one_of("names", "labels"),
        "How posts in another language are marked: with the name of the language in that of the page, or with the "
        "label that it has in `blog_languages`.",
    ),
    Option(
        "postlist_match",
        "all",
        "html",
        one_of("any", "all"),
        "Whether a post must have any or all of the names in a filter of `postlist`, such as `:tags: a, b`.",
    ),
    Option(
        "postlist_date_format",
        None,
        "html",
        OPTIONAL_TEXT,
        "Format of dates in `postlist` directives that do not set one. Defaults to `post_date_format`.",
    ),
    Option(
        "blog_feed_id_base",
        None,
        "",
        OPTIONAL_TEXT,
        "What IDs that are URLs begin with, exactly as written here; it is then also the ID of all feeds. "
        "Defaults to the URL of the site. Set it to keep the IDs of a site that has moved to another URL.",
        of_site=True,
    ),
    Option(
        "blog_date_parser",
        "sphinx_blogext.ablog.dates.read_leniently",
        "env",
        FUNCTION_NAME,
        "A function that reads dates in any other format, such as `dateutil.parser.parse`. Its result is used, "
        "and a warning shows how to write the date.",
        of_site=True,
    ),
    Option(
        "blog_feed_templates",
        {"atom": {}},
        "",
        FEED_TEMPLATES,
        "Templates for the title, summary and content of entries, by feed name: `atom`, `rss` or `feed`. Any "
        "other name adds an Atom feed.",
    ),
    Option(
        "blog_ablog_redirects",
        True,
        "html",
        BOOL,
        "Redirect ABlog's URLs of the blog and of terms if they have other URLs here.",
        of_site=True,
    ),
    Option(
        "blog_list_titles",
        {},
        "html",
        TEXTS,
        "Titles of generated lists, by taxonomy or by the names `blog`, `archive`, `year` and `month`; `{name}` "
        "stands for the label of the term, the year or the month. `feed` is the title of their feeds, where "
        "`{blog}` and `{list}` stand for the titles of the blog and the list.",
    ),
)

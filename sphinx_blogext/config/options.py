"""Every option of ``conf.py``: its default, what it rebuilds, its valid values and its purpose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sphinx_blogext._compat import is_set
from sphinx_blogext.config.checks import (
    AGE,
    AUTHORITY,
    BLOGS,
    BOOL,
    COMMENTS,
    COUNT,
    DATE_FORMATS,
    DRAFTS,
    FEED_TITLES,
    FONTS,
    FUNCTION,
    NAV,
    OPTIONAL_COUNT,
    OPTIONAL_NAMES,
    OPTIONAL_TEXT,
    OPTIONAL_URL,
    PATH,
    REDIRECTS,
    SIZE,
    SLUGIFY,
    TABLES,
    TEXT,
    VERSION_URL,
    WIDTHS,
    ZONE,
    Check,
    names_of,
    one_of,
    terms_check,
)
from sphinx_blogext.core.list_request import STYLES
from sphinx_blogext.core.taxonomies import TAXONOMIES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Literal

    from sphinx.config import Config


@dataclass(frozen=True, slots=True)
class Option:
    """One option; *rebuild* is ``"env"`` only if reading a document depends on it.

    An option *of_site* has one value for all blogs.
    """

    name: str
    default: Any
    rebuild: Literal["", "env", "html"]
    check: Check
    help: str
    of_site: bool = False


#: The checks of a post's content, by their names in ``blog_checks``.
CONTENT_CHECKS = {
    "description": "posts without a description",
    "picture": "posts without an image for link previews",
    "alt": "images in posts that have no alternative text",
    "title": "titles wider than 70 columns, or 35 Han characters",
    "tags": "posts with more than 50 tags",
    "zone": "future dates without a time zone",
    "redirects": "links in posts to redirects",
}

OPTIONS = (
    Option("blog_title", "Blog", "html", TEXT, "Title of the blog."),
    Option(
        "blogs",
        {},
        "env",
        BLOGS,
        "The blogs of the site, by path, with the options of each; for other options, the site's values apply.",
        of_site=True,
    ),
    # Determines, while documents are read, which of them are posts.
    Option(
        "blog_path",
        "blog",
        "env",
        PATH,
        'Folder of the blog\'s pages, and name of its first page; `"."` if the whole site is a blog.',
        of_site=True,
    ),
    Option(
        "blog_baseurl",
        None,
        "html",
        OPTIONAL_TEXT,
        'URL of the site. Defaults to `html_baseurl` or the URL on Read the Docs; `""` and `"/"` mean no URL.',
        of_site=True,
    ),
    Option(
        "blog_post_pattern",
        None,
        "env",
        OPTIONAL_NAMES,
        "Documents that are posts if they have a date. Defaults to all documents below `blog_path`.",
    ),
    *(
        Option(
            kind.option,
            {},
            "html",
            terms_check(kind.name),
            f"Settings of {kind.plural}, by name: labels, slugs and so on.",
        )
        for kind in TAXONOMIES.values()
    ),
    # Determines, while documents are read, which keys posts have.
    Option(
        "blog_taxonomies",
        {},
        "env",
        TABLES,
        "Custom taxonomies, by name: their labels, whether they are nested, and their terms.",
        of_site=True,
    ),
    Option(
        "blog_archive_months",
        False,
        "html",
        BOOL,
        "Write a list page for each month, below that of its year.",
    ),
    Option(
        "blog_nav",
        None,
        "html",
        NAV,
        'Links in the line at the top of the blog\'s first page, such as `["archive", "tag"]`. By default the '
        "line links to every such page, unless the document itself links to one of them. `[]` for no line.",
    ),
    Option(
        "blog_list_style",
        "teasers",
        "html",
        one_of(*STYLES),
        "Style of the lists that no document defines: those of the blog, of terms and of years.",
    ),
    *(
        Option(
            kind.default, None, "env", OPTIONAL_NAMES, f"{kind.name.capitalize()} of posts that do not set one."
        )
        for kind in TAXONOMIES.values()
        if kind.default
    ),
    Option("blog_timezone", "UTC", "env", ZONE, "Time zone of dates that do not specify one.", of_site=True),
    Option(
        "blog_date_formats",
        [],
        "env",
        DATE_FORMATS,
        'Additional date formats, such as `["%d.%m.%Y"]`. They take precedence over the built-in formats.',
        of_site=True,
    ),
    Option(
        "blog_date_from_name",
        False,
        "env",
        BOOL,
        "Take the date of a post without one from its name: `2026-01-15-title.md` or `2026/01/15/title.md`.",
    ),
    Option("blog_page_size", 10, "html", SIZE, "Number of posts on each page of a list."),
    Option(
        "blog_pagination",
        "newest",
        "html",
        one_of("newest", "stable"),
        "Whether the pages of a list are numbered from the newest or the oldest post.",
    ),
    Option(
        "blog_slugify",
        None,
        "",
        SLUGIFY,
        "A function that takes the name of a term and returns its slug, the last part of its URL; or its import "
        'path, `module.function`. If several terms get the same slug, one of them keeps it. `"ascii"` '
        "transliterates names to ASCII; it needs the package `anyascii` (`sphinx-blogext[ascii]`).",
    ),
    Option(
        "blog_show_translations",
        "best",
        "html",
        one_of("best", "all"),
        "Whether a list shows only the best-matching translation of a post, or all of them.",
    ),
    # Every build determines anew which posts are shown; only drafts that were left out have to be read.
    Option(
        "blog_show_drafts",
        False,
        "",
        DRAFTS,
        "Build drafts, scheduled posts and expired posts too, and mark them. With "
        '`"unlisted"`, posts with no date or a future date are ordinary pages that appear only in the list of '
        'drafts and not in search engines. With `"previews"`, all of them are built only where Read the Docs '
        "builds a pull request.",
        of_site=True,
    ),
    Option(
        "blog_publish_at",
        "time",
        "",
        one_of("time", "day"),
        "Whether a post with a time of day is published from that time on, or by any build on that day.",
        of_site=True,
    ),
    *(
        Option(
            kind.on_unknown,
            kind.unknown,
            "env",
            one_of("ignore", "warn"),
            f"Whether to warn about {kind.plural} that are not in `{kind.option}`.",
        )
        for kind in TAXONOMIES.values()
        if kind.on_unknown
    ),
    Option(
        "blog_on_untruncated",
        "ignore",
        "env",
        one_of("ignore", "warn"),
        "Whether to warn about posts without a teaser marker.",
    ),
    Option(
        "blog_checks",
        [],
        "env",
        names_of(CONTENT_CHECKS),
        "What to warn about: " + "; ".join(f'`"{name}"`: {text}' for name, text in CONTENT_CHECKS.items()) + ".",
    ),
    Option("blog_reading_time", True, "html", BOOL, "Show the reading time."),
    Option(
        "blog_max_tags_shown",
        50,
        "html",
        COUNT,
        "How many tags of a post lists and feeds show before “…”; 0 for all. The post's own page shows all.",
        of_site=True,
    ),
    Option(
        "blog_citation",
        False,
        "html",
        BOOL,
        "Tell readers and reference managers how to cite a post. A post can override it with `citation`.",
    ),
    Option(
        "blog_recent",
        5,
        "html",
        COUNT,
        "How many recent posts the sidebar, and `blog.recent`, contain; 0 for all.",
    ),
    Option("blog_related", 3, "html", COUNT, "How many related posts a post shows."),
    Option(
        "blog_unicode_ids",
        False,
        "env",
        BOOL,
        "Build the anchors of headings in non-Latin scripts from their text, on the whole site.",
        of_site=True,
    ),
    Option(
        "blog_join_lines",
        "posts",
        "env",
        one_of("posts", "all", "none"),
        "Where a line break between two Chinese or Japanese characters is removed instead of becoming a space: in "
        "posts and documents with lists of posts, in all documents, or nowhere.",
        of_site=True,
    ),
    Option(
        "blog_cjk_markup",
        "posts",
        "env",
        one_of("posts", "all", "none"),
        "Where marks such as `**` work next to Chinese and Japanese characters without spaces: in posts and "
        "documents with lists of posts, in all documents, or nowhere.",
        of_site=True,
    ),
    Option("blog_backlinks", False, "html", BOOL, "Show on each page the posts that link to it.", of_site=True),
    Option("blog_post_header", True, "html", BOOL, "Show the date, authors and tags above a post."),
    Option("blog_post_footer", True, "html", BOOL, "Show the previous, next and related posts below a post."),
    Option(
        "post_cover",
        True,
        "html",
        BOOL,
        "Show the image of a post (`image`) above its text, unless the text contains it.",
    ),
    Option(
        "blog_stale_after",
        None,
        "html",
        AGE,
        'Age from which a post shows a notice that it is old, such as `"3 years"`; no notice by default.',
    ),
    Option("post_show_prev_next", True, "html", BOOL, "Show the previous and next post in the footer."),
    Option(
        "blog_changelog",
        None,
        "env",
        OPTIONAL_NAMES,
        "One or more changelogs: documents whose sections become posts if their headings contain a date.",
    ),
    Option(
        "post_always_section",
        False,
        "env",
        BOOL,
        "Let even a single `post` directive below a heading make a post of its section, not of the document.",
    ),
    Option("post_auto_excerpt", 1, "env", COUNT, "Paragraphs in a teaser without a marker; 0 for no teaser."),
    Option(
        "post_auto_image",
        0,
        "env",
        COUNT,
        "Number of the image in the text that represents a post; 0 for none.",
    ),
    Option(
        "post_auto_orphan",
        True,
        "env",
        BOOL,
        "Allow posts, and documents whose sections are posts, to be in no toctree.",
    ),
    Option("post_date_format", "%-d %B %Y", "html", TEXT, "Format of dates."),
    Option("post_date_format_short", "%-d %B", "html", TEXT, "Format of dates below a heading with the year."),
    Option(
        "blog_feed_archives",
        False,
        "html",
        BOOL,
        "Write a feed for every tag, category, author and other term, and for every year.",
    ),
    # Feeds have digests of their own: their options are no reason to rewrite pages.
    Option("blog_feed_fulltext", False, "", BOOL, "Put the full text of posts into feeds, not only the teaser."),
    Option(
        "blog_feed_titles",
        False,
        "",
        FEED_TITLES,
        'Put only titles into feeds; or, if it is `"summaries"`, titles and summaries.',
    ),
    Option("blog_feed_length", 20, "", OPTIONAL_COUNT, "Posts in a feed; 0, `None` or `False` for all."),
    Option("blog_feed_subtitle", None, "html", OPTIONAL_TEXT, "Subtitle of the blog's feeds."),
    Option(
        "blog_feed_pages",
        False,
        "",
        BOOL,
        "Write posts that are too old for a blog's Atom feed into archive feeds that feed readers can go back to.",
    ),
    Option(
        "blog_feed_item",
        None,
        "",
        FUNCTION,
        "A function that takes a feed entry and its post and returns the changed entry; or its import path, "
        "`module.function`.",
    ),
    Option(
        "blog_feed_hub", None, "", OPTIONAL_URL, "URL of a WebSub hub, which notifies subscribers of new posts."
    ),
    Option(
        "blog_webmention",
        None,
        "html",
        OPTIONAL_URL,
        "URL of an endpoint that receives webmentions: notifications from sites that link to a post.",
    ),
    Option(
        "blog_social_cards",
        False,
        "html",
        BOOL,
        "Draw a link preview image for each post that has no image of its own; needs Pillow "
        "(`sphinx-blogext[images]`).",
    ),
    Option(
        "blog_card_fonts",
        None,
        "html",
        FONTS,
        'Font files for these images: one, several, or some for each language, as in `{"zh": "fonts/MyHan.otf"}`. '
        "The system's fonts are the fallback.",
    ),
    Option(
        "blog_picture_sizes",
        (),
        "html",
        WIDTHS,
        "Widths in pixels at which pages offer images, such as `(480, 960, 1600)`, also in more compact formats; "
        "needs Pillow (`sphinx-blogext[images]`).",
        of_site=True,
    ),
    Option(
        "blog_default_image",
        None,
        "html",
        OPTIONAL_TEXT,
        "Link preview image for pages without one: a URL, or a path from the root of the site.",
    ),
    Option(
        "blog_feed_ids",
        "tag",
        "",
        one_of("tag", "url"),
        "What identifies an entry: a name that never changes, or its URL as in ABlog.",
        of_site=True,
    ),
    Option(
        "blog_id_authority",
        None,
        "",
        AUTHORITY,
        "The authority in whose name entry IDs are assigned. Defaults to the host of the site.",
        of_site=True,
    ),
    Option(
        "blog_canonical_version",
        None,
        "html",
        OPTIONAL_TEXT,
        "The version that publishes the feeds and that canonical links point to.",
        of_site=True,
    ),
    Option(
        "blog_version",
        None,
        "html",
        OPTIONAL_TEXT,
        "The version of the site that is built, where neither Read the Docs nor sphinx-multiversion says it.",
        of_site=True,
    ),
    Option(
        "blog_version_url",
        None,
        "html",
        VERSION_URL,
        "URL of each version of the site, such as `https://example.org/{version}/`.",
        of_site=True,
    ),
    Option(
        "blog_posts_json",
        False,
        "",
        BOOL,
        "Write `posts.json`, which contains what the blog lists: titles, URLs, dates, terms and descriptions.",
    ),
    Option(
        "blog_noindex",
        [],
        "html",
        NAV,
        'Lists that search engines should leave out, such as `["tag", "archive", "pages"]`: all lists of a '
        'taxonomy, the archive with its years and months, or (`"pages"`) the further pages of every list.',
    ),
    Option("blog_sitemap", True, "", BOOL, "Write `sitemap.xml`.", of_site=True),
    Option("blog_comments", None, "html", COMMENTS, "Comments below posts."),
    Option(
        "blog_opengraph",
        True,
        "html",
        BOOL,
        "Describe posts and lists to link previews and search engines.",
        of_site=True,
    ),
    Option(
        "blog_speedups",
        True,
        "",
        BOOL,
        "Build faster by computing once what Sphinx computes for each document; the output is the same.",
        of_site=True,
    ),
    Option(
        "blog_compare_contents",
        False,
        "",
        BOOL,
        "Compare the contents of files with the last build, not their times, to decide what to read and write "
        "again: for build servers, which check out all files anew.",
        of_site=True,
    ),
    # Every build writes all redirects that have changed, and no page shows them.
    Option(
        "blog_redirects",
        {},
        "",
        REDIRECTS,
        "Old names of pages and feeds, and what is there now: a page such as `blog/archive`, a post, term or year "
        "such as `tag:python`, or a feed such as `feed:atom.xml`. `page/{2-9}` stands for eight names.",
        of_site=True,
    ),
    Option("post_redirect_refresh", 0, "html", COUNT, "Seconds before a redirect page redirects.", of_site=True),
)


#: The options that other extensions have declared: those of sites of ABlog.
_DECLARED: dict[str, Option] = {}


def declare(config: Config, options: Iterable[Option]) -> None:
    """Add *options* to *config*, which may be read without any extension."""
    for option in options:
        # We check the type ourselves: Sphinx would only warn and go on.
        config.add(option.name, option.default, option.rebuild, Any, option.help)
        _DECLARED[option.name] = option


def options_of(config: Config) -> tuple[Option, ...]:
    """Return all options of the blog that have been declared in *config*."""
    return tuple(option for option in _DECLARED.values() if option.name in config)


def set_default(config: Config, name: str, value: Any) -> None:
    """Set the option *name* to *value* unless ``conf.py`` or the command line sets it.

    Call it before options are checked, in a handler of ``config-inited``.
    """
    if not is_set(config, name):
        config[name] = value

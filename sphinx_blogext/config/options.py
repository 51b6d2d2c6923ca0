"""Every option of ``conf.py``: its default, when it rebuilds, what it may be and what it is for."""

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
    FEED_TEMPLATES,
    FONTS,
    FUNCTION,
    FUNCTION_NAME,
    NAV,
    OPTIONAL_BOOL,
    OPTIONAL_COUNT,
    OPTIONAL_NAMES,
    OPTIONAL_TEXT,
    OPTIONAL_URL,
    PATH,
    SIZE,
    TABLES,
    TERMS,
    TEXT,
    WIDTHS,
    ZONE,
    Check,
    one_of,
)
from sphinx_blogext.core.list_request import STYLES
from sphinx_blogext.core.marks import N_
from sphinx_blogext.core.taxonomies import TAXONOMIES

if TYPE_CHECKING:
    from typing import Literal

    from sphinx.config import Config


@dataclass(frozen=True, slots=True)
class Option:
    """One option; *rebuild* is ``"env"`` only where reading a document depends on it.

    One *of_site* is the same for all blogs.
    """

    name: str
    default: Any
    rebuild: Literal["", "env", "html"]
    check: Check
    help: str
    of_site: bool = False


#: What a post may lack, by the options that ask for the checks of it while it is read.
CONTENT_CHECKS = {
    "blog_on_no_description": "For posts without a description.",
    "blog_on_no_picture": "For posts without a picture for link previews.",
    "blog_on_no_alt": "For pictures in posts that have no alternative text.",
    "blog_on_long_title": "For titles of more than 70 columns, which are 35 Han characters.",
    "blog_on_many_tags": "For posts of more than 50 tags.",
    "blog_on_no_zone": "For dates to come that name no time zone.",
}

OPTIONS = (
    Option("blog_title", "Blog", "html", TEXT, "Title of the blog."),
    Option(
        "blogs",
        {},
        "env",
        BLOGS,
        "The blogs of the site: their paths, and options of each by their usual names; others are the site's.",
        of_site=True,
    ),
    # Decides, while documents are read, which of them are posts.
    Option(
        "blog_path", "blog", "env", PATH, "Folder of the blog's pages, and page name of its first.", of_site=True
    ),
    Option(
        "blog_baseurl",
        None,
        "html",
        OPTIONAL_TEXT,
        'URL of the site; by default `html_baseurl`, or that of Read the Docs. `""` and `"/"` mean none.',
        of_site=True,
    ),
    Option(
        "blog_post_pattern",
        None,
        "env",
        OPTIONAL_NAMES,
        "Documents that are posts if they have a date; by default all below `blog_path`.",
    ),
    *(
        Option(kind.option, {}, "html", TERMS, f"What is said of {kind.plural}, by name: labels, slugs and so on.")
        for kind in TAXONOMIES.values()
    ),
    # Decides, while documents are read, which keys posts have.
    Option(
        "blog_taxonomies",
        {},
        "env",
        TABLES,
        "Taxonomies of the site's own, by name: what they are called, whether they are nested, and their terms.",
        of_site=True,
    ),
    Option(
        "blog_archive_months",
        False,
        "html",
        BOOL,
        "Write a list of each month, below that of its year.",
    ),
    Option(
        "blog_nav",
        None,
        "html",
        NAV,
        'What the blog\'s first page leads to in one line, such as `["archive", "tag"]`; by default all there is, '
        "unless the document says it itself. `[]` for no such line.",
    ),
    Option(
        "blog_list_style",
        "teasers",
        "html",
        one_of(*STYLES),
        "Style of the lists that no document asks for in another: of the blog, of terms and of years.",
    ),
    *(
        Option(kind.default, None, "env", OPTIONAL_NAMES, f"{kind.name.capitalize()} of posts that name none.")
        for kind in TAXONOMIES.values()
        if kind.default
    ),
    Option("blog_timezone", "UTC", "env", ZONE, "Time zone of dates that name none.", of_site=True),
    Option(
        "blog_date_formats",
        [],
        "env",
        DATE_FORMATS,
        'Forms in which dates may be written beside those that are always read, such as `["%d.%m.%Y"]`; they take '
        "precedence.",
        of_site=True,
    ),
    Option(
        "blog_date_from_name",
        False,
        "env",
        BOOL,
        "Take the date of a post that has none from its name: `2026-01-15-title.md`, or `2026/01/15/title.md`.",
    ),
    Option(
        "blog_date_parser",
        None,
        "env",
        FUNCTION_NAME,
        "A function that reads dates which are in no form that is known, such as `dateutil.parser.parse`. What it "
        "makes of one is used, with a warning that says how to write it.",
        of_site=True,
    ),
    Option("blog_page_size", 10, "html", SIZE, "Posts on a page of a list."),
    Option(
        "blog_same_moment",
        "name",
        "html",
        one_of("name", "title"),
        "Order of posts of the same moment: by the names of their documents from a to z, or by title from z to a, "
        "as in ABlog.",
    ),
    Option(
        "blog_pagination",
        "newest",
        "html",
        one_of("newest", "stable"),
        "Whether pages are counted from the newest or the oldest post.",
    ),
    Option(
        "blog_ascii_slugs",
        False,
        "html",
        BOOL,
        "Spell the addresses of terms in ASCII; needs the package `anyascii` (`sphinx-blogext[ascii]`).",
    ),
    Option(
        "blog_slugify",
        None,
        "",
        FUNCTION,
        "A function of the name of a term that spells the last part of its address, or how to import it: "
        "`module.function`. Of several terms for which it gives the same, one has it.",
    ),
    Option(
        "blog_label_slugs",
        False,
        "html",
        BOOL,
        "Make the addresses of authors, languages and locations of their labels, not of the names that posts use.",
    ),
    Option(
        "blog_show_translations",
        "best",
        "html",
        one_of("best", "all"),
        "Whether a list shows the best of the versions of a post in several languages, or each.",
    ),
    # Which posts are shown is settled on every build: only drafts that were left out have to be read.
    Option(
        "blog_show_drafts",
        False,
        "",
        DRAFTS,
        'Build drafts, future and expired posts too, and mark them. With `"unlisted"` posts that have no date or '
        "a future one are ordinary pages which no list but that of drafts names, and no search engine. With "
        '`"previews"` all are built where Read the Docs builds a pull request, and nowhere else.',
        of_site=True,
    ),
    Option(
        "blog_publish_at",
        "time",
        "",
        one_of("time", "day"),
        "Whether a post with a time is published from that time on, or by every build of its day.",
        of_site=True,
    ),
    Option(
        "blog_undated",
        "pages",
        "env",
        one_of("pages", "drafts"),
        "What documents of `blog_post_pattern` with front matter and no date are: no posts, or drafts.",
    ),
    *(
        Option(
            kind.on_unknown,
            kind.unknown,
            "env",
            one_of("ignore", "warn"),
            f"For {kind.plural} not in `{kind.option}`.",
        )
        for kind in TAXONOMIES.values()
        if kind.on_unknown
    ),
    Option("blog_on_untruncated", "ignore", "env", one_of("ignore", "warn"), "For posts without a marker."),
    *(Option(name, "ignore", "env", one_of("ignore", "warn"), text) for name, text in CONTENT_CHECKS.items()),
    Option(
        "blog_on_redirected_link",
        "ignore",
        "env",
        one_of("ignore", "warn"),
        "For links in posts to pages that only forward.",
    ),
    Option("blog_reading_time", True, "html", BOOL, "Show the reading time."),
    Option(
        "blog_max_tags_shown",
        50,
        "html",
        COUNT,
        "How many tags of a post lists and feeds show, before “…”; 0 for all. The post's own page shows all.",
    ),
    Option(
        "blog_citation",
        False,
        "html",
        BOOL,
        "Tell readers and reference managers how to cite a post; `citation` in a post says otherwise.",
    ),
    Option("blog_related", 3, "html", COUNT, "How many related posts a post names."),
    Option(
        "blog_unicode_ids",
        False,
        "env",
        BOOL,
        "Make the anchors of headings that are not in Latin script of their text, in the whole site.",
        of_site=True,
    ),
    Option(
        "blog_join_lines",
        "posts",
        "env",
        one_of("posts", "all", "none"),
        "Where a line break between two Chinese or Japanese characters is no space: in posts and documents "
        "with lists of posts, in all documents, or nowhere.",
        of_site=True,
    ),
    Option(
        "blog_backlinks", False, "html", BOOL, "Name the posts that link to a page, on that page.", of_site=True
    ),
    Option("blog_post_header", True, "html", BOOL, "Show date, authors and tags above a post."),
    Option("blog_post_footer", True, "html", BOOL, "Show neighbours and related posts below a post."),
    Option(
        "post_cover",
        True,
        "html",
        BOOL,
        "Show the picture of a post (`image`) above its text, if it is not in it.",
    ),
    Option(
        "blog_stale_after",
        None,
        "html",
        AGE,
        'Age from which a post has a notice that says so, such as `"3 years"`; none by default.',
    ),
    Option(
        "blog_stale_notice",
        None,
        "html",
        OPTIONAL_TEXT,
        "What that notice says in other words than ours; `{age}` is the age.",
    ),
    Option("post_show_prev_next", True, "html", BOOL, "Show the neighbours in the footer."),
    Option(
        "blog_changelog",
        None,
        "env",
        OPTIONAL_NAMES,
        "A document, or several, whose sections are posts where they have a date in the heading: a changelog.",
    ),
    Option(
        "post_always_section",
        False,
        "env",
        BOOL,
        "A single `post` directive below a heading makes a post of its section, too, and not of the document.",
    ),
    Option("post_auto_excerpt", 1, "env", COUNT, "Paragraphs of a teaser without a marker; 0 for none."),
    Option(
        "post_auto_excerpt_past_headings",
        False,
        "env",
        BOOL,
        "Such a teaser has its paragraphs even if there are headings between them; else it ends before a heading.",
    ),
    Option(
        "post_auto_image",
        0,
        "env",
        COUNT,
        "Number of the image that stands for a post; 0 for none.",
    ),
    Option(
        "blog_teaser_image",
        False,
        "html",
        BOOL,
        "Show the picture of a post (`image`, `post_auto_image`) below its teaser, if it is not in it.",
    ),
    Option(
        "blog_read_more",
        "cut",
        "html",
        one_of("cut", "always"),
        "Whether “Read more” stands only where a teaser was cut, or always: in a `postlist` that has `expand`.",
    ),
    Option(
        "post_auto_orphan",
        True,
        "env",
        BOOL,
        "Posts, and documents whose sections are posts, need not stand in a toctree.",
    ),
    Option("post_date_format", N_("%d %B %Y"), "html", TEXT, "Format of dates."),
    Option("post_date_format_short", N_("%d %B"), "html", TEXT, "Format of dates under a heading of their year."),
    Option(
        "postlist_date_format",
        None,
        "html",
        OPTIONAL_TEXT,
        "Format of dates in lists of `postlist` that name none; by default `post_date_format`.",
    ),
    Option(
        "postlist_match",
        "any",
        "html",
        one_of("any", "all"),
        "How many of the names in a filter of `postlist`, such as `:tags: a, b`, a post has to have.",
    ),
    Option(
        "blog_home_text",
        True,
        "env",
        BOOL,
        "Whether the document that is the first page of the blog shows its text above the list. With `False` it "
        "shows its title alone, unless it has a `postlist`.",
    ),
    Option(
        "blog_ablog_redirects",
        False,
        "html",
        BOOL,
        "Forward the pages that terms and the blog have in ABlog, where ours have other addresses.",
        of_site=True,
    ),
    Option(
        "blog_feed_archives",
        False,
        "html",
        BOOL,
        "Write feeds of every tag, category, author and so on, and of every year.",
    ),
    # Feeds have digests of their own: their options are no reason to rewrite pages.
    Option("blog_feed_fulltext", False, "", BOOL, "Put the whole text of posts into feeds, not the teaser."),
    Option("blog_feed_titles", False, "", OPTIONAL_BOOL, "Put nothing but titles into feeds."),
    Option("blog_feed_length", 20, "", OPTIONAL_COUNT, "Posts in a feed; 0, `None` or `False` for all."),
    Option("blog_feed_subtitle", None, "html", OPTIONAL_TEXT, "Subtitle of the blog's feeds."),
    Option(
        "blog_feed_pages",
        False,
        "",
        BOOL,
        "Write the posts before those of a blog's Atom feed into archives, which readers of feeds can go back to.",
    ),
    Option(
        "blog_feed_item",
        None,
        "",
        FUNCTION,
        "A function of an entry of a feed and its post that returns the entry changed, or how to import it: "
        "`module.function`.",
    ),
    Option("blog_feed_hub", None, "", OPTIONAL_URL, "URL of a WebSub hub, which tells subscribers what is new."),
    Option(
        "blog_webmention",
        None,
        "html",
        OPTIONAL_URL,
        "URL that receives webmentions: who links to a post tells it.",
    ),
    Option(
        "blog_social_cards",
        False,
        "html",
        BOOL,
        "Draw a picture of each post for link previews, where it has none of its own; needs Pillow "
        "(`sphinx-blogext[cards]`).",
    ),
    Option(
        "blog_card_fonts",
        None,
        "html",
        FONTS,
        'Files of fonts for these, one or several, or such by language: `{"zh": "fonts/MyHan.otf"}`; those of the '
        "system follow.",
    ),
    Option(
        "blog_picture_sizes",
        (),
        "html",
        WIDTHS,
        "Widths in pixels in which pages offer pictures, such as `(480, 960, 1600)`, and in lighter formats too; "
        "needs Pillow (`sphinx-blogext[pictures]`).",
        of_site=True,
    ),
    Option(
        "blog_default_image",
        None,
        "html",
        OPTIONAL_TEXT,
        "Picture of pages that have none, for link previews: a URL, or a path from the root of the site.",
    ),
    Option(
        "blog_feed_templates",
        {},
        "",
        FEED_TEMPLATES,
        "Templates for the title, summary and content of entries, by the name of a feed: `atom`, `rss`, `feed`, "
        "or another, which makes one more Atom feed.",
    ),
    Option(
        "blog_feed_ids",
        "tag",
        "",
        one_of("tag", "url"),
        "What entries are identified by: a name that never changes, or their URL as in ABlog.",
        of_site=True,
    ),
    Option(
        "blog_feed_id_base",
        None,
        "",
        OPTIONAL_TEXT,
        "What ids that are URLs begin with, as it stands here, and the id of all feeds then; by default the URL "
        "of the site. It keeps the ids of a site that was published at another one.",
        of_site=True,
    ),
    Option(
        "blog_id_authority",
        None,
        "",
        AUTHORITY,
        "In whose name ids of entries are given; by default the host of the site.",
        of_site=True,
    ),
    Option(
        "blog_canonical_version",
        None,
        "html",
        OPTIONAL_TEXT,
        "On Read the Docs, the version that has the feeds and that canonical links lead to.",
        of_site=True,
    ),
    Option(
        "blog_posts_json",
        False,
        "",
        BOOL,
        "Write `posts.json`, which says what the blog lists: titles, URLs, dates, terms and descriptions.",
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
        "Build in less time by working out once what Sphinx works out for each document; the output is the same.",
        of_site=True,
    ),
    Option(
        "blog_compare_contents",
        False,
        "",
        BOOL,
        "Read and write again what has other contents than at the last build, not what has another time: for "
        "build servers, which check out all files anew.",
        of_site=True,
    ),
    Option("post_redirect_refresh", 0, "html", COUNT, "Seconds before a redirect page forwards.", of_site=True),
)


def set_default(config: Config, name: str, value: Any) -> None:
    """Let the option *name* be *value* where neither ``conf.py`` nor the command line sets it.

    To be called before options are checked, in a handler of ``config-inited``.
    """
    if not is_set(config, name):
        config[name] = value

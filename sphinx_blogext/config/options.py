"""Every option of ``conf.py``: its type, its default, what it rebuilds, its valid values and its purpose."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import tzinfo
from functools import partial
from typing import Any, Literal, NamedTuple

from sphinx.config import Config

from sphinx_blogext._compat import is_set
from sphinx_blogext.config import checks
from sphinx_blogext.config.checks import Check, as_names
from sphinx_blogext.config.taxonomies import TAXONOMY_TABLES
from sphinx_blogext.core.dates import Age, parse_zone, read_age
from sphinx_blogext.core.pagination import STYLES, Order


class Option(NamedTuple):
    """What is declared of an option; *rebuild* is ``"env"`` only if reading a document depends on it.

    An option *of_site* has one value for all blogs. *read* returns what the code works with from a valid value.
    """

    name: str
    default: Any
    rebuild: Literal["", "env", "html"]
    check: Check
    of_site: bool = False
    read: Callable[[Any], Any] | None = None


#: Declares an attribute as an option; the text below it is its description in the reference.
option: Callable[..., Any] = partial(Option, "")

#: CSS classes that sphinx-gallery and sphinx-tags give to what is about a page.
NO_TEXT = frozenset(
    {f"sphx-glr-{name}" for name in "download-link-note example-tags footer signature timing".split()} | {"tags"}
)


def _by_language(value: Any) -> dict[str, tuple[str, ...]]:
    """Return names by language, under ``""`` if they are for all."""
    tables = value if isinstance(value, dict) else {"": value} if value else {}
    return {language: as_names(names) for language, names in tables.items()}


def _text(value: str | None) -> str:
    return value or ""


class Options:
    """The values of all options for one blog; no dataclass, as making one takes a build several milliseconds."""

    blog_title: str = option("Blog", "html", checks.TEXT)
    """Title of the blog."""
    blogs: Mapping[str, Mapping[str, Any]] = option({}, "env", checks.BLOGS, of_site=True)
    """The blogs of the site, by path, with the options of each; for other options, the site's values apply."""
    # Determines, while documents are read, which of them are posts.
    blog_path: str = option("blog", "env", checks.PATH, of_site=True)
    """Folder of the blog's pages, and name of its first page; `"."` if the whole site is a blog."""
    blog_baseurl: str | None = option(None, "html", checks.OPTIONAL_TEXT, of_site=True)
    """URL of the site. Defaults to `html_baseurl` or the URL on Read the Docs; `""` and `"/"` mean no URL."""
    blog_post_pattern: tuple[str, ...] | None = option(
        None, "env", checks.OPTIONAL_NAMES, read=lambda value: None if value is None else as_names(value)
    )
    """Documents that are posts if they have a date. Defaults to all documents below `blog_path`."""
    blog_tags: Mapping[str, Any] = option({}, "html", checks.terms_check("tag"))
    """Settings of tags, by name: labels, slugs and so on."""
    blog_categories: Mapping[str, Any] = option({}, "html", checks.terms_check("category"))
    """Settings of categories, by name: labels, slugs and so on."""
    blog_authors: Mapping[str, Any] = option({}, "html", checks.terms_check("author"))
    """Settings of authors, by name: labels, slugs and so on."""
    blog_series: Mapping[str, Any] = option({}, "html", checks.terms_check("series"))
    """Settings of series, by name: labels, slugs and so on."""
    blog_languages: Mapping[str, Any] = option({}, "html", checks.terms_check("language"))
    """Settings of languages, by name: labels, slugs and so on."""
    blog_locations: Mapping[str, Any] = option({}, "html", checks.terms_check("location"))
    """Settings of locations, by name: labels, slugs and so on."""
    # Determines, while documents are read, which keys posts have.
    blog_taxonomies: Mapping[str, Mapping[str, Any]] = option({}, "env", TAXONOMY_TABLES, of_site=True)
    """Custom taxonomies, by name: their labels, whether they are nested, and their terms."""
    blog_archive_months: bool = option(False, "html", checks.BOOL)
    """Write a list page for each month, below that of its year."""
    blog_nav: Sequence[str] | None = option(None, "html", checks.list_names("archive", "feeds"))
    """Links in the line below the heading of the main list, such as `["archive", "tag"]`. By default the line
    links to every such page. `[]` for no line."""
    blog_list_style: str = option("teasers", "html", checks.one_of(*STYLES))
    """Style of the lists that no document defines: those of the blog, of terms and of years."""
    blog_default_author: tuple[str, ...] = option(None, "env", checks.OPTIONAL_NAMES, read=as_names)
    """Author of posts that do not set one."""
    blog_default_language: tuple[str, ...] = option(None, "env", checks.OPTIONAL_NAMES, read=as_names)
    """Language of posts that do not set one."""
    blog_default_location: tuple[str, ...] = option(None, "env", checks.OPTIONAL_NAMES, read=as_names)
    """Location of posts that do not set one."""
    blog_timezone: tzinfo = option("UTC", "env", checks.ZONE, of_site=True, read=parse_zone)
    """Time zone of dates that do not specify one."""
    blog_date_formats: tuple[str, ...] = option([], "env", checks.DATE_FORMATS, of_site=True, read=tuple)
    """Additional date formats, such as `["%d.%m.%Y"]`. They take precedence over the built-in formats."""
    blog_date_from_name: bool = option(False, "env", checks.BOOL)
    """Take the date of a post without one from its name: `2026-01-15-title.md` or `2026/01/15/title.md`."""
    blog_page_size: int = option(10, "html", checks.SIZE)
    """Number of posts on each page of a list."""
    blog_pagination: Order = option("newest", "html", checks.one_of("newest", "stable"))
    """Whether the pages of a list are numbered from the newest or the oldest post."""
    blog_slugify: Callable[[str], str] | str | None = option(None, "", checks.SLUGIFY)
    """A function that takes the name of a term and returns its slug, the last part of its URL; or its import path,
    `module.function`. If several terms get the same slug, one of them keeps it. `"ascii"` transliterates names to
    ASCII; it needs the package `anyascii` (`sphinx-blogext[ascii]`)."""
    blog_show_translations: str = option("best", "html", checks.one_of("best", "all"))
    """Whether a list shows only the best-matching translation of a post, or all of them."""
    # Every build determines anew which posts are shown; only drafts that were left out have to be read.
    blog_show_drafts: bool | str = option(False, "", checks.DRAFTS, of_site=True)
    """Build drafts, scheduled posts and expired posts too, and mark them. With `"unlisted"`, posts with no date or
    a future date are ordinary pages that appear only in the list of drafts and not in search engines. With
    `"previews"`, all of them are built only where Read the Docs builds a pull request."""
    blog_publish_at: str = option("time", "", checks.one_of("time", "day"), of_site=True)
    """Whether a post with a time of day is published from that time on, or by any build on that day."""
    blog_on_unknown_tag: str = option("ignore", "env", checks.one_of("ignore", "warn"))
    """Whether to warn about tags that are not in `blog_tags`."""
    blog_on_unknown_author: str = option("warn", "env", checks.one_of("ignore", "warn"))
    """Whether to warn about authors that are not in `blog_authors`."""
    blog_on_untruncated: str = option("ignore", "env", checks.one_of("ignore", "warn"))
    """Whether to warn about posts without a teaser marker."""
    blog_checks: frozenset[str] = option(
        [], "env", checks.names_of(*"description picture alt title tags zone redirects".split()), read=frozenset
    )
    """What to warn about: `"description"`: posts without a description; `"picture"`: posts without an image for
    link previews; `"alt"`: images in posts that have no alternative text; `"title"`: titles wider than 70 columns,
    or 35 Han characters; `"tags"`: posts with more than 50 tags; `"zone"`: future dates without a time zone;
    `"redirects"`: links in posts to redirects."""
    blog_reading_time: bool = option(True, "html", checks.BOOL)
    """Show the reading time."""
    blog_word_count: bool = option(False, "html", checks.BOOL)
    """Show the number of words beside the reading time. Code is not counted, and each Chinese or Japanese
    character is a word."""
    blog_max_tags_shown: int = option(50, "html", checks.COUNT, of_site=True)
    """How many tags of a post lists and feeds show before “…”; 0 for all. The post's own page shows all."""
    blog_citation: bool = option(False, "html", checks.BOOL)
    """Tell readers and reference managers how to cite a post. A post can override it with `citation`."""
    blog_recent: int = option(5, "html", checks.COUNT)
    """How many recent posts the sidebar, and `blog.recent`, contain; 0 for all."""
    blog_related: int = option(3, "html", checks.COUNT)
    """How many related posts a post shows."""
    blog_unicode_ids: bool = option(False, "env", checks.BOOL, of_site=True)
    """Build the anchors of headings in non-Latin scripts from their text, on the whole site."""
    blog_join_lines: str = option("posts", "env", checks.one_of("posts", "all", "none"), of_site=True)
    """Where a line break between two Chinese or Japanese characters is removed instead of becoming a space: in
    posts and documents with lists of posts, in all documents, or nowhere."""
    blog_cjk_markup: str = option("posts", "env", checks.one_of("posts", "all", "none"), of_site=True)
    """Where marks such as `**` work next to Chinese and Japanese characters without spaces: in posts and all other
    documents below `blog_path`, in all documents, or nowhere."""
    blog_backlinks: bool = option(False, "html", checks.BOOL, of_site=True)
    """Show on each page the posts that link to it."""
    blog_post_header: bool = option(True, "html", checks.BOOL)
    """Show the date, authors and tags above a post."""
    blog_post_footer: bool = option(True, "html", checks.BOOL)
    """Show the previous, next and related posts below a post."""
    post_cover: bool = option(True, "html", checks.BOOL)
    """Show the image of a post (`image`) above its text, unless the text contains it."""
    blog_stale_after: Age | None = option(None, "html", checks.AGE, read=lambda value: value and read_age(value))
    """Age from which a post shows a notice that it is old, such as `"3 years"`; no notice by default."""
    post_show_prev_next: bool = option(True, "html", checks.BOOL)
    """Show the previous and next post in the footer."""
    blog_changelog: tuple[str, ...] = option(
        None, "env", checks.OPTIONAL_NAMES, read=lambda value: tuple(name.strip("/") for name in as_names(value))
    )
    """One or more changelogs: documents whose sections become posts if their headings contain a date."""
    post_always_section: bool = option(False, "env", checks.BOOL)
    """Make even a single `post` directive below a heading turn its section, not the document, into a post."""
    post_auto_excerpt: int = option(1, "env", checks.COUNT)
    """Paragraphs in a teaser without a marker; 0 for no teaser."""
    blog_teaser_exclude: frozenset[str] = option(
        [], "env", checks.OPTIONAL_NAMES, of_site=True, read=lambda value: NO_TEXT | frozenset(as_names(value))
    )
    """CSS classes and names of nodes that are part of no teaser, description or feed, in addition to
    {ref}`what other extensions write <not-in-teasers>`."""
    post_auto_image: int = option(0, "env", checks.COUNT)
    """Number of the image in the text that represents a post; 0 for none."""
    post_auto_orphan: bool = option(True, "env", checks.BOOL)
    """Allow posts, and documents whose sections are posts, to be in no toctree."""
    post_date_format: str = option("%-d %B %Y", "html", checks.TEXT)
    """Format of dates."""
    post_date_format_short: str = option("%-d %B", "html", checks.TEXT)
    """Format of dates below a heading with the year."""
    blog_feed_archives: bool = option(False, "html", checks.BOOL)
    """Write a feed for every tag, category, author and other term, and for every year."""
    # Feeds have digests of their own: their options are no reason to rewrite pages.
    blog_feed_fulltext: bool = option(False, "", checks.BOOL)
    """Put the full text of posts into feeds, not only the teaser."""
    blog_feed_titles: bool | str | None = option(False, "", checks.FEED_TITLES)
    """Put only titles into feeds; or, if it is `"summaries"`, titles and summaries."""
    blog_feed_length: int = option(20, "", checks.OPTIONAL_COUNT, read=lambda value: value or 0)
    """Posts in a feed; 0, `None` or `False` for all."""
    blog_feed_subtitle: str = option(None, "html", checks.OPTIONAL_TEXT, read=_text)
    """Subtitle of the blog's feeds."""
    blog_webmention: str = option(None, "html", checks.OPTIONAL_URL, read=_text)
    """URL of an endpoint that receives webmentions: notifications from sites that link to a post."""
    blog_social_cards: bool = option(False, "html", checks.BOOL)
    """Draw a link preview image for each post that has no image of its own; needs Pillow
    (`sphinx-blogext[images]`)."""
    blog_card_fonts: Mapping[str, tuple[str, ...]] = option(None, "html", checks.FONTS, read=_by_language)
    """Font files for social cards: one, several, or some for each language, as in `{"zh": "fonts/MyHan.otf"}`. The
    system's fonts are the fallback."""
    blog_picture_sizes: Sequence[int] = option((), "html", checks.WIDTHS, of_site=True)
    """Widths in pixels at which pages offer images, such as `(480, 960, 1600)`, also in more compact formats;
    needs Pillow (`sphinx-blogext[images]`)."""
    blog_default_image: str = option(None, "html", checks.OPTIONAL_TEXT, read=_text)
    """Link preview image for pages without one: a URL, or a path from the root of the site."""
    blog_feed_ids: str = option("tag", "", checks.one_of("tag", "url"), of_site=True)
    """What identifies an entry: a name that never changes, or its URL as in ABlog."""
    blog_id_authority: str = option(None, "", checks.AUTHORITY, of_site=True, read=_text)
    """The authority in whose name entry IDs are assigned. Defaults to the host of the site."""
    blog_canonical_version: str = option(None, "html", checks.OPTIONAL_TEXT, of_site=True, read=_text)
    """The version that publishes the feeds and that canonical links point to."""
    blog_version: str | None = option(None, "html", checks.OPTIONAL_TEXT, of_site=True)
    """The version of the site that is built, if neither Read the Docs nor sphinx-multiversion provides it."""
    blog_version_url: str = option(None, "html", checks.VERSION_URL, of_site=True, read=_text)
    """URL of each version of the site, such as `https://example.org/{version}/`."""
    blog_posts_json: bool = option(False, "", checks.BOOL)
    """Write `posts.json`, which contains what the blog lists: titles, URLs, dates, terms and descriptions."""
    blog_noindex: tuple[str, ...] = option([], "html", checks.list_names("archive", "pages"), read=as_names)
    """Lists that search engines should leave out, such as `["tag", "archive", "pages"]`: all lists of a taxonomy,
    the archive with its years and months, or (`"pages"`) the further pages of every list."""
    blog_sitemap: bool = option(True, "", checks.BOOL, of_site=True)
    """Write `sitemap.xml`."""
    blog_comments: Mapping[str, str] | None = option(None, "html", checks.COMMENTS)
    """Comments below posts."""
    blog_opengraph: bool = option(True, "html", checks.BOOL, of_site=True)
    """Describe posts and lists to link previews and search engines."""
    blog_speedups: bool = option(True, "", checks.BOOL, of_site=True)
    """Build faster by computing once what Sphinx computes for each document; the output is the same."""
    blog_compare_contents: bool = option(False, "", checks.BOOL, of_site=True)
    """Compare the contents of files with the last build, not their times, to decide what to read and write again:
    for build servers, which check out all files anew."""
    # Every build writes all redirects that have changed, and no page shows them.
    blog_redirects: Mapping[str, str] = option({}, "", checks.REDIRECTS, of_site=True)
    """Old names of pages and feeds, and where each leads: to a page such as `blog/archive`, a post, term or year
    such as `tag:python`, or a feed such as `feed:atom.xml`. `page/{2-9}` stands for eight names."""
    post_redirect_refresh: int = option(0, "html", checks.COUNT, of_site=True)
    """Seconds before a redirect page redirects."""


OPTIONS = tuple(each._replace(name=name) for name, each in vars(Options).items() if isinstance(each, Option))


def declare(config: Config, options: Iterable[Option]) -> None:
    """Add *options* to *config*, which may be read without any extension."""
    for each in options:
        # We check the type ourselves: Sphinx would only warn and go on.
        config.add(each.name, each.default, each.rebuild, Any)


def set_default(config: Config, name: str, value: Any) -> None:
    """Set an option unless the site sets it. Call it in ``config-inited``, before options are checked."""
    if not is_set(config, name):
        config[name] = value

"""Every option of ``conf.py``: its default, when it rebuilds, what it may be and what it is for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, TemplateSyntaxError
from sphinx.errors import ConfigError

from sphinx_blogext import comments
from sphinx_blogext._compat import names_in_conf
from sphinx_blogext.addresses import folder_of, is_page_name
from sphinx_blogext.dates import parse_zone
from sphinx_blogext.i18n import no_language, unknown_directive, valid_language
from sphinx_blogext.marks import N_
from sphinx_blogext.metadata import is_safe_url, suggest
from sphinx_blogext.model import TermSettings, other_names
from sphinx_blogext.slugs import normalize
from sphinx_blogext.taxonomies import TAXONOMIES
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Literal

    from sphinx.application import Sphinx
    from sphinx.config import Config

#: How many characters of a wrong value a message shows.
_LONGEST_VALUE = 500

Check = tuple[str, "Callable[[Any], bool]"]


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_names(value: Any) -> bool:
    return isinstance(value, str) or (
        isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value)
    )


def _is_zone(value: Any) -> bool:
    try:
        return isinstance(value, str) and bool(parse_zone(value))
    except ValueError:
        return False


def _is_path(value: Any) -> bool:
    if not isinstance(value, str) or value.startswith("/"):
        return False
    name = value.strip("/")
    # A page called ``x/index`` is the page ``x``.
    return is_page_name(name) and folder_of(name) == name


def _is_terms(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    if not all(isinstance(key, str) and _is_term(settings) for key, settings in value.items()):
        return False
    settings = [settings for settings in value.values() if isinstance(settings, dict)]
    slugs = [given["slug"].casefold() for given in settings if given.get("slug")]
    names = [*value, *(alias for given in settings for alias in as_names(given.get("aliases")))]
    return len(slugs) == len(set(slugs)) and len(names) == len(set(map(normalize, names)))


def _is_term(settings: Any) -> bool:
    if isinstance(settings, str):
        return True
    if isinstance(settings, (list, tuple)):
        return len(settings) == 2 and isinstance(settings[0], str) and isinstance(settings[1], (str, type(None)))
    if not isinstance(settings, dict) or not _is_slug(settings.get("slug") or "x"):
        return False
    social = settings.get("social") or {}
    texts = {name: value for name, value in settings.items() if name not in {"social", "aliases", "hidden"}}
    return (
        set(texts) <= {"name", "label", "slug", "url", "description", "avatar"}
        and all(value is None or isinstance(value, str) for value in texts.values())
        and (settings.get("aliases") is None or _is_names(settings["aliases"]))
        and isinstance(settings.get("hidden", False), bool)
        and isinstance(social, dict)
        and all(isinstance(item, str) for pair in social.items() for item in pair)
    )


def _is_slug(value: Any) -> bool:
    return isinstance(value, str) and "/" not in value and not value.startswith(".") and _is_path(f"term/{value}")


def _is_feed_templates(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(name, str)
        and bool(re.fullmatch(r"[A-Za-z0-9_-]+", name))
        and isinstance(templates, dict)
        and all(key in {"title", "summary", "content"} and _is_template(text) for key, text in templates.items())
        for name, templates in value.items()
    )


def _is_template(text: Any) -> bool:
    try:
        return isinstance(text, str) and bool(Environment().parse(text))
    except TemplateSyntaxError:
        return False


def _is_authority(value: Any) -> bool:
    return value is None or (
        isinstance(value, str) and bool(re.fullmatch(r"([A-Za-z0-9._-]+@)?[A-Za-z0-9][A-Za-z0-9.-]*", value))
    )


def _one_of(*values: str) -> Check:
    return " or ".join(map(repr, values)), lambda value: value in values


BOOL: Check = ("True or False", lambda value: isinstance(value, bool))
TEXT: Check = ("a string", lambda value: isinstance(value, str))
COUNT: Check = ("a whole number, 0 or more", _is_count)
SIZE: Check = ("a whole number, 1 or more", lambda value: _is_count(value) and value > 0)
OPTIONAL_NAMES: Check = ("a string, a list of strings or None", lambda v: v is None or _is_names(v))
OPTIONAL_TEXT: Check = ("a string or None", lambda value: value is None or isinstance(value, str))
ZONE: Check = ("the name of a time zone, such as 'UTC' or 'Asia/Shanghai'", _is_zone)
PATH: Check = (
    (
        "a path such as 'blog' or 'news/blog', without '..', characters like ':' "
        "and names that Sphinx uses itself, such as 'search', 'index' or '_static'"
    ),
    _is_path,
)
TERMS: Check = (
    (
        "a dictionary of names to (name, link) or to dictionaries with "
        "name, label, slug, url, description, avatar, social, aliases or hidden; no name or alias twice"
    ),
    _is_terms,
)


AUTHORITY: Check = (
    "a host name or e-mail address that is yours, such as 'example.org', or None",
    _is_authority,
)
FEED_TEMPLATES: Check = (
    "a dictionary of file names to dictionaries with templates for title, summary or content",
    _is_feed_templates,
)


COMMENTS: Check = (
    "None, or a dictionary with 'provider' ('giscus', 'utterances' or 'isso') and what that needs",
    lambda value: not comments.problem_of(value),
)


@dataclass(frozen=True, slots=True)
class Option:
    """One option; *rebuild* is ``"env"`` only where reading a document depends on it."""

    name: str
    default: Any
    rebuild: Literal["", "env", "html"]
    check: Check
    help: str


OPTIONS = (
    Option("blog_title", "Blog", "html", TEXT, "Title of the blog."),
    Option("blog_path", "blog", "env", PATH, "Folder of the blog's pages, and page name of its first."),
    Option(
        "blog_baseurl",
        None,
        "html",
        OPTIONAL_TEXT,
        'URL of the site; by default `html_baseurl`, or that of Read the Docs. `""` and `"/"` mean none.',
    ),
    Option(
        "blog_post_pattern",
        None,
        "env",
        OPTIONAL_NAMES,
        "Documents that are posts if they have a date; by default all below `blog_path`.",
    ),
    Option("blog_authors", {}, "html", TERMS, "Authors by key."),
    Option("blog_languages", {}, "html", TERMS, "Languages by code."),
    Option("blog_locations", {}, "html", TERMS, "Locations by key."),
    Option("blog_tags", {}, "html", TERMS, "Labels, slugs and descriptions of tags."),
    Option("blog_categories", {}, "html", TERMS, "The same for categories."),
    Option("blog_series", {}, "html", TERMS, "The same for series."),
    Option("blog_default_author", None, "env", OPTIONAL_NAMES, "Author of posts that name none."),
    Option("blog_default_language", None, "env", OPTIONAL_NAMES, "Language of posts that name none."),
    Option("blog_default_location", None, "env", OPTIONAL_NAMES, "Location of posts that name none."),
    Option("blog_timezone", "UTC", "env", ZONE, "Time zone of dates that name none."),
    Option("blog_page_size", 10, "html", SIZE, "Posts on a page of a list."),
    Option(
        "blog_pagination",
        "newest",
        "html",
        _one_of("newest", "stable"),
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
        "blog_show_translations",
        "best",
        "html",
        _one_of("best", "all"),
        "Whether a list shows the best of the versions of a post in several languages, or each.",
    ),
    Option("blog_show_drafts", False, "", BOOL, "Build drafts, future and expired posts too."),
    Option(
        "blog_on_unknown_author", "warn", "env", _one_of("ignore", "warn"), "For authors not in `blog_authors`."
    ),
    Option("blog_on_unknown_tag", "ignore", "env", _one_of("ignore", "warn"), "For tags not in `blog_tags`."),
    Option("blog_on_untruncated", "ignore", "env", _one_of("ignore", "warn"), "For posts without a marker."),
    Option("blog_reading_time", True, "html", BOOL, "Show the reading time."),
    Option(
        "blog_max_tags_shown",
        50,
        "html",
        COUNT,
        "How many tags of a post lists and feeds show, before “…”; 0 for all. The post's own page shows all.",
    ),
    Option("blog_related", 3, "html", COUNT, "How many related posts a post names."),
    Option(
        "blog_unicode_ids",
        False,
        "env",
        BOOL,
        "Make the anchors of headings that are not in Latin script of their text, in the whole site.",
    ),
    Option(
        "blog_join_lines",
        "posts",
        "env",
        _one_of("posts", "all", "none"),
        "Where a line break between two Chinese or Japanese characters is no space: in posts and documents "
        "with lists of posts, in all documents, or nowhere.",
    ),
    Option("blog_backlinks", False, "html", BOOL, "Name the posts that link to a page, on that page."),
    Option("blog_post_header", True, "html", BOOL, "Show date, authors and tags above a post."),
    Option("blog_post_footer", True, "html", BOOL, "Show neighbours and related posts below a post."),
    Option("post_show_prev_next", True, "html", BOOL, "Show the neighbours in the footer."),
    Option(
        "post_always_section",
        False,
        "env",
        BOOL,
        "A single `post` directive below a heading makes a post of its section, too, and not of the document.",
    ),
    Option("post_auto_excerpt", 1, "env", COUNT, "Paragraphs of a teaser without a marker; 0 for none."),
    Option(
        "post_auto_image",
        0,
        "env",
        COUNT,
        "Number of the image that stands for a post; 0 for none.",
    ),
    Option("post_auto_orphan", True, "env", BOOL, "Posts need not stand in a toctree."),
    Option("post_date_format", N_("%d %B %Y"), "html", TEXT, "Format of dates."),
    Option("post_date_format_short", N_("%d %B"), "html", TEXT, "Format of dates under a heading of their year."),
    Option("blog_feed_archives", False, "html", BOOL, "Write feeds of every tag, category, author and so on."),
    Option("blog_feed_fulltext", False, "", BOOL, "Put the whole text of posts into feeds, not the teaser."),
    Option("blog_feed_titles", False, "", BOOL, "Put nothing but titles into feeds."),
    Option("blog_feed_length", 20, "", COUNT, "Posts in a feed; 0 for all."),
    Option("blog_feed_subtitle", None, "html", OPTIONAL_TEXT, "Subtitle of the blog's feeds."),
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
        _one_of("tag", "url"),
        "What entries are identified by: a name that never changes, or their URL as in ABlog.",
    ),
    Option(
        "blog_id_authority",
        None,
        "",
        AUTHORITY,
        "In whose name ids of entries are given; by default the host of the site.",
    ),
    Option(
        "blog_canonical_version",
        None,
        "html",
        OPTIONAL_TEXT,
        "On Read the Docs, the version that has the feeds and that canonical links lead to.",
    ),
    Option("blog_sitemap", True, "", BOOL, "Write `sitemap.xml`."),
    Option("blog_comments", None, "html", COMMENTS, "Comments below posts."),
    Option("blog_opengraph", True, "html", BOOL, "Describe posts and lists to link previews and search engines."),
    Option(
        "blog_speedups",
        True,
        "",
        BOOL,
        "Build in less time by working out once what Sphinx works out for each document; the output is the same.",
    ),
    Option("post_redirect_refresh", 0, "html", COUNT, "Seconds before a redirect page forwards."),
)

#: Options of ABlog and of ours that a conf.py may hold without being misspelt.
_OTHERS = frozenset(
    [
        "blog_archive_titles",
    ]
)


def blog_root(config: Config) -> str:
    """Return the page name of the blog's first page."""
    return str(config.blog_path).strip("/")


def romanizer(config: Config) -> Callable[[str], str] | None:
    """Return what spells slugs in ASCII, where that is asked for."""
    if not config.blog_ascii_slugs:
        return None
    try:
        spell: Callable[[str], str] = import_module("anyascii").anyascii
    except ImportError as error:
        message = "blog_ascii_slugs = True needs the package 'anyascii': pip install 'sphinx-blogext[ascii]'"
        raise ConfigError(message) from error
    return spell


def term_settings(config: Config) -> dict[str, dict[str, TermSettings]]:
    """Return what the configuration says of terms: taxonomy -> key -> settings."""
    return {taxonomy: settings_of(taxonomy, config) for taxonomy in TAXONOMIES}


def settings_of(taxonomy: str, config: Config) -> dict[str, TermSettings]:
    """Return what the configuration says of the terms of one taxonomy: key -> settings."""
    given = config[TAXONOMIES[taxonomy].option]
    return {normalize(name): _term_settings(name, value) for name, value in given.items()}


def as_names(value: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the names in an option that takes one name, several or none."""
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(value)


def _term_settings(name: str, value: Any) -> TermSettings:
    if isinstance(value, str):
        return TermSettings(name, label=value)
    if isinstance(value, (list, tuple)):
        return TermSettings(name, label=value[0], url=_safe_url(value[1]))
    social = value.get("social") or {}
    return TermSettings(
        name,
        label=value.get("label") or value.get("name") or "",
        slug=value.get("slug") or "",
        url=_safe_url(value.get("url")),
        description=value.get("description") or "",
        avatar=_safe_url(value.get("avatar")),
        aliases=as_names(value.get("aliases")),
        hidden=bool(value.get("hidden")),
        social=tuple((str(name), url) for name, url in dict(social).items() if is_safe_url(str(url))),
    )


def _safe_url(url: Any) -> str:
    return str(url) if url and is_safe_url(str(url)) else ""


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Check every value, after ``conf.py`` has been read and other extensions have changed it."""
    for option in OPTIONS:
        allowed, is_valid = option.check
        value = config[option.name]
        if not is_valid(value):
            detail = f": {comments.problem_of(value)}" if option.check is COMMENTS else ""
            shown = _cut(repr(_wrong_part(value, is_valid)))
            raise ConfigError(f"{option.name} = {shown}: expected {allowed}{detail}")
    romanizer(config)
    _check_spelling(config)
    _check_language(config)
    _check_date_formats(config)


def _wrong_part(value: Any, is_valid: Callable[[Any], bool]) -> Any:
    """Return the entries of a dictionary that are wrong each by itself, or else all of *value*."""
    entries = value.items() if isinstance(value, dict) else ()
    return {key: item for key, item in entries if not is_valid({key: item})} or value


def _cut(text: str) -> str:
    """Return *text* as far as it fits into a message."""
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"


def _check_spelling(config: Config) -> None:
    """Warn of names in ``conf.py`` that are nearly ours: Sphinx ignores them without a word."""
    known = {option.name for option in OPTIONS}
    for name in sorted(names_in_conf(config)):
        if name.startswith(("blog_", "post_")) and name not in known | _OTHERS and name not in config:
            if hint := suggest(name, known, 0.8):
                warn(BlogWarning.CONFIG, "conf.py: unknown option %r%s", name, hint)


def _check_language(config: Config) -> None:
    """Warn of a language of posts that browsers do not know."""
    called = other_names(settings_of("language", config))
    for name in as_names(config.blog_default_language):
        if not valid_language(called.get(normalize(name), name)):
            message = "conf.py: blog_default_language: %s; posts are not marked with it"
            warn(BlogWarning.CONFIG, message, no_language(name))


def _check_date_formats(config: Config) -> None:
    """Warn of what would stand in every date as it is."""
    for option in ("post_date_format", "post_date_format_short"):
        if unknown := unknown_directive(config[option]):
            message = "conf.py: %s = %r: %r is no directive of strftime that is known; it is shown as it is"
            warn(BlogWarning.CONFIG, message, option, config[option], unknown)


def setup(app: Sphinx) -> None:
    for option in OPTIONS:
        app.add_config_value(option.name, option.default, option.rebuild, types=Any, description=option.help)
    # Later than Sphinx's own type check, so that themes and extensions have had their say.
    app.connect("config-inited", on_config_inited, priority=900)

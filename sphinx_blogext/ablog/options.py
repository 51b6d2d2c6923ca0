"""ABlog's options: those that the blog also has get ABlog's defaults, and the others are declared."""

import posixpath
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from jinja2 import Environment, TemplateSyntaxError
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util import logging

from sphinx_blogext.ablog.forms import former_names
from sphinx_blogext.ablog.own_pages import feed_entries, list_titles, page_template
from sphinx_blogext.config.blogs import OPTION, Conventions
from sphinx_blogext.config.checks import BOOL, OPTIONAL_TEXT, as_names, check, is_dotted, is_texts, one_of
from sphinx_blogext.config.options import Option, declare, set_default
from sphinx_blogext.core.dates import is_date_format
from sphinx_blogext.lang.words import interface_words


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
_TITLES = check("a dictionary that maps names to strings", is_texts, ("blog", "archive", "year", "month", "feed"))

#: Those of :class:`Conventions` that are options here, with the defaults that make the blog behave like ABlog.
OPTIONS = (
    Option("blog_same_moment", "title", "html", one_of("name", "title")),
    Option("blog_read_more", "always", "html", one_of("cut", "always")),
    Option("blog_teaser_image", True, "html", BOOL),
    Option("post_auto_excerpt_past_headings", True, "env", BOOL),
    Option("blog_home_text", False, "env", BOOL),
    Option("blog_undated", "drafts", "env", one_of("pages", "drafts")),
    Option("blog_label_slugs", True, "html", BOOL),
    Option("blog_language_marks", "labels", "html", one_of("names", "labels")),
    Option("postlist_match", "all", "html", one_of("any", "all")),
    Option("postlist_date_format", None, "html", OPTIONAL_TEXT),
    Option("blog_feed_id_base", None, "", OPTIONAL_TEXT, of_site=True),
    Option("blog_date_parser", "sphinx_blogext.ablog.forms.read_leniently", "env", _FUNCTION_NAME, of_site=True),
    Option("blog_feed_templates", {"atom": {}}, "", _FEED_TEMPLATES),
    Option("blog_ablog_redirects", True, "html", BOOL, of_site=True),
    Option("blog_list_titles", {}, "html", _TITLES),
)


class AblogConventions(Conventions):
    # Not fields: Sphinx stores the values of its configuration.
    options = OPTIONS
    has_index_path = has_theme_markers = has_silent_addresses = has_empty_feeds = has_rendered_redirects = True
    archive_feeds = ("atom.xml",)

    def page_template(self, *page: Any) -> tuple[str, dict[str, Any]] | None:
        return page_template(*page)

    def feed_entries(self, *feed: Any) -> tuple[Any, ...]:
        return feed_entries(*feed)

    def former_names(self, blog: Any, *, folds_index: bool) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        return former_names(blog, folds_index=folds_index) if self.blog_ablog_redirects else ([], [])


logger = logging.getLogger(__name__)

#: Options that the blog does not have, and their defaults. Other extensions read each of them.
ADDED: dict[str, Any] = {
    **dict.fromkeys("blog_archive_titles disqus_shortname fontawesome_link_cdn".split()),
    **dict.fromkeys("disqus_drafts disqus_pages fontawesome_included".split(), False),
    "fontawesome_css_file": "",
    "skip_injecting_base_ablog_templates": False,
}
#: Options with other defaults in the blog, and options that make the blog behave like ABlog.
DEFAULTS: dict[str, Any] = {
    "blog_baseurl": "",
    "blog_feed_ids": "url",
    "blog_feed_length": None,
    "blog_feed_titles": None,
    "blog_on_unknown_author": "ignore",
    "blog_post_pattern": [],
    "blog_publish_at": "day",
    "blog_show_drafts": "unlisted",
    "blog_slugify": "sphinx_blogext.ablog.forms.ablog_slug",
    "post_date_format": "%d %B %Y",
    "post_date_format_short": "%d %B",
    "post_redirect_refresh": 5,
}
#: Warnings that ABlog does not emit: builds that pass with ``-W`` and ABlog must still pass.
SILENT = (
    "duplicate_post empty_option no_effect picture public_draft section unknown_language unknown_term unread_file"
).split()


def on_config_inited(app: Sphinx, config: Config) -> None:
    # Located but not imported, so that none of its code runs.
    spec = find_spec("ablog")
    if spec is not None and spec.origin:
        # ABlog's own, ``ablog.get_html_templates_path()``, would override the theme's templates.
        folder = Path(spec.origin).resolve().parent / "templates"
        paths = config.templates_path
        config.templates_path = [path for path in paths if Path(app.confdir, path).resolve() != folder]
    apply_defaults(config)
    if config.disqus_shortname:
        logger.info("disqus_shortname: Disqus comments are not supported; see blog_comments for others")


def declare_added(config: Config) -> None:
    config.add(OPTION, AblogConventions(), "", Any)
    declare(config, OPTIONS)
    for name, default in ADDED.items():
        config.add(name, default, "html", Any)


def apply_defaults(config: Config) -> None:
    """Apply ABlog's defaults, and convert values to our meaning, before any option is read."""
    for name, value in DEFAULTS.items():
        set_default(config, name, value)
    set_default(config, "blog_list_style", "titles" if config.blog_archive_titles else "teasers")
    set_default(config, "blog_list_titles", list_titles(interface_words(config.language).translations.gettext))
    set_default(config, "postlist_date_format", config.post_date_format_short)
    # ABlog first tries the format in which it displays dates. ``strptime`` does not support all of these formats.
    form = config.post_date_format
    set_default(config, "blog_date_formats", [form] if isinstance(form, str) and is_date_format(form) else [])
    # They may be ``None`` or ``False`` for ``""``. With ``None``, the blog would find a URL elsewhere.
    for name in ("blog_baseurl", "blog_feed_subtitle"):
        if config[name] is None or config[name] is False:
            config[name] = ""
    if config.blog_feed_titles is True:
        # ABlog omits only the content.
        config.blog_feed_titles = "summaries"
    _complete_address(config)
    config.blog_post_pattern = as_glob(config.blog_post_pattern)
    config.suppress_warnings = [*config.suppress_warnings, *(f"blog.{kind}" for kind in SILENT)]


def _complete_address(config: Config) -> None:
    """Add a missing scheme to the URL; feed ids still use the original value, so published ids do not change."""
    url = config.blog_baseurl
    if not isinstance(url, str) or not url.strip():
        return
    if re.match(r"\s*/(?!/\w)", url):
        # ABlog writes feeds, whose links lead nowhere.
        config.blog_baseurl = "/"
        message = "blog_baseurl: %r is not a URL, so there are no feeds and no sitemap: set it to a URL such as %r"
        logger.info(message, url, "https://example.org/")
        return
    set_default(config, "blog_feed_id_base", url)
    if "://" not in url:
        config.blog_baseurl = f"https://{url.lstrip('/')}"
        logger.info("blog_baseurl: %r is read as %r", url, config.blog_baseurl)


def as_glob(value: Any) -> Any:
    """Return patterns that match as in ``glob``, where ``**`` is special only as a whole path segment."""
    try:
        parts = [posixpath.normpath(pattern).split("/") for pattern in as_names(value)]
    except TypeError:
        # Rejected later, along with other invalid values.
        return value
    return ["/".join(part if part == "**" else part.replace("**", "*") for part in names) for names in parts]


def setup(app: Sphinx) -> None:
    declare_added(app.config)
    # Before other extensions, whose handlers may read options.
    app.connect("config-inited", on_config_inited, priority=100)

"""ABlog's options: those that the blog has under the same names get ABlog's defaults, the others are declared."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Any

from sphinx.util import logging

from sphinx_blogext.config.options import set_default
from sphinx_blogext.config.terms import as_names
from sphinx_blogext.core.dates import is_date_format

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

logger = logging.getLogger(__name__)

#: Options that the blog has not, and their defaults. Extensions of others ask for each.
ADDED: dict[str, Any] = {
    "blog_archive_titles": None,
    "disqus_drafts": False,
    "disqus_pages": False,
    "disqus_shortname": None,
    "fontawesome_css_file": "",
    "fontawesome_included": False,
    "fontawesome_link_cdn": None,
    "skip_injecting_base_ablog_templates": False,
}
#: Where the blog has other defaults, or another way of saying what ABlog does.
DEFAULTS: dict[str, Any] = {
    "blog_ablog_redirects": True,
    "blog_baseurl": "",
    "blog_date_parser": "sphinx_blogext.ablog.dates.read_leniently",
    "blog_feed_ids": "url",
    "blog_feed_length": None,
    "blog_feed_templates": {"atom": {}},
    "blog_feed_titles": None,
    "blog_home_text": False,
    "blog_label_slugs": True,
    "blog_on_unknown_author": "ignore",
    "blog_post_pattern": [],
    "blog_read_more": "always",
    "blog_same_moment": "title",
    "blog_publish_at": "day",
    "blog_show_drafts": "unlisted",
    "blog_slugify": "sphinx_blogext.core.slugs.ablog_slug",
    "blog_teaser_image": True,
    "blog_undated": "drafts",
    "post_auto_excerpt_past_headings": True,
    "post_redirect_refresh": 5,
    "postlist_match": "all",
}
#: Texts that may be ``None`` or ``False`` for none. With ``None`` the blog would look elsewhere for the address.
OMITTED_BY_FALSE = ("blog_baseurl", "blog_feed_subtitle")
#: What ABlog takes without a word: builds that pass ``-W`` with it must pass.
SILENT = ("empty_option", "picture", "section", "spelling", "unknown_language", "unknown_term")


def on_config_inited(app: Sphinx, config: Config) -> None:
    settle_options(config)
    if config.disqus_shortname:
        logger.info("disqus_shortname: comments by Disqus are left out; blog_comments has others")


def declare_added(config: Config) -> None:
    """Give *config* the options that the blog has not, where no extension has been set up."""
    for name, default in ADDED.items():
        config.add(name, default, "html", Any)


def settle_options(config: Config) -> None:
    """Give options ABlog's defaults, and its meaning to values, before anybody asks for them."""
    for name, value in DEFAULTS.items():
        set_default(config, name, value)
    set_default(config, "blog_list_style", "titles" if config.blog_archive_titles else "teasers")
    set_default(config, "postlist_date_format", config.post_date_format_short)
    # Before all others ABlog reads dates as it writes them. ``strptime`` does not know all that may stand there.
    form = config.post_date_format
    set_default(config, "blog_date_formats", [form] if isinstance(form, str) and is_date_format(form) else [])
    for name in OMITTED_BY_FALSE:
        if config[name] is None or config[name] is False:
            config[name] = ""
    _settle_address(config)
    config.blog_post_pattern = as_glob(config.blog_post_pattern)
    config.suppress_warnings = [*config.suppress_warnings, *(f"blog.{kind}" for kind in SILENT)]


def _settle_address(config: Config) -> None:
    """Complete an address without a scheme; what was published under it keeps its ids."""
    url = config.blog_baseurl
    if not isinstance(url, str) or not url.strip("/ "):
        return
    set_default(config, "blog_feed_id_base", url)
    if "://" not in url:
        config.blog_baseurl = f"https://{url.lstrip('/')}"
        logger.info("blog_baseurl = %r is taken for %r", url, config.blog_baseurl)


def as_glob(value: Any) -> Any:
    """Return patterns that match what they match for ``glob``, where ``**`` stands for folders alone."""
    try:
        patterns = as_names(value)
        parts = [posixpath.normpath(pattern).split("/") for pattern in patterns]
    except TypeError:
        # To be refused with the other values that no option may have.
        return value
    return ["/".join(part if part == "**" else part.replace("**", "*") for part in names) for names in parts]


def setup(app: Sphinx) -> None:
    for name, default in ADDED.items():
        app.add_config_value(name, default, "html", types=Any)
    # Before other extensions, which may look at options here.
    app.connect("config-inited", on_config_inited, priority=100)

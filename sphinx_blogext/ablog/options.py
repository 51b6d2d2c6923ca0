"""ABlog's options: those that the blog has under the same names get ABlog's defaults, the others are declared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_blogext.config.options import set_default

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

#: Options that the blog has not, and their defaults. They are there because extensions of others ask for each.
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
#: What the blog has other defaults for.
DEFAULTS: dict[str, Any] = {
    "blog_baseurl": "",
    "blog_feed_ids": "url",
    "blog_feed_length": 0,
    "blog_feed_templates": {"atom": {}},
    "blog_on_unknown_author": "ignore",
    "blog_post_pattern": [],
    "post_redirect_refresh": 5,
}


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Give options ABlog's defaults, before anybody asks for them."""
    for name, value in DEFAULTS.items():
        set_default(config, name, value)


def setup(app: Sphinx) -> None:
    for name, default in ADDED.items():
        app.add_config_value(name, default, "html", types=Any)
    app.connect("config-inited", on_config_inited, priority=100)

"""Options of a blog without a site."""

from typing import Any

from sphinx.config import Config

from sphinx_blogext.config.blogs import BlogConfig, blog_config
from sphinx_blogext.config.options import OPTIONS, declare


def config_with(**options: Any) -> BlogConfig:
    """Return the configuration of a site that sets *options*, which may also be Sphinx's."""
    config = Config()
    config.add("html_baseurl", "", "html", str)
    declare(config, OPTIONS)
    for name, value in options.items():
        config[name] = value
    return blog_config(config)

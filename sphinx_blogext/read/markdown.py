"""Reads Markdown in the folder of a blog, also where nothing in ``conf.py`` reads Markdown.

MyST-Parser is loaded only where the folder has Markdown, and then reads it there alone: ``README.md`` and the like
do not become pages because the site has a blog.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from sphinx.util import logging
from sphinx.util.matching import get_matching_files

from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.addresses import SITE

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

logger = logging.getLogger(__name__)

_SUFFIX = ".md"
#: ABlog's sites load what they need.
_ABLOG = "sphinx_blogext.ablog"
_EVERYTHING = {"**"}


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Load MyST-Parser for the folders of blogs, unless something else reads Markdown."""
    suffixes = config.source_suffix
    # A site may name the markup of a suffix without loading a parser for it.
    is_read = suffixes.get(_SUFFIX) in app.registry.source_parsers
    if is_read or _ABLOG in app.extensions or set(config.include_patterns) != _EVERYTHING:
        return
    folders = [posixpath.join(root, f"**{_SUFFIX}") for root in blog_config(config).roots if root != SITE]
    if not any(get_matching_files(app.srcdir, folders, [*config.exclude_patterns, *config.templates_path])):
        return
    suffixes.pop(_SUFFIX, None)
    config.include_patterns = [*(f"**{suffix}" for suffix in suffixes), *folders]
    app.setup_extension("myst_parser")
    logger.info("blog: myst_parser is loaded to read %s, which nothing in conf.py does", ", ".join(folders))


def setup(app: Sphinx) -> None:
    # After the values of all options have been checked, and the suffixes of all extensions and of ``conf.py`` are
    # known: until then, an extension further down the list may still bring a parser, and two cannot be loaded.
    app.connect("config-inited", on_config_inited, priority=950)

"""Replace ABlog's sidebars by ours where a site still uses them: Sphinx fails if a template is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext._compat import template_folders
from sphinx_blogext.builders import renders_pages
from sphinx_blogext.config.terms import as_names
from sphinx_blogext.core.ablog_sidebars import is_ablog_sidebar, our_sidebar
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx.application import Sphinx


def on_builder_inited(app: Sphinx) -> None:
    """Replace ABlog's sidebars, unless the site, its theme or an extension has templates of that name."""
    builder, config = app.builder, app.config
    sidebars = config.html_sidebars
    if not renders_pages(builder) or not isinstance(sidebars, dict):
        return
    folders = template_folders(builder)
    names = {name for named in sidebars.values() for name in as_names(named)}
    ours = {name: our_sidebar(name) for name in sorted(names) if _is_missing(name, folders)}
    if not ours:
        return
    for name, other in ours.items():
        message = "html_sidebars: %r is an ABlog template; %s"
        instead = f"{other!r} is shown instead: use that name" if other else "posts have headers: remove it"
        warn(BlogWarning.CONFIG, message, name, instead)
    config.html_sidebars = {
        pattern: [other for name in as_names(named) if (other := ours.get(name, name))]
        for pattern, named in sidebars.items()
    }


def _is_missing(name: str, folders: list[Path]) -> bool:
    """Return whether *name* is a sidebar of ABlog that no template folder provides."""
    # Without folders, the templates come from somewhere else.
    return is_ablog_sidebar(name) and bool(folders) and not any((folder / name).is_file() for folder in folders)


def setup(app: Sphinx) -> None:
    # After extensions have added their templates, the last of them ours for ABlog's sites.
    app.connect("builder-inited", on_builder_inited, priority=950)

"""What works on all sites, because many came from ABlog: its labels, and messages about what they still name.

Sphinx fails if a template in ``html_sidebars`` is missing, so ours take the place of ABlog's. Its own templates,
if ``conf.py`` adds them, would override those of the theme.
"""

from __future__ import annotations

from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_blogext._compat import template_folders
from sphinx_blogext.ablog import labels
from sphinx_blogext.builders import renders_pages
from sphinx_blogext.config.checks import as_names
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Set

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.config import Config


#: ABlog's sidebars, and ours for the same. Posts have a header instead of its post card.
_SIDEBARS = ("tagcloud", "categories", "archives", "authors", "languages", "locations")
_OURS = {
    f"{folder}{name}.html": f"blog/{ours}.html" if ours else ""
    for name, ours in (("postcard", ""), ("recentposts", "recent"), *zip(_SIDEBARS, _SIDEBARS, strict=True))
    for folder in ("", "ablog/")
}


def on_builder_inited(app: Sphinx) -> None:
    """Replace ABlog's sidebars, unless the site, its theme or an extension has templates of that name."""
    builder, config = app.builder, app.config
    if not renders_pages(builder) or not isinstance(config.html_sidebars, dict):
        return
    sidebars = {page: as_names(named) for page, named in config.html_sidebars.items()}
    replaced = _replaced(builder, _OURS.keys() & set(chain(*sidebars.values())))
    if replaced:
        config.html_sidebars = {
            page: [ours for name in names if (ours := replaced.get(name, name))]
            for page, names in sidebars.items()
        }


def _replaced(builder: StandaloneHTMLBuilder, names: Set[str]) -> dict[str, str]:
    """Return the templates of ABlog that do not exist, each with ours, and emit warnings for them."""
    folders = template_folders(builder)
    # Without folders, the templates come from somewhere else.
    missing = [
        name for name in sorted(names) if folders and not any((folder / name).is_file() for folder in folders)
    ]
    for name in missing:
        ours = _OURS[name]
        instead = f"{ours!r} is shown instead: use that name" if ours else "posts have headers: remove it"
        warn(BlogWarning.CONFIG, "html_sidebars: %r is an ABlog template; %s", name, instead)
    return {name: _OURS[name] for name in missing}


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Remove what ``templates_path.append(ablog.get_html_templates_path())`` has added."""
    # Located but not imported, so that none of its code runs.
    spec = find_spec("ablog")
    if spec is None or not spec.origin:
        return
    folder = Path(spec.origin).parent / "templates"
    others = [path for path in config.templates_path if Path(app.confdir, path).resolve() != folder.resolve()]
    if others != list(config.templates_path):
        config.templates_path = others


def setup(app: Sphinx) -> None:
    labels.setup(app)
    app.connect("config-inited", on_config_inited, priority=100)
    # After extensions have added their templates, the last of them ours for ABlog's sites.
    app.connect("builder-inited", on_builder_inited, priority=950)

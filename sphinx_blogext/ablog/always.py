"""What works on all sites, because many came from ABlog: its labels, and messages about what they still name.

Sphinx fails if a template in ``html_sidebars`` is missing, so ours take the place of ABlog's. Its own templates,
if ``conf.py`` adds them, would override those of the theme.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_blogext._compat import template_folders
from sphinx_blogext.ablog import labels
from sphinx_blogext.builders import renders_pages
from sphinx_blogext.config.checks import as_names
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config


#: ABlog's sidebars, and ours for the same. Posts have a header instead of its post card.
_OURS = {
    "postcard": "",
    "recentposts": "recent",
    **{name: name for name in ("tagcloud", "categories", "archives", "authors", "languages", "locations")},
}


def on_builder_inited(app: Sphinx) -> None:
    """Replace ABlog's sidebars, unless the site, its theme or an extension has templates of that name."""
    builder, config = app.builder, app.config
    sidebars = config.html_sidebars
    if not renders_pages(builder) or not isinstance(sidebars, dict):
        return
    folders = template_folders(builder)
    ours = {}
    for name in sorted({name for named in sidebars.values() for name in as_names(named)}):
        stem = name.removeprefix("ablog/").removesuffix(".html")
        # Without folders, the templates come from somewhere else.
        is_missing = bool(folders) and not any((folder / name).is_file() for folder in folders)
        if stem in _OURS and name.endswith(".html") and is_missing:
            ours[name] = f"blog/{_OURS[stem]}.html" if _OURS[stem] else ""
            message = "html_sidebars: %r is an ABlog template; %s"
            instead = (
                f"{ours[name]!r} is shown instead: use that name"
                if ours[name]
                else "posts have headers: remove it"
            )
            warn(BlogWarning.CONFIG, message, name, instead)
    if ours:
        config.html_sidebars = {
            page: [other for name in as_names(named) if (other := ours.get(name, name))]
            for page, named in sidebars.items()
        }


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

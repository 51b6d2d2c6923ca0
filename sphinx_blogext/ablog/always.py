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
    from typing import Any

    from sphinx.application import Sphinx
    from sphinx.config import Config


#: ABlog's sidebars, and ours for the same. Posts have a header instead of its post card.
_OURS = {
    "postcard": "",
    "recentposts": "recent",
    **{name: name for name in ("tagcloud", "categories", "archives", "authors", "languages", "locations")},
}


def is_ablog_sidebar(name: str) -> bool:
    """Return whether a template *name* is that of one of ABlog's sidebars, with or without its folder."""
    return name.endswith(".html") and _stem(name) in _OURS


def our_sidebar(name: str) -> str:
    """Return our sidebar for one of ABlog's, or ``""`` if none is needed."""
    ours = _OURS[_stem(name)]
    return f"blog/{ours}.html" if ours else ""


def _stem(name: str) -> str:
    return name.removeprefix("ablog/").removesuffix(".html")


def on_builder_inited(app: Sphinx) -> None:
    """Replace ABlog's sidebars, unless the site, its theme or an extension has templates of that name."""
    builder, config = app.builder, app.config
    sidebars = config.html_sidebars
    if not renders_pages(builder) or not isinstance(sidebars, dict):
        return
    names = {name for named in sidebars.values() for name in as_names(named)}
    ours = {name: our_sidebar(name) for name in sorted(names) if _is_missing(name, template_folders(builder))}
    if ours:
        config.html_sidebars = _replaced(sidebars, ours)


def _replaced(sidebars: dict[str, Any], ours: dict[str, str]) -> dict[str, list[str]]:
    """Return *sidebars* with *ours* in the place of ABlog's, with a warning for each."""
    for name, other in ours.items():
        message = "html_sidebars: %r is an ABlog template; %s"
        instead = f"{other!r} is shown instead: use that name" if other else "posts have headers: remove it"
        warn(BlogWarning.CONFIG, message, name, instead)
    return {
        pattern: [other for name in as_names(named) if (other := ours.get(name, name))]
        for pattern, named in sidebars.items()
    }


def _is_missing(name: str, folders: list[Path]) -> bool:
    """Return whether *name* is a sidebar of ABlog that no template folder provides."""
    # Without folders, the templates come from somewhere else.
    return is_ablog_sidebar(name) and bool(folders) and not any((folder / name).is_file() for folder in folders)


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Remove what ``templates_path.append(ablog.get_html_templates_path())`` has added."""
    # Located but not imported, so that none of its code runs.
    spec = find_spec("ablog")
    if spec is None or not spec.origin:
        return
    folder = Path(spec.origin).parent / "templates"
    kept = [path for path in config.templates_path if Path(app.confdir, path).resolve() != folder.resolve()]
    if kept != list(config.templates_path):
        config.templates_path = kept


def setup(app: Sphinx) -> None:
    labels.setup(app)
    app.connect("config-inited", on_config_inited, priority=100)
    # After extensions have added their templates, the last of them ours for ABlog's sites.
    app.connect("builder-inited", on_builder_inited, priority=950)

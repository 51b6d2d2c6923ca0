"""Removes ABlog's own templates if ``conf.py`` adds them: they would override those of the theme."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config


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
    app.connect("config-inited", on_config_inited, priority=100)

"""Icons by name, as Material for MkDocs has them; sphinx-design has those of GitHub."""

from __future__ import annotations

import re

from sphinx_design.icons import list_octicons

ICON = re.compile(r"(?<![\w:]):(?P<set>material|fontawesome|octicons|simple)-(?P<name>[\w-]+):(?!\w)")
_SIZE = re.compile(r"-\d+\Z")


def role_of(icon: re.Match[str]) -> str:
    """Return the role that shows an icon, or ``""`` where there is none."""
    name = _SIZE.sub("", icon["name"])
    return f"{{octicon}}`{name}`" if icon["set"] == "octicons" and name in list_octicons() else ""


def with_icons(text: str) -> str:
    """Return a title with the icons that can be shown."""
    return ICON.sub(lambda icon: role_of(icon) or icon[0], text) if ":" in text else text

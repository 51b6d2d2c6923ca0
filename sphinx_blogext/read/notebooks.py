"""The metadata of Jupyter notebooks as front matter: nbsphinx leaves it where it is, unlike MyST-NB."""

from __future__ import annotations

import json
from pathlib import Path

#: What Jupyter and its tools keep there.
_OF_TOOLS = frozenset(
    {"kernelspec", "language_info", "widgets", "jupytext", "nbsphinx", "celltoolbar", "toc", "varinspector"}
)


def notebook_fields(source: str) -> dict[str, str | None]:
    """Return the metadata of the notebook in the file *source*, as front matter has it; nothing of other files."""
    if not source.endswith(".ipynb"):
        return {}
    try:
        # The format of notebooks (nbformat 4.5) has it at the top level.
        found = json.loads(Path(source).read_text(encoding="utf-8")).get("metadata", {})
    except (OSError, ValueError, AttributeError):
        return {}
    fields = found.items() if isinstance(found, dict) else ()
    return {
        str(key).lower(): value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for key, value in fields
        if key not in _OF_TOOLS
    }

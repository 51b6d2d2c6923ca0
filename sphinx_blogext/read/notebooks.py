"""Reads the metadata of Jupyter notebooks as front matter: unlike MyST-NB, nbsphinx does not pass it on."""

from __future__ import annotations

import json
from pathlib import Path

#: Keys of Jupyter and its tools.
_OF_TOOLS = frozenset(
    {"kernelspec", "language_info", "widgets", "jupytext", "nbsphinx", "celltoolbar", "toc", "varinspector"}
)


def notebook_fields(source: str) -> dict[str, str | None]:
    """Return the metadata of the notebook in the file *source* as front matter, or ``{}`` for other files."""
    if not source.endswith(".ipynb"):
        return {}
    try:
        # In the notebook format (nbformat 4.5) it is at the top level.
        found = json.loads(Path(source).read_text(encoding="utf-8")).get("metadata", {})
    except (OSError, ValueError, AttributeError, RecursionError):
        return {}
    fields = found.items() if isinstance(found, dict) else ()
    return {
        str(key).lower(): value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for key, value in fields
        if key not in _OF_TOOLS
    }

"""Reads the metadata of Jupyter notebooks as front matter: unlike MyST-NB, nbsphinx does not pass it on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sphinx_blogext.read.lost_metadata import REPEATED, Broken, decides, find_in_lines, find_near_top

#: In how many cells of text front matter may be.
_CELLS = 3
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
        metadata = json.loads(Path(source).read_text(encoding="utf-8")).get("metadata", {})
    except (OSError, ValueError, AttributeError, RecursionError):
        return {}
    fields = metadata.items() if isinstance(metadata, dict) else ()
    return {
        str(key).lower(): value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for key, value in fields
        if key not in _OF_TOOLS
    }


def find_in_notebook(source: str, today: str) -> tuple[str, Broken | None]:
    """Return a notebook without metadata in its cells, where that is only text, and what was removed."""
    repeated: list[str] = []

    def note_repeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        first: dict[str, Any] = {}
        repeated.extend(key for key, value in pairs if first.setdefault(key, value) != value and decides(key))
        return dict(pairs)

    try:
        notebook = json.loads(source, object_pairs_hook=note_repeated)
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] in {"markdown", "raw"}]
        texts = ["".join(cell["source"]) for cell in cells]
    except (ValueError, LookupError, TypeError, RecursionError):
        return source, None
    if repeated:
        return source, Broken(1, 1, f"the key {repeated[0]!r} is set twice", REPEATED)
    for number, (cell, text) in enumerate(zip(cells, texts, strict=True)):
        broken = find_near_top(text, is_rst=False) if number < _CELLS else None
        broken = broken or find_in_lines(text, today, is_rst=False)
        if broken is not None:
            cell["source"] = broken.cleared(text)
            if not broken.is_attempt:
                reason = "front matter in a cell of a notebook is only text"
                broken = broken._replace(reason=reason, remedy="put it into the metadata of the notebook")
            return json.dumps(notebook), broken._replace(line=1, column=1)
    return source, None

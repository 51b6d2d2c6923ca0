"""Posts that are notebooks: their metadata is read and replaced, their cells stay as they are."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from blogext_import.documents import ordered
from blogext_import.front_matter import Header, plain_values, read_fenced
from blogext_import.headings import first_heading
from blogext_import.settings import list_of, record_of
from sphinx_blogext.markup.quote import markdown_text

if TYPE_CHECKING:
    from blogext_import.post_records import ImportedPost

NOTEBOOK = "is a notebook: its cells are copied as they are; “myst_nb” in extensions shows it"


def read_notebook(text: str) -> Header | None:
    """Return the metadata of a notebook: Nikola's, or front matter in its first cell; its body has no lines."""
    cells = list_of(record_of(_data(text)).get("cells"))
    first = record_of(cells[0]) if cells else {}
    header = read_fenced(source_of(first)) if first.get("cell_type") == "raw" else None
    metadata = record_of(record_of(_data(text)).get("metadata"))
    own = header.data if header else plain_values(record_of(metadata.get("nikola")))
    return Header(own, text, 0) if cells else None


def source_of(cell: dict[str, Any]) -> str:
    """Return the text of a cell, which may be in lines."""
    value = cell.get("source", cell.get("input"))
    return "".join(map(str, value)) if isinstance(value, list) else str(value or "")


def notebook_document(post: ImportedPost) -> str:
    """Return the notebook of a post with the metadata of our posts, and with its title as a heading."""
    data = _data(post.body)
    fields = ordered(post.fields)
    kept = ("kernelspec", "language_info")
    theirs = {key: value for key, value in record_of(data.get("metadata")).items() if key in kept}
    heading = next((first_heading(source_of(cell)) for cell in map(record_of, data["cells"][:2])), "")
    if not heading:
        cell = {"cell_type": "markdown", "metadata": {}, "source": f"# {markdown_text(post.title)}"}
        data["cells"].insert(0, cell | ({"id": "title"} if int(data.get("nbformat_minor") or 0) > 4 else {}))
    elif heading != post.title:
        fields["title"] = post.title
    data["metadata"] = theirs | fields
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _data(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None

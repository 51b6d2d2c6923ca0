"""Posts that are notebooks: their metadata is read and replaced, their cells stay as they are."""

import binascii
import json
import re
from base64 import b64decode
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from blogext_import.bodies.markup import fence
from blogext_import.documents import ordered
from blogext_import.front_matter import Header, plain_values, read_fenced
from blogext_import.headings import first_heading
from blogext_import.post_records import ImportedPost
from blogext_import.settings import list_of, record_of
from sphinx_blogext.markup.quote import markdown_text

_RANGE = re.compile(r"cells\[(?P<first>(?:-?\d{1,9})?):(?P<last>(?:-?\d{1,9})?)\]")
_COLORS = re.compile(r"\x1b\[[\d;]*m")
_PICTURES = {"image/png": "png", "image/jpeg": "jpg", "image/svg+xml": "svg"}
_PICTURES |= {"png": "png", "jpeg": "jpg", "svg": "svg"}
NOTEBOOK = "is a notebook: its cells are copied as they are; “myst_nb” in extensions shows it"


def cells_as_markdown(text: str, arguments: str, store: Callable[[str, bytes], str]) -> str | None:
    """Return the cells of a notebook that the *arguments* of its tag name; ``None`` if it is not one.

    *store* writes a picture, and returns its path.
    """
    data = _data(text)
    sheets = list_of(record_of(data).get("worksheets"))
    in_sheets = chain.from_iterable(list_of(record_of(each).get("cells")) for each in sheets)
    cells = list_of(record_of(data).get("cells")) or list(in_sheets)
    if part := _RANGE.search(arguments):
        cells = cells[int(part["first"] or 0) : int(part["last"]) if part["last"] else None]
    language = record_of(record_of(record_of(data).get("metadata")).get("kernelspec")).get("language") or "python"
    parts = (_cell(record_of(cell), number, str(language), store) for number, cell in enumerate(cells))
    return "\n\n".join(chain.from_iterable(parts)) or None


def _cell(cell: dict[str, Any], number: int, language: str, store: Callable[[str, bytes], str]) -> Iterator[str]:
    source, kind = source_of(cell).strip("\n"), cell.get("cell_type")
    if kind == "heading":
        level = cell.get("level")
        yield f"{'#' * max(min(level, 6), 1) if isinstance(level, int) else 1} {source}"
    elif kind == "code":
        yield from [_fenced(language, source)] if source else []
        for place, output in enumerate(map(record_of, list_of(cell.get("outputs")))):
            yield from filter(None, [_output(output, f"{number}-{place}", store)])
    elif kind == "markdown" and source:
        yield source


def _output(output: dict[str, Any], name: str, store: Callable[[str, bytes], str]) -> str:
    """Return an output in the first form that Markdown can show."""
    forms = record_of(output.get("data")) or output
    for form, ending in _PICTURES.items():
        if content := _text(forms.get(form)):
            try:
                data = content.encode() if ending == "svg" else b64decode(content)
            except (ValueError, binascii.Error):
                continue
            return f"![]({store(f'{name}.{ending}', data)})"
    if html := _text(forms.get("text/html", forms.get("html"))):
        return "\n".join(["<div>", *filter(str.strip, html.split("\n")), "</div>"])
    plain = forms.get("text/plain", forms.get("text", output.get("traceback")))
    return _fenced("none", _COLORS.sub("", _text(plain)).strip("\n")) if _text(plain).strip() else ""


def _text(value: Any) -> str:
    return "".join(map(str, value)) if isinstance(value, list) else value if isinstance(value, str) else ""


def _fenced(language: str, text: str) -> str:
    return f"{fence(text)}{language}\n{text}\n{fence(text)}"


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

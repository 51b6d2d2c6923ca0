"""Notebooks that posts of Pelican show: their texts, code and outputs as Markdown."""

from __future__ import annotations

import binascii
import json
import re
from base64 import b64decode
from typing import TYPE_CHECKING, Any

from blogext_import.settings import list_of, record_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_RANGE = re.compile(r"cells\[(?P<first>\d{0,9}):(?P<last>\d{0,9})\]")
_COLORS = re.compile(r"\x1b\[[\d;]*m")
_PICTURES = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/svg+xml": "svg",
    "png": "png",
    "jpeg": "jpg",
    "svg": "svg",
}


def as_markdown(text: str, arguments: str, store: Callable[[str, bytes], str]) -> str | None:
    """Return the cells of a notebook that the *arguments* of its tag name; ``None`` if it is not one.

    *store* writes a picture, and returns its path.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    sheets = list_of(record_of(data).get("worksheets"))
    cells = list_of(record_of(data).get("cells")) or [
        cell for each in sheets for cell in list_of(record_of(each).get("cells"))
    ]
    part = _RANGE.search(arguments)
    if part:
        cells = cells[int(part["first"] or 0) : int(part["last"]) if part["last"] else None]
    language = record_of(record_of(record_of(data).get("metadata")).get("kernelspec")).get("language") or "python"
    parts = [
        each
        for number, cell in enumerate(map(record_of, cells))
        for each in _cell(cell, number, str(language), store)
    ]
    return "\n\n".join(parts) or None


def _cell(cell: dict[str, Any], number: int, language: str, store: Callable[[str, bytes], str]) -> Iterator[str]:
    source, kind = _text(cell.get("source", cell.get("input"))).strip("\n"), cell.get("cell_type")
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
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`{3,}", text)), 3)
    return f"{fence}{language}\n{text}\n{fence}"

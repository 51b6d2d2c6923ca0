"""The figures in the text of the documentation, each read from the page that records the measurement."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from babel.dates import format_date

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
#: The rows of the first table of results, by the name of the figure.
_BUILDS = {"clean": "cold", "unchanged": "nothing changed", "body": "edited body", "title": "edited title and tag"}
_ENGINES = ("sphinx-blogext", "ABlog", "Material for MkDocs", "Pelican", "Nikola", "Hugo, without a theme")


def read_figures(language: str) -> dict[str, str]:
    """Return the values of ``{{ name }}`` on pages in a language."""
    _, _, results = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8").partition("\n## Results\n")
    builds, _, engines = results.partition("with other engines")
    figures = {name: _cells(builds, row)[-1] for name, row in _BUILDS.items()}
    for engine in _ENGINES:
        _, _, _, clean, _, edited, *_ = _cells(engines, engine)
        figures[_name(engine)] = f"{float(clean):.2g}, {float(edited):.2g}"
    return figures | dict(_dates(language, measured=builds, compared=engines))


def _cells(text: str, first: str) -> list[str]:
    """Return the cells of the row of a table that begins so."""
    row = next(line for line in text.splitlines() if line.startswith(f"| {first} |"))
    return [cell.strip() for cell in row.strip("|").split("|")]


def _name(engine: str) -> str:
    return re.split(r"\W", engine.removeprefix("sphinx-").lower())[0]


def _dates(language: str, **texts: str) -> Iterator[tuple[str, str]]:
    """Yield the first date of each text, written out."""
    pattern = "yyyy 年 M 月 d 日" if language.startswith("zh") else "d MMMM yyyy"
    for name, text in texts.items():
        day = date.fromisoformat(re.findall(r"\d{4}-\d\d-\d\d", text)[0])
        yield name, format_date(day, pattern, locale="en")

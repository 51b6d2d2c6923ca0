"""Typed symbols, such as ``(c)`` and ``-->``, where the Markdown of a site shows the character they stand for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blogext_import.bodies.work import Work

_ARROWS = {"<-->": "↔", "-->": "→", "<--": "←"}
_FRACTIONS = dict(
    zip("1/4 1/2 3/4 1/3 2/3 1/5 2/5 3/5 4/5 1/6 5/6 1/8 3/8 5/8 7/8".split(), "¼½¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞", strict=True)
)
#: The names of the options of ``pymdownx.smartsymbols``, with what each of them converts.
SYMBOLS: dict[str, tuple[re.Pattern[str], str | dict[str, str]]] = {
    "trademark": (re.compile(r"\(tm\)"), "™"),
    "copyright": (re.compile(r"\(c\)"), "©"),
    "registered": (re.compile(r"\(r\)"), "®"),
    "plusminus": (re.compile(r"\+/-"), "±"),
    "notequal": (re.compile(r"=/="), "≠"),
    "care_of": (re.compile(r"\bc/o\b"), "℅"),
    "arrows": (re.compile(r"<-->|(?<!-)-->|<--(?!-)"), _ARROWS),
    "fractions": (re.compile(rf"(?<!\d)(?:{'|'.join(_FRACTIONS)})(?!\d)"), _FRACTIONS),
    "ordinal_numbers": (
        re.compile(r"\b((?:[1-9]\d*)?(?:(?<=1)[123](?=th)|1(?=st)|2(?=nd)|3(?=rd)|[04-9](?=th)))([a-z]{2})\b"),
        r"\1<sup>\2</sup>",
    ),
}


def convert_symbols(work: Work) -> None:
    """Replace the symbols that the site has turned on."""
    for kind in sorted(work.context.symbols & SYMBOLS.keys()):
        pattern, new = SYMBOLS[kind]
        for leaf in work.scan.leaves:
            for found in () if work.is_frozen(leaf.at(0)) else pattern.finditer(leaf.plain):
                shown = found.expand(new) if isinstance(new, str) else new[found[0]]
                start = leaf.at(found.start())
                work.edits.replace(start, start + len(found[0]), shown)

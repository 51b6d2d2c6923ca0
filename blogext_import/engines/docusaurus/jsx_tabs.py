"""Labels of tabs in MDX, which may be given all at once by the element around the tabs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from blogext_import.settings import read_script_blocks, read_script_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_TAG = re.compile(r"<(?P<slash>/?)(?P<name>Tabs|TabItem)\b(?P<rest>(?:[^<>{}]|=>|\{(?:[^{}]|\{[^{}]*\})*\})*)>")
_VALUES = re.compile(r"\svalues=\{\s*\[(?P<list>.*)\]\s*\}", re.DOTALL)
_NAMED = re.compile(r"\svalues=\{\s*(?P<name>[A-Za-z_$][\w$]*)\s*\}")
_ENTRY = re.compile(r"\{([^{}]*)\}")
_VALUE = re.compile(r"\svalue=\{?\s*(?P<quote>['\"`])(?P<value>[^'\"`]*)(?P=quote)")
_LABEL = re.compile(r"\slabel=")


def labels_of_tabs(text: str, code: Sequence[tuple[int, int]]) -> Iterator[tuple[int, str]]:
    """Yield the labels that tabs lack, as attributes, with the positions to insert them; *code* is left out."""
    stack: list[dict[str, str]] = []
    for tag in _TAG.finditer(text) if "values=" in text else ():
        if any(start <= tag.start() < end for start, end in code):
            continue
        if tag["name"] == "Tabs":
            if tag["slash"]:
                del stack[-1:]
            elif not tag["rest"].endswith("/"):
                stack.append(_labels(tag["rest"], text))
        elif stack and (value := _VALUE.search(tag["rest"])) and not _LABEL.search(tag["rest"]):
            label = stack[-1].get(value["value"], "")
            # A quote within the label must not end the attribute.
            quote = "'" if '"' in label else '"'
            if label and quote not in label:
                yield tag.start("rest"), f" label={quote}{label}{quote}"


def _labels(rest: str, text: str) -> dict[str, str]:
    """Return the labels of tabs by their values, from the attributes of the element around them.

    The attribute may name a list that is defined elsewhere in the *text*.
    """
    found = _VALUES.search(rest)
    said = found["list"] if found else ""
    if named := _NAMED.search(rest):
        blocks = read_script_blocks(text, rf"(?:const|let|var)\s+{re.escape(named['name'])}\s*(?::[^=\n]+)?=\s*")
        said = next(iter(blocks), "")
    entries = _ENTRY.findall(said)
    return {read_script_value(entry, "value"): read_script_value(entry, "label") for entry in entries}

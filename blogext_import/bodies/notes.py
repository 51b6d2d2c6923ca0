"""Footnotes and link definitions: escape references without a definition, report unused definitions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blogext_import.bodies.work import Work

_REFERENCE = re.compile(r"\[\^(?P<label>[^\]\[\s\0]+)\]")


def convert_notes(work: Work) -> None:
    """Escape footnote references without a definition, and report what the build will warn about."""
    texts: dict[str, int] = {}
    for token in work.scan.blocks("footnote_reference_open"):
        label = str(token.meta.get("label"))
        if label in texts:
            work.remark(work.scan.begin(token), "the footnote %(name)s is defined twice", name=label)
        texts.setdefault(label, work.scan.begin(token))
    used = set()
    for leaf in work.scan.leaves:
        for found in _REFERENCE.finditer(leaf.plain) if "[^" in leaf.plain else ():
            used.add(found["label"])
            if found["label"] not in texts:
                work.edits.insert(leaf.at(found.start()), "\\")
    for label in texts.keys() - used:
        work.remark(texts[label], "nothing refers to the footnote %(name)s", name=label)
    for line, label in work.scan.duplicates:
        work.remark(work.scan.lines.start(line), "the link %(name)s is defined twice", name=label)

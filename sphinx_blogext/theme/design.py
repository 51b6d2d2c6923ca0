"""The style sheet of sphinx-design without its rules for what few pages use.

Of its 8 KB, compressed, cards, grids, tabs and dropdowns need three.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.application import Sphinx

#: The sheet of the extension, and ours, which replaces it.
WHOLE, COMMON = "sphinx-design.min.css", "blogext-design.css"
#: The classes of cards, grids, tabs and dropdowns without colors or sizes of their own.
_COMMON = re.compile(
    r"sd-(?:cards?|cards?-[\w-]+|tab-[\w-]+|dropdown|summary-[\w-]+|container-fluid|row|row-cols-[\w-]+|g-[\w-]+|col"
    r"|d-flex-[\w-]+|hide-link-text|stretched-link|sphinx-override|shadow-\w+|font-weight-\w+|w-\d+|m[bt]-\d"
    r"|octicon|octicon-[\w-]+|fade-in[\w-]*)"
)
_CLASS_OF_SELECTOR = re.compile(r"\.(sd-[\w-]+)")
_NEGATION = re.compile(r":not\([^()]*\)")


def find_sheet(app: Sphinx) -> str:
    """Return the style sheet of sphinx-design, or ``""`` if it is not loaded."""
    # sphinx-design adds the folder of its style sheet to this option.
    paths = (Path(app.confdir, folder, WHOLE) for folder in app.config.html_static_path)
    return next((path.read_text(encoding="utf-8") for path in paths if path.is_file()), "")


def common_rules(css: str) -> str:
    """Return the rules of a style sheet that can apply if all classes of sphinx-design are common ones."""
    kept = []
    for head, body in _rules(css):
        if head.startswith("@media"):
            inner = common_rules(body)
            kept.append(f"{head}{{{inner}}}" if inner else "")
        elif head.startswith("@") or any(map(_is_common, head.split(","))):
            kept.append(f"{head}{{{body}}}")
    return "".join(kept)


def are_common(classes: Iterable[str]) -> bool:
    """Return whether all classes of sphinx-design among *classes* are common ones."""
    return all(_COMMON.fullmatch(name) for name in classes if name.startswith("sd-"))


def _is_common(selector: str) -> bool:
    # A class in ``:not()`` need not be on the page for the rule to apply.
    return all(map(_COMMON.fullmatch, _CLASS_OF_SELECTOR.findall(_NEGATION.sub("", selector))))


def _rules(css: str) -> Iterator[tuple[str, str]]:
    """Yield heads and bodies of the top-level rules of a style sheet; nested rules are part of the bodies."""
    start = depth = opened = 0
    for brace in re.finditer(r"[{}]", css):
        if brace[0] == "{":
            if depth == 0:
                opened = brace.start()
            depth += 1
        else:
            depth -= 1
            if depth == 0:
                yield css[start:opened].strip(), css[opened + 1 : brace.start()]
                start = brace.end()

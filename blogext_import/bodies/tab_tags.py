"""Tags for sets of tabs."""

from __future__ import annotations

import re

from blogext_import.bodies import markup
from blogext_import.bodies.arguments import parse_arguments
from blogext_import.bodies.calls import Call, Handlers, Result, box
from blogext_import.bodies.containers import CLOSE, OPEN

HANDLERS = Handlers()
_TITLE = re.compile(r"(?P<title>[^@]*)(?:@.*)?\Z", re.DOTALL)
_HAS_TABS = re.compile(r"(?:<!--|\{\{[<%]|\{%|<)\s*tab", re.IGNORECASE)
_STARTS_WITH_TAB = re.compile(r"\s*(?:\{\{[<%]|\{%)-?\s*tab[\s>%]")
#: The theme Docsy shows the text of its tabs as code.
_OF_CODE = "tabpane"


@HANDLERS.of("tabs", "Tabs", "codetabs", _OF_CODE)
def tabs(call: Call) -> Result:
    """Convert to a set of tabs."""
    return box(["{tab-set}"]) if call.body is not None and _HAS_TABS.search(call.body) else None


def unknown(call: Call) -> Result:
    """Convert a tag with an unknown name that begins with a tab."""
    return tabs(call) if call.body is not None and _STARTS_WITH_TAB.match(call.body) else None


@HANDLERS.of("tab", "TabItem", "codetab")
def tab(call: Call) -> Result:
    """Convert to one tab of a set."""
    if call.body is None:
        # A label before the tabs, which cannot be chosen.
        return "" if call.first("disabled") == "true" and call.tag.parent else None
    if call.tag.style != "comment" and not call.tag.parent:
        return None
    title = call.first("label", "name", "title", "header", "value", "tabname") or " ".join(call.arguments.values)
    if call.tag.style == "comment":
        title = (_TITLE.match(call.tag.arguments) or [""])["title"]  # type: ignore[call-overload]
    head = f"{{tab-item}} {markup.one_line(title) or '…'}"
    return _code(call, head, title) if _is_of_code(call) else box([head])


def _is_of_code(call: Call) -> bool:
    """Return whether the text of a tab is code."""
    parent = call.tag.parent
    return (
        parent is not None
        and parent.name == _OF_CODE
        and "true" not in (call.first("text"), _of_set(call, "text"))
    )


def _of_set(call: Call, name: str) -> str:
    """Return an argument of the set that a tab is in."""
    return parse_arguments(call.tag.parent.arguments).first(name) if call.tag.parent else ""


def _code(call: Call, head: str, title: str) -> Result:
    """Convert to a tab with a block of code."""
    if "```" in (call.body or ""):
        return box([head])
    language = call.first("lang") or _of_set(call, "lang")
    if not language and _of_set(call, "langequalsheader") == "true":
        language = title
    body = (call.body or "").strip("\n")
    return "\n".join([OPEN + head, "", f"```{language.strip().lower()}", body, "```", CLOSE])

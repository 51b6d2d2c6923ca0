"""Tags for sets of tabs."""

from __future__ import annotations

import re

from blogext_import.bodies import markup
from blogext_import.bodies.calls import Call, Handlers, Result, box

HANDLERS = Handlers()
_TITLE = re.compile(r"(?P<title>[^@]*)(?:@.*)?\Z", re.DOTALL)
_HAS_TABS = re.compile(r"(?:<!--|\{\{[<%]|\{%|<)\s*tab", re.IGNORECASE)
_STARTS_WITH_TAB = re.compile(r"\s*(?:\{\{[<%]|\{%|<!--)-?\s*tab[\s>%]")


@HANDLERS.of("tabs", "Tabs", "tabpane")
def tabs(call: Call) -> Result:
    """Convert to a set of tabs."""
    return box(["{tab-set}"]) if call.body is not None and _HAS_TABS.search(call.body) else None


def unknown(call: Call) -> Result:
    """Convert a tag with an unknown name that begins with a tab."""
    return tabs(call) if call.body is not None and _STARTS_WITH_TAB.match(call.body) else None


@HANDLERS.of("tab", "TabItem")
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
    return box([f"{{tab-item}} {markup.one_line(title) or '…'}"])

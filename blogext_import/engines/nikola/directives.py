"""Nikola's lists of posts and files of code, which are directives and tags: one directive replaces both."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from blogext_import.records import Included

#: Options of lists of posts that change nothing here.
_NO_MATTER = frozenset({"id", "lang", "post-type", "type"})
_POST_LIST = frozenset({"start", "stop", "tags", "categories", "reverse", "sort"})
#: Options of files of code that Sphinx has under the same names, and those that only say that it is code.
_CODE = frozenset({"class", "encoding", "end-before", "name", "start-after", "tab-width"})
_IS_CODE = frozenset({"literal", "code"})
_RANGE = frozenset({"start-line", "end-line"})
_NUMBERS = ("number-lines", "linenos")
_DIRECTIVE = re.compile(r"(?P<start>[ ]*\.\. )(?P<name>post-list|listing)::(?:[ ]+(?P<value>.*))?")
_OPTION = re.compile(r"[ ]+:(?P<name>[\w-]+):[ ]*(?P<value>.*)")


class Directive(NamedTuple):
    """A directive of this package or of Sphinx; in *options*, the value of a flag is a space."""

    name: str
    argument: str
    options: dict[str, str]

    def rst(self, start: str) -> list[str]:
        """Return the directive in reStructuredText, whose first line begins with *start*."""
        margin = " " * (len(start) - len(start.lstrip()) + 3)
        given = {name: value.strip() for name, value in self.options.items() if value}
        return [
            f"{start}{self.name}:: {self.argument}".rstrip(),
            *(f"{margin}:{name}: {value}".rstrip() for name, value in given.items()),
        ]


def post_list(given: Mapping[str, str]) -> Directive | None:
    """Return the list of posts with the options *given*, or ``None`` if some have no equivalent."""
    kind = given.get("type", given.get("post-type", "post"))
    if not given.keys() <= _NO_MATTER | _POST_LIST or kind not in {"post", "posts"}:
        return None
    first, end = given.get("start", "") or "0", given.get("stop", "")
    if not re.fullmatch(r"\d+", first) or not re.fullmatch(r"[1-9]\d*|", end):
        return None
    count = int(end) - int(first) if end else None
    order = _order(given)
    # Nikola sorts before it takes a part, and a part of a reversed list goes back from its first post.
    is_backward = "reverse" in given or order == " "
    if order is None or (is_backward and not given.keys().isdisjoint({"start", "stop"})):
        return None
    if count is not None and count < 1:
        return None
    options = {
        "offset": first if int(first) else "",
        "tags": given.get("tags", ""),
        "category": given.get("categories", ""),
        "sort": order,
    }
    return Directive("postlist", "" if count is None else str(count), options)


def _order(given: Mapping[str, str]) -> str | None:
    """Return the value of ``sort``, or ``None`` if there is no equivalent."""
    newest, oldest = "", " "
    orders = {"": (newest, oldest), "date": (oldest, newest), "title": ("title", None)}
    return orders.get(given.get("sort", ""), (None, None))["reverse" in given]


def listing(
    name: str,
    language: str,
    given: Mapping[str, str],
    *,
    find_file: Callable[[str], str | None],
    find_include: Callable[[str], Included | None],
) -> Directive | None:
    """Return the directive that shows a file of the folders of code.

    ``None`` if there is no such file, or if some of the options *given* have no equivalent.
    """
    source = find_include(name)
    path = find_file(f"/{source.path}") if source else None
    has_range, has_text = not _RANGE.isdisjoint(given), not {"start-after", "end-before"}.isdisjoint(given)
    # Sphinx counts the lines after it looks for texts.
    is_known = given.keys() <= _CODE | _IS_CODE | _RANGE | {*_NUMBERS} and not (has_range and has_text)
    if source is None or path is None or not is_known:
        return None
    shown = _lines(source.text, given) if has_range else ""
    numbers = next((given[each] for each in _NUMBERS if each in given), None)
    if shown is None or not re.fullmatch(r"\d*", numbers or ""):
        return None
    return Directive(
        "literalinclude",
        path,
        {
            "language": language or given.get("code", "") or "text",
            "lines": shown,
            **numbering(numbers),
            **{option: value or " " for option, value in given.items() if option in _CODE},
        },
    )


def numbering(first: str | None) -> dict[str, str]:
    """Return Sphinx's options for line numbers from *first*, which may be empty; ``None`` means no numbers."""
    if first is None:
        return {}
    return {"lineno-start": first} if first.strip() not in {"", "1"} else {"linenos": " "}


def _lines(text: str, given: Mapping[str, str]) -> str | None:
    """Return the numbers of the lines of *text* that are shown, or ``None`` if there are none.

    Nikola counts from 0, or from the end with a minus sign, and does not mind lines that do not exist.
    """
    try:
        start, end = (int(given[name]) if name in given else None for name in ("start-line", "end-line"))
    except ValueError:
        return None
    shown = range(1, len(text.splitlines()) + 1)[start:end]
    return f"{shown[0]}-{'' if end is None else shown[-1]}" if shown else None


def replacements(
    lines: Sequence[tuple[str, bool]],
    *,
    find_file: Callable[[str], str | None],
    find_include: Callable[[str], Included | None],
) -> dict[int, list[str]]:
    """Return what replaces some of the *lines* of reStructuredText, each of which has whether it is code."""
    found: dict[int, list[str]] = {}
    for place, (line, is_code) in enumerate(lines):
        written = None if is_code else _DIRECTIVE.fullmatch(line)
        given = _options([text for text, _ in lines[place + 1 :]], written["start"]) if written else None
        if written is None or given is None:
            continue
        count, value = len(given), (written["value"] or "").strip()
        if written["name"] == "post-list":
            made = post_list(given) if not value else None
        else:
            name, _space, language = value.partition(" ")
            made = listing(name, language.strip(), given, find_file=find_file, find_include=find_include)
        if made:
            found |= {place: made.rst(written["start"]), **{place + 1 + number: [] for number in range(count)}}
    return found


def _options(below: Sequence[str], start: str) -> dict[str, str] | None:
    """Return the options at the top of *below*, or ``None`` if something else follows them in the directive."""
    margin = start[: len(start) - len(start.lstrip())]
    found: dict[str, str] = {}
    for line in below:
        if not line.strip() or not line.startswith(f"{margin} "):
            break
        option = _OPTION.fullmatch(line)
        if option is None or option["name"] in found:
            return None
        found[option["name"].replace("_", "-")] = option["value"].strip()
    return found

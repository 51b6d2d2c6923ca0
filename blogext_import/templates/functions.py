"""Functions of templates, under the names that engines have for them, in lower case; most can also be filters."""

from __future__ import annotations

import re
from contextlib import suppress
from html import escape, unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from jinja2 import Undefined

if TYPE_CHECKING:
    from collections.abc import Callable

_LONGEST = 100_000
_VERB = re.compile(r"%[svdq%]")


def field(value: Any, name: Any) -> Any:
    """Return a field of a record, in any case, or an item of a list; ``None`` if there is none."""
    if isinstance(value, dict):
        lower = {str(key).lower(): each for key, each in reversed(value.items())}
        return value.get(name, lower.get(str(name).lower()))
    if isinstance(value, list | str) and name in ("size", "length"):
        return len(value)
    if isinstance(value, list | str) and name in ("first", "last"):
        place = 0 if name == "first" else -1
    elif isinstance(value, list | tuple) and re.fullmatch(r"-?\d{1,6}", str(name)):
        place = int(name)
    else:
        return None
    with suppress(IndexError):
        return value[place]
    return None


def text_of(value: Any) -> str:
    """Return a value as templates show it."""
    if value is None or isinstance(value, Undefined):
        return ""
    if isinstance(value, list | tuple):
        return _join(value, "")
    return str(value).lower() if isinstance(value, bool) else str(value)


def _join(values: Any, sep: Any = " ") -> str:
    parts = [text_of(each) for each in values]
    if sum(map(len, parts)) + len(parts) * len(text_of(sep)) > _LONGEST:
        raise ValueError("it is too large")
    return text_of(sep).join(parts)


def _replace(value: Any, old: Any = "", new: Any = "", /, **named: Any) -> str:
    text, old, new = text_of(value), text_of(named.get("from", old)), text_of(named.get("to", new))
    if not old or len(text) + text.count(old) * len(new) > _LONGEST:
        raise ValueError("it is too large")
    return text.replace(old, new)


def _number(value: Any) -> Any:
    number = float(text_of(value))
    return int(number) if number == int(number) else number


def _printf(pattern: Any, *values: Any) -> str:
    parts = _VERB.split(text_of(pattern))
    texts = iter(map(text_of, values))
    made = ("%" if verb == "%%" else next(texts) for verb in _VERB.findall(text_of(pattern)))
    return _join([part for pair in zip(parts, [*made, ""], strict=True) for part in pair], "")


def _default(value: Any, other: Any = "", /, **named: Any) -> Any:
    is_empty = value in ("", False, None) or isinstance(value, Undefined)
    return named.get("value", other) if is_empty else value


def _is_equal(left: Any, right: Any) -> bool:
    # The arguments of tags are texts, whatever was written.
    return left == right or text_of(left).lower() == text_of(right).lower()


def _text(function: Callable[[str], Any]) -> Callable[..., Any]:
    return lambda value, *_more, **_named: function(text_of(value))


def _math(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda left, right: function(_number(left), _number(right))


def _contains(value: Any, part: Any) -> bool:
    return text_of(part) in (map(text_of, value) if isinstance(value, list) else text_of(value))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    name: function
    for names, function in (
        ("safe safehtml safehtmlattr safeurl safecss safejs as_str string", _text(str)),
        ("escape escape_once htmlescape xml_escape escape_xml", _text(escape)),
        ("strip_html striptags plainify", _text(lambda text: re.sub(r"<[^<>]*>", "", text))),
        ("downcase lower tolower", _text(str.lower)),
        ("upcase upper toupper", _text(str.upper)),
        ("strip trim trimspace", _text(str.strip)),
        ("slugify urlize anchorize", _text(lambda text: re.sub(r"\W+", "-", text.lower()).strip("-"))),
        ("url_encode urlencode urlquery", _text(lambda text: quote(text, safe=""))),
        ("newline_to_br linebreaksbr", _text(lambda text: text.replace("\n", "<br>\n"))),
        ("capitalize", _text(lambda text: text[:1].upper() + text[1:])),
        ("title", _text(str.title)),
        ("htmlunescape", _text(unescape)),
        ("int", _number),
        ("plus add", _math(lambda left, right: left + right)),
        ("minus sub", _math(lambda left, right: left - right)),
        ("times mul", _math(lambda left, right: left * right)),
        ("divided_by div", _math(lambda left, right: left // right)),
        ("modulo mod", _math(lambda left, right: left % right)),
        ("lt", _math(lambda left, right: left < right)),
        ("gt", _math(lambda left, right: left > right)),
        ("le", _math(lambda left, right: left <= right)),
        ("ge", _math(lambda left, right: left >= right)),
        ("eq", lambda left, *others: any(_is_equal(left, other) for other in others)),
        ("ne", lambda left, right: not _is_equal(left, right)),
        # Jinja has words for these.
        ("all_of", lambda *values: next((value for value in values if not value), values[-1])),
        ("any_of", lambda *values: next((value for value in values if value), values[-1])),
        ("negate", lambda value: not value),
        ("contains", _contains),
        ("cond", lambda test, yes, no: yes if test else no),
        ("default", _default),
        ("size length len", lambda value: len(value or "")),
        ("join delimit", _join),
        ("append", lambda value, more: _join([value, more], "")),
        ("prepend", lambda value, more: _join([more, value], "")),
        ("replace", _replace),
        ("remove", lambda value, old: _replace(value, old)),
        ("split", lambda value, sep=" ", **named: text_of(value).split(text_of(named.get("pat", sep)) or None)),
        ("first", lambda value, *_more: field(value, "first")),
        ("last", lambda value, *_more: field(value, "last")),
        ("nth index", lambda value, n: field(value, n)),
        ("get", lambda value, key, default="": _default(field(value, key), default)),
        ("isset", lambda value, name: field(value, name) is not None),
        ("hasprefix", lambda value, part: text_of(value).startswith(text_of(part))),
        ("hassuffix", lambda value, part: text_of(value).endswith(text_of(part))),
        ("print", lambda *values: _join(values, "")),
        ("printf", _printf),
        ("slice", lambda *values: list(values)),
        ("dict", lambda *values: dict(zip(map(text_of, values[::2]), values[1::2], strict=True))),
        ("pairs", lambda value: list(value.items() if isinstance(value, dict) else enumerate(value))),
    )
    for name in names.split()
}

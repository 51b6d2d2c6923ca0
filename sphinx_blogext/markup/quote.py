"""Text that stays plain text: in Markdown, reStructuredText and YAML."""

import json
from collections.abc import Mapping, Sequence

import yaml  # type: ignore[import-untyped]  # its types are another package
from docutils.utils import column_width

from sphinx_blogext.core.metadata import clean_text
from sphinx_blogext.patterns import pattern

Value = str | bool | Sequence[str]

#: An underscore within a word is not markup.
_UNDERSCORE = r"(?<![^\W_])_|_(?![^\W_])"
_MARKDOWN = pattern(rf"[\\`*\[\]<>${{}}~|]|{_UNDERSCORE}|(?:^|(?<=\s))#|&(?=#?\w+;)")
_RST = pattern(rf"[\\`*|]|{_UNDERSCORE}")
#: The beginning of a list, a comment or the like rather than a title.
_RST_START = pattern(r"\W|\(?\w+[.)](\s|$)")


def one_line(text: str) -> str:
    """Return *text* on one line, without characters that a page must not contain."""
    return " ".join(clean_text(text).split())


def markdown_text(text: str) -> str:
    """Return a line that Markdown shows as *text*."""
    return _MARKDOWN.sub(lambda match: "\\" + match[0], text)


def rst_title(text: str, sign: str = "") -> str:
    """Return a reStructuredText heading that is shown as *text*: underlined, or between two lines of *sign*."""
    escaped = _RST.sub(lambda match: "\\" + match[0], text)
    if _RST_START.match(escaped) and not escaped.startswith("\\"):
        escaped = "\\" + escaped
    return rst_adorned(escaped, sign)


def rst_adorned(heading: str, sign: str = "") -> str:
    """Return reStructuredText as a heading: underlined, or between two lines of *sign*."""
    line = (sign or "=") * max(column_width(heading), 4)
    return f"{line}\n{heading}\n{line}" if sign else f"{heading}\n{line}"


def yaml_lines(fields: Mapping[str, Value]) -> str:
    lines = []
    for name, value in fields.items():
        text = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=float("inf"))
        # Unquoted, as people usually write it: MyST passes dates on as text.
        is_date = name in {"date", "updated", "expires"} and isinstance(value, str)
        lines.append(f"{name}: " + (str(value) if is_date else text.removesuffix("...\n").strip()))
    return "\n".join(lines)


def rst_options(fields: Mapping[str, Value]) -> str:
    options = ((name.replace("_", "-"), _rst_value(value)) for name, value in fields.items())
    return "\n".join(f"   :{name}: {value}".rstrip() for name, value in options)


def _rst_value(value: Value) -> str:
    if isinstance(value, bool):
        return "" if value else "false"
    if isinstance(value, str):
        return one_line(value)
    names = list(value)
    # A list of names is separated by commas, or written as JSON.
    is_plain = not any(set(name) & set(',;[]{}"\\') for name in names)
    return ", ".join(names) if is_plain else json.dumps(names, ensure_ascii=False)

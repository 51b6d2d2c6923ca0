"""Read the configuration of other engines' sites, without executing it."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

from blogext_import.front_matter import load_json, load_toml
from blogext_import.plain_yaml import PlainError, load_yaml
from blogext_import.values import one_line
from sphinx_blogext.core.dates import parse_zone

if TYPE_CHECKING:
    from blogext_import.old_files import Source
    from blogext_import.post_records import OldSite

_LOADERS = {"yml": load_yaml, "yaml": load_yaml, "toml": load_toml, "json": load_json}
_COMMENTS = re.compile(r"(\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`[^`]*`)|//[^\n]*|/\*.*?\*/", re.DOTALL)
#: A regular expression in JavaScript.
_EXPRESSION = r"/((?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)/"


def read_settings(source: Source, *names: str) -> dict[str, Any]:
    """Return the settings in the first of the files *names* that exists; note errors."""
    path = source.first(*names)
    text = source.read(path) if path else None
    if path is None or text is None:
        return {}
    try:
        found = _LOADERS[path.rpartition(".")[2].lower()](text)
    except PlainError as error:
        source.note(path, error.line, "the configuration cannot be read: %(reason)s", reason=error)
        return {}
    return found if isinstance(found, dict) else {}


def read_list(source: Source, *names: str) -> Any:
    """Return the contents, a record or a list, of the first of the files *names* that exists."""
    path = source.first(*names)
    text = source.read(path) if path else None
    if path is None or text is None:
        return None
    try:
        return _LOADERS[path.rpartition(".")[2].lower()](text)
    except PlainError as error:
        source.note(path, error.line, "cannot be read: %(reason)s", reason=error)
        return None


def read_python(source: Source, *names: str) -> dict[str, Any]:
    """Return literal values assigned in Python files, without executing them; later files take precedence."""
    found: dict[str, Any] = {}
    for name in names:
        text = source.read(name)
        if text is None:
            continue
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line = getattr(error, "lineno", None) or 0
            source.note(name, line, "the configuration cannot be read: %(reason)s", reason=error)
            continue
        for node in tree.body:
            found |= _assigned(node, found)
    return found


def _assigned(node: ast.stmt, known: dict[str, Any]) -> dict[str, Any]:
    """Return the names and values of a top-level assignment, if the value is a literal."""
    targets = (
        node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    )
    value = getattr(node, "value", None)
    names = [target.id for target in targets if isinstance(target, ast.Name)]
    if value is None or not names:
        return {}
    try:
        return dict.fromkeys(names, _value_of(value, known))
    except (ValueError, TypeError, KeyError, RecursionError, MemoryError):
        return {}


def _value_of(node: ast.expr, known: dict[str, Any]) -> Any:
    """Return the value of an expression of constants and *known* names."""
    if isinstance(node, ast.Name):
        return known[node.id]
    if isinstance(node, ast.Call):
        return _value_of_call(node, known)
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.FormattedValue) else part for part in node.values)
        return "".join(str(_value_of(part, known)) for part in parts)
    if isinstance(node, ast.Dict):
        pairs = zip(node.keys, node.values, strict=True)
        return {_value_of(key, known): _value_of(value, known) for key, value in pairs if key is not None}
    if isinstance(node, ast.List | ast.Tuple):
        return [_value_of(item, known) for item in node.elts]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _value_of(node.left, known) + _value_of(node.right, known)
    return ast.literal_eval(node)


def _value_of_call(node: ast.Call, known: dict[str, Any]) -> Any:
    """Return the argument of a call, such as of a function for translations, or the default for an environment."""
    name = ast.unparse(node.func)
    if name == "dict" and not node.args:
        return {keyword.arg: _value_of(keyword.value, known) for keyword in node.keywords if keyword.arg}
    if len(node.args) != 1 and not name.endswith(("environ.get", "getenv")):
        raise ValueError
    return _value_of(node.args[-1], known)


def read_script_value(text: str, name: str) -> str:
    """Return the first string or boolean for the key *name* in JavaScript, or ``""``; nothing is executed."""
    plain = _COMMENTS.sub(lambda match: match[1] or "", text)
    found = re.search(rf"(?<![\w.]){name}['\"]?\s*:\s*(?:(['\"`])(.*?)\1|(true|false)\b)", plain)
    value = (found[2] if found[1] else found[3]) if found else ""
    return value if "${" not in value else ""


def read_script_pattern(text: str, name: str) -> re.Pattern[str] | None:
    """Return the regular expression for the key *name* in JavaScript, or ``None`` if there is none to be read."""
    plain = _COMMENTS.sub(lambda match: match[1] or "", text)
    match = re.search(rf"(?<![\w.]){name}['\"]?\s*:\s*{_EXPRESSION}", plain)
    try:
        return re.compile(match[1], re.IGNORECASE) if match else None
    except (re.error, RecursionError, OverflowError):
        return None


def read_script_block(text: str, name: str) -> str:
    """Return the text between the brackets after the key *name* in JavaScript, or ``""``."""
    return next(iter(read_script_blocks(text, rf"(?<![\w.]){name}['\"]?\s*:\s*")), "")


def read_script_blocks(text: str, before: str) -> list[str]:
    """Return each text between brackets that follow the regular expression *before* in JavaScript."""
    plain = _COMMENTS.sub(lambda match: match[1] or "", text)
    found = []
    for match in re.finditer(rf"{before}([{{\[])", plain):
        depth = 0
        for place in range(match.start(1), len(plain)):
            depth += (plain[place] in "{[") - (plain[place] in "}]")
            if depth == 0:
                found.append(plain[match.end(1) : place])
                break
    return found


def text_of(value: Any) -> str:
    """Return *value* as one line if it is a string, else ``""``."""
    return one_line(value) if isinstance(value, str) else ""


def record_of(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def list_of(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def set_zone(site: OldSite, name: str, source: Source, path: str) -> None:
    """Set the time zone of *site* to *name*, if it exists."""
    if not name:
        return
    try:
        site.zone = parse_zone(name)
        site.timezone = name
    except ValueError:
        source.note(path, 0, "unknown time zone “%(value)s”", value=name)

"""Read the configuration of other engines' sites, without executing it."""

import ast
import contextlib
import re
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from blogext_import.front_matter import PlainError, load_json, load_toml, load_yaml
from blogext_import.old_files import Source
from blogext_import.post_records import OldSite
from blogext_import.values import Values, one_line
from sphinx_blogext.core.addresses import is_page_name
from sphinx_blogext.core.dates import parse_zone
from sphinx_blogext.core.taxonomies import normalize
from sphinx_blogext.core.urls import NETWORKS, is_safe_url, read_profile

_LOADERS = {"yml": load_yaml, "yaml": load_yaml, "toml": load_toml, "json": load_json}
_COMMENTS = re.compile(
    r"(\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`[^`]*`)|//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL
)
_EXPRESSION = r"/((?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)/"


def _is_url(text: str) -> bool:
    return text.startswith("http") and is_safe_url(text)


#: The fields that we show: their names in other engines, and whether a text is a value of them.
_FIELDS: dict[str, tuple[tuple[str, ...], Callable[[str], bool]]] = {
    "url": (("url", "website", "web", "uri", "home", "homepage", "link", "site"), _is_url),
    "avatar": (("avatar", "image_url", "image", "picture", "photo", "gravatar"), _is_url),
    "description": (("description", "bio", "title", "tagline"), bool),
    "slug": (("slug",), lambda text: is_page_name(text) and "/" not in text),
}
#: All that we read of the record of an author.
AUTHOR_KEYS = {"name", "display_name", "label", "key", "nick", "id", "social", "socials", *NETWORKS}.union(
    *(keys for keys, _is_valid in _FIELDS.values())
)


def read_authors(value: Any) -> dict[str, dict[str, Any]]:
    """Return authors by the names used in posts, which *value* maps to names or records."""
    authors = {}
    for key, entry in record_of(value).items():
        if isinstance(entry, str):
            authors[str(key)] = {"name": one_line(entry)}
        elif isinstance(entry, dict):
            authors[str(key)] = _author(str(key), entry)
    return authors


def note_authors(site: OldSite, records: dict[str, dict[str, Any]]) -> None:
    """Add what *records* say of authors, by their names, to their entries, which take precedence."""
    for name, author in read_authors(records).items():
        if len(author) > 1:
            people = site.authors.items()
            keys = {normalize(str(form)): key for key, entry in people for form in (entry.get("name", key), key)}
            key = keys.get(normalize(name), name)
            site.authors[key] = author | site.authors.get(key, {})


def _author(key: str, entry: dict[str, Any]) -> dict[str, Any]:
    values = Values(entry)
    author: dict[str, Any] = {"name": values.text("name", "display_name", "label") or key}
    for name, (keys, is_valid) in _FIELDS.items():
        if (text := values.text(*keys)) and is_valid(text):
            author[name] = text
    profiles = _profiles(entry)
    return author | ({"social": profiles} if profiles else {})


def _profiles(entry: dict[str, Any]) -> dict[str, str]:
    """Return the profiles of an author, as URLs or as handles on networks that we know."""
    accounts = {key: value for key, value in entry.items() if key in NETWORKS}
    accounts |= record_of(entry.get("socials") or entry.get("social"))
    profiles: dict[str, str] = {}
    for name, value in accounts.items():
        text = one_line(value).removeprefix("@") if isinstance(value, str) else ""
        with contextlib.suppress(ValueError):
            if text and (text.startswith("http") or name in NETWORKS) and read_profile(str(name), text):
                profiles[str(name)] = text
    return profiles


def read_settings(source: Source, *names: str) -> dict[str, Any]:
    """Return the settings in the first of the files *names* that exists; note errors."""
    return record_of(_load(source, names, "the configuration cannot be read: %(reason)s"))


def merged(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of both; those *above* take precedence, whatever the case of their names."""
    names = {name.lower(): name for name in below}
    settings = dict(below)
    for name, value in above.items():
        old = settings.pop(names.get(name.lower(), name), None)
        settings[name] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return settings


def read_list(source: Source, *names: str) -> Any:
    """Return the contents, a record or a list, of the first of the files *names* that exists."""
    return _load(source, names, "cannot be read: %(reason)s")


def _load(source: Source, names: tuple[str, ...], message: str) -> Any:
    path = source.first(*names)
    text = source.read(path) if path else None
    if path is None or text is None:
        return None
    try:
        return _LOADERS[path.rpartition(".")[2].lower()](text)
    except PlainError as error:
        source.note(path, error.line, message, reason=error)
        return None


def read_python(source: Source, *names: str) -> dict[str, Any]:
    """Return literal values assigned in Python files, without executing them; later files take precedence."""
    values: dict[str, Any] = {}
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
            values |= _assigned(node, values)
    return values


def _assigned(node: ast.stmt, names: dict[str, Any]) -> dict[str, Any]:
    """Return the names and values of a top-level assignment, if the value is a literal."""
    targets = getattr(node, "targets", [getattr(node, "target", None)])
    value = getattr(node, "value", None) if isinstance(node, ast.Assign | ast.AnnAssign) else None
    own = [target.id for target in targets if isinstance(target, ast.Name)]
    if value is None or not own:
        return {}
    try:
        return dict.fromkeys(own, _value_of(value, names))
    except (ValueError, TypeError, KeyError, RecursionError, MemoryError):
        return {}


def _value_of(node: ast.expr, names: dict[str, Any]) -> Any:
    read = _VALUES.get(type(node))
    return read(node, names) if read else ast.literal_eval(node)


def _value_of_sum(node: ast.BinOp, names: dict[str, Any]) -> Any:
    if not isinstance(node.op, ast.Add):
        return ast.literal_eval(node)
    return _value_of(node.left, names) + _value_of(node.right, names)


def _value_of_call(node: ast.Call, names: dict[str, Any]) -> Any:
    """Return the argument of a call, such as of a function for translations, or the default for an environment."""
    name = ast.unparse(node.func)
    if name == "dict" and not node.args:
        return {keyword.arg: _value_of(keyword.value, names) for keyword in node.keywords if keyword.arg}
    if len(node.args) != 1 and not name.endswith(("environ.get", "getenv")):
        raise ValueError
    return _value_of(node.args[-1], names)


#: How expressions other than constants are read.
_VALUES: dict[type[ast.expr], Callable[[Any, dict[str, Any]], Any]] = {
    ast.Name: lambda node, names: names[node.id],
    ast.Call: _value_of_call,
    ast.JoinedStr: lambda node, names: "".join(str(_value_of(part, names)) for part in node.values),
    ast.FormattedValue: lambda node, names: _value_of(node.value, names),
    ast.Dict: lambda node, names: {
        _value_of(key, names): _value_of(value, names)
        for key, value in zip(node.keys, node.values, strict=True)
        if key is not None
    },
    ast.List: lambda node, names: [_value_of(item, names) for item in node.elts],
    ast.Tuple: lambda node, names: [_value_of(item, names) for item in node.elts],
    ast.BinOp: _value_of_sum,
}


def read_script_value(text: str, name: str) -> str:
    """Return the string or boolean for the key *name* in JavaScript, or ``""``; nothing is executed."""
    match = find_key(text, name, r"(?:(['\"`])(.*?)\1|(true|false)\b)")
    value = (match[2] or match[3] or "") if match else ""
    return value if "${" not in value else ""


def find_key(text: str, name: str, value: str) -> re.Match[str] | None:
    """Return the match for a key in JavaScript and its *value*: the first of those in the fewest brackets."""
    plain = _COMMENTS.sub(lambda match: match[1] or "", text)
    code = _COMMENTS.sub(lambda match: " " * len(match[0]), plain)
    depths = list(accumulate((char in "{[(") - (char in "}])") for char in code))
    keys = re.finditer(rf"(?<![\w.]){name}['\"]?\s*:\s*{value}", plain)
    return min(keys, key=lambda match: depths[match.start()], default=None)


def read_script_pattern(text: str, name: str) -> re.Pattern[str] | None:
    """Return the regular expression for the key *name* in JavaScript, or ``None`` if there is none to be read."""
    match = find_key(text, name, _EXPRESSION)
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
    blocks = []
    for match in re.finditer(rf"{before}([{{\[])", plain):
        depth = 0
        for place in range(match.start(1), len(plain)):
            depth += (plain[place] in "{[") - (plain[place] in "}]")
            if depth == 0:
                blocks.append(plain[match.end(1) : place])
                break
    return blocks


def text_of(value: Any) -> str:
    """Return *value* as one line if it is a string, else ``""``."""
    return one_line(value) if isinstance(value, str) else ""


def record_of(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def list_of(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def set_zone(site: OldSite, name: str, source: Source, path: str) -> None:
    if not name:
        return
    try:
        site.zone = parse_zone(name)
        site.timezone = name
    except ValueError:
        source.note(path, 0, "unknown time zone “%(value)s”", value=name)

"""An interpreter for definitions: Jinja without files, methods and most functions, for a limited time and size."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date, time
from functools import lru_cache
from html import escape, unescape
from types import CodeType
from typing import Any
from urllib.parse import quote

from jinja2 import ChainableUndefined, Template, Undefined, nodes
from jinja2.runtime import LoopContext
from jinja2.sandbox import SandboxedEnvironment
from jinja2.visitor import NodeTransformer

_LONGEST_TEXT = 100_000
_VERB = re.compile(r"%[svdq%]")
#: The value of what the old site knew, and we do not.
UNKNOWN = object()
#: The number of steps, which grows with the length of what they make, and the greatest length and number.
_STEPS, _LONGEST, _GREATEST = 20_000, 100_000, 10**12


class Facts(dict[str, Any]):
    """What is known here of a page or a site, which is not all."""


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
    if not isinstance(value, str | int | float | date | time):
        # It would be shown as Python has it.
        raise TypeError(f"{type(value).__name__} cannot be shown")
    return str(value).lower() if isinstance(value, bool) else str(value)


def _join(values: Any, sep: Any = " ") -> str:
    parts = [text_of(each) for each in values]
    if sum(map(len, parts)) + len(parts) * len(text_of(sep)) > _LONGEST_TEXT:
        raise ValueError("it is too large")
    return text_of(sep).join(parts)


def _replace(value: Any, old: Any = "", new: Any = "", /, **named: Any) -> str:
    text, old, new = text_of(value), text_of(named.get("from", old)), text_of(named.get("to", new))
    if not old or len(text) + text.count(old) * len(new) > _LONGEST_TEXT:
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


class TemplateError(ValueError):
    """A template that cannot be rendered: its syntax, a name that is not known, or one of the limits."""


class _Limits(NodeTransformer):
    """Has the items of loops counted, and joined texts, and finds functions where no variable can be found."""

    def __init__(self, names: Iterable[str], *, escapes: bool) -> None:
        self.names, self.escapes = names, escapes

    def visit_Output(self, node: nodes.Output) -> nodes.Node:  # noqa: N802  # the name is Jinja's
        self.generic_visit(node)
        if self.escapes:
            node.nodes = [self._escaped(each) for each in node.nodes]
        return node

    @staticmethod
    def _escaped(node: nodes.Expr) -> nodes.Expr:
        is_plain = isinstance(node, nodes.TemplateData | nodes.Const | nodes.Call)
        is_plain |= isinstance(node, nodes.Filter | nodes.Name) and node.name in ("body", "escape", "safe")
        return node if is_plain else nodes.Filter(node, "_escaped", [], [], None, None)

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802
        if isinstance(node.node, nodes.Name) and node.node.name in self.names:
            node.args.insert(0, nodes.Const(node.node.name))
            node.node = nodes.EnvironmentAttribute("apply")
        return self.generic_visit(node)

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802
        node.iter = nodes.Filter(node.iter, "_each", [], [], None, None)
        return self.generic_visit(node)

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        return nodes.Filter(nodes.List(node.nodes), "_joined", [], [], None, None)


@lru_cache(maxsize=256)
def _compiled(template: str, names: frozenset[str], escapes: bool) -> CodeType:
    """Return a template as code, made once for a site that uses it everywhere."""
    # Filters of constants would be evaluated; this function has no value for any.
    return Sandbox(dict.fromkeys(names, next), is_strict=False, escapes=escapes).compile(template)


class Sandbox(SandboxedEnvironment):
    """An environment for one rendering; *is_strict* refuses to show names that are not known.

    With *escapes*, what is shown is escaped as in Tera, but for ``body``, which is Markdown here.

    *functions* can also be used as filters. ``assigned`` are the variables that templates set.
    """

    intercepted_binops = frozenset(("+", "-", "*", "/", "//", "%", "**"))

    def __init__(
        self, functions: Mapping[str, Callable[..., Any]], *, is_strict: bool, escapes: bool = False
    ) -> None:
        super().__init__(optimized=False, undefined=ChainableUndefined, finalize=self._shown)
        counted: dict[str, Any] = {name: self._counted(function) for name, function in functions.items()}
        own: dict[str, Any] = {"_each": self._each, "_joined": self._counted(text_of)}
        self.filters = {**counted, **own, "_escaped": lambda value: escape(self._shown(value))}
        self.globals = {}
        self.is_strict, self.escapes = is_strict, escapes
        self.assigned: dict[str, Any] = {}
        self._left = _STEPS
        self._cost = 1

    def text(self, source: str, variables: Mapping[str, Any]) -> str:
        """Return the text that a template makes of *variables*; raises :exc:`TemplateError`."""
        if len(source) > _LONGEST:
            raise TemplateError("the definition is too long")
        # What a loop repeats may be the whole text.
        self._cost += len(source) // 256
        try:
            code = _compiled(source, frozenset(self.filters), self.escapes)
            template = Template.from_code(self, code, self.globals)
            context = template.new_context(dict(variables))
            shown = "".join(template.root_render_func(context))
        except TemplateError:
            raise
        except Exception as error:  # whatever a template of others does
            raise TemplateError(str(error) or type(error).__name__) from error
        variables_set = {
            name: value for name, value in context.get_exported().items() if not isinstance(value, Undefined)
        }
        self.assigned |= variables_set
        return str(self._spend(shown))

    def _spend(self, value: Any, cost: int = 1) -> Any:
        """Count the steps that made *value*, and return it."""
        self._left -= cost + (len(value) // 256 if isinstance(value, str | list | dict) else 0)
        is_large = isinstance(value, str) and len(value) > _LONGEST
        is_large |= isinstance(value, int | float) and abs(value) > _GREATEST
        if self._left < 0 or is_large:
            raise TemplateError("it takes too long, or is too large")
        return value

    def _counted(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *values, **named: self._spend(function(*values, **named))

    def apply(self, name: str, /, *values: Any, **named: Any) -> Any:
        """Return what a function makes of its arguments."""
        return self.filters[name](*values, **named)

    def _each(self, values: Any) -> Iterator[Any]:
        whole = values
        while isinstance(whole, Undefined):
            whole = whole._undefined_obj
        if whole is not values and isinstance(whole, Facts):
            # The old site may have had some.
            raise TemplateError(f"{values._undefined_name} is not known")
        for value in values.items() if isinstance(values, dict) else values:
            self._spend(value, self._cost)
            yield value

    def _shown(self, value: Any) -> str:
        if self.is_strict and isinstance(value, Undefined):
            raise TemplateError(f"{value._undefined_name} is not known")
        return str(self._spend(text_of(value)))

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        limits = _Limits(self.filters, escapes=self.escapes)
        tree: nodes.Template = limits.visit(super()._parse(source, name, filename))
        return tree

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Return the result of an operator: of texts, only of an addition."""
        is_text = operator == "+" and isinstance(left, str) and isinstance(right, str)
        if operator == "**" or not (is_text or all(isinstance(each, int | float) for each in (left, right))):
            raise TemplateError(f"{operator} is not known here")
        return self._spend(super().call_binop(context, operator, left, right))

    def call(self, context: Any, obj: Any, *values: Any, **named: Any) -> Any:
        """Return the result of a call, which is counted."""
        self._spend("", self._cost)
        return super().call(context, obj, *values, **named)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return a field of a record, or what a loop tells; nothing has methods here."""
        if isinstance(obj, LoopContext) and not attribute.startswith("_"):
            return super().getattr(obj, attribute)
        return self.getitem(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Return a field of a record, or an item of a list."""
        item = field(obj, argument)
        if item is UNKNOWN:
            raise TemplateError(f"{argument} is not known here")
        return self.undefined(obj=obj, name=argument) if item is None else item

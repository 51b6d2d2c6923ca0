"""An interpreter for definitions: Jinja without files, methods and most functions, for a limited time and size."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from jinja2 import ChainableUndefined, Template, Undefined, nodes
from jinja2.runtime import LoopContext
from jinja2.sandbox import SandboxedEnvironment
from jinja2.visitor import NodeTransformer

from blogext_import.templates.functions import field, text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from types import CodeType

#: The value of what the old site knew, and we do not.
UNKNOWN = object()
#: The number of steps, which grows with the length of what they make, and the greatest length and number.
_STEPS, _LONGEST, _GREATEST = 20_000, 100_000, 10**12


class TemplateError(ValueError):
    """A template that cannot be rendered: its syntax, a name that is not known, or one of the limits."""


class _Limits(NodeTransformer):
    """Has the items of loops counted, and joined texts."""

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802  # the name is Jinja's
        node.iter = nodes.Filter(node.iter, "_each", [], [], None, None)
        return self.generic_visit(node)

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        return nodes.Filter(nodes.List(node.nodes), "_joined", [], [], None, None)


@lru_cache(maxsize=256)
def _compiled(template: str, names: frozenset[str]) -> CodeType:
    """Return a template as code, made once for a site that uses it everywhere."""
    return Sandbox(dict.fromkeys(names, str), is_strict=False).compile(template)


class Sandbox(SandboxedEnvironment):
    """An environment for one rendering; *is_strict* refuses to show names that are not known.

    *functions* can also be used as filters. ``assigned`` are the variables that templates set.
    """

    intercepted_binops = frozenset(("+", "-", "*", "/", "//", "%", "**"))

    def __init__(self, functions: Mapping[str, Callable[..., Any]], *, is_strict: bool) -> None:
        super().__init__(optimized=False, undefined=ChainableUndefined, finalize=self._shown)
        counted: dict[str, Any] = {name: self._counted(function) for name, function in functions.items()}
        self.filters = {**counted, "_each": self._each, "_joined": self._counted(text_of)}
        self.globals = dict(counted)
        self.is_strict = is_strict
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
            code = _compiled(source, frozenset(self.filters))
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

    def _each(self, values: Any) -> Iterator[Any]:
        for value in values.items() if isinstance(values, dict) else values:
            self._spend(value, self._cost)
            yield value

    def _shown(self, value: Any) -> str:
        if self.is_strict and isinstance(value, Undefined):
            raise TemplateError(f"{value._undefined_name} is not known")
        return str(self._spend(text_of(value)))

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree: nodes.Template = _Limits().visit(super()._parse(source, name, filename))
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

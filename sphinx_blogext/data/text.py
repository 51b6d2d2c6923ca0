"""Text that stays plain text in templates, whether or not they escape values."""

from collections.abc import Callable
from html import escape
from typing import Any


class Text(str):
    """Plain text when compared and joined; escaped HTML when printed, by a template that escapes or does not."""

    __slots__ = ()

    def __str__(self) -> str:
        # Templates print values with ``str``.
        return escape(str.__str__(self))

    __html__ = __str__

    def __radd__(self, other: str) -> "Text":
        return Text(str.__add__(other, self))


def _stays_text(name: str) -> Callable[..., Any]:
    """Return the string method *name* for ``Text``: its results are of the type ``Text``, too."""
    method = getattr(str, name)

    def call(text: Text, *arguments: Any, **options: Any) -> Any:
        result = method(text, *arguments, **options)
        return list(map(Text, result)) if isinstance(result, list) else Text(result)

    return call


#: The methods that template filters use.
for _name in (
    *("__add__", "__getitem__", "capitalize", "casefold", "lower", "lstrip", "removeprefix", "removesuffix"),
    *("replace", "rsplit", "rstrip", "split", "splitlines", "strip", "title", "upper"),
):
    setattr(Text, _name, _stays_text(_name))

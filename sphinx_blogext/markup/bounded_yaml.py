"""Reads YAML within bounds: a few hundred bytes of it can take all memory, or all of the stack."""

import re
from itertools import accumulate, chain
from typing import Any

import yaml  # type: ignore[import-untyped]  # has no types of its own

from sphinx_blogext.patterns import pattern

#: The loader in C is ten times as fast but not available everywhere. If a text contains the characters below, it
#: accepts things that the Python loader, which MyST uses, rejects, such as a tab at the end of a line.
_FAST_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DISPUTED = pattern("[\t#|>!?\ufeff\x85\u2028\u2029]")
#: The most characters that it gets, and the most signs of nesting: it crashes where the other raises an exception.
_MOST, _MOST_SIGNS, _INDENT = 10_000, 50, " " * 50
#: How deep data may be nested, how long it may get when each alias is replaced by what it refers to, and how many
#: brackets may be open: each takes the Python loader longer than the one before.
_DEEPEST, _LONGEST, _MOST_OPEN = 100, 1_000_000, 1_000


class YamlError(ValueError):
    """What cannot be read: the reason, and the *line* and the *column*, counted from 1."""

    def __init__(self, reason: str, line: int = 1, column: int = 1) -> None:
        super().__init__(reason)
        self.line, self.column = line, column


def loader_for(text: str, *, is_strict: bool = True) -> Any:
    """Return the fastest of YAML's safe loaders that reads *text* as the one in Python does, if it can be read.

    Unless *is_strict*, what only some loaders accept is accepted where it can be, as other engines do.
    """
    signs = text.count("[") + text.count("{") + text.count("- - ") + text.count("? ? ") + text.count(_INDENT)
    is_slow = len(text) > _MOST or signs > _MOST_SIGNS or (is_strict and _DISPUTED.search(text))
    return yaml.SafeLoader if is_slow else _FAST_LOADER


def load_yaml(text: str) -> Any:
    """Return the data in *text*; raise :exc:`YamlError` if it cannot be read or is too much."""
    return construct(compose(text))


def compose(text: str, *, is_strict: bool = True) -> Any:
    """Return the node of the YAML *text*, or ``None`` if it is empty; raise :exc:`YamlError`."""
    steps = accumulate(1 if bracket in "[{" else -1 for bracket in re.findall(r"[][{}]", text))
    if max(steps, default=0) > _MOST_OPEN:
        raise YamlError("it is nested too deeply")
    return _compose(text, loader_for(text, is_strict=is_strict))


def _compose(text: str, loader: Any) -> Any:
    try:
        root = yaml.compose(text, loader)
    except Exception as error:
        # So that the reason and the place are the same on every machine.
        if loader is yaml.SafeLoader:
            raise _described(error) from error
        return _compose(text, yaml.SafeLoader)
    if root is not None:
        _measure(root, 0, {})
    return root


class _Constructor(yaml.constructor.SafeConstructor):  # type: ignore[misc]  # has no types of its own
    #: The node that is read now.
    node: Any = None

    def construct_object(self, node: Any, deep: bool = False) -> Any:
        self.node = node
        return super().construct_object(node, deep)


def construct(root: Any) -> Any:
    """Return the data of a node from :func:`compose`; raise :exc:`YamlError`."""
    constructor = _Constructor()
    try:
        return None if root is None else constructor.construct_document(root)
    except yaml.YAMLError as error:
        raise _described(error) from error
    except Exception as error:
        # The value of a scalar cannot be converted, such as that of ``2024-02-30`` or ``!!bool maybe``.
        node = constructor.node
        raise YamlError(f"the value {str(node.value)[:40]!r} cannot be read", *_place(node)) from error


def _place(node: Any) -> tuple[int, int]:
    return node.start_mark.line + 1, node.start_mark.column + 1


def _described(error: Exception) -> YamlError:
    """Return *error*, one of YAML's loader or a ``RecursionError``, in one line and with its place."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    reason = getattr(error, "problem", None) or getattr(error, "context", None) or str(error)
    if isinstance(error, RecursionError):
        reason = "it is nested too deeply"
    place = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    return YamlError(reason.partition("\n")[0] or type(error).__name__, *place)


def _measure(node: Any, depth: int, sizes: dict[int, int]) -> int:
    """Return how long *node* is with all aliases replaced; raise :exc:`YamlError` if that is too much."""
    # ``sizes`` are those of the nodes inside it, by their identity, and -1 while one is being measured.
    size = sizes.get(id(node))
    if size is None:
        if depth > _DEEPEST:
            raise YamlError("it is nested too deeply", *_place(node))
        sizes[id(node)] = -1
        parts: Any = chain.from_iterable(node.value) if isinstance(node, yaml.MappingNode) else node.value
        is_text = isinstance(parts, str)
        size = 1 + (len(parts) if is_text else sum(_measure(each, depth + 1, sizes) for each in parts))
        sizes[id(node)] = size
    if size < 0 or size > _LONGEST:
        raise YamlError("it contains itself" if size < 0 else "its aliases make it too long", *_place(node))
    return size

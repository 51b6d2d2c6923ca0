"""YAML with all scalars as strings, exactly as written: the tag ``3.10`` stays ``3.10``, and so does a date."""

from __future__ import annotations

from typing import Any

import yaml  # type: ignore[import-untyped]  # its types are another package

from sphinx_blogext.markup.bounded_yaml import YamlError, compose

_NULL, _MERGE = "tag:yaml.org,2002:null", "tag:yaml.org,2002:merge"


class PlainError(ValueError):
    """A syntax error: the reason, and the *line*, counted from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


def load_yaml(text: str) -> Any:
    """Return the data in *text*: dictionaries, lists, strings and ``None``.

    Tags are ignored, so no other objects are created. Raises :exc:`PlainError`.
    """
    try:
        root = compose(text, is_strict=False)
    except YamlError as error:
        raise PlainError(error.line, str(error)) from error
    return _Builder().build(root) if root is not None else None


class _Builder:
    """Builds the values of nodes, each only once even if several aliases refer to it."""

    def __init__(self) -> None:
        self._built: dict[int, Any] = {}

    def build(self, node: Any) -> Any:
        if isinstance(node, yaml.ScalarNode):
            return None if node.tag == _NULL else node.value
        if id(node) in self._built:
            return self._built[id(node)]
        # A node that contains itself finds ``None`` here.
        self._built[id(node)] = None
        if isinstance(node, yaml.SequenceNode):
            value: Any = [self.build(item) for item in node.value]
        else:
            value = {}
            for key, item in node.value:
                self._put(value, key, item)
        self._built[id(node)] = value
        return value

    def _put(self, mapping: dict[str, Any], key: Any, item: Any) -> None:
        value = self.build(item)
        if key.tag == _MERGE:
            for other in value if isinstance(value, list) else [value]:
                mapping.update({} if not isinstance(other, dict) else other | mapping)
        else:
            mapping[str(key.value) if isinstance(key, yaml.ScalarNode) else str(self.build(key))] = value

"""Keeps values in YAML front matter as text: the tag ``3.10`` stays ``3.10``, and an invalid date stays a date."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import yaml  # type: ignore[import-untyped]  # has no types of its own

from sphinx_blogext.core.metadata import text_keys_of
from sphinx_blogext.core.taxonomies import TAXONOMIES

if TYPE_CHECKING:
    from collections.abc import Callable, Set

    from sphinx_blogext.core.taxonomies import Taxonomies

_FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?)\n---", re.DOTALL)
#: Tags of values that YAML leaves as written, or that are empty.
_KEPT = frozenset({"tag:yaml.org,2002:str", "tag:yaml.org,2002:null"})
#: The loader in C is ten times as fast but not available everywhere. If a text contains the characters below, it
#: accepts things that the Python loader, which MyST uses, rejects, such as a tab at the end of a line.
_FAST_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DISPUTED = re.compile("[\t#|>!\ufeff\x85\u2028\u2029]")


def quote_front_matter(
    source: str, applies: Callable[[Set[str]], bool] = lambda keys: True, taxonomies: Taxonomies = TAXONOMIES
) -> str:
    """Return *source* with quotes around the texts in its front matter that YAML would not read as strings.

    YAML turns ``3.10`` into 3.1 and ``no``, the code for Norwegian, into false. It rejects a date that does not
    exist, and MyST then drops the entire front matter, so the document would no longer be a post. Quoted, they
    reach us as text and we can report what is wrong. Only values of our own keys that take text are changed, alone
    or in a list, and only if *applies* accepts the keys; *taxonomies* are those of the site.
    """
    front = _FRONT_MATTER.match(source)
    if front is None:
        return source
    start, end = front.span(1)
    return source[:start] + _quote(front[1], applies, text_keys_of(taxonomies)) + source[end:]


def _quote(text: str, applies: Callable[[Set[str]], bool], text_keys: Set[str]) -> str:
    try:
        root = yaml.compose(text, yaml.SafeLoader if _DISPUTED.search(text) else _FAST_LOADER)
    except yaml.YAMLError:
        # MyST reports the error.
        return text
    entries = root.value if isinstance(root, yaml.MappingNode) else []
    # Documents that are not posts must reach MyST and other tools as they were written.
    if not applies({_name(key) for key, _value in entries}):
        return text
    places: set[tuple[int, int]] = set()
    for key, value in entries:
        if _name(key).replace("-", "_") in text_keys:
            for item in value.value if isinstance(value, yaml.SequenceNode) else [value]:
                place = item.start_mark.index, item.end_mark.index
                # Only the value is there, without a tag or an anchor.
                if item.tag not in _KEPT and item.value == text[slice(*place)]:
                    places.add(place)
    # From the end, so that earlier positions stay valid.
    for start, end in sorted(places, reverse=True):
        text = f'{text[:start]}"{text[start:end]}"{text[end:]}'
    return text


def _name(key: yaml.Node) -> str:
    return str(key.value).strip().lower()

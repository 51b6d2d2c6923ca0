"""Front matter in YAML is text: the tag ``3.10`` stays one, and so does a date that does not exist."""

from __future__ import annotations

import re

import yaml  # type: ignore[import-untyped]  # has no types of its own

from sphinx_blogext.metadata import TEXT_KEYS

_FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?)\n---", re.DOTALL)
#: What YAML leaves as it is written, or what has nothing written.
_KEPT = frozenset({"tag:yaml.org,2002:str", "tag:yaml.org,2002:null"})
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def quote_front_matter(source: str) -> str:
    """Return *source* with quotation marks around the texts in its front matter that YAML takes for other things.

    YAML makes 3.1 of ``3.10``, false of ``no``, the language of Norway, and refuses a date
    that does not exist: MyST then drops all of the front matter, and the post would no longer
    be one. As text they come to us, and we say what is wrong. Only the values of keys that
    are ours and take text are touched, alone or in a list.
    """
    front = _FRONT_MATTER.match(source)
    if front is None:
        return source
    start, end = front.span(1)
    return source[:start] + _quote(front[1]) + source[end:]


def _quote(text: str) -> str:
    try:
        root = yaml.compose(text, _LOADER)
    except yaml.YAMLError:
        # MyST says what is wrong.
        return text
    places: set[tuple[int, int]] = set()
    for key, value in root.value if isinstance(root, yaml.MappingNode) else ():
        if str(key.value).strip().lower().replace("-", "_") in TEXT_KEYS:
            for item in value.value if isinstance(value, yaml.SequenceNode) else [value]:
                place = item.start_mark.index, item.end_mark.index
                # Nothing but the value stands there: no tag, no anchor.
                if item.tag not in _KEPT and item.value == text[slice(*place)]:
                    places.add(place)
    for start, end in sorted(places, reverse=True):
        text = f'{text[:start]}"{text[start:end]}"{text[end:]}'
    return text

"""Prepares the text of a document before it is parsed: its front matter stays text, or is cleared if it is broken.

The tag ``3.10`` stays ``3.10``, and an invalid date stays a date.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import yaml  # type: ignore[import-untyped]  # has no types of its own
from sphinx.util import get_filetype

from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.addresses import SITE
from sphinx_blogext.core.addresses import is_inside as is_within
from sphinx_blogext.core.metadata import DATE_KEYS, DRAFT_KEYS, text_keys_of
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.markup.bounded_yaml import YamlError, compose, construct
from sphinx_blogext.read.broken_metadata import (
    Broken,
    decides,
    describe,
    find_attempt,
    find_block,
    text_behind_dashes,
)
from sphinx_blogext.read.front_matter import matches_pattern
from sphinx_blogext.read.stray_metadata import find_hiding, find_in_notebook, find_stray, find_stray_rst
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Set

    from sphinx.application import Sphinx

    from sphinx_blogext.core.taxonomies import Taxonomies

#: A ``post`` directive, in Markdown or in a block of reStructuredText.
_DIRECTIVE = re.compile(r"\{post\}|\.\. post::")
#: Tags of values that YAML leaves as written, or that are empty.
_PLAIN = frozenset({"tag:yaml.org,2002:str", "tag:yaml.org,2002:null"})
#: How many characters tell that the encoding is another.
_FIRST = 100
_TEXT = "tag:yaml.org,2002:str"


def on_source_read(app: Sphinx, docname: str, source: list[str]) -> None:
    """Prepare the text of what may be a post; leave other documents to other tools."""
    path = str(app.env.doc2path(docname))
    is_inside = matches_pattern(docname, path, blog_config(app.config))
    is_below = any(root != SITE and is_within(docname, root) for root in blog_config(app.config).roots)
    has_directive = _DIRECTIVE.search(source[0]) is not None
    broken: Broken | None
    # Documents that are not posts must reach MyST and other tools as they were written.
    if not (is_inside or has_directive or "blogpost" in source[0]):
        if is_below and path.endswith(".md"):
            # Its pattern leaves it out, but whether it is meant as a post cannot be read.
            broken, text = _prepared(app, docname, source[0], has_directive=False, is_inside=False)
            if broken and any(decides(key) for key, _value in broken.pairs):
                source[0], blog_domain(app.env).broken[docname] = broken.cleared(text), broken
        return
    is_rst = get_filetype(app.config.source_suffix, path) == "restructuredtext"
    is_notebook = path.endswith(".ipynb")
    now = blog_domain(app.env).now
    today = f"{now:%Y-%m-%d}" if now else "9999-12-31"
    if "\0" in source[0][:_FIRST]:
        lines = source[0].count("\n") + 1
        broken, text = Broken(1, 1, "the file is not in UTF-8", "save it in UTF-8", 0, lines), source[0]
    elif is_notebook:
        broken, text = find_in_notebook(source[0], today)
    elif is_rst:
        broken, text = find_stray_rst(source[0], is_post=has_directive), source[0]
    else:
        broken, text = _prepared(app, docname, source[0], has_directive=has_directive, is_inside=is_inside)
    if broken is None and not is_notebook:
        block = None if is_rst else find_block(text)
        broken = find_attempt(text, is_rst=is_rst)
        broken = broken or find_hiding(text, today, is_rst=is_rst, start=block.lines if block else 0)
    if broken and not (is_inside or "blogpost" in dict(broken.pairs)):
        # Only a directive shows that the document is a post.
        broken = None if broken.is_attempt else broken._replace(is_of_post=True)
    elif broken and not is_notebook:
        text = broken.cleared(text)
    source[0] = text
    blog_domain(app.env).broken[docname] = broken


def _prepared(
    app: Sphinx, docname: str, text: str, *, has_directive: bool, is_inside: bool
) -> tuple[Broken | None, str]:
    """Return what is broken in the front matter of Markdown, if anything is, and the text with it quoted."""

    def may_be_post(keys: Set[str]) -> bool:
        is_marked = (
            bool(keys & {*DATE_KEYS, *DRAFT_KEYS}) or blog_config(app.config).at(docname).blog_date_from_name
        )
        return (is_marked and is_inside) or "blogpost" in keys or has_directive

    block, is_post = find_block(text), has_directive
    if block is not None:
        try:
            front = FrontMatterText(text[block.start : block.end], blog_config(app.config).taxonomies)
        except YamlError as error:
            return describe(error, text, block), text
        if broken := text_behind_dashes(text, block):
            return broken, text
        is_post |= may_be_post(front.keys)
        for line, key in front.repeated if is_post else ():
            message = "the key %r is set twice; only the last one counts: remove one of them"
            warn(BlogWarning.FRONT_MATTER, message, key, location=(docname, line))
        text = f"{text[: block.start]}{front.quoted() if is_post else front.text}{text[block.end :]}"
    takes_fields = block is None and "fieldlist" in getattr(app.config, "myst_enable_extensions", ())
    start = block.lines if block else 0
    return find_stray(text, takes_fields=takes_fields, start=start, is_post=is_post), text


def quote_front_matter(source: str, taxonomies: Taxonomies = TAXONOMIES) -> str:
    """Return *source* with quotes around the texts in its front matter that YAML would not read as strings."""
    block = find_block(source)
    if block is None:
        return source
    try:
        front = FrontMatterText(source[block.start : block.end], taxonomies)
    except YamlError:
        return source
    return source[: block.start] + front.quoted() + source[block.end :]


class FrontMatterText:
    """Front matter in YAML; raises :exc:`YamlError` if it cannot be read.

    YAML turns ``3.10`` into 3.1 and ``no``, the code for Norwegian, into false. It rejects a date that does not
    exist, and MyST then drops the entire front matter, so the document would no longer be a post. Quoted, they
    reach us as text and we can report what is wrong. Only values of our own keys that take text are changed, alone
    or in a list; *taxonomies* are those of the site.
    """

    def __init__(self, text: str, taxonomies: Taxonomies = TAXONOMIES) -> None:
        self.text = text
        root = compose(text)
        if not (root is None or isinstance(root, yaml.MappingNode)):
            raise YamlError("expected keys and values, such as 'title: Hello'")
        self._entries: list[tuple[Any, Any]] = root.value if root is not None else []
        self.keys = {_name(key) for key, _value in self._entries}
        self._check_repeated()
        self._places = self._note_places(text_keys_of(taxonomies))
        # As it will be read: with quotes.
        construct(root)

    def quoted(self) -> str:
        text = self.text
        # From the end, so that earlier positions stay valid.
        for start, end in sorted(self._places, reverse=True):
            text = f'{text[:start]}"{text[start:end]}"{text[end:]}'
        return text

    def _note_places(self, text_keys: Set[str]) -> set[tuple[int, int]]:
        places: set[tuple[int, int]] = set()
        for key, value in self._entries:
            if _name(key).replace("-", "_") in text_keys:
                for item in value.value if isinstance(value, yaml.SequenceNode) else [value]:
                    place = item.start_mark.index, item.end_mark.index
                    # Only the value is there, without a tag or an anchor.
                    if item.tag not in _PLAIN and item.value == self.text[slice(*place)]:
                        item.tag = _TEXT
                        places.add(place)
        return places

    def _check_repeated(self) -> None:
        """Note keys that are set twice to different values; refuse them if they decide what is published."""
        #: The lines and the keys, as written.
        self.repeated: list[tuple[int, str]] = []
        values: dict[str, Any] = {}
        for key, value in self._entries:
            name = _name(key).replace("-", "_")
            first = values.setdefault(name, value)
            if first is not value and yaml.serialize(first) != yaml.serialize(value):
                line = key.start_mark.line + 1
                if decides(name):
                    raise YamlError(f"the key {name!r} is set twice", line, key.start_mark.column + 1)
                self.repeated.append((line + 1, str(key.value)))


def _name(key: yaml.Node) -> str:
    return str(key.value).strip().lower()

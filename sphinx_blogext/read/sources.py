"""Prepares the text of a document before it is parsed: its front matter stays text, or is cleared if it is broken.

The tag ``3.10`` stays ``3.10``, and an invalid date stays a date.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml  # type: ignore[import-untyped]  # has no types of its own
from sphinx.util import get_filetype

from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.addresses import SITE, is_inside
from sphinx_blogext.core.metadata import DATE_KEYS, DRAFT_KEYS, field_name, text_keys_of
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.markup.bounded_yaml import YamlError, compose, construct
from sphinx_blogext.patterns import pattern
from sphinx_blogext.read.front_matter import matches_pattern
from sphinx_blogext.read.lost_metadata import Broken, decides, find_block, find_in_lines, find_near_top
from sphinx_blogext.read.notebooks import find_in_notebook
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Set

    from sphinx.application import Sphinx

    from sphinx_blogext.core.taxonomies import Taxonomies

#: A ``post`` directive, in Markdown or in a block of reStructuredText.
_DIRECTIVE = pattern(r"\{post\}|\.\. post::")
#: Tags of values that YAML leaves as written, or that are empty.
_PLAIN = frozenset({"tag:yaml.org,2002:str", "tag:yaml.org,2002:null"})
#: How many characters tell that the encoding is another.
_FIRST = 100
_TEXT = "tag:yaml.org,2002:str"


def on_source_read(app: Sphinx, docname: str, source: list[str]) -> None:
    """Prepare the text of what may be a post; leave other documents to MyST and other tools as they are."""
    text, path = source[0], str(app.env.doc2path(docname))
    is_matched = matches_pattern(docname, path, blog_config(app.config))
    has_directive = _DIRECTIVE.search(text) is not None
    if is_matched or has_directive or "blogpost" in text:
        source[0], broken = _prepared(app, docname, text, has_directive=has_directive, is_matched=is_matched)
    else:
        # Its pattern leaves it out, but whether it is meant as a post cannot be read.
        is_below = any(root != SITE and is_inside(docname, root) for root in blog_config(app.config).roots)
        broken = _of_markdown(app, docname, text, False, False)[1] if is_below and path.endswith(".md") else None
        if broken and not any(decides(key) for key, _value in broken.pairs):
            broken = None
        source[0] = broken.cleared(text) if broken else text
    blog_domain(app.env).broken[docname] = broken


def _prepared(
    app: Sphinx, docname: str, text: str, *, has_directive: bool, is_matched: bool
) -> tuple[str, Broken | None]:
    """Return the text of a document for its parser, and what is broken in its metadata, if anything is."""
    path, now = str(app.env.doc2path(docname)), blog_domain(app.env).now
    today = f"{now:%Y-%m-%d}" if now else "9999-12-31"
    is_rst = get_filetype(app.config.source_suffix, path) == "restructuredtext"
    start = 0
    if path.endswith(".ipynb"):
        return find_in_notebook(text, today)
    if "\0" in text[:_FIRST]:
        broken: Broken | None = Broken(
            1, 1, "the file is not in UTF-8", "save it in UTF-8", 0, text.count("\n") + 1
        )
    elif is_rst:
        broken = find_near_top(text, is_rst=True, is_post=has_directive)
    else:
        text, broken, start = _of_markdown(app, docname, text, has_directive, is_matched)
    broken = broken or find_in_lines(text, today, is_rst=is_rst, start=start)
    if broken and not (is_matched or "blogpost" in dict(broken.pairs)):
        # Only a directive shows that the document is a post.
        return text, None if broken.is_attempt else broken._replace(is_of_post=True)
    return broken.cleared(text) if broken else text, broken


def _of_markdown(
    app: Sphinx, docname: str, text: str, has_directive: bool, is_matched: bool
) -> tuple[str, Broken | None, int]:
    """Return Markdown with its front matter quoted, what is broken in that, and how many lines it takes up."""
    block, is_post = find_block(text), has_directive
    if block is None:
        takes_fields = "fieldlist" in getattr(app.config, "myst_enable_extensions", ())
        return text, find_near_top(text, is_rst=False, takes_fields=takes_fields, is_post=is_post), 0
    try:
        front = FrontMatterText(block.yaml, blog_config(app.config).taxonomies)
    except YamlError as error:
        return text, block.invalid(error), block.lines
    if broken := block.misplaced():
        return text, broken, block.lines
    config = blog_config(app.config).at(docname)
    is_marked = bool(front.keys & {*DATE_KEYS, *DRAFT_KEYS}) or config.blog_date_from_name
    is_post |= (is_marked and is_matched) or "blogpost" in front.keys
    for line, key in front.repeated if is_post else ():
        message = "the key %r is set twice; only the last one counts: remove one of them"
        warn(BlogWarning.FRONT_MATTER, message, key, location=(docname, line))
    text = f"{text[: block.start]}{front.quoted() if is_post else front.text}{text[block.end :]}"
    return text, find_near_top(text, is_rst=False, start=block.lines, is_post=is_post), block.lines


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
            if _name(key) in text_keys:
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
            name = _name(key)
            first = values.setdefault(name, value)
            if first is not value and yaml.serialize(first) != yaml.serialize(value):
                line = key.start_mark.line + 1
                if decides(name):
                    raise YamlError(f"the key {name!r} is set twice", line, key.start_mark.column + 1)
                self.repeated.append((line + 1, str(key.value)))


def _name(key: yaml.Node) -> str:
    return field_name(str(key.value))

"""Prepares documents before they are parsed: front matter stays text (``3.10``), or is cleared if broken."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

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
from sphinx_blogext.read.lost_metadata import REPEATED, Broken, decides, find_lost, pairs_in
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.application import Sphinx

    from sphinx_blogext.core.taxonomies import Taxonomies

#: A ``post`` directive, in Markdown or in a block of reStructuredText.
_DIRECTIVE = pattern(r"\{post\}|\.\. post::")
#: Tags of values that YAML leaves as written, or that are empty.
_PLAIN = frozenset({"tag:yaml.org,2002:str", "tag:yaml.org,2002:null"})
#: How many characters tell that the encoding is another.
_FIRST = 100
_TEXT = "tag:yaml.org,2002:str"
#: Invisible characters, which some editors put in front of a text.
_INVISIBLE = "\ufeff\u200b"
_ABOUT_CELLS = "front matter in a cell of a notebook is only text", "put it into the metadata of the notebook"
#: In how many cells of the text of a notebook front matter may be.
_CELLS = 3
_DASHES = pattern(r"(?P<dashes>-{3,})(?P<rest>.*)\n")
_QUOTE = "put the text in quotes"
#: What helps against an error of YAML's loader, by words in its message.
_REMEDIES = {
    r"'\\t'": "indent with spaces, not with tabs",
    "end of stream": "close the quotation mark",
    r"expected ',' or": f"close the bracket, and {_QUOTE} if it contains special characters",
    "expected ':'|keys and values": "write each key as 'key: value', with a space after the colon",
    "block end|block mapping|entries": f"indent lines of the same kind alike, or {_QUOTE}",
    "another document|document start": "there must be no second line of this kind",
    "itself|too long|too deep": "write it out, without aliases or brackets",
    "twice": REPEATED,
}


class Block(NamedTuple):
    """Front matter: its YAML, from *start* to *end*, the number of lines, what is *behind* the first dashes."""

    yaml: str
    start: int
    end: int
    lines: int
    behind: str

    def invalid(self, error: YamlError) -> Broken | None:
        """Return what is wrong with it, or ``None`` if it is text between two lines."""
        lines = self.yaml.split("\n")
        pairs = pairs_in(lines)
        # A page may begin with a horizontal line.
        if not lines[0].strip() and not any(decides(key) for key, _value in pairs):
            return None
        remedy = next((remedy for words, remedy in _REMEDIES.items() if re.search(words, str(error))), _QUOTE)
        return Broken(error.line + 1, error.column, str(error), remedy, 0, self.lines, pairs)


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
        #: The lines and the keys, as written, of those that are set twice to different values.
        self.repeated: list[tuple[int, str]] = []
        entries, values = root.value if root is not None else [], dict[str, Any]()
        for key, value in entries:
            name = field_name(str(key.value))
            first = values.setdefault(name, value)
            if first is not value and yaml.serialize(first) != yaml.serialize(value):
                line = key.start_mark.line + 1
                if decides(name):
                    raise YamlError(f"the key {name!r} is set twice", line, key.start_mark.column + 1)
                self.repeated.append((line + 1, str(key.value)))
        self.keys, text_keys = values.keys(), text_keys_of(taxonomies)
        # Not before, because what is repeated is compared as written.
        texts = [value for key, value in entries if field_name(str(key.value)) in text_keys]
        self._places = set(self._make_texts(texts))
        # As it will be read: with quotes.
        construct(root)

    def _make_texts(self, values: list[Any]) -> Iterator[tuple[int, int]]:
        for value in values:
            for item in value.value if isinstance(value, yaml.SequenceNode) else [value]:
                place = item.start_mark.index, item.end_mark.index
                # Only the value is there, without a tag or an anchor.
                if item.tag not in _PLAIN and item.value == self.text[slice(*place)]:
                    item.tag = _TEXT
                    yield place

    def quoted(self) -> str:
        text = self.text
        # From the end, so that earlier positions stay valid.
        for start, end in sorted(self._places, reverse=True):
            text = f'{text[:start]}"{text[start:end]}"{text[end:]}'
        return text


def on_source_read(app: Sphinx, docname: str, source: list[str]) -> None:
    """Prepare the text of what may be a post; leave other documents to MyST and other tools as they are."""
    text, path, config = source[0].lstrip(_INVISIBLE), str(app.env.doc2path(docname)), blog_config(app.config)
    is_matched, has_directive = matches_pattern(docname, path, config), _DIRECTIVE.search(text) is not None
    may_be_post = is_matched or has_directive or "blogpost" in text
    is_below = path.endswith(".md") and any(root != SITE and is_inside(docname, root) for root in config.roots)
    if not (may_be_post or is_below):
        return
    prepared, broken = _prepared(app, docname, text, is_matched=is_matched, has_directive=has_directive)
    source[0] = prepared if may_be_post else source[0]
    if broken := _if_meant(broken, is_matched=is_matched, may_be_post=may_be_post):
        source[0] = broken.cleared(source[0])
        blog_domain(app.env).broken[docname] = broken


def _if_meant(broken: Broken | None, *, is_matched: bool, may_be_post: bool) -> Broken | None:
    """Return what is *broken* in a document if that is meant as a post."""
    if broken is None or is_matched or "blogpost" in dict(broken.pairs):
        return broken
    if may_be_post:
        # Only a directive shows that it is one.
        return None if broken.is_attempt else broken._replace(is_of_post=True, start=0, end=0)
    return broken if any(decides(key) for key, _value in broken.pairs) else None


def _prepared(
    app: Sphinx, docname: str, text: str, *, is_matched: bool, has_directive: bool
) -> tuple[str, Broken | None]:
    """Return the text of a document for its parser, and what is broken in its metadata, if anything is."""
    path, now = str(app.env.doc2path(docname)), blog_domain(app.env).now
    today = f"{now:%Y-%m-%d}" if now else "9999-12-31"
    if path.endswith(".ipynb"):
        return _find_in_notebook(text, today)
    if "\0" in text[:_FIRST]:
        lines = text.count("\n") + 1
        return text, Broken(1, 1, "the file is not in UTF-8", "save it in UTF-8", 0, lines)
    if get_filetype(app.config.source_suffix, path) == "restructuredtext":
        return text, find_lost(text, today, is_rst=True, is_post=has_directive)
    if (block := find_block(text)) is None:
        has_fields = "fieldlist" in getattr(app.config, "myst_enable_extensions", ())
        return text, find_lost(text, today, is_rst=False, takes_fields=has_fields, is_post=has_directive)
    try:
        front = FrontMatterText(block.yaml, blog_config(app.config).taxonomies)
    except YamlError as error:
        return text, block.invalid(error)
    if pairs := pairs_in([block.behind]):
        reason, remedy = "text behind the hyphens is not read", "put it on a line of its own"
        return text, Broken(1, 5, reason, remedy, 0, block.lines, pairs)
    has_key = front.keys & {*DATE_KEYS, *DRAFT_KEYS} or blog_config(app.config).at(docname).blog_date_from_name
    is_post = has_directive or (is_matched and bool(has_key)) or "blogpost" in front.keys
    for line, key in front.repeated if is_post else ():
        message = "the key %r is set twice; only the last one counts: remove one of them"
        warn(BlogWarning.FRONT_MATTER, message, key, location=(docname, line))
    text = f"{text[: block.start]}{front.quoted() if is_post else front.text}{text[block.end :]}"
    return text, find_lost(text, today, is_rst=False, start=block.lines, is_post=is_post)


def find_block(text: str) -> Block | None:
    """Return the front matter of *text*, which is what MyST takes for it, if it has any."""
    opening = _DASHES.match(text)
    if opening is None:
        return None
    closing = re.compile(rf"^(?: {{0,3}}-{{{len(opening['dashes'])},}}|\.\.\.)[ \t]*$", re.MULTILINE)
    match = closing.search(text, opening.end())
    if match is None:
        return None
    start, end = opening.end(), max(match.start() - 1, opening.end())
    return Block(text[start:end], start, end, text.count("\n", 0, match.start()) + 1, opening["rest"])


def _find_in_notebook(source: str, today: str) -> tuple[str, Broken | None]:
    """Return a notebook without metadata in its cells, where that is only text, and what was removed."""
    repeated: list[str] = []

    def note_repeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        first: dict[str, Any] = {}
        repeated.extend(key for key, value in pairs if first.setdefault(key, value) != value)
        return dict(pairs)

    try:
        notebook = json.loads(source, object_pairs_hook=note_repeated)
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] in {"markdown", "raw"}]
        texts = ["".join(cell["source"]) for cell in cells]
    except (ValueError, LookupError, TypeError, RecursionError):
        return source, None
    if key := next(filter(decides, repeated), ""):
        return source, Broken(1, 1, f"the key {key!r} is set twice", REPEATED)
    broken = _clear_cell(zip(cells, texts, strict=True), notebook.get("metadata"), today)
    return (json.dumps(notebook), broken) if broken else (source, None)


def _clear_cell(cells: Iterable[tuple[Any, str]], metadata: object, today: str) -> Broken | None:
    """Remove the first metadata in *cells* that is not in that of the notebook, and return what was removed."""
    fields = metadata.items() if isinstance(metadata, dict) else ()
    own = {field_name(str(key)): str(value).lower() for key, value in fields}
    for number, (cell, text) in enumerate(cells):
        broken = find_lost(text, today, is_rst=False, is_top=number < _CELLS)
        # Converters write the same in both places.
        pairs = broken.deciding if broken else []
        if broken and not (pairs and all(own.get(key) == value.lower() for key, value in pairs)):
            cell["source"] = broken.cleared(text)
            return Broken(1, 1, *_ABOUT_CELLS, is_attempt=broken.is_attempt)
    return None

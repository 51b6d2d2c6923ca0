"""Finds by markdown-it what stands where in a body: code, formulas, links, pictures, containers and text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from sphinx_blogext.importers.bodies import containers, formula_rules
from sphinx_blogext.importers.bodies.edits import Lines
from sphinx_blogext.importers.bodies.leaves import Leaf, Span, placed, placed_cell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

#: How many blocks may stand in each other. markdown-it leaves out what is deeper.
_DEEPEST = 40
#: More open brackets than this in one paragraph are no text, and would take markdown-it long.
_MOST_OPEN_BRACKETS = 60
#: Only texts that have one of these are looked at closely.
_MARKED = re.compile(r"[\[`$<\\]")
_ALTERNATIVES = {
    "table": ["paragraph", "reference"],
    "code": [],
    "fence": ["paragraph", "reference", "blockquote", "list"],
    "blockquote": ["paragraph", "reference", "blockquote", "list"],
    "hr": ["paragraph", "reference", "blockquote", "list"],
    "list": ["paragraph", "reference", "blockquote"],
    "html_block": ["paragraph", "reference", "blockquote"],
    "heading": ["paragraph", "reference", "blockquote"],
    "lheading": [],
    "reference": [],
    "paragraph": [],
}
_OPENED_HTML = ("<!--", "<?", "<!", "<![CDATA[")


@dataclass(frozen=True)
class Scan:
    """What stands in a body. *references* has where links are defined, *duplicates* the
    lines and labels of those that are defined before.
    """

    lines: Lines
    tokens: list[Token]
    leaves: list[Leaf]
    references: list[tuple[int, int]]
    duplicates: list[tuple[int, str]]

    def blocks(self, *kinds: str) -> Iterator[Token]:
        """Return the tokens of these kinds."""
        return (token for token in self.tokens if token.type in kinds)

    def begin(self, token: Token) -> int:
        """Return where a block begins, after indentation and the marks of what it stands in."""
        if "begin" in token.meta:
            return int(token.meta["begin"])
        start = self.lines.start(token.map[0]) if token.map else 0
        return (
            start
            + len(self.lines.of(self.lines.number(start)))
            - len(self.lines.of(self.lines.number(start)).lstrip())
        )


def scan(text: str, *, with_text: bool = True, any_box: bool = False) -> Scan:
    """Look through a body. Without *with_text* just code is found, as blocks and in leaves.

    With *any_box* a container between colons may have any name, else those of admonitions.
    """
    lines = Lines(text)
    rows = [lines.of(number) for number in range(len(lines.starts))]
    env: dict[str, Any] = {
        "matches": containers.match_fences(rows)
        if ":::" in text or "///" in text or containers.OPEN in text
        else {},
        "any_box": any_box,
        "references_at": [],
        "formula_ends": formula_rules.Ends(rows) if "$$" in text else None,
    }
    tokens: list[Token] = []
    md = _parser()
    md.block.parse(text, md, env, tokens)
    leaves = list(_leaves(tokens, lines))
    for leaf in leaves:
        if _MARKED.search(leaf.content) is not None and (with_text or "`" in leaf.content):
            _look_into(leaf, md, env)
        leaf.mask()
    duplicates = [(found["map"][0], str(found["label"])) for found in env.get("duplicate_refs", ())]
    return Scan(lines, tokens, leaves, env["references_at"], duplicates)


def _leaves(tokens: list[Token], lines: Lines) -> Iterator[Leaf]:
    row = cursor = -1
    for number, token in enumerate(tokens):
        if token.type != "inline" or not token.content:
            continue
        parent = tokens[number - 1]
        span = token.map or parent.map
        if span is None:
            continue
        if parent.type in ("td_open", "th_open"):
            cursor = cursor if row == span[0] else lines.start(span[0])
            row = span[0]
            leaf = placed_cell(token.content, row, cursor, lines.text, lines.end(row))
            cursor = leaf.at(len(leaf.content)) if leaf else cursor
        else:
            kind = "heading" if parent.type == "heading_open" else "paragraph"
            leaf = placed(kind, token.content, span[0], span[1], lines.text, lines.starts)
        if leaf is not None:
            yield leaf


def _look_into(leaf: Leaf, md: MarkdownIt, env: dict[str, Any]) -> None:
    """Find what stands in a piece of text, unless it is none that somebody wrote."""
    depth = 0
    for char in re.findall(r"[\[\]]", leaf.content):
        depth = depth + 1 if char == "[" else max(depth - 1, 0)
        if depth > _MOST_OPEN_BRACKETS:
            return
    spans: list[Span] = []
    env.update(spans=spans, muted=0, unclosed=set())
    md.inline.parse(leaf.content, md, env, [])
    leaf.spans = sorted(spans, key=lambda span: (span.start, -span.end))


class _Markdown(MarkdownIt):
    """Markdown of which addresses are left as they are written."""

    def normalizeLink(self, url: str) -> str:  # noqa: N802  # the name is markdown-it's
        """Return the address as it is."""
        return url


@cache
def _parser() -> MarkdownIt:
    md = _Markdown("commonmark", {"maxNesting": _DEEPEST}).enable("table")
    md.use(footnote_plugin).use(deflist_plugin)
    formula_rules.add_rules(md, _begun)
    containers.add_rules(md, _begun)
    rules = {rule.name: rule.fn for rule in md.block.ruler.__rules__}
    for name, alternatives in _ALTERNATIVES.items():
        rule = _noting_references(rules[name]) if name == "reference" else _begun(rules[name])
        md.block.ruler.at(name, rule, {"alt": alternatives})
    inline = {rule.name: rule.fn for rule in md.inline.ruler.__rules__}
    for name in ("math_inline", "escape", "backticks", "link", "image", "autolink", "html_inline"):
        md.inline.ruler.at(name, _recorded(name, inline[name]))
    return md.disable(["emphasis", "entity", "newline", "footnote_inline", "footnote_ref"])


def _begun(rule: Callable[[StateBlock, int, int, bool], bool]) -> Callable[[StateBlock, int, int, bool], bool]:
    """Let the first token of a block say where it begins."""

    def wrapped(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        count = len(state.tokens)
        if not rule(state, start_line, end_line, silent):
            return False
        if not silent and len(state.tokens) > count:
            # A rule leaves the margins of its lines as it found them.
            state.tokens[count].meta["begin"] = state.bMarks[start_line] + state.tShift[start_line]
            state.tokens[count].meta["indent"] = state.blkIndent
            if state.tokens[count].type == "blockquote_open":
                state.tokens[count].meta["marks"] = state.bMarks[start_line : state.line]
        return True

    return wrapped


def _noting_references(rule: Callable[[StateBlock, int, int, bool], bool]) -> Callable[..., bool]:
    def wrapped(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        if not rule(state, start_line, end_line, silent):
            return False
        if not silent:
            begin = state.bMarks[start_line] + state.tShift[start_line]
            state.env["references_at"].append((begin, state.eMarks[state.line - 1]))
        return True

    return wrapped


def _recorded(name: str, rule: Callable[[StateInline, bool], bool]) -> Callable[[StateInline, bool], bool]:
    """Let a rule for what stands in texts note where it applied."""

    def wrapped(state: StateInline, silent: bool) -> bool:
        env, start, count = state.env, state.pos, len(state.tokens)
        if name == "html_inline" and _is_unclosed(state):
            return False
        # What stands in the description of a picture is shown to nobody, and has positions of its own.
        env["muted"] += name == "image"
        applies = rule(state, silent)
        env["muted"] -= name == "image"
        if applies and not silent and not env["muted"] and len(state.tokens) > count:
            env["spans"].append(_span(name, state, start, count))
        return applies

    return wrapped


def _span(name: str, state: StateInline, start: int, count: int) -> Span:
    if name not in ("link", "image"):
        return Span(name, start, state.pos)
    kind, attribute = ("link_open", "href") if name == "link" else ("image", "src")
    token = next(token for token in state.tokens[count:] if token.type == kind)
    label = start + (name == "image")
    end, helpers = state.pos, state.md.helpers
    label_end = helpers.parseLinkLabel(state, label, name == "link")
    target = None
    if state.src.startswith("(", label_end + 1) and end > label_end + 1:
        at = label_end + 2
        while at < end and state.src[at] in " \t\n":
            at += 1
        found = helpers.parseLinkDestination(state.src, at, end)
        target = (at, found.pos) if found.ok else None
    return Span(name, start, end, target, str(token.attrs.get(attribute, "")), label_end)


def _is_unclosed(state: StateInline) -> bool:
    """Tell whether a comment or the like is opened here for which there is no end: it is searched for once."""
    for opening, closing in zip(_OPENED_HTML, ("-->", "?>", ">", "]]>"), strict=True):
        if state.src.startswith(opening, state.pos):
            unclosed = state.env["unclosed"]
            if opening not in unclosed and state.src.find(closing, state.pos) < 0:
                unclosed.add(opening)
            return opening in unclosed
    return False

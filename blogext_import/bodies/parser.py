"""markdown-it, set up to record positions: blocks by line, and inline elements by character."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import reference
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from blogext_import.bodies import containers, formula_rules
from blogext_import.bodies.leaves import Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline

    _BlockRule = Callable[[StateBlock, int, int, bool], bool]
    _InlineRule = Callable[[StateInline, bool], bool]

#: The greatest nesting depth of blocks. markdown-it drops anything deeper.
_DEEPEST = 40
_OPENED_HTML = ("<!--", "<?", "<!", "<![CDATA[")
#: What a text must contain for a rule to apply. Most texts need few rules, and each one costs time on every line.
_SIGNS: dict[str, str | re.Pattern[str]] = {
    "table": "|",
    "fence": re.compile("```|~~~"),
    "blockquote": ">",
    "hr": re.compile(r"(?:\*[ \t]*){3}|(?:-[ \t]*){3}|(?:_[ \t]*){3}"),
    "reference": "]:",
    "html_block": "<",
    "heading": "#",
    "lheading": re.compile(r"^[ \t>]*(?:=+|-+)[ \t]*$", re.MULTILINE),
    "footnote_def": "[^",
    "deflist": re.compile(r"^[ \t>]*[:~][ \t]", re.MULTILINE),
    "indented": re.compile(r"!!!|\?\?\?|==="),
    "fenced": re.compile(rf":::|///|{containers.OPEN}"),
    "math_block": "$$",
    "amsmath": "\\begin{",
    "math_inline": re.compile(r"\$|\\[(\[]"),
    "escape": "\\",
    "backticks": "`",
    "link": "[",
    "image": "![",
    "autolink": "<",
    "html_inline": "<",
}
#: The characters with which the first line of a block begins, for rules that apply to no other.
_FIRST = {
    "fence": "`~",
    "blockquote": ">",
    "hr": "*-_",
    "list": "*+-0123456789",
    "reference": "[",
    "html_block": "<",
    "heading": "#",
    "footnote_def": "[",
    "indented": "!?=",
    "fenced": f":/{containers.OPEN}",
    "math_block": "$",
    "amsmath": "\\",
}
#: Lists of rules that end the blocks of these names.
_ENDS = ("paragraph", "reference", "blockquote", "list", "table", "footnote_def")
#: Rules that are not needed to find code.
_TEXT_ONLY = ("link", "image", "math_inline", "reference", "table", "lheading")


def parser_for(text: str, *, with_text: bool) -> MarkdownIt:
    """Return a parser with the rules that this text may need; without *with_text*, it does not find links."""
    needless = {
        name for name, sign in _SIGNS.items() if not (sign in text if isinstance(sign, str) else sign.search(text))
    }
    return _parser(frozenset(needless if with_text else needless.union(_TEXT_ONLY)))


class _Markdown(MarkdownIt):
    """A parser that leaves URLs as written."""

    def normalizeLink(self, url: str) -> str:  # noqa: N802  # the name is markdown-it's
        """Return the URL unchanged."""
        return url


@lru_cache(maxsize=64)
def _parser(needless: frozenset[str]) -> MarkdownIt:
    md = _Markdown("commonmark", {"maxNesting": _DEEPEST}).enable("table")
    md.use(footnote_plugin).use(deflist_plugin)
    formula_rules.add_rules(md)
    containers.add_rules(md)
    inline: dict[str, Any] = {rule.name: rule.fn for rule in md.inline.ruler.__rules__}
    for name in ("math_inline", "escape", "backticks", "link", "image", "autolink", "html_inline"):
        md.inline.ruler.at(name, _recorded(name, inline[name]))
    md.disable(["emphasis", "entity", "newline", "footnote_inline", "footnote_ref", *sorted(needless)])
    # The list of rules used to parse blocks. Checks for the end of a paragraph use lists of their own.
    rules: list[Any] = md.block.ruler.getRules("")
    first = {id(rule.fn): _FIRST.get(rule.name, "") for rule in md.block.ruler.__rules__}
    own = [(_noting_references(rule) if rule is reference else _begun(rule), first[id(rule)]) for rule in rules]
    rules[:] = [_choosing(own)]
    for name in _ENDS:
        rules = md.block.ruler.getRules(name)
        rules[:] = [_choosing([(rule, first[id(rule)]) for rule in rules])] if rules else []
    return md


def _choosing(rules: list[tuple[_BlockRule, str]]) -> _BlockRule:
    """Return one rule in the place of several: most of them are not even tried on a line.

    Each has the characters that its blocks begin with, or ``""`` for any.
    """
    others = [rule for rule, first in rules if not first]
    chosen = {
        char: [rule for rule, first in rules if not first or char in first]
        for char in {char for _, first in rules for char in first}
    }

    def choose(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        begin = state.bMarks[start_line] + state.tShift[start_line]
        fitting = chosen.get(state.src[begin : begin + 1], others)
        return any(rule(state, start_line, end_line, silent) for rule in fitting)

    return choose


def _begun(rule: _BlockRule) -> _BlockRule:
    """Wrap a rule to record the start of a block in its first token."""

    def wrapped(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        count = len(state.tokens)
        if not rule(state, start_line, end_line, silent):
            return False
        if not silent and len(state.tokens) > count:
            # Rules restore the margins of their lines, so they can still be read here.
            state.tokens[count].meta["begin"] = state.bMarks[start_line] + state.tShift[start_line]
            state.tokens[count].meta["indent"] = state.blkIndent
            if state.tokens[count].type == "blockquote_open":
                state.tokens[count].meta["marks"] = state.bMarks[start_line : state.line]
        return True

    return wrapped


def _noting_references(rule: _BlockRule) -> _BlockRule:
    """Wrap the rule for link definitions to record their positions."""

    def wrapped(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        if not rule(state, start_line, end_line, silent):
            return False
        if not silent:
            begin = state.bMarks[start_line] + state.tShift[start_line]
            state.env["references_at"].append((begin, state.eMarks[state.line - 1]))
        return True

    return wrapped


def _recorded(name: str, rule: _InlineRule) -> _InlineRule:
    """Wrap an inline rule to record where it applied."""

    def wrapped(state: StateInline, silent: bool) -> bool:
        env, start, count = state.env, state.pos, len(state.tokens)
        if name == "html_inline" and _is_unclosed(state):
            return False
        # Markup in the alternative text of an image is not displayed, and its positions are relative to that text.
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
        destination = helpers.parseLinkDestination(state.src, at, end)
        target = (at, destination.pos) if destination.ok else None
    return Span(name, start, end, target, str(token.attrs.get(attribute, "")), label_end)


def _is_unclosed(state: StateInline) -> bool:
    """Return whether an unclosed comment or the like begins here; the search for its end is made only once."""
    for opening, closing in zip(_OPENED_HTML, ("-->", "?>", ">", "]]>"), strict=True):
        if state.src.startswith(opening, state.pos):
            unclosed = state.env["unclosed"]
            if opening not in unclosed and state.src.find(closing, state.pos) < 0:
                unclosed.add(opening)
            return opening in unclosed
    return False

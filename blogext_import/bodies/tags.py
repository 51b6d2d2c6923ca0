"""Find the tags of an engine in a body: Liquid, Nunjucks, shortcodes, and JSX elements."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from blogext_import.bodies.scan import scan
from blogext_import.bodies.work import Dialect

#: Tags that contain code, HTML or formulas, and no other tags.
VERBATIM = frozenset(
    """
    raw verbatim highlight code codeblock rawhtml html mermaid katex math mathjax latex comment prettify chart
    """.split()
)
_PATTERNS = {
    "liquid": r"\{%(?P<block>(?:[^%{]|%(?!\})|\{(?!%))*)%\}|\{\{(?P<value>(?:[^{}]|\{(?!\{)|\}(?!\}))*+)\}\}",
    "hugo": (
        r"\{\{<(?P<angle>(?:[^>{]|>(?!\}\})|\{(?!\{[<%]))*)>\}\}"
        r"|\{\{%(?P<percent>(?:[^%{]|%(?!\}\})|\{(?!\{[<%]))*)%\}\}"
    ),
    "nikola": r"\{\{%(?P<percent>(?:[^%{]|%(?!\}\})|\{(?!\{%))*)%\}\}",
    "jsx": r"<(?P<jsx>/?(?:Tabs|TabItem|Admonition)\b(?:[^<>]|=>)*)>",
}
# In Zola, strings may contain braces.
_PATTERNS["zola"] = _PATTERNS["liquid"].replace("(?P<value>(?:", '(?P<value>(?:=[ ]?"[^"]*"|')
_PATTERNS["html"] = (
    r"<(?P<jsx>/?(?:article|aside|center|details|div|figcaption|figure|footer|header|main|p|section)\b(?:[^<>])*)>"
)
_TABS = r"|<!--(?P<comment>\s*(?:end)?(?:tab|timeline)\b[^<>]*)-->"
#: The name of a tag, and of one that may end another with a word before its name.
_NAME = re.compile(r"-?\s*+(?P<end>/?\s*+(?=[A-Za-z_]))(?P<name>[\w./:-]*)")
_NAME_OR_END = re.compile(r"-?\s*(?P<end>/\s*(?=[A-Za-z_])|end|(?=[A-Za-z_]))(?P<name>[\w./:-]*)")
_FENCE = r"^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(?P<fence>`{3,}(?=[^`\n]*$)|~{3,})"

#: Fences in lists and block quotes, lines that may begin HTML, and lines that may be indented code.
_LEAD = r"(?:[ \t>:*+-]|\d{1,9}[.)]|\[\^[^\]\n]*\]:)"
_NESTED_FENCE = re.compile(rf"^{_LEAD}+(?:`{{3}}|(?<!~)~{{3}})", re.MULTILINE)
_HTML = re.compile(rf"^{_LEAD}*<(?!!--(?:[^\n-]|-(?!->))*-->[ \t]*$)", re.MULTILINE)
_CODE = re.compile(rf"`|^{_LEAD}*(?:[ ]{{4}}|\t)", re.MULTILINE)
#: Lines of fences, and other lines up to the next empty line or fence.
_PARTS = re.compile(
    r"^(?P<fence>`{3,}|~{3,})(?P<info>[^\n]*)(?:\n|\Z)|(?:^(?!`{3}|~{3})[^\n]*\S[^\n]*(?:\n|\Z))+", re.MULTILINE
)


@dataclass(slots=True, eq=False)
class Tag:
    """A tag, by its position in the body; *closing* is the position of its closing tag, if it has one.

    *parent* is the innermost tag around it, and *depth* the number of those around it.

    *style* is its syntax: ``block``, ``value``, ``angle``, ``percent``, ``jsx`` or ``comment``.
    """

    name: str
    arguments: str
    style: str
    start: int
    end: int
    is_closing: bool = False
    in_code: bool = False
    in_html: bool = False
    closing: tuple[int, int] | None = None
    depth: int = 0
    parent: "Tag | None" = None

    @property
    def whole_end(self) -> int:
        """The end of its closing tag, or of the tag itself."""
        return self.closing[1] if self.closing else self.end

    @property
    def may_have_end(self) -> bool:
        """Whether a closing tag may follow that is not known yet."""
        is_single = self.is_escaped or self.style == "value" or self.arguments.endswith("/")
        return self.closing is None and not is_single

    @property
    def is_escaped(self) -> bool:
        """Whether it is an escaped tag, which Hugo and Zola display as text."""
        return self.name == "/*"


def is_verbatim(name: str) -> bool:
    """Return whether a tag contains no other tags; sites make variants of the one for diagrams."""
    return name in VERBATIM or name.startswith("mermaid")


@cache
def _pattern(syntax: str) -> re.Pattern[str]:
    return re.compile(_PATTERNS[syntax] + (_TABS if syntax == "liquid" else ""), re.DOTALL)


def syntax_of(dialect: Dialect) -> str:
    return dialect.tags or ("jsx" if dialect.jsx else "")


def find_tags(text: str, syntax: str, *, raw_in_code: bool = False, is_html: bool = False) -> list[Tag]:
    """Return the tags of a body in order, with their closing tags, and closing tags that close nothing.

    With *raw_in_code*, tags that show their content unchanged or hide it also apply within code. With *is_html*,
    the body is HTML, not Markdown.
    """
    if not syntax or not _pattern(syntax).search(text):
        return []
    if is_html:
        places = Places([], [(0, len(text))])
    else:
        places = Places([], []) if _is_plain(text, syntax) else find_places(text, syntax)
    tags = list(_outside_verbatim(text, syntax, places, raw_in_code=raw_in_code))
    _pair(tags)
    closings = {tag.closing for tag in tags if not tag.is_closing}
    # One that closes nothing is of an opening tag that is no tag.
    return [tag for tag in tags if not tag.is_closing or (tag.start, tag.end) not in closings]


def _is_plain(text: str, syntax: str) -> bool:
    """Return whether all tags are clearly neither in code nor in HTML, so that the body need not be parsed."""
    if _NESTED_FENCE.search(text) or _HTML.search(text):
        return False
    if any(is_verbatim(tag.name) or tag.style == "comment" for tag in _tags(text, syntax)):
        return False
    starts = [match.start() for match in _pattern(syntax).finditer(text)]
    number = 0
    for end, may_be_code in _parts(text):
        first, number = number, bisect_left(starts, end)
        if may_be_code and number > first:
            return False
    return True


def _parts(text: str) -> Iterator[tuple[int, bool]]:
    """Yield the end of each part of a body, and whether code may be in it; fences are only at starts of lines."""
    open_fence = ""
    for part in _PARTS.finditer(text):
        fence, info = part.groupdict("").values()
        is_end = bool(open_fence) and fence.startswith(open_fence) and not info.strip()
        yield part.end(), bool(open_fence or fence or _CODE.search(part[0]))
        if fence.startswith("`") and "`" in info:
            # Inline code that looks like a fence: the rest may be anything.
            yield len(text), True
            return
        open_fence = "" if is_end else open_fence or fence


def _tags(text: str, syntax: str, start: int = 0) -> Iterator[Tag]:
    for match in _pattern(syntax).finditer(text, start):
        style = str(match.lastgroup)
        content = match[style]
        if content.lstrip().startswith("/*"):
            yield Tag("/*", content, style, *match.span())
            continue
        has_ends = style in ("block", "comment")
        name = _NAME_OR_END.match(content) if has_ends else _NAME.match(content)
        if style == "value" and syntax != "zola":
            yield Tag("", content.strip(), style, *match.span())
        elif name:
            rest = content[name.end() :].strip().removesuffix("-").strip()
            # In Zola, others are variables. What follows two colons is no name in Nunjucks, and there elsewhere.
            if syntax != "zola" or name["end"] or rest.startswith("("):
                own = name["name"].partition("::")[0]
                yield Tag(own, rest, style, *match.span(), is_closing=bool(name["end"]))


def _outside_verbatim(text: str, syntax: str, places: "Places", *, raw_in_code: bool) -> Iterator[Tag]:
    at = 0
    unclosed: set[str] = set()
    for tag in _tags(text, syntax):
        if tag.start < at:
            continue
        tag.in_code, tag.in_html = _is_within(tag.start, places.code), _is_within(tag.start, places.html)
        if tag.in_code and not (tag.is_escaped or (raw_in_code and tag.name in ("raw", "comment", ""))):
            continue
        if is_verbatim(tag.name) and not tag.is_closing and not tag.arguments.endswith("/"):
            tag.closing = _find_end(text, tag, unclosed)
            at = tag.whole_end
        yield tag


def _find_end(text: str, tag: Tag, unclosed: set[str]) -> tuple[int, int] | None:
    """Return the position of a verbatim tag's closing tag, or ``None``; search only once for a missing one."""
    if tag.name in unclosed:
        return None
    name = re.escape(tag.name)
    patterns = {
        "block": rf"\{{%-?\s*end(?:{name})?\s*-?%\}}",
        "angle": rf"\{{\{{<\s*/\s*{name}\s*>\}}\}}",
        "percent": rf"\{{\{{%\s*/\s*{name}\s*%\}}\}}",
    }
    end = re.compile(patterns[tag.style]).search(text, tag.end) if tag.style in patterns else None
    if end is None:
        unclosed.add(tag.name)
        return None
    return end.span()


def _pair(tags: Sequence[Tag]) -> None:
    """Match tags with their closing tags, and set the nesting depth of each."""
    stack: list[Tag] = []
    counts: Counter[str] = Counter()
    for tag in tags:
        if tag.is_closing:
            _end(stack, counts, tag)
        elif tag.may_have_end:
            stack.append(tag)
            counts[tag.name] += 1
    around: list[Tag] = []
    for tag in tags:
        while around and around[-1].whole_end <= tag.start:
            around.pop()
        tag.depth, tag.parent = len(around), around[-1] if around else None
        if tag.closing and not tag.is_closing:
            around.append(tag)


def _end(stack: list[Tag], counts: Counter[str], closing: Tag) -> None:
    """Close the last open tag with the name of *closing*; tags opened after it stay unclosed."""
    while stack and (not closing.name or counts[closing.name]):
        last = stack.pop()
        counts[last.name] -= 1
        if not closing.name or last.name == closing.name:
            last.closing = (closing.start, closing.end)
            return


@dataclass(frozen=True, slots=True)
class Places:
    """The positions of code and of HTML blocks in a body."""

    code: list[tuple[int, int]]
    html: list[tuple[int, int]]


def find_places(text: str, syntax: str, *, with_text: bool = False) -> Places:
    """Find code and HTML blocks, except in the content of verbatim tags, which may look like either.

    Without *with_text*, inline code is only found where there may be tags.
    """
    contents = scan(_masked(text, syntax), with_text=with_text)
    lines = contents.lines
    places: dict[str, list[tuple[int, int]]] = {"fence": [], "code_block": [], "html_block": []}
    for token in contents.blocks(*places):
        first, after = contents.rows(token)
        places[token.type].append((lines.start(first), lines.end(after - 1)))
    spans = [leaf.range(span.start, span.end) for leaf, span in contents.inline("backticks")]
    # MDX has no indented code.
    indented = [] if syntax == "jsx" else places["code_block"]
    return Places(sorted([*places["fence"], *indented, *spans]), places["html_block"])


def outside(places: Sequence[tuple[int, int]], matches: Iterable[re.Match[str]]) -> Iterator[re.Match[str]]:
    """Yield the matches that do not begin within any of these ranges, which must be sorted."""
    return (match for match in matches if not _is_within(match.start(), places))


def _is_within(position: int, places: Sequence[tuple[int, int]]) -> bool:
    """Return whether a position is in one of these ranges, which must be sorted."""
    number = bisect_right(places, (position, 1 << 62)) - 1
    return number >= 0 and position < places[number][1]


def _masked(text: str, syntax: str) -> str:
    """Return the text with the content of verbatim tags replaced by letters."""
    if syntax in ("jsx", "html", ""):
        return text
    start = re.compile(rf"{_FENCE}|(?<!`)(?:{_pattern(syntax).pattern})", re.DOTALL | re.MULTILINE)
    parts: list[str] = []
    at = done = 0
    unclosed: set[str] = set()
    while match := start.search(text, at):
        at = match.end()
        if match["fence"]:
            end = re.compile(rf"^[ \t>]*{match['fence']}+[ \t]*$", re.MULTILINE).search(text, at)
            at = end.end() if end else len(text)
            continue
        tag = next(_tags(match[0], syntax), None)
        if tag is None or not is_verbatim(tag.name) or tag.is_closing:
            continue
        tag.start, tag.end = match.span()
        if closing := _find_end(text, tag, unclosed):
            parts += text[done:at], re.sub(r"[^\n]", "x", text[at : closing[0]])
            done = at = closing[1]
            parts.append(text[closing[0] : closing[1]])
    return "".join([*parts, text[done:]])

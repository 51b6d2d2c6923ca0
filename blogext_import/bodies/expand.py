"""Replace the tags of an engine before the body is parsed as Markdown, as the engines do themselves."""

import re
from html import escape
from typing import Any

from blogext_import.bodies import definitions
from blogext_import.bodies.calls import HANDLERS, Around, AsIs, Call, Result, parse_arguments, words_of
from blogext_import.bodies.edits import LEAD, Edited, Edits, Lines, margin_of
from blogext_import.bodies.shortcodes import unknown_tag, value
from blogext_import.bodies.tags import Tag, find_tags, syntax_of
from blogext_import.bodies.work import BodyContext, Dialect, Report
from sphinx_blogext.markup.quote import markdown_text

#: The greatest nesting depth of tags; a real text never reaches it.
_DEEPEST = 15
#: How far to look before and after a tag in its line.
_NEAR = 400
_MARKDOWN = re.compile(r"<\w+(?:\s[^<>]*)?\smarkdown(?=[\s=>])[^<>]*>")
_ATTRIBUTE = re.compile(r"\smarkdown(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|\w+))?(?=[\s>])")
#: HTML that, at the beginning of a line, is a block up to the end of its line or to the next empty line.
_BLOCK = re.compile(r"<(?:iframe|script|div|p|figure|table|center)\b")
#: The attribute that a tag is in, and text that is Markdown, which is not read in HTML.
_WITHIN = re.compile(r"<[A-Za-z][^<>]*\s(?P<name>[a-z]+)\s*=\s*[\"']?(?P<start>[^\"'<>]*)\Z")
_MARKUP = re.compile(r"[`!:\[>]|<https?:")
_STATEMENTS = frozenset("set if elseif elif else for asyncEach asyncAll macro import from filter call".split())
_FILE = re.compile(r"(?!\w+:)[^\n?#]+\.\w{2,5}")
_ADDRESS = re.compile(r"(?:\]\(|\]:[ \t]*|<)(?:\{[{%][^{}]*\}\}?|[^\s()<>])*+\Z")


def _element(text: str, call: Call) -> Result:
    """Return an HTML element with Markdown content in MyST syntax."""
    if not _MARKDOWN.match(text) or call.body is None or "\n" not in call.body:
        return None
    return Around([_ATTRIBUTE.sub("", text), ""], ["", f"</{call.tag.name}>"])


def _filled(pattern: str, call: Call) -> str:
    """Return the text that the person who runs the import wants in the place of a tag."""
    return re.sub(
        r"\{(\w+)\}",
        lambda name: (
            (call.body or "").strip()
            if name[1] == "body"
            else call.first(name[1].lower(), at=int(name[1]) if name[1].isdecimal() else None)
        ),
        pattern,
    )


class _Expansion:
    """The tags of one body."""

    def __init__(self, text: str, context: BodyContext, report: Report, *, is_html: bool = False) -> None:
        self.lines = Lines(text)
        self.text = text
        self.edits = Edits(self.lines)
        self.context = context
        self.report = report
        self.is_html = is_html
        self.variables: dict[str, Any] = {}
        self._at = 0
        self._dedents: list[tuple[Tag, int, int]] = []

    def expand(self, tags: list[Tag]) -> Edited:
        for tag in tags:
            if tag.start >= self._at:
                self._expand_one(tag)
        _outdent(self.edits, self._dedents)
        return self.edits.apply()

    def _expand_one(self, tag: Tag) -> None:
        if tag.is_escaped:
            shown = re.sub(r"\*/(?=\s*[>%}]+\Z)", "", self.text[tag.start : tag.end].replace("/*", "", 1))
            self._write(tag, shown, tag.end)
            return
        if tag.is_closing:
            self._drop(tag)
            return
        result = None if tag.depth > _DEEPEST else self._call(tag)
        if result is None:
            self._leave(tag)
        elif isinstance(result, Around):
            self._surround(tag, result)
        elif isinstance(result, AsIs):
            self._write_as_is(tag, result.text)
        else:
            self._write(tag, result, tag.whole_end)

    def _leave(self, tag: Tag) -> None:
        """Hide an unknown tag, report it, and have the files that it names copied to their old URLs."""
        if (tag.style == "jsx" and tag.name.islower()) or (tag.in_code and not tag.name):
            return
        # Of an include, the file tells what it is.
        file = tag.arguments.split()[:1] if tag.name.startswith("include") else []
        name = " ".join([tag.name, *file]) if tag.name else tag.arguments[:40]
        self.report.add(self.lines.number(tag.start), self._hide(tag), name=name)
        arguments = parse_arguments(tag.arguments)
        for name in filter(_FILE.fullmatch, [*arguments.values, *arguments.named.values()]):
            self.context.find_file_url(name)

    def _drop(self, tag: Tag) -> None:
        """Leave a tag that closes nothing out of its line, where a plugin would read it."""
        if tag.style in ("block", "angle", "percent") and not self._is_text(tag, is_comment=False):
            self.edits.replace(tag.start, tag.end, "")
            text = "the tag %(name)s, which closes nothing, is left out of its line"
            self.report.add(self.lines.number(tag.start), text, name=f"end{tag.name}")

    def _hide(self, tag: Tag) -> str:
        """Turn an unknown tag, and the one that closes it, into comments, or leave them out of their lines."""
        places = [(tag.start, tag.end), *filter(None, [tag.closing])]
        is_comment = all(map(self._is_alone, places))
        before = self._before(tag.start)[0]
        name = parse_arguments(tag.arguments).first(at=0).replace(" ", "%20")
        is_address = _ADDRESS.search(before) is not None
        is_kept = (self.is_html or not name) if is_address else _WITHIN.search(before)
        if is_kept or self._is_text(tag, is_comment=is_comment):
            return "the tag %(name)s is kept as text"
        if is_address:
            # It leads nowhere, and is reported as a link.
            self._write(tag, name, tag.end)
            return "the tag %(name)s is left out of its line"
        if words := self._words(tag, is_inline=not is_comment):
            return self._keep_words(tag, words, is_inline=not is_comment)
        for start, end in places:
            shown = " ".join(self.text[start:end].split()).replace("--", "- -")
            self.edits.replace(start, end, f"<!-- {shown} -->" if is_comment else "")
        self._at = tag.end
        return f"the tag %(name)s is {'now a comment' if is_comment else 'left out of its line'}"

    def _words(self, tag: Tag, *, is_inline: bool) -> str:
        """Return the words in the arguments of an unknown tag, if it is none of the statements of a language."""
        engine = self.context.engine
        if engine in ("jekyll", "material") or tag.name in _STATEMENTS or not tag.name:
            return ""
        words = words_of(tag.arguments, is_bare=engine == "hexo", is_inline=is_inline)
        return escape(words) if self.is_html or tag.in_html else markdown_text(words)

    def _keep_words(self, tag: Tag, words: str, *, is_inline: bool) -> str:
        """Write the words of an unknown tag in its place: those of a pair are a title."""
        if tag.closing:
            self.edits.replace(*tag.closing, "")
        if is_inline or self.is_html or tag.in_html:
            self.edits.replace(tag.start, tag.end, words)
        elif tag.closing:
            self._write(tag, f"**{words}**\n", tag.end)
        else:
            self._write(tag, f"\n{words}\n", tag.end)
        self._at = tag.end
        return "of the tag %(name)s, only the words stay"

    def _is_text(self, tag: Tag, *, is_comment: bool) -> bool:
        """Return whether an unknown tag stays as text: in code, or where only plugins read tags."""
        is_inline = not is_comment and self.context.engine in ("pelican", "material")
        return is_inline or tag.in_code or tag.style == "jsx"

    def _is_alone(self, place: tuple[int, int]) -> bool:
        line_end = self.lines.end(self.lines.number(place[1]))
        return self._before(place[0])[1] and not self.text[place[1] : line_end].strip()

    def _call(self, tag: Tag) -> Result:
        end = tag.whole_end
        before, is_first = self._before(tag.start)
        after = self.text[end : min(self.lines.end(self.lines.number(end)), end + _NEAR)]
        is_call = tag.style in ("value", "block") and tag.arguments.startswith("(")
        written = tag.arguments[1:].rstrip().removesuffix(")") if is_call else tag.arguments
        within = _WITHIN.search(before)
        call = Call(
            tag,
            parse_arguments(written, is_call=is_call),
            self._body(tag),
            self.context,
            self.report,
            is_alone=is_first and not after.strip(),
            is_address=bool(_ADDRESS.search(before)) and not self.is_html,
            attribute=within["name"] if within else "",
            variables=self.variables,
        )
        result = self._in_html(self._handled(call), within)
        return self._as_code(call) if result is None else result

    def _as_code(self, call: Call) -> str | None:
        """Return the text of a tag for code in HTML, in which there are no fences."""
        is_code = self.is_html and call.body and call.tag.name in ("code", "codeblock", "highlight")
        return "<pre>" + escape((call.body or "").strip("\n").rstrip()) + "</pre>" if is_code else None

    def _in_html(self, result: Result, within: re.Match[str] | None) -> Result:
        """Return the result of a handler as it can stand in HTML, where Sphinx resolves no links."""
        is_link = within is not None and within["name"] == "href" and not within["start"]
        if is_link and isinstance(result, str) and result[:1] in ("", "/"):
            result = f"{self.context.base}{result}"
        is_lost = isinstance(result, Around) or (isinstance(result, str) and _MARKUP.match(result))
        return None if self.is_html and is_lost else result

    def _handled(self, call: Call) -> Result:
        tag = call.tag
        if (pattern := self.context.tags.get(tag.name)) is not None:
            return _filled(pattern, call)
        if tag.style == "value" and not tag.name:
            return value(call)
        if tag.style == "jsx" and tag.name.islower():
            return _element(self.text[tag.start : tag.end], call)
        name = "mermaid" if tag.name.startswith("mermaid") else tag.name
        result = HANDLERS.get(name, unknown_tag)(call)
        if result is None and self.context.engine in ("jekyll", "material"):
            return definitions.execute(call, self.text[tag.start : tag.whole_end])
        return definitions.render(call) if result is None else result

    def _body(self, tag: Tag) -> str | None:
        """Return the text between two tags, without the margin of the enclosing blocks."""
        if not tag.closing:
            return None
        margin, _ = self._margin(tag.start)
        body = self.text[tag.end : tag.closing[0]]
        return body.replace(f"\n{margin}", "\n") if margin else body

    def _margin(self, position: int) -> tuple[str, bool]:
        """Return the margin of further lines, and whether *position* is preceded only by it in its line."""
        before, is_first = self._before(position)
        return margin_of(before), is_first

    def _before(self, position: int) -> tuple[str, bool]:
        """Return the text shortly before *position* in its line, and whether it is only a margin."""
        start = self.lines.start(self.lines.number(position))
        before = self.text[max(start, position - _NEAR) : position]
        return before, position - start <= _NEAR and LEAD.fullmatch(before) is not None

    def _has_text(self, line: int) -> bool:
        return 0 <= line < len(self.lines.starts) and bool(self.lines.of(line).strip(" \t>"))

    def _write_as_is(self, tag: Tag, text: str) -> None:
        if tag.closing and text == self._body(tag):
            self.edits.replace(tag.start, tag.end, "")
            self.edits.replace(*tag.closing, "")
            self.edits.freeze(tag.end, tag.closing[0])
            self._at = tag.whole_end
        elif "\n" in text and not self._margin(tag.start)[1]:
            self.edits.replace(tag.start, tag.whole_end, text)
            self._at = tag.whole_end
        else:
            self._write(tag, text, tag.whole_end)

    def _write(self, tag: Tag, text: str, end: int) -> None:
        if text.startswith("\n") and tag.in_html:
            # Markdown in HTML, which has no indentation.
            line_start = self.lines.start(self.lines.number(tag.start))
            self.edits.replace(line_start if self._is_alone((tag.start, end)) else tag.start, end, text)
        elif "\n" in text:
            lead = [""] * self._needs_gap(tag.start)
            tail = [""] * self._has_text(self.lines.number(end) + 1)
            self.edits.write(tag.start, end, [*lead, *text.split("\n"), *tail], tag)
        elif _BLOCK.match(text) and not tag.in_html and self._margin(tag.start)[1]:
            rest = self.text[end : self.lines.end(self.lines.number(end))]
            gap = ["", ""] if rest.strip() else self._gap_below(tag, end)
            end += len(rest) - len(rest.lstrip())
            self.edits.write(tag.start, end, [text, *gap], tag)
        else:
            self.edits.replace(tag.start, end, text)
        self._at = end

    def _gap_below(self, tag: Tag, end: int) -> list[str]:
        """Return the lines that keep the line below a tag, which ends at *end*, out of the tag's block."""
        line = self.lines.number(end)
        margin = self._margin(tag.start)[0]
        is_within = self.lines.of(line + 1).startswith(margin.rstrip() if ">" in margin else margin)
        return [""] if self._has_text(line + 1) and is_within else []

    def _needs_gap(self, position: int) -> bool:
        """Return whether a block that begins here would continue a paragraph above."""
        is_first = self._margin(position)[1]
        line = self.lines.number(position)
        return is_first and self._has_text(line - 1) and not self._before(position)[0].strip(" \t>")

    def _surround(self, tag: Tag, around: Around) -> None:
        """Put lines around the text between two tags, which is converted later."""
        if not tag.closing:
            return
        line_end = self.lines.end(self.lines.number(tag.end))
        has_text = bool(self.text[tag.end : line_end].strip())
        margin, is_first = self._margin(tag.start)
        lead = [""] * (self._needs_gap(tag.start) if is_first else 2)
        # An empty line ends the options of a directive.
        rows = [*lead, *around.before, *[""] * (has_text and bool(around.before))]
        self.edits.write(tag.start, tag.end if has_text else line_end + (not rows), rows, tag)
        start, end = tag.closing
        if around.margin:
            self._quote(tag, around.margin, margin, is_open=has_text)
        before = self.text[self.lines.start(self.lines.number(start)) : start].strip(" \t>")
        rows = [(around.margin + row).rstrip() for row in around.after]
        is_open = bool(around.margin) or "".join(rows[-1:]).startswith("<")
        self.edits.write(
            start, end, [*[""] * bool(before and rows), *rows, *self._tail(end, is_open=is_open)], tag
        )
        if tag.style == "jsx":
            self._dedents.append((tag, self.lines.number(tag.end) + 1, self.lines.number(start)))
        self._at = tag.end

    def _tail(self, end: int, *, is_open: bool) -> list[str]:
        """Return the lines between a block and the text after it; an *is_open* block would go on below."""
        line = self.lines.number(end)
        if self.text[end : self.lines.end(line)].strip():
            return ["", ""]
        return [""] if is_open and self._has_text(line + 1) else []

    def _quote(self, tag: Tag, mark: str, margin: str, *, is_open: bool) -> None:
        """Insert a marker before each line between two tags."""
        if not tag.closing:
            return
        if is_open:
            self.edits.insert(tag.end, mark)
        first, last = self.lines.number(tag.end) + 1, self.lines.number(tag.closing[0])
        for number in range(first, last + 1):
            start = self.lines.start(number) + len(margin)
            if start < tag.closing[0] and start <= self.lines.end(number):
                self.edits.insert(start, mark if self.lines.of(number).strip() else mark.rstrip())


def _outdent(edits: Edits, dedents: list[tuple[Tag, int, int]]) -> None:
    columns: dict[int, int] = {}
    base = end = -1
    for _, first, last in dedents:
        widths = [
            len(row) - len(row.lstrip(" ")) for n in range(first, last) if (row := edits.lines.of(n)).strip()
        ]
        own = len(edits.lines.of(first - 1)) - len(edits.lines.of(first - 1).lstrip(" "))
        if first > end:
            # The outermost element keeps its indentation.
            base, end = own, last
        columns.update(dict.fromkeys(range(first, last), max(min(widths, default=0) - base, 0)))
        columns[first - 1] = columns[last] = max(own - base, 0)
    for number, width in columns.items():
        row = edits.lines.of(number)
        cut = min(width, len(row) - len(row.lstrip(" ")))
        edits.replace(edits.lines.start(number), edits.lines.start(number) + cut, "")


def expand_elements(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return the body with Markdown in HTML in MyST's form, between empty lines; ``None`` if there is none."""
    if not dialect.markdown_in_html or not _MARKDOWN.search(text):
        return None
    return _Expansion(text, context, report).expand(find_tags(text, "html"))


def _tags(text: str, dialect: Dialect, context: BodyContext, *, is_html: bool = False) -> list[Tag]:
    """Return the tags of a body; in Pelican and MkDocs, plugins read them, and without these they are text."""
    syntax, plugins = syntax_of(dialect), " ".join(context.extensions)
    if context.engine == "material" and "macros" in context.extensions:
        syntax = "liquid"
    if context.engine == "pelican" and plugins and not re.search("liquid|jinja", plugins):
        syntax = ""
    tags = find_tags(text, syntax, raw_in_code=context.engine == "jekyll", is_html=is_html)
    is_whole = context.engine != "pelican" or "jinja" in plugins
    return [tag for tag in tags if is_whole or tag.style != "value"]


def expand_tags(
    text: str, dialect: Dialect, context: BodyContext, report: Report, *, is_html: bool = False
) -> Edited | None:
    """Return the body with known tags converted, or ``None`` if there are no tags; report unknown tags."""
    tags = _tags(text, dialect, context, is_html=is_html)
    return _Expansion(text, context, report, is_html=is_html).expand(tags) if tags else None

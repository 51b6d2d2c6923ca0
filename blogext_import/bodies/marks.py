"""Inline markup that MyST lacks: highlights, insertions, keys, bare URLs, icons, and others."""

import re
import string
import unicodedata
from collections.abc import Callable
from functools import partial
from html import escape

from blogext_import.bodies.links import link_text
from blogext_import.bodies.scan import Leaf
from blogext_import.bodies.work import Work

ICON = re.compile(
    r"(?P<icon>(?<![\w:]):(?:material|fontawesome|octicons|simple)-[\w-]+:)(?!\w)(?:\{:?(?![{%])[^{}\n]*\})?"
)
EMOJI = re.compile(r"(?<![\w:/]):(?P<name>[a-z][a-z0-9_]+|[+-]1|100|x):(?![\w:/])")
#: Emoji whose common names differ from Unicode's.
_WORDS = (
    "+1 👍 -1 👎 100 💯 blush 😊 boom 💥 bulb 💡 clap 👏 coffee ☕ computer 💻 construction 🚧 cry 😢 "
    "exclamation ❗ gift 🎁 grin 😁 heart ❤️ heart_eyes 😍 heavy_check_mark ✔️ joy 😂 laughing "
    "😆 link 🔗 lock 🔒 mag 🔍 muscle 💪 ok_hand 👌 point_right 👉 pray 🙏 question ❓ raised_hands "
    "🙌 smile 😄 smiley 😃 sob 😭 star ⭐ sunglasses 😎 sweat_smile 😅 tada 🎉 thinking 🤔 thumbsup "
    "👍 warning ⚠️ wave 👋 white_check_mark ✅ wink 😉 x ❌ zap ⚡ "
).split()
_NAMES = dict(zip(_WORDS[::2], _WORDS[1::2], strict=True))
_EMPHASIS = {3: ("<strong><em>", "</em></strong>"), 2: ("<strong>", "</strong>"), 1: ("<em>", "</em>")}
_ASTERISKS = re.compile(r"(?<!\\)\*+")
_STRUCK = re.compile(r"(?<!~)~~(?=[^\s~])((?:[^~]|~(?!~))+?)(?<=[^\s~])~~(?!~)")
_MARKED = re.compile(r"(?<![=\w])==(?=[^\s=])([^=\n]+?)(?<=[^\s=])==(?![=\w])")
_INSERTED = re.compile(r"\^\^(?=[^\s^])([^^\n]+?)(?<=[^\s^])\^\^")
_RAISED = re.compile(r"(?<=[\w)])\^(?=[^\s^])([^\s^]{1,20})\^")
_LOWERED = re.compile(r"(?<=[\w)])~(?=[^\s~])([^\s~]{1,20})~")
_KEYS = re.compile(r"(?<!\+)\+\+([A-Za-z0-9_-]+(?:\+[A-Za-z0-9_-]+)*|\"[^\"\n]+\")\+\+(?!\+)")
_ADDRESS = re.compile(
    r"(?<![A-Za-z0-9/.@\"'=-])(?:https?://|www\.(?=[\w-]+\.\w))[^\s<>\0`\"\[\]{}|\\^\u3000-\u303f\uff00-\uffef\u201c\u201d]+"
)
_ABBREVIATION = re.compile(r"\*\[(?P<short>[^\]\n]+)\]:[ \t]*(?P<long>[^\n]+)")
#: Comments and formulas on lines of their own, which end a paragraph invisibly or are part of one.
_MORE = re.compile(r"[ \t]*(?:<!--|\$\$)")
_EXPRESSION = re.compile(r"(?<![\w)\]`$\\{\0])\{(?=[A-Za-z_$(\[])(?![\w-]+=)[^{}\n]*\}?")
_TAGS = ((_MARKED, "mark"), (_INSERTED, "ins"), (_RAISED, "sup"), (_LOWERED, "sub"))


def without_icons(text: str) -> str:
    return ICON.sub("", text).strip() if ":" in text else text


def emoji_of(name: str) -> str:
    if name in _NAMES:
        return _NAMES[name]
    try:
        char = unicodedata.lookup(name.replace("_", " "))
    except KeyError:
        return ""
    return char if char >= "\u2600" and unicodedata.category(char) == "So" else ""


def convert_marks(work: Work) -> None:
    dialect, extensions = work.dialect, work.context.extensions
    if dialect.markdown_in_html and "*[" in work.text:
        _convert_abbreviations(work)
    has_links = dialect.bare_links or "pymdownx.magiclink" in extensions
    # Which of them the site had, and what a text must contain for each.
    converters: list[tuple[bool, str, Callable[[Work, Leaf], None]]] = [
        (work.context.breaks_lines, "", _keep_breaks),
        (dialect.jsx, "{", _note_expressions),
        (dialect.loose_emphasis, "*", _convert_emphasis),
        (dialect.strikes, "~~", partial(_enclose, pattern=_STRUCK, name="del")),
        (True, ":", _convert_emoji),
        (dialect.pymdown, "", _convert_pymdown),
        (has_links, "", _convert_addresses),
    ]
    for leaf in work.scan.leaves:
        for is_on, sign, convert in converters if not work.is_frozen(leaf.at(0)) else ():
            if is_on and sign in leaf.plain:
                convert(work, leaf)


def _convert_abbreviations(work: Work) -> None:
    meanings: dict[str, str] = {}
    definitions = set()
    for number, leaf in enumerate(work.scan.leaves):
        for start, end in leaf.lines() if leaf.kind == "paragraph" else ():
            if match := _ABBREVIATION.fullmatch(leaf.content, start, end):
                meanings[match["short"]] = match["long"].strip()
                definitions.add((number, start))
                work.edits.replace(leaf.at(start), leaf.at(end - 1) + 1, "")
            elif work.context.engine == "jekyll":
                # In kramdown, a paragraph goes on with any line.
                break
    if not meanings:
        return
    short = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(meanings, key=len, reverse=True)))})(?!\w)")
    for number, leaf in enumerate(work.scan.leaves):
        for match in short.finditer(leaf.plain):
            if (number, leaf.plain.rfind("\n", 0, match.start()) + 1) in definitions:
                continue
            start = leaf.at(match.start())
            new = f'<abbr title="{escape(meanings[match[0]])}">{match[0]}</abbr>'
            work.edits.replace(start, start + len(match[0]), new)


def _keep_breaks(work: Work, leaf: Leaf) -> None:
    """Make the line breaks of a paragraph hard breaks, outside of formulas, code and HTML."""
    for _, end in list(leaf.lines())[:-1] if leaf.kind == "paragraph" else ():
        line = leaf.content[: end + 1]
        is_mark = leaf.plain[end] != "\n" or line.endswith(("\\\n", "  \n", ">\n"))
        if not is_mark and not _MORE.match(leaf.content, end + 1):
            work.edits.insert(leaf.at(end - 1) + 1, "\\")


def _enclose(work: Work, leaf: Leaf, pattern: re.Pattern[str], name: str) -> None:
    for match in pattern.finditer(leaf.plain):
        (start, end), (inner, outer) = match.span(), match.span(1)
        work.edits.replace(*leaf.range(start, inner), f"<{name}>")
        work.edits.replace(*leaf.range(outer, end), f"</{name}>")


def _convert_emphasis(work: Work, leaf: Leaf) -> None:
    """Convert emphasis that CommonMark does not see, because of what is before or after the asterisks, to HTML."""
    runs = [run.span() for run in _ASTERISKS.finditer(leaf.plain)]
    for size, tags in _EMPHASIS.items():
        opening: tuple[int, int] | None = None
        for start, end in filter(lambda run: run[1] - run[0] == size, runs):
            before, after = _beside(leaf.content, start, end)
            if opening is not None and not before.isspace():
                if not (_flanks(leaf.content, *opening) and _flanks(leaf.content, start, end, is_end=True)):
                    work.edits.replace(*leaf.range(*opening), tags[0])
                    work.edits.replace(*leaf.range(start, end), tags[1])
                opening = None
            elif not after.isspace():
                opening = (start, end)


def _beside(text: str, start: int, end: int) -> tuple[str, str]:
    """Return the characters before and after a part of a text; beyond the text are line breaks."""
    return text[start - 1 : start] or "\n", text[end : end + 1] or "\n"


def _flanks(text: str, start: int, end: int, *, is_end: bool = False) -> bool:
    """Return whether CommonMark reads these asterisks as the beginning, or the end, of emphasis."""
    before, after = _beside(text, start, end)
    outer, inner = (after, before) if is_end else (before, after)
    return not inner.isspace() and (not _is_sign(inner) or outer.isspace() or _is_sign(outer))


def _is_sign(char: str) -> bool:
    return char in string.punctuation or unicodedata.category(char).startswith("P")


def _note_expressions(work: Work, leaf: Leaf) -> None:
    for match in _EXPRESSION.finditer(leaf.plain):
        work.remark(leaf.at(match.start()), "the expression %(text)s is kept as text", text=match[0][:60])


def _convert_pymdown(work: Work, leaf: Leaf) -> None:
    for pattern, name in _TAGS:
        _enclose(work, leaf, pattern, name)
    for match in ICON.finditer(leaf.plain):
        work.remark(leaf.at(match.start()), "the icon %(name)s is left out", name=match["icon"])
        work.edits.replace(*leaf.range(*match.span()), "")
    for match in _KEYS.finditer(leaf.plain):
        keys = [match[1].strip('"')] if match[1].startswith('"') else match[1].split("+")
        shown = "+".join(
            f"{{kbd}}`{key.replace('-', ' ').title() if len(key) > 1 else key.upper()}`" for key in keys
        )
        work.edits.replace(*leaf.range(*match.span()), shown)


def _convert_emoji(work: Work, leaf: Leaf) -> None:
    for match in EMOJI.finditer(leaf.plain):
        start = leaf.at(match.start())
        if emoji := emoji_of(match["name"]):
            work.edits.replace(start, start + len(match[0]), emoji)
        elif work.dialect.pymdown or work.dialect.jsx:
            work.remark(start, "the icon %(name)s is kept as text", name=match[0])


def _convert_addresses(work: Work, leaf: Leaf) -> None:
    """Convert bare URLs to links, as GitHub does, for engines that do it or sites that want it."""
    if not re.search(r"://|www\.", leaf.unlinked):
        return
    for match in _ADDRESS.finditer(leaf.unlinked):
        address = match[0].rstrip("?!.,:;*_~'")
        while address.endswith(")") and address.count("(") < address.count(")"):
            address = address[:-1].rstrip("?!.,:;*_~'")
        if len(address.partition("://")[2] or address) < 4:
            continue
        start = leaf.at(match.start())
        url = address if "://" in address else f"http://{address}"
        new = link_text(work, url, start) or (f"<{url}>" if url == address else f"[{address}]({url})")
        work.edits.replace(start, start + len(address), new)

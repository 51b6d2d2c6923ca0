"""Tags of widespread themes: Butterfly, Volantis and Stellar of Hexo, Blowfish, LoveIt and DoIt of Hugo."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from blogext_import.bodies import markup
from blogext_import.bodies.boxes import header, is_known
from blogext_import.bodies.calls import Around, Handlers, Result, box
from blogext_import.bodies.icons import emoji_of

if TYPE_CHECKING:
    from blogext_import.bodies.calls import Call

HANDLERS = Handlers()
#: Words that only say how something looks.
_STYLES = frozenset(
    """
    red orange yellow green cyan blue purple pink gray grey black white theme
    default primary success info warning danger error light dark
    open close closed checked plus minus times center left right large small huge big ultra logo
    no-icon simple modern flat disabled outline block larger
    """.split()
)
_STYLE = re.compile(r"(?:color|open|checked|child|codeblock|symbol):\S*|#[0-9a-fA-F]{3,8}|fa[srbl]?|fa-[\w-]+")
_ADDRESS = re.compile(r"https?://\S+|\.{0,2}/\S*|#\S+|mailto:\S+")
#: Tags for a few words -> HTML elements.
_ELEMENTS = {"u": "u", "wavy": "u", "emp": "em", "del": "del", "kbd": "kbd", "sub": "sub", "sup": "sup"}
_ELEMENTS |= {"psw": "span", "span": "span", "mark": "mark", "hashtag": "mark"}
_REPOSITORIES = {"github": "https://github.com", "codeberg": "https://codeberg.org"}


def is_style(text: str) -> bool:
    """Return whether all words of *text* only say how something looks."""
    return all(word in _STYLES or _STYLE.fullmatch(word) for word in text.split())


def plain_text(arguments: str) -> str:
    """Return the text among the arguments of a tag of Hexo, without colors, icons and other styles.

    They are separated by ``::``, by commas, or by spaces; styles may be before or after the text.
    """
    mark = "::" if "::" in arguments else ","
    parts = [part.strip().strip("'\"") for part in arguments.split(mark)]
    while len(parts) > 1 and is_style(parts[0]):
        parts.pop(0)
    while len(parts) > 1 and is_style(parts[-1]):
        parts.pop()
    words = parts[0].split()
    while len(words) > 1 and _STYLE.fullmatch(words[0]):
        words.pop(0)
    parts[0] = " ".join(words) if len(words) < len(parts[0].split()) else parts[0]
    return f"{mark} ".join(filter(None, parts)) if mark == "," else " ".join(filter(None, parts))


def _after_style(arguments: str) -> str:
    """Return the text among the arguments of a tag that expects styles, of any names, before a comma."""
    style, comma, text = arguments.partition(",")
    return text.strip() if comma and re.fullmatch(r"[\w# -]*", style, re.ASCII) else plain_text(arguments)


@HANDLERS.of(*_ELEMENTS)
def inline(call: Call) -> Result:
    """Mark a few words as HTML does."""
    if call.context.engine == "hugo" and call.tag.name == "kbd":
        text = call.first(at=0) if call.body is None else _inner(call)
        return f"<kbd>{text}</kbd>" if text and "\n" not in text else None
    text = (_after_style if call.tag.name == "span" else plain_text)(call.tag.arguments)
    if not text or call.context.engine != "hexo" or call.tag.in_html or call.body is not None:
        return None
    element = _ELEMENTS[call.tag.name]
    return f"<{element}>{text}</{element}>"


@HANDLERS.of("p")
def paragraph(call: Call) -> Result:
    """Show a paragraph that has only a style of its own."""
    text = _after_style(call.tag.arguments)
    return text if text and call.context.engine == "hexo" and call.body is None else None


@HANDLERS.of("hideInline", "hideinline")
def hidden(call: Call) -> Result:
    """Show a few hidden words, which have no place for a button in a text without scripts."""
    text = call.tag.arguments.split(",")[0].strip()
    return f'<span class="hidden-text">{text}</span>' if text and not call.tag.in_html else None


@HANDLERS.of("checkbox", "radio")
def choice(call: Call) -> Result:
    """Show a box with its mark."""
    text = plain_text(call.tag.arguments)
    if not text or call.context.engine != "hexo":
        return None
    is_checked = bool(re.search(r"(?:\A|\s)checked(?:[\s,]|:(?!false)|\Z)", call.tag.arguments))
    boxes = "☐☑" if call.tag.name == "checkbox" else "○◉"
    text = re.sub(r"\s+(?:checked|color|symbol):\S+", "", text)
    return f"{boxes[is_checked]} {text}"


@HANDLERS.of("notel", "noteblock")
def titled_note(call: Call) -> Result:
    """Convert to an admonition with a title."""
    if call.body is None:
        return None
    kind = next((word for word in re.findall(r"[a-z]+", call.tag.arguments) if is_known(word)), "note")
    words = call.tag.arguments.split()
    if call.tag.name == "notel" and "," not in call.tag.arguments and words:
        # The first word is the color, and an icon may follow.
        words = [word for word in words[1:] if not is_style(word)]
        return box(header(kind, " ".join(words) or None))
    title = plain_text(call.tag.arguments.strip(", "))
    is_text = any(not is_style(word) and not is_known(word) for word in title.split())
    return box(header(kind, title if is_text else None))


def note_in_arguments(call: Call) -> Result:
    """Convert to an admonition whose text is among the arguments."""
    if not call.is_alone:
        return None
    kind, text = call.first("type", "level", "theme") or "note", call.first("text", "content")
    if call.context.engine == "hexo":
        style, comma, after = call.tag.arguments.partition(",")
        kind = next((word for word in style.split() if is_known(word)), "note")
        text = after.strip() if comma and all(is_known(word) or is_style(word) for word in style.split()) else ""
    around = box(header(kind))
    return "\n".join([*around.before, text, *around.after]) if text else None


@HANDLERS.of("timeline")
def timeline(call: Call) -> Result:
    """Show the entries one below the other, each below its date."""
    if call.body is None:
        return None
    if call.tag.style == "comment":
        return entry(call)
    title = plain_text(call.tag.arguments) if call.context.engine == "hexo" else ""
    return Around([f"**{title}**", ""] if title and not _is_option(title) else [], [])


@HANDLERS.of("timenode", "timelineItem")
def entry(call: Call) -> Result:
    """Show one entry of a timeline."""
    if call.body is None:
        return None
    given = [call.first("header"), call.first("badge"), call.first("subheader")]
    title = " · ".join(filter(None, given)) or call.tag.arguments.strip()
    return Around([f"**{title}**" if "](" not in title else title, ""] if title else [], [])


def _is_option(text: str) -> bool:
    return bool(re.match(r"(?:api|user|type|limit):", text))


@HANDLERS.of("button", "btn", "link", "linkcard")
def link(call: Call) -> Result:
    """Link to a URL, whose text is among the arguments or between two tags."""
    address = call.first("href", "url", "link")
    if call.body is not None and address:
        return markup.link(call.post(address) or address, _inner(call))
    if address and (text := call.first("content", "text", "title")):
        return markup.link(call.post(address) or address, text)
    return _listed_link(call) if call.context.engine == "hexo" else None


def _listed_link(call: Call) -> Result:
    """Link to the URL among arguments with commas or double colons between them."""
    mark = "::" if "::" in call.tag.arguments else ","
    if mark not in call.tag.arguments:
        return None
    parts = [part.strip().strip("'\"") for part in call.tag.arguments.split(mark)]
    parts = [part for part in parts if part and not is_style(part) and not part.startswith("fa")]
    address = next((part for part in parts if _ADDRESS.fullmatch(part)), "")
    texts = [part for part in parts if part != address]
    if not address:
        return None
    more = f": {texts[1]}" if call.tag.name == "link" and len(texts) > 1 else ""
    return markup.link(call.post(address) or address, texts[0] if texts else address) + more


def _inner(call: Call) -> str:
    """Return the text between two tags, without icons."""
    return re.sub(r"\{\{[<%]\s*icon\s[^<>%{}]*[>%]\}\}", "", call.body or "").strip()


@HANDLERS.of("keyword", "badge", "chip")
def mark(call: Call) -> Result:
    """Mark a few words, between two tags or among the arguments."""
    text = _inner(call) or call.first("content")
    return f"<mark>{text}</mark>" if text and "\n" not in text else None


@HANDLERS.of("keywordList", "typeit", "lead", "accordion-group", "fancybox", "steps", "cards")
def wrapper(call: Call) -> Result:
    """Show the text between two tags, without its appearance."""
    if call.body is None:
        return None
    return Around([], []) if "\n" in call.body else _inner(call)


@HANDLERS.of("card")
def card(call: Call) -> Result:
    """Link to a page, as an item of a list."""
    address, title = call.first("link", "href", "url"), call.first("title")
    if not address or not title or not call.tag.parent or call.body is not None:
        return None
    more = f": {call.first('subtitle')}" if call.first("subtitle") else ""
    return f"- {markup.link(call.post(address) or address, title)}{more}"


@HANDLERS.of("br")
def line_break(call: Call) -> Result:
    """Break a line."""
    return "<br>" if call.context.engine == "hugo" and not call.is_alone else None


@HANDLERS.of("github_emoji", "emoji")
def emoji(call: Call) -> Result:
    """Show an emoji by its name."""
    return emoji_of(call.first(at=0).strip(":")) or None


@HANDLERS.of("inlineImg", "inlineimage")
def small_picture(call: Call) -> Result:
    """Show an image within a line."""
    path = call.file(call.first(at=0)) if not call.tag.in_html else None
    return markup.picture(path, height=markup.size(call.first(at=1))) if path else None


@HANDLERS.of("rtl", "ltr")
def direction(call: Call) -> Result:
    """Show a text in the direction of its script."""
    return Around([f'<div dir="{call.tag.name}">', "", ""], ["", "</div>"]) if call.body is not None else None


@HANDLERS.of("github", "codeberg")
def repository(call: Call) -> Result:
    """Link to a repository."""
    name = call.first("repo", at=0)
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", name):
        return None
    return markup.link(f"{_REPOSITORIES[call.tag.name]}/{name}", name)


@HANDLERS.of("article", "innerlink")
def article(call: Call) -> Result:
    """Link to another post, with its title."""
    path = call.post(call.first("link", "src", at=0)) if not call.tag.in_html else None
    return markup.link(path, "") if path else None


@HANDLERS.of("icon")
def icon(call: Call) -> Result:
    """Leave out an icon: it comes from the theme."""
    return "" if call.context.engine == "hugo" else None


@HANDLERS.of("music")
def music(call: Call) -> Result:
    """Play a file, or link to a song elsewhere."""
    address = call.first("url", "auto")
    title = " – ".join(filter(None, [call.first("artist"), call.first("name", "title")]))
    if call.first("auto") or (not address and call.first("id", at=0).isdecimal()):
        address = address or f"https://music.163.com/#/song?id={call.first('id', at=0)}"
        return markup.link(address, title) if title else f"<{address}>"
    path = call.file(address) if address else None
    if path is None:
        return None
    shown = markup.link(path, title or address.rsplit("/", 1)[-1])
    return f'<audio controls src="{escape(path)}"></audio> {shown}' if "://" in path else shown

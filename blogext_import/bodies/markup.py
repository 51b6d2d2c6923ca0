"""Write MyST markup: directives, images and links."""

import json
import re
from html import escape

from blogext_import.bodies.links import written
from blogext_import.bodies.rules import MADE
from sphinx_blogext.markup.quote import markdown_text

#: Values that YAML reads as something else, and lines that are no paragraphs.
_NOT_PLAIN = re.compile(r"[\"'|>#]|.*\s#")
_BLOCK = re.compile(r"\A(?:\d+(?=[.)])|(?=[-+=%(:]))")
_SIZE = re.compile(r"\d+(?:\.\d+)?(?:px|%|em|rem|ex|cm|mm|in|pt)?")


def one_line(text: str) -> str:
    return " ".join(text.split())


def size(text: str) -> str:
    """Return a width or height, or ``""`` if it is invalid."""
    return text.strip() if _SIZE.fullmatch(text.strip()) else ""


def option(name: str, value: str) -> str:
    """Return an option of a directive, whose value MyST reads as YAML; ``""`` without a value."""
    value = one_line(value)
    written = json.dumps(value, ensure_ascii=False) if _NOT_PLAIN.match(value) else value
    return f":{name}: {written}" if value else ""


def fence(text: str) -> str:
    """Return a fence that does not occur in a text."""
    return "`" * max(3, *(len(run) + 1 for run in re.findall("`{3,}", text)), 3)


def paragraph(text: str) -> str:
    """Return a line of Markdown that is a paragraph with *text*, whatever that looks like."""
    return _BLOCK.sub(r"\g<0>\\", markdown_text(one_line(text)), count=1)


def picture(path: str, alt: str = "", **attributes: str) -> str:
    options = " ".join(f'{key}="{value}"' for key, value in attributes.items() if value and '"' not in value)
    return f"![{_label(alt)}]({written(path)})" + (f"{MADE}{{{options}}}" if options else "")


def html_picture(path: str, alt: str = "", **attributes: str) -> str:
    options = "".join(f' {key}="{escape(value)}"' for key, value in {"alt": alt, **attributes}.items() if value)
    return f'<img src="{escape(path)}"{options}>'


def link(address: str, text: str) -> str:
    """Return a link; without a text, it shows the title of its target, or the URL."""
    return f"[{_label(text)}]({written(address)})"


def frame(address: str, title: str) -> str:
    """Return an ``iframe`` for an external video, as in the video sites' own embed codes."""
    return (
        f'<iframe src="{escape(address)}" title="{escape(title)}" width="560" height="315" loading="lazy"'
        ' allow="fullscreen; picture-in-picture" allowfullscreen style="border: 0; max-width: 100%"></iframe>'
    )


def _label(text: str) -> str:
    text = one_line(text)
    depth = 0
    for char in text:
        depth += (char == "[") - (char == "]")
        if depth < 0:
            break
    return text if depth == 0 else re.sub(r"(?<!\\)([\[\]])", r"\\\1", text)

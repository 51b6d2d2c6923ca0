"""Tags for pictures and galleries."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from blogext_import.bodies import markup
from blogext_import.bodies.calls import Around, Handlers, Result
from blogext_import.bodies.containers import CLOSE, OPEN
from blogext_import.bodies.inline_html import as_text
from blogext_import.bodies.links import written

if TYPE_CHECKING:
    from blogext_import.bodies.calls import Call

HANDLERS = Handlers()
_PATH = re.compile(r".*(?:\.\w{2,5}\Z|/)")


def _path(call: Call) -> str:
    """Return the path of an image, at any position among the arguments."""
    named = call.first("src", "path", "image_path", "img", "image", "file", "filename", "url")
    values = [value.rstrip(",") for value in call.arguments.values]
    return named or next((value for value in values if _PATH.match(value)), values[0] if values else "")


@HANDLERS.of("asset_img", "img", "image", "figure", "picture", "thumbnail", "imgproc", "resize_image")
def picture(call: Call) -> Result:
    """Show an image, with a caption if one is given and the tag is alone in its line."""
    path = call.file(_path(call))
    if path is None:
        return None
    alt, width, height = _alt_and_size(call)
    caption = call.first("caption", "title", "description", "text") or (call.body or "").strip()
    if call.first("title") and call.first("caption"):
        caption = f"**{call.first('title')}** {call.first('caption')}"
    caption = " ".join(filter(None, [caption, _source(call)]))
    alt, target = alt or as_text(call.first("caption", "title")), call.first("link", "href")
    inner = f" {(call.body or '').strip()}".rstrip()
    if call.tag.in_html:
        return markup.html_picture(path, alt, width=width, height=height) + inner
    if caption and call.is_alone and " " not in path:
        align = call.first("align") if call.first("align") in ("left", "center", "right") else ""
        options = {"alt": alt, "width": width, "height": height, "align": align, "target": target}
        # Links in the caption are still to be converted.
        lines = [
            f"{OPEN}{{figure}} {path}",
            *(markup.option(key, value) for key, value in options.items() if value),
        ]
        return "\n".join([*lines, "", caption, CLOSE])
    shown = markup.picture(path, alt, width=width, height=height)
    return (f"[{shown}]({written(target)})" if target else shown) + inner


def _source(call: Call) -> str:
    """Return whom an image is from, as Hugo shows it after the caption, or ``""``."""
    name, address = call.first("attr"), call.first("attrlink")
    return markup.link(address, name) if name and address else name


def _alt_and_size(call: Call) -> tuple[str, str, str]:
    """Return the alternative text, width and height of an image, which may follow its path without names."""
    values, source = call.arguments.values, _path(call)
    rest = values[values.index(source) + 1 :] if source in values else []
    sizes = [*filter(markup.size, rest), "", ""]
    texts = [value for value in rest if not markup.size(value)]
    # The last of several quoted texts; without quotes, all words form one text.
    is_quoted = "'" in call.tag.arguments or '"' in call.tag.arguments
    alt = texts[-1] if texts and is_quoted else " ".join(texts)
    width, height = call.first("width", "w") or sizes[0], call.first("height", "h") or sizes[1]
    return call.first("alt") or alt, markup.size(width), markup.size(height)


@HANDLERS.of("gallery")
def gallery(call: Call) -> Result:
    """Show the images or the text between two tags."""
    return Around([], []) if call.body is not None else None

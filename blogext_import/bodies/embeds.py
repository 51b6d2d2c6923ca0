"""Tags for embedded content: videos, posts of elsewhere, code, notebooks, pictures and galleries."""

import re
from html import escape
from itertools import starmap
from urllib.parse import parse_qs

from blogext_import.addresses import split_url
from blogext_import.bodies import markup
from blogext_import.bodies.calls import Around, AsIs, Call, Result, handles
from blogext_import.bodies.code import Code, language_of, line_numbers, parse_options, split_address
from blogext_import.bodies.links import written
from blogext_import.bodies.rules import CLOSE, OPEN
from blogext_import.headings import plain_text
from blogext_import.notebooks import cells_as_markdown

_ID = re.compile(r"[\w-]+\Z")
_PATH = re.compile(r".*(?:\.\w{2,5}\Z|/)")
#: The arguments of a tag for a gist: a user, perhaps, its id, and a file.
_GIST = re.compile(r"(?P<name>(?:(?!(?:[0-9a-f]{7,40}|\d+) )[^/ ]+ )?[^ ]+)(?: (?P<file>[^ ]+))?")
_CODE_OPTION = re.compile(
    r"\b(lang|language|line_number|highlight|first_line|mark|wrap|line_threshold|from|to|start|end|linenos):(\S+)"
)


@handles("youtube", "youtuber", "youtube-enhanced", "youtubeLite", "youtube-lite", "yt", "youtubeplaylist")
def youtube(call: Call) -> Result:
    name = call.first("id", "video_id", "videoid", "v", "code", "url", at=0)
    if "://" in name:
        parts = split_url(name)
        name = parse_qs(parts.query).get("v", [parts.path.rsplit("/", 1)[-1]])[0]
    if not _ID.match(name):
        return None
    address = f"https://www.youtube-nocookie.com/embed/{name}"
    if name.startswith("PL") and len(name) > 15:
        address = f"https://www.youtube-nocookie.com/embed/videoseries?list={name}"
    return markup.frame(address, call.first("title", "alt") or "YouTube")


@handles("vimeo", "vimeo_simple")
def vimeo(call: Call) -> Result:
    name = call.first("id", at=0).rsplit("/", 1)[-1]
    return markup.frame(f"https://player.vimeo.com/video/{name}", "Vimeo") if _ID.match(name) else None


@handles("video")
def video(call: Call) -> Result:
    """Play a file of the site, at its old URL, or one elsewhere."""
    name = call.first("url", "src", "path", "file", "mp4", "webm", at=0)
    if re.search(r"youtu\.?be", name):
        return youtube(call)
    if not re.fullmatch(r"[^\s<>\"]+\.(?:mp4|webm|ogv|m4v|mov)(?:[?#][^\s<>\"]*)?", name):
        return None
    address = call.file_url(name)
    return f'<video controls src="{escape(address)}" style="max-width: 100%"></video>' if address else None


@handles("iframe")
def iframe(call: Call) -> Result:
    address = call.first("src", "url", at=0)
    if not address.startswith(("http://", "https://", "//")):
        return None
    width, height = call.first("width", at=1), call.first("height", at=2)
    size = "".join(
        f' {key}="{value}"' for key, value in (("width", width), ("height", height)) if markup.size(value)
    )
    return f'<iframe src="{escape(address)}"{size} loading="lazy" allowfullscreen></iframe>'


@handles("gist")
def gist(call: Call) -> Result:
    words = _GIST.match(" ".join(filter(None, call.arguments.values)))
    address = split_url(call.first("url")).path.strip("/")
    name = address or (words["name"].replace(" ", "/") if words else call.first("id"))
    file = call.first("file", "filename") or (words and words["file"])
    if not re.fullmatch(r"[\w/-]+", name):
        return None
    query = f"?file={escape(file)}" if file else ""
    return f'<script src="https://gist.github.com/{name.removesuffix(".js")}.js{query}"></script>'


@handles("tweet", "twitter", "x", "twitter_simple", "x_simple", "instagram")
def post_of_elsewhere(call: Call) -> Result:
    user, name = call.first("user"), call.first("id", "url", at=0)
    if name.startswith("https://"):
        return f"<{name}>" if not re.search(r"[\s<>]", name) else None
    if len(call.arguments.values) > 1 and not user:
        user, name = call.arguments.values[:2]
    if not _ID.match(name) or (user and not _ID.match(user)):
        return None
    if call.tag.name == "instagram":
        return f"<https://www.instagram.com/p/{name}/>"
    return f"<https://twitter.com/{user or 'i'}/status/{name}>"


@handles("codeblock", "code", "highlight", "prettify")
def code_block(call: Call) -> Result:
    """Show the code between two tags."""
    body = _code_in(call)
    if body is None:
        return None
    arguments = call.tag.arguments
    content = body.strip("\n").rstrip() if "\n" in body else body.strip()
    if "hl_inline=true" in arguments.replace(" ", ""):
        return AsIs(f"`` {content} ``")
    if call.tag.name in ("codeblock", "code") and call.context.engine in ("hexo", "pelican"):
        code = _of_hexo(arguments)
    else:
        code = Code(language=call.first("lang", "language", at=0))
        named = {key: value for key, value in call.arguments.named.items() if key not in ("lang", "language")}
        options = (f'{key}="{value}"' for key, value in named.items())
        parse_options(code, " ".join([*call.arguments.values[1:], *options]))
    code.language = language_of(code.language)
    if not call.is_alone:
        return None
    return "\n".join(code.block(content))


def _code_in(call: Call) -> str | None:
    """Return the code between two tags; ``None`` if it is in a fence, as Markdown in a tag of the site's own."""
    name, context = call.tag.name, call.context
    if name == "highlight" or not (call.body or "").lstrip().startswith(("```", "~~~")):
        return call.body
    is_own = context.engine == "zola" or call.tag.style == "percent" or context.find_definition(name)
    return None if is_own else call.body


def _of_hexo(arguments: str) -> Code:
    """Parse the arguments of ``codeblock``: a title, options, a URL and its text."""
    options: dict[str, str] = dict(_CODE_OPTION.findall(arguments))
    title, address = split_address(_CODE_OPTION.sub("", arguments))
    language = options.get("lang", options.get("language", ""))
    code = Code(language, markup.one_line(title.strip("\"' ")), address)
    first = options.get("first_line", "")
    code.first = int(first[:9]) if first.isdecimal() else 1
    code.marked = line_numbers(options.get("mark", ""), code.first)
    return code


@handles("notebook")
def notebook(call: Call) -> Result:
    text = call.context.read_include(call.first(at=0)) if call.is_alone else None
    return cells_as_markdown(text, call.tag.arguments, call.store) if text else None


@handles("include_code", "include-code")
def include_code(call: Call) -> Result:
    options = dict(_CODE_OPTION.findall(call.tag.arguments))
    words = _CODE_OPTION.sub("", call.tag.arguments).split()
    path = next(filter(re.compile(r"[./]").search, words), "").strip("\"'")
    text = call.context.read_include(path) if path and call.is_alone else None
    if text is None:
        return None
    low, high = (int(options[key][:9]) if options.get(key, "").isdecimal() else 0 for key in ("from", "to"))
    lines = text.rstrip("\n").split("\n")[max(low - 1, 0) : high or None]
    title = " ".join(word for word in words if word.strip("\"'") != path)
    language = options.get("lang", path.rpartition(".")[2])
    return "\n".join(Code(language_of(language), title or path).block("\n".join(lines)))


def _path(call: Call) -> str:
    """Return the path of an image, at any position among the arguments."""
    named = call.first("src", "path", "image_path", "img", "image", "file", "filename", "url")
    values = [value.rstrip(",") for value in call.arguments.values]
    return named or next((value for value in values if _PATH.match(value)), values[0] if values else "")


@handles("asset_img", "img", "image", "figure", "picture", "thumbnail", "imgproc", "resize_image")
def picture(call: Call) -> Result:
    """Show an image, with a caption if one is given and the tag is alone in its line."""
    path = call.file(_path(call))
    if path is None:
        return None
    alt, width, height = _alt_and_size(call)
    alt, target = alt or plain_text(call.first("caption", "title")), call.first("link", "href")
    body = (call.body or "").strip()
    caption = _caption(call, body)
    if call.tag.in_html:
        return f"{markup.html_picture(path, alt, width=width, height=height)} {body}".rstrip()
    if caption and call.is_alone and " " not in path:
        align = "".join({call.first("align")} & {"left", "center", "right"})
        options = {"alt": alt, "width": width, "height": height, "align": align, "target": target}
        # Links in the caption are still to be converted.
        rows = filter(None, starmap(markup.option, options.items()))
        return "\n".join([f"{OPEN}{{figure}} {path}", *rows, "", caption, CLOSE])
    shown = markup.picture(path, alt, width=width, height=height)
    return f"[{shown}]({written(target)}) {body}".rstrip() if target else f"{shown} {body}".rstrip()


def _caption(call: Call, body: str) -> str:
    """Return the caption of an image, with whom it is from, as Hugo shows it."""
    caption = call.first("caption", "title", "description", "text") or body
    if call.first("title") and call.first("caption"):
        caption = f"**{call.first('title')}** {call.first('caption')}"
    name, address = call.first("attr"), call.first("attrlink")
    source = markup.link(address, name) if name and address else name
    return " ".join(filter(None, [caption, source]))


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


@handles("gallery")
def gallery(call: Call) -> Result:
    """Show the images or the text between two tags."""
    return Around([], []) if call.body is not None else None

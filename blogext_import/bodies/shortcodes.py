"""Handlers for tags of other engines: links, admonitions, tabs, quotes, and includes."""

import re
from html import escape

from blogext_import.bodies import definitions, embeds, markup
from blogext_import.bodies.boxes import header, is_known
from blogext_import.bodies.calls import HANDLERS, LOOKS, Around, AsIs, Call, Result, box, handles, words_of
from blogext_import.bodies.rules import MADE

_TITLE = re.compile(r"(?P<title>[^@]*)(?:@.*)?\Z", re.DOTALL)
_HAS_TABS = re.compile(r"(?:<!--|\{\{[<%]|\{%|<)\s*tab", re.IGNORECASE)
_STARTS_WITH_TAB = re.compile(r"\s*(?:\{\{[<%]|\{%|<!--)-?\s*tab[\s>%]")
_KRAMDOWN_STRING = re.compile(
    r"(?P<quote>['\"])(?P<value>[^'\"]*)(?P=quote)\s*(?P<filters>(?:\|\s*(?:relative_url|absolute_url|url|htmlBaseUrl"
    r"|prepend:\s*site\.(?:baseurl|url))\s*)*)\Z"
)
_SITE = re.compile(r"(?:site\.(?:baseurl|url|github\.url)|config\.(?:root|url))\s*(?:\|.*)?\Z")
#: Tags for admonitions that say their kind, and words for how one looks.
_KINDS = frozenset({"note", "admonition", "info", "tip", "warning", "danger"})
_ADDRESS = re.compile(r"https?://|/|\.\.?/")
#: The argument with a formula, what sets it in a line of its own, and formulas with their delimiters.
_ARGUMENT = re.compile(r"\bbody\s*=\s*(?P<quote>[\"'`])(?P<text>.*?)(?P=quote)", re.DOTALL)
_DISPLAY = re.compile(r"\b(?:block|display\w*)\b(?!\s*[=:]\s*[\"']?false)")
_FORMULA = re.compile(r"(?P<sign>\$\$?)(?P<text>[^$]+)(?P=sign)")
_DELIMITER = re.compile(r"\$|(?<!\\)\\[(\[]|\\\\\(")
_AT = re.compile(r"https?://\S+|(?<=\s)/\S+")


@handles("asset_path", "static", "static_url")
def asset_path(call: Call) -> Result:
    return call.file(call.first(at=0)) if call.is_address or call.attribute == "src" else None


@handles("asset_link")
def asset_link(call: Call) -> Result:
    path = call.file(call.first(at=0)) if not call.tag.in_html else None
    return markup.link(path, _words(call, 1) or call.first(at=0)) if path else None


@handles("post_link", "doc")
def post_link(call: Call) -> Result:
    """Link to another post, with its title unless a text is given."""
    name = call.first("slug", at=0) if call.tag.name == "post_link" else (call.body or "").strip()
    path = call.post(name) if not call.tag.in_html else None
    text = _words(call, 1) if call.tag.name == "post_link" else call.first("title")
    return markup.link(path, text) if path else None


def _words(call: Call, start: int) -> str:
    """Return the text of a link, which may have several words, without a final argument for escaping."""
    words = call.arguments.values[start:]
    return " ".join(words[:-1] if words and words[-1] in ("true", "false") else words)


@handles("post_path", "post_url", "ref", "relref", "get_url")
def post_path(call: Call) -> Result:
    """Return the path of another post; in a link in HTML, that on the old site, which redirects."""
    name, _, anchor = call.first("path", at=0).removeprefix("@/").partition("#")
    if call.attribute:
        path = call.address(name) if call.attribute == "href" else None
    elif not call.is_address:
        return None
    elif name:
        language = call.first("lang") if call.context.engine == "hugo" else ""
        path = call.post(name, language) or call.file(name)
    else:
        path = "" if anchor else None
    return f"{path}#{anchor}" if anchor and path is not None else path


@handles("link", "button", "btn", "cell")
def link(call: Call) -> Result:
    """Link to a URL, or return the path of a file of the source."""
    if call.context.engine == "jekyll":
        return post_path(call)
    if call.tag.name in ("btn", "cell") and call.context.engine != "hexo":
        return None
    address, text = _address_and_text(call)
    if not address:
        return None
    if call.tag.in_html:
        return f'<a href="{escape(call.address(address) or address)}">{escape(text)}</a>'
    return markup.link(call.post(address) or address, text)


def _address_and_text(call: Call) -> tuple[str, str]:
    """Return the URL and the text of a link, which may be without names and in any order."""
    address = call.first("href", "url", "link", "relref", "ref")
    text = (call.body or "").strip() or call.first("content", "text", "label", "title")
    if address and text:
        return address, text
    is_parted = call.tag.name in ("btn", "cell")
    words = call.tag.arguments.split(",") if is_parted else call.arguments.values
    values = [word.strip("'\" ,") for word in words]
    address = next(filter(_ADDRESS.match, values), "")
    texts = [value.strip("[]") for value in values if value not in ("", address, "true", "false")]
    if is_parted:
        # A style may be before the text, and an icon behind it.
        texts.sort(key=lambda text: 2 * ("fa-" in text) + LOOKS.issuperset(text.split()))
    return address, next(iter(texts), address)


@handles(
    *("note", "notice", "admonition", "callout", "alert", "hint", "Admonition", "info", "tip", "warning", "danger")
)
def admonition(call: Call) -> Result:
    if call.body is None:
        return _note_in_arguments(call)
    words = _words_of_admonition(call)
    kind = call.first("type", "level", "theme") or next(filter(is_known, [*words[:1], call.first("color")]), "")
    if kind and words[:1] == [kind]:
        words = words[1:]
    kind = kind or (call.tag.name if call.tag.name in _KINDS else "note")
    title = call.first("title") or " ".join(words)
    return box(header(kind, title, fold="closed" if call.first("open") == "false" else ""))


def _words_of_admonition(call: Call) -> list[str]:
    """Return the arguments without names that are a kind or a title."""
    words = [value for value in call.arguments.values if value not in LOOKS or is_known(value)]
    if call.context.engine == "hugo" and call.tag.name == "alert":
        # What is not a kind is an icon.
        return list(filter(is_known, words))
    # In Hexo, others are colors and icons; a title follows a kind.
    return words if call.context.engine != "hexo" or is_known("".join(words[:1])) else []


def _note_in_arguments(call: Call) -> Result:
    text = call.first("text", "content", "message")
    kind, comma, _ = call.tag.arguments.partition(",")
    if call.context.engine == "hexo" and comma:
        text = markup.paragraph(words_of(call.tag.arguments, is_bare=True))
    kind = next(filter(is_known, kind.split()), "") if comma else call.first("type", "level", "theme")
    around = box(header(kind or "note"))
    return "\n".join([*around.before, text, *around.after]) if text and call.is_alone else None


@handles("details", "spoiler", "fold", "folding", "expand", "collapse")
def folded(call: Call) -> Result:
    """Convert to a block that is collapsed until the reader opens it."""
    if call.body is None:
        return None
    title, is_open = _title_and_state(call)
    return box([f"{{dropdown}} {markup.one_line(title) or '…'}", *([":open:"] if is_open else [])])


def _title_and_state(call: Call) -> tuple[str, bool]:
    """Return the title of a collapsed block, and whether it is open at first."""
    looks, comma, title = call.tag.arguments.partition(",")
    if call.context.engine == "hexo" and comma and LOOKS.issuperset(looks.split()):
        return title, "open" in looks.split()
    values = call.arguments.values
    # In themes of Hugo, a word after the title.
    is_open = call.first("open") == "true" or (call.context.engine == "hugo" and "open" in values[1:])
    words = [value for value in values if not is_open or value != "open"]
    return call.first("title", "summary", "label") or " ".join(words), is_open


@handles("tabs", "Tabs", "tabpane")
def tabs(call: Call) -> Result:
    return box(["{tab-set}"]) if call.body is not None and _HAS_TABS.search(call.body) else None


def unknown_tag(call: Call) -> Result:
    """Convert a tag with an unknown name that begins with a tab."""
    return tabs(call) if call.body is not None and _STARTS_WITH_TAB.match(call.body) else None


@handles("tab", "TabItem")
def tab(call: Call) -> Result:
    if call.body is None:
        # A label before the tabs, which cannot be chosen.
        return "" if call.first("disabled") == "true" and call.tag.parent else None
    if call.tag.style != "comment" and not call.tag.parent:
        return None
    title = call.first("label", "name", "title", "header", "value", "tabname") or " ".join(call.arguments.values)
    if call.tag.style == "comment":
        title = (_TITLE.match(call.tag.arguments) or [""])["title"]  # type: ignore[call-overload]
    return box([f"{{tab-item}} {markup.one_line(title) or '…'}"])


@handles("blockquote", "quote")
def quotation(call: Call) -> Result:
    if call.body is None:
        return None
    author, address, source = call.first("author", "by"), "", call.first("source", "title")
    if not call.arguments.named:
        # A work may follow the name, after its URL or a comma.
        address = next(iter(_AT.findall(call.tag.arguments)), "")
        author, _, source = (part.strip("\"' ") for part in call.tag.arguments.partition(address or ","))
    work = markup.link(address, source or address) if address else f"*{source}*"
    by = ", ".join(part for part in (f"**{author}**", work) if part.strip("*"))
    return Around([], ["", f"— {by}"] if by else [], margin="> ")


@handles("pullquote")
def pull_quote(call: Call) -> Result:
    return box(["{pull-quote}"]) if call.body is not None else None


@handles("raw", "rawhtml", "verbatim", "html")
def raw(call: Call) -> Result:
    """Show the text between two tags unchanged."""
    return AsIs(call.body) if call.body is not None else None


@handles("comment")
def comment(call: Call) -> Result:
    """Leave out the text between two tags, unless the site itself shows it."""
    shown = definitions.render(call)
    return "" if shown is None and call.body is not None else shown


@handles("katex", "math", "mathjax")
def tex(call: Call) -> Result:
    """Show a formula, which may have its dollar signs; without one, the tag loads a script."""
    argument = _ARGUMENT.search(call.tag.arguments)
    text = (argument["text"] if argument else call.body or "").strip()
    is_display = bool(_DISPLAY.search(_ARGUMENT.sub("", call.tag.arguments)))
    if formula := _FORMULA.fullmatch(text):
        text, is_display = formula["text"].strip(), formula["sign"] == "$$"
    elif not text or _DELIMITER.search(text):
        return text
    shown = f"$$\n{text}\n$$" if is_display else f"\\\\({markup.one_line(text)}\\\\)"
    lines = 2 - call.is_alone if call.tag.in_html else 2 * (is_display and not call.is_alone)
    return shown.join(["\n" * lines] * 2)


@handles("mermaid")
def diagram(call: Call) -> Result:
    """Show the source of a diagram as code, as for diagrams in fences."""
    if call.body is None or not call.is_alone or "```" in call.body:
        return None
    text = call.body.strip("\n")
    # Hexo has the first line of the diagram in the tag.
    first = call.tag.arguments.strip() if call.context.engine == "hexo" else ""
    return AsIs("\n".join(["```mermaid", *([first] if first else []), text, "```"]))


@handles("toc")
def contents(call: Call) -> Result:
    """List the headings of the post."""
    return f"```{MADE}{{contents}}\n:local:\n```" if call.is_alone else None


@handles("include", "include_relative", "include_cached")
def include(call: Call) -> Result:
    """Insert an included file of the site, or the equivalent of a well-known include."""
    call, name = definitions.with_values(call), call.first(at=0)
    stem = name.rpartition("/")[2].partition(".")[0].lower()
    kind = next((kind for kind in ("youtube", "vimeo", "gist") if kind in stem), "")
    if kind:
        return HANDLERS[kind](call)
    if re.search(r"fig|image|img|picture|photo", stem) and call.first(
        "src", "img", "url", "path", "image_path", "file", "image"
    ):
        return embeds.picture(call)
    if re.search(r"alert|note|notice|callout|admonition", stem):
        return _note_in_arguments(call)
    if stem == "toc":
        return contents(call)
    return definitions.evaluate(call, f"{{% include {call.tag.arguments} %}}")


def value(call: Call) -> Result:
    """Return the value of an expression of Liquid, if it is known."""
    text = call.tag.arguments.strip("- ")
    if string := _KRAMDOWN_STRING.match(text):
        return string["value"]
    return "" if _SITE.match(text) else definitions.show(call)

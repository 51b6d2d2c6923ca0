"""Links and images: to other posts, to files beside the post, to headings, and to missing targets."""

import re
from dataclasses import dataclass
from urllib.parse import unquote

from blogext_import.bodies.scan import Leaf, Span
from blogext_import.bodies.work import Work

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
#: URLs that MyST treats as external by itself.
_OUTSIDE = ("http:", "https:", "mailto:", "ftp:")
_PELICAN = re.compile(
    r"(?:\{(?P<braced>filename|static|attach|photo|image)\}|\|(?P<piped>filename|static|attach)\|)"
)
#: A page or feed of Pelican or Nikola that is not a document.
PAGE = re.compile(
    r"\{(?:author|category|tag|index)\}"
    r"|link://(?:(?:author|category|tag|index)(?:_index|_rss|_atom)?|rss|archive|root)(?=/|\Z)"
)
_DEFINITION = re.compile(r"\[(?:[^\[\]\\]|\\.)*\]:[ \t]*\n?[ \t>]*(?P<target><[^<>\n]*>|\S+)")
_SECTION = re.compile(r"_index(?:\.[\w-]+)?\.md\Z")
_PICTURED = re.compile(r"^[ \t>]*[`:~]{3,}[ \t]*\{(?:figure|image)\}[ \t]+(?P<path>\S+)[ \t]*$", re.MULTILINE)
#: What names no file.
_FOLDER = re.compile(r"(?!//|[A-Za-z][\w+.-]*:)(?:.*/)?\.{0,2}(?:[?#].*)?")
_UNSAFE = re.compile(r"[\s()<>\\]")
_ATTRIBUTES = re.compile(r"\{:?[^{}\n]*\}")


@dataclass(frozen=True, slots=True)
class Target:
    """The new target of a link; with *is_outside*, MyST must not look for it among the documents."""

    address: str
    is_outside: bool = False


def written(address: str) -> str:
    """Return a URL as written within a link or image."""
    if not _UNSAFE.search(address):
        return address
    return f"<{address.replace('<', '%3C').replace('>', '%3E')}>" if "\n" not in address else ""


def plain_address(raw: str) -> str:
    """Return the URL written in a link or image, without angle brackets and escapes."""
    raw = raw[1:-1] if raw.startswith("<") and raw.endswith(">") else raw
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", raw)


def resolve_link(work: Work, address: str, position: int) -> Target | None:
    """Return the new target of a link, or ``None`` to leave the link unchanged."""
    address = address.strip()
    if work.dialect.is_myst:
        return _resolve_myst(work, address)
    if address.partition("#")[0] in work.report.made:
        path, anchor = parts_of(address)
        return Target(_with_anchor(work, path, anchor, position)) if anchor else None
    if PAGE.match(address) or address.startswith("link://") or not _SCHEME.match(address):
        return _resolve_local(work, address, position)
    if address.lower().startswith(("http:", "https:")):
        return _resolve_own(work, address, position)
    return None if address.lower().startswith(_OUTSIDE) else Target(address, is_outside=True)


def _resolve_myst(work: Work, address: str) -> Target | None:
    """Return the target of a link in a MyST text if it is a post; MyST resolves everything else."""
    path, _, anchor = address.partition("#")
    post = work.context.find_post(unquote(path)) if path else None
    if post is None:
        return None
    return Target(f"{post}.md#{anchor}" if anchor else post)


def _resolve_own(work: Work, address: str, position: int) -> Target | None:
    """Return the target of a whole URL if it is a post or file of the site; ``None`` for pages and other sites."""
    path, anchor = parts_of(address)
    if post := work.context.find_post(path):
        return Target(_with_anchor(work, post, anchor, position))
    is_page = path.endswith((".html", ".htm")) or work.context.forwards(path)
    file = None if is_page else work.context.find_file(path)
    return Target(file) if file else None


def _resolve_local(work: Work, address: str, position: int) -> Target | None:
    if address.startswith("#"):
        return _resolve_anchor(work, address, position)
    if PAGE.match(address) and (page := work.context.find_list(address)):
        return Target(f"{work.context.base}{page}", is_outside=True)
    path, anchor = parts_of(in_source(address))
    target = _resolve_path(work, address, path, anchor, position) if path and not path.startswith("//") else None
    return target or Target(address or "#", is_outside=True)


def _resolve_path(work: Work, address: str, path: str, anchor: str, position: int) -> Target | None:
    """Return the target of a link with a path on the site; ``None`` if it is neither a post nor a file."""
    context, is_zola = work.context, address.startswith("@/")
    section = _SECTION.sub("", path) if is_zola else path
    if section != path:
        # In Zola, the list of posts in a folder.
        if context.forwards(section):
            return Target(f"{context.base}{section}", is_outside=True)
    elif post := context.find_post(f"@{path}" if is_zola else path) or context.find_post(path.lstrip("/")):
        return Target(_with_anchor(work, post, anchor, position))
    if file := context.find_file(path):
        return Target(file)
    if is_zola or not context.forwards(path):
        work.remark(position, "the target of the link to %(address)s is not found", address=address)
    return None


def _resolve_anchor(work: Work, address: str, position: int) -> Target | None:
    anchors = work.anchors
    name = unquote(address[1:])
    if name in anchors.written or not name:
        return None if name else Target(address, is_outside=True)
    if heading := anchors.find(name):
        return Target(f"#{heading}")
    if name not in anchors.foreign:
        work.remark(position, "the target of the link to %(address)s is not found", address=address)
    return Target(address, is_outside=True)


def in_source(address: str) -> str:
    """Return a path without an engine's own prefix."""
    if prefix := _PELICAN.match(address):
        return address[prefix.end() :]
    if address.startswith("link://"):
        kind, _, rest = address.removeprefix("link://").partition("/")
        if kind in ("listing", "listing_source"):
            return f"/listings/{rest.removeprefix('listings/')}"
        return rest if kind in ("slug", "filename") else address
    return address[1:] if address.startswith("@/") else address


def parts_of(address: str) -> tuple[str, str]:
    """Return the path and the fragment of a URL."""
    path, _, anchor = address.partition("#")
    return unquote(path.partition("?")[0]), unquote(anchor)


def _with_anchor(work: Work, document: str, anchor: str, position: int) -> str:
    """Return the link target for a heading in a post, which only the build can resolve but for ids of its own."""
    if not anchor:
        return document
    if heading := work.context.find_heading(document, anchor):
        return f"{document}.md#{heading}"
    is_plain = re.fullmatch(r"\w[\w-]*", anchor) and not work.context.is_rst(document)
    text = (
        "whether %(post)s has a heading %(anchor)s is only checked by the build"
        if is_plain
        else "a link to a heading in %(post)s now leads to its top"
    )
    if work.context.engine == "hexo":
        # Hexo keeps the case of headings, MyST does not.
        anchor = anchor.lower()
    work.remark(position, text, anchor=anchor, post=document)
    return f"{document}.md#{anchor}" if is_plain else document


def link_text(work: Work, address: str, position: int) -> str | None:
    """Return what replaces a URL in the text if it leads to a post, of which it shows the title, or to a file."""
    target = resolve_link(work, address, position)
    if target is None or target.is_outside:
        return None
    # The text of a link to a heading cannot be filled in if the build does not find the heading.
    has_title = target.address.startswith("/") and "#" not in target.address
    return f"[{'' if has_title else address}]({written(target.address)})"


def resolve_picture(work: Work, address: str, position: int) -> str | None:
    """Return the new path of an image, or ``None`` to leave it unchanged."""
    if _SCHEME.match(address) and not address.lower().startswith(("http:", "https:")):
        return None
    if address in work.report.made:
        return None
    path = parts_of(in_source(address.strip()))[0]
    file = work.context.find_file(path) if path else None
    is_here = not _SCHEME.match(address) and not address.startswith("//") and not work.dialect.is_myst
    if file is None and is_here:
        work.remark(position, "the image %(address)s is not found", address=address)
    return file


def convert_links(work: Work) -> None:
    """Update all links and images to the new locations of their targets."""
    for leaf, span in work.scan.inline(*_CONVERTERS):
        if not work.is_frozen(leaf.at(span.start)):
            _CONVERTERS[span.kind](work, leaf, span)
    for start, end in work.scan.references:
        if definition := _DEFINITION.match(work.text, start, end):
            _convert_definition(work, *definition.span("target"))
    for picture in _PICTURED.finditer(work.text) if work.dialect.is_myst else ():
        path = work.context.find_file(picture["path"])
        if path and " " not in path and path != picture["path"].removeprefix("./"):
            work.edits.replace(*picture.span("path"), path)


def _convert_image(work: Work, leaf: Leaf, span: Span) -> None:
    start, end = leaf.at(span.start), leaf.at(span.end - 1) + 1
    raw = leaf.content[slice(*span.target)] if span.target else ""
    if leaf.content.startswith("](", span.label_end) and _FOLDER.fullmatch(plain_address(raw)):
        # Sphinx would copy a folder.
        work.remark(start, "the image %(address)s is not found", address=work.text[start:end])
        work.edits.replace(start, end, leaf.content[span.start + 2 : span.label_end])
        return
    path = resolve_picture(work, plain_address(raw), start) if span.target else None
    if span.target and path is not None and written(path) != raw:
        start, end = map(leaf.at, span.target)
        work.edits.replace(start, end, written(path))


def _convert_link(work: Work, leaf: Leaf, span: Span) -> None:
    if span.target is None:
        _convert_use(work, leaf, span)
        return
    address = plain_address(leaf.content[slice(*span.target)])
    target = _resolve_in(work, leaf, address, leaf.at(span.start))
    if target is None:
        return
    if target.address != address:
        start, end = map(leaf.at, span.target)
        work.edits.replace(start, end, written(target.address))
    if target.is_outside:
        _mark_outside(work, leaf, span)


def _resolve_in(work: Work, leaf: Leaf, address: str, position: int) -> Target | None:
    """Return the new target of a link; in a heading, that is no download, at which Sphinx would stop."""
    target = resolve_link(work, address, position)
    is_file = target and not target.is_outside and not target.address.startswith(("/", "#"))
    if is_file and leaf.kind == "heading" and not work.dialect.is_myst:
        return Target(work.context.find_file_url(address) or address, is_outside=True)
    return target


def _convert_autolink(work: Work, leaf: Leaf, span: Span) -> None:
    start, end = leaf.at(span.start), leaf.at(span.end)
    address = leaf.content[span.start + 1 : span.end - 1]
    if address.lower().startswith(("http:", "https:")) and (new := link_text(work, address, start)):
        work.edits.replace(start, end, new)


def _mark_outside(work: Work, leaf: Leaf, span: Span) -> None:
    """Mark a link so that MyST does not look for its target."""
    if work.dialect.attributes and _ATTRIBUTES.match(leaf.content, span.end):
        work.outside.add(leaf.at(span.end))
    else:
        work.edits.insert(leaf.at(span.end - 1) + 1, "{.external}")


def _convert_use(work: Work, leaf: Leaf, span: Span) -> None:
    """Mark a reference link whose definition points outside this site."""
    silent = len(work.report.remarks)
    target = _resolve_in(work, leaf, unquote(span.address), leaf.at(span.start))
    del work.report.remarks[silent:]
    if target is not None and target.is_outside:
        if leaf.kind == "heading":
            start = leaf.at(span.label_end) + 1
            work.edits.replace(start, leaf.at(span.end - 1) + 1, f"({written(target.address)})")
        _mark_outside(work, leaf, span)


def _convert_definition(work: Work, start: int, end: int) -> None:
    raw = work.text[start:end]
    address = plain_address(raw)
    if address == "#":
        # A comment, written as a definition that nothing refers to.
        return
    target = resolve_link(work, address, start)
    if target is not None and not target.is_outside:
        work.edits.replace(start, end, written(target.address))


_CONVERTERS = {"link": _convert_link, "image": _convert_image, "autolink": _convert_autolink}

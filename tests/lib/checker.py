"""Checks every link, fragment and id of a tree of HTML pages."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree.ElementTree import Element

import html5lib
import turbohtml
from page import elements, main_content, parse
from turbohtml import TokenType

URLS = frozenset("href src action formaction cite poster data longdesc background xlink:href".split())
IDREFS = frozenset(
    "for headers list form popovertarget commandfor itemref aria-activedescendant aria-controls aria-describedby "
    "aria-details aria-errormessage aria-flowto aria-labelledby aria-owns".split()
)
#: The theme's page for wrong addresses: its links start at the root of the server, see ``test_layouts``.
_NOT_FOUND = "404.html"
#: Elements of SVG and MathML, which may close themselves.
_FOREIGN = frozenset("circle ellipse image line mspace path polygon polyline rect stop use".split())
_FUNC_IRI = re.compile(r"""url\(\s*["']?#([^)"']+)["']?\s*\)""")

#: What html5lib complains of on the pages of Sphinx and its themes themselves.
_TOLERATED = frozenset(
    "expected-doctype-but-got-start-tag non-void-element-with-trailing-solidus unexpected-cell-in-table-body "
    "unexpected-implied-end-tag-in-table-view".split()
)


def problems_of_tree(outdir: Path, *, only_content: bool = False, skip: Iterable[str] = ()) -> list[str]:
    """Return what is wrong on all pages below *outdir*; *skip* are names of pages that are Sphinx's own.

    With *only_content* the surroundings that the theme makes are left out.
    """
    parsed.cache_clear()
    _ids_of_file.cache_clear()
    return [
        problem
        for path in sorted(outdir.rglob("*.html"))
        if path.relative_to(outdir).as_posix() not in {*skip, _NOT_FOUND} and "_static" not in path.parts
        for problem in problems_of_page(path, outdir, only_content=only_content)
    ]


def problems_of_page(path: Path, outdir: Path, *, only_content: bool = False) -> list[str]:
    """Return what is wrong on one page, each problem as a line with the page's name."""
    root, errors = parsed(path)
    is_redirect = any(meta.get("http-equiv") == "refresh" for meta in root.iter("meta"))
    scope = main_content(root) if only_content and not is_redirect else root
    name = path.relative_to(outdir).as_posix()
    found = [
        *(f"parse error {error}" for error in errors if not only_content),
        *_double_ids(root, scope),
        *_dead_references(scope, _ids_of_file(path)),
        *_dead_links(scope, path, outdir),
    ]
    return [f"{name}: {problem}" for problem in found]


@cache
def parsed(path: Path) -> tuple[Element, list[str]]:
    """Return a page and its errors, as they were when :func:`problems_of_tree` was called last."""
    source = path.read_text(encoding="utf-8")
    return parse(source), parse_errors(source)


def parse_errors(source: str) -> list[str]:
    """Return what a parser complains of; html5lib, which takes fifty times as long, is asked only in doubt."""
    page = turbohtml.parse(source)
    if not page.errors and _tags(source) == _tags(page.serialize()):
        return []
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    parser.parse(source)
    return [f"{code} {data} in line {place[0]}" for place, code, data in parser.errors if code not in _TOLERATED]


def _tags(source: str) -> list[str]:
    """Return the tags of a page, and the texts between them without white space.

    If they are the same when the page has been parsed, the parser had nothing to mend.
    """
    found = [""]
    for token in turbohtml.tokenize(source):
        if token.type == TokenType.TEXT:
            found[-1] += "".join((token.data or "").split())
        elif token.type in {TokenType.START_TAG, TokenType.END_TAG}:
            end = "/" if token.type == TokenType.END_TAG else ""
            found += [f"<{end}{token.tag}>", ""]
            if token.self_closing and token.tag in _FOREIGN:
                found += [f"</{token.tag}>", ""]
    return found


@cache
def _ids_of_file(path: Path) -> set[str]:
    """Return everything on a page that a fragment can lead to."""
    every = list(elements(parsed(path)[0]))
    names = {e.get("name") for e in every if e.tag in {"a", "map"}} | {e.get("id") for e in every}
    return {name for name in names if name}


def _double_ids(root: Element, scope: Element) -> Iterator[str]:
    """Yield ids of *scope* that the page has more than once."""
    every = Counter(element.get("id") for element in elements(root))
    for value in (element.attrib["id"] for element in elements(scope) if "id" in element.attrib):
        if value.split() != [value]:
            yield f"bad id {value!r}"
        elif every[value] > 1:
            yield f"double id {value!r}"


def _dead_references(scope: Element, ids: set[str]) -> Iterator[str]:
    """Yield references to ids that the page does not have."""
    for element in elements(scope):
        for name, value in element.attrib.items():
            if name == "form" and element.tag.endswith("}mo"):
                continue  # of an operator in MathML
            if name in IDREFS:
                yield from (f"{name} to no id {word!r}" for word in value.split() if word not in ids)
            elif name == "usemap" and value.lstrip("#") not in ids:
                yield f"usemap to no map {value!r}"
            else:
                yield from (f"url(#) to no id {word!r}" for word in _FUNC_IRI.findall(value) if word not in ids)


def _dead_links(scope: Element, path: Path, outdir: Path) -> Iterator[str]:
    for element in elements(scope):
        if element.tag == "base":
            continue
        for name, value in element.attrib.items():
            if name in URLS and element.tag != "meta":
                yield from _dead_link(value, path, outdir)
            elif name in {"srcset", "imagesrcset"}:
                for candidate in value.split(", "):
                    yield from _dead_link(candidate.split()[0], path, outdir)
        if element.tag == "meta" and element.get("http-equiv", "").lower() == "refresh":
            yield from _dead_link(element.get("content", "").partition("url=")[2], path, outdir)


def _dead_link(url: str, path: Path, outdir: Path) -> Iterator[str]:
    parts = urlsplit(url)
    if parts.scheme or parts.netloc:
        return
    if url.startswith("/"):
        yield f"link to the root of the server {url!r}"
        return
    target = path
    if parts.path:
        folder = path.parent.relative_to(outdir).as_posix()
        name = posixpath.normpath(posixpath.join(folder, unquote(parts.path)))
        if name.startswith(".."):
            yield f"link out of the site {url!r}"
            return
        target = outdir / name
    if target.is_dir():
        if not parts.path.endswith(("/", ".")):
            yield f"link to a folder without its slash {url!r}"
        target /= "index.html"
    if not target.is_file():
        yield f"dead link {url!r}"
    elif parts.fragment and target.suffix == ".html":
        fragment = parts.fragment
        if not {fragment, unquote(fragment)} & _ids_of_file(target) and fragment != "top":
            yield f"dead fragment {url!r}"

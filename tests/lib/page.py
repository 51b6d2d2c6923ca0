"""A page of HTML, parsed, with the few questions that tests ask of it."""

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Comment, Element

import turbohtml
from turbohtml import Namespace, Node


class Page:
    """A parsed page. Elements are those of ``xml.etree``, without namespaces."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.source = path.read_text(encoding="utf-8")

    @cached_property
    def root(self) -> Element:
        return parse(self.source)

    @cached_property
    def main(self) -> Element:
        """The part of the page that is its content and not the theme's surroundings."""
        return main_content(self.root)

    @property
    def title(self) -> str:
        return text(next(self.root.iter("title")))

    @property
    def headings(self) -> list[str]:
        """The texts of the headings in the content, without the permanent links behind them."""
        return [heading(element) for element in elements(self.main) if element.tag in HEADINGS]

    def all(self, selector: str, inside: Element | None = None) -> list[Element]:
        return select(self.main if inside is None else inside, selector)

    def one(self, selector: str, inside: Element | None = None) -> Element:
        found = self.all(selector, inside)
        assert len(found) == 1, f"{len(found)} elements match {selector!r} in {self.path.name}"
        return found[0]

    def texts(self, selector: str, inside: Element | None = None) -> list[str]:
        return [text(element) for element in self.all(selector, inside)]

    def links(self, selector: str = "a", inside: Element | None = None) -> list[str]:
        return [element.get("href", "") for element in self.all(selector, inside) if element.get("href")]

    def head_link(self, rel: str) -> str | None:
        """The address of ``<link rel=…>`` in the head; at most one is allowed."""
        found = self.head_links(rel)
        assert len(found) <= 1, f"{len(found)} links rel={rel}"
        return found[0] if found else None

    def head_links(self, rel: str, kind: str = "") -> list[str]:
        """The addresses of ``<link rel=…>``; if a kind of file is given, only those of it."""
        links = [link for link in self.root.iter("link") if rel in link.get("rel", "").split()]
        return [link.get("href", "") for link in links if not kind or link.get("type") == kind]

    def meta(self, name: str) -> list[str]:
        keys = ("name", "property", "http-equiv")
        tags = (meta for meta in self.root.iter("meta") if name in map(meta.get, keys))
        return [meta.get("content", "") for meta in tags]

    @property
    def data(self) -> dict[str, dict[str, Any]]:
        """What search engines are told, by the types of things."""
        scripts = [script for script in self.root.iter("script") if script.get("type") == "application/ld+json"]
        assert len(scripts) <= 1
        return {thing["@type"]: thing for script in scripts for thing in json.loads(script.text or "")["@graph"]}

    # Lists of posts

    @property
    def posts(self) -> list[str]:
        """The titles of the posts listed, in their order, whatever the style of the list."""
        titles = [*self.all(".blog-listing .blog-teaser-title"), *self.all(".blog-listing .blog-card-title")]
        titles += self.all(".blog-listing .blog-compact-title")
        return [heading(title) for title in titles] or [
            text(select(item, "a")[0]) for item in self.all(".blog-listing .blog-titles li")
        ]

    def teaser(self, title: str) -> Element:
        """The article of a list whose heading is *title*."""
        for article in self.all("article.blog-teaser"):
            if heading(select(article, ".blog-teaser-title")[0]) == title:
                return article
        raise AssertionError(f"no teaser of {title!r} in {self.path.name}: {self.posts}")

    def teaser_text(self, title: str) -> str:
        """The text of the teaser itself, without heading, dates and links around it."""
        return " ".join(text(body) for body in select(self.teaser(title), ".blog-teaser-body"))

    def read_more(self, title: str) -> Element | None:
        """The link ``Read more`` of a teaser, if there is one."""
        found = select(self.teaser(title), ".blog-read-more a")
        assert len(found) <= 1
        return found[0] if found else None


HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})

_PREFIXES = {
    Namespace.HTML: "",
    Namespace.SVG: "{http://www.w3.org/2000/svg}",
    Namespace.MATHML: "{http://www.w3.org/1998/Math/MathML}",
}


def parse(source: str) -> Element:
    """Return the root of a page as browsers parse it; the elements of HTML have no namespace."""
    root = turbohtml.parse(source, positions=False).root
    assert root is not None
    return _converted(root)


def _converted(node: turbohtml.Element) -> Element:
    element = Element(_PREFIXES[node.namespace] + node.tag, {name: node.attr(name) or "" for name in node.attrs})
    last = None
    for child in _children(node):
        if isinstance(child, turbohtml.Text):
            if last is None:
                element.text = (element.text or "") + child.data
            else:
                last.tail = (last.tail or "") + child.data
        elif isinstance(child, (turbohtml.Element, turbohtml.Comment)):
            last = _converted(child) if isinstance(child, turbohtml.Element) else Comment(child.data)
            element.append(last)
    return element


def _children(node: Node) -> Iterator[Node]:
    for child in node.children:
        # What a template holds stands in a fragment of its own.
        yield from child.children if isinstance(child, turbohtml.DocumentFragment) else (child,)


def elements(root: Element) -> Iterator[Element]:
    return (element for element in root.iter() if isinstance(element.tag, str))


def classes(element: Element) -> set[str]:
    return set(element.get("class", "").split())


def text(element: Element) -> str:
    """The text of *element*, with white space as a browser shows it."""
    return " ".join("".join(_texts(element)).split())


def heading(element: Element) -> str:
    """The text of a heading, without the link to itself that Sphinx puts behind it."""
    return " ".join("".join(_texts(element, skip="headerlink")).split())


def _texts(element: Element, skip: str = "") -> Iterator[str]:
    if isinstance(element.tag, str) and element.tag not in {"script", "style"} and skip not in classes(element):
        yield element.text or ""
        for child in element:
            yield from _texts(child, skip)
            yield child.tail or ""


def select(root: Element, selector: str) -> list[Element]:
    """Elements below *root* that match ``tag.class.class``, one or several, each within the one before."""
    found = [root]
    for part in selector.split():
        tag, *wanted = part.split(".")
        matches = (
            element
            for parent in found
            for element in elements(parent)
            if element is not parent and (not tag or element.tag == tag) and set(wanted) <= classes(element)
        )
        found = list(dict.fromkeys(matches))
    return found


def main_content(root: Element) -> Element:
    """The element around a page's content, in every theme that is tested."""
    for test in (
        lambda e: e.tag == "article" and "bd-article" in classes(e),
        lambda e: e.get("id") == "furo-main-content",
        lambda e: e.get("role") == "main",
        lambda e: e.tag == "main",
        lambda e: e.tag == "div" and "body" in classes(e),
    ):
        for element in elements(root):
            if test(element):
                return element
    raise AssertionError("the page has no main content")

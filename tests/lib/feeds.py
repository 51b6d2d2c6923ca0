"""Strict readers of feeds: what the standards demand, and what feed validators complain of."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import html5lib
from page import elements, parse

ATOM = "{http://www.w3.org/2005/Atom}"
CONTENT = "{http://purl.org/rss/1.0/modules/content/}"
DC = "{http://purl.org/dc/elements/1.1/}"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"

_RFC3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
_RFC822 = re.compile(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d ([+-]\d{4}|GMT)")
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
_TAG_URI = re.compile(
    r"tag:([\w.-]+@)?[a-z0-9][a-z0-9.-]*,\d{4}(-\d\d(-\d\d)?)?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?%]*"
)
_URI = re.compile(r"[a-z][a-z0-9+.-]*:[!#$%&'()*+,/:;=?@\[\]~A-Za-z0-9._-]+")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_URL_ATTRIBUTES = ("href", "src", "poster", "cite", "xlink:href")
_DANGEROUS = frozenset({"", "javascript", "vbscript", "data", "file", "blob"})
_UNFIT = frozenset({"script", "style", "form", "input", "button", "iframe", "object", "embed", "link", "meta"})


def _atom_problems(root: Element, url: str) -> Iterator[str]:
    """Yield what is wrong with an Atom feed found at *url* (RFC 4287)."""
    yield from _same("self", [link.get("href") for link in root.findall(f"{ATOM}link[@rel='self']")], [url])
    has_author = root.find(f"{ATOM}author") is not None
    entries = root.findall(f"{ATOM}entry")
    yield from _distinct(entry.findtext(f"{ATOM}id") for entry in entries)
    for element in (root, *entries):
        yield from _atom_common(element)
    for entry in entries:
        if entry.find(f"{ATOM}author") is None and not has_author:
            yield "no author"
        yield from _same("alternate", len(entry.findall(f"{ATOM}link[@rel='alternate']")), 1)
        for content in entry.findall(f"{ATOM}content"):
            yield from _same("content", (content.get("type"), len(content)), ("html", 0))
            yield from problems_of_html(content.text or "")


def _atom_common(element: Element) -> Iterator[str]:
    for child in ("id", "title", "updated"):
        yield from _same(child, len(element.findall(f"{ATOM}{child}")), 1)
    for child in ("subtitle", "generator", "published", "summary", "content", "source", "rights"):
        if len(element.findall(f"{ATOM}{child}")) > 1:
            yield f"more than one {child}"
    name = element.findtext(f"{ATOM}id", "")
    if not (_TAG_URI if name.startswith("tag:") else _URI).fullmatch(name):
        yield f"id {name!r}"
    for date in element.findall(f"{ATOM}updated") + element.findall(f"{ATOM}published"):
        yield from _date_problems(date.text or "")
    for link in element.findall(f"{ATOM}link"):
        yield from _url_problems(link.get("href", ""))
    for author in element.findall(f"{ATOM}author"):
        yield from _required(author, f"{ATOM}name")
        for uri in author.findall(f"{ATOM}uri"):
            yield from _url_problems(uri.text or "")
    for category in element.findall(f"{ATOM}category"):
        if not category.get("term") or not category.get("scheme"):
            yield f"category {category.attrib}"
    yield from _language_problems(element.get(LANG, "en"))
    yield from _required(element, f"{ATOM}title")


def _rss_problems(root: Element, url: str) -> Iterator[str]:
    (channel,) = root
    yield from _same("version", root.get("version"), "2.0")
    for name in ("title", "link", "description"):
        yield from _required(channel, name)
    yield from _same("self", [link.get("href") for link in channel.findall(f"{ATOM}link[@rel='self']")], [url])
    yield from _language_problems(channel.findtext("language", ""))
    yield from _url_problems(channel.findtext("link", ""))
    yield from _date_problems(channel.findtext("lastBuildDate", ""), _RFC822)
    yield from _distinct(item.findtext("guid") for item in channel.findall("item"))
    for item in channel.findall("item"):
        for child in {child.tag for child in item} - {"category", f"{DC}creator"}:
            yield from _same(child, len(item.findall(child)), 1)
        yield from _same("guid", [guid.get("isPermaLink") for guid in item.findall("guid")], ["false"])
        yield from _url_problems(item.findtext("link", ""))
        yield from _date_problems(item.findtext("pubDate", ""), _RFC822)
        yield from _required(item, "title")
        yield from problems_of_html(item.findtext(f"{CONTENT}encoded", ""))
    for description in root.iter("description"):
        # Readers take it for HTML, and all that we describe in is text.
        if len(html5lib.parseFragment(description.text or "")):
            yield f"markup in the description {description.text!r}"


def _json_problems(data: dict[str, Any], url: str) -> Iterator[str]:
    yield from _same("feed", [data["version"], data["feed_url"]], ["https://jsonfeed.org/version/1.1", url])
    yield from _url_problems(data["home_page_url"])
    yield from _distinct(item["id"] for item in data["items"])
    for item in data["items"]:
        for name in {"date_published", "date_modified"} & item.keys():
            yield from _date_problems(item[name])
        for name in {"url", "external_url", "image"} & item.keys():
            yield from _url_problems(item[name])
        for author in item.get("authors", ()):
            if not author or set(author) - {"name", "url", "avatar"}:
                yield f"author {author}"
        yield from _language_problems(item.get("language", "en"))
        if _FORBIDDEN.search(json.dumps(item, ensure_ascii=False)):
            yield "control characters"
        yield from problems_of_html(item["content_html"])


#: What is wrong with a feed, by the name of its file, its content and its URL.
CHECKS: dict[str, Callable[[bytes, str], list[str]]] = {
    "atom.xml": lambda source, url: list(_atom_problems(ElementTree.fromstring(source), url)),
    "rss.xml": lambda source, url: list(_rss_problems(ElementTree.fromstring(source), url)),
    "feed.json": lambda source, url: list(_json_problems(json.loads(source), url)),
}


def problems_of_html(source: str) -> Iterator[str]:
    """Yield what is wrong with the HTML of an entry: it stands alone, wherever it is read."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    parser.parseFragment(source)
    yield from (f"HTML: {code} {data}" for _place, code, data in parser.errors)
    for element in elements(parse(source)):
        if element.tag in _UNFIT:
            yield f"<{element.tag}> in an entry"
        if element.tag == "img" and "alt" not in element.attrib:
            yield "image without alt"
        for name, value in element.attrib.items():
            if name.startswith("on") or (name == "style" and element.tag in {"p", "div", "span"}):
                yield f"attribute {name}"
            if name in _URL_ATTRIBUTES and not (element.tag.endswith("use") and value.startswith("#")):
                yield from _url_problems(value, is_link=name in {"href", "cite"})
            if name == "srcset":
                for candidate in value.split(", "):
                    yield from _url_problems(candidate.split()[0])


def _same(name: str, value: object, expected: object) -> Iterator[str]:
    if value != expected:
        yield f"{name} is {value}"


def _required(element: Element, name: str) -> Iterator[str]:
    if len(element.findall(name)) != 1 or not element.findtext(name, "").strip():
        yield f"{name} of {element.tag}"


def _distinct(ids: Iterator[str | None]) -> Iterator[str]:
    names = list(ids)
    if len(names) != len(set(names)):
        yield "double id"


def _language_problems(language: str) -> Iterator[str]:
    if not _LANGUAGE.fullmatch(language):
        yield f"language {language!r}"


def _url_problems(url: str, *, is_link: bool = False) -> Iterator[str]:
    try:
        parts = urlsplit(url)
    except ValueError:
        yield f"no URL {url!r}"
        return
    if url.startswith("data:image/") and not is_link:
        return
    is_allowed = parts.scheme not in _DANGEROUS if is_link else parts.scheme in {"http", "https"}
    if not is_allowed or not _URI.fullmatch(url.lower()):
        yield f"no absolute URL {url!r}"


def _date_problems(date: str, form: re.Pattern[str] = _RFC3339) -> Iterator[str]:
    if not form.fullmatch(date):
        yield f"date {date!r}"

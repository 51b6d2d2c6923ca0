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

_ATOM_FEED = {"id": (1, 1), "title": (1, 1), "updated": (1, 1), "subtitle": (0, 1), "generator": (0, 1)}
_ATOM_ENTRY = {
    **dict.fromkeys(("id", "title", "updated"), (1, 1)),
    **dict.fromkeys(("published", "summary", "content", "source", "rights"), (0, 1)),
}
_URL_ATTRIBUTES = ("href", "src", "poster", "cite", "xlink:href")
_DANGEROUS = frozenset({"", "javascript", "vbscript", "data", "file", "blob"})
_UNFIT = frozenset({"script", "style", "form", "input", "button", "iframe", "object", "embed", "link", "meta"})


def _atom_problems(root: Element, url: str) -> Iterator[str]:
    """Yield what is wrong with an Atom feed found at *url* (RFC 4287)."""
    yield from _counts(root, _ATOM_FEED)
    selves = [link.get("href") for link in root.findall(f"{ATOM}link") if link.get("rel") == "self"]
    if selves != [url]:
        yield f"self is {selves}"
    has_author = root.find(f"{ATOM}author") is not None
    entries = root.findall(f"{ATOM}entry")
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    if len(ids) != len(set(ids)):
        yield "double id"
    yield from _atom_common(root)
    for entry in entries:
        yield from _counts(entry, _ATOM_ENTRY)
        yield from _atom_common(entry)
        if entry.find(f"{ATOM}author") is None and not has_author:
            yield "no author"
        alternates = [link for link in entry.findall(f"{ATOM}link") if link.get("rel") == "alternate"]
        if len(alternates) != 1:
            yield f"{len(alternates)} alternate links"
        content = entry.find(f"{ATOM}content")
        if content is not None:
            if content.get("type") != "html" or len(content):
                yield "content is not escaped HTML"
            yield from problems_of_html(content.text or "")


def _atom_common(element: Element) -> Iterator[str]:
    name = element.findtext(f"{ATOM}id", "")
    if not (_TAG_URI if name.startswith("tag:") else _URI).fullmatch(name):
        yield f"id {name!r}"
    for name in ("updated", "published"):
        for found in element.findall(f"{ATOM}{name}"):
            yield from _date_problems(found.text or "")
    for link in element.findall(f"{ATOM}link"):
        yield from _url_problems(link.get("href", ""))
    for author in element.findall(f"{ATOM}author"):
        if not author.findtext(f"{ATOM}name", "").strip():
            yield "author without a name"
        for uri in author.findall(f"{ATOM}uri"):
            yield from _url_problems(uri.text or "")
    for category in element.findall(f"{ATOM}category"):
        if not category.get("term") or not category.get("scheme"):
            yield f"category {category.attrib}"
    language = element.get(LANG)
    if language is not None and not _LANGUAGE.fullmatch(language):
        yield f"language {language!r}"
    if not (element.findtext(f"{ATOM}title") or "").strip():
        yield "no title"


def _counts(element: Element, allowed: dict[str, tuple[int, int]]) -> Iterator[str]:
    for name, (least, most) in allowed.items():
        if not least <= len(element.findall(f"{ATOM}{name}")) <= most:
            yield f"{len(element.findall(f'{ATOM}{name}'))} {name} in {element.tag}"


def _rss_problems(root: Element, url: str) -> Iterator[str]:
    (channel,) = root
    if root.get("version") != "2.0":
        yield "version"
    for name in ("title", "link", "description"):
        if len(channel.findall(name)) != 1 or not (channel.findtext(name) or "").strip():
            yield f"channel's {name}"
    selves = [link.get("href") for link in channel.findall(f"{ATOM}link") if link.get("rel") == "self"]
    if selves != [url]:
        yield f"self is {selves}"
    if not _LANGUAGE.fullmatch(channel.findtext("language", "")):
        yield "language"
    yield from _url_problems(channel.findtext("link", ""))
    yield from _date_problems(channel.findtext("lastBuildDate", ""), _RFC822)
    guids = [item.findtext("guid") for item in channel.findall("item")]
    if len(guids) != len(set(guids)):
        yield "double guid"
    for item in channel.findall("item"):
        for child in item:
            once = child.tag not in {"category", f"{DC}creator"}
            if once and len(item.findall(child.tag)) != 1:
                yield f"more than one {child.tag}"
        guid = item.find("guid")
        if guid is None or guid.get("isPermaLink") != "false":
            yield "guid"
        yield from _url_problems(item.findtext("link", ""))
        yield from _date_problems(item.findtext("pubDate", ""), _RFC822)
        if not (item.findtext("title") or "").strip():
            yield "no title"
        yield from problems_of_html(item.findtext(f"{CONTENT}encoded", ""))
    for description in root.iter("description"):
        # Readers take it for HTML, and all that we describe in is text.
        if len(html5lib.parseFragment(description.text or "")):
            yield f"markup in the description {description.text!r}"


def _json_problems(data: dict[str, Any], url: str) -> Iterator[str]:
    if (data["version"], data["feed_url"]) != ("https://jsonfeed.org/version/1.1", url):
        yield f"feed_url {data['feed_url']}, or version"
    yield from _url_problems(data["home_page_url"])
    ids = [item["id"] for item in data["items"]]
    if len(ids) != len(set(ids)):
        yield "double id"
    for item in data["items"]:
        if "content_html" not in item:
            yield "no content"
        for name in {"date_published", "date_modified"} & item.keys():
            yield from _date_problems(item[name])
        for name in {"url", "external_url", "image"} & item.keys():
            yield from _url_problems(item[name])
        for author in item.get("authors", ()):
            if not set(author) & {"name", "url", "avatar"} or set(author) - {"name", "url", "avatar"}:
                yield f"author {author}"
        if not _LANGUAGE.fullmatch(item.get("language", "en")):
            yield "language"
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

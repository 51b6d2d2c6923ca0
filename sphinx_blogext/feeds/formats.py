"""Atom, RSS and JSON Feed: plain records in, text out, well-formed because what XML forbids is removed."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from html import escape
from typing import Any, NamedTuple
from xml.etree import ElementTree

from sphinx_blogext.core.dates import rfc822, rfc3339, sort_key
from sphinx_blogext.core.metadata import strip_controls
from sphinx_blogext.site.published_blog import Person

_HOMEPAGE = "https://sphinx-blogext.readthedocs.io/"
_MEDIA = "http://search.yahoo.com/mrss/"


class Category(NamedTuple):
    """A term of an entry; ``scheme`` is the URL of the page that lists the terms of its taxonomy."""

    name: str
    label: str
    scheme: str


class Picture(NamedTuple):
    """A picture, audio or video file: its absolute ``url``, its media type, and its length in bytes if known."""

    url: str
    type: str = ""
    length: int = 0


class Item(NamedTuple):
    """An entry of a feed. ``title`` and ``summary`` are text, ``content`` is HTML.

    ``url`` is where the entry leads; ``external_url`` is the same if it is not the entry's own ``page``.
    ``language`` is empty if unknown, and ``None`` for that of the feed.
    """

    id: str
    title: str
    page: str
    published: datetime
    updated: datetime | None = None
    external_url: str = ""
    summary: str = ""
    content: str = ""
    language: str | None = None
    image: Picture | None = None
    enclosure: Picture | None = None
    authors: tuple[Person, ...] = ()
    categories: tuple[Category, ...] = ()
    title_language: str | None = None

    @property
    def url(self) -> str:
        return self.external_url or self.page

    @property
    def changed(self) -> datetime:
        return self.updated or self.published


class Feed(NamedTuple):
    """The data of a feed in every format; ``page`` is the list that it belongs to."""

    id: str
    title: str
    page: str
    authors: tuple[Person, ...]
    subtitle: str = ""
    language: str = "en"
    #: A small square picture, and a larger one.
    icon: str = ""
    logo: str = ""
    rights: str = ""
    items: tuple[Item, ...] = ()

    @property
    def updated(self) -> datetime:
        """When the newest entry was written or updated, independent of the current time, even without entries."""
        return max((item.changed for item in self.items), key=sort_key, default=datetime(1970, 1, 1, tzinfo=UTC))


def write_atom(feed: Feed, url: str) -> str:
    """Return *feed*, published at *url*, as Atom (RFC 4287)."""
    language = strip_controls(feed.language)
    # A plain attribute: with ElementTree's own namespaces the tags would be written as ``ns0:feed``.
    names = {"xmlns": "http://www.w3.org/2005/Atom", "xmlns:media": _MEDIA, "xml:lang": language}
    root = ElementTree.Element("feed", names)
    _add(root, "id", feed.id)
    _add(root, "title", feed.title)
    if feed.subtitle:
        _add(root, "subtitle", feed.subtitle)
    _add(root, "link", rel="self", type="application/atom+xml", href=url)
    _add(root, "link", rel="alternate", type="text/html", href=feed.page)
    for name in ("icon", "logo", "rights"):
        if text := getattr(feed, name):
            _add(root, name, text)
    _add(root, "updated", rfc3339(feed.updated))
    _add_persons(root, feed.authors)
    _add(root, "generator", "sphinx-blogext", uri=_HOMEPAGE)
    for item in feed.items:
        root.append(_atom_entry(item, feed.language))
    return _to_xml(root)


def _atom_entry(item: Item, language: str) -> ElementTree.Element:
    # An empty value resets the language of the feed (XML 1.0, section 2.12).
    is_other = item.language not in {None, language}
    entry = ElementTree.Element("entry", {"xml:lang": strip_controls(item.language or "")} if is_other else {})
    _add(entry, "id", item.id)
    _add(entry, "title", item.title, **({} if item.title_language is None else {"xml:lang": item.title_language}))
    _add(entry, "link", rel="alternate", type="text/html", href=item.url)
    if item.external_url:
        _add(entry, "link", rel="related", type="text/html", href=item.page)
    for file in filter(None, (item.enclosure, item.image)):
        _add(entry, "link", rel="enclosure", **_picture(file, "href"))
    _add(entry, "published", rfc3339(item.published))
    _add(entry, "updated", rfc3339(item.changed))
    _add_persons(entry, item.authors)
    for category in item.categories:
        _add(entry, "category", term=category.name, scheme=category.scheme, label=category.label)
    if item.summary:
        _add(entry, "summary", item.summary)
    if item.content:
        _add(entry, "content", item.content, type="html")
    if item.image:
        _add(entry, "media:content", medium="image", **_picture(item.image, "url", "fileSize"))
    return entry


def _picture(picture: Picture, address: str, length: str = "length") -> dict[str, str]:
    fields = {address: picture.url, "type": picture.type, length: str(picture.length or "")}
    return {name: value for name, value in fields.items() if value}


def _add_persons(parent: ElementTree.Element, persons: Iterable[Person]) -> None:
    for person in persons:
        author = _add(parent, "author")
        _add(author, "name", person.name)
        if person.url:
            _add(author, "uri", person.url)


def write_rss(feed: Feed, url: str) -> str:
    """Return *feed*, published at *url*, as RSS 2.0."""
    names = {
        "xmlns:atom": "http://www.w3.org/2005/Atom",
        "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
        "xmlns:dc": "http://purl.org/dc/elements/1.1/",
        "xmlns:media": _MEDIA,
    }
    root = ElementTree.Element("rss", {"version": "2.0"} | names)
    channel = _add(root, "channel")
    _add(channel, "title", feed.title)
    _add(channel, "link", feed.page)
    # RSS requires a description, even if the blog has none.
    _add_description(channel, strip_controls(feed.subtitle).strip() or feed.title)
    _add(channel, "language", feed.language)
    _add(channel, "lastBuildDate", rfc822(feed.updated))
    _add(channel, "generator", _HOMEPAGE)
    _add(channel, "atom:link", rel="self", type="application/rss+xml", href=url)
    if feed.rights:
        _add(channel, "copyright", feed.rights)
    if feed.logo:
        image = _add(channel, "image")
        for name, text in (("url", feed.logo), ("title", feed.title), ("link", feed.page)):
            _add(image, name, text)
    for person in feed.authors:
        _add(channel, "dc:creator", person.name)
    for item in feed.items:
        channel.append(_rss_item(item, feed.language))
    return _to_xml(root)


def _rss_item(item: Item, language: str) -> ElementTree.Element:
    element = ElementTree.Element("item")
    _add(element, "title", item.title)
    _add(element, "link", item.url)
    # Without this, RSS readers take it for a URL.
    _add(element, "guid", item.id, isPermaLink="false")
    _add(element, "pubDate", rfc822(item.published))
    for person in item.authors:
        # RSS's own ``author`` must be an e-mail address.
        _add(element, "dc:creator", person.name)
    for category in item.categories:
        _add(element, "category", category.label, domain=category.scheme)
    if item.language and item.language != language:
        _add(element, "dc:language", item.language)
    if item.summary:
        _add_description(element, item.summary)
    if item.content:
        _add(element, "content:encoded", item.content)
    if enclosure := _rss_enclosure(item):
        _add(element, "enclosure", **enclosure)
    if item.image:
        _add(element, "media:content", medium="image", **_picture(item.image, "url", "fileSize"))
    return element


def _rss_enclosure(item: Item) -> dict[str, str]:
    """Return all three attributes, which RSS requires; readers expect one enclosure."""
    if item.enclosure:
        # An unknown length is customarily 0.
        return _picture(item.enclosure, "url") | {"length": str(item.enclosure.length)}
    return _picture(item.image, "url") if item.image and item.image.type and item.image.length else {}


def _add_description(parent: ElementTree.Element, text: str) -> None:
    """Append *text* as HTML, as readers interpret an RSS description; Atom and JSON Feed can declare the type."""
    _add(parent, "description", escape(text, quote=False))


def write_json(feed: Feed, url: str) -> str:
    """Return *feed*, published at *url*, as JSON Feed 1.1."""
    data = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "home_page_url": feed.page,
        "feed_url": url,
        "description": feed.subtitle,
        "icon": feed.logo,
        "favicon": feed.icon,
        "language": feed.language,
        "authors": _json_persons(feed.authors),
        "items": [_json_item(item, feed.language) for item in feed.items],
    }
    # JSON Feed requires these two, even if they are empty.
    fields = {name: value for name, value in data.items() if value or name in {"items", "title"}}
    # JSON would pass control characters on as escapes, and readers would put them into their pages.
    return json.dumps(_stripped(fields), ensure_ascii=False, indent=1) + "\n"


def _json_item(item: Item, language: str) -> dict[str, Any]:
    file = item.enclosure or Picture("")
    size = {"size_in_bytes": file.length} if file.length else {}
    data = {
        "id": item.id,
        "url": item.page,
        "external_url": item.external_url,
        "title": item.title,
        "summary": item.summary,
        "image": item.image.url if item.image else "",
        "attachments": [{"url": file.url, "mime_type": file.type} | size] if item.enclosure else [],
        "date_published": rfc3339(item.published),
        "date_modified": rfc3339(item.updated) if item.updated else "",
        "authors": _json_persons(item.authors),
        "tags": list(dict.fromkeys(category.label for category in item.categories)),
        "language": item.language if item.language != language else "",
    }
    # An item must have content, even if empty.
    return {name: value for name, value in data.items() if value} | {"content_html": item.content}


def _json_persons(persons: Iterable[Person]) -> list[dict[str, str]]:
    fields = [{"name": person.name, "url": person.url, "avatar": person.avatar} for person in persons]
    return [{name: value for name, value in person.items() if value} for person in fields]


#: The writer for each file name of a feed.
WRITERS = {"atom.xml": write_atom, "rss.xml": write_rss, "feed.json": write_json}


def _add(parent: ElementTree.Element, tag: str, text: str = "", /, **attributes: str) -> ElementTree.Element:
    """Append an element with its prefix as written; the root declares the namespaces."""
    values = {name: strip_controls(value) for name, value in attributes.items()}
    element = ElementTree.SubElement(parent, tag, values)
    element.text = strip_controls(text) or None
    return element


def _stripped(value: Any) -> Any:
    if isinstance(value, str):
        return strip_controls(value)
    if isinstance(value, dict):
        return {name: _stripped(item) for name, item in value.items()}
    return [_stripped(item) for item in value] if isinstance(value, list) else value


def _to_xml(root: ElementTree.Element) -> str:
    ElementTree.indent(root, " ")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"

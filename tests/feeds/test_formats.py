"""Feeds are valid whatever the metadata, and always the same."""

import html
import json
from datetime import UTC, datetime, timedelta, timezone
from functools import partial
from typing import Any
from xml.etree import ElementTree

import feedparser
import pytest
from feeds import ATOM, CHECKS, CONTENT, DC, LANG
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_blogext.core.dates import parse_zone
from sphinx_blogext.core.model import Post
from sphinx_blogext.feeds.formats import WRITERS, Category, Feed, Item, Picture
from sphinx_blogext.feeds.write import feed_ids, id_tag
from sphinx_blogext.site.hosting import Hosting
from sphinx_blogext.site.published_blog import Person

BASE = "https://example.org/blog/"
MEDIA = "{http://search.yahoo.com/mrss/}"
ANA = Person("Ana", "https://example.org/ana", "https://example.org/ana.png")


def item(number: int = 1, **fields: object) -> Item:
    known = {"title": f"Post {number}", "page": f"{BASE}{number}.html"}
    known |= {"id": f"tag:example.org,2024-01-01:{number}", "published": datetime(2024, 1, number, tzinfo=UTC)}
    return Item(**(known | fields))  # type: ignore[arg-type]


def feed(*items: Item, **fields: object) -> Feed:
    known = {"id": "tag:example.org,2026:blog", "title": "Blog", "page": f"{BASE}index.html", "authors": (ANA,)}
    return Feed(**(known | fields), items=items)  # type: ignore[arg-type]


def written(made: Feed, name: str) -> str:
    return WRITERS[name](made, BASE + name)


def trees(made: Feed) -> list[Any]:
    """The Atom feed, and the channel of RSS."""
    atom, rss = (ElementTree.fromstring(written(made, name)) for name in ("atom.xml", "rss.xml"))
    return [atom, rss[0]]


def json_item(made: Feed) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(written(made, "feed.json"))["items"][0]
    return found


def problems(made: Feed) -> list[str]:
    return [
        f"{name}: {problem}"
        for name, check in CHECKS.items()
        for problem in check(written(made, name).encode(), BASE + name)
    ]


# Any text at all, and texts that are known to break things.
TEXT = st.text(min_size=1) | st.sampled_from(
    ["]]>", "</script>", "<b>&amp;\"'", "\x00\x08\x1f", "\ufffe\uffff", "javascript:alert(1)", "\r\n\t", "​"]
)
ZONES = [UTC, timezone(timedelta(hours=14)), parse_zone("Asia/Shanghai"), parse_zone("America/New_York")]
# Also those of years with less than four digits.
DATES = st.datetimes(timezones=st.sampled_from(ZONES)) | st.datetimes(
    datetime(1, 1, 2), datetime(999, 12, 31), timezones=st.sampled_from(ZONES)
)


@settings(max_examples=50)
@given(title=TEXT, summary=TEXT, content=TEXT, name=TEXT, label=TEXT, published=DATES, updated=DATES | st.none())
def test_feeds_are_valid_whatever_they_say(
    title: str, summary: str, content: str, name: str, label: str, published: datetime, updated: datetime | None
) -> None:
    categories = (Category(f"x{name}", f"x{label}", f"{BASE}tag.html"),)
    terms = {"authors": (Person(f"x{name}"),), "categories": categories}
    texts = {"title": f"x{title}", "summary": summary, "content": content}
    made = feed(item(published=published, updated=updated, **terms, **texts), title=f"x{title}", subtitle=label)
    assert not [problem for problem in problems(made) if not problem.partition(" ")[2].startswith("HTML:")]


def test_all_that_is_said_of_a_feed_without_entries() -> None:
    own = {"subtitle": "About it", "icon": f"{BASE}i.png", "logo": f"{BASE}l.png", "rights": "Ana"}
    made = feed(language="de", **own)
    assert problems(made) == []
    atom, channel = trees(made)
    assert {name: atom.findtext(f"{ATOM}{name}") for name in own} == own
    # It never changes, and no date is older.
    assert atom.findtext(f"{ATOM}updated") == "1970-01-01T00:00:00+00:00"
    assert atom.findall(f"{ATOM}link")[1].attrib == {"rel": "alternate", "type": "text/html", "href": made.page}
    said = {child.tag: child.text for child in channel if not child.tag.startswith("{")}
    assert (said["language"], said["copyright"], said["description"]) == ("de", "Ana", "About it")
    generator = atom.find(f"{ATOM}generator")
    assert (generator.text, generator.get("uri")) == ("sphinx-blogext", said["generator"])
    picture = {"url": f"{BASE}l.png", "title": said["title"], "link": said["link"]}
    assert {child.tag: child.text for child in channel.find("image")} == picture
    data = json.loads(written(made, "feed.json"))
    assert (data["icon"], data["favicon"], data["items"]) == (f"{BASE}l.png", f"{BASE}i.png", [])


def test_all_that_is_said_of_an_entry() -> None:
    categories = (Category("c++", "C++", f"{BASE}tag.html"), Category("News", "News", f"{BASE}category.html"))
    texts = {"summary": "Short.", "content": "<p>Long ]]> &amp; wide.</p>"}
    external = "https://elsewhere.example/"
    made = feed(item(external_url=external, authors=(ANA, Person("Bo")), categories=categories, **texts))
    assert problems(made) == []
    atom, channel = trees(made)
    entry = atom.find(f"{ATOM}entry")
    authors = [[child.text for child in author] for author in entry.findall(f"{ATOM}author")]
    assert authors == [["Ana", ANA.url], ["Bo"]]
    terms = [(c.get("term"), c.get("label")) for c in entry.findall(f"{ATOM}category")]
    assert terms == [("c++", "C++"), ("News", "News")]
    links = {link.get("rel"): link.get("href") for link in entry.findall(f"{ATOM}link")}
    assert links == {"alternate": external, "related": f"{BASE}1.html"}
    assert entry.findtext(f"{ATOM}content") == texts["content"]
    assert [creator.text for creator in channel.findall(f"{DC}creator")] == ["Ana"]
    found = channel.find("item")
    assert [creator.text for creator in found.findall(f"{DC}creator")] == ["Ana", "Bo"]
    assert (found.findtext("description"), found.findtext(f"{CONTENT}encoded")) == tuple(texts.values())
    assert next((c.get("domain"), c.text) for c in found.findall("category")) == (f"{BASE}tag.html", "C++")
    data = json_item(made)
    assert (data["external_url"], data["url"], data["tags"]) == (external, f"{BASE}1.html", ["C++", "News"])
    assert data["authors"] == [{"name": "Ana", "url": ANA.url, "avatar": ANA.avatar}, {"name": "Bo"}]


@pytest.mark.parametrize(("language", "own"), [("zh-Hans", "zh-Hans"), ("en", None), (None, None), ("", "")])
def test_an_entry_names_its_language_if_that_is_not_the_feeds(language: str | None, own: str | None) -> None:
    made = feed(item(language=language))
    atom, channel = trees(made)
    assert atom.find(f"{ATOM}entry").get(LANG) == own
    assert channel.findtext(f"item/{DC}language") == json_item(made).get("language") == (own or None)


SOUND, PHOTO = Picture(f"{BASE}a.mp3", "audio/mpeg"), Picture(f"{BASE}a.png", "image/png", 5)


@pytest.mark.parametrize(
    ("files", "links", "enclosure", "attachment", "media"),
    [
        ({}, [], None, None, None),
        ({"enclosure": SOUND}, [("audio/mpeg", None)], ("audio/mpeg", "0"), {"mime_type": "audio/mpeg"}, None),
        ({"image": PHOTO}, [("image/png", "5")], ("image/png", "5"), None, ("image/png", "5")),
        # RSS requires a type and a length.
        ({"image": Picture(PHOTO.url)}, [(None, None)], None, None, (None, None)),
        ({"image": SOUND}, [("audio/mpeg", None)], None, None, ("audio/mpeg", None)),
        (
            *({"enclosure": PHOTO, "image": SOUND}, [("image/png", "5"), ("audio/mpeg", None)]),
            *(("image/png", "5"), {"mime_type": "image/png", "size_in_bytes": 5}, ("audio/mpeg", None)),
        ),
    ],
)
def test_files_of_an_entry(
    files: dict[str, Picture], links: object, enclosure: object, attachment: Any, media: object
) -> None:
    made = feed(item(**files))
    atom, channel = trees(made)
    entry, found = atom.find(f"{ATOM}entry"), channel.find("item")
    shown = [link for link in atom.iter(f"{ATOM}link") if link.get("rel") == "enclosure"]
    assert [link.get("href") for link in shown] == [file.url for file in files.values()]
    assert [(link.get("type"), link.get("length")) for link in shown] == links

    def of(element: Any, size: str) -> object:
        return None if element is None else (element.get("type"), element.get(size))

    assert of(found.find("enclosure"), "length") == enclosure
    assert [of(each.find(f"{MEDIA}content"), "fileSize") for each in (found, entry)] == [media] * 2
    data = json_item(made)
    assert data.get("image") == (files["image"].url if "image" in files else None)
    assert data.get("attachments") == ([{"url": files["enclosure"].url} | attachment] if attachment else None)


@pytest.mark.parametrize(
    "said",
    ["Write `<script>f()</script>` or `<img src=x onerror=f()>`", "a<b & b>c", "&lt;b&gt; is &amp;lt;b&gt;"],
)
def test_readers_show_a_summary_as_it_is_said(said: str) -> None:
    made = feed(item(summary=said), subtitle=said)
    assert problems(made) == []
    for name in ("rss.xml", "atom.xml"):
        found = feedparser.parse(written(made, name).encode())
        for shown in (found.entries[0].summary_detail, found.feed.subtitle_detail):
            assert (html.unescape(shown.value) if shown.type == "text/html" else shown.value) == said
    assert json_item(made)["summary"] == said
    # Without a subtitle, the title describes an RSS feed.
    found = feedparser.parse(written(feed(title=said), "rss.xml").encode())
    assert html.unescape(found.feed.subtitle) == said


def post(name: str, year: int = 2024, feed_id: str = "") -> Post:
    return Post(docname=name, title="T", date=datetime(year, 5, 6, tzinfo=UTC), feed_id=feed_id)


TAGS = partial(id_tag, Hosting(authority="example.org"))


def test_ids() -> None:
    assert feed_ids([post("a b/文", 999)], TAGS) == {"a b/文": "tag:example.org,0999-05-06:a%20b/%E6%96%87"}
    # A post may bring its id.
    found = feed_ids([post("a", feed_id="https://old.example/?p=1"), post("b", feed_id="my id")], TAGS)
    assert found == {"a": "https://old.example/?p=1", "b": "tag:example.org,2024-05-06:my%20id"}
    assert feed_ids([post("a", feed_id="urn:ö<b>")], TAGS) == {"a": "urn:ö%3Cb%3E"}
    # Ids of a translated site name its language.
    german = Hosting(authority="example.org", language="de")
    posts = [post("a"), post("b", feed_id="urn:x:1"), post("c", feed_id="old"), post("d", feed_id="urn:x:2#y")]
    posts.append(post("e", feed_id="tag:example.org,2024-05-06:f"))
    assert feed_ids(posts, partial(id_tag, german), german.language) == {
        "a": "tag:example.org,2024-05-06:de:a",
        "b": "urn:x:1#de",
        "c": "tag:example.org,2024-05-06:de:old",
        "d": "urn:x:2#y&de",
        "e": "tag:example.org,2024-05-06:de:f",
    }
    # No two posts have one id.
    found = feed_ids([post("a", feed_id="urn:x:1"), post("b", 2020, feed_id="urn:x:1")], TAGS)
    assert found == {"b": "urn:x:1", "a": "tag:example.org,2024-05-06:a"}

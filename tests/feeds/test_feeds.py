"""The feeds of whole sites."""

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from ablog_conf import with_ablog
from conftest import MakeSite, Site
from feeds import ATOM, CHECKS, LANG
from page import elements, parse, select, text
from writing import INDEX, TEASER, many, md

from sphinx_blogext.feeds import write

BASE = "https://example.org/my%20docs/"
MEI = {"name": "林梅 <Mei>", "url": "https://example.org/mei?a=1&b=2", "avatar": "https://example.org/m.png"}
CONF = {
    "blog_id_authority": "name.example",
    "html_baseurl": "https://example.org/my docs",
    "blog_title": "Notes & <more>",
    "blog_feed_subtitle": "What we did ]]>",
    "blog_feed_archives": True,
    "blog_authors": {"mei": MEI, "bad": {"name": "Bad", "url": "javascript:alert(1)"}},
    "language": "en",
}
POSTS = {
    **INDEX,
    "blog/first.md": md("First & \\<b>", TEASER, "2020-01-02", author="mei", tags=["c++", "a<b>&\"'"]),
    "blog/second.md": md(
        "Second", TEASER, "2021-03-04", updated="2022-02-02", category="News", author=["mei", "bad"]
    ),
    "blog/zh.md": md("中文", "开头。\n\n<!-- more -->\n\n其余。\n", "2021-05-06", language="zh_CN", tags=["并行"]),
    "blog/link.md": md("Link", "Look.\n", "2021-06-07", external_link="https://elsewhere.example/a b"),
    "blog/old id.md": md("Old", "Was elsewhere.\n", "0999-01-01", id="https://old.example/?p=7"),
    "blog/bell.md": md('"Bell \\u0007"', "Text.\n", "2019-01-01", title='"Bell \\u0007 ]]>"', series="S"),
    "blog/draft.md": md("Draft", date=""),
    "blog/klingon.md": md("Klingon", TEASER, "0999-02-02", language="tlh <&>!"),
    "blog/future.md": md("Future", date="9999-01-01"),
    "blog/unlisted.md": md("Unlisted", date="2020-05-05", unlisted=True),
}


def problems(site: Site, base: str = BASE) -> dict[str, list[str]]:
    """What is wrong with the feeds of a site, by file."""
    found = {}
    for path in sorted(site.outdir.rglob("*")):
        if path.name in CHECKS:
            name = path.relative_to(site.outdir).as_posix()
            found[name] = CHECKS[path.name](path.read_bytes(), base + quote(name))
    return found


def atom(site: Site, folder: str = "blog", name: str = "atom.xml") -> Element:
    return ElementTree.fromstring((site.outdir / folder / name).read_bytes())


def entries(site: Site, folder: str = "blog", name: str = "atom.xml") -> dict[str, Element]:
    return {
        entry.findtext(f"{ATOM}title", ""): entry for entry in atom(site, folder, name).findall(f"{ATOM}entry")
    }


def content(entry: Element) -> str:
    return entry.findtext(f"{ATOM}content", "")


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(POSTS, CONF)


def test_every_feed_is_valid_and_without_drafts(site: Site) -> None:
    found = problems(site)
    assert {name for name in found if name.count("/") == 1} == {f"blog/{name}" for name in CHECKS}
    assert {"blog/tag/c-plus-plus/rss.xml", "blog/author/mei/atom.xml", "blog/series/s/feed.json"} <= found.keys()
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
    # Drafts, future and unlisted posts are in no feed.
    assert [name for name in found if re.search(b"Draft|Future|Unlisted", site.bytes()[name])] == []


def test_what_is_said_of_entries(site: Site) -> None:
    assert atom(site).findtext(f"{ATOM}id") == "tag:name.example,2026-01-01:blog"
    # As old as the entry that was changed last.
    assert atom(site).findtext(f"{ATOM}updated", "")[:10] == "2022-02-02"
    found = entries(site)
    assert list(found) == ["Link", "中文", "Second", "First & <b>", "Bell ]]>", "Klingon", "Old"]
    ids = {title: entry.findtext(f"{ATOM}id") for title, entry in found.items()}
    assert ids["Second"] == "tag:name.example,2021-03-04:blog/second"
    assert ids["Old"] == "https://old.example/?p=7"
    days = [found["Second"].findtext(f"{ATOM}{name}", "")[:10] for name in ("updated", "published")]
    assert days == ["2022-02-02", "2021-03-04"]
    assert [found[title].get(LANG) for title in ("中文", "Second")] == ["zh-Hans", None]
    uris = [author.findtext(f"{ATOM}uri") for author in found["Second"].findall(f"{ATOM}author")]
    assert uris == ["https://example.org/mei?a=1&b=2", None]
    terms = {(c.get("term"), c.get("scheme")) for c in found["First & <b>"].findall(f"{ATOM}category")}
    assert terms == {(name, f"{BASE}blog/tag.html") for name in ("c++", "a<b>&\"'")}
    links = {link.get("rel"): link.get("href") for link in found["Link"].findall(f"{ATOM}link")}
    assert links == {"alternate": "https://elsewhere.example/a%20b", "related": f"{BASE}blog/link.html"}
    assert site.items()[2]["authors"][0]["avatar"] == "https://example.org/m.png"


def test_teasers_and_feeds_of_terms(site: Site) -> None:
    root = parse(content(entries(site)["First & <b>"]))
    assert [text(paragraph) for paragraph in root.iter("p")] == ["The lead.", "Read more"]
    assert [link.get("href") for link in root.iter("a")] == [f"{BASE}blog/first.html#more"]
    assert content(entries(site)["Old"]) == "<p>Was elsewhere.</p>"
    # A feed of its own for each term.
    assert list(entries(site, "blog/author/mei")) == ["Second", "First & <b>"]
    root = atom(site, "blog/author/mei")
    assert root.findtext(f"{ATOM}title") == "Notes & <more>: Posts by 林梅 <Mei>"
    assert root.findtext(f"{ATOM}author/{ATOM}name") == "林梅 <Mei>"
    assert atom(site, "blog/language/zh_cn").get(LANG) == "zh-Hans"


def test_every_year_has_its_feeds(site: Site) -> None:
    """Readers of ABlog's sites have subscribed to them."""
    feed = json.loads(site.bytes()["blog/2021/feed.json"])
    assert [item["title"] for item in feed["items"]] == ["Link", "中文", "Second"]
    assert (feed["title"], feed["description"]) == ("Notes & <more>: Posts of 2021", "What we did ]]>")
    assert feed["home_page_url"] == f"{BASE}blog/2021.html"
    # Programs find them from the page of the year, people from the page of feeds.
    assert f"{BASE}blog/2021/atom.xml" in site.page("blog/2021").head_links("alternate")
    years = select(site.page("blog/subscribe").all("ul.blog-feeds")[-1], "li")
    assert [text(select(year, "a")[0]) for year in years] == ["2021", "2020", "2019", "999"]


WHOLE = """Lead with [a link](other.md), [a part](#part) and a note.[^n]

![Square](../square.png)

<!-- more -->

(part)=
## Part

$a < b$ and `code`.

{download}`data <../data.csv>`

```{postlist}
```

[^n]: The note.
"""


def test_the_whole_text_stands_alone(make_site: MakeSite) -> None:
    files = {"blog/a/whole.md": md("Whole", WHOLE, "2024-02-02"), "blog/square.png": "A picture"}
    files |= {"blog/a/other.md": md("Other", date="2024-01-01"), "data.csv": "1,2\n", "blog/data.csv": "1,2\n"}
    whole = make_site(INDEX | files, {"blog_feed_fulltext": True})
    assert {name: wrong for name, wrong in problems(whole, "https://example.org/").items() if wrong} == {}
    root = parse(content(entries(whole)["Whole"]))
    page, other = (f"https://example.org/blog/a/{name}.html" for name in ("whole", "other"))
    links = {text(link): link.get("href", "") for link in root.iter("a")}
    assert (links["a link"], links["Other"], links["a part"]) == (other, other, f"{page}#part")
    assert links["data"].startswith("https://example.org/_downloads/")
    assert links["[1]"].startswith(f"{page}#")
    assert [image.get("src") for image in root.iter("img")] == ["https://example.org/_images/square.png"]
    assert [text(heading) for heading in root.iter("h2")] == ["Part"]
    formula = next(element for element in elements(root) if element.tag.endswith("math"))
    # Without its source, which readers of feeds that do not know MathML would show a second time.
    assert "".join(formula.itertext()) == "a<b"
    assert "The note." in text(root)
    # Every URL of the site in a feed is a file, with the fragment on it.
    every = (element for entry in entries(whole).values() for element in elements(parse(content(entry))))
    for url in (element.get(name, "") for element in every for name in ("href", "src")):
        if url.startswith("https://example.org/"):
            path, _, fragment = url.removeprefix("https://example.org/").partition("#")
            target = whole.outdir / path
            assert target.is_file(), url
            if fragment:
                ids = {found.get("id") for found in elements(parse(target.read_text(encoding="utf-8")))}
                assert fragment in ids, url


def test_titles_without_texts(make_site: MakeSite) -> None:
    blogs = {"titles": {"blog_feed_titles": True}, "blog": {"blog_feed_titles": "summaries"}}
    site = make_site(INDEX | many(2) | many(2, "titles"), {"blogs": blogs})
    for blog, has_summary in (("titles", False), ("blog", True)):
        found = entries(site, blog).values()
        assert [content(entry) for entry in found] == [""] * 2
        assert [bool(entry.findtext(f"{ATOM}summary")) for entry in found] == [has_summary] * 2
    # By default, the blogs alone have feeds.
    names = [f"{blog}/{name}" for blog in blogs for name in CHECKS]
    assert problems(site, "https://example.org/") == {name: [] for name in names}


@pytest.mark.parametrize(
    ("conf", "author"), [({"project": ""}, "Notes"), ({}, "Site"), ("del project; blog_title = 'Notes'", "Notes")]
)
def test_a_feed_has_an_author_in_any_case(make_site: MakeSite, conf: Any, author: str) -> None:
    site = make_site(INDEX | many(1), conf if isinstance(conf, str) else conf | {"blog_title": "Notes"})
    assert atom(site).findtext(f"{ATOM}author/{ATOM}name") == author


def test_a_template_that_fails_leaves_the_entry_unchanged(make_site: MakeSite) -> None:
    templates = {"social": {"title": "{{ post.tags[0].name.x.y }}"}}
    site = make_site(INDEX | {"blog/a.md": md("A", TEASER)}, with_ablog(blog_feed_templates=templates))
    assert list(entries(site, name="social.xml")) == ["A"]
    assert [(warned.file, warned.type) for warned in site.warnings] == [("blog/a.md", "blog.rendering")]


def test_ids_do_not_change_with_the_address(make_site: MakeSite) -> None:
    conf = with_ablog(blog_feed_ids="url", blog_feed_id_base="http://old.example")
    files = {**INDEX, "blog/größe.md": md("One"), "blog/two.md": md("Two", id="two", date="2024-01-02")}
    site = make_site(files, conf, "dirhtml")
    ids = [entry.findtext(f"{ATOM}id") for entry in entries(site).values()]
    assert ids == ["http://old.example/blog/größe/", "http://old.example/two/"]
    # As it stands there: it identifies, and nobody follows it.
    assert atom(site).findtext(f"{ATOM}id") == "http://old.example"


@pytest.mark.parametrize(
    ("conf", "warning"),
    [
        # What Read the Docs proposes for other places, and what ``os.environ.get`` returns there.
        *(({"html_baseurl": address}, "") for address in ("/", None)),
        ({"html_baseurl": "", "blog_baseurl": ""}, ""),
        *(({"html_baseurl": url}, "html_baseurl: expected the URL") for url in ("example.org", "https://")),
        ({"blog_baseurl": "ftp://e.org/"}, "blog_baseurl: expected the URL"),
        ("del html_baseurl", "html_baseurl is not set"),
    ],
)
def test_what_is_no_address_is_a_warning_and_none_is_an_answer(
    conf: Any, warning: str, make_site: MakeSite
) -> None:
    site = make_site(INDEX | many(2), conf)
    messages = [warned.message for warned in site.warnings if warned.type == "blog.baseurl"]
    assert [message[: len(warning)] for message in messages] == [warning] * bool(warning)
    assert [name for name in site.bytes() if name.endswith((*CHECKS, "sitemap.xml"))] == []
    assert (site.has("blog"), site.has("blog/subscribe")) == (True, False)


def test_only_a_site_that_says_nothing_and_has_posts_is_asked_for_its_address(make_site: MakeSite) -> None:
    unset = "del html_baseurl"
    assert make_site(INDEX | many(2), unset, confoverrides={"html_baseurl": ""}).warnings == []
    unseen = {"blog/a.md": md("A", unlisted=True), "blog/b.md": md("B", date="9999-01-01")}
    assert make_site(INDEX | unseen, unset).warnings == []


@pytest.mark.parametrize("is_whole", [True, False])
def test_only_feeds_that_have_changed_are_made(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch, is_whole: bool
) -> None:
    made: list[str] = []

    def noting(name: str) -> Callable[..., Any]:
        make = getattr(write, name)
        return lambda of, *args: made.append(getattr(of, "folder", "posts.json")) or make(of, *args)

    for name in ("_files", "_posts_json"):
        monkeypatch.setattr(write, name, noting(name))
    files = {**INDEX, "blog/a.md": md("A", tags="x"), "blog/b.md": md("B", TEASER, tags="y")}
    site = make_site(files, {"blog_feed_archives": True, "blog_posts_json": True, "blog_feed_fulltext": is_whole})
    assert len(made) == len(set(made)) == 5
    for step, expected in (
        (lambda: site.write("index.md", "# House\n"), []),
        (lambda: site.edit("blog/a.md", "Text.", "Words."), ["blog", "blog/2024", "blog/tag/x", "posts.json"]),
        (lambda: site.edit("blog/b.md", "The rest.", "All."), ["blog", "blog/2024", "blog/tag/y"] * is_whole),
        (lambda: (site.outdir / "blog/tag/y/rss.xml").unlink(), ["blog/tag/y"]),
        (lambda: (site.outdir / "blog/posts.json").unlink(), ["posts.json"]),
    ):
        made.clear()
        step()
        site.build()
        assert sorted(made) == expected
    assert {"blog/tag/y/rss.xml", "blog/posts.json"} <= site.bytes().keys()


def test_a_post_can_be_in_lists_alone(make_site: MakeSite) -> None:
    feeds = {"Alpha": {}, "Beta": {"feed": "false"}, "Gamma": {"feed": "true"}, "Delta": {"feed": "maybe"}}
    posts = {f"blog/{title}.md": md(title, tags="x", **more) for title, more in feeds.items()}
    listed = "---\norphan: true\n---\n# News\n\n```{postlist}\n:feed:\n```\n"
    site = make_site({**INDEX, **posts, "news.md": listed}, {"blog_feed_archives": True, "blog_feed_length": 3})
    # Of a value that is none, nothing follows.
    assert [(warned.file, warned.line) for warned in site.warnings] == [("blog/Delta.md", 4)]
    for name in ("blog", "blog/tag/x", "news"):
        assert sorted(site.page(name).posts) == sorted(feeds), name
        for feed in CHECKS:
            found = site.bytes()[f"{name}/{feed}"].decode()
            assert [title for title in feeds if title in found] == ["Alpha", "Gamma", "Delta"], (name, feed)
    site.write("blog/Beta.md", md("Beta", tags="x")).build()
    assert "Beta" in site.bytes()["blog/atom.xml"].decode()

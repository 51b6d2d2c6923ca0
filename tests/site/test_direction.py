"""Texts from right to left in a site from left to right, and the other way round."""

import re
from xml.etree import ElementTree

import pytest
from conftest import MakeSite, Site
from feeds import ATOM
from page import Page, classes, elements
from writing import INDEX, md

#: What Unicode's CLDR has as written from right to left, with a title that says nothing of it.
RIGHT = ["ar", "fa", "he", "ur", "ckb", "ps", "sd", "ug", "yi", "dv", "nqo", "pa-Arab", "arz", "pnb"]
STYLES = ("teasers", "titles", "archive", "cards", "compact")
LISTS = "".join(f"## {style}\n\n```{{postlist}}\n:style: {style}\n```\n\n" for style in STYLES)
CONF = {"html_sidebars": {"**": ["blog/recent.html"]}, "html_theme": "alabaster", "blog_feed_fulltext": True}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    posts = {f"blog/{c}.md": md("C++!", "Text, `code`.\n", language=c, category="X") for c in [*RIGHT, "en", "de"]}
    return make_shared_site(INDEX | posts | {"lists.md": f"# Lists\n\n{LISTS}"}, CONF)


def directions(page: Page) -> dict[str, set[str]]:
    """The direction of each language, as its elements or what is around them say."""
    parents = {child: parent for parent in page.root.iter() for child in parent}
    found: dict[str, set[str]] = {}
    for element in elements(page.root):
        # The name of a language, which is a link, has one direction whatever is around it.
        is_text = element.tag != "html" and element.text != "Read more" and not element.get("hreflang")
        if is_text and (language := element.get("lang")):
            while element is not None and not element.get("dir"):
                element = parents.get(element)
            found.setdefault(language, set()).add("ltr" if element is None else element.get("dir", ""))
    return found


def test_every_page_and_list(site: Site) -> None:
    for name in ("lists", "blog", "blog/archive", *(f"blog/{code}" for code in RIGHT)):
        found = directions(site.page(name))
        assert all(found.get(code, {"rtl"}) == {"rtl"} for code in RIGHT), name
        assert found.get("de", {"ltr"}) == {"ltr"}
    assert directions(site.page("lists")).keys() >= {*RIGHT, "de"}
    latest = site.page("blog/category").all(".blog-titles a")
    assert {a.get("dir") for a in latest if a.get("lang") in RIGHT} == {"rtl"}
    for code, *around_it in (("ar", "ar", "rtl"), ("de", None, None)):
        # One entry; what is around it says the same, because a theme may write no element for a section.
        every = list(elements(site.page(f"blog/{code}").root))
        (entry,) = [e for e in every if "h-entry" in classes(e)]
        around = next(e for e in every if entry in list(e))
        assert [entry.get("lang"), around.get("lang"), around.get("dir")] == [code, *around_it]


def test_the_content_of_feeds(site: Site) -> None:
    feed = ElementTree.fromstring(site.bytes()["blog/atom.xml"])
    texts = ((e.findtext(f"{ATOM}id", ""), e.findtext(f"{ATOM}content", "")) for e in feed.iter(f"{ATOM}entry"))
    contents = {name.rpartition("/")[2]: content for name, content in texts}
    starts = {code: f'<div lang="{code}" dir="rtl">' for code in RIGHT} | {"de": '<div lang="de">', "en": "<p>"}
    assert [code for code, start in starts.items() if not contents[code].startswith(start)] == []


def test_a_site_from_right_to_left(make_site: MakeSite) -> None:
    english = md("A", "Text.\n\n# Another heading\n", language="en")
    posts = {"blog/a.md": english, "blog/b.md": md("B", "Text.\n", language="ar")}
    site = make_site(INDEX | posts, {"language": "ar", "blog_feed_fulltext": True})
    assert directions(site.page("blog/a"))["en"] == {"ltr"}
    # Each section of a post is turned by itself.
    turned = [e for e in site.page("blog/a").all("div") if e.get("dir") == "ltr" and e.findall("section")]
    assert [[child.tag for child in e] for e in turned] == [["section"]] * 2
    starts = {item["title"]: item["content_html"].partition(">")[0] for item in site.items()}
    assert starts == {"A": '<div lang="en" dir="ltr"', "B": '<div dir="rtl"'}


def test_nothing_turns_the_text_around_it(make_site: MakeSite) -> None:
    turned, kept = "to\u202cg\u202ei", "togi"
    names = {"tags": [f"T {turned}", "x"], "author": f"A {turned}", "language": "en"}
    posts = {
        "blog/heading.md": md(f"H *{turned}* a", date="2024-02-01", description=f"D {turned}", **names),
        "blog/title.md": md("Other", "Lead.\n", title=f"O {turned}", **names),
    }
    site = make_site(INDEX | posts | {"lists.md": f"---\norphan: true\n---\n# Lists\n\n{LISTS}"}, CONF)
    assert site.warnings == []
    pages = {name: content.decode() for name, content in site.bytes().items() if name.endswith(("l", "n"))}
    seen = {name: text for name, text in pages.items() if "O t" in text or "D t" in text}
    assert {"blog.html", "blog/archive.html", "lists.html", "blog/heading.html", "blog/atom.xml"} <= seen.keys()
    for name, text in seen.items():
        # The heading of the page itself is a line of its own.
        assert not set("\u202c\u202e") & set(re.sub("<h1>.*</h1>", "", text)), name
    head = pages["blog/heading.html"].partition("</title>")[0]
    assert f"<title>H {kept} a " in head
    assert f'content="D {kept}"' in head

"""What link previews and search engines learn of pictures, videos and authors."""

import pytest
from conftest import MakeSite, Site
from page import Page, elements
from writing import INDEX, md, rst

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
BASE = "https://example.org/"
AUTHORS = {
    "team": {"name": "The Core Team", "url": "https://example.org/team", "type": "organization"},
    "mei": {"name": "Mei", "url": "mei@example.org", "type": "person", "avatar": "mei@2x.png"},
}


def metas(page: Page) -> dict[str, str]:
    every = [e for e in elements(page.root) if e.tag == "meta"]
    return {e.get("property") or e.get("name") or "": e.get("content", "") for e in every}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    posts = {
        "number": md("A", "Words ![the “harbor” at dawn & dusk](d.png).\n", image=1),
        "path": md("A", "```{image} d.png\n:alt: the harbor\n```\n", image="d.png"),
        "remote": md("A", "![afar](https://example.org/r.png)\n", image="https://example.org/r.png"),
        "unseen": md("A", "![another](e.png)\n", image="d.png"),
        "long": md("A", f"![{'word ' * 1000}](d.png)\n", image=1),
        "none": md("A"),
        "drawing": md("A", "![a drawing](d.svg)\n", image=1),
        "video": md("A", enclosure="v.mp4", image="d.png"),
        "sound": md("A", enclosure="v.mp3"),
        "authors": md("A", author="[team, mei]"),
        "records": md("A", author="[{name: Ops, type: organization}, {name: Jo, url: jo@example.org}]"),
    }
    files = dict.fromkeys(("d.png", "e.png", "v.mp4", "v.mp3"), "x") | {"d.svg": SVG}
    blog = {f"blog/{name}.md": text for name, text in posts.items()} | {f"blog/{k}": v for k, v in files.items()}
    rest = rst("A", ".. image:: d.png\n   :alt: the harbor\n", image="1")
    conf = {"html_baseurl": BASE, "blog_default_image": "https://example.org/default.png", "blog_authors": AUTHORS}
    return make_shared_site({**INDEX, **blog, "blog/rest.rst": rest}, conf)


def test_the_picture_is_described_by_its_own_text(site: Site) -> None:
    assert site.warnings == []
    found = {name: metas(site.page(f"blog/{name}")) for name in ("number", "path", "rest", "remote", "unseen")}
    texts = {name: [each[f"{kind}:image:alt"] for kind in ("og", "twitter")] for name, each in found.items()}
    assert texts == {
        "number": ["the “harbor” at dawn & dusk"] * 2,
        "path": ["the harbor"] * 2,
        "rest": ["the harbor"] * 2,
        "remote": ["afar"] * 2,
        "unseen": ["A"] * 2,
    }
    assert len(metas(site.page("blog/long"))["og:image:alt"]) < 170
    # The default picture is not that of the post.
    assert metas(site.page("blog/none"))["og:image:alt"] == "A"


def test_a_drawing_gives_way_to_the_default_picture(site: Site, make_site: MakeSite) -> None:
    found = metas(site.page("blog/drawing"))
    assert (found["og:image"], found["og:image:alt"]) == ("https://example.org/default.png", "A")
    files = {"blog/a.md": md("A", "![a drawing](d.svg)\n", image=1), "blog/d.svg": SVG}
    found = metas(make_site({**INDEX, **files}, {"html_baseurl": BASE}).page("blog/a"))
    assert (found["og:image"], found["og:image:alt"]) == (f"{BASE}_images/d.svg", "a drawing")


def test_a_video(site: Site) -> None:
    page = site.page("blog/video")
    video = metas(page)["og:video"]
    assert video.startswith(f"{BASE}_downloads/")
    assert metas(page)["og:video:type"] == "video/mp4"
    assert page.data["BlogPosting"]["video"] == {
        "@type": "VideoObject",
        "name": "A",
        "description": page.data["BlogPosting"]["description"],
        "contentUrl": video,
        "thumbnailUrl": page.data["BlogPosting"]["image"],
        "uploadDate": page.data["BlogPosting"]["datePublished"],
    }
    assert "video" not in site.page("blog/sound").data["BlogPosting"]
    assert "og:video" not in metas(site.page("blog/sound"))


def test_authors_may_be_organizations_and_addresses_are_for_readers_alone(site: Site) -> None:
    authors = site.page("blog/authors").data["BlogPosting"]["author"]
    team = {"@type": "Organization", "name": "The Core Team", "url": "https://example.org/team"}
    assert authors == [team, {"@type": "Person", "name": "Mei", "image": f"{BASE}mei@2x.png"}]
    authors = site.page("blog/records").data["BlogPosting"]["author"]
    assert authors == [{"@type": "Organization", "name": "Ops"}, {"@type": "Person", "name": "Jo"}]
    for name in ("atom.xml", "rss.xml", "feed.json"):
        assert b"@example.org" not in site.bytes()[f"blog/{name}"]
    for name, address in {"blog/author/mei": "mei@example.org"}.items():
        assert f"mailto:{address}" in [e.get("href") for e in elements(site.page(name).root)]


@pytest.mark.parametrize("kind", ["3", "group", "[organization]"])
def test_a_type_that_is_none(make_site: MakeSite, kind: str) -> None:
    site = make_site(
        {**INDEX, "blog/a.md": md("A", author=f"{{name: Ops, type: {kind}}}")}, {"html_baseurl": BASE}
    )
    (warned,) = site.warnings
    assert (warned.file, warned.line) == ("blog/a.md", 3)
    assert "person, organization" in warned.message
    assert site.page("blog/a").data["BlogPosting"]["author"] == [{"@type": "Person", "name": "Ops"}]

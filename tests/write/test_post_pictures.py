"""The picture of a post: named by number, path or address, found from everywhere, and shown beside its text."""

import json

from conftest import ROOT, MakeSite, Site
from page import text
from writing import INDEX, md

PNG = (ROOT / "docs" / "examples" / "square.png").read_bytes()
FILES = {**INDEX, "figures/a b.png": PNG, "blog/one.png": PNG, "blog/two.png": PNG, "blog/notes.txt": "x"}
BODY = "Text.\n\n![One](one.png)\n\n![Two](two.png)\n"
URL = "https://example.org/_images/"
#: Pictures, their addresses, and what stands above the text: not what is in it.
PLACES: dict[str, tuple[str, list[tuple[str, ...]]]] = {
    "1": (f"{URL}one.png", []),
    "2": (f"{URL}two.png", []),
    "two.png": (f"{URL}two.png", []),
    # With its size, so that nothing moves when it comes.
    "/figures/a b.png": (f"{URL}a%20b.png", [("../_images/a%20b.png", "40", "30")]),
    "https://e.example/x.png": ("https://e.example/x.png", [("https://e.example/x.png", "", "")]),
}


def pictures(site: Site, name: str) -> set[str]:
    """What preview, search engines and the feed are told."""
    page = site.page(name)
    posting = page.data["BlogPosting"].get("image")
    feed = next(item.get("image") for item in site.items() if item["url"].endswith(f"/{name}.html"))
    return {*page.meta("og:image"), posting, feed} - {None}


def test_a_picture_of_the_site_or_from_elsewhere(make_site: MakeSite) -> None:
    posts = {f"blog/p{n}.md": md(f"P{n}", BODY, image=image, tags="t") for n, image in enumerate(PLACES)}
    posts |= {
        "blog/in.md": md("In", "![](one.png)\n\n% more\n\nRest.\n", image="one.png"),
        "blog/no.md": md("No", BODY),
    }
    # By default, a number: none where the post has no picture.
    others = {"default/p.md": md("P", "![](/blog/one.png)\n"), "default/none.md": md("Q", "None.\n")}
    others["deep/cards.md"] = "---\norphan: true\n---\n# C\n\n```{postlist}\n:style: cards\n:blog: blog\n```\n"
    conf = {"blogs": {"blog": {}, "default": {"post_auto_image": 1}}}
    site = make_site(FILES | posts | others, conf)
    assert site.warnings == []
    for number, (url, covers) in enumerate(PLACES.values()):
        assert pictures(site, f"blog/p{number}") == {url}
        images = site.page(f"blog/p{number}").all("img.blog-cover")
        assert [tuple(image.get(name, "") for name in ("src", "width", "height")) for image in images] == covers
    found = {name: site.domain.posts[name].image for name in ("default/p", "default/none", "blog/no")}
    assert found == {"default/p": "blog/one.png", "default/none": "", "blog/no": ""}
    # A teaser has it beside it unless it contains it.
    for page, root in ((site.page("blog"), "./"), (site.page("blog/tag/t"), "../../")):
        shown = {
            title: [image.get("src") for image in page.all("img", page.teaser(title))] for title in page.posts
        }
        assert shown.pop("In", [f"{root}_images/one.png"]) == [f"{root}_images/one.png"]
        assert shown.pop("No", []) == []
        beside = [f"{root}_images/{name}.png" for name in ("one", "two", "two", "a%20b")]
        assert list(shown.values()) == [[image] for image in (*beside, "https://e.example/x.png")]
        assert len(page.all("img.blog-teaser-cover")) == 5
    cards = {text(card.find(".//a")): list(card.iter("img")) for card in site.page("deep/cards").all(".blog-card")}
    # The title next to it says it all.
    assert [(image.get("src"), image.get("alt")) for image in cards["P2"]] == [("../_images/two.png", "")]
    assert cards["No"] == []
    site.configure(conf | {"post_cover": False}).build()
    assert site.page("blog/p3").all("img.blog-cover") == []


MISSING = [
    "3", "none.png", "../../../../etc/passwd", "/../conf.py", "notes.txt", "javascript:alert(1)", "a\\0b.png",
]  # fmt: skip


def test_a_picture_that_is_not_there(make_site: MakeSite) -> None:
    posts = {f"blog/p{n}.md": md("P", BODY, image=json.dumps(image)) for n, image in enumerate(MISSING)}
    site = make_site(FILES | posts)
    # For sites of ABlog, which does not complain of a number, this one is silent.
    kinds = ["blog.picture" if image.isdecimal() else "blog.invalid_option" for image in MISSING]
    assert sorted(site.blog_warnings) == list(zip(posts, kinds, strict=True))
    assert {warned.line for warned in site.warnings} == {3}
    assert [pictures(site, f"blog/p{n}") for n in range(len(MISSING))] == [set()] * len(MISSING)


def test_a_picture_that_is_taken_back_or_changed(make_site: MakeSite) -> None:
    site = make_site(FILES | {"blog/p.md": md("P", "Text.\n", image="/figures/a b.png")})
    site.write("figures/a b.png", PNG + b"more").build()
    assert (site.outdir / "_images" / "a b.png").read_bytes() == PNG + b"more"
    site.edit("blog/p.md", "image: /figures/a b.png", "image: one.png").build()
    assert pictures(site, "blog/p") == {f"{URL}one.png"}
    # One that is there only later.
    site.edit("blog/p.md", "image: one.png", "image: new.png").build()
    site.write("blog/new.png", PNG).build()
    assert (site.warnings, pictures(site, "blog/p")) == ([], {f"{URL}new.png"})

"""The picture of a post: named by number, path or address, and found from everywhere."""

import json

from conftest import ROOT, MakeSite, Site
from writing import INDEX, md

PNG = (ROOT / "docs" / "examples" / "square.png").read_bytes()
FILES = {**INDEX, "figures/a b.png": PNG, "blog/one.png": PNG, "blog/two.png": PNG, "blog/notes.txt": "x"}
BODY = "Text.\n\n![One](one.png)\n\n![Two](two.png)\n"


def pictures(site: Site, name: str) -> set[str]:
    """What preview, search engines and the feed are told."""
    page = site.page(name)
    posting = page.data["BlogPosting"].get("image")
    feed = next(item.get("image") for item in site.items() if item["url"].endswith(f"/{name}.html"))
    return {*page.meta("og:image"), posting, feed} - {None}


PLACES = {
    "1": "https://example.org/_images/one.png",
    "2": "https://example.org/_images/two.png",
    "two.png": "https://example.org/_images/two.png",
    "/figures/a b.png": "https://example.org/_images/a%20b.png",
    "https://elsewhere.example/x.png": "https://elsewhere.example/x.png",
}


def test_a_picture_of_the_site_or_from_elsewhere(make_site: MakeSite) -> None:
    posts = {f"blog/p{n}.md": md("P", BODY, image=image) for n, image in enumerate(PLACES)}
    # By default, a number: none where the post has no picture.
    others = {"default/p.md": md("P", "![](/blog/one.png)\n"), "default/none.md": md("Q", "None.\n")}
    blogs = {"blog": {}, "default": {"post_auto_image": 1}}
    site = make_site(FILES | posts | others | {"blog/none.md": md("None", BODY)}, {"blogs": blogs})
    assert site.warnings == []
    assert [pictures(site, f"blog/p{n}") for n in range(len(PLACES))] == [{url} for url in PLACES.values()]
    for name in ("one.png", "two.png", "a b.png"):
        assert (site.outdir / "_images" / name).read_bytes() == PNG
    found = {name: site.domain.posts[name].image for name in ("default/p", "default/none", "blog/none")}
    assert found == {"default/p": "blog/one.png", "default/none": "", "blog/none": ""}


def test_a_card_shows_it(make_site: MakeSite) -> None:
    posts = {"blog/p.md": md("P", BODY, image="two.png"), "blog/q.md": md("Q", "None.\n", "2020-01-01")}
    lists = {
        "index.md": "# Home\n",
        "deep/cards.md": "---\norphan: true\n---\n# C\n\n```{postlist}\n:style: cards\n```\n",
    }
    site = make_site(FILES | posts | lists)
    first, second = site.page("deep/cards").all(".blog-card")
    (image,) = first.iter("img")
    # The title next to it says it all.
    assert (image.get("src"), image.get("alt")) == ("../_images/two.png", "")
    assert not list(second.iter("img"))
    site.edit("blog/p.md", "image: two.png", "image: one.png").build()
    (image,) = site.page("deep/cards").all(".blog-card img")
    assert image.get("src") == "../_images/one.png"


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
    assert pictures(site, "blog/p") == {"https://example.org/_images/one.png"}

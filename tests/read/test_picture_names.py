"""Pictures whose names are not ASCII are found in Markdown."""

from conftest import MakeSite
from writing import md

PICTURES = "![a](图.png) ![b](<my pic.png>) ![c](100%25.png) ![d](a%20b.png)\n"


def test_posts_show_pictures_of_any_name(make_site: MakeSite) -> None:
    names = ["图.png", "my pic.png", "100%.png", "a%20b.png", "a b.png"]
    site = make_site(
        {
            "index.md": "# Home\n",
            "blog/post.md": md(body=PICTURES),
            **{f"blog/{name}": name.encode() for name in names},
        }
    )
    assert site.warnings == []
    shown = [image.get("src", "") for image in site.page("blog/post").all("img")]
    assert len(set(shown)) == 4
    # What is written has precedence over what it may mean.
    assert shown[3].endswith("a%2520b.png")


def test_a_missing_picture_is_named_as_before(make_site: MakeSite) -> None:
    site = make_site({"index.md": "# Home\n", "blog/post.md": md(body="![a](图.png)\n")})
    assert [(warned.type, warned.line) for warned in site.warnings] == [("image.not_readable", 6)]


def test_documents_outside_of_the_blog_stay_as_they_are(make_site: MakeSite) -> None:
    site = make_site(
        {
            "index.md": "# Home\n", "blog/post.md": md(),
            "page.md": "---\norphan: true\n---\n# P\n\n![a](图.png)\n", "图.png": b"x",
        }
    )  # fmt: skip
    assert [warned.type for warned in site.warnings] == ["image.not_readable"]

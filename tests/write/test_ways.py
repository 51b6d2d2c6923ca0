"""The line of ways below the heading of a blog's pages, and lists in the style ``compact``."""

from typing import Any

import pytest
from checker import problems_of_tree
from conftest import MakeSite, Site
from page import classes
from sphinx.errors import ConfigError
from steps import PICTURE
from writing import INDEX, TEASER, many, md

POSTS = many(3, tags=["a"], author="mei", category="News", series="S")
ALL = ["Archive", "Categories", "Tags", "Authors", "Series", "Feeds"]
PAGES = [f"./blog/{name}.html" for name in ("archive", "category", "tag", "author", "series", "subscribe")]


def ways(site: Site, name: str = "blog") -> list[str]:
    return site.page(name).texts(".blog-ways a")


def test_each_page_of_the_blog_leads_to_all_there_is(make_site: MakeSite) -> None:
    site = make_site({**INDEX, **POSTS}, {"blog_page_size": 2})
    assert ways(site) == ways(site, "blog/page/2") == ALL
    assert site.page("blog").links(".blog-ways a") == PAGES
    assert problems_of_tree(site.outdir) == []
    assert ways(site, "blog/tag/a") == ways(site, "blog/archive") == []
    # And to nothing else.
    assert ways(make_site({**INDEX, **many(2)}, {"html_baseurl": ""})) == ["Archive"]


def test_a_site_chooses(make_site: MakeSite) -> None:
    chosen: dict[str, Any] = {"a": ["tag", "archive"], "b": [], "c": ("feeds", "location", "language")}
    posts = {f"{root}/p.md": md("P", tags=["a"], author="mei") for root in chosen}
    site = make_site(INDEX | posts, {"blogs": {root: {"blog_nav": names} for root, names in chosen.items()}})
    assert {root: ways(site, root) for root in chosen} == {"a": ["Tags", "Archive"], "b": [], "c": ["Feeds"]}


@pytest.mark.parametrize("value", [["tags"], "tag", ["tag", 5]])
def test_what_is_no_list_of_ways_is_refused(make_site: MakeSite, value: Any) -> None:
    with pytest.raises(ConfigError, match="blog_nav = ") as caught:
        make_site(INDEX, {"blog_nav": value})
    assert ("did you mean 'tag'?" in str(caught.value)) == (value == ["tags"])


def test_ways_and_languages_have_names_for_those_who_hear_them(make_site: MakeSite) -> None:
    posts = {"blog/en.md": md("E", language="en"), "blog/zh.md": md("中", language="zh")}
    site = make_site({**INDEX, **posts}, {"language": "zh_CN"})
    names = [nav.get("aria-label") for nav in site.page("blog").all(".blog-bar nav")]
    assert names == ["阅读语言", "浏览博客"]


COMPACT = "# News\n\n```{postlist}\n:style: compact\n:first: large\n:paginate: 2\n```\n"


def test_a_compact_list_says_what_posts_are_about(make_site: MakeSite) -> None:
    posts = {
        "blog/a.md": md("About $x$", "Lead **strong**.\n\n<!-- more -->\n\nRest.\n", "2024-01-03"),
        "blog/b.md": md("B", "Lead.\n", "2024-01-02", description="In <one> sentence.", image="p.svg"),
        "blog/c.md": md("C", "", "2024-01-01"),
        "blog/p.svg": PICTURE,
    }
    site = make_site({**INDEX, "blog.md": f"---\norphan: true\n---\n{COMPACT}", **posts})
    assert site.warnings == []
    assert problems_of_tree(site.outdir) == []
    page = site.page("blog")
    assert page.texts(".blog-compact-title") == [r"About \(x\)", "B"]
    assert page.texts(".blog-compact-summary") == ["Lead strong.", "In <one> sentence."]
    assert ["blog-large" in classes(item) for item in page.all(".blog-compact-post")] == [True, False]
    (image,) = page.all(".blog-compact-image")
    assert (image.get("src", "").removeprefix("./"), image.get("alt")) == ("_images/p.svg", "")
    assert page.all(".blog-teaser") == []
    second = site.page("blog/page/2")
    assert second.texts(".blog-compact-title") == ["C"]
    assert second.all(".blog-large") == []


def test_a_teaser_has_the_picture_of_its_post_beside_it_unless_it_contains_it(make_site: MakeSite) -> None:
    posts = {
        "blog/cover.md": md("Cover", TEASER, "2024-01-04", image="p.svg", tags="deep"),
        "blog/later.md": md("Later", f"{TEASER}\n![](p.svg)\n", "2024-01-03", image="p.svg"),
        "blog/within.md": md("Within", f"![](p.svg)\n\n{TEASER}", "2024-01-02", image="p.svg"),
        "blog/none.md": md("None", TEASER, "2024-01-01"),
        "blog/p.svg": PICTURE,
    }
    site = make_site({**INDEX, **posts})
    assert problems_of_tree(site.outdir) == []
    page = site.page("blog")
    shown = {title: len(page.all("img", page.teaser(title))) for title in page.posts}
    assert shown == {"Cover": 1, "Later": 1, "Within": 1, "None": 0}
    assert [image.get("src") for image in page.all(".blog-teaser-cover")] == ["./_images/p.svg"] * 2
    assert page.all(".blog-teaser-cover", page.teaser("Within")) == []
    # A tag page is deeper.
    assert site.page("blog/tag/deep").one(".blog-teaser-cover").get("src") == "../../_images/p.svg"


def test_generated_lists_have_the_style_of_the_site(make_site: MakeSite) -> None:
    styles = ["compact", "cards", "titles", "archive", "teasers", "full"]
    posts = {name: post for style in styles for name, post in many(3, style, tags=["a"]).items()}
    site = make_site(INDEX | posts, {"blogs": {style: {"blog_list_style": style} for style in styles}})
    for style in styles:
        for name in (style, f"{style}/tag/a", f"{style}/2024"):
            assert len(site.page(name).all(f".blog-listing.blog-{style}")) == 1
        assert len(site.page(f"{style}/archive").all(".blog-listing.blog-archive")) == 1


def test_a_large_post_is_of_styles_that_have_one(make_site: MakeSite) -> None:
    styles = {"titles": "", "archive": ":style: archive\n:paginate:\n"}
    lists = [f"```{{postlist}}\n:first: large\n{options}```\n" for options in styles.values()]
    site = make_site({"index.md": "\n".join(["# Home\n", *lists]), **POSTS})
    assert site.blog_warnings == [("index.md", "blog.invalid_option")] * 2
    for style, warned in zip(styles, site.warnings, strict=True):
        assert f"in the style '{style}' no post is shown large" in warned.message
        assert warned.message.endswith("compact, cards")


def test_pages_of_terms_tell_who_and_what_they_are(make_site: MakeSite) -> None:
    posts = {
        f"blog/p{n}.md": md(f"P{n}", date=f"202{n}-01-02", author="mei", category="One", series="S", tags="x")
        for n in range(1, 5)
    }
    conf = {"blog_authors": {"mei": {"name": "Mei", "avatar": "_static/m.png", "url": "https://example.org/mei"}}}
    site = make_site({**INDEX, **posts}, conf)
    author = site.page("blog/author")
    assert [image.get("alt") for image in author.all(".blog-terms .blog-avatar")] == [""]
    assert author.texts(".blog-terms .blog-links a") == ["example.org/mei"]
    category = site.page("blog/category")
    assert category.texts(".blog-terms a")[0] == "One"
    assert category.texts(".blog-count") == ["4 posts · 2021–2024"]
    # The latest three.
    assert category.texts(".blog-titles a") == ["P4", "P3", "P2"]
    assert category.links(".blog-titles a")[0] == "../blog/p4.html"
    series = site.page("blog/series")
    assert (series.texts(".blog-count"), series.all(".blog-titles")) == (["4 posts · 2021–2024"], [])
    # Tags, and terms of which there are many, are short.
    assert site.page("blog/tag").texts(".blog-terms-chips a") == ["x"]
    many_terms = {f"blog/q{n}.md": md(f"Q{n}", category=f"C{n}") for n in range(12)}
    page = make_site({**INDEX, **many_terms}).page("blog/category")
    assert len(page.all(".blog-by-name li")) == 12
    assert page.all(".blog-titles") == []

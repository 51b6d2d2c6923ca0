"""What stands beside a list at the right, in the theme that has room for it."""

from typing import Any

import pytest
from conftest import MakeSite
from page import Page, select, text
from writing import INDEX, many, md

POSTS = {
    "blog/a.md": md("A", date="2023-01-01", tags=["x", "<b> &"]),
    "blog/b.md": md("B", date="2024-01-01", tags=["x", "y"]),
    "blog/c.md": md("C", date="2024-01-02", tags="z", language="zh"),
}
CONF: dict[str, Any] = {"html_theme": "blogext", "blog_feed_archives": True}


def rail(page: Page) -> dict[str, list[tuple[str, str]]]:
    return {
        text(select(nav, "p")[0]): [(text(li), select(li, "a")[0].get("href", "")) for li in select(nav, "li")]
        for box in select(page.root, ".page-rail")
        for nav in select(box, "nav")
    }


def test_a_list_has_its_tags_the_years_and_its_feed_beside_it(make_site: MakeSite) -> None:
    site = make_site({**INDEX, **POSTS}, CONF)
    found = rail(site.page("blog"))
    # The most used first, then the newest; the count is that of the posts of this list.
    assert found["Tags"] == [
        ("x 2", "./blog/tag/x.html"),
        ("z 1", "./blog/tag/z.html"),
        ("y 1", "./blog/tag/y.html"),
        ("<b> & 1", "./blog/tag/b-2f45ca7b.html"),
    ]
    assert found["Archives"] == [("2024 2", "./blog/2024.html"), ("2023 1", "./blog/2023.html")]
    assert [label for label, _ in found["Feeds"]] == ["Atom", "RSS", "JSON Feed"]
    tag = rail(site.page("blog/tag/x"))
    # Its own tag is where one is; years are not of this tag alone; the feed is.
    assert tag["Tags"] == [("y 1", "../../blog/tag/y.html"), ("<b> & 1", "../../blog/tag/b-2f45ca7b.html")]
    assert tag.keys() == {"Tags", "Feeds"}
    assert tag["Feeds"][0][1].endswith("/blog/tag/x/atom.xml")
    assert rail(site.page("blog/tag")).keys() == {"Feeds"}
    assert rail(site.page("blog/a")) == rail(site.page("index")) == rail(site.page("blog/subscribe")) == {}


OTHERS: list[dict[str, Any]] = [{"html_theme_options": {"rail": False}}]
OTHERS += [{"html_sidebars": {"**": ["blog/tags.html"]}}, {"html_sidebars": {"blog": []}}]


@pytest.mark.parametrize("conf", OTHERS, ids=str)
def test_who_chooses_sidebars_has_those_alone(make_site: MakeSite, conf: dict[str, Any]) -> None:
    site = make_site({**INDEX, **POSTS}, CONF | conf)
    assert site.warnings == []
    assert rail(site.page("blog")) == {}


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["blogext", "alabaster"])
def test_it_may_be_a_sidebar_instead(make_site: MakeSite, theme: str) -> None:
    conf = {"html_theme": theme, "html_sidebars": {"**": ["globaltoc.html", "blog/rail.html"]}}
    site = make_site({**INDEX, **POSTS}, CONF | conf)
    assert site.warnings == []
    for name, count in {"blog": 1, "blog/tag/x": 1, "blog/a": 0, "index": 0}.items():
        names = [nav.get("aria-label") for nav in select(site.page(name).root, "nav")]
        assert names.count("Tags") == count
        assert rail(site.page(name)) == {}


def test_further_pages_have_only_what_does_not_change(make_site: MakeSite) -> None:
    pages = {"newest": "newest/page/2", "stable": "stable/page/1"}
    blogs = {order: {"blog_pagination": order, "blog_page_size": 2} for order in pages}
    posts = many(7, "newest", tags="x") | many(7, "stable", tags="x")
    site = make_site(INDEX | posts, CONF | {"blogs": blogs})
    for order, further in pages.items():
        assert rail(site.page(order)).keys() == {"Tags", "Archives", "Feeds"}
        assert rail(site.page(further)).keys() == {"Archives", "Feeds"}
        assert not [label for label, _url in rail(site.page(further))["Archives"] if " " in label]
        site.edit(f"{order}/p07.md", "tags: x", "tags: other")
    before = [site.path(further).read_bytes() for further in pages.values()]
    site.build()
    for order in pages:
        assert [label for label, _url in rail(site.page(order))["Tags"]] == ["x 6", "other 1"]
    assert [site.path(further).read_bytes() for further in pages.values()] == before


NAVIGATION = "<p>Navigation</p>"
SMALL: dict[str, Any] = CONF | {"html_theme": "small", "html_theme_path": ["themes"]}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("theme", "toctree", "has_rail"),
    [
        ("sidebar-nav-bs", ["blog"], True),  # nothing is below the blog
        ("sidebar/navigation", [], True),
        ("sidebar/navigation", ["blog"], False),
    ],
)
def test_it_takes_the_place_of_an_empty_navigation(
    make_site: MakeSite, theme: str, toctree: list[str], has_rail: bool
) -> None:
    files = {
        "index.md": "# Home\n\n```{toctree}\n" + "\n".join(toctree) + "\n```\n",
        "guide.md": "---\norphan: true\n---\n# Guide\n\n```{toctree}\nmore\n```\n",
        "more.md": "# More\n",
        "blog.md": "---\norphan: true\n---\n# Blog\n\n```{postlist}\n:paginate: 2\n```\n",
        "themes/small/theme.toml": f'[theme]\ninherit = "basic"\nsidebars = ["{theme}.html", "searchbox.html"]\n',
        f"themes/small/{theme}.html": f"{NAVIGATION}\n",
        **POSTS,
    }
    site = make_site(files, SMALL)
    for name in ("blog", "blog/tag/x", "blog/page/2"):
        page = site.page(name)
        assert bool(select(page.root, ".blog-rail nav")) == has_rail, name
        assert (NAVIGATION in page.source) != has_rail, name
    assert NAVIGATION in site.page("guide").source


def test_a_document_that_is_a_list_has_it_too(make_site: MakeSite) -> None:
    home = {"index.md": "# Home\n\n```{toctree}\nblog/index\n```\n", "blog/index.md": "# News\n\nText.\n"}
    many_tags = {"blog/d.md": md("D", date="2025-01-01", tags=["队列", *"abcdefghijk"], language="zh")}
    site = make_site(home | POSTS | many_tags, CONF)
    assert rail(site.page("blog/index")).keys() == {"Tags", "Archives", "Feeds"}
    site.edit("blog/a.md", "<b> &", "other").edit("blog/b.md", ', "y"', ', "other"').build()
    # As many tags as fit on the first screen; one in another language says so.
    tags = rail(site.page("blog/index"))["Tags"]
    assert [label for label, _url in tags] == ["x 2", "other 2", *(f"{tag} 1" for tag in ["队列", *"abcdefghi"])]
    assert tags[1][1] == "../blog/tag/other.html"
    assert ("other 2", "../../blog/tag/other.html") in rail(site.page("blog/tag/x"))["Tags"]
    links = select(site.page("blog/index").root, ".page-rail a")
    assert [a.get("lang") for a in links if text(a) == "队列"] == ["zh"]

"""What stands beside a list at the right, in the theme that has room for it."""

from types import SimpleNamespace
from typing import Any

import pytest
from conftest import MakeSite
from page import Page, select, text
from writing import INDEX, many, md

from sphinx_blogext.data.rail import RAIL, fill_navigation

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
    assert (site.warnings, rail(site.page("blog"))) == ([], {})


def test_further_pages_have_only_what_does_not_change(make_site: MakeSite) -> None:
    pages = {"newest": "newest/page/2", "stable": "stable/page/1"}
    blogs = {order: {"blog_pagination": order, "blog_page_size": 2} for order in pages}
    site = make_site(INDEX | many(7, "newest", tags="x") | many(7, "stable", tags="x"), CONF | {"blogs": blogs})
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


def test_it_takes_the_place_of_an_empty_navigation(monkeypatch: pytest.MonkeyPatch) -> None:
    build = SimpleNamespace(path_to=lambda home: ["about"] if home == "about/blog" else [])
    monkeypatch.setattr("sphinx_blogext.data.rail.build_of", lambda _env: build)
    toctrees = {"index": ["about", "blog"], "about": ["about/blog"]}
    env: Any = SimpleNamespace(config=SimpleNamespace(root_doc="index"), toctree_includes=toctrees)
    sidebars = ["sidebar-nav-bs.html", "sidebar/navigation.html", "searchbox.html"]
    # The one shows what is below the section alone, the other all documents.
    assert fill_navigation(sidebars, "about/blog", env) == sidebars
    assert fill_navigation(sidebars, "blog", env) == [RAIL, *sidebars[1:]]
    toctrees.clear()
    assert fill_navigation(sidebars, "blog", env) == [RAIL, RAIL, sidebars[2]]


def test_a_document_that_is_a_list_has_it_too(make_site: MakeSite) -> None:
    home = {"index.md": "# Home\n\n```{toctree}\nblog/index\n```\n", "blog/index.md": "# News\n\nText.\n"}
    many_tags = {"blog/d.md": md("D", date="2025-01-01", tags=["队列", *"abcdefghijk"], language="zh")}
    site = make_site(home | POSTS | many_tags, CONF)
    # As many tags as fit on the first screen; one in another language says so.
    tags = rail(site.page("blog/index"))["Tags"]
    assert [label for label, _url in tags] == ["x 2", *(f"{tag} 1" for tag in ["队列", *"abcdefghij"])]
    links = select(site.page("blog/index").root, ".page-rail a")
    assert [a.get("lang") for a in links if text(a) == "队列"] == ["zh"]

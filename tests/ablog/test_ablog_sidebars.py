"""ABlog's templates in ``html_sidebars``, under both of their names: what they show, and when."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from checker import problems_of_tree
from conftest import MakeSite, Site
from page import Page, select, text
from steps import clean, differences, edit
from writing import md

NAMES = ["postcard", "recentposts", "tagcloud", "categories", "archives", "authors", "languages", "locations"]
CONF: dict[str, Any] = {
    "extensions": ["myst_parser", "sphinx_blogext.ablog"],
    "blog_baseurl": "https://example.org/",
    "blog_authors": {"mei": ("Mei & Co", "https://mei.example/"), "jonas": ("Jonas", None), "li": ("Li Yi", "")},
    "blog_languages": {"en": ("English", None)},
    "html_sidebars": {
        "index": ["globaltoc.html"],
        "blog/p*": [f"ablog/{name}.html" for name in NAMES],
        "other": [f"{name}.html" for name in NAMES],
        "blog/tag/*": ["ablog/recentposts.html"],
    },
}


def post(number: int, title: str = "", **meta: Any) -> str:
    meta = {"blogpost": True, "author": "mei", "location": "Berlin", "language": "en", "category": "News", **meta}
    return md(title or f"Post {number}", "Lead.\n\nRest.\n", f"202{number // 3 + 2}-05-0{number}", **meta)


FILES = {
    "index.md": "# Home\n",
    # In no toctree: Sphinx writes documents again whose toctrees have one that is written.
    "other.md": "---\norphan: true\n---\n# Other\n",
    **{f"blog/p{n}.md": post(n, tags=["x"] + ["r&d"] * (n == 6)) for n in range(1, 8)},
    "blog/p0.md": md("Draft", date=None, author="li", blogpost=True),
    "blog/p3.md": post(3, title='A \\<script> & "b"', author="jonas", tags=["x"], category="Howto"),
}


def sidebars(page: Page) -> dict[str, Element]:
    """Return the sidebars of a page by the last of their classes, in order."""
    found = select(page.root, "div.ablog-sidebar-item")
    return {(element.get("class") or "").rpartition("__")[2]: element for element in found}


def items(sidebar: Element) -> list[tuple[str, str]]:
    return [(text(link), link.get("href") or "") for link in select(sidebar, "li a")]


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    site = make_shared_site(FILES, CONF)
    assert site.warnings == problems_of_tree(site.outdir, skip={"search.html"}) == []
    return site


def test_recent_posts_leave_out_the_one_that_is_read(site: Site) -> None:
    recent = sidebars(site.page("blog/p6"))["recentposts"]
    assert items(recent)[:2] == [("07 May - Post 7", "p7.html"), ("05 May - Post 5", "p5.html")]
    assert len(items(recent)) == 5
    # Names are escaped.
    assert ("03 May - A <script> & “b”", "blog/p3.html") in items(sidebars(site.page("other"))["recentposts"])
    elsewhere = sidebars(site.page("blog/tag/x"))["recentposts"]
    assert items(elsewhere)[:2] == [("07 May - Post 7", "../p7.html"), ("06 May - Post 6", "../p6.html")]


def test_all_eight_stand_under_both_names_and_count_posts(site: Site) -> None:
    found = sidebars(site.page("other"))
    assert list(sidebars(site.page("blog/p6"))) == NAMES
    # Where there is no post, there is no card of one.
    assert (list(found), sidebars(site.page("index"))) == (NAMES[1:], {})
    categories = [("Howto (1)", "blog/category/howto.html"), ("News (6)", "blog/category/news.html")]
    assert items(found["categories"]) == categories
    years = [("2024 (2)", "blog/2024.html"), ("2023 (3)", "blog/2023.html"), ("2022 (2)", "blog/2022.html")]
    assert items(found["archives"]) == years
    assert [label for label, _url in items(found["authors"])] == ["Jonas (1)", "Mei & Co (6)"]
    assert [label for label, _url in items(found["languages"])] == ["English (7)"]
    assert [label for label, _url in items(found["locations"])] == ["Berlin (7)"]
    headings = [text(select(element, "h3 a")[0]) for element in found.values()]
    assert headings == ["Recent Posts", "Tags", "Categories", "Archives", "Authors", "Languages", "Locations"]
    # The cloud is sized, and valid in a body.
    cloud = found["tagcloud"]
    sizes = [(text(tag), tag.get("class")) for tag in select(cloud, "ul.ablog-cloud li")]
    assert sizes == [("r&d", "ablog-cloud ablog-cloud-1"), ("x", "ablog-cloud ablog-cloud-5")]
    assert select(cloud, "link") == []
    assert ["blogext-ablog.css" in site.page(name).source for name in ("other", "index")] == [True, False]


def test_the_card_of_a_post_says_it_all_once(site: Site) -> None:
    page = site.page("blog/p6")
    card = sidebars(page)["postcard"]
    assert text(select(card, "h2")[0]) == "06 May 2024"
    lines = ["Author: Mei & Co", "Location: Berlin", "Language: English", "Category: News", "Tags: x r&d"]
    assert [text(item) for item in select(card, "li")] == lines
    assert items(card)[-2:] == [("x", "tag/x.html"), ("r&d", "tag/rd.html")]
    assert text(select(sidebars(site.page("blog/p0"))["postcard"], "li")[0]) == "Author: Li Yi"
    # What it says is not said below the heading again.
    assert page.all(".blog-post-header") == []


def test_the_words_are_those_of_the_site(make_site: MakeSite) -> None:
    own = {"_templates/ablog/archives.html": "<i class='own'>{{ gettext('Recent Posts') }}</i>"}
    conf = CONF | {"language": "zh_CN", "templates_path": ["_templates"]}
    site = make_site({"index.md": "# Home\n", "blog/p1.md": post(1), **own}, conf)
    # A template of the site asks Sphinx for them.
    assert text(select(site.page("blog/p1").root, ".own")[0]) == "最新文章"
    found = sidebars(site.page("blog/p1"))
    assert text(select(found["categories"], "h3")[0]) == "分类"
    assert text(select(found["postcard"], "h2")[0]) == "2022年5月1日"


@pytest.mark.slow
@pytest.mark.usefixtures("today")
def test_a_page_is_written_again_just_when_its_sidebars_change(make_site: MakeSite, tmp_path: Path) -> None:
    site = make_site(FILES, CONF)

    def written(change: Callable[[Site], None]) -> set[str]:
        before = {name: site.path(name).stat().st_mtime_ns for name in site.pages}
        change(site)
        site.build()
        return {name for name in site.pages if site.path(name).stat().st_mtime_ns != before.get(name)}

    assert written(edit("blog/p7.md", "Rest.", "Other rest.")) - {"search", "genindex"} == {"blog/p7"}
    # Nor has the title of a post that is not recent anything to do with sidebars.
    assert "other" not in written(edit("blog/p1.md", "# Post 1", "# Post one"))
    retitled = written(edit("blog/p7.md", "# Post 7", "# Post seven"))
    assert {"other", "blog/p1", "blog/tag/x"} <= retitled
    assert "index" not in retitled
    assert "other" in written(edit("blog/p1.md", '"x"', '"y"'))
    assert differences(site, clean(site, tmp_path / "clean")) == []


@pytest.mark.slow
def test_sidebars_may_be_named_by_options_of_a_theme(make_site: MakeSite) -> None:
    options = {"secondary_sidebar_items": ["ablog/postcard", "ablog/recentposts.html"]}
    conf = {"html_theme": "pydata_sphinx_theme", "html_sidebars": {"**": []}, "html_theme_options": options}
    site = make_site(FILES, CONF | conf)
    assert list(sidebars(site.page("blog/p1"))) == ["postcard", "recentposts"]
    assert site.page("blog/p1").all(".blog-post-header") == []
    site.edit("blog/p7.md", "# Post 7", "# Post seven").build()
    assert items(sidebars(site.page("index"))["recentposts"])[0][0] == "07 May - Post seven"

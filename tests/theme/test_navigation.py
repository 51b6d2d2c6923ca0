"""The contents of the site at the side of each page, in the theme ``blogext``."""

from xml.etree.ElementTree import Element

import pytest
from checker import problems_of_tree
from conftest import MakeSite, Site
from page import Page, elements, parse, select, text
from writing import many

from sphinx_blogext.theme.navigation import LIMIT, Entry, Navigation

INDEX = """Home
====

.. toctree::
   :caption: Learn & do
   :numbered:

   guide/index
   Own title <api>

.. toctree::
   :hidden:

   self
   Elsewhere <https://example.org/?a=1&b=2>
   blog/index
   genindex
"""
FILES = {
    "index.rst": INDEX,
    "guide/index.rst": "Guide\n=====\n\n.. toctree::\n   :glob:\n   :reversed:\n\n   part*\n",
    "guide/part1.rst": f"First *part*, ``code`` & :math:`x`\n{'=' * 40}\n\nText.\n\nSection\n-------\n",
    "guide/part2.rst": "Part two\n========\n\n.. toctree::\n\n   /guide/deep/page\n",
    "guide/deep/page.rst": "Deep page\n=========\n\nText.\n",
    "api.rst": "The API\n=======\n\nText.\n",
    "blog/index.rst": "News\n====\n\n.. postlist::\n   :paginate: 2\n",
    "notes/orphan.rst": ":orphan:\n\nOrphan\n======\n\nText.\n",
    **many(3, tags=["python"]),
}
CONF = {"html_theme": "blogext", "html_use_index": True}


def contents(page: Page) -> Element:
    (nav,) = [e for e in elements(page.root) if e.get("class") == "site-contents"]
    return nav


def outline(lists: Element, depth: int = 0) -> list[str]:
    """The lines of the contents, indented, those that lead to the page marked."""
    lines = []
    for item in lists:
        if item.tag == "ul":
            lines += outline(item, depth)
        elif item.tag == "details":
            lines += outline(item, depth + 1)
        elif item.tag == "li":
            links = [child for child in item if child.tag == "a"]
            mark = {"page": "* ", "true": "+ ", None: ""}[links[0].get("aria-current")] if links else ""
            lines.append("  " * depth + mark + (text(links[0]) if links else text(item)))
            lines += outline(item, depth)
    return lines


@pytest.fixture(scope="module", params=["html", "dirhtml"])
def site(request: pytest.FixtureRequest, make_shared_site: MakeSite) -> Site:
    return make_shared_site(FILES, CONF, request.param)


def test_every_kind_of_entry(site: Site) -> None:
    nav = contents(site.page("index"))
    assert outline(nav) == [
        "1. Guide",
        "  1.1. Part two",
        "    1.1.1. Deep page",
        "  1.2. First part, code & x",
        "2. Own title",
        "* Home",
        "Elsewhere",
        "News",
        "Index",
    ]
    assert [text(e) for e in nav if e.tag == "p"] == ["Learn & do"]
    (elsewhere,) = [e for e in elements(nav) if text(e) == "Elsewhere" and e.tag == "a"]
    assert elsewhere.get("href") == "https://example.org/?a=1&b=2"
    # Mark-up of titles is kept.
    assert [text(e) for e in select(nav, "em")] == ["part"]
    assert [text(e) for e in select(nav, "code")] == ["code"]


def test_the_branch_of_the_page_is_open(site: Site) -> None:
    nav = contents(site.page("guide/part2"))
    assert [line for line in outline(nav) if line.lstrip()[0] in "*+"] == ["+ 1. Guide", "  * 1.1. Part two"]
    is_open = {e.find("summary").get("aria-label"): e.get("open") is not None for e in select(nav, "details")}  # type: ignore[union-attr]
    assert is_open == {"Guide": True, "Part two": True}
    assert all(e.get("open") is None for e in select(contents(site.page("api")), "details"))
    # No link is dead.
    assert [problem for problem in problems_of_tree(site.outdir) if "search" not in problem] == []


def test_a_page_in_no_toctree_is_below_the_nearest_that_is(site: Site) -> None:
    for name in ("blog/p01", "blog/page/2", "blog/tag/python", "notes/orphan", "search"):
        marked = [line for line in outline(contents(site.page(name))) if line[0] in "*+"]
        assert marked == ["+ News"] * name.startswith("blog/"), name


def test_a_changed_title_is_followed_by_the_pages_that_are_written(make_site: MakeSite) -> None:
    site = make_site(FILES, CONF)
    site.edit("api.rst", "Text.", "Other text.")
    site.edit("guide/index.rst", "Guide\n=====", "Manual\n======").build()
    assert outline(contents(site.page("api")))[0] == "1. Manual"


def test_html_sidebars_replace_the_contents(make_site: MakeSite) -> None:
    sidebars = {"api": [], "index": ["blog/recent.html"], "guide/**": ["globaltoc.html", "blog/recent.html"]}
    site = make_site(FILES, CONF | {"html_sidebars": sidebars})

    def found(name: str) -> list[str]:
        classes = (e.get("class", "").split(" ")[0] for e in elements(site.page(name).root))
        return [name for name in classes if name in {"site-nav", "site-contents", "blog-sidebar"}]

    assert (found("api"), found("index")) == ([], ["site-nav", "blog-sidebar"])
    assert found("guide/index") == ["site-nav", "site-contents", "blog-sidebar"]
    assert found("blog/index") == ["site-nav", "site-contents"]


def test_titles_in_other_languages_say_so(make_site: MakeSite) -> None:
    """By their metadata, or by their characters."""
    files = {
        "index.md": "# Home\n\n```{toctree}\n:maxdepth: 3\nzh/index\nde\nen\n```\n",
        "zh/index.md": "# 指南 & A\n\n```{toctree}\npage\n```\n",
        "zh/page.md": "# 第一章\n\n正文。\n\n## 小节\n\n## 下一节\n",
        "de.md": "---\nlanguage: de\n---\n# Anleitung\n\n```{toctree}\nen\nB <http://[b/>\n```\n",
        "en.md": "---\nlanguage: en_GB\n---\n# 12 words\n",
    }
    site = make_site(files, CONF)

    def marks(name: str, selector: str) -> list[tuple[str, str | None]]:
        return [(text(e), e.get("lang")) for e in select(site.page(name).root, selector)]

    guide, chapter, german, english = ("指南 & A", "zh"), ("第一章", "zh"), ("Anleitung", "de"), ("12 words", None)
    sections, rest = [("小节", "zh"), ("下一节", "zh")], [german, english, ("B", None), english]
    assert marks("zh/page", ".site-contents a") == [guide, chapter, *rest]
    assert marks("zh/page", ".breadcrumbs a") == [guide]
    assert marks("zh/page", ".neighbours bdi") == [guide, german]
    # So does the text itself, and what stands at its side.
    page = site.page("zh/page")
    assert [e.get("lang") for e in (page.main, select(page.root, ".page-sections ul")[0])] == ["zh"] * 2
    assert site.page("en").main.get("lang") is None
    # In a text, what is in another language than it.
    assert marks("index", ".body .toctree-wrapper a") == [guide, chapter, *sections, *rest]
    assert marks("de", ".body .toctree-wrapper a") == [("12 words", "en"), ("B", None)]


def entries(names: range, prefix: str = "p") -> list[Entry]:
    return [Entry(f"{prefix}{n}", f"{prefix}{n}", f"\0{prefix}{n}.html", f"{prefix}{n}") for n in names]


def rendered(navigation: Navigation, page: str) -> list[str]:
    root = parse(navigation.render(page, f"{page}.html"))
    return outline(next(e for e in elements(root) if e.tag == "body"))


def test_a_large_site_is_cut_to_what_is_around_the_page() -> None:
    navigation = Navigation([("", entries(range(3000)))])
    before, after = ([f"p{n}" for n in places] for places in (range(1488, 1500), range(1501, 1513)))
    assert rendered(navigation, "p1500") == ["…", *before, "* p1500", *after, "…"]
    assert rendered(navigation, "p2") == ["p0", "p1", "* p2", *(f"p{n}" for n in range(3, 25)), "…"]
    assert (rendered(navigation, "p2999")[0], rendered(navigation, "p2999")[-1]) == ("…", "* p2999")
    assert len(rendered(Navigation([("", entries(range(LIMIT)))]), "p3")) == LIMIT
    # Other branches are left out of large sites.
    small, large = entries(range(3)), entries(range(40))
    small[0].children = entries(range(5), "child")
    large[0].children = entries(range(30), "child")
    large[1].children = entries(range(100, 130), "child")
    assert "  child1" in rendered(Navigation([("", small)]), "p1")
    in_large = rendered(Navigation([("", large)]), "child101")
    assert "+ p1" in in_large
    assert "  * child101" in in_large
    assert "  child0" not in in_large

"""Series: the order of their parts, the box in each post, and a chapter of a book."""

from itertools import product

import pytest
from checker import problems_of_tree
from conftest import MakeSite, Site
from page import elements, select, text
from writing import INDEX, md, rst

FILES = {
    "index.md": "# Home\n\n```{toctree}\nchapter\n```\n",
    "first.md": "---\norphan: true\n---\n# First\n\n```{postlist}\n:series: Pool\n:sort:\n```\n",
    "chapter.rst": "Chapter\n=======\n\n.. postlist::\n   :series: Pool\n   :toctree:\n",
    "blog/series/pool.md": "---\norphan: true\n---\n# The pool\n\nAn introduction.\n",
    "blog/a.md": md("A *first*", date="2024-01-05", series="Pool", series_index=1),
    "blog/b.rst": rst("B", date="2024-01-01", series="Pool", series_index="2"),
    "blog/c.md": md("C", date="2024-01-03", series=["pool", "Other"], pin=True),
    "blog/d.md": md("D", date="2024-01-02", series="Pool"),
    "blog/e.md": md("E", date="2024-01-04"),
}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    site = make_shared_site(FILES, {"blog_pagination": "stable", "blog_page_size": 2})
    assert site.warnings == problems_of_tree(site.outdir) == []
    return site


def test_the_page_of_a_series_begins_with_its_first_part(site: Site) -> None:
    assert "An introduction." in text(site.page("blog/series/pool").main)
    # So does a chapter, and a list on request.
    lists = {"blog/series/pool": ["A first", "B"], "blog/series/pool/page/2": ["D", "C"]}
    lists |= {"chapter": ["A first", "B", "D", "C"], "first": ["A first", "B", "D", "C"]}
    assert {name: site.page(name).posts for name in lists} == lists
    assert site.env.toctree_includes["chapter"] == ["blog/a", "blog/b", "blog/d", "blog/c"]


def test_each_post_has_a_box(site: Site) -> None:
    page = site.page("blog/b")
    (box,) = page.all("nav.blog-series")
    assert (box.get("aria-label"), text(select(box, "summary")[0])) == ("Series: Pool", "Part 2 of 4: Pool")
    assert [text(li) for li in select(box, ".blog-series-list li")] == ["A first", "B", "D", "C"]
    assert [text(e) for e in elements(box) if e.get("aria-current")] == ["B"]
    # The parts before and after it are below the text, and only there.
    assert select(box, ".blog-series-steps") == []
    steps = [(a.get("rel"), a.get("href")) for a in page.all(".blog-neighbours a")]
    assert steps == [("prev", "../blog/a.html"), ("next", "../blog/d.html")]
    # A series of one part has no box.
    assert site.page("blog/c").texts("nav.blog-series summary") == ["Part 4 of 4: Pool"]
    assert site.page("blog/e").all("nav.blog-series") == []


def test_versions_of_a_part_are_one(make_site: MakeSite) -> None:
    files = {}
    for (day, name), code in product(enumerate("abc", start=1), ("en", "zh")):
        meta = {"series": "S", "language": code, "translation_key": name}
        files[f"blog/{name}-{code}.md"] = md(f"{name} {code}", date=f"2024-01-{day:02}", **meta)
    del files["blog/b-zh.md"]
    site = make_site({**INDEX, **files})
    box = site.page("blog/a-zh").one("nav.blog-series")
    assert [text(li) for li in select(box, ".blog-series-list li")] == ["a zh", "b en", "c zh"]
    assert site.page("blog/series/s").posts == ["a en", "b en", "c en"]
    assert site.page("blog/series/s/language/zh").posts == ["a zh", "c zh"]


def test_the_page_of_a_series_is_its_contents(make_site: MakeSite) -> None:
    posts = {
        f"blog/s{n}.md": md(f"Part & {n}", f"About {n}.\n\n% more\n\nMore.\n", f"2024-01-{n:02}", series="S")
        for n in range(1, 6)
    }
    site = make_site({**INDEX, **posts}, {"blog_page_size": 2})
    first, last = site.page("blog/series/s"), site.page("blog/series/s/page/3")
    assert [ol.get("start") for page in (first, last) for ol in page.all("ol.blog-contents")] == ["1", "5"]
    assert (first.posts, last.posts) == (["Part & 1", "Part & 2"], ["Part & 5"])
    assert first.texts(".blog-compact-summary") == ["About 1.", "About 2."]
    # Nothing leads to where one is.
    assert [a.get("href") for a in first.all("ol.blog-contents a")] == ["../../blog/s1.html", "../../blog/s2.html"]

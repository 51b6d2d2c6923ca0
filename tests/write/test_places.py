"""Posts and lists have the place of the blog's page in the navigation of every theme."""

import posixpath
from urllib.parse import urljoin

import pytest
from conftest import MakeSite, Site
from page import classes, elements, select, text
from writing import many, md

FILES = {
    "index.md": "# Home\n\n```{toctree}\nguide\nblog/index\nother\n```\n",
    "guide.md": "# Guide\n\nText.\n",
    "other.md": "# Other\n\n```{toctree}\nkept\n```\n",
    # A post in a toctree.
    "kept.md": "---\nblogpost: true\ndate: 2024-02-02\n---\n# Kept\n",
    # A document in no toctree that is no post, and one that is a page of the blog.
    "alone.md": "---\norphan: true\n---\n# Alone\n",
    "blog/archive.md": "---\norphan: true\n---\n# All posts\n",
    "blog/index.md": "# News\n\n```{postlist}\n:paginate: 2\n```\n\n## Section\n\nText.\n",
    **many(3, tags=["python"], series="S"),
}
PAGES = ["p01", "page/2", "tag/python", "tag", "archive", "2024", "series/s", "subscribe"]
CURRENT = {"current", "md-nav__item--active"}


def leads(site: Site, name: str) -> list[tuple[str, str]]:
    """The entries of the navigation that are current on the page *name*, and what they lead to, from the root."""
    page, place = site.page(name), posixpath.relpath(site.path(name), site.outdir)
    items = [e for e in elements(page.root) if e.tag == "li" and classes(e) & CURRENT]
    links = [next(each for each in elements(item) if each.tag == "a") for item in items]
    for nav in (e for e in elements(page.root) if "site-contents" in classes(e)):
        links += [e for e in elements(nav) if e.tag == "a" and e.get("aria-current")]
    targets = ((text(link), urljoin(place, link.get("href", "").partition("#")[0])) for link in links)
    return list(dict.fromkeys(targets))


THEMES = ["furo", "pydata_sphinx_theme", "sphinx_rtd_theme", "blogext"]
MATERIAL = "sphinx_immaterial"


@pytest.mark.parametrize("theme", [*THEMES, pytest.param(MATERIAL, marks=pytest.mark.slow)])
def test_the_entry_of_the_blog_is_current(make_site: MakeSite, theme: str) -> None:
    conf: dict[str, object] = {"html_theme": theme}
    if theme == MATERIAL:
        pytest.importorskip(theme, reason="it is not installed: pip install --group more-themes")
        conf |= {"html_theme_options": {"font": False}, "extensions": ["myst_parser", "sphinx_blogext", theme]}
    site = make_site(FILES, conf)
    for name in ("blog/index", *(f"blog/{name}" for name in PAGES)):
        assert leads(site, name) == [("News", "blog/index.html")], name
    # A document and a post in toctrees have their own places, and what is in none has none.
    assert leads(site, "guide") == [("Guide", "guide.html")]
    assert [label for label, _target in leads(site, "kept")] in (["Other", "Kept"], ["Kept", "Other"])
    others = {"alone", "search", "genindex"} & set(site.pages)
    assert {name: leads(site, name) for name in others} == {name: [] for name in others}
    if theme == "pydata_sphinx_theme":
        # Beside the pages of the section there would be nothing; lists show something else.
        for name in ("blog/p01", "blog/tag/python"):
            assert select(site.page(name).root, "nav.bd-docs-nav") == []
        assert select(site.page("blog/tag/python").root, ".blog-rail nav")


def test_what_is_above_the_blog_is_above_its_posts(make_site: MakeSite) -> None:
    files = FILES | {
        "index.md": "# Home\n\n```{toctree}\nguide\nabout\nother\n```\n",
        "about.md": "# About `us`\n\n```{toctree}\nblog/index\n```\n",
    }
    site = make_site(files, {"html_theme": "blogext", "blog_title": "The blog of us all"})
    for name, own in {"blog/p01": [], "blog/tag/python": ["Tags"], "blog/page/2": []}.items():
        assert leads(site, name) == [("About us", "about.html"), ("News", "blog/index.html")], name
        steps = [text(e) for e in select(site.page(name).root, "nav.breadcrumbs a")]
        assert steps[-2 - len(own) :] == ["About us", "News", *own], name
        assert [text(e) for e in select(site.page(name).root, "nav.breadcrumbs code")] == ["us"]


def test_each_post_is_in_its_own_blog(make_site: MakeSite) -> None:
    files = {
        "index.md": "# Home\n\n```{toctree}\nself\nnews/index\ndev/index\n```\n",
        "news/index.md": "# News\n",
        "dev/index.md": "# Development\n",
        "news/a.md": md("A", tags="x"),
        "news/b.md": md("B", tags="y", blog="dev"),
        "dev/c.md": md("C", tags="x"),
        "dev/more.md": "---\norphan: true\n---\n# More\n\n```{postlist}\n:blog: '*'\n:paginate: 1\n```\n",
    }
    site = make_site(files, {"html_theme": "alabaster", "blogs": {"news": {}, "dev": {}}})
    places = {name: [label for label, _target in leads(site, name)] for name in site.pages}
    assert {name for name, labels in places.items() if labels == ["News"]} >= {"news/a", "news/tag/x", "news/2024"}
    assert {name for name, labels in places.items() if labels == ["Development"]} >= {
        *("news/b", "dev/c", "dev/tag/x", "dev/tag/y", "dev/more/page/2"),
    }
    assert places["dev/more"] == []


def test_posts_of_a_blog_that_is_the_site_are_at_its_home_page(make_site: MakeSite) -> None:
    files = {"index.md": "# Home\n\n```{toctree}\nself\n```\n", "p.md": md(tags="x")}
    site = make_site(files, {"html_theme": "alabaster", "blog_path": "."})
    assert [leads(site, name) for name in ("p", "tag/x", "archive")] == [[("Home", "index.html")]] * 3


def test_without_a_toctree_that_leads_to_the_blog_nothing_is_current(make_site: MakeSite) -> None:
    files = FILES | {"index.md": "# Home\n\n```{toctree}\nguide\nother\n```\n"}
    site = make_site(files, {"html_theme": "sphinx_rtd_theme"})
    assert [leads(site, f"blog/{name}") for name in PAGES] == [[]] * len(PAGES)
    # Not even breadcrumbs.
    assert [text(e) for e in select(site.page("blog/p01").root, "ul.wy-breadcrumbs li")][1] == "Post 01"

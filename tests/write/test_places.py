"""Posts and lists have the place of the blog's page in the navigation of every theme."""

import posixpath
from urllib.parse import urljoin

import pytest
from conftest import MakeSite, Site
from page import classes, elements, select, text
from writing import INDEX, many, md

#: Not among the requirements of the tests: ``pip install --group more-themes``.
MORE = ["shibuya", "sphinx_immaterial"]
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


def make(make_site: MakeSite, theme: str, files: dict[str, str] = FILES, **conf: object) -> Site:
    common: dict[str, object] = {"html_theme": theme}
    if theme in MORE:
        pytest.importorskip(theme, reason=f"{theme} is not installed: pip install --group more-themes")
    if theme == "sphinx_immaterial":
        common["html_theme_options"] = {"font": False}
        common["extensions"] = ["myst_parser", "sphinx_blogext", theme]
    return make_site(files, common | conf)


#: The first two differ from others only in what is around the list of entries.
SLOW = ("alabaster", "sphinx_book_theme", *MORE)


@pytest.mark.parametrize(
    "theme",
    [
        *(pytest.param(theme, marks=pytest.mark.slow) for theme in SLOW),
        *("furo", "pydata_sphinx_theme", "sphinx_rtd_theme", "blogext"),
    ],
)
def test_the_entry_of_the_blog_is_current(make_site: MakeSite, theme: str) -> None:
    site = make(make_site, theme)
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
        (sidebar,) = [e for e in elements(site.page("blog/p01").root) if e.get("id") == "pst-primary-sidebar"]
        assert "hide-on-wide" in classes(sidebar)


@pytest.mark.slow
def test_posts_have_their_language_where_a_theme_writes_no_sections(make_site: MakeSite) -> None:
    posts = {f"blog/{code}.md": md("T", "Text.\n", language=code) for code in ("en", "de", "ar")}
    site = make(make_site, "sphinx_immaterial", INDEX | posts)
    spoken = {}
    for code in ("en", "de", "ar"):
        around = [e for e in elements(site.page(f"blog/{code}").root) if any(c.tag == "h1" for c in elements(e))]
        spoken[code] = [(e.get("lang"), e.get("dir")) for e in around if e.tag == "div" and e.get("lang")]
    assert spoken == {"en": [("en", None)], "de": [("de", None)], "ar": [("ar", "rtl")]}


NESTED = FILES | {
    "index.md": "# Home\n\n```{toctree}\nguide\nabout/index\nother\n```\n",
    "about/index.md": "# About `us`\n\n```{toctree}\nteam\n../blog/index\n```\n",
    "about/team.md": "# Team\n",
}


@pytest.mark.parametrize("theme", ["pydata_sphinx_theme", "blogext"])
def test_what_is_above_the_blog_is_above_its_posts(make_site: MakeSite, theme: str) -> None:
    site = make(make_site, theme, NESTED, blog_title="The blog of us all")
    # The last step is the page itself.
    nav = {"pydata_sphinx_theme": "ul.bd-breadcrumbs a.nav-link", "blogext": "nav.breadcrumbs a"}[theme]
    for name, own in {"blog/p01": [], "blog/tag/python": ["Tags"], "blog/page/2": []}.items():
        assert leads(site, name) == [("About us", "about/index.html"), ("News", "blog/index.html")], name
        page = site.page(name)
        assert [text(e) for e in select(page.root, nav)][-2 - len(own) :] == ["About us", "News", *own], name
        assert [text(e) for e in select(page.root, f"{nav} code")] == ["us"]


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
    site = make(make_site, "alabaster", files, blogs={"news": {}, "dev": {}})
    places = {name: [label for label, _target in leads(site, name)] for name in site.pages}
    assert {name for name, labels in places.items() if labels == ["News"]} >= {"news/a", "news/tag/x", "news/2024"}
    assert {name for name, labels in places.items() if labels == ["Development"]} >= {
        *("news/b", "dev/c", "dev/tag/x", "dev/tag/y", "dev/more/page/2"),
    }
    assert places["dev/more"] == []


def test_posts_of_a_blog_that_is_the_site_are_at_its_home_page(make_site: MakeSite) -> None:
    files = {"index.md": "# Home\n\n```{toctree}\nself\n```\n", "p.md": md(tags="x")}
    site = make(make_site, "alabaster", files, blog_path=".")
    assert [leads(site, name) for name in ("p", "tag/x", "archive")] == [[("Home", "index.html")]] * 3


def test_without_a_toctree_that_leads_to_the_blog_nothing_is_current(make_site: MakeSite) -> None:
    files = FILES | {"index.md": "# Home\n\n```{toctree}\nguide\nother\n```\n"}
    site = make(make_site, "sphinx_rtd_theme", files)
    assert [leads(site, f"blog/{name}") for name in PAGES] == [[]] * len(PAGES)
    # Not even breadcrumbs.
    assert [text(e) for e in select(site.page("blog/p01").root, "ul.wy-breadcrumbs li")][1] == "Post 01"

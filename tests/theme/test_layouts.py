"""Pages with a layout of their own in the theme ``blogext``: ``layout: home``, and ``404.html``."""

from types import SimpleNamespace
from typing import Any

import pytest
from conftest import MakeSite, Site
from page import Page, classes, elements, select, text
from writing import many

from sphinx_blogext.base_url import site_path

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="5000" height="9000"><path d="M0 0{}"/></svg>'
HERO = """---
layout: home
---
# Rill

- not
- links

Streams in **small** steps.

More of it.
```python
rill.source()
```

- [Guide](guide.md)
- {doc}`Blog <blog/index>`
- [Code](https://example.org)

* [Not a button](guide.md)

```{postlist} 1
```
## Section

Text.
```{toctree}
guide
blog/index
```
"""
FILES = {
    "index.md": HERO,
    "guide.md": "# Guide\n\nText.\n\n## One\n\n## Two\n",
    "blog/index.md": "# Blog\n\n```{postlist}\n```\n",
    "blog/post.md": "---\ndate: 2026-01-01\n---\n# Post\n\nText.\n",
}
THEME = {"html_theme": "blogext"}
OTHER_THEMES = ("alabaster", "sphinx_rtd_theme")


def hero(page: Page) -> list[str]:
    """Return what the first parts of the front page are."""
    section = page.one("section.home")
    return [next((name for name in classes(part) if name.startswith("home-")), part.tag) for part in section]


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(FILES, THEME)


def test_hero_has_heading_paragraph_links_and_code_and_nothing_beside_it(site: Site) -> None:
    page = site.page("index")
    assert hero(page)[:5] == ["h1", "home-lede", "home-actions", "home-figure", "ul"]
    assert text(page.one(".home-lede")) == "Streams in small steps."
    assert page.texts(".home-actions a") == ["Guide", "Blog", "Code"]
    assert text(page.one(".home-figure pre")).strip() == "rill.source()"
    # The rest is all there, in its order.
    paragraphs = [text(part) for part in page.one("section.home") if part.tag == "p"]
    assert paragraphs == ["Streams in small steps.", "More of it."]
    assert page.posts == ["Post"]
    assert page.headings[0] == "Rill"
    assert "Section" in page.headings
    # Nothing is beside it.
    for selector in (".site-nav", ".page-sections", ".page-rail", ".neighbours"):
        assert not site.page("index").all(selector, site.page("index").root), selector
    assert site.page("guide").all(".site-nav", site.page("guide").root)


def test_without_a_heading_it_is_an_ordinary_page(make_site: MakeSite) -> None:
    site = make_site(FILES | {"index.md": "---\nlayout: home\n---\n\nText.\n"}, THEME)
    assert text(site.page("index").main).strip() == "Text."


@pytest.mark.parametrize(
    "theme", ["basic", "furo", *(pytest.param(t, marks=pytest.mark.slow) for t in OTHER_THEMES)]
)
def test_other_themes_have_a_lede_and_buttons_below_it(make_site: MakeSite, theme: str) -> None:
    site = make_site(FILES, {"html_theme": theme})
    page = site.page("index")
    marked = [name for part in page.root.iter() for name in classes(part) if name.startswith("home")]
    assert marked == ["home-lede", "home-actions"]
    assert page.texts(".home-actions a") == ["Guide", "Blog", "Code"]
    assert any("blogext.css" in (link.get("href") or "") for link in page.root.iter("link"))
    # All else is as on any page.
    plain = make_site(FILES | {"index.md": HERO.replace("layout: home", "other: home")}, {"html_theme": theme})
    assert sorted(page.texts("p")) == sorted(plain.page("index").texts("p"))
    assert site.path("guide").read_text() == plain.path("guide").read_text()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("# Rill\n", ["h1"]),
        ("# Rill\n\n```python\n1\n```\n", ["h1", "home-figure"]),
        ("# Rill\n\nText.\n\n- [a](guide.md) and more\n", ["h1", "home-lede", "ul"]),
        ("# Rill\n\n## One\n\nText.\n\n- [a](guide.md)\n", ["h1", "section"]),
        ("# Rill\n\n![](big.svg)\n\nText.\n", ["h1", "home-lede", "home-figure"]),
    ],
    ids=["heading", "no paragraph", "no list of links", "only sections", "picture first"],
)
def test_parts_may_be_missing(make_site: MakeSite, source: str, expected: list[str]) -> None:
    files = FILES | {"index.md": f"---\nlayout: home\n---\n{source}", "big.svg": SVG.format("")}
    site = make_site(files, THEME)
    assert hero(site.page("index")) == expected
    assert [problem for problem in site.warnings if "toctree" not in problem.message] == []


def test_a_theme_with_layouts_of_its_own_does_not_miss_this_one(make_site: MakeSite) -> None:
    layouts = """{%- if meta and meta.layout %}{% extends "layout/" + meta.layout + ".html" %}
{%- else %}{% extends "!page.html" %}{% endif %}"""
    files = {
        "_templates/page.html": layouts,
        "_templates/layout/wide.html": "wide",
        "index.md": HERO,
        "wide.md": "---\norphan: true\nlayout: wide\n---\n# Wide\n",
        "guide.md": "---\norphan: true\n---\n# Guide\n",
        "blog/index.md": "# Blog\n",
    }
    site = make_site(files, {"html_theme": "alabaster", "templates_path": ["_templates"]})
    assert site.page("index").texts("h1") == ["Rill¶"]
    assert site.path("wide").read_text() == "wide"


PAGES = {"index.md": "# Home\n\n```{toctree}\nguide\nblog/index\n```\n", "guide.md": "# Guide\n", **many(2)}
CONF = {"html_theme": "blogext", "html_theme_options": {"links": {"Guide": "guide"}}, "html_favicon": "icon.svg"}
OTHERS = {
    "blog/index.md": "# News\n\n```{postlist}\n```\n",
    "icon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
}


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
@pytest.mark.parametrize(
    ("base", "canonical", "root"),
    [
        ("https://example.org/", "", "/"),
        ("https://mei.github.io/rill", "", "/rill/"),
        ("", "", "/"),
        ("/", "https://rill.readthedocs.io/en/latest/", "/en/latest/"),
    ],
)
def test_its_links_hold_at_any_address(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch, builder: str, base: str, canonical: str, root: str
) -> None:
    monkeypatch.setenv("READTHEDOCS_CANONICAL_URL", canonical)
    site = make_site(PAGES | OTHERS, CONF | {"html_baseurl": base}, builder)
    page = Page(site.outdir / "404.html")
    urls = [
        value
        for element in elements(page.root)
        for name, value in element.items()
        if name in {"href", "src", "action", "data-content_root"}
    ]
    local = [url for url in urls if not url.startswith("#") and "://" not in url]
    assert len(local) >= 10
    for url in local:
        assert url.startswith(root)
        path = site.outdir / url.removeprefix(root).partition("?")[0]
        assert path.is_file() or (path / "index.html").is_file(), url
    assert "#content" in urls
    assert not (site.outdir / "404/index.html").exists()


@pytest.mark.parametrize(
    ("conf", "root"),
    [
        ({"html_baseurl": "https://example.org/x/", "blog_baseurl": None}, "/x/"),
        ({"html_baseurl": "https://example.org/x/", "blog_baseurl": "https://example.org/y/"}, "/y/"),
        ({"html_baseurl": "https://example.org/x/", "blog_baseurl": ""}, "/"),
        ({"html_baseurl": "https://example.org/x/", "blog_baseurl": "/"}, "/"),
        ({"html_baseurl": None}, "/"),
        ({"html_baseurl": "/x/"}, "/x/"),
        ({"html_baseurl": "https://[bad"}, "/"),
    ],
)
def test_its_path_is_that_of_the_base_url(conf: dict[str, Any], root: str) -> None:
    assert site_path(SimpleNamespace(**conf), {}) == root  # type: ignore[arg-type]


def test_what_it_says(make_site: MakeSite) -> None:
    site = make_site(PAGES | OTHERS, CONF | {"language": "zh_CN", "html_baseurl": "https://example.org/rill/"})
    page = Page(site.outdir / "404.html")
    assert page.title.startswith("找不到这个页面")
    assert [text(e) for e in page.all("h1")] == ["找不到这个页面"]
    assert "/rill/index.html" in page.links(".body a", page.root)
    assert select(page.root, "form.site-search")
    assert page.meta("robots") == ["noindex"]
    assert page.head_link("canonical") is None
    # No one is led to it.
    assert "404" not in (site.outdir / "sitemap.xml").read_text()
    assert "404" not in (site.outdir / "searchindex.js").read_text()
    assert not [name for name in site.pages if name != "404" and "404.html" in site.page(name).source]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("files", "conf"),
    [
        ({"404.md": "---\norphan: true\n---\n# Mine\n"}, {}),
        ({"_templates/own.html": "<h1>Mine</h1>"}, {"html_additional_pages": {"404": "own.html"}}),
        ({"_extra/404.html": "<h1>Mine</h1>"}, {"html_extra_path": ["_extra"], "exclude_patterns": ["_extra"]}),
    ],
)
def test_one_of_the_site_is_kept(make_site: MakeSite, files: dict[str, str], conf: dict[str, object]) -> None:
    site = make_site(
        {"index.md": "# Home\n"} | files, {"html_theme": "blogext", "templates_path": ["_templates"]} | conf
    )
    (heading,) = Page(site.outdir / "404.html").root.iter("h1")
    assert text(heading).startswith("Mine")
    # Other themes have none.
    assert not make_site({"index.md": "# Home\n"}).has("404")

"""Pages with a layout of their own in the theme ``blogext``: ``layout: home``, and ``404.html``."""

from types import SimpleNamespace
from typing import Any

import pytest
from conftest import MakeSite, Site
from page import Page, classes, elements, select, text

from sphinx_blogext.base_url import site_path

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
#: What else may be on a front page: its source, and its first parts.
PARTS = {
    "heading": ("# Rill\n", ["h1"]),
    "no links": ("# Rill\n\nText.\n\n- [a](guide.md) and more\n", ["h1", "home-lede", "ul"]),
    "only sections": ("# Rill\n\n## One\n\nText.\n\n- [a](guide.md)\n", ["h1", "section"]),
    "picture": ("# Rill\n\n![](big.svg)\n\nText.\n", ["h1", "home-lede", "home-figure"]),
}


def hero(page: Page) -> list[str]:
    """Return what the first parts of the front page are."""
    section = page.one("section.home")
    return [next((name for name in classes(part) if name.startswith("home-")), part.tag) for part in section]


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    parts = {f"{name}.md": f"---\nlayout: home\n---\n{source}" for name, (source, _) in PARTS.items()}
    parts |= {"text.md": "---\nlayout: home\n---\n\nText.\n", "big.svg": '<svg width="5000" height="9000"/>'}
    parts["rst.rst"] = ":layout: home\n\nRill\n====\n\n- `A <https://a.example>`_\n- :doc:`guide`\n"
    return make_shared_site(FILES | parts, THEME)


def test_hero_has_heading_paragraph_links_and_code_and_nothing_beside_it(site: Site) -> None:
    page = site.page("index")
    assert hero(page)[:5] == ["h1", "home-lede", "home-actions", "home-figure", "ul"]
    assert text(page.one(".home-lede")) == "Streams in small steps."
    assert page.texts(".home-actions a") == ["Guide", "Blog", "Code"]
    assert text(page.one(".home-figure pre")).strip() == "rill.source()"
    # The rest is all there, in its order.
    paragraphs = [text(part) for part in page.one("section.home") if part.tag == "p"]
    assert (paragraphs, page.posts) == (["Streams in small steps.", "More of it."], ["Post"])
    assert page.headings == ["Rill", "Section"]
    # Nothing is beside it.
    for selector in (".site-nav", ".page-sections", ".page-rail", ".neighbours"):
        assert not select(page.root, selector), selector
    assert select(site.page("guide").root, ".site-nav")


def test_parts_may_be_missing(site: Site) -> None:
    for name, (_source, expected) in PARTS.items():
        assert hero(site.page(name)) == expected, name
    assert hero(site.page("rst")) == ["h1", "home-actions"]
    # Without a heading it is an ordinary page.
    assert text(site.page("text").main) == "Text."
    assert [problem for problem in site.warnings if "toctree" not in problem.message] == []


@pytest.mark.parametrize("theme", ["basic", "furo"])
def test_other_themes_have_a_lede_and_buttons_below_it(make_site: MakeSite, theme: str) -> None:
    site = make_site(FILES, {"html_theme": theme})
    page = site.page("index")
    marked = [name for part in page.root.iter() for name in classes(part) if name.startswith("home")]
    assert (marked, page.texts(".home-actions a")) == (["home-lede", "home-actions"], ["Guide", "Blog", "Code"])
    assert any("blogext.css" in (link.get("href") or "") for link in page.root.iter("link"))
    assert not site.has("404")


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_a_page_is_shown_at_any_address_where_there_is_none(make_site: MakeSite, builder: str) -> None:
    conf = THEME | {"language": "zh_CN", "html_favicon": "icon.svg", "html_baseurl": "https://example.org/rill"}
    icon = {"icon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>"}
    site = make_site(FILES | icon, conf | {"html_theme_options": {"links": {"Guide": "guide"}}}, builder)
    page = Page(site.outdir / "404.html")
    names = ("href", "src", "action", "data-content_root")
    urls = [element.get(name, "#") for element in elements(page.root) for name in names]
    local = [url for url in urls if not url.startswith("#") and "://" not in url]
    assert len(local) >= 10
    for url in local:
        assert url.startswith("/rill/")
        path = site.outdir / url.removeprefix("/rill/").partition("?")[0]
        assert path.is_file() or (path / "index.html").is_file(), url
    assert "#content" in urls
    assert not (site.outdir / "404/index.html").exists()
    assert page.title.startswith("找不到这个页面")
    assert page.texts("h1") == ["找不到这个页面"]
    assert select(page.root, "form.site-search")
    assert page.meta("robots") == ["noindex"]
    assert page.head_link("canonical") is None
    # No one is led to it.
    assert "404" not in (site.outdir / "sitemap.xml").read_text()
    assert "404" not in (site.outdir / "searchindex.js").read_text()
    assert [name for name, file in site.bytes().items() if name.endswith(".html") and b"404.html" in file] == []


def test_its_path_is_that_of_the_base_url() -> None:
    environ = {"READTHEDOCS_CANONICAL_URL": "https://rill.readthedocs.io/en/latest/"}
    conf: dict[str, Any]
    for conf, root in (
        ({"html_baseurl": "https://example.org/x/", "blog_baseurl": None}, "/x/"),
        ({"html_baseurl": "https://example.org/x/", "blog_baseurl": "https://example.org/y/"}, "/y/"),
        ({"html_baseurl": "https://example.org/x/", "blog_baseurl": "/"}, "/"),
        ({"html_baseurl": "/"}, "/en/latest/"),
        ({"html_baseurl": "https://[bad"}, "/"),
    ):
        assert site_path(SimpleNamespace(**conf), environ) == root  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("files", "conf"),
    [
        ({"404.md": "---\norphan: true\n---\n# Mine\n"}, {}),
        ({"_extra/404.html": "<h1>Mine</h1>"}, {"html_extra_path": ["_extra"], "exclude_patterns": ["_extra"]}),
    ],
)
def test_one_of_the_site_is_kept(make_site: MakeSite, files: dict[str, str], conf: dict[str, object]) -> None:
    site = make_site({"index.md": "# Home\n"} | files, THEME | conf)
    (heading,) = Page(site.outdir / "404.html").root.iter("h1")
    assert text(heading).startswith("Mine")
    # The theme's takes its place when it is gone.
    site.configure(THEME if conf else THEME | {"exclude_patterns": ["404.md"]}).build()
    (heading,) = Page(site.outdir / "404.html").root.iter("h1")
    assert not text(heading).startswith("Mine")

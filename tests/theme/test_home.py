"""The front page of the theme ``blogext``: ``layout: home``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from page import classes, text

if TYPE_CHECKING:
    from conftest import MakeSite, Page, Site

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


def hero(page: Page) -> list[str]:
    """Return what the first parts of the front page are."""
    section = page.one("section.home")
    return [next((name for name in classes(part) if name.startswith("home-")), part.tag) for part in section]


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(FILES, THEME)


def test_hero_has_heading_paragraph_links_and_code(site: Site) -> None:
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


def test_nothing_is_beside_it(site: Site) -> None:
    for selector in (".site-nav", ".page-sections", ".page-rail", ".neighbours"):
        assert not site.page("index").all(selector, site.page("index").root), selector
    assert site.page("guide").all(".site-nav", site.page("guide").root)


def test_other_themes_show_an_ordinary_page(make_site: MakeSite) -> None:
    plain = HERO.replace("layout: home", "other: home")
    for theme in ("basic", "alabaster"):
        pages = [
            make_site(FILES | {"index.md": source}, {"html_theme": theme}).page("index").source
            for source in (HERO, plain)
        ]
        assert pages[0] == pages[1]


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


def test_a_document_without_a_heading_is_left_as_it_is(make_site: MakeSite) -> None:
    site = make_site(FILES | {"index.md": "---\nlayout: home\n---\n\nText.\n"}, THEME)
    assert text(site.page("index").main).strip() == "Text."


def test_pictures_for_both_color_schemes_stay_together(make_site: MakeSite) -> None:
    figure = "```{figure} big.svg\n:figclass: only-%s\n\nCaption.\n```\n\n"
    source = f"---\nlayout: home\n---\n# Rill\n\n{figure % 'light'}{figure % 'dark'}{figure % 'dark'}Text.\n"
    page = make_site(FILES | {"index.md": source, "big.svg": SVG.format("")}, THEME).page("index")
    assert [sorted(classes(part) & {"only-light", "only-dark"}) for part in page.all(".home-figure figure")] == [
        ["only-light"],
        ["only-dark"],
    ]
    assert hero(page) == ["h1", "home-lede", "home-figure", "figure"]


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

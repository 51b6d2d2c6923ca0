"""Lists of whole posts: ``:style: full``."""

from typing import Any

import pytest
from checker import problems_of_page
from conftest import MakeSite, Site
from page import elements, text
from writing import INDEX, md, rst

LONG = """The *lead*, with a note. [^a]

<!-- more -->

## First part

{ref}`Here <place-{n}>` and [there](#second-part-{n}).

```python
x = {n}
```

### Deeper

(place-{n})=
- [x] done

## Second part {n}

| a | b |
|---|---|
| 1 | 2 |

[^a]: The note.
"""
POSTS = {f"blog/p{n}.md": md(f"Post {n}", LONG.replace("{n}", str(n)), date=f"2024-01-0{n}") for n in (1, 2, 3)}
SHORT = {"blog/short.rst": rst("Short", "Only this [1]_.\n\n.. [1] A note.\n", date="2024-02-01")}
LIST = "# News\n\n```{{postlist}}{0}\n:style: full\n{1}```\n"
CONF: dict[str, Any] = {"myst_heading_anchors": 3, "html_baseurl": "https://example.org/"}
FILES = {
    **INDEX,
    **POSTS,
    **SHORT,
    "news.md": "---\norphan: true\n---\n" + LIST.format("", ":paginate: 2\n:feed:\n"),
}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(FILES, CONF)


@pytest.mark.parametrize("name", ["news", "news/page/2"])
def test_whole_posts_are_shown_below_their_titles(site: Site, name: str) -> None:
    assert site.warnings == []
    page = site.page(name)
    assert problems_of_page(site.path(name), site.outdir) == []
    assert page.posts == (["Short", "Post 3"] if name == "news" else ["Post 2", "Post 1"])
    for title in page.posts:
        teaser = page.teaser(title)
        assert "note" in text(teaser)
        levels = [e.tag for e in elements(teaser) if e.tag in {"h1", "h2", "h3", "h4", "h5"}]
        assert levels == (["h2"] if title == "Short" else ["h2", "h3", "h4", "h3"])
        assert [e for e in elements(teaser) if e.tag == "pre"] or title == "Short"
    assert page.all(".blog-read-more") == []
    identifiers = [e.get("id") for e in elements(page.root) if e.get("id")]
    assert len(identifiers) == len(set(identifiers))


@pytest.mark.slow
def test_lists_follow_what_whole_posts_show(make_site: MakeSite) -> None:
    """Below the marker, too, and what lists and references in a text show."""
    within = "Lead.\n\n<!-- more -->\n\n" + LIST.format(" 2", "").partition("\n\n")[2] + "\nSee [](p1.md).\n"
    files = FILES | {"blog/own.md": md("Own", within, date="2024-03-01")}
    site = make_site(files, CONF)
    assert site.warnings == []
    assert problems_of_page(site.path("news"), site.outdir) == []
    site.edit("blog/p3.md", "### Deeper", "### Deeper still")
    site.edit("blog/p1.md", "# Post 1", "# First post")
    site.build()
    assert "Deeper still" in site.page("news/page/2").source
    clean = make_site({name: (site.source / name).read_text() for name in files}, CONF)
    pages = {name: content for name, content in clean.bytes().items() if name.startswith(("news", "blog/p"))}
    assert {name: site.bytes()[name] for name in pages} == pages


def test_other_builders_have_links(make_site: MakeSite) -> None:
    assert make_site(FILES, CONF, "text").warnings == []


# A thousand is what Python allows functions to call each other.
@pytest.mark.parametrize("count", [40, pytest.param(1200, marks=pytest.mark.slow)])
def test_many_posts_on_one_page(make_site: MakeSite, count: int) -> None:
    posts = {f"blog/q{n}.md": md(f"Q{n}", "Lead.\n\n<!-- more -->\n\n## Part\n\nRest.\n") for n in range(count)}
    site = make_site({**INDEX, **posts, "news.md": "---\norphan: true\n---\n" + LIST.format("", "")}, CONF)
    assert len(site.page("news").posts) == count

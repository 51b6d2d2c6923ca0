"""With ``numfig``, a post in no toctree is numbered by itself: on its page, in lists, in feeds."""

import re
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from conftest import MakeSite, Site
from page import text
from steps import clean, differences
from writing import md

_GIF = b"GIF89a" + bytes.fromhex("01000100800000000000ffffff21f90401000000002c00000000010001000002024401003b")
MD = """Compare {numref}`fig-NAME`, {numref}`tab-NAME`, {numref}`code-NAME`, {eq}`one-NAME` and {eq}`two-NAME`.

```{math}
:label: one-NAME
a = b
```
$$c = d$$ (two-NAME)
```{figure} pic.gif
First
```
```{figure} pic.gif
:name: fig-NAME
Second
```
<!-- more -->
```{list-table} Third
:name: tab-NAME
* - a
```
```{code-block} python
:caption: Fourth
:name: code-NAME
pass
```
"""
SENTENCE = "Compare Fig. 2, Table 1, Listing 1, (1) and (2)."
FILES: dict[str, str | bytes] = {
    "index.md": "# Home\n\n```{toctree}\nguide\nblog/index\n```\n",
    "guide.md": "# Guide\n\n```{figure} blog/pic.gif\n:name: guide\nOf the guide\n```\n\nSee {numref}`guide`.\n",
    "blog/index.md": "# News\n\n```{postlist}\n```\n",
    "blog/pic.gif": _GIF,
    "blog/a.md": md("A", MD.replace("NAME", "a"), "2024-01-02"),
    "blog/b.md": md("B", MD.replace("NAME", "b"), "2024-01-01"),
    # Refers to both.
    "blog/c.md": md("C", "See {numref}`fig-a`, {eq}`two-b` and {numref}`guide`.\n", "2024-01-03"),
}


CONF = {"numfig": True, "blog_feed_fulltext": True}


def captions(element: Element, kind: str = "caption-number") -> list[str]:
    return [text(e).rstrip("¶") for e in element.iter() if kind in e.get("class", "").split()]


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(FILES, CONF)


@pytest.mark.parametrize("title", ["A", "B"])
def test_numbers_on_its_page_in_lists_and_feeds(site: Site, title: str) -> None:
    main = site.page(f"blog/{title.lower()}").main
    assert captions(main) == ["Fig. 1", "Fig. 2", "Table 1", "Listing 1"]
    assert captions(main, "eqno")[:2] == ["(1)", "(2)"]
    assert SENTENCE in text(main)
    for page in ("blog/index", "blog/2024"):
        teaser = site.page(page).teaser(title)
        assert (captions(teaser), captions(teaser, "eqno")) == (["Fig. 1", "Fig. 2"], ["(1)", "(2)"])
        assert SENTENCE in text(teaser)
    item = next(item for item in site.items() if item["title"] == title)
    words = " ".join(re.sub(r"<[^>]*>", " ", item["content_html"]).split())
    for number in ("Compare Fig. 2", "Fig. 1", "Fig. 2 Second", "Table 1 Third", "Listing 1"):
        assert number in words
    assert SENTENCE in item["summary"]


def test_references_to_other_documents(site: Site) -> None:
    assert site.warnings == []
    said = "See Fig. 2, (2) and Fig. 1."
    assert said in text(site.page("blog/c").main)
    assert site.page("blog/2024").teaser_text("C") == said
    # Documents in toctrees have Sphinx's own numbers.
    assert captions(site.page("guide").main) == ["Fig. 1"]


def test_posts_in_a_toctree_are_numbered_by_sphinx(make_site: MakeSite, tmp_path: Path) -> None:
    site = make_site(FILES | {"blog/index.md": "# News\n\n```{postlist}\n:toctree:\n```\n"}, CONF)
    assert site.warnings == []
    # The numbers run on in the order of the documents.
    assert captions(site.page("blog/a").main) == ["Fig. 2", "Fig. 3", "Table 1", "Listing 1"]
    assert captions(site.page("blog/b").main) == ["Fig. 4", "Fig. 5", "Table 2", "Listing 2"]
    # They end with the toctree.
    site.write("blog/index.md", "# News\n\n```{postlist}\n```\n").build()
    assert differences(site, clean(site, tmp_path / "clean")) == []


@pytest.mark.slow
def test_incremental_is_clean(make_site: MakeSite, tmp_path: Path) -> None:
    site = make_site(FILES, CONF)
    one = "```{math}\n:label: one-a"
    site.edit("blog/a.md", one, f"```{{figure}} pic.gif\nZero\n```\n\n{one}")
    assert captions(site.build().page("blog/a").main)[:3] == ["Fig. 1", "Fig. 2", "Fig. 3"]
    assert site.page("blog/2024").teaser_text("C").startswith("See Fig. 3")
    assert differences(site, clean(site, tmp_path / "clean")) == []

"""Lists by date, title and name, and feeds of lists."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import MakeSite
from feeds import ATOM, CHECKS
from writing import md

from sphinx_blogext.core.taxonomies import reading_order

pytestmark = pytest.mark.usefixtures("today")

POSTS = {
    "blog/a.md": md("v10", date="2024-01-01", updated="2024-05-01", tags=["x", "v10"]),
    "blog/b.md": md("Äpfel", date="2024-02-01", pin=True, tags=["Äpfel"]),
    "blog/c.md": md("v9", date="2024-03-01", tags=["x", "v9"]),
}

ORDERS = {
    "": ["Äpfel", "v9", "v10"],
    ":sort: date": ["Äpfel", "v9", "v10"],
    ":sort:": ["v10", "Äpfel", "v9"],
    ":sort: updated": ["v10", "v9", "Äpfel"],
    ":sort: title": ["Äpfel", "v9", "v10"],
    ":sort: updated\n:offset: 1": ["v9", "Äpfel"],
}


def test_a_list_may_be_in_another_order(make_site: MakeSite) -> None:
    lists = {f"l{n}.md": f"# List\n\n```{{postlist}}\n{options}\n```\n" for n, options in enumerate(ORDERS)}
    site = make_site({"index.md": "# Home\n", **lists, **POSTS})
    assert not site.blog_warnings
    assert {options: site.page(f"l{n}").posts for n, options in enumerate(ORDERS)} == ORDERS
    assert site.page("blog/tag").texts(".blog-terms a") == ["Äpfel", "v9", "v10", "x"]


LISTS = """# *Some* lists

```{postlist}
:tags: x
:sort: title
:feed:
```
```{postlist} 1
:feed:
```
```{postlist}
```
"""


ATOM_TYPE = "application/atom+xml"


def entries(path: Path, url: str) -> list[str | None]:
    assert CHECKS["atom.xml"](path.read_bytes(), url) == []
    return [title.text for title in ElementTree.parse(path).getroot().findall(f"{ATOM}entry/{ATOM}title")]


def test_a_list_may_be_a_feed(make_site: MakeSite) -> None:
    base = "https://example.org/"
    site = make_site(POSTS | {"index.md": LISTS, "guide/lists.md": f"---\norphan: true\n---\n{LISTS}"})
    assert not site.blog_warnings
    subscribe = site.page("blog/subscribe")
    assert subscribe.texts("h2") == ["Lists"]
    assert site.page("blog").head_links("alternate", ATOM_TYPE) == [f"{base}blog/atom.xml"]
    for name, folder in {"index": "", "guide/lists": "guide/lists/"}.items():
        own = [f"{base}{folder}atom.xml", f"{base}{folder}list-2/atom.xml"]
        assert site.page(name).head_links("alternate", ATOM_TYPE) == [f"{base}blog/atom.xml", *own]
        # By date, in whatever order the list is.
        assert [entries(site.outdir / url.removeprefix(base), url) for url in own] == [["v9", "v10"], ["Äpfel"]]
        assert set(own) <= set(subscribe.links("a"))
    # A post that the list gets is in the feed, and a list that is a feed no more leaves none behind.
    site.write("blog/d.md", md("New", date="2024-04-01", tags=["x"]))
    site.edit("index.md", "```{postlist} 1\n:feed:\n", "```{postlist} 1\n").build()
    assert entries(site.outdir / "atom.xml", f"{base}atom.xml") == ["New", "v9", "v10"]
    assert not (site.outdir / "list-2/atom.xml").exists()


NAMES = "3.9 3.10 2026 Äpfel Apfelmus apple b čaj écriture part-2 part-10 Zebra Жук и й か が 中文 한국".split()


def test_names_are_in_the_order_of_a_dictionary() -> None:
    assert sorted(sorted(NAMES), key=reading_order) == NAMES
    assert sorted(["résumé", "Resume"], key=reading_order) == ["Resume", "résumé"]
    # Numbers are ordered by their value.
    numbers = ["007", "8", "20", "100", "9" * 5000, "A", "b", "v", "v1.9", "V1.10", "v9", "v10", "标签2", "标签10"]
    assert sorted(sorted(numbers), key=reading_order) == numbers

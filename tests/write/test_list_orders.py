"""Lists by date, title and name, and feeds of lists."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import MakeSite, Site
from feeds import ATOM, CHECKS
from page import elements
from steps import clean, differences
from writing import INDEX, md

from sphinx_blogext.core.taxonomies import reading_order

pytestmark = pytest.mark.usefixtures("today")

POSTS = {
    "blog/a.md": md("banana", date="2024-01-01", updated="2024-05-01", tags=["x"]),
    "blog/b.md": md("Cherry", date="2024-02-01", pin=True),
    "blog/c.md": md("apple", date="2024-03-01", tags=["x"]),
}

ORDERS = {
    "": ["Cherry", "apple", "banana"],
    ":sort: date": ["Cherry", "apple", "banana"],
    ":sort:": ["banana", "Cherry", "apple"],
    ":sort: updated": ["banana", "apple", "Cherry"],
    ":sort: title": ["apple", "banana", "Cherry"],
    ":sort: title\n:limit: 2": ["apple", "banana"],
    ":sort: updated\n:offset: 1": ["apple", "Cherry"],
}


def test_a_list_may_be_in_another_order(make_site: MakeSite) -> None:
    lists = {f"l{n}.md": f"# List\n\n```{{postlist}}\n{options}\n```\n" for n, options in enumerate(ORDERS)}
    site = make_site({"index.md": "# Home\n", **lists, **POSTS})
    assert not site.blog_warnings
    assert {options: site.page(f"l{n}").posts for n, options in enumerate(ORDERS)} == ORDERS


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


def feed_links(site: Site, page: str) -> list[str]:
    return site.page(page).head_links("alternate", "application/atom+xml")


def entries(path: Path, url: str) -> list[str | None]:
    assert CHECKS["atom.xml"](path.read_bytes(), url) == []
    return [title.text for title in ElementTree.parse(path).getroot().findall(f"{ATOM}entry/{ATOM}title")]


@pytest.mark.parametrize("name", ["index", "guide/lists"])
def test_a_list_may_be_a_feed(make_site: MakeSite, tmp_path: Path, name: str) -> None:
    files = {"index.md": "# Home\n", **POSTS, f"{name}.md": f"---\norphan: true\n---\n{LISTS}"}
    site = make_site(files)
    assert not site.blog_warnings
    folder = "" if name == "index" else f"{name}/"
    base = "https://example.org/"
    own = [f"{base}{folder}atom.xml", f"{base}{folder}list-2/atom.xml"]
    assert feed_links(site, name) == [f"{base}blog/atom.xml", *own]
    assert feed_links(site, "blog") == [f"{base}blog/atom.xml"]
    # By date, in whatever order the list is.
    first, second = (entries(site.outdir / url.removeprefix(base), url) for url in own)
    assert first == ["apple", "banana"]
    assert second == ["Cherry"]
    subscribe = site.page("blog/subscribe")
    assert subscribe.texts("h2") == ["Lists"]
    assert set(own) <= set(subscribe.links("a"))
    # A post that the list gets is in the feed, and a list that is a feed no more leaves none behind.
    site.write("blog/d.md", md("New", date="2024-04-01", tags=["x"]))
    site.edit(f"{name}.md", "```{postlist} 1\n:feed:\n", "```{postlist} 1\n").build()
    assert entries(site.outdir / f"{folder}atom.xml", own[0]) == ["New", "apple", "banana"]
    assert not (site.outdir / f"{folder}list-2/atom.xml").exists()
    assert differences(site, clean(site, tmp_path / "clean")) == []


NAMES = "3.9 3.10 2026 Äpfel Apfelmus apple b čaj écriture part-2 part-10 Zebra Жук и й か が 中文 한국".split()


def test_names_are_in_the_order_of_a_dictionary() -> None:
    assert sorted(sorted(NAMES), key=reading_order) == NAMES
    assert sorted(["résumé", "Resume"], key=reading_order) == ["Resume", "résumé"]
    # Numbers are ordered by their value.
    numbers = ["007", "8", "20", "100", "9" * 5000, "A", "b", "v", "v1.9", "V1.10", "v9", "v10", "标签2", "标签10"]
    assert sorted(sorted(numbers), key=reading_order) == numbers


def test_terms_and_titles(make_site: MakeSite) -> None:
    names = ["zebra", "Äpfel", "apple", "écriture", "Eiche", "v10", "v9"]
    posts = {f"blog/{number}.md": md(name, tags=f"[{name}]") for number, name in enumerate(names)}
    expected = ["Äpfel", "apple", "écriture", "Eiche", "v9", "v10", "zebra"]
    titles = "# Lists\n\n```{postlist}\n:sort: title\n:style: titles\n```\n"
    site = make_site({**INDEX, **posts, "lists.md": titles})
    assert site.page("lists").texts(".blog-titles a") == expected
    terms = [text for text in site.page("blog/tag").texts("li a") if text in names]
    assert terms == expected


def test_parts_of_one_day_are_in_the_order_of_their_numbers(make_site: MakeSite) -> None:
    posts = {f"blog/part-{number}.md": md(f"Part {number}", series="S") for number in (1, 10, 2, 3)}
    site = make_site({**INDEX, **posts})
    for name in ("blog/series/s", "blog"):
        assert site.page(name).posts == ["Part 1", "Part 2", "Part 3", "Part 10"]
    links = [e for e in elements(site.page("blog/part-3").root) if e.get("rel")]
    targets = {e.get("rel"): e.get("href", "").rpartition("/")[2] for e in links if e.tag == "a"}
    assert (targets["prev"], targets["next"]) == ("part-2.html", "part-10.html")

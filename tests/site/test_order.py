"""The order of posts, parts, terms and titles."""

from conftest import MakeSite
from page import elements
from writing import INDEX, md

from sphinx_blogext.core.taxonomies import reading_order

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

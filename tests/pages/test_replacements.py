"""Pages that take the place of others, and what follows posts that are moved or changed."""

from typing import Any

import pytest
from conftest import MakeSite, Site
from sphinx.errors import ConfigError
from writing import md

# Not in a toctree: Sphinx leaves the neighbours in a toctree stale itself.
HOME = "# Home\n"


def _files(**more: str) -> dict[str, str]:
    posts = {
        f"blog/{name}.md": md(name.upper(), date=f"2024-01-0{n}", tags="x") for n, name in enumerate("abc", 1)
    }
    return {"index.md": HOME, **posts, **more}


def _is_clean(site: Site, make_site: MakeSite) -> None:
    """Check that the blog's pages are those of a clean build of the same sources."""
    names = [path.relative_to(site.source).as_posix() for path in site.source.rglob("*.md")]
    clean = make_site({name: (site.source / name).read_text(encoding="utf-8") for name in names})
    kept = {name: content for name, content in site.bytes().items() if name.startswith("blog")}
    assert kept == {name: content for name, content in clean.bytes().items() if name.startswith("blog")}


def test_a_moved_post_forwards_from_its_old_place_at_once(make_site: MakeSite) -> None:
    site = make_site(_files())
    site.delete("blog/a.md")
    site.write("blog/d.md", md("D", date="2024-01-01", tags="x", redirect="blog/a")).build()
    assert "url=../blog/d.html" in site.path("blog/a").read_text(encoding="utf-8")
    _is_clean(site, make_site)


@pytest.mark.parametrize("name", ["blog/2024", "blog/tag/x", "blog", "blog/archive"])
def test_a_document_takes_the_place_of_a_page_at_once(make_site: MakeSite, name: str) -> None:
    site = make_site(_files())
    site.write(f"{name}.md", "# Own\n\nOwn text.\n").build()
    assert site.page(name).headings[0] == "Own"
    assert "C" in site.page(name).source
    _is_clean(site, make_site)


@pytest.mark.parametrize("change", ["date: 2024-05-04", "date: 2024-01-03\nlanguage: zh"])
def test_the_neighbours_follow_a_post(make_site: MakeSite, change: str) -> None:
    site = make_site(_files())
    site.edit("blog/c.md", "date: 2024-01-03", change).build()
    _is_clean(site, make_site)


def test_a_slug_that_is_given_is_nobody_elses(make_site: MakeSite) -> None:
    files = {"blog/p.md": md("P", tags="Python"), "blog/q.md": md("Q", date="2024-02-02", tags="C")}
    site = make_site({"index.md": HOME, **files}, {"blog_tags": {"Python": {"slug": "c"}}})
    assert site.page("blog/tag/c").posts == ["P"]
    links = site.page("blog/tag").links(".blog-terms a")
    assert len(set(links)) == 2


@pytest.mark.parametrize(
    "value", [{"a": {"name": 5}}, {"a": {"name": "A", "social": ["x"]}}, {"a": {"slug": "X"}, "b": {"slug": "x"}}]
)
def test_wrong_descriptions_of_terms_are_named(make_site: MakeSite, value: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match="blog_authors"):
        make_site(_files(), {"blog_authors": value})


@pytest.mark.parametrize("tag", ['["\\ud800x"]', '["\\u0000nul"]', '"\\u0001 a"'])
def test_characters_that_no_page_may_hold_are_dropped(make_site: MakeSite, tag: str) -> None:
    site = make_site({"index.md": HOME, "blog/p.md": f"---\ndate: 2024-01-01\ntags: {tag}\n---\n# P\n"})
    assert site.warnings == []
    assert site.page("blog/tag").texts(".blog-terms a")[0] in {"x", "nul", "a"}


def test_a_document_that_is_a_further_page_knows_its_neighbours(make_site: MakeSite) -> None:
    site = make_site(_files(**{"blog/page/2.md": "---\norphan: true\n---\n# Own\n"}), {"blog_page_size": 1})
    page = site.page("blog/page/2")
    assert page.posts == ["B"]
    assert page.head_link("prev") == "../../blog.html"
    assert page.head_link("next") == "3.html"

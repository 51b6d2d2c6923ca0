"""Taxonomies that a site has beside those of every blog, their levels, and what terms are called in a language."""

from typing import Any

import pytest
from conftest import MakeSite
from page import select
from sphinx.util.inventory import InventoryFile
from writing import md, rst

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.config.taxonomies import TAXONOMY_TABLES
from sphinx_blogext.core.metadata import DRAFT_WORDS, keys_of
from sphinx_blogext.core.taxonomies import TAXONOMIES

pytestmark = pytest.mark.usefixtures("today")

CONF: dict[str, Any] = {"html_theme": "blogext", "blog_feed_archives": True}
LISTS = (
    "# Home\n\n{blog:project}`apollo` {blog:project}`nobody`\n\n"
    "```{postlist}\n:project: apollo\n:format: '{title} of {project}'\n```\n\n```{blog-terms} projects\n```\n"
)


def test_one_of_its_own_is_as_good_as_one_of_ours(make_site: MakeSite) -> None:
    terms = {"apollo": {"label": "Apollo 11", "slug": "moon"}}
    table = {"project": {"plural": "projects", "label": "Project", "terms": terms}}
    files = {
        "index.md": LISTS,
        "blog/a.rst": rst("A", "Text.\n", project="apollo, C++"),
        "blog/b.md": md("B", "Text.\n", project="Apollo 11", date="2024-05-07"),
        "blog/c.md": md("C", "Text.\n", projects=["3.10"], date="2024-05-08"),
        "blog/draft.md": md("Draft", "Text.\n", "2030-01-04", project="Later"),
        "blog/project/3.10.md": "---\norphan: true\n---\n# Python 3.10\n\nOwn text.\n",
    }
    sidebars = {"html_sidebars": {"**": ["blog/taxonomies.html"]}}
    site = make_site(files, CONF | {"blog_taxonomies": table} | sidebars)
    assert [warned.message for warned in site.warnings] == ["the blog has no project 'nobody'"]
    assert site.page("blog/project/moon").posts == ["B", "A"]
    assert site.page("blog/project/moon").headings[0] == "Project: Apollo 11"
    home = site.page("index")
    assert home.links("p a")[0] == "blog/project/moon.html"
    assert home.texts(".blog-titles li") == ["B of Apollo 11", "A of Apollo 11, C++"]
    assert home.texts(".blog-terms a") == ["3.10", "Apollo 11", "C++"]
    # A document is the page of its term.
    assert site.page("blog/project/3.10").posts == ["C"]
    assert "Own text." in site.page("blog/project/3.10").texts("p")
    assert "Apollo 11" in site.page("blog/b").texts(".blog-meta .blog-term")
    links = [a.get("href") for a in select(home.root, ".blog-sidebar-projects a")]
    assert links == [f"./blog/project/{name}.html" for name in ("3.10", "moon", "c-plus-plus")]
    assert len(site.items("blog/project/moon")) == 2
    with (site.outdir / "objects.inv").open("rb") as file:
        objects = InventoryFile.load(file, "", lambda base, uri: base + uri)
    assert "blog/project/moon.html" in str(objects["blog:project"]["apollo"])


CATEGORIES = {
    "index.md": "# Home\n\n```{postlist}\n:category: science\n```\n\n{blog:category}`science/physics`\n",
    "blog/a.md": md("A", "Text.\n", "2024-01-01", category="Science/Physics", tags="c/c++"),
    "blog/b.rst": rst("B", "Text.\n", "2024-01-02", category="phys / Optics"),
    "blog/c.md": md("C", "Text.\n", "2024-01-03", category="science"),
    "blog/d.md": md("D", "Text.\n", "2024-01-04", categories=["arts/physics", "/arts//page/"]),
}
BUILT_IN: dict[str, Any] = {
    "blog_taxonomies": {"category": {"nested": True}},
    "blog_categories": {
        "science/physics": {"label": "Natural Physics", "slug": "nature", "aliases": ["phys"]},
        "arts/physics": {"slug": "nature"},
    },
}


def test_a_post_of_a_term_is_one_of_what_that_is_part_of(make_site: MakeSite) -> None:
    site = make_site(CATEGORIES, CONF | BUILT_IN)
    assert site.warnings == []
    listed = {"science": "CBA", "science/nature": "BA", "science/nature/optics": "B", "arts/nature": "D"}
    for page, posts in listed.items():
        assert site.page(f"blog/category/{page}").posts == list(posts), page
    assert site.page("index").posts == ["C", "B", "A"]
    assert "blog/category/science/nature.html" in site.page("index").links("p a")
    # The oldest spelling of a level is the one shown.
    assert site.page("blog/category/science/nature").headings[0] == "Posts in “Science / Natural Physics”"
    # A level that is called as a page of the term above has another name there.
    assert not site.has("blog/category/arts/page")
    assert [link for link in site.page("blog/category").links() if "/arts/page-" in link]
    # A level is part of other names by its alias, too, which has a redirect.
    assert 'http-equiv="refresh"' in site.page("blog/category/phys").source
    # Its own terms are those that the post names.
    assert site.page("blog/b").texts(".blog-meta .blog-term") == ["Science / Natural Physics / Optics"]
    assert site.page("blog/category/science").links(".blog-ways a") == ["../../blog/category/science/nature.html"]
    # A slash in the name of a tag is still a letter like any other.
    tags = [name for name in site.pages if name.startswith("blog/tag/")]
    assert [name.count("/") for name in tags] == [2]
    assert (site.outdir / "blog/category/science/nature/atom.xml").is_file()


BILINGUAL = {
    "index.md": "# Home\n",
    "blog/a.md": md("A", "Text.\n", "2024-01-01", tags=["systems"], language="en"),
    "blog/b.md": md("乙", "文字。\n", "2024-01-02", tags=["系统", "plain"], language="zh"),
}


def test_a_label_is_in_the_language_of_its_list_or_post(make_site: MakeSite) -> None:
    tag = {"systems": {"label": {"en": "Systems", "zh": "系统"}}}
    site = make_site(BILINGUAL, CONF | {"blog_tags": tag, "language": "zh_CN", "blog_page_size": 1})
    assert not site.blog_warnings
    # By any of its labels a post calls one term.
    assert site.page("blog/tag/systems").posts + site.page("blog/tag/systems/page/2").posts == ["乙", "A"]
    for page, name in {"": "系统", "/language/zh": "系统", "/language/en": "Systems"}.items():
        assert name in site.page(f"blog/tag/systems{page}").headings[0]
    tags = {"blog/a": ["Systems"], "blog/b": ["系统", "plain"], "blog/language/zh": ["系统", "plain"]}
    tags |= {"blog": ["系统", "plain"], "blog/page/2": ["系统"]}
    assert {page: site.page(page).texts(".blog-tags li") for page in tags} == tags
    # Readers search in their own, by what stands in the tree of a document when it is indexed.
    doctree = site.env.get_and_resolve_doctree("blog/a", site.app.builder)
    found = "; ".join(node.astext() for node in doctree.findall(blog_nodes.search_words))
    assert all(name in found for name in ("Systems", "系统"))


def test_no_key_or_field_of_ours_is_taken(make_site: MakeSite) -> None:
    """Whatever templates find in posts and sidebars is no name of a taxonomy."""
    files = {
        "index.md": "# Home\n",
        "blog/a.md": md("A"),
        "_templates/blog/meta.html": "<p class='fields'>{{ post | list | join(' ') }}</p>",
        "_templates/blog/recent.html": "<p class='fields'>{{ blog | list | join(' ') }}</p>",
    }
    site = make_site(files, {"templates_path": ["_templates"], "html_sidebars": {"**": ["blog/recent.html"]}})
    shown = [e for page in ("blog/a", "blog") for e in select(site.page(page).root, "p.fields")]
    fields = {name for element in shown for name in (element.text or "").split()}
    assert len(fields) > 30
    # Other engines' words for drafts are also names that sites give to taxonomies.
    for name in fields | (keys_of(TAXONOMIES).keys() - DRAFT_WORDS):
        assert not TAXONOMY_TABLES.is_valid({name: {}}), name


def test_names_of_levels_are_those_of_no_other_page_or_file(make_site: MakeSite) -> None:
    names = ["a/b/2", "a/c", "d/c", "a/atom.xml", "a/rss.xml"]
    posts = {f"blog/p{n}.md": md(f"P{n}", topic=name) for n, name in enumerate(names)}
    evil = [*r".. ../.. a/../b .hidden/x con/nul / // %2e%2e/x a\b/c".split(), "e/" + "b" * 300]
    terms = {"a/b": {"slug": "page"}, "a/c": {"slug": "x"}, "d/c": {"slug": "x"}}
    topic = {"plural": "topics", "nested": True, "terms": terms}
    conf = {"blog_taxonomies": {"topic": topic}, "blog_feed_archives": True, "blog_page_size": 2}
    site = make_site({"index.md": "# Home\n", **posts, "blog/evil.md": md("Evil", topic=evil)}, conf)
    assert len(site.page("blog/topic/a/page/2").posts) == 2
    assert (site.page("blog/topic/a/x").posts, site.page("blog/topic/d/x").posts) == (["P1"], ["P2"])
    assert all((site.outdir / f"blog/topic/a/{name}.xml").is_file() for name in ("atom", "rss"))
    assert len([name for name in site.pages if name.startswith("blog/topic/")]) > 15
    assert not [name for name in site.pages if ".." in name or "/." in name]
    assert not (site.outdir.parent / "x.html").exists()
    assert not any(part.startswith("con.") for name in site.pages for part in f"{name}.".lower().split("/"))

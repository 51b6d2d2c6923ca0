"""Where the pages of a blog are, whatever documents replace them, and that every link leads to them."""

import pytest
from checker import problems_of_tree
from conftest import MakeSite
from page import select
from writing import INDEX, TEASER, md

from sphinx_blogext.core.addresses import folder_of, further_list, further_page, page_of

SIDEBARS = ["recent", "tags", "categories", "archives", "authors", "languages", "feeds"]
CONF = {
    "html_sidebars": {"**": [f"blog/{name}.html" for name in SIDEBARS]}, "blog_feed_archives": True,
    "blog_page_size": 1, "blog_tags": {"python": {"aliases": ["py"]}}, "blog_authors": {"mei": ("Mei", None)},
}  # fmt: skip


def posts(root: str) -> dict[str, str]:
    meta = {"tags": ["python", "c"], "category": "Notes", "author": "mei"}
    return {
        f"{root}/a.md": md("A", TEASER, "2024-01-02", language="en", **meta),
        f"{root}/b.md": md("B", TEASER, "2024-01-03", language="de", **meta),
        f"{root}/c.md": md("C", TEASER, "2023-01-03", language="en", **meta),
    }


#: The path of the blog, and the documents that replace pages of it.
INDEXES = ("", "tag/", "tag/python/", "2024/", "archive/", "subscribe/", "language/en/", "category/")
SITES = {
    "none": ("blog", []), "page": ("blog", ["blog.md"]), "deep": ("news/blog", ["news/blog/index.md"]),
    "indexes": ("blog", [f"blog/{name}index.md" for name in INDEXES]),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("builder", ["html", "dirhtml"])
@pytest.mark.parametrize("name", SITES)
def test_every_link_of_the_sidebars_leads_to_a_page(name: str, builder: str, make_site: MakeSite) -> None:
    root, owners = SITES[name]
    documents = {owner: f"# {owner}\n" for owner in owners}
    site = make_site({**INDEX, **posts(root), **documents}, CONF | {"blog_path": root}, builder)
    assert site.blog_warnings == []
    assert problems_of_tree(site.outdir) == []
    assert len(select(site.page("index").root, ".blog-sidebar")) == len(SIDEBARS)


@pytest.mark.parametrize(
    ("docname", "folder"), [("index", ""), ("blog", "blog"), ("blog/index", "blog"), ("reindex", "reindex")]
)
def test_pages_below_a_document(docname: str, folder: str) -> None:
    assert folder_of(docname) == folder
    assert further_page(folder, 2) == (f"{folder}/page/2" if folder else "page/2")
    assert further_list(folder, 2) == (f"{folder}/list-2" if folder else "list-2")


def test_a_document_replaces_a_page() -> None:
    assert page_of("x", {"x", "x/index"}) == "x"
    assert page_of("x", {"x/index"}) == "x/index"
    assert page_of("x", {"y"}) == "x"

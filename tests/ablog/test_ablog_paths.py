"""``blog_path = "index"``: the front page of the site, or of a folder, is the list, and all else is below it."""

import pytest
from checker import problems_of_tree
from conftest import MakeSite
from sphinx.errors import ConfigError
from writing import md, rst

CONF = {
    "extensions": ["myst_parser", "sphinx_blogext.ablog"],
    "blog_baseurl": "https://example.org/",
    "blog_feed_archives": True,
    "blog_post_pattern": "p/*",
    "blog_page_size": 1,
}
LINKS = " ".join(f":ref:`{name}`" for name in ("blog-posts", "blog-tags", "tag-python", "blog-feed", "two"))
FILES = {
    "index.rst": f"Home\n====\n\n{LINKS}\n\n.. postlist::\n",
    "p/one.md": md("One", date="2024-01-10", tags=["python"]),
    "p/two.rst": rst("Two", date="2024-02-10", tags="python, sphinx"),
}
#: What ABlog writes below the page of the blog.
BELOW = ("2024", "archive", "drafts", "tag", "tag/python", "tag/sphinx")


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
@pytest.mark.parametrize(
    ("path", "files"),
    [
        ("index", {}),
        ("blog/index", {}),
        ("blog/index", {"blog/index.rst": ":orphan:\n\nNews\n====\n\nReplaced.\n"}),
    ],
)
def test_the_list_is_on_a_page_called_index(
    make_site: MakeSite, path: str, files: dict[str, str], builder: str
) -> None:
    site = make_site({**FILES, **files}, CONF | {"blog_path": path}, builder=builder)
    assert site.warnings == []
    assert site.page(path).posts == ["Two"]
    assert site.page(f"{path}/page/2").posts == ["One"]
    assert [name for name in BELOW if not site.has(f"{path}/{name}")] == []
    assert (site.outdir / path / "atom.xml").is_file()
    assert (site.outdir / path / "tag/python/atom.xml").is_file()
    assert "Replaced" not in site.page(path).source
    if path == "blog/index":
        links = [link.replace("index.html", "").replace(".html", "/") for link in site.page("index").links("p a")]
        expected = ["blog/", *(f"blog/index/{name}/" for name in ("tag", "tag/python")), "p/two/"]
        assert [link for link in links if "atom.xml" not in link] == expected
    assert problems_of_tree(site.outdir) == []


def test_natively_such_a_path_is_an_error(make_site: MakeSite) -> None:
    """But ``index`` alone means that the whole site is a blog."""
    with pytest.raises(ConfigError, match="blog_path = "):
        make_site(FILES, {"blog_path": "blog/index"})

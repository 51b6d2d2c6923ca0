"""Addresses on sites that have moved from ABlog: labels, feeds of terms and years, and a list called ``index``."""

import pytest
from checker import problems_of_tree
from conftest import MakeSite
from page import text
from sphinx.errors import ConfigError
from sphinx.util.inventory import InventoryFile
from writing import md, rst

CONF = {"extensions": ["myst_parser", "sphinx_blogext.ablog"], "blog_baseurl": "https://example.org/"}
FILES = {
    "index.md": "# Home\n\n[The last](new-system), [](tag-nodejs), [](blog-tags), [own](own), [file](notes).\n",
    "any.rst": ":orphan:\n\nAny\n===\n\n:any:`new-system` and :any:`the folder <2023>`\n",
    "notes.md": "---\norphan: true\n---\n\n(own)=\n\n# Notes\n",
    "posts/2022/new-system.md": md("New system", blogpost=True, tags=["Node.js"]),
    "posts/2023/index.rst": rst("The year"),
    # The site's own label, and its own document, are not replaced.
    "posts/own.rst": rst("A post"),
    "posts/notes.rst": rst("Other notes"),
}


def test_links_by_file_name_lead_to_posts(make_site: MakeSite) -> None:
    site = make_site(FILES, CONF)
    assert site.warnings == []
    links = [(text(link), link.get("href")) for link in site.page("index").all("p a")]
    assert links == [
        ("The last", "posts/2022/new-system.html"),
        ("Node.js", "blog/tag/nodejs.html"),
        ("Tags", "blog/tag.html"),
        ("own", "notes.html#own"),
        ("file", "notes.html"),
    ]
    links = [(text(link), link.get("href")) for link in site.page("any").all("p a")]
    assert links == [("New system", "posts/2022/new-system.html"), ("the folder", "posts/2023/index.html")]
    # Other projects find posts by file name, too.
    own = {"new-system": "posts/2022/new-system.html", "2023": "posts/2023/index.html", "own": "notes.html#own"}
    with (site.outdir / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "", lambda base, uri: base + uri)["std:label"]
    # Items are tuples of project, version, URL and text.
    assert {label: item[2] for label, item in inventory.items()}.items() >= own.items()


SEEN = {"fontawesome_included": True, "blog_feed_subtitle": "Words"}
CONF_OF_FEED = CONF | SEEN | {"blog_feed_archives": True}
FILES_OF_FEED = {"index.rst": "Home\n====\n", "one.rst": rst("One", tags="r&d")}
ARCHIVES = ("blog/2024", "blog/tag/rd")


def test_terms_and_years_have_atom_feeds_alone(make_site: MakeSite) -> None:
    site = make_site(FILES_OF_FEED, CONF_OF_FEED | {"blog_feed_templates": {"atom": {}, "social": {}}})
    assert site.warnings == []
    feeds = [sorted(path.name for path in (site.outdir / folder).glob("*.*")) for folder in ARCHIVES]
    assert feeds == [["atom.xml", "social.xml"]] * 2
    assert {"atom.xml", "rss.xml", "feed.json"} < {path.name for path in (site.outdir / "blog").glob("*.*")}
    head = site.page("blog/tag/rd").head_links("alternate")
    assert [link for link in head if "/tag/" in link] == ["https://example.org/blog/tag/rd/atom.xml"]
    years = [link for link in site.page("blog/subscribe").links() if "/2024/" in link]
    assert years == ["https://example.org/blog/2024/atom.xml"]
    assert "<subtitle>Words</subtitle>" in (site.outdir / "blog/tag/rd/atom.xml").read_text("utf-8")
    icons = [link.get("href") for name in ARCHIVES for link in site.page(name).all("h1 a")]
    assert icons == ["2024/atom.xml", "rd/atom.xml"]
    site.configure(CONF_OF_FEED | {"extensions": ["sphinx_blogext"], "blog_post_pattern": "*"})
    assert (site.build().outdir / "blog/2024/rss.xml").is_file()


CONF_OF_PATH = CONF_OF_FEED | {"blog_title": "Notes", "blog_post_pattern": "p/*", "blog_page_size": 1}
LINKS = " ".join(f":ref:`{name}`" for name in ("blog-posts", "blog-tags", "tag-python", "blog-feed", "two"))
FILES_OF_PATH = {
    "index.rst": f"Home\n====\n\n{LINKS}\n\n.. postlist::\n",
    "p/one.md": md("One", date="2024-01-10", tags=["python"]),
    "p/two.rst": rst("Two", date="2024-02-10", tags="python, sphinx"),
}
#: What ABlog writes below the page of the blog.
BELOW = ("2024", "archive", "drafts", "tag", "tag/python", "tag/sphinx")


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
@pytest.mark.parametrize("path", ["index", "blog/index"])
def test_the_list_is_on_a_page_called_index(make_site: MakeSite, path: str, builder: str) -> None:
    site = make_site(FILES_OF_PATH, CONF_OF_PATH | {"blog_path": path}, builder=builder)
    assert (site.warnings, site.page(path).posts, site.page(f"{path}/page/2").posts) == ([], ["Two"], ["One"])
    assert [name for name in BELOW if not site.has(f"{path}/{name}")] == []
    assert all((site.outdir / path / name).is_file() for name in ("atom.xml", "tag/python/atom.xml"))
    if path == "blog/index":
        assert site.page("index").texts("p a")[:5] == ["Posts", "Tags", "python", "Notes Feed", "Two"]
        links = [link.replace("index.html", "").replace(".html", "/") for link in site.page("index").links("p a")]
        expected = ["blog/", *(f"blog/index/{name}/" for name in ("tag", "tag/python")), "p/two/"]
        assert [link for link in links if "atom.xml" not in link] == expected
    assert problems_of_tree(site.outdir) == []


def test_natively_such_a_path_is_an_error(make_site: MakeSite) -> None:
    """But ``index`` alone means that the whole site is a blog."""
    with pytest.raises(ConfigError, match="blog_path = "):
        make_site(FILES_OF_PATH, {"blog_path": "blog/index"})

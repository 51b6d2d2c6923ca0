"""A blog that is the whole site: its list is the home page, and its other pages are beside that."""

import json
from typing import Any

import pytest
from checker import problems_of_tree
from conftest import MakeSite, Site
from steps import delete, edit, setting, write
from writing import many, md, rst

pytestmark = pytest.mark.usefixtures("today")

POSTS = many(5, "", tags=["a", "b"], category="C", author="mei", series="S")
FILES = {
    "index.md": "# Notes\n\nWelcome.\n\n```{toctree}\n:hidden:\n\nabout\nguide/index\n```\n\n{blog:tag}`a`\n",
    **{name.lstrip("/"): source for name, source in POSTS.items()},
    "zh.md": md("中文", tags=["a"], language="zh", translation_key="k"),
    "en.rst": rst("English", language="en", translation_key="k", redirect="old/en"),
    "deep/post.md": md("Deep", "Text.\n\n% more\n\nRest.\n", date="2023-01-01"),
    "draft.md": md("Draft", draft=True),
    "about.md": "# About\n",
    "guide/index.md": "# Guide\n\n```{postlist} 2\n:tags: a\n:paginate:\n```\n"
    "\n```{postlist}\n:paginate: 2\n```\n",
}
CONF: dict[str, Any] = {
    "html_theme": "basic", "blog_page_size": 2, "blog_feed_archives": True, "blog_feed_length": 2,
    "blog_posts_json": True, "blog_archive_months": True, "blog_tags": {"a": {"aliases": ["alias"]}},
    "blog_authors": {"mei": ("Mei", None)},
    "blog_redirects": {"old/a": "tag:a", "old/feed.xml": "feed:rss.xml", "old/posts": "post:"},
    "html_sidebars": {"**": ["blog/recent.html", "blog/tags.html", "blog/archives.html", "blog/feeds.html"]},
}  # fmt: skip


def names(site: Site) -> set[str]:
    """All pages, feeds and lists for programs."""
    ours = (name for name in site.bytes() if not name.startswith(("_", ".")))
    return {name for name in ours if name.endswith((".html", ".xml", ".json"))}


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_it_has_the_pages_of_any_other_blog(make_site: MakeSite, builder: str) -> None:
    root = make_site(FILES, CONF | {"blog_path": "."}, builder)
    assert root.warnings == problems_of_tree(root.outdir) == []
    below = {f"blog/{name}": source for name, source in FILES.items()}
    other = make_site({"index.md": "# Home\n\n```{toctree}\nblog/index\n```\n", **below}, CONF, builder)
    assert other.warnings == []
    own = {name.removeprefix("blog/") for name in names(other) if name.startswith("blog/")}
    assert own <= names(root)
    for page in ("index", "tag/a", "tag/a/page/2", "archive", "2024", "author/mei", "page/2", "guide/index"):
        one, same = root.page(page), other.page(f"blog/{page}")
        assert (one.posts, one.headings) == (same.posts, same.headings), page
    assert [item["title"] for item in root.items("")] == [item["title"] for item in other.items()]
    feed = json.loads((root.outdir / "feed.json").read_text("utf-8"))
    assert feed["home_page_url"] == f"https://example.org/{'index.html' if builder == 'html' else ''}"
    assert feed["feed_url"] == "https://example.org/feed.json"
    assert (root.outdir / "old/feed.xml").read_bytes() == (root.outdir / "rss.xml").read_bytes()
    # Its first page is the home page.
    home = root.page("index")
    assert (home.texts("p")[0], len(home.posts)) == ("Welcome.", 2)
    assert home.head_link("next") == f"page/2{'.html' if builder == 'html' else '/'}"
    assert not (root.outdir / "blog").exists()
    assert root.page("old/posts").head_link("canonical") == feed["home_page_url"]


DOCUMENTS = {
    "index.md": "# Home\n\n```{toctree}\ntag\narchive/index\n2024\npage\nseries\n```\n",
    **{f"{name}.md": f"# On {name}\n\nOwn text.\n" for name in ("tag", "archive/index", "2024", "page")},
    # A post, of the same name.
    "series.md": md("On series", "Own text.\n", series="S"),
    "p.md": md("P", tags=["t"]),
    "q.md": md("Q", series="S"),
}


def test_documents_go_before_its_pages(make_site: MakeSite) -> None:
    site = make_site(DOCUMENTS, {"blog_path": ".", "blog_page_size": 1})
    # Their names make them pages, in spite of a date.
    assert ({warned.file for warned in site.warnings}, problems_of_tree(site.outdir)) == ({"series.md"}, [])
    for name in ("tag", "archive/index", "2024", "page", "series"):
        page = site.page(name)
        assert "Own text." in page.texts("p"), name
        assert page.headings[0] in DOCUMENTS[f"{name}.md"], name
    assert site.page("archive").head_link("canonical") == "https://example.org/archive/index.html"
    assert site.has("page/2")
    assert site.domain.posts.keys() == {"p", "q"}


def test_without_a_home_page_of_its_own(make_site: MakeSite) -> None:
    files = {"contents.md": "# Contents\n", "p.md": md("P"), "q.md": md("Q", date="2024-05-07")}
    # In any of its spellings.
    for path in (".", "", "index"):
        site = make_site(files, {"blog_path": path, "root_doc": "contents", "blog_title": "Notes"})
        assert (site.page("index").posts, site.page("index").headings[0]) == (["Q", "P"], "Notes")
    assert problems_of_tree(site.outdir) == []


@pytest.mark.slow
def test_incremental_builds_equal_clean_ones(follows: MakeSite) -> None:
    site = follows(
        FILES,
        CONF | {"blog_path": "."},
        edit("p05.md", "# Post 05", "# Five"),
        write("new.md", md("New", date="2024-05-08", tags=["n"])),
        edit("new.md", "date", "draft: true\ndate"),
        write("tag/b.md", "---\norphan: true\n---\n# B\n\nOurs.\n"),
        delete("p01.md"),
        setting(CONF),
    )
    assert not site.has("tag/a")


def test_beside_other_blogs(make_site: MakeSite) -> None:
    files = {
        "index.md": "# Home\n\n```{postlist}\n:blog: news\n```\n\n{blog:tag}`news:t`\n",
        "p.md": md("P", tags=["t"]),
        "x/p.md": md("X", tags=["t"], blog="."),
        "news/n.md": md("N", tags=["t"]),
    }
    site = make_site(files, {"blogs": {".": {"blog_title": "All"}, "news": {"blog_title": "News"}}})
    assert site.warnings == problems_of_tree(site.outdir) == []
    assert sorted(site.page("tag/t").posts) == ["P", "X"]
    assert site.page("news/tag/t").posts == site.page("news").posts == ["N"]
    assert {"atom.xml", "news/atom.xml"} <= names(site)
    assert "news/tag/t.html" in site.page("index").links("p a")

"""Redirects: ``blog_redirects``, and those from a folder of a page's own name."""

import re

import pytest
from conftest import MakeSite, Site
from writing import INDEX, md

FILES = {
    **INDEX,
    "about.md": "---\norphan: true\n---\n# About\n",
    "blog/one.md": md("One", tags=["python", "C++"], category="Systems", author="mei", redirect="old/one"),
    "blog/two.md": md("Two", tags="并行", date="2023-01-02"),
}


def target_of(site: Site, file: str) -> str:
    """The file that the page *file* redirects to, relative to the output."""
    page = (site.outdir / file).read_text(encoding="utf-8")
    found = re.search(r'http-equiv="refresh" content="0; url=([^"]+)"', page)
    return (site.outdir / file).parent.joinpath(found[1]).resolve().relative_to(site.outdir.resolve()).as_posix()


@pytest.mark.parametrize(("builder", "path"), [("html", "notes/all"), ("dirhtml", "blog")])
def test_pages_terms_and_archives_by_name(make_site: MakeSite, builder: str, path: str) -> None:
    given = {
        "tags/python/index": "tag:python", "/tags/c++/": "tag:c++",
        "category/Systems.html": "category:systems", "archives/index": "archive:",
        "archives/2023/index": "archive:2023", "tags/index": "tag:", "posts/index": "post:",
        "p/two/index": "post:two", "me": "about", "he.html": "/about.html", "chain/a": "chain/b",
        "chain/b": "/me/", "older/one": "old/one",
        "page/{2-4}/index": "post:", "page/3/index": "about", "tag/x{2-2}.html": "tag:python",
        f"{path}/page/{{2-3}}": "post:", "old/{09-10}": "page/4/index",
    }  # fmt: skip
    files = {name.replace("blog/", f"{path}/"): text for name, text in FILES.items()}
    site = make_site(files, {"blog_redirects": given, "blog_path": path, "blog_page_size": 1}, builder=builder)
    assert site.warnings == []
    pages = {
        "tags/python/index": f"{path}/tag/python", "tags/c++": f"{path}/tag/c-plus-plus",
        "category/Systems": f"{path}/category/systems", "archives/index": f"{path}/archive",
        "archives/2023/index": f"{path}/2023", "tags/index": f"{path}/tag", "posts/index": path,
        "p/two/index": f"{path}/two", **dict.fromkeys(["me", "he", "chain/a", "chain/b"], "about"),
        "older/one": f"{path}/one", "page/2/index": path, "page/3/index": "about", "page/4/index": path,
        "tag/x2": f"{path}/tag/python", f"{path}/page/3": path, "old/9": path, "old/10": path,
    }  # fmt: skip
    ending = ".html" if builder == "html" else ""
    for name, page in pages.items():
        file = f"{name}.html" if builder == "html" or name.endswith("/index") else f"{name}/index.html"
        assert target_of(site, file) == f"{page}{ending}"
        assert (site.outdir / f"{page}{ending or '/index.html'}").is_file()
    # As a server looks for the address that the old site had.
    assert target_of(site, "category/Systems.html") == f"{path}/category/systems{ending}"
    # The list has a page 2 of its own.
    assert site.page(f"{path}/page/2").headings


def test_old_feeds_are_copies(make_site: MakeSite) -> None:
    given = {"index.xml": "feed:rss.xml", "feeds/all.atom.xml": "/blog/atom.xml"}
    site = make_site(FILES, {"blog_redirects": given | {"blog/feed.json": "feed:feed.json"}})
    assert site.warnings == []
    for old, new in {"index.xml": "rss.xml", "feeds/all.atom.xml": "atom.xml"}.items():
        assert (site.outdir / old).read_bytes() == (site.outdir / "blog" / new).read_bytes()
    site.edit("blog/one.md", "Text.", "Another text.").build()
    assert b"Another text." in (site.outdir / "index.xml").read_bytes()
    site.configure({"blog_redirects": {"index.xml": "feed:rss.xml"}}).build()
    found = ("feeds/all.atom.xml", "index.xml", "blog/feed.json")
    assert [(site.outdir / name).is_file() for name in found] == [False, True, True]
    # A preview has no feeds.
    assert site.configure({"blog_redirects": given, "html_baseurl": ""}).build().warnings == []


REFUSED = {
    **dict.fromkeys(("../out", "C:\\x"), ("about", "it is not a page of this site")),
    "../feed.xml": ("feed:atom.xml", "it is not a page of this site"),
    "blog/rss.xml": ("feed:atom.xml", "a feed of that name exists"),
    "feed.xml": ("feed:atom.xlm", "there is no feed 'feed:atom.xlm'"),
    **dict.fromkeys(("blog/two", "BLOG/tag/Python"), ("about", "a page of that name exists")),
    "about": ("about", "it redirects to itself"),
    "old/one": ("about", "it redirects to 'blog/one' already"),
    "b": ("tag:pyhton", "there is no page 'tag:pyhton'"),
    "f": ("feed:rss.xml", "there is no page 'feed:rss.xml': the old name of a feed ends in .xml or the like"),
    "page/{3-2}": ("about", "its range is empty"),
    # A loop has no end.
    **{f"loop/{n}": (f"loop/{n % 3 + 1}", "it redirects to itself") for n in (1, 2, 3)},
    "into/loop": ("loop/1", "it redirects to itself"),
    # The same page as in other spellings before.
    "x/y": ("tag:python", "it redirects to 'about' already"),
}


def test_what_cannot_be_is_reported(make_site: MakeSite) -> None:
    good = {"good": "about", "x/y.html": "about", "/x/y/": "about"}
    site = make_site(FILES, {"blog_redirects": good | {name: page for name, (page, _) in REFUSED.items()}})
    assert {warned.type for warned in site.warnings} == {"blog.redirect"}
    said = [warned.message.removeprefix("conf.py: blog_redirects: the redirect from ") for warned in site.warnings]
    assert len(said) == len(REFUSED)
    for name, (_, reason) in REFUSED.items():
        assert any(each.startswith(f"{name!r}") and each.endswith(f" is refused: {reason}") for each in said)
    assert target_of(site, "good.html") == target_of(site, "x/y.html") == "about.html"
    assert not {"out.html", "feed.xml"} & {path.name for path in site.outdir.parent.iterdir()}


def test_a_redirect_is_a_file_that_no_page_has(make_site: MakeSite) -> None:
    old = ["blog/post/index", "old/post/index", "2019/old.html", "2019/older"]
    site = make_site(INDEX | {"blog/post.md": md("The post", redirect=old)})

    def redirects() -> set[str]:
        files = {name for name, content in site.bytes().items() if b'http-equiv="refresh"' in content}
        assert all(target_of(site, name) in {"blog/post", "blog/post.html"} for name in files)
        assert "The post" in site.page("blog/post").one("h1").text
        assert site.blog_warnings == []
        return files

    assert redirects() == {f"{name.removesuffix('.html')}.html" for name in old}
    site.edit("blog/post.md", "2019/old.html", "2019/new.html").build()
    assert "2019/new.html" in redirects()
    assert not (site.outdir / "2019/old.html").exists()
    # A name with a suffix is that file and a folder; the post is one of the names itself.
    site.build("dirhtml")
    assert redirects() == {"old/post/index.html", "2019/new.html", "2019/new/index.html", "2019/older/index.html"}


DOCUMENTS = {
    "index.md": "# Home\n\n```{toctree}\nblog/index\nnews/index\nguide/index\n```\n",
    "blog/index.md": "# Blog\n",
    "blog/post.md": md("The post", tags=["x", "y"]),
    "blog/tag/x/index.md": "---\norphan: true\n---\n# About x\n",
    "news/index.md": "# News\n\n```{postlist}\n```\n",
    "news/post.md": md("Another"),
    # A list that is no page of a blog.
    "guide/index.md": "# Guide\n\n```{postlist}\n:blog: blog\n```\n",
}
BLOGS = {"blogs": {"blog": {}, "news": {}}}


def test_a_page_of_the_blog_that_is_an_index_has_a_redirect(make_site: MakeSite) -> None:
    own = {"html_additional_pages": {"blog": "x.html"}, "templates_path": ["_templates"]}
    site = make_site({**DOCUMENTS, "_templates/x.html": "Own template"}, BLOGS | own)
    # It takes no other's place.
    assert site.page("blog").source == "Own template"
    site.configure(BLOGS).build()
    assert site.blog_warnings == []
    for name in ("blog", "news", "blog/tag/x"):
        assert target_of(site, f"{name}.html") == f"{name}/index.html"
        assert site.page(name).root.find(".//a").get("href").endswith(f"{name}/index.html")
    assert 'http-equiv="refresh"' not in site.page("blog/tag/y").source
    assert not site.has("guide")
    site.build("dirhtml")
    assert site.page("blog").headings[0] == "Blog"
    assert not any((site.outdir / f"{name}.html").exists() for name in ("blog", "blog/tag/x"))

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
    }  # fmt: skip
    files = {name.replace("blog/", f"{path}/"): text for name, text in FILES.items()}
    conf = {"blog_redirects": given, "blog_path": path}
    site = make_site(files, conf, builder=builder)
    assert site.warnings == []
    slug = "c-plus-plus"
    pages = {
        "tags/python/index": f"{path}/tag/python", "tags/c++": f"{path}/tag/{slug}",
        "category/Systems": f"{path}/category/systems", "archives/index": f"{path}/archive",
        "archives/2023/index": f"{path}/2023", "tags/index": f"{path}/tag", "posts/index": path,
        "p/two/index": f"{path}/two", **dict.fromkeys(["me", "he", "chain/a", "chain/b"], "about"),
        "older/one": f"{path}/one",
    }  # fmt: skip
    ending = ".html" if builder == "html" else ""
    for name, page in pages.items():
        file = f"{name}.html" if builder == "html" or name.endswith("/index") else f"{name}/index.html"
        assert target_of(site, file) == f"{page}{ending}"
        assert (site.outdir / f"{page}{ending or '/index.html'}").is_file()
    # As a server looks for the address that the old site had.
    assert target_of(site, "category/Systems.html") == f"{path}/category/systems{ending}"


def test_old_feeds_are_copies(make_site: MakeSite) -> None:
    given = {"index.xml": "feed:rss.xml", "feeds/all.atom.xml": "/blog/atom.xml"}
    site = make_site(FILES, {"blog_redirects": given | {"blog/feed.json": "feed:feed.json"}})
    assert site.warnings == []
    for old, new in {"index.xml": "rss.xml", "feeds/all.atom.xml": "atom.xml"}.items():
        assert (site.outdir / old).read_bytes() == (site.outdir / "blog" / new).read_bytes()
    site.edit("blog/one.md", "Text.", "Another text.").build()
    assert b"Another text." in (site.outdir / "index.xml").read_bytes()
    site.configure({"blog_redirects": {"index.xml": "feed:rss.xml"}}).build()
    assert not (site.outdir / "feeds/all.atom.xml").exists()
    assert (site.outdir / "index.xml").is_file()
    assert (site.outdir / "blog/feed.json").is_file()


NO_PAGE = "it is not a page of this site"
REFUSED = {
    "../out": ("about", NO_PAGE),
    "C:\\x": ("about", NO_PAGE),
    "../feed.xml": ("feed:atom.xml", NO_PAGE),
    "blog/rss.xml": ("feed:atom.xml", "a feed of that name exists"),
    "feed.xml": ("feed:atom.xlm", "there is no feed 'feed:atom.xlm'"),
    "blog/two": ("about", "a page of that name exists"),
    "BLOG/tag/Python": ("about", "a page of that name exists"),
    "about": ("about", "it redirects to itself"),
    "old/one": ("about", "it redirects to 'blog/one' already"),
    "b": ("tag:pyhton", "there is no page 'tag:pyhton'"),
    "e": ("https://example.org/", "there is no page 'https://example.org/'"),
    "page/{3-2}": ("about", "its range is empty"),
    # A loop has no end.
    "loop/1": ("loop/2", "it redirects to itself"),
    "loop/2": ("loop/3", "it redirects to itself"),
    "loop/3": ("loop/1", "it redirects to itself"),
    # The same page as in other spellings before.
    "x/y": ("tag:python", "it redirects to 'about' already"),
}


def test_what_cannot_be_is_reported(make_site: MakeSite) -> None:
    good = {"good": "about", "x/y.html": "about", "/x/y/": "about"}
    site = make_site(FILES, {"blog_redirects": good | {name: page for name, (page, _) in REFUSED.items()}})
    assert {warned.type for warned in site.warnings} == {"blog.redirect"}
    reasons = [
        warned.message.partition("conf.py: blog_redirects: the redirect from ")[2] for warned in site.warnings
    ]
    assert len(reasons) == len(REFUSED)
    for name, (_, reason) in REFUSED.items():
        assert any(
            said.startswith(f"{name!r:.40}"[:-1]) and said.endswith(f" is refused: {reason}") for said in reasons
        )
    assert target_of(site, "good.html") == target_of(site, "x/y.html") == "about.html"
    outside = {path.name for path in site.outdir.parent.iterdir()}
    assert not {"out.html", "feed.xml"} & outside


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_a_range_of_numbers(make_site: MakeSite, builder: str) -> None:
    given = {
        "page/{2-4}/index": "post:", "page/3/index": "about", "tag/x{2-2}.html": "tag:python",
        "blog/page/{2-3}": "post:", "old/{09-10}": "page/4/index", "p/{2-3}": "about",
    }  # fmt: skip
    site = make_site(FILES, {"blog_redirects": given, "blog_page_size": 1}, builder=builder)
    assert site.warnings == []
    ending = ".html" if builder == "html" else ""
    found = {number: target_of(site, f"page/{number}/index.html") for number in (2, 3, 4)}
    assert found == {2: f"blog{ending}", 3: f"about{ending}", 4: f"blog{ending}"}
    file = "{}.html" if builder == "html" else "{}/index.html"
    assert target_of(site, "tag/x2.html") == f"blog/tag/python{ending}"
    # The list has a page 2 of its own.
    assert site.page("blog/page/2").headings
    assert target_of(site, file.format("blog/page/3")) == f"blog{ending}"
    assert target_of(site, file.format("old/9")) == target_of(site, file.format("old/10")) == f"blog{ending}"
    assert target_of(site, file.format("p/2")) == target_of(site, file.format("p/3")) == f"about{ending}"


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_a_redirect_takes_no_pages_file(make_site: MakeSite, builder: str) -> None:
    post = md("The post", redirect=["blog/post/index", "old/post/index"])
    site = make_site({**INDEX, "blog/post.md": post}, builder=builder)
    assert "The post" in site.page("blog/post").one("h1").text
    for old in ("blog/post/index", "old/post/index"):
        has_page = builder == "html" or old.startswith("old")
        page = site.outdir / f"{old}.html"
        assert ('http-equiv="refresh"' in page.read_text(encoding="utf-8")) == has_page
    # A second build leaves it alone.
    site.build(force=True)
    assert "The post" in site.page("blog/post").one("h1").text
    assert site.blog_warnings == []


@pytest.mark.parametrize("folders", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_a_name_with_a_suffix_is_that_file(make_site: MakeSite, folders: bool) -> None:
    post = md("The post", redirect=["2019/old.html", "2019/older"])
    site = make_site({**INDEX, "blog/post.md": post}, builder="dirhtml" if folders else "html")
    home = "blog/post/" if folders else "blog/post.html"
    files = {"2019/old.html", "2019/older.html"}
    files = {"2019/old.html", "2019/old/index.html", "2019/older/index.html"} if folders else files
    found = {path.relative_to(site.outdir).as_posix() for path in (site.outdir / "2019").rglob("*.html")}
    assert found == files
    for name in files:
        up = "../" * name.count("/")
        assert f'"{up}{home}"' in (site.outdir / name).read_text(encoding="utf-8")
    site.edit("blog/post.md", "2019/old.html", "2019/new.html").build()
    assert not (site.outdir / "2019/old.html").exists()
    assert (site.outdir / "2019/new.html").is_file()
    assert site.blog_warnings == []


DOCUMENTS = {
    "index.md": "# Home\n\n```{toctree}\nblog/index\nnews/index\nguide/index\n```\n",
    "blog/index.md": "# Blog\n",
    "blog/post.md": md("The post", tags=["x", "y"]),
    "blog/tag/x/index.md": "---\norphan: true\n---\n# About x\n",
    "blog/category/index.md": "---\norphan: true\n---\n# Categories\n",
    "news/index.md": "# News\n\n```{postlist}\n```\n",
    "news/post.md": md("Another"),
    # A list that is no page of a blog.
    "guide/index.md": "# Guide\n\n```{postlist}\n:blog: blog\n```\n",
}
BLOGS = {"blogs": {"blog": {}, "news": {}}}


def test_a_page_of_the_blog_that_is_an_index_has_a_redirect(make_site: MakeSite) -> None:
    site = make_site(DOCUMENTS, BLOGS)
    assert site.blog_warnings == []
    for name in ("blog", "news", "blog/tag/x"):
        page = site.page(name)
        up = "../" * name.count("/")
        assert page.root.find(".//a").get("href").removeprefix("./") == f"{up}{name}/index.html"
        assert 'http-equiv="refresh"' in page.source
    assert 'http-equiv="refresh"' not in site.page("blog/tag/y").source
    assert not site.has("guide")
    (site.source / "blog/index.md").rename(site.source / "blog.md")
    site.edit("index.md", "blog/index", "blog").build()
    assert site.page("blog").headings[0] == "Blog"


def test_it_takes_no_others_place(make_site: MakeSite) -> None:
    files = {**DOCUMENTS, "_templates/x.html": "Own template", "extra/blog/tag/x.html": "Own file"}
    conf = {**BLOGS, "html_additional_pages": {"blog": "x.html"}, "templates_path": ["_templates"]}
    site = make_site(files, {**conf, "html_extra_path": ["extra"], "exclude_patterns": ["extra"]})
    assert site.page("blog").source == "Own template"
    assert site.page("blog/tag/x").source == "Own file"
    site.configure(BLOGS).build()
    assert site.page("blog").root.find(".//a").get("href").removeprefix("./") == "blog/index.html"


def test_with_folders_there_is_none(make_site: MakeSite) -> None:
    site = make_site(DOCUMENTS, BLOGS, builder="dirhtml")
    assert site.page("blog").headings[0] == "Blog"
    assert not (site.outdir / "blog.html").exists()
    assert not (site.outdir / "blog/tag/x.html").exists()

"""Redirects from a folder of a page's own name: the same file with one builder, another with the other."""

import pytest
from conftest import MakeSite
from writing import INDEX, md


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


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_a_name_with_a_suffix_is_that_file(make_site: MakeSite, builder: str) -> None:
    post = md("The post", redirect=["2019/old.html", "2019/older"])
    site = make_site({**INDEX, "blog/post.md": post}, builder=builder)
    home = "blog/post/" if builder == "dirhtml" else "blog/post.html"
    files = {"2019/old.html", "2019/older.html"}
    files = files if builder == "html" else {"2019/old.html", "2019/old/index.html", "2019/older/index.html"}
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

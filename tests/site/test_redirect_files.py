"""Redirects from a folder of a page's own name: the same file with one builder, another with the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from writing import INDEX, md

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Site


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_a_redirect_takes_no_pages_file(make_site: Callable[..., Site], builder: str) -> None:
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
def test_a_name_with_a_suffix_is_that_file(make_site: Callable[..., Site], builder: str) -> None:
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
    site.edit("blog/post.md", "2019/old.html", "2019/new.html")
    site.build()
    assert not (site.outdir / "2019/old.html").exists()
    assert (site.outdir / "2019/new.html").is_file()
    assert site.blog_warnings == []

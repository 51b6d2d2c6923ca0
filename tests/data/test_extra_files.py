"""Files of ``html_extra_path`` with the names of ours: the site's own win, in every build."""

import shutil
from pathlib import Path

import pytest
from conftest import MakeSite, Site
from steps import clean, differences
from writing import INDEX, many, md

NAMES = {
    "html": ["tag/python.html", "2024.html", "page/2.html", "archive.html", "subscribe.html"],
    "dirhtml": ["tag/python/index.html", "2024/index.html", "page/2/index.html", "archive/index.html"],
}
FILES = ["atom.xml", "feed.json", "posts.json"]
OLD = {"html": "old/p.html", "dirhtml": "old/p/index.html"}
CONF = {
    "html_extra_path": ["_extra"],
    "exclude_patterns": ["_extra", "**/left-out.*"],
    "blog_posts_json": True,
    "blog_page_size": 1,
}


def names_of(builder: str) -> set[str]:
    return {f"blog/{name}" for name in (*NAMES[builder], *FILES)} | {OLD[builder], "sitemap.xml"}


def own(site: Site) -> set[str]:
    """Those of the files that are the site's own."""
    return {name for name, content in site.bytes().items() if content == b"own"}


@pytest.mark.slow
@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_the_files_of_the_site_win_in_every_build(make_site: MakeSite, tmp_path: Path, builder: str) -> None:
    names = names_of(builder)
    files = {**INDEX, **many(2, tags=["python"]), "blog/q.md": md("Q", redirect="old/p"), "_extra/x.txt": "own"}

    def bring(site: Site) -> None:
        for name in names:
            site.write(f"_extra/{name}", "own")

    def edit(site: Site) -> None:
        site.write("blog/q.md", md("Other", redirect="old/p", tags=["python"]))
        assert own(site) == names | {"x.txt"}

    def take(site: Site) -> None:
        assert own(site) == names | {"x.txt"}
        for name in ("blog/atom.xml", *OLD.values()):
            (site.source / "_extra" / name).unlink(missing_ok=True)

    def take_all(site: Site) -> None:
        assert own(site) == names - {"blog/atom.xml", *OLD.values()} | {"x.txt"}
        shutil.rmtree(site.source / "_extra" / "blog")
        (site.source / "_extra" / "sitemap.xml").unlink()

    site = make_site(files, CONF, builder)
    for step in (bring, lambda _site: None, edit, take, lambda _site: None, take_all):
        step(site)
        assert site.build().warnings == []
        assert differences(site, clean(site, tmp_path / "clean")) == []
    assert own(site) == {"x.txt"}


def test_the_build_says_so_and_leaves_out_what_sphinx_leaves_out(make_site: MakeSite) -> None:
    files = {**INDEX, **many(2), "_extra/blog/rss.xml": "own", "_extra/blog/left-out.txt": "own"}
    site = make_site(files, CONF)
    assert own(site) == {"blog/rss.xml"}
    assert site.warnings == []
    status = site.app._status.getvalue()  # type: ignore[union-attr]
    assert "blog/rss.xml is that of html_extra_path; that of the blog is not written" in status
    # Unchanged, the next build does not write it either.
    assert own(site.build()) == {"blog/rss.xml"}

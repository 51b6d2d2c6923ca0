"""Files of ``html_extra_path`` with the names of ours: the site's own win, in every build."""

import shutil

import pytest
from conftest import MakeSite, Site
from writing import INDEX, many, md

PAGES = ["tag/python.html", "2024.html", "page/2.html", "archive.html", "subscribe.html"]
NAMES = {"old/p.html", "sitemap.xml", *(f"blog/{n}" for n in (*PAGES, "atom.xml", "feed.json", "posts.json"))}
CONF = {
    "html_extra_path": ["_extra"],
    "exclude_patterns": ["_extra", "**/left-out.*"],
    "blog_posts_json": True,
    "blog_page_size": 1,
}


def own(site: Site) -> set[str]:
    """Those of the files that are the site's own."""
    return {name for name, content in site.bytes().items() if content == b"own"}


@pytest.mark.slow
def test_the_files_of_the_site_win_in_every_build(follows: MakeSite) -> None:
    def bring(site: Site) -> None:
        for name in NAMES:
            site.write(f"_extra/{name}", "own")

    def edit(site: Site) -> None:
        assert own(site) == NAMES
        site.write("blog/q.md", md("Other", redirect="old/p", tags=["python"]))

    def take(site: Site) -> None:
        assert own(site) == NAMES
        shutil.rmtree(site.source / "_extra/blog")

    files = {**INDEX, **many(2, tags=["python"]), "blog/q.md": md("Q", redirect="old/p")}
    site = follows(files, CONF, bring, edit, take)
    assert own(site) == {"sitemap.xml", "old/p.html"}


def test_the_build_says_so_and_leaves_out_what_sphinx_leaves_out(make_site: MakeSite) -> None:
    site = make_site({**INDEX, **many(2), "_extra/blog/rss.xml": "own", "_extra/blog/left-out.txt": "own"}, CONF)
    assert (own(site), site.warnings) == ({"blog/rss.xml"}, [])
    assert "blog/rss.xml comes from html_extra_path; the blog does not write its own" in site.output
    # Unchanged, the next build does not write it either.
    assert own(site.build()) == {"blog/rss.xml"}

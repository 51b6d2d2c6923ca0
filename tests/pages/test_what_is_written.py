"""A build writes the files whose content changes, and no others."""

import os
import time
from collections.abc import Callable

import pytest
from conftest import MakeSite, Site
from steps import CONF, FILES, edit
from writing import many, md

pytestmark = pytest.mark.usefixtures("today")


def written(site: Site, step: Callable[[Site], None]) -> set[str]:
    """The files of the blog that a build after *step* writes."""
    files = [path for path in site.outdir.rglob("*") if path.is_file()]
    later = time.time_ns() + 10**12
    for path in files:
        os.utime(path, ns=(later, later))
    times = {path: path.stat().st_mtime_ns for path in files}
    step(site)
    site.build()
    found = {path for path in site.outdir.rglob("*") if path.is_file()}
    changed = {path for path in found if path.stat().st_mtime_ns != times.get(path)} | (times.keys() - found)
    names = {path.relative_to(site.outdir).as_posix() for path in changed}
    return {name for name in names if not name.startswith(("_static/", "_sources/"))} - SPHINX_ALWAYS


#: What every build writes.
SPHINX_ALWAYS = frozenset({".blogext.json", "search.html", "searchindex.js", "objects.inv", ".buildinfo"})


def titles_only(count: int) -> dict[str, str]:
    """A blog whose posts have nothing in common but their list."""
    return {"index.md": "# Home\n\n```{toctree}\nblog\n```\n", "blog.md": "# News\n", **many(count)}


def test_a_text_below_the_marker_is_written_and_nothing_else(make_site: MakeSite) -> None:
    site = make_site(FILES, CONF)
    assert written(site, edit("blog/p08.md", "Rest 08.", "Another.")) == {"blog/p08.html"}


def test_a_teaser_is_written_where_it_is_shown(make_site: MakeSite) -> None:
    site = make_site(FILES, CONF | {"html_baseurl": "", "blog_posts_json": False})
    shown = written(site, edit("blog/p08.md", "Lead 08.", "Another."))
    holders = {name for name, content in site.bytes().items() if name.endswith(".html") and b"Another." in content}
    assert shown == holders


def test_nothing_is_written_where_nothing_has_changed(make_site: MakeSite) -> None:
    site = make_site(FILES, CONF)
    assert written(site, lambda site: None) == set()


def test_pages_follow_the_captions_of_toctrees(make_site: MakeSite) -> None:
    home = "# Home\n\n```{{toctree}}\n:caption: {}\nblog/index\n```\n"
    files = {"index.md": home.format("Before"), "blog/index.md": "# News\n", **many(1)}
    site = make_site(files, {"html_theme": "alabaster"})
    assert "Before" in site.page("blog/archive").source
    site.write("index.md", home.format("Behind")).build()
    assert "Behind" in site.page("blog/archive").source


@pytest.mark.parametrize("count", [20, 47])
def test_a_new_post_of_stable_lists_is_written_to_few_pages(make_site: MakeSite, count: int) -> None:
    conf = {"blog_pagination": "stable", "blog_page_size": 5, "html_theme": "blogext", "blog_related": 0}
    site = make_site(titles_only(count), conf)
    new = md("New", "Lead.\n", date="2024-05-01")
    changed = written(site, lambda site: site.write("blog/new.md", new))
    # The post, its neighbour, the lists' own pages and at most the page that has become full
    # with the neighbour that now knows it; feeds and site map; and the document that has the list in
    # its toctree, which Sphinx writes.
    pages = {name for name in changed if "/page/" in name}
    assert changed - pages <= {
        *("index.html", "sitemap.xml", "blog/atom.xml", "blog/rss.xml", "blog/feed.json"),
        *("blog/new.html", f"blog/p{count:02}.html", "blog.html", "blog/archive.html", "blog/2024.html"),
    }
    assert len(pages) <= 2 * 3

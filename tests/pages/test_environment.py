"""What the extension adds to Sphinx's environment, and that options do not make it read again."""

from typing import Any

import pytest
from conftest import MakeSite, Site
from writing import many

META: dict[str, Any] = {"tags": ["python", "C++"], "author": ["mei", "jonas"], "category": "News"}


def _read(site: Site) -> list[str]:
    """The documents that the last build has read."""
    return site.domain.documents_read


SETS_AT_RUN_TIME = """
def set_early(app, config):
    config.blog_feed_subtitle = 'Set early'
    config.html_title = 'Set early'
    config.blog_authors = {'mei': ('Mei', None)}

def set_late(app):
    app.config.html_permalinks_icon = '#'
    app.config.blog_page_size = 3
    app.config.post_date_format = '%Y'
    app.config.blog_related = 1
    app.config.html_context = {'function': lambda: None}

def setup(app):
    app.connect('config-inited', set_early)
    app.connect('builder-inited', set_late)
"""


def test_options_set_at_run_time_make_nothing_be_read_again(make_site: MakeSite) -> None:
    site = make_site({"index.md": "# Home\n", "blog.md": "# News\n", **many(4, **META)}, SETS_AT_RUN_TIME)
    assert len(_read(site)) == 6
    before = {path: path.stat().st_mtime_ns for path in site.outdir.rglob("*.html") if path.stem != "search"}
    site.build()
    assert _read(site) == []
    assert {path: path.stat().st_mtime_ns for path in before} == before


@pytest.mark.parametrize("gone", ["sphinx_blogext.core.model", "sphinx_blogext.domain"])
def test_pickles_of_a_release_whose_modules_were_elsewhere_are_read_anew(make_site: MakeSite, gone: str) -> None:
    site = make_site({"index.md": "# Home\n", **many(2), "blog/d.md": "---\ndraft: true\n---\n# D\n"})
    before = site.bytes()["blog/p01.html"]
    pickled = site.root / "doctrees" / "environment.pickle"
    elsewhere = gone[:-1] + "_"
    assert gone.encode() in pickled.read_bytes()
    pickled.write_bytes(pickled.read_bytes().replace(gone.encode(), elsewhere.encode()))
    site.build()
    assert site.warnings == []
    assert len(_read(site)) == 3
    assert site.bytes()["blog/p01.html"] == before

"""What the extension adds to Sphinx's environment, and that options do not make it read again."""

from typing import Any

import pytest
from conftest import MakeSite, Site
from writing import many, md

PLAIN: dict[str, Any] = {"extensions": ["myst_parser"], "html_theme": "alabaster"}
META: dict[str, Any] = {"tags": ["python", "C++"], "author": ["mei", "jonas"], "category": "News"}
POSTS = 40


def _pickled(make_site: MakeSite, posts: dict[str, str], conf: dict[str, Any] | None) -> int:
    """The size of the pickled environment in bytes."""
    names = "\n".join(posts).replace(".md", "")
    index = f"---\norphan: true\n---\n# Home\n\n```{{toctree}}\n{names}\n```\n"
    site = make_site({"index.md": index, "blog.md": "---\norphan: true\n---\n# News\n", **posts}, conf)
    return (site.root / "doctrees" / "environment.pickle").stat().st_size


def _growth(make_site: MakeSite, body: str) -> float:
    """How many bytes the extension adds to the environment for each post."""
    few, more = ({f"blog/p{n:02}.md": md(f"Post {n}", body, **META) for n in range(count)} for count in (2, POSTS))
    ours = _pickled(make_site, more, None) - _pickled(make_site, few, None)
    plain = _pickled(make_site, more, PLAIN) - _pickled(make_site, few, PLAIN)
    return (ours - plain) / (POSTS - 2)


@pytest.mark.slow
def test_the_environment_grows_by_metadata_only(make_site: MakeSite) -> None:
    text = "A paragraph with *some* mark-up, $a_i$, and `code`.\n\n"
    short = _growth(make_site, text + "<!-- more -->\n\n" + text)
    long = _growth(make_site, text * 50 + "<!-- more -->\n\n" + text * 50)
    # Of a long text no more is kept than of a short one.
    assert abs(long - short) < 100
    assert short < 3 * len(md("Post 1", "", **META))


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

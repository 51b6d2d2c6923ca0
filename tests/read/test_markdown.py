"""Markdown in the folder of the blog is read by a site that reads none, and no other Markdown is."""

from collections.abc import Callable
from typing import Any

import pytest
from conftest import DEFAULTS, MakeSite, Site

PLAIN = {name: value for name, value in DEFAULTS.items() if not name.startswith("myst_")}
#: The home page links to no document outside, so that Sphinx would warn about each that becomes a page.
FILES = {
    "index.rst": "Home\n====\n\n.. toctree::\n\n   guide\n   blog/index\n",
    "guide.rst": "Guide\n=====\n\nText [#a]_ and :math:`x`.\n\n.. [#a] Note.\n",
    "README.md": "# Read me\n\n[nowhere](nowhere.md)\n",
    "notes/todo.md": "---\ndate: 2026-01-02\n---\n# To do\n",
}
BLOG = {"blog/index.rst": "Blog\n====\n\n.. postlist::\n", "blog/b.rst": ".. post:: 2026-01-03\n\nB\n=\n\nText.\n"}
POST = {"blog/2026/a.md": "---\ndate: 2026-01-02\n---\n# A\n\nText.\n"}


def conf(**options: Any) -> dict[str, Any]:
    return {"extensions": ["sphinx_blogext"], "html_baseurl": "", **options}


@pytest.fixture
def make_plain(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Site]:
    """Return a function that makes a site without options of MyST, which would say that it is loaded."""
    monkeypatch.setattr("conftest.DEFAULTS", PLAIN)
    return make_site


def test_markdown_is_read_in_the_folder_of_the_blog_alone(make_plain: Callable[..., Site]) -> None:
    site = make_plain({**FILES, **BLOG}, conf(suppress_warnings=["blog.baseurl"]))
    before = site.bytes()["guide.html"]
    site.write("blog/2026/a.md", POST["blog/2026/a.md"]).build()
    assert (site.warnings, site.page("blog/index").posts) == ([], ["B", "A"])
    assert not {"README", "notes/todo"} & set(site.pages)
    assert site.bytes()["guide.html"] == before


def test_markdown_that_matches_a_pattern_but_is_not_read_is_reported(make_plain: Callable[..., Site]) -> None:
    site = make_plain({**FILES, **BLOG}, conf(blog_post_pattern=["notes/*"]))
    assert [(w.type, w.file) for w in site.warnings] == [("blog.unread_file", "notes/todo.md")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        "extensions += ['myst_nb']",
        "extensions.insert(0, 'myst_nb')",
        "def setup(app): app.setup_extension('myst_nb')",
    ],
)
def test_whatever_else_reads_markdown_is_left_alone(make_plain: Callable[..., Site], line: str) -> None:
    options = conf(exclude_patterns=["README.md", "notes"], nb_execution_mode="off")
    lines = [f"{name} = {value!r}" for name, value in options.items()]
    site = make_plain({**FILES, **BLOG, **POST}, "\n".join([*lines, line]))
    assert (site.page("blog/index").posts, site.env.config.include_patterns) == (["B", "A"], ["**"])


@pytest.mark.parametrize("suffixes", [".rst", [".rst"], {".rst": "restructuredtext", ".md": "markdown"}])
def test_all_forms_of_suffixes(make_plain: Callable[..., Site], suffixes: Any) -> None:
    site = make_plain({**FILES, **BLOG, **POST}, conf(source_suffix=suffixes))
    assert site.page("blog/index").posts == ["B", "A"]
    assert "README" not in site.pages


@pytest.mark.parametrize(
    ("files", "options"),
    [
        (BLOG, {}),
        ({**BLOG, **POST}, {"exclude_patterns": ["**/2026"]}),
        # The whole site is the blog's folder, and so is that of ``README.md``.
        ({**BLOG, **POST}, {"blog_path": "."}),
        ({**BLOG, **POST}, {"include_patterns": ["index.rst", "guide.rst", "blog/**"]}),
        # A site that reads Markdown as reStructuredText has its reasons.
        (BLOG, {"source_suffix": [".rst", ".md"], "exclude_patterns": ["README.md", "notes"]}),
        ({**BLOG, **POST}, {"extensions": ["sphinx_blogext.ablog"]}),
    ],
)
def test_myst_is_not_loaded_without_need(
    make_plain: Callable[..., Site], files: dict[str, str], options: dict[str, Any]
) -> None:
    site = make_plain({**FILES, **files}, conf(**options))
    assert "myst_parser" not in site.app.extensions
    assert not {"README", "notes/todo"} & set(site.pages)

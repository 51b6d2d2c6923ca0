"""Lists in the themes that people have."""

import subprocess
import sys
from itertools import product

import pytest
from checker import problems_of_tree
from conftest import MakeSite, Site
from page import elements, text
from writing import many

THEMES = ["alabaster", "furo", "pydata_sphinx_theme", "sphinx_book_theme", "sphinx_rtd_theme", "blogext"]
FILES = {
    "index.md": "# Home\n\n```{toctree}\nguide\nblog/index\n```\n",
    "guide.md": "# The guide\n\nText.\n\n```{postlist} 3\n:style: cards\n```\n",
    "blog/index.md": "# News\n\n```{postlist}\n:paginate: 2\n```\n",
    **many(5, tags=["python", "C++"], author="mei"),
}
#: Other themes hardly differ in what they do to addresses.
QUICK = {("alabaster", "html"), ("furo", "html"), ("pydata_sphinx_theme", "html"), ("blogext", "dirhtml")}
CELLS = [
    cell if cell in QUICK else pytest.param(cell, marks=pytest.mark.slow)
    for cell in product(THEMES, ("html", "dirhtml"))
]
_REPOSITORY = "https://github.com/o/r"
#: What makes each theme look for the source of a page.
_SOURCE_LINKS = {
    "furo": {"top_of_page_buttons": ["view", "edit"], "source_repository": _REPOSITORY, "source_branch": "main"},
    "pydata_sphinx_theme": {"use_edit_page_button": True},
    "sphinx_book_theme": {
        "repository_url": _REPOSITORY,
        "repository_branch": "main",
        **dict.fromkeys(("use_edit_page_button", "use_source_button", "use_issues_button"), True),
    },
    "blogext": {"edit_url": f"{_REPOSITORY}/edit/main/{{path}}"},
}
#: With what sphinx-last-updated-by-git and others do: they take a page with a suffix for a document.
_CONF = """
extensions = ["myst_parser", "sphinx_design", "sphinx_blogext"]
html_context = {"display_github": True, "github_user": "o", "github_repo": "r", "github_version": "main"}

def look_up(app, pagename, templatename, context, doctree):
    if "sourcename" in context and "page_source_suffix" in context:
        assert pagename in app.env.all_docs, pagename

def setup(app):
    app.connect("html-page-context", look_up)
"""


@pytest.fixture(scope="module", params=CELLS, ids="-".join)
def site(request: pytest.FixtureRequest, make_shared_site: MakeSite) -> Site:
    theme, builder = request.param
    options = f"html_theme = {theme!r}\nhtml_theme_options = {_SOURCE_LINKS.get(theme, {})!r}\n"
    return make_shared_site(FILES, options + _CONF, builder)


def test_the_build_is_quiet_and_our_part_of_every_page_is_right(site: Site) -> None:
    assert (site.warnings, site.status) == ([], 0)
    own = ["search.html", "genindex.html", "search/index.html", "genindex/index.html"]
    assert problems_of_tree(site.outdir, only_content=True, skip=own) == []
    # Links around it are dead only where they are on the theme's documents without us as well.
    dead = [problem.split(": ", 1) for problem in problems_of_tree(site.outdir) if "dead" in problem]
    known = {problem for name, problem in dead if name.startswith(("guide", "index"))}
    assert [(name, problem) for name, problem in dead if "blog" in name and problem not in known] == []


@pytest.mark.parametrize("name", ["blog/page/2", "blog/tag/python", "blog/tag", "blog/archive", "blog/2024"])
def test_generated_pages_look_like_pages_of_the_theme(site: Site, name: str) -> None:
    page, document = site.page(name), site.page("guide")
    # The list is in the content.
    assert set(page.posts) <= {f"Post {number:02}" for number in range(6)}
    assert page.posts or page.texts(".blog-terms a") == ["C++", "python"]
    assert len(page.all("h1")) == 1
    # The navigation around it leads to the same pages as a document's does.
    for each in (page, document):
        outside = {text(e) for e in elements(each.root) if e.tag == "a" and e.get("href")} - set(each.texts("a"))
        assert {"The guide", "News"} <= outside
    # And it is the theme's page, from its head to its foot, but for links to a source.
    bodies = [[e.get("class") for e in each.root.iter("body")] for each in (page, document)]
    assert bodies[0] == bodies[1]
    # The theme `blogext` has our style sheet in its own.
    assert any("/blogext" in e.get("href", "") for e in page.root.iter("link"))
    links = {e.get("href") or "" for e in page.root.iter("a")}
    assert [link for link in links if "_sources" in link or f"main/{name}" in link] == []


_NOTES_PAGES = """
def note(app, pagename, templatename, context, doctree):
    with open(app.srcdir / ".rendered", "a") as file:
        file.write(pagename + "\\n")

def setup(app):
    app.connect("html-page-context", note)
"""


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_nothing_is_rendered_when_nothing_has_changed(theme: str, make_site: MakeSite) -> None:
    """Furo, for one, replaces a style sheet of Sphinx at the end of each build."""
    site = make_site(FILES, f"html_theme = {theme!r}\n{_NOTES_PAGES}", build=False)
    rendered = site.source / ".rendered"
    # Processes of their own, because themes change the defaults of options.
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", site.source, site.outdir]
    subprocess.run(command, check=True)
    assert "blog/tag/python" in rendered.read_text().split()
    for _ in range(2):
        rendered.unlink()
        subprocess.run(command, check=True)
        # Sphinx's own, which contain what another extension may know: ours cannot tell.
        assert set(rendered.read_text().split()) <= {"search", "genindex"}

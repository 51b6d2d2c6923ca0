"""What pages of the blog show of the site's toctrees is up to date, also where these contain posts."""

from pathlib import Path
from typing import Any

import pytest
from conftest import MakeSite
from steps import Step, clean, delete, differences, edit, move, write, written
from writing import many, md

pytestmark = pytest.mark.usefixtures("today")

FILES = {
    "index.md": "# Home\n\n```{toctree}\nguide\nblog/index\n```\n",
    "guide.md": "# Guide\n\nText.\n\n## Part\n\nText.\n",
    "blog/index.md": "# News\n\n```{postlist}\n:paginate: 3\n```\n\n```{toctree}\n:glob:\n\np*\nold\n```\n\n"
    "## About\n\nText.\n",
    "blog/old.md": "# Old\n\n```{toctree}\n:caption: Before\n\n2019/a\nTitled <2019/b>\n```\n",
    **{f"blog/2019/{name}.md": md(f"Post {name}", date="2019-01-02") for name in "ab"},
    # In no toctree.
    **{f"blog/{name}.md": md(f"Post {name}", date="2020-01-02") for name in "xy"},
    **many(4),
}
STEPS: dict[str, Step] = {
    "title of a post": edit("blog/p02.md", "# Post 02", "# Another *title*"),
    "heading in a post": edit("blog/p02.md", "Rest 02.", "Rest.\n\n## Section\n\nText."),
    "new post": write("blog/p09.md", md("New", date="2024-01-09")),
    "renamed post": move("blog/p03.md", "blog/p10.md"),
    "withdrawn post": edit("blog/p04.md", "---\ndate", "---\ndraft: true\ndate"),
    "title of another document": edit("guide.md", "# Guide", "# Manual"),
    "heading of another document": edit("guide.md", "## Part", "## Chapter"),
    "heading of the blog's page": edit("blog/index.md", "## About", "## Us"),
    "title in a toctree": edit("index.md", "guide\n", "Read me <guide>\n"),
    "caption": edit("blog/old.md", ":caption: Before", ":caption: Long ago"),
    "document in the place of another": lambda site: (
        site.delete("guide.md").write("new.md", "# New document\n").edit("index.md", "Read me <guide>\n", "new\n")
    ),
    "the blog's page leaves": edit("index.md", "\nblog/index", ""),
}
#: Themes that show titles on the path to the page, or all titles, or all headings.
THEMES: dict[str, dict[str, Any]] = {
    **{name: {"html_theme": name} for name in ("alabaster", "furo", "blogext")},
    "rtd": {"html_theme": "sphinx_rtd_theme", "html_theme_options": {"collapse_navigation": False}},
}


def test_no_page_leads_to_what_is_gone(make_site: MakeSite) -> None:
    news = "# News\n\n## A\n\n```{post} 2024-01-01\n```\n\n## B\n\n```{post} 2024-01-02\n```\n"
    home = "# Home\n\n```{toctree}\n:glob:\n\n*\nblog/p*\n```\n"
    site = make_site({"index.md": home, "news.md": news, "guide.md": "# Guide\n", **many(2), "blog/x.md": md("X")})
    # What is in no toctree is no reason to write all pages.
    assert "guide.html" not in written(site, delete("blog/x.md"))
    for name in ("news", "blog/p01"):
        assert f"{name}.html" in site.page("guide").source
        site.delete(f"{name}.md").build()
        assert [each for each in site.bytes() if f"{name}." in each] == []
        assert f"{name}.html" not in site.page("guide").source


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_each_step_gives_a_clean_build(make_site: MakeSite, tmp_path: Path, theme: str) -> None:
    site = make_site(FILES, THEMES[theme], "dirhtml" if theme == "furo" else "html")
    # Those of documents that are not the blog's are Sphinx's.
    sphinx = ("index.html", "guide", "new", "blog/old.html", "blog/old/index.html", "_sources/guide")
    for name, step in STEPS.items():
        step(site)
        site.build()
        different = differences(site, clean(site, tmp_path / "clean"))
        assert [file for file in different if not file.startswith(sphinx)] == [], name

"""``blogext import nikola``: settings and files as Nikola 8.3 reads them, compared with sites that it built."""

import json
import re
from pathlib import Path

import pytest
from conftest import MakeSite
from imports import moved, run_import, settings_of

CONF = "BLOG_TITLE = 'X'\nSITE_URL = 'https://e.example/'\nPOSTS = (('posts/*.md', 'posts', 'post.tmpl'),)\n"


def post(text: str = "Text.", suffix: str = "md", **data: str) -> str:
    said = {"title": "A", "slug": "a", "date": "2024-03-05", **data}
    head = "".join(f".. {key}: {value}\n" for key, value in said.items())
    return f"{head}\n{text}\n" if suffix == "rst" else f"<!--\n{head}-->\n\n{text}\n"


def test_names_of_lists_may_differ_by_language(tmp_path: Path) -> None:
    files = {
        "conf.py": (
            f"{CONF}TRANSLATIONS = {{'en': '', 'fr': './fr'}}\nGENERATE_ATOM = True\nATOM_EXTENSION = '.feed'\n"
            "RSS_FILENAME_BASE = {'en': 'news', 'fr': 'actu'}\n"
            "ARCHIVE_FILENAME = {'en': 'all.html', 'fr': 'tout.html'}\n"
            "TAG_PATH = {'en': 'labels', 'fr': ''}\nATOM_PATH = 'feeds'\nCREATE_FULL_ARCHIVES = True\n"
        ),
        "posts/a.md": post(tags="x", category="Web"),
    }
    found = settings_of("nikola", files, tmp_path)["blog_redirects"]
    assert found["news.xml"] == "feed:rss.xml"
    assert found["feeds/index.feed"] == "feed:atom.xml"
    assert (found["all.html"], found["2024/03/05/index"]) == ("archive:", "archive:2024")
    # Categories have the folder of tags.
    assert (found["labels/cat_web/index"], found["fr/x/index"]) == ("category:Web", "tag:x")
    assert found["labels/x.feed"] == "feed:tag:x/atom.xml"


@pytest.mark.parametrize(("setting", "name", "author"), [("False", "jo-k-mei", "Jo K."), ("True", "mei", "Mei")])
def test_several_authors_had_a_list_of_their_own(tmp_path: Path, setting: str, name: str, author: str) -> None:
    conf = f"{CONF}MULTIPLE_AUTHORS_PER_POST = {setting}\n"
    found = settings_of("nikola", {"conf.py": conf, "posts/a.md": post(author="Jo K., Mei")}, tmp_path)
    assert found["blog_redirects"][f"authors/{name}/index"] == f"author:{author}"
    assert f"authors/{name}.xml" in found["blog_redirects"]


#: Links to lists, and what they lead to.
LISTS = {
    "tag/x": "categories/x/", "tag/c++": "categories/c++/", "tag_index": "tags/all.html",
    "category/Web": "categories/cat_web/", "author/jo-k": "authors/jo-k/", "author/Jo%20K.": "authors/jo-k/",
    "archive": "archive.html", "archive/2024": "2024/index.html", "index": "", "root": "",
}  # fmt: skip


@pytest.mark.parametrize("suffix", ["md", "rst", "html"])
def test_links_to_lists_lead_to_their_old_urls(tmp_path: Path, suffix: str) -> None:
    """From there they redirect."""
    forms = {"md": "[x](link://{})", "rst": "`x <link://{}>`__", "html": '<a href="link://{}">x</a>'}
    text = "\n\n".join(forms[suffix].format(name) for name in LISTS)
    data = {"tags": "x, C++", "category": "Web", "author": "Jo K."}
    files = {
        "conf.py": (
            f"{CONF.replace('.example/', '.example/blog/').replace('.md', f'.{suffix}')}"
            "TRANSLATIONS = {'en': '', 'fr': './fr'}\nTAGS_INDEX_PATH = 'tags/all.html'\n"
        ),
        f"posts/a.{suffix}": post(text, suffix, **data),
        f"posts/a.fr.{suffix}": post(text, suffix, **data, slug="b"),
    }
    found = run_import("nikola", files, tmp_path)
    for name, home in (("a", "/blog/"), ("a.fr", "/blog/fr/")):
        body = found[f"{name}.{'md' if suffix == 'html' else suffix}"]
        assert "link://" not in body
        shown = re.findall(r"(?<=\]\()/[^)]*|(?<=x <)/[^>]*|(?<=href=\")/[^\"]*", body)
        assert shown == [f"/blog/{path}" if path else home for path in LISTS.values()]


def test_files_that_restructuredtext_links_to_are_on_the_site(make_site: MakeSite, tmp_path: Path) -> None:
    text = "See `the paper </paper.pdf>`_ and `the same`_.\n\n.. _the same: /paper.pdf#page=2\n"
    files = {"conf.py": CONF.replace(".md", ".rst"), "posts/a.rst": post(text, "rst"), "files/paper.pdf": "x"}
    site = moved(make_site, tmp_path, "nikola", files)
    page = site.page("blog/a")
    assert {"/paper.pdf", "/paper.pdf#page=2"} <= set(page.links())
    assert (site.outdir / "paper.pdf").is_file()


@pytest.mark.parametrize(("version", "own"), [(4, ""), (5, "# A notebook\n"), (5, "# Another\n")])
def test_notebooks_are_posts(
    version: int, own: str, make_site: MakeSite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    metadata = {"title": "A notebook", "slug": "nb", "date": "2024-01-02 10:00:00 UTC", "tags": "python"}
    cells = [{"cell_type": "markdown", "metadata": {}, "source": [own, "Words."], "id": "a"}]
    data = {"cells": cells, "metadata": {"nikola": metadata}, "nbformat": 4, "nbformat_minor": version}
    if version < 5:
        del cells[0]["id"]
    files = {"conf.py": CONF, "posts/a.ipynb": json.dumps(data), "posts/b.ipynb": "{}", "posts/c.md": post("x")}
    pytest.importorskip("myst_nb")
    site = moved(make_site, tmp_path, "nikola", files, "extensions[0] = 'myst_nb'\n")
    page = site.page("blog/a")
    assert page.headings[0].startswith(own[2:].strip() or "A notebook")
    assert "Words." in page.texts("p")
    assert (site.outdir / "posts/nb/index.html").is_file()
    assert "A notebook" in " ".join(site.page("blog").texts("a"))
    assert "b.ipynb" in capsys.readouterr().out

"""What is as it was is neither read, nor made, nor written again."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from conftest import MakeSite
from steps import CONF, FILES, clean, delete, differences, differing_steps, edit, tree, write, written
from writing import INDEX, many, md

import sphinx_blogext.write.teaser

pytestmark = pytest.mark.usefixtures("today")


def test_teasers_are_kept_from_build_to_build(
    make_site: MakeSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[str] = []
    render = sphinx_blogext.write.teaser.render_teaser

    def note(trees: Any, builder: Any, post: Any) -> Any:
        rendered.append(post.docname)
        return render(trees, builder, post)

    monkeypatch.setitem(sphinx_blogext.write.teaser.RENDERERS, "teaser", note)
    conf = {"html_theme": "blogext", "blog_page_size": 4, "blog_related": 0, "post_show_prev_next": False}
    site = make_site({**INDEX, "blog.md": "---\norphan: true\n---\n# News\n", **many(9)}, conf)
    rendered.clear()
    site.edit("blog/p07.md", "# Post 07", "# Another").build()
    assert b"Lead 08." in site.bytes()["blog.html"]
    assert rendered == ["blog/p07"]
    assert differences(site, clean(site, tmp_path / "clean")) == []
    rendered.clear()
    site.build(force=True)
    assert len(rendered) == len(set(rendered)) == 9


#: Where nothing but the number of builds counts.
FEW = {**INDEX, **many(4, tags=["x"])}


def test_what_is_kept_and_cannot_be_read_is_made_anew(make_site: MakeSite, tmp_path: Path) -> None:
    site = make_site(FEW, CONF)
    kept = site.root / "doctrees/.blogext/html/teasers"
    whole = kept.read_bytes()
    # The last one is the first half of what it was.
    for content in (b"no pickle", b"\x00" * 4096, whole[: len(whole) // 2]):
        kept.write_bytes(content)
        site.edit("blog/p03.md", "Post 03", "Post 03 again").build()
        assert differences(site, clean(site, tmp_path / "clean")) == []


def test_texts_are_written_where_they_are_shown(make_site: MakeSite) -> None:
    site = make_site(FILES, CONF)
    # By this a build knows that the blog need not be assembled.
    assert (site.root / "doctrees/.blogext/html/sources").is_file()
    assert written(site, lambda site: None) == set()
    assert written(site, edit("blog/p08.md", "Rest 08.", "Another rest.")) == {"blog/p08.html"}
    shown = written(site, edit("blog/p08.md", "Lead 08.", "Another lead."))
    holders = {name for name, content in tree(site).items() if b"Another lead." in content}
    assert shown == holders - {"_sources/blog/p08.md.txt"}


def test_a_new_post_of_stable_lists_is_written_to_few_pages(make_site: MakeSite) -> None:
    conf = {"blog_pagination": "stable", "blog_page_size": 5, "html_theme": "blogext", "blog_related": 0}
    # Posts that have nothing in common but their list, whose numbered pages are all full.
    site = make_site({**INDEX, **many(15)}, conf)
    # The post, its neighbor, the lists' own pages, feeds and site map.
    due = {f"{name}.html" for name in ("blog", "blog/y", "blog/p15", "blog/archive", "blog/2024")}
    due |= {"sitemap.xml", "blog/atom.xml", "blog/rss.xml", "blog/feed.json"}
    assert written(site, write("blog/y.md", md(date="2024-05-02"))) == due


def test_series_and_citations_of_several_blogs_follow(make_site: MakeSite, tmp_path: Path) -> None:
    posts = {}
    for blog, number in product(("news", "notes"), range(4)):
        body = f"Lead, see [](p{(number + 1) % 4}.md).\n\n<!-- more -->\n\nRest.\n"
        terms = {"tags": ["a", f"t{number % 2}"], "series": "S", "language": ("en", "zh")[number % 2]}
        posts[f"{blog}/p{number}.md"] = md(f"P{number}", body, f"2024-0{number + 1}-01", **terms)
    conf = {
        "html_theme": "blogext", "html_baseurl": "https://example.org/", "blog_citation": True,
        "blog_backlinks": True, "blog_tags": {"a": {"label": {"en": "A", "zh": "甲"}}},
        "blogs": {"news": {"blog_page_size": 2}, "notes": {"blog_pagination": "stable", "blog_page_size": 2}},
    }  # fmt: skip
    files = {"index.md": "# Home\n\n```{postlist}\n:blog: *\n```\n", **posts}
    changes = (("P3", "Three"), ('"t1"', '"t0"'), ("p0.md", "p1.md"), (": S", ": T"))
    steps = {new: edit("news/p3.md", old, new) for old, new in changes} | {"gone": delete("notes/p2.md")}
    assert differing_steps(lambda: make_site(files, conf), steps, tmp_path / "clean") == {}


SETS_AT_RUN_TIME = """
def set_late(app):
    app.config.html_permalinks_icon = '#'
    app.config.blog_page_size = 3
    app.config.html_context = {'function': lambda: None}

def setup(app):
    app.connect('builder-inited', set_late)
"""


def test_options_set_at_run_time_make_nothing_be_read_again(make_site: MakeSite) -> None:
    site = make_site({**INDEX, **many(4, tags=["python"], author=["mei"])}, SETS_AT_RUN_TIME)
    assert (len(site.page("blog").posts), len(site.domain.documents_read)) == (3, 5)
    assert (written(site, lambda site: None), site.domain.documents_read) == (set(), [])


@pytest.mark.parametrize("gone", ["sphinx_blogext.core.model", "sphinx_blogext.domain"])
def test_pickles_of_a_release_whose_modules_were_elsewhere_are_read_anew(make_site: MakeSite, gone: str) -> None:
    site = make_site({**INDEX, **many(2), "blog/d.md": "---\ndraft: true\n---\n# D\n"})
    before = site.bytes()["blog/p01.html"]
    pickled = site.root / "doctrees" / "environment.pickle"
    content, elsewhere = pickled.read_bytes(), gone[:-1] + "_"
    assert gone.encode() in content
    pickled.write_bytes(content.replace(gone.encode(), elsewhere.encode()))
    site.build()
    assert (site.warnings, len(site.domain.documents_read)) == ([], 3)
    assert site.bytes()["blog/p01.html"] == before


ANSWERING = """
from pathlib import Path
NOTE = Path(__file__).with_name("note.txt")

def on_page_data(app, page):
    # It is not made of posts, so that it is to be said of all pages together, too.
    return NOTE.read_text() if page in {"", "other", "blog/2024"} else None

def on_page_context(app, page, template, context, doctree):
    if page in {"other", "blog/2024"}:
        context["body"] += f"<p class='note'>{NOTE.read_text()}</p>"

def setup(app):
    app.connect("html-page-context", on_page_context)
    app.connect("blogext-page-data", on_page_data)
"""


def test_a_page_is_written_again_when_an_answer_differs(make_site: MakeSite) -> None:
    files = {**INDEX, "other.md": "---\norphan: true\n---\n# Other\n", "note.txt": "One", **many(2)}
    site = make_site(files, ANSWERING)
    assert site.warnings == []
    assert [site.page(name).texts(".note") for name in ("other", "blog/2024", "index")] == [["One"], ["One"], []]
    site.write("note.txt", "Two")
    # Something has to be read: who changes nothing has nothing compared.
    pages = written(site, edit("blog/p01.md", "Rest 01.", "Other rest."))
    assert [site.page(name).texts(".note") for name in ("other", "blog/2024")] == [["Two"], ["Two"]]
    assert {name for name in pages if name.endswith(".html")} == {"other.html", "blog/2024.html", "blog/p01.html"}

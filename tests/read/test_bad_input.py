"""A mistake is one located warning of the right type, and nothing else is lost."""

import pytest
from checker import problems_of_tree
from conftest import MakeSite, Site
from mistakes import MISTAKES, OTHERS, front
from page import text

CONF = {
    "blog_citation": True,
    "blog_authors": {"mei": ("Mei", None)},
    "blog_tags": {"python": "Python", "a": "A", "b": "B"},
    "blog_on_unknown_tag": "warn",
    "blog_page_size": 99,
}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(OTHERS | {file: mistake.source for file, mistake in MISTAKES.items()}, CONF)


@pytest.mark.parametrize("file", MISTAKES)
def test_one_mistake_is_one_warning_and_nothing_is_lost(site: Site, file: str) -> None:
    mistake, docname = MISTAKES[file], file.partition(".")[0]
    # Sphinx has a word of its own for a document without a title in a toctree.
    (warned,) = [each for each in site.warnings if each.file == file and each.type != "toc.no_title"]
    assert (warned.line, warned.type) == (mistake.line, f"blog.{mistake.type}")
    for word in mistake.says:
        assert word in warned.message
    if mistake.is_draft:
        assert not site.has(docname)
    else:
        assert "Text" in text(site.page(docname).main)


def test_all_else_is_there(site: Site) -> None:
    assert (site.status, {warned.file for warned in site.warnings}) == (0, {*MISTAKES, "index.md"})
    posts = {name.partition(".")[0] for name in MISTAKES if not MISTAKES[name].is_draft and name[:4] == "blog"}
    assert site.domain.posts.keys() == posts - {"blog/no-date", "blog/undated"} | {"blog/other"}
    assert len(site.page("blog").posts) == len(site.domain.posts)
    assert "Text of the other." in text(site.page("blog/other").main)
    assert problems_of_tree(site.outdir) == []


def test_a_warning_can_be_suppressed_by_its_type(make_site: MakeSite) -> None:
    names = ["blog/misspelt-too.rst", "blog/day-first.md", "blog/evil.rst", "words.md"]
    mistakes = {name: MISTAKES[name] for name in names}
    files = {name: mistake.source for name, mistake in mistakes.items()}
    kinds = [f"blog.{mistake.type}" for mistake in mistakes.values()]
    site = make_site(OTHERS | files, {"suppress_warnings": kinds, "blog_show_drafts": True})
    assert site.warnings == []
    # What has no date that can be read says that it is a draft, and shows itself as one.
    assert site.page("blog/drafts").posts == ["Title"]


def test_a_post_without_a_marker_where_one_is_asked_for(make_site: MakeSite) -> None:
    site = make_site({**OTHERS, "blog/p.md": front("date: 2024-05-06")}, {"blog_on_untruncated": "warn"})
    assert [(w.file, w.line, w.type) for w in site.warnings] == [("blog/p.md", 1, "blog.untruncated")]


def test_a_title_of_what_no_page_may_contain_is_none(make_site: MakeSite) -> None:
    titles = {"a": r'"\ud83d"', "b": r'"\x01"', "c": r'"\u202e"', "d": "null", "e": r'"e\ud83d\x7f"'}
    files = {
        f"blog/{name}.md": f"---\ndate: 2026-01-15\ntitle: {title}\n---\nText.\n" for name, title in titles.items()
    }
    site = make_site({"index.md": "# Home\n\n```{postlist}\n```\n", **files})
    assert [site.page(f"blog/{name}").headings for name in titles] == [[], [], [], [], ["e"]]
    assert sorted(site.page("index").posts) == [*titles]


def test_what_is_no_mistake(make_site: MakeSite) -> None:
    """Keys of other extensions, and front matter that is closed by a longer rule."""
    rules = ["----", "--------------------"]
    posts = {f"blog/{len(rule)}.md": front("date: 2024-05-06").replace("\n---\n", f"\n{rule}\n") for rule in rules}
    files = {
        "blog/p.md": front("date: 2024-05-06", "og:image: a.png", "meta_description: D"),
        "blog/q.rst": ":og:description: D\n:a.date: x\n\nNo post\n=======\n",
    }
    site = make_site(OTHERS | posts | files)
    assert (site.warnings, site.page("blog").posts) == ([], ["Title"] * 3 + ["Other"])
    for name in ("blog/4", "blog/20"):
        page = site.page(name)
        assert page.headings == ["Title"]
        assert "date" not in text(page.main)


SHAPES = [
    *("tags: {a: b}", "tags: [[a, b], c]", "tags: 5", "title: [a]", "draft: []", "author: {name: x, url: y}"),
    *("redirect: {a: b}", "pin: [1]", "excerpt: [1]", "date: [2024-05-06]", "blogpost: {}"),
    *("updated: 2024-05-06 25:00", "tags: !!python/object:os.system x", "tags: &a [*a]"),
]


def test_front_matter_of_the_wrong_shape_never_fails_the_build(make_site: MakeSite) -> None:
    date = "date: 2024-05-06"
    posts = {
        f"blog/p{n}.md": front(*([] if line.startswith("date") else [date]), line) for n, line in enumerate(SHAPES)
    }
    site = make_site(OTHERS | posts, {"blog_page_size": 99})
    assert site.status == 0
    assert {warned.file for warned in site.warnings} <= posts.keys()
    assert "Other" in site.page("blog").posts

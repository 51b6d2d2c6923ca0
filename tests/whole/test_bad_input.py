"""One mistake a site: one located warning of the right type, and nothing else lost."""

import pytest
from checker import problems_of_tree
from conftest import MakeSite
from mistakes import MISTAKES, OTHERS, front
from page import text


@pytest.mark.slow
@pytest.mark.parametrize("name", MISTAKES)
def test_one_mistake_is_one_warning_and_nothing_is_lost(make_site: MakeSite, name: str) -> None:
    mistake = MISTAKES[name]
    site = make_site({**OTHERS, mistake.file: mistake.source}, mistake.conf)
    # Sphinx has a word of its own for a document without a title in a toctree.
    (warned,) = [warned for warned in site.warnings if warned.type != "toc.no_title"]
    assert (warned.file, warned.line, warned.type) == (mistake.file, mistake.line, f"blog.{mistake.type}")
    for word in mistake.says:
        assert word in warned.message
    assert site.status == 0
    docname = mistake.file.partition(".")[0]
    titles = site.page("blog").posts
    if mistake.is_draft:
        assert titles == ["Other"]
        assert not site.has(docname)
        # It says that it is a draft, and shows itself as one.
        site.configure({"blog_show_drafts": True}).build()
        assert site.page("blog/drafts").posts == ["Title"]
    else:
        assert titles == ([mistake.title, "Other"] if docname == "blog/p" else ["Other"])
    assert "Text" in text(site.page(docname).main)
    assert "Text of the other." in text(site.page("blog/other").main)
    assert problems_of_tree(site.outdir) == []


@pytest.mark.parametrize(
    "name", ["misspelt option", "date with the day first", "redirect out of the site", "pages in words"]
)
def test_a_warning_can_be_suppressed_by_its_type(make_site: MakeSite, name: str) -> None:
    mistake = MISTAKES[name]
    site = make_site({**OTHERS, mistake.file: mistake.source}, {"suppress_warnings": [f"blog.{mistake.type}"]})
    assert site.warnings == []


@pytest.mark.slow
@pytest.mark.parametrize("parallel", [1, 2])
def test_mistakes_in_many_files(make_site: MakeSite, parallel: int) -> None:
    files = {f"blog/m{number}.md": front("date: 2024-05-06", "tasg: x") for number in range(12)}
    site = make_site({**OTHERS, **files}, parallel=parallel)
    assert sorted(site.blog_warnings) == sorted((name, "blog.unknown_option") for name in files)
    assert [w.line for w in site.warnings] == [3] * 12


def test_keys_of_other_extensions_are_no_mistakes(make_site: MakeSite) -> None:
    files = {
        "blog/p.md": front("date: 2024-05-06", "og:image: a.png", "og:description: D", "meta_description: D"),
        "blog/q.rst": ":og:description: D\n:a.date: x\n\nNo post\n=======\n",
    }
    site = make_site({**OTHERS, **files})
    assert site.blog_warnings == []


def test_front_matter_closed_by_a_longer_rule(make_site: MakeSite) -> None:
    rules = ["----", "-----", "--------------------"]
    posts = {
        f"blog/{len(rule)}.md": f"---\ndate: 2024-05-06\ntags: x\n{rule}\n# Title\n\nText.\n" for rule in rules
    }
    site = make_site(OTHERS | posts)
    assert site.warnings == []
    assert site.page("blog/tag/x").posts == ["Title"] * len(rules)
    for name in posts:
        page = site.page(name.removesuffix(".md"))
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
    assert "Text of the other." in text(site.page("blog/other").main)

"""Front matter stays as it was written; dates in the names of files and in the words of other engines."""

from typing import Any

import pytest
import yaml
from conftest import MakeSite
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.util.docutils import new_document
from writing import INDEX, md, rst

from sphinx_blogext.core.dates import date_in_name
from sphinx_blogext.read.front_matter import is_translated
from sphinx_blogext.read.references import _path_on_site, _uris_in
from sphinx_blogext.read.sources import FrontMatterText, find_block


@pytest.mark.parametrize(
    ("front", "values"),
    [
        ("tags: [3.10, yes, 1_000, 2024-02-30]", {"tags": ["3.10", "yes", "1_000", "2024-02-30"]}),
        ("tags:\n- 1.0 # first\n- 漢字🎉\n- 0o17", {"tags": ["1.0", "漢字🎉", "0o17"]}),
        ('标: x\nlanguage: no\nTitle: 3.10\n"author": off', {"language": "no", "Title": "3.10", "author": "off"}),
        ("date: 2024-02-30 # no such day\nupdated: 2024-05-06", {"date": "2024-02-30", "updated": "2024-05-06"}),
        ("translation-key: 007\nseries: 12:30:45", {"translation-key": "007", "series": "12:30:45"}),
        ("{tags: [on], author: 5}", {"tags": ["on"], "author": "5"}),
        # What takes no text, what is quoted, what says its type, what is nothing, what is another's.
        ("draft: yes\nexcerpt: 2", {"draft": True, "excerpt": 2}),
        ("tags: ['3.10', \"yes\", !!float 3.10, ~, ]", {"tags": ["3.10", "yes", 3.1, None]}),
        ("tags:\nauthor: &a 5\nversion: 3.10", {"tags": None, "author": 5, "version": 3.1}),
        ("tags: 3.10, yes", {"tags": "3.10, yes"}),
    ],
    ids=lambda value: None if isinstance(value, dict) else value,
)
def test_values_of_our_keys_are_text(front: str, values: dict[str, Any]) -> None:
    block = find_block(f"---\n{front}\n---\n# Title\n")
    assert yaml.safe_load(FrontMatterText(block.yaml).quoted()).items() >= values.items()


def test_what_is_no_front_matter_is_left_alone() -> None:
    assert find_block("# Title\n\n---\ntags: [3.10]\n---\n").yaml == ""
    assert FrontMatterText("\n").quoted() == "\n"


def test_tags_of_a_post_are_spelt_as_they_were_written(make_site: MakeSite) -> None:
    front = "---\ndate: 2024-05-06\ntags: [3.10, yes]\nlanguage: no\n---\n"
    # Of a field that is repeated the last counts.
    fields = ":date: 2024-05-06\n:tags: one\n:Tags: two\n\nOther\n=====\n"
    site = make_site({**INDEX, "blog/p.md": f"{front}# Title\n\nText.\n", "blog/q.rst": fields})
    assert site.warnings == []
    assert site.domain.posts["blog/p"].terms == {"tag": ("3.10", "yes"), "language": ("no",)}
    assert site.domain.posts["blog/q"].terms == {"tag": ("two",)}
    assert site.page("blog/tag/3.10").posts == ["Title"]


def test_a_label_may_stand_above_the_heading(make_site: MakeSite) -> None:
    post = "---\ndate: 2024-01-01\ntitle: Another\n---\n(label)=\n# Own\n\nText.\n"
    assert make_site(INDEX | {"blog/a.md": post}).page("blog/a").headings == ["Own"]


def test_a_key_that_is_set_twice_is_told(make_site: MakeSite) -> None:
    text = "date: 2024-01-01\nTags: a\ntags: b\nlicense: x\nlicense: x\nthumbnail: x\nthumbnail: y\n"
    assert FrontMatterText(text).repeated == [(4, "tags")]
    (warned,) = make_site({**INDEX, "blog/p.md": f"---\n{text}---\n# P\n"}).warnings
    assert (warned.file, warned.line, "'tags' is set twice" in warned.message) == ("blog/p.md", 4, True)


pytestmark = pytest.mark.usefixtures("today")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("2026-01-15", "2026-01-15"), ("blog/2026-01-15-title/index", "2026-01-15"),
        ("blog/2026/01/15/title/index", "2026-01-15"), ("blog/2026/01/15", ""), ("blog/2026-02-30-title", ""),
        ("blog/2026-1-5-title", ""), ("blog/x2026-01-15", ""), ("blog/2026-01-15x", ""),
        ("blog/2026-01-15-a/b", ""), ("blog/2025-01-01-a/2026-01-15-b", "2026-01-15"),
        ("blog/٢٠٢٦-٠١-١٥-title", ""),
    ],
)  # fmt: skip
def test_dates_of_names(name: str, found: str) -> None:
    assert date_in_name(name) == found


def test_a_name_may_date_a_post(make_site: MakeSite) -> None:
    files = {
        "index.md": "# Home\n",
        "blog/2024-01-02-a.md": "# A\n\nText.\n",
        "blog/2024/01/03/b.rst": "B\n=\n\nText.\n",
        "blog/2024-01-04-c.md": md("C", date="2023-05-06", tags=["3.10"]),
        "blog/2024-01-05-d.md": "---\nblogpost: false\n---\n# D\n",
        "blog/2024-01-06-e.rst": rst("E", date=""),
        "guide/2024-01-07-f.md": "---\norphan: true\n---\n# F\n",
    }
    site = make_site(files, {"blog_date_from_name": True})
    assert not site.blog_warnings
    dates = {name: post.date.date().isoformat() for name, post in site.domain.posts.items() if post.date}
    found = {"2024-01-02-a": "2024-01-02", "2024/01/03/b": "2024-01-03", "2024-01-06-e": "2024-01-06"}
    assert dates == {f"blog/{name}": date for name, date in found.items()} | {"blog/2024-01-04-c": "2023-05-06"}
    site.configure({"blog_date_from_name": False}).build()
    assert {name for name, post in site.domain.posts.items() if post.date} == {"blog/2024-01-04-c"}


#: Front matter, and the dates of publication and of the last update.
FRONTS = {
    "publishDate: 2024-01-02": ("2024-01-02", None),
    "pubDatetime: 2024-01-02T10:00:00Z\nlastmod: 2024-02-03": ("2024-01-02", "2024-02-03"),
    "date: 2024-01-02\npublishDate: 2023-01-01": ("2024-01-02", None),
    "date:\n  created: 2024-01-02\n  updated: 2024-02-03": ("2024-01-02", "2024-02-03"),
    "date: 2024-01-02\nexpiryDate: 2099-01-01\nheroImage: https://example.org/a.png": ("2024-01-02", None),
}


def test_words_of_other_engines(make_site: MakeSite) -> None:
    files = {f"blog/p{n}.md": f"---\n{front}\n---\n# A\n\nText.\n" for n, front in enumerate(FRONTS)}
    site = make_site({"index.md": "# Home\n", **files})
    assert not site.blog_warnings
    for number, (front, expected) in enumerate(FRONTS.items()):
        post = site.domain.posts[f"blog/p{number}"]
        assert tuple(moment and f"{moment:%Y-%m-%d}" for moment in (post.date, post.updated)) == expected
        assert (post.expires is not None, bool(post.image)) == ("expiryDate" in front, "heroImage" in front)
    # A record of dates that are none makes a draft.
    site.write("blog/a.md", "---\ndate: {created: soon}\n---\n# A\n\nText.\n").build()
    assert site.blog_warnings == [("blog/a.md", "blog.date")]
    assert not site.has("blog/a")


@pytest.mark.parametrize(
    ("translated", "others", "is_most"), [(0, 0, False), (1, 1, False), (2, 3, False), (3, 2, True)]
)
def test_a_document_is_translated_if_most_of_its_text_is(translated: int, others: int, is_most: bool) -> None:
    document = new_document("")
    document += [nodes.paragraph(translated=number < translated) for number in range(translated + others)]
    document += nodes.paragraph()
    assert is_translated(document) is is_most


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("https://e.org/docs/a.html#x", "/a.html"), ("//e.org/docs/a/", "/a/"), ("/docs/a", "/a"),
        ("../a", "../a"), ("https://e.com/docs/a", ""), ("http://e.org/docs/a", ""), ("https://e.org/a", ""),
        ("mailto:a@e.org", ""), ("/a", "/a"), ("https://[e", ""),
    ],
)  # fmt: skip
def test_the_path_of_a_link_on_the_site(uri: str, path: str) -> None:
    assert _path_on_site(uri, "https://e.org/docs/") == path


def test_the_links_of_a_text() -> None:
    html = [nodes.raw("", '<a href="b&amp;c">', format=name) for name in ("html", "latex")]
    pending = [pending_xref("", reftype=name, reftarget=name) for name in ("myst", "doc")]
    tree = nodes.section("", nodes.reference("", "", refuri="a"), *html, *pending)
    assert [*_uris_in(tree)] == ["a", "b&c", "myst"]

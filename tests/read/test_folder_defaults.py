"""What ``_blog.yml`` says of the posts below it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import MakeSite, Site
from steps import clean, differences
from writing import md, rst

pytestmark = pytest.mark.usefixtures("today")

FILES = {
    "index.md": "# Home\n",
    "blog/_blog.yml": "author: mei\ntags: [python, 3.10]\nlanguage: no\nnocomments: true\n",
    "blog/a.md": md("A", date="2024-01-01"),
    "blog/b.rst": rst("B", date="2024-01-02", tag="own"),
    "blog/deep/_blog.yml": "author: [jonas, mei]\ncategory: Deep\n",
    "blog/deep/er/c.md": md("C", date="2024-01-03", category="Its own"),
    "blog/deep/er/d.md": md("D", date="2024-01-04"),
    "other/e.md": "---\norphan: true\n---\n# E\n\nNo post.\n",
}


def terms(site: Site, name: str) -> dict[str, tuple[str, ...]]:
    return dict(site.domain.posts[name].terms)


def test_the_nearest_file_wins_and_the_post_before_it(make_site: MakeSite) -> None:
    site = make_site(FILES)
    assert not site.blog_warnings
    common = {"author": ("mei",), "tag": ("python", "3.10"), "language": ("no",)}
    assert terms(site, "blog/a") == common
    assert terms(site, "blog/b") == common | {"tag": ("own",)}
    deep = common | {"author": ("jonas", "mei")}
    assert terms(site, "blog/deep/er/c") == deep | {"category": ("Its own",)}
    assert terms(site, "blog/deep/er/d") == deep | {"category": ("Deep",)}
    assert all(post.nocomments for post in site.domain.posts.values())
    assert not site.has("blog/_blog")


DEEP = {"blog/deep/er/c", "blog/deep/er/d"}
READ: dict[str, tuple[Callable[[Site], None], set[str]]] = {
    "a file below": (lambda site: site.edit("blog/deep/_blog.yml", "Deep", "Other"), DEEP),
    "the file above": (lambda site: site.edit("blog/_blog.yml", "python", "c++"), {"blog/a", "blog/b", *DEEP}),
    # Drafts are read, and forgotten again.
    "a new file": (lambda site: site.write("blog/deep/er/_blog.yml", "draft: true\n"), set()),
    "drafts no more": (lambda site: site.delete("blog/deep/er/_blog.yml"), DEEP),
    "nothing": (lambda site: None, set()),
    "a post": (lambda site: site.edit("blog/a.md", "# A", "# New"), {"blog/a"}),
}


@pytest.mark.slow
def test_a_change_reads_the_posts_below_it_and_no_others(
    make_site: MakeSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = make_site(FILES)
    for name, (step, expected) in READ.items():
        step(site)
        before = dict(site.env.all_docs)
        site.build()
        now = site.env.all_docs
        assert not site.blog_warnings
        found = {doc for doc in now if before.get(doc) != now[doc]}
        assert found == expected, name
        assert differences(site, clean(site, tmp_path / "clean")) == [], name


#: A file, the line of its warning, and the message.
WRONG = [
    ("author: [mei\n", 2, "_blog.yml cannot be read: "),
    ("- a\n- b\n", 1, "expected keys and values"),
    ("\n\nautor: mei\n", 3, "unknown option 'autor' (did you mean 'author'?)"),
    ("author: mei\nBlogpost: true\n", 2, "'Blogpost' can only be set for a single post and is ignored"),
    ("foo: {d: 2026-13-45}\n", 1, "_blog.yml cannot be read: "),
    (b"author: \xff\n", 1, "_blog.yml cannot be read: "),
    ("x: 1\ntags: &a [x, *a]\n", 2, "it contains itself"),
]


def test_what_is_wrong_is_said_once_and_what_cannot_be_read_keeps_posts_out(make_site: MakeSite) -> None:
    files = {f"blog/w{n}/_blog.yml": text for n, (text, *_rest) in enumerate(WRONG)}
    site = make_site({**FILES, **files, **{f"blog/w{n}/p.md": md("P") for n in range(len(WRONG))}})
    messages = {warned.file: (warned.line, warned.message) for warned in site.warnings}
    assert messages.keys() == files.keys()
    assert len(site.warnings) == len(files)
    for (line, message), (_text, expected, words) in zip((messages[name] for name in files), WRONG, strict=True):
        assert (line, words in message) == (expected, True)
    is_read = [words.startswith(("unknown option", "'Blogpost'")) for _text, _line, words in WRONG]
    assert [site.has(f"blog/w{n}/p") for n in range(len(WRONG))] == is_read


def test_an_end_that_cannot_be_read_keeps_posts_out(make_site: MakeSite) -> None:
    # The longer ending is read, too.
    site = make_site({**FILES, "blog/deep/er/_blog.yaml": "author: mei\nexpires: someday\n"})
    (warned,) = [warned for warned in site.warnings if warned.type == "blog.date"]
    assert (warned.file, warned.line) == ("blog/deep/er/_blog.yaml", 2)
    assert [site.has(name) for name in ("blog/a", "blog/deep/er/c", "blog/deep/er/d")] == [True, False, False]


BROKEN = [
    "draft: true\ndescription: Note: this\n", "private: yes\ndescription: Note: this\n",
    "visible: no\nexpires: 2020-01-01\ndescription: Note: this\n", "published: false\n author: x\n",
    "author: [mei\n",
    "- status: draft\n", "tags: &a [x, *a]\ndraft: true\n", "draft: true\ntags: [a]\ndraft: false\n",
]  # fmt: skip


@pytest.mark.slow
def test_posts_are_kept_out_until_the_file_is_fixed(make_site: MakeSite, tmp_path: Path) -> None:
    broken = {f"blog/broken{n}/_blog.yml": text for n, text in enumerate(BROKEN)}
    posts = [f"blog/broken{n}/er/c" for n in range(len(BROKEN))]
    site = make_site({**FILES, **broken, **{f"{name}.md": md("C") for name in posts}})
    told = [warned.file for warned in site.warnings if warned.type == "blog.invalid_option"]
    assert sorted(told) == sorted(broken)
    assert site.has("blog/a")
    for files, is_there in ((dict.fromkeys(broken, "author: jonas\n"), True), (broken, False)):
        assert [name for name in posts if site.has(name) == is_there] == []
        for name, text in files.items():
            site.write(name, text)
        site.build()
        assert [name for name in posts if site.has(name) != is_there] == []
    assert differences(site, clean(site, tmp_path / "clean")) == []


def test_a_file_that_may_not_be_read_keeps_posts_out(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    original = Path.read_bytes

    def read_bytes(path: Path) -> bytes:
        if path.name == "_blog.yml" and path.parent.name == "deep":
            raise PermissionError(13, "Permission denied")
        return original(path)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    site = make_site(FILES)
    (warned,) = [w for w in site.warnings if w.type == "blog.invalid_option"]
    assert (warned.file, "Permission denied" in warned.message) == ("blog/deep/_blog.yml", True)
    assert [site.has(name) for name in ("blog/a", "blog/deep/er/c")] == [True, False]


def test_the_file_may_say_which_blog_posts_are_of(make_site: MakeSite) -> None:
    files = {"_blog.yml": "blog: lab\n", "news/a.md": md("A"), "news/x/_blog.yml": "blog: news\n"}
    # One that is none is reported where it is named.
    files |= {"lab/_blog.yml": "tags: [x]\nblog: nevs\n", "lab/x.md": md("X"), "lab/y.md": md("Y")}
    site = make_site({"index.md": "# Home\n", **files, "news/x/b.md": md("B")}, {"blogs": {"news": {}, "lab": {}}})
    assert sorted(site.page("lab").posts) == ["A", "X", "Y"]
    assert site.page("news").posts == ["B"]
    (warned,) = site.warnings
    assert (warned.file, warned.line, warned.type) == ("lab/_blog.yml", 2, "blog.invalid_option")
    assert "unknown blog 'nevs' (did you mean 'news'?)" in warned.message


@pytest.mark.parametrize("kind", ["link", "folder", "utf-16"])
def test_a_file_that_is_none_keeps_posts_out(make_site: MakeSite, kind: str) -> None:
    site = make_site(FILES, build=False)
    path = site.source / "blog" / "deep" / "er" / "_blog.yml"
    if kind == "link":
        path.symlink_to("nowhere")
    elif kind == "folder":
        path.mkdir()
    else:
        path.write_bytes("draft: true\n".encode("utf-16"))
    site.build()
    assert [site.has(name) for name in ("blog/a", "blog/deep/er/c")] == [True, False]
    assert [w.file for w in site.warnings if w.type == "blog.invalid_option"] == ["blog/deep/er/_blog.yml"]

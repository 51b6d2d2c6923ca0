"""What ``_blog.yml`` says of the posts below it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import MakeSite, Site
from steps import clean, differences
from writing import INDEX, md, rst

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


def test_the_nearest_file_wins_and_the_post_before_it(make_site: MakeSite) -> None:
    site = make_site(FILES)
    assert not site.blog_warnings
    common = {"author": ("mei",), "tag": ("python", "3.10"), "language": ("no",)}
    deep = common | {"author": ("jonas", "mei")}
    assert {name: post.terms for name, post in site.domain.posts.items()} == {
        "blog/a": common,
        "blog/b": common | {"tag": ("own",)},
        "blog/deep/er/c": deep | {"category": ("Its own",)},
        "blog/deep/er/d": deep | {"category": ("Deep",)},
    }
    assert all(post.nocomments for post in site.domain.posts.values())
    assert not site.has("blog/_blog")


DEEP = {"blog/deep/er/c", "blog/deep/er/d"}
READ: dict[str, tuple[Callable[[Site], None], set[str]]] = {
    "a file below": (lambda site: site.edit("blog/deep/_blog.yml", "Deep", "Other"), DEEP),
    "the file above": (lambda site: site.edit("blog/_blog.yml", "python", "c++"), {"blog/a", "blog/b", *DEEP}),
    # Drafts are read, and forgotten again.
    "a new file": (lambda site: site.write("blog/deep/er/_blog.yml", "draft: true\n"), set()),
    "drafts no more": (lambda site: site.delete("blog/deep/er/_blog.yml"), DEEP),
    "a file that cannot be read": (lambda site: site.write("blog/deep/er/_blog.yml", "author: [mei\n"), set()),
    "a file that is fixed": (lambda site: site.write("blog/deep/er/_blog.yml", "author: mei\n"), DEEP),
}


@pytest.mark.slow
def test_a_change_reads_the_posts_below_it_and_no_others(make_site: MakeSite, tmp_path: Path) -> None:
    site = make_site(FILES)
    for name, (step, expected) in READ.items():
        step(site)
        before = dict(site.env.all_docs)
        site.build()
        now = site.env.all_docs
        assert bool(site.blog_warnings) == ("cannot be read" in name)
        assert {doc for doc in now if before.get(doc) != now[doc]} == expected, name
        assert differences(site, clean(site, tmp_path / "clean")) == [], name


#: A file, the line of its warning, and the message.
WRONG = [
    ("author: [mei\n", 2, "_blog.yml cannot be read: "),
    ("- a\n- b\n", 1, "expected keys and values"),
    ("\n\nautor: mei\n", 3, "unknown option 'autor' (did you mean 'author'?)"),
    ("description: a\n", 1, "'description' can only be set for a single post and is ignored"),
    ("author: mei\nBlogpost: true\n", 2, "'Blogpost' can only be set for a single post and is ignored"),
    (b"author: \xff\n", 1, "_blog.yml cannot be read: "), ("x: 1\ntags: &a [x, *a]\n", 2, "it contains itself"),
    ("draft: true\ntags: [a]\ndraft: false\n", 3, "twice"),
    ("author: mei\nexpires: someday\n", 2, "someday"),
]  # fmt: skip


def test_what_is_wrong_is_said_once_and_what_cannot_be_read_keeps_posts_out(make_site: MakeSite) -> None:
    files = {f"blog/w{n}/_blog.yml": text for n, (text, *_rest) in enumerate(WRONG)}
    # The longer ending is read, too.
    files["blog/w8/_blog.yaml"] = files.pop("blog/w8/_blog.yml")
    posts = {f"blog/w{n}/p.md": md("P") for n in range(len(WRONG))}
    site = make_site({**FILES, **files, **posts, "blog/_blog.yaml": "draft: true\n"})
    messages = {warned.file: (warned.line, warned.message) for warned in site.warnings}
    assert (messages.keys(), len(site.warnings)) == ({*files, "blog/_blog.yaml"}, len(files) + 1)
    for (line, message), (_text, expected, words) in zip((messages[name] for name in files), WRONG, strict=True):
        assert (line, words in message) == (expected, True)
    is_read = [words.startswith(("unknown option", "'Blogpost'", "'descr")) for _text, _line, words in WRONG]
    assert [site.has(f"blog/w{n}/p") for n in range(len(WRONG))] == is_read


def test_the_file_may_say_which_blog_posts_are_of(make_site: MakeSite) -> None:
    files = {"_blog.yml": "blog: lab\n", "news/a.md": md("A"), "news/x/_blog.yml": "blog: news\n"}
    # One that is none is reported where it is named.
    files |= {"lab/_blog.yml": "tags: [x]\nblog: nevs\n", "lab/x.md": md("X"), "lab/y.md": md("Y")}
    site = make_site({"index.md": "# Home\n", **files, "news/x/b.md": md("B")}, {"blogs": {"news": {}, "lab": {}}})
    assert (sorted(site.page("lab").posts), site.page("news").posts) == (["A", "X", "Y"], ["B"])
    (warned,) = site.warnings
    assert (warned.file, warned.line, warned.type) == ("lab/_blog.yml", 2, "blog.invalid_option")
    assert "unknown blog 'nevs' (did you mean 'news'?)" in warned.message


def test_a_file_that_is_none_keeps_posts_out(make_site: MakeSite) -> None:
    files = {f"{folder}/p.md": md("P") for folder in ("blog/link", "blog/folder", "blog/utf-16")}
    site = make_site({**INDEX, **files, "blog/utf-16/_blog.yml": "draft: true\n".encode("utf-16")}, build=False)
    (site.source / "blog/link/_blog.yml").symlink_to("nowhere")
    (site.source / "blog/folder/_blog.yml").mkdir()
    site.build()
    assert site.domain.posts == {}
    told = sorted(warned.file for warned in site.warnings if warned.type == "blog.invalid_option")
    assert told == sorted(name.replace("p.md", "_blog.yml") for name in files)

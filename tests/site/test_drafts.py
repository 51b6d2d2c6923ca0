"""Drafts, future and expired posts, unlisted and pinned ones, redirects."""

import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from checker import problems_of_tree
from conftest import MakeSite, Site
from old_sites import PNG
from page import text
from sphinx.errors import ConfigError
from steps import clean, differences, edit, setting
from writing import INDEX, many, md

MARK = "Zq7Xsecret"
MARKED = f"Title {MARK}".encode()
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOME = "# Home\n\n```{toctree}\n:glob:\n\nblog/*\n```\n\n```{postlist}\n:excerpts:\n```\n"


@pytest.fixture(autouse=True)
def _now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(NOW.timestamp())))


def secret(**meta: Any) -> str:
    """A post whose every part holds the mark, so that it can be found wherever it leaks."""
    meta = {"tags": [f"tag{MARK}", "shared"], "category": MARK, "description": MARK, **meta}
    body = f"Lead {MARK}.\n\n(label-{MARK.lower()})=\n## Part {MARK}\n\nRest {MARK}.\n"
    return md(f"Title {MARK}", body, **meta)


def leaks(site: Site) -> list[str]:
    """The files of the output, and of books in it, that hold the mark, or have it in their name."""
    # Sphinx's own memory, which the json builder keeps beside the pages as well, has the name of a draft alone.
    files = {name: content for name, content in site.bytes().items() if name != "environment.pickle"}
    files |= {path.name: path.read_bytes().partition(MARKED)[1] for path in site.root.rglob("environment.pickle")}
    for path in site.outdir.glob("*.epub"):
        with ZipFile(path) as book:
            files |= {name: book.read(name) for name in book.namelist()}
    mark = MARK.lower().encode()
    return [name for name, content in files.items() if mark in content.lower() or mark in name.lower().encode()]


HIDDEN = {
    "draft": {"draft": True}, "tomorrow": {"date": "2026-11-21"}, "in a second": {"date": "2026-11-20T12:00:01"},
    "in another zone": {"date": "2026-11-20T13:00+00:30"}, "expired": {"expires": "2026-11-19"},
    "expired now": {"expires": "2026-11-20T12:00"}, "unreadable date": {"date": "02-01-2023"},
    "no such day": {"date": "2026-02-30"}, "no such month": {"date": "2026-13-01 10:00 # a comment"},
    "the last year": {"date": "9999-12-31"}, "unreadable end": {"expires": "soon"}, "hidden": {"hidden": True},
}  # fmt: skip
#: The warnings that some of them cause.
SAID = {"hidden": "blog.unknown_option"}
SAID |= dict.fromkeys(("unreadable date", "no such day", "no such month", "unreadable end"), "blog.date")


def test_what_is_not_published_is_nowhere(make_site: MakeSite) -> None:
    posts = {f"blog/{MARK}-{kind}.md": secret(**meta) for kind, meta in HIDDEN.items()}
    site = make_site({"index.md": HOME, **many(2, tags="shared"), **posts})
    others = [(w.file, w.type) for w in site.warnings if "duplicate label" not in w.message]
    assert sorted(others) == sorted((f"blog/{MARK}-{kind}.md", name) for kind, name in SAID.items())
    assert leaks(site) == problems_of_tree(site.outdir) == []
    assert [site.page(name).posts for name in ("blog", "blog/tag/shared")] == [["Post 02", "Post 01"]] * 2
    with pytest.raises(ConfigError, match="first page of the site"):
        make_site({"index.md": secret(blogpost=True, draft=True)}, builder="text")


def test_a_post_is_published_to_the_second_and_by_the_day_in_the_zone_of_the_blog(make_site: MakeSite) -> None:
    files = {
        "blog/a.md": md("Now", date="2026-11-20T12:00Z"),
        "blog/b.md": md("Here", date="2026-11-20T19:59+08:00"),
        "blog/c.md": md("Not yet expired", expires="2026-11-20T12:00:01Z"),
        "blog/d.md": md("Tomorrow", date="2026-11-21"),
    }
    posts = ["Now", "Here", "Not yet expired"]
    assert make_site(INDEX | files, {"blog_timezone": "Asia/Shanghai"}).page("blog").posts == posts
    conf = {"blog_timezone": "Pacific/Kiritimati"}
    assert {*make_site(INDEX | files, conf).page("blog").posts} == {"Tomorrow", *posts}


def test_a_post_falls_due_and_expires(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    post = secret(date="2026-11-21", expires="2026-11-22")
    site = make_site({"index.md": HOME, **many(1), f"blog/{MARK}.md": post})
    assert leaks(site) == []
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(NOW.timestamp()) + 86_400))
    assert (site.build().warnings, site.page("blog").posts) == ([], [f"Title {MARK}", "Post 01"])
    assert f"Title {MARK}" in site.page("index").texts("li.toctree-l1 a")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(NOW.timestamp()) + 2 * 86_400))
    assert leaks(site.build()) == problems_of_tree(site.outdir) == []


def test_without_an_epoch_it_is_now(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    files = {"blog/a.md": md("Past", date="2020-01-01"), "blog/b.md": md("Future", date="9998-01-01")}
    assert make_site(INDEX | files).page("blog").posts == ["Past"]
    for epoch in ("99999999999999", "253402300799"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
        with pytest.raises(ConfigError, match=r"^SOURCE_DATE_EPOCH = .*: expected seconds.*\Z"):
            make_site(INDEX, {"blog_timezone": "Pacific/Kiritimati"})


#: An extension that looks at all documents, before and after they are read, and has all read and written.
GUEST = """
def look(app, env, names=[]):
    names.extend(env.found_docs)
    return [name for name in sorted(env.all_docs) if env.get_doctree(name)]
def setup(app):
    app.connect("env-before-read-docs", look)
    app.connect("env-updated", look, priority=0)
"""


@pytest.mark.parametrize("conf", [None, GUEST])
def test_a_draft_in_a_toctree_of_its_own_name_and_of_a_page_read_alone(make_site: MakeSite, conf: str) -> None:
    home = f"# Home\n\n```{{toctree}}\nblog/{MARK}\nblog/p01\n```\n"
    site = make_site({"index.md": home, **many(1), f"blog/{MARK}.md": secret(draft=True)}, conf)
    # The source of the page that names it is the author's own affair.
    assert [name for name in leaks(site) if not name.startswith("_sources/index")] == []
    assert (site.page("index").texts("li.toctree-l1 a"), site.warnings) == (["Post 01"], [])
    site.write("blog/b.md", b"\xff").edit("index.md", "Home", "House")
    site.write("a.md", f"---\norphan: true\n---\n{home}").build()
    assert (site.page("a").texts("li.toctree-l1 a"), site.page("index").headings) == (["Post 01"], ["House"])
    assert [warned.file for warned in site.warnings] == ["blog/b.md"]
    site.delete(f"blog/{MARK}.md").build().write(f"blog/{MARK}.md", secret()).build()
    assert [site.page(name).texts("li.toctree-l1 a")[0] for name in ("a", "index")] == [f"Title {MARK}"] * 2


#: A post with all that Sphinx copies beside a page, and another that shares some of it.
WITH_FILES: dict[str, Any] = {
    f"blog/{MARK}.md": md(
        f"Title {MARK}",
        "Lead.\n\n![own](own.png) ![shared](shared.png) {download}`own.txt` {download}`shared.txt`\n",
        image="card.svg",
    ),
    "blog/other.md": md("Other", "![shared](shared.png) {download}`shared.txt`\n"),
    "blog/own.png": PNG + MARK.encode(),
    "blog/card.svg": f"<svg>{MARK} card</svg>",
    "blog/own.txt": MARK,
    "blog/shared.png": PNG,
    "blog/shared.txt": "shared",
    "index.md": HOME,
}


def as_draft(site: Site) -> None:
    site.edit(f"blog/{MARK}.md", "---\ndate", "---\ndraft: true\ndate")
    # What was published counts, not what the draft holds now.
    site.edit(f"blog/{MARK}.md", "(own.", "(shared.")


def as_draft_of_others(site: Site) -> None:
    as_draft(site)
    builder = site.builder
    site.build("dummy").builder = builder


withdraw_by_time = edit(f"blog/{MARK}.md", "---\ndate", "---\nexpires: 2020-01-01\ndate")
end_the_preview = setting({"blog_show_drafts": False})


@pytest.mark.parametrize(
    ("builder", "withdraw"),
    [
        *product(["html", "dirhtml", "epub", "json", "text", "xml", "singlehtml", "latex", "gettext"], [as_draft]),
        *product(["json", "singlehtml", "latex", "texinfo"], [as_draft_of_others]),
        *product(["html"], [withdraw_by_time, end_the_preview]),
    ],
)
def test_nothing_is_left_of_a_post_that_is_withdrawn(
    make_site: MakeSite, builder: str, withdraw: Callable[[Site], None]
) -> None:
    name, is_preview = f"blog/{MARK}.md", withdraw is end_the_preview
    post = WITH_FILES[name].replace("---\n", "---\ndraft: true\n" if is_preview else "---\n", 1)
    conf = {"version": "1", "gettext_compact": False, "blog_show_drafts": is_preview}
    site = make_site(WITH_FILES | {name: post}, conf, builder)
    assert leaks(site)
    if builder == "text":  # it copies no pictures
        (site.outdir / "own.png").write_bytes(PNG)
    shared = {*site.outdir.rglob("shared.*")}
    withdraw(site)
    assert (leaks(site.build()), {*site.outdir.rglob("shared.*")}) == ([], shared)
    assert (site.outdir / "own.png").exists() == (builder == "text")


@pytest.mark.parametrize("builder", ["dirhtml", "text", "json", "epub"])
def test_a_post_withdrawn_from_one_page_or_builder_is_from_the_next(make_site: MakeSite, builder: str) -> None:
    site = make_site(WITH_FILES).build(builder)
    withdraw_by_time(site)
    command = [sys.executable, "-m", "sphinx", "-qb", builder, "-d", site.root / "doctrees"]
    subprocess.run([*command, site.source, site.outdir, site.source / "blog/other.md"], check=True)
    for each in (builder, "html", builder):
        assert [name for name in leaks(site.build(each)) if "card" not in name] == []
    # An ordinary page follows, too, and if a build fails, Sphinx forgets which documents there were.
    assert "index" in {Path(name).stem for name in leaks(site.write(f"blog/{MARK}.md", md(MARK)).build())}
    (site.delete(f"blog/{MARK}.md").root / "doctrees/environment.pickle").unlink()
    assert [name for name in leaks(site.build()) if "card" not in name] == []


def test_a_post_becomes_a_draft_and_a_post_again(make_site: MakeSite) -> None:
    # The first to be rendered, and of many, so that not all other teasers are made again when it goes.
    name = f"a{MARK}"
    others = many(5, description="As the draft has one", tags="shared")
    others["other.md"] = f"---\norphan: true\n---\n{HOME}"
    site = make_site({"index.md": HOME, **others, f"blog/{name}.md": secret(date="2026-11-19")})
    kept = site.root / "doctrees"
    assert (leaks(site) != [], (kept / f"blog/{name}.doctree").is_file()) == (True, True)
    stored = (kept / "environment.pickle").read_bytes()  # that of the build before, if one is killed
    site.edit(f"blog/{name}.md", "---\ndate", "---\ndraft: true\ndate").build()
    (kept / "environment.pickle").write_bytes(stored)
    site.edit(f"blog/{name}.md", "draft: true\n", "").build()
    assert f"Title {MARK}" in site.page("index").texts("li.toctree-l1 a")
    site.edit(f"blog/{name}.md", "---\ndate", "---\ndraft: true\ndate")
    # With nothing to write, and other pages that are due then.
    command = [sys.executable, "-m", "sphinx", "-q", "-d", kept, site.source, site.outdir]
    subprocess.run([*command, site.source / f"blog/{name}.md"], check=True)
    assert site.build().warnings == leaks(site) == [*kept.glob(f"blog/{name}.doctree")] == []
    assert MARK.encode() not in (kept / ".blogext/html/teasers").read_bytes()
    # Until it is published it stays hidden, whatever is edited.
    for edited, old, new in [(name, "Rest", "Much of the rest"), ("p01", "Lead", "A lead")]:
        assert leaks(site.edit(f"blog/{edited}.md", old, new).build()) == []
    site.edit(f"blog/{name}.md", "draft: true\n", "").build()
    assert site.warnings == problems_of_tree(site.outdir) == []
    assert f"Title {MARK}" in {*site.page("blog").posts} & {*site.page("index").texts("li.toctree-l1 a")}
    assert (kept / f"blog/{name}.doctree").is_file()


def test_a_preview_shows_drafts_as_drafts(make_site: MakeSite) -> None:
    files = {
        "index.md": HOME,
        **many(1),
        f"blog/{MARK}.md": secret(draft=True),
        "blog/future.md": md("Future", date="2030-01-01"),
        "blog/undated.md": md("Undated", date="", draft=True, blogpost=True),
    }
    site = make_site(files, {"blog_show_drafts": True})
    assert site.warnings == problems_of_tree(site.outdir) == []
    page = site.page(f"blog/{MARK}")
    assert len(page.all(".blog-draft-banner")) == 1
    drafts = site.page("blog/drafts")
    assert sorted(drafts.posts) == sorted([f"Title {MARK}", "Future", "Undated"])
    assert ["noindex" in each.meta("robots") for each in (page, drafts)] == [True, True]
    assert leaks(site.configure({}).build()) == [*filter(site.has, ("blog/drafts", "blog/future"))] == []


def test_a_post_without_a_date_is_a_draft_without_a_warning(make_site: MakeSite) -> None:
    undated = {
        "blog/p.rst": "Title\n=====\n\n.. post::\n   :tags: x\n\nText.\n",
        "notes/p.md": "---\nblogpost: true\n---\n# Title\n\nText.\n",
        "blog/q.md": "---\nblogpost: true\ntags: [x]\n---\n# Title\n\nText.\n",
    }
    site = make_site({"index.md": "# Home\n", **many(1), **undated})
    assert all(f"left out: {name.partition('.')[0]}, a draft without a date" in site.output for name in undated)
    assert (site.warnings, site.page("blog").posts) == ([], ["Post 01"])
    assert "0 added, 0 changed" in site.write("blog/q.md", undated["blog/q.md"] * 2).build().build().output


def test_an_unlisted_post_is_built_and_stands_in_no_list(make_site: MakeSite) -> None:
    files = {
        "index.md": "# Home\n\n{doc}`see <blog/hidden>`\n\n```{postlist}\n```\n",
        **many(2, tags="x"),
        "blog/hidden.md": md("Hidden", tags=["x", "only"], unlisted=True),
    }
    site = make_site(files)
    assert site.warnings == problems_of_tree(site.outdir) == []
    page = site.page("blog/hidden")
    assert ("noindex" in page.meta("robots"), page.headings[0]) == (True, "Hidden")
    for name in ("blog", "index", "blog/tag/x", "blog/2024", "blog/archive"):
        assert "Hidden" not in site.page(name).posts
    assert [site.has("blog/tag/only"), "Hidden" in text(site.page("blog/p02").main)] == [False, False]
    assert "noindex" not in site.page("blog/p01").meta("robots")


def test_pinned_posts_come_first_on_the_first_page(make_site: MakeSite) -> None:
    files = {
        **many(3, tags="x"),
        "blog/pin.md": md("Pinned", pin=True, date="2020-01-01", tags="x"),
        "blog/over.md": md("Over", pin="2026-11-20", date="2020-01-03"),
    }
    site = make_site({**INDEX, **files}, {"blog_page_size": 3})
    pages = [site.page("blog"), site.page("blog/page/2"), site.page("blog/tag/x")]
    newest = ["Pinned", "Post 03", "Post 02"]
    assert [*site.warnings, *(page.posts for page in pages)] == [newest, ["Post 01", "Over"], newest]
    assert [len(page.all(".blog-pinned")) for page in pages] == [1, 0, 1]
    assert site.page("blog/p01").texts(".blog-neighbours a") == ["Older Over", "Newer Post 02"]


# Redirects


@pytest.mark.parametrize(("builder", "key", "wait"), [("html", "redirect", 0), ("dirhtml", "aliases", 5)])
def test_redirects(make_site: MakeSite, builder: str, key: str, wait: int) -> None:
    files = {"blog/new/p.md": md("A & B", **{key: ["old/name", "/2020/01/name.html", "seen/"]})}
    conf = {"html_baseurl": "https://example.org/b", "post_redirect_refresh": wait}
    site = make_site({**INDEX, **files}, conf, builder)
    assert site.warnings == problems_of_tree(site.outdir) == []
    end = "/" if builder == "dirhtml" else ".html"
    for name in ("old/name", "2020/01/name", "seen"):
        page = site.page(name)
        (refresh,) = page.meta("refresh")
        assert (refresh.partition("=")[0], refresh.endswith(f"blog/new/p{end}")) == (f"{wait}; url", True)
        assert page.head_link("canonical") == f"https://example.org/b/blog/new/p{end}"
        assert (page.title, "noindex" in page.meta("robots")) == ("A & B", True)


REFUSED = [
    "../../evil", "/../evil", "..", ".", "a/../../evil", "a\\b", "C:/x", "https://example.org/", "_static/x",
    "index", "blog/q", "blog", "blog/tag", "a//b", "x" * 300, "genindex", ".git/x", "blog/feed.json/x",
]  # fmt: skip


def test_refused_redirects(make_site: MakeSite) -> None:
    posts = {f"blog/p{n}.md": md(f"P{n}", redirect=[name, f"good/{n}"]) for n, name in enumerate(REFUSED)}
    posts["blog/p.md"] = md("Own", redirect=["blog/p", "good"], tags="x")
    site = make_site({**INDEX, **posts, "blog/q.md": md("Other")}, {"blog_page_size": 99})
    assert sorted(site.blog_warnings) == sorted((name, "blog.redirect") for name in posts)
    for warned in site.warnings:
        number = warned.file[6:].removesuffix(".md")
        assert repr(REFUSED[int(number)] if number else "blog/p") in warned.message
    assert all(map(site.has, ("good", *(f"good/{n}" for n in range(len(REFUSED))))))
    assert sorted(site.page("blog").posts) == sorted(["Own", "Other", *(f"P{n}" for n in range(len(REFUSED)))])
    assert site.page("blog/q").headings[0] == "Other"
    assert {path.name for path in site.root.iterdir()} == {"source", "out", "doctrees"}
    # Of two posts that want one name, the newer has it.
    files = {"blog/a.md": md("A", redirect="old"), "blog/b.md": md("B", redirect="old", date="2024-01-01")}
    site = make_site({**INDEX, **files})
    assert (site.blog_warnings, site.page("old").title) == ([("blog/b.md", "blog.redirect")], "A")


def test_the_banner_follows_the_calendar(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        "blog/due.md": md("Due", date="2027-05-17", expires="2028-05-16"),
        "blog/gone.md": md("Gone", date="2031-05-16", expires="2025-05-16"),
    }
    site = make_site({**INDEX, **files}, {"blog_show_drafts": True, "blog_post_header": False})
    gone = "This post is no longer published: it expired on 16 May"
    assert site.page("blog/gone").texts(".blog-draft-banner") == [f"{gone} 2025."]
    (due,) = site.page("blog/due").texts(".blog-draft-banner")
    assert due == "This post is not published yet: it is due on 17 May 2027."
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1861920000")  # 2029-01-01
    assert site.build().page("blog/due").texts(".blog-draft-banner") == [f"{gone} 2028."]


def test_links_follow_a_post_that_comes_and_goes(make_site: MakeSite, tmp_path: Path) -> None:
    links = ["{doc}`/blog/p01`", "[](/blog/p01.md)", "{ref}`lab`", "[x](#lab)", "[x]", "[x]: blog/p01.md"]
    draft = {"blog/p01.md": "---\ndraft: true\ndate: 2024-01-02\n---\n(lab)=\n# Post\n"}
    site = make_site({"guide.md": "\n\n".join(["# Guide", *links, ""]), **INDEX, **draft})
    # While there is no such document, MyST-Parser reads the links otherwise.
    site.edit("guide.md", "# Guide", "# The guide").build()
    changes = {"draft: true": "blogpost: false", "blogpost: false": "draft: true", "draft: true\n": ""}
    for number, (old, new) in enumerate(changes.items()):
        site.edit("blog/p01.md", old, new).build()
        there = [url for url in site.page("guide").links("section a") if "blog/p01.html" in url]
        assert len(there) == (0 if number == 1 else len(links) - 1)
    assert differences(site, clean(site, tmp_path / "clean")) == []
    teasers = site.root / "doctrees/.blogext/html/teasers"
    assert b"blog/p01" in teasers.read_bytes()
    site.edit("blog/p01.md", "---\ndate", "---\ndraft: true\ndate").build()
    assert b"blog/p01" not in teasers.read_bytes()
    assert differences(site.delete("blog/p01.md").build(), clean(site, tmp_path / "clean")) == []

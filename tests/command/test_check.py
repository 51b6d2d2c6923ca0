"""``blogext check``: it says what a build would, and leaves the site as it is."""

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import MakeSite, Site
from writing import md, rst

from sphinx_blogext.command.check import REMEDIES
from sphinx_blogext.command.main import main

pytestmark = pytest.mark.usefixtures("terminal")

FILES = {
    "index.md": "# Home\n\n```{toctree}\nblog/hello\n```\n",
    "blog/hello.md": md("Hello"),
    "blog/idea.md": md("Idea", draft="true"),
    "blog/party.md": md("Party", date="2099-01-01", unlisted="true"),
    "blog/gone.md": md("Gone", expires="2025-01-01"),
    "blog/secret.rst": rst("Secret", unlisted=""),
    "blog/bad.md": md("Bad \x1b[31m", "{ref}`nowhere`\n"),
    "elsewhere/post.md": md("Elsewhere", blogpost="true"),
}


@pytest.fixture
def site(make_site: MakeSite) -> Site:
    return make_site(FILES, 'print("said by conf.py")', build=False)


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    code = main(["check", "--json", *arguments])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return code, found


def test_what_is_said_is_what_there_is(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(site.source.rglob("*.*"))
    code, found = report(capsys, str(site.source))
    assert code == 1
    assert [path for path in sorted(site.source.rglob("*.*")) if "__pycache__" not in path.parts] == before
    assert {post["post"]: post["state"] for post in found["posts"]} == {
        "blog/hello": "published",
        "blog/idea": "draft",
        "blog/party": "due",
        "blog/gone": "expired",
        "blog/secret": "unlisted",
        "blog/bad": "published",
        "elsewhere/post": "published",
    }
    party = next(post for post in found["posts"] if post["post"] == "blog/party")
    assert (party["file"], party["date"]) == ("blog/party.md", "2099-01-01T00:00:00+00:00")
    assert (party["unlisted"], party["title"]) == (True, "Party")
    # The very warnings of a build.
    warned = [(one["file"], one["line"], one["message"], one["type"]) for one in found["warnings"]]
    assert warned == [(one.file, one.line, one.message, one.type) for one in site.build().warnings]
    assert any("nowhere" in message for _, _, message, _ in warned)


def test_for_people(site: Site, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(site.source / "blog")
    assert main(["check", "--quick"]) == 1
    captured = capsys.readouterr()
    assert "Posts: 7 (published: 3, unlisted: 1, draft: 1, due: 1, expired: 1)" in captured.out
    assert "2099-01-01  due  blog/party  Party" in captured.out
    # What conf.py says, and what titles hold, does not get into it.
    assert "said by conf.py" not in captured.out
    assert "said by conf.py" in captured.err
    assert "\x1b" not in captured.out


def test_nothing_to_complain_of(make_site: MakeSite, capsys: pytest.CaptureFixture[str]) -> None:
    site = make_site({"index.md": "# Home\n", "blog/a.md": md("A")}, build=False)
    code, found = report(capsys, str(site.source), "--quick")
    assert (code, found["warnings"]) == (0, [])


@pytest.mark.parametrize(
    ("conf", "reason"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ('extensions.remove("sphinx_blogext")', "blogext init"),
        ('def setup(app):\n    app.connect("env-updated", lambda *_: [][0])\n', "list index out of range"),
    ],
)
def test_a_broken_site(make_site: MakeSite, conf: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(make_site({"index.md": "# Home\n"}, conf, build=False).source)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert reason in captured.err
    assert captured.err.count("\n") == 1


def test_there_is_no_site(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path)]) == main(["check", str(tmp_path / "nowhere")]) == 2
    assert "no conf.py" in capsys.readouterr().err


def test_what_cannot_be_read(make_site: MakeSite, capsys: pytest.CaptureFixture[str]) -> None:
    files = {
        "index.md": "# Home\n",
        "blog/a.md": md("A"),
        "blog/old.md": md("旧").encode("gbk"),
        "blog/secret.md": "---\ndate: 2024-01-01\ndescription: Note: this\n---\n# Secret\n\nText.\n",
    }
    code, found = report(capsys, str(make_site(files, build=False).source), "--quick")
    assert (code, found["not_posts"], found["hints"]) == (1, [], [])
    states = [(post["post"], post["state"]) for post in found["posts"]]
    assert states == [("blog/secret", "draft"), ("blog/a", "published")]
    warned = {(each["file"], each["line"], each["type"]) for each in found["warnings"] if each["file"]}
    assert warned == {("blog/old.md", 1, "blog.front_matter"), ("blog/secret.md", 3, "blog.front_matter")}


#: Each with the place and the beginning of its hint, or none.
TEXTS: dict[str, tuple[str, int, str]] = {
    "blog/a.md": (md("A", "<!-- mroe -->\n"), 6, "'<!-- mroe -->' is not a marker"),
    "blog/b.md": (md("B", "Text.\n\n<!--more\n\nRest.\n"), 8, "'<!--more' hides what follows: close it"),
    "blog/c.rst": (rst("C", "Text.\n\n.. more:\n\nRest.\n"), 8, "'more:' is not a marker"),
    "blog/d.md": (md("D", "<!–– more ––>\n\nRest.\n"), 6, "'<!–– more ––>' is not a marker"),
    "blog/g.md": ("# G\n\ndraft: true\n", 3, "'draft: true' is text"),
    "blog/i.md": (md("I", "More\n\n*more*\n\n<!-- more about this -->\n\n<!-- more -->\n\n… and more.\n"), 0, ""),
    "blog/j.md": (
        "# J\n\n`draft: true`\n\n    draft: true\n\n- draft: true\n\ndraft: yes\nand no.\n",
        7,
        "'draft",
    ),
    "blog/k.md": (md("K", "Note: this.\n\nRead\n\non\n\ndraft: true\n"), 0, ""),
    "blog/l.md": (md("L", tags="a b c"), 3, "'a b c' is one tag"),
    "blog/n.md": (md("N", tags="machine learning"), 0, ""),
    "other.md": ("# O\n\ndraft: true\n\n<!-- mroe -->\n", 0, ""),
}


def test_text_that_may_be_a_mistake(make_site: MakeSite, capsys: pytest.CaptureFixture[str]) -> None:
    files = {name: source for name, (source, _line, _start) in TEXTS.items()}
    site = make_site({"index.md": "# Home\n", **files}, build=False)
    _code, found = report(capsys, str(site.source), "--quick")
    hints = {hint["file"]: hint for hint in found["hints"]}
    assert len(hints) == len(found["hints"])
    assert hints.keys() == {name for name, (_source, line, _start) in TEXTS.items() if line}
    for name, hint in hints.items():
        _source, line, start = TEXTS[name]
        # docutils gives a comment the line below it.
        assert hint["line"] in {line, line + name.endswith(".rst")}
        assert hint["message"].startswith(start)
    assert [each for each in found["warnings"] if each["type"].startswith("blog.")] == []
    main(["check", "--quick", str(site.source)])
    assert "  blog/g.md:3: 'draft: true' is text: " in capsys.readouterr().out


NOT_POSTS = {
    "blog/index.md": "# Blog\n",
    "blog/list.md": "# List\n\n```{postlist}\n```\n",
    "blog/undated.md": "# Undated\n",
    "blog/no.md": "---\ndate: 2024-01-01\nblogpost: false\n---\n# No\n",
    "blog/old/x.md": md("Old"),
    "blog/_parts/part.md": "Part.\n",
    "blog/part.txt": "Text.\n",
    "blog/book.ipynb": json.dumps({"cells": [], "metadata": {"date": "2024-01-01"}}),
    "blog/draft.md": md("Draft", draft="true"),
    "blog/later.md": md("Later", date="2099-01-01"),
    "guide/dated.rst": ":date: 2024-01-01\n\nDated\n=====\n",
    "guide/page.md": "# Page\n",
    "guide/post.md": md("Post", blogpost="true"),
}


def test_why_documents_are_no_posts(make_site: MakeSite, capsys: pytest.CaptureFixture[str]) -> None:
    conf = {"exclude_patterns": ["blog/old", "blog/_parts"]}
    site = make_site({"index.md": "# Home\n", **NOT_POSTS}, conf, build=False)
    _code, found = report(capsys, str(site.source))
    reasons = {other["file"]: other["reason"] for other in found["not_posts"]}
    # No date, elsewhere, denied, unread.
    files = ("blog/undated.md", "guide/dated.rst", "blog/no.md", "blog/old/x.md")
    expected = dict(zip(files, REMEDIES, strict=True))
    assert reasons == expected | {"blog/book.ipynb": expected["blog/old/x.md"]}
    assert all(other["remedy"] for other in found["not_posts"])
    main(["check", "--quick", str(site.source)])
    assert "  blog/undated.md: it has no date, so" in capsys.readouterr().out


def test_in_a_blog_site_pages_are_no_mistakes(make_site: MakeSite, capsys: pytest.CaptureFixture[str]) -> None:
    files = {"index.md": "# Home\n", "about.md": "# About\n", "p.md": md("P"), "q.md": md("Q", blogpost="false")}
    _code, found = report(capsys, str(make_site(files, {"blog_path": "."}, build=False).source))
    assert [other["file"] for other in found["not_posts"]] == ["q.md"]

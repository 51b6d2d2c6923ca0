"""``benchmarks/rivals.py`` gives all engines the same posts, and looks at what they write."""

import re
import sys
from typing import Any

import pytest
import yaml
from conftest import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))

from pathlib import Path

from corpus import Post, find_middle, generate_posts
from engines import ENGINES, SITES
from installing import UnavailableError
from measuring import STEPS, BuildError, edit, measure
from rivals import Installed, Rival, check, install_all, read_output

# Other tests import their own modules.
sys.path.remove(str(ROOT / "benchmarks"))

#: So many that one of them is in Chinese.
POSTS = 6
POST = find_middle(POSTS)


def edited(post: Post = POST, run: int = 7) -> Post:
    for step in STEPS:
        post = edit(post, step, run)
    return post


def read_keys(text: str) -> dict[str, Any]:
    """Return the metadata at the start of a post in any form, and its first heading as the title."""
    head = re.match(r"(?:---\n|<!--\n)?((?:(?:\.\. )?\w+: .*\n)+)", text)
    assert head
    keys = {
        key.lower(): yaml.safe_load(value)
        for key, value in re.findall(r"^(?:\.\. )?(\w+): (.*)$", head[1], re.MULTILINE)
    }
    heading = re.search(r"^# (.*)$", text, re.MULTILINE)
    return {"title": heading[1]} | keys if heading else keys


def listed(value: object) -> list[str]:
    return value.split(", ") if isinstance(value, str) else list(value)  # type: ignore[call-overload]


@pytest.mark.parametrize("post", [*generate_posts(POSTS), edited()], ids=lambda post: post.title[:8])
@pytest.mark.parametrize("name", ENGINES)
def test_the_form_of_an_engine_keeps_the_post(name: str, post: Post) -> None:
    text = ENGINES[name].to_form(post)
    keys = read_keys(text)
    assert keys["title"] == post.title
    assert keys["date"] == post.day
    assert listed(keys["tags"]) == list(post.tags)
    assert listed(keys.get("category", keys.get("categories"))) == [post.category]
    assert listed(keys.get("author", keys.get("authors"))) == [post.author]
    assert text.count(post.title) == 1
    assert f"\n{post.teaser}\n\n" in text
    assert text.endswith(f"\n\n{post.body}")


def test_an_edit_is_of_the_body_or_of_the_title_and_a_tag() -> None:
    assert next(post for post in generate_posts(POSTS) if post.name == "post-00003") == POST
    assert edit(POST, "cold", 7) == edit(POST, "nothing changed", 7) == POST
    post = edited()
    assert post.title == f"Edited 7 {POST.title}"
    assert post.tags == ("edited 7", *POST.tags)
    assert post.body == f"{POST.body}\nOne more line, 7.\n"
    assert edited(run=8) != post


@pytest.mark.parametrize("name", ENGINES)
def test_a_site_has_all_posts_and_the_files_of_its_engine(name: str, tmp_path: Path) -> None:
    engine = ENGINES[name]
    engine.write(tmp_path / "source", POSTS, tmp_path)
    own = {path.relative_to(SITES / engine.site) for path in (SITES / engine.site).rglob("*")}
    written = {path.relative_to(tmp_path / "source") for path in (tmp_path / "source").rglob("*")}
    assert own
    assert own <= written
    assert len(list((tmp_path / "source" / engine.posts).glob("post-*.md"))) == POSTS


def write_output(folder: Path, post: Post) -> None:
    for one in generate_posts(POSTS):
        (folder / one.name).mkdir(parents=True)
        (folder / one.name / "index.html").write_text(f"<h1>{one.title}</h1>")
    tags = "".join(f"<a>{tag}</a>" for tag in post.tags)
    (folder / post.name / "index.html").write_text(f"<h1>{post.title}</h1>{post.body}{tags}")
    (folder / "index.html").write_text(f"<h2>{post.title}</h2>")
    (folder / "moved.html").write_text('<meta http-equiv="refresh" content="0; url=/">')


def test_what_an_output_lacks_is_named(tmp_path: Path) -> None:
    post = edited()
    write_output(tmp_path, post)
    assert read_output(tmp_path, post).pages == POSTS + 1
    check(read_output(tmp_path, post), POSTS, post, has_lists=True)
    for posts, other, missing in (
        (POSTS + 1, post, f"{POSTS} of {POSTS + 1} posts"),
        (POSTS, edit(post, "body edited", 8), "'One more line, 8.'"),
        (POSTS, post._replace(title="Another"), "'Another'"),
        (POSTS, post._replace(tags=("another",)), "'another'"),
    ):
        with pytest.raises(BuildError, match=missing):
            check(read_output(tmp_path, other), posts, other, has_lists=True)
    # A list that is out of date.
    (tmp_path / "index.html").write_text(f"<h2>{POST.title}</h2>")
    with pytest.raises(BuildError, match="no list"):
        check(read_output(tmp_path, post), POSTS, post, has_lists=True)
    check(read_output(tmp_path, post), POSTS, post, has_lists=False)


def test_an_engine_that_cannot_be_installed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Broken:
        def install(self, folder: Path) -> Path:
            raise UnavailableError(f"no {folder.name} here")

        def find_version(self, programs: Path) -> str:
            raise AssertionError

    monkeypatch.setitem(ENGINES, "pelican", ENGINES["pelican"]._replace(installation=Broken()))
    assert install_all(["pelican"], tmp_path) == []
    assert capsys.readouterr().out == "Pelican is skipped: no pelican here\n"


def test_a_build_is_measured_and_its_output_looked_at(tmp_path: Path) -> None:
    code = (
        "import pathlib, sys\n"
        "for path in pathlib.Path('content').glob('*.md'):\n"
        "    page = pathlib.Path(sys.argv[1], path.stem, 'index.html')\n"
        "    page.parent.mkdir(parents=True, exist_ok=True)\n"
        "    page.write_text(path.read_text(encoding='utf-8'), encoding='utf-8')\n"
    )
    engine = ENGINES["pelican"]._replace(command=(sys.executable, "-c", code, "{output}"), has_lists=False)
    rival = Rival(Installed(engine, tmp_path, "1"), POSTS)
    rival.prepare(tmp_path)
    for step in STEPS:
        rival.build(step, 7)
    assert rival.pages == POSTS
    assert rival.post == edited()
    assert all(cost.seconds > 0 and cost.memory > 1 for costs in rival.costs.values() for cost in costs)


def test_a_build_that_fails_says_why() -> None:
    with pytest.raises(BuildError, match=r"failed: .*No such luck$"):
        measure([sys.executable, "-c", "raise SystemExit('No such luck')"])


def test_the_memory_of_the_benchmark_is_not_that_of_a_build() -> None:
    held = b" " * 100_000_000
    assert measure([sys.executable, "-S", "-c", ""]).memory < 60
    assert held

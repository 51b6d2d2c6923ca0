"""``blogext init`` and ``blogext new``: what they write builds without a warning, and nothing is written over."""

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import ROOT, Site

from sphinx_blogext.command.main import main

pytestmark = pytest.mark.usefixtures("terminal")

CONF = """\
extensions = ["myst_parser", "sphinx_blogext"]
html_theme = "basic"
html_baseurl = ""
myst_enable_extensions = ["dollarmath", "substitution", "strikethrough"]
suppress_warnings = ["myst.strikethrough"]
smartquotes = False
"""
HOSTILE = [
    "a/b: ../../c", "..", "-x --draft", "It's \"quoted\" & 'so' on: [1, 2] {a}", "two\nlines\r\n\tand a tab",
    "*star* _under_ snake_case `code` $x$ and $y$ <b>bold</b> &amp; ~~x~~ {{x}} [a](b) \\ | #", "# hash #",
    "1. first", "A. letter", "- dash", ".. comment::", "====", "foo_ bar__ |sub| :role:`x`",
    "wörter und 汉字 — mixed，标题", "index", "archive", "2026", "con.txt", "null", "bell\x07 and \x1b[31mred",
    "x" * 300, "汉" * 300,
]  # fmt: skip


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty site for posts in Markdown, and the current folder."""
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "conf.py").write_text(CONF, encoding="utf-8")
    (folder / "index.md").write_text("# Home\n", encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


def front_matter(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8").split("---\n")[1])
    return found


def build(folder: Path) -> Site:
    """Build the site in *folder* as it stands there."""
    site = Site.__new__(Site)
    site.root, site.source, site.builder, site.options = folder.parent, folder, "html", {}
    return site.build()


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_new_site_builds_without_a_warning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--title", 'Mei\'s "notes" \\ *x*', "--author", 'Lin "Mei"\nO\'Hara', "--github-pages"]
    assert main(["init", "notes", *arguments]) == 0
    folder = tmp_path / "notes"
    names = {".gitignore", ".readthedocs.yaml", "conf.py", "index.md", "requirements.txt"}
    posts = {"README.md", "blog/index.md", "blog/hello.md"}
    files = tree(folder)
    assert files.keys() == names | posts | {".github/workflows/pages.yml"}
    said = capsys.readouterr().out
    assert all(name in said for name in [*files, 'blogext new --site notes "'])
    assert "no feeds and no sitemap" in said
    workflow = files[".github/workflows/pages.yml"].decode()
    assert "${{ steps.deployment.outputs.page_url }}" in workflow
    assert yaml.safe_load(workflow)["jobs"].keys() == {"build", "deploy"}
    assert yaml.safe_load(files[".readthedocs.yaml"])["version"] == 2
    assert files["requirements.txt"].strip() == b"sphinx-blogext"
    assert 'author = "Lin \\"Mei\\" O\'Hara"' in files["conf.py"].decode()
    site = build(folder)
    assert (site.warnings, site.page("index").headings[0]) == ([], "Mei’s “notes” \\ *x*")
    assert site.page("blog/tag/hello").posts == ["Hello"]
    assert {post.language for post in site.domain.posts.values()} == {""}


def test_a_site_that_is_a_blog(tmp_path: Path) -> None:
    assert main(["init", "notes", "--blog-only", "--previews", "--url", "https://example.org/"]) == 0
    folder = tmp_path / "notes"
    assert {name for name in tree(folder) if name.endswith(".md")} == {"README.md", "index.md", "hello.md"}
    assert runpy.run_path(str(folder / "conf.py"))["blog_show_drafts"] == "previews"
    assert "- tag/*" in (folder / ".readthedocs.yaml").read_text(encoding="utf-8")
    site = build(folder)
    assert (site.warnings, site.page("index").posts) == ([], ["Hello"])
    assert (site.outdir / "atom.xml").is_file()
    assert not (site.outdir / "blog").exists()


def test_questions_are_asked_at_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(['My "notes"', "https://example.org/x/"])
    monkeypatch.setattr("builtins.input", lambda question: next(answers))
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    assert main(["init", "notes"]) == 0
    conf = runpy.run_path(str(tmp_path / "notes" / "conf.py"))
    assert (conf["project"], conf["html_baseurl"]) == ('My "notes"', "https://example.org/x/")
    # By themselves, previews show no drafts.
    assert "blog_show_drafts" not in conf
    answers = iter(["", "example.org"])
    assert main(["init", "other"]) == 2
    assert not (tmp_path / "other").exists()


def test_a_site_in_the_language_of_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for wanted, language in {"xx": "en", "zh": "zh_CN", "ru_RU.UTF-8": "ru"}.items():
        monkeypatch.setenv("LANGUAGE", wanted)
        assert main(["init", language]) == 0
        assert runpy.run_path(str(tmp_path / language / "conf.py"))["language"] == language
    assert build(tmp_path / "ru").warnings == []


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "thesis.md").write_text("# Thesis", encoding="utf-8")
    assert (main(["init"]), main(["init", "thesis.md"])) == (1, 2)
    assert tree(tmp_path).keys() == {"thesis.md"}
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "it contains thesis.md): name the folder that has one" in captured.err
    assert "thesis.md is not a folder" in captured.err


def test_hidden_files_are_no_obstacle_and_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    (folder / ".git").mkdir(parents=True)
    (folder / "README.md").write_text("# Read me", encoding="utf-8")
    assert (main(["init", "new"]), build(folder).warnings) == (0, [])
    assert (folder / "README.md").read_text(encoding="utf-8") == "# Read me"


def test_an_unusable_conf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for conf, reason in {
        "1 / 0": "ZeroDivisionError: division by zero",
        "import sys\nsys.exit(3)": "sys.exit",
        'blog_path = "../x"': "blog_path = '../x': expected a path",
        'extensions = ["ablog"]': "uses ABlog",
        'raise ValueError("\\x1b[2J")': "ValueError: \\x1b[2J",
    }.items():
        (tmp_path / "conf.py").write_text(conf, encoding="utf-8")
        assert main(["init", "--write"]) == 1
        captured = capsys.readouterr()
        assert captured.out == ""
        assert reason in captured.err
        assert "Traceback" not in captured.err
        assert "\x1b" not in captured.err
        assert (tmp_path / "conf.py").read_text(encoding="utf-8") == conf


@pytest.mark.parametrize("markup", ["md", "rst"])
def test_all_kinds_of_titles_make_a_post(notes: Path, markup: str, capsys: pytest.CaptureFixture[str]) -> None:
    for title in HOSTILE:
        assert main(["new", *(["--rst"] if markup == "rst" else []), "--author", "a: b, c", "--", title]) == 0
    files = [path for path in notes.rglob(f"*.{markup}") if path.name != "index.md"]
    assert (len(files), {path.parent for path in files}) == (len(HOSTILE), {notes / "blog"})
    assert max(len(path.name.encode()) for path in files) <= 110
    assert ('"<!-- more -->"' if markup == "md" else '".. more::"') in capsys.readouterr().out
    site = build(notes)
    assert site.warnings == []
    # Whatever was typed is the title, but for control characters.
    titles = {" ".join("".join(filter(lambda c: c.isspace() or c >= " ", title)).split()) for title in HOSTILE}
    assert {post.title for post in site.domain.posts.values()} == titles
    assert site.has("blog/archive-post")
    assert site.has("blog/2026-post")


def test_what_stands_above_a_post(notes: Path) -> None:
    arguments = ["--tag", "c++, 并行", "--tag", "2026", "--category", "x: y", "--series", "S", "--draft"]
    assert main(["new", "Hello, world!", *arguments, "--date", "3rd Nov 2021 9:05 PM"]) == 0
    fields = {"date": "3rd Nov 2021 9:05 PM", "tags": ["c++", "并行", "2026"], "category": "x: y", "series": "S"}
    assert front_matter(notes / "blog" / "hello-world.md") == fields | {"draft": True}
    assert main(["new", "并行", "--rst", "--tag", "[]"]) == 0
    assert (notes / "blog" / "并行.rst").read_text(encoding="utf-8") == (
        ".. post:: 2026-11-22 06:46\n   :language: zh\n\n并行\n====\n\n"
    )


@pytest.mark.parametrize(
    ("conf", "field", "value"),
    [
        ('blog_timezone = "Asia/Shanghai"', "date", "2026-11-22 14:46"),
        ('blog_post_pattern = "news/*"', "blogpost", True),
        ('blog_languages = {"zh_TW": ("繁體中文", None), "en": ("English", None)}', "language", "zh_TW"),
    ],
)
def test_what_conf_py_says_counts(notes: Path, conf: str, field: str, value: object) -> None:
    (notes / "conf.py").write_text(f"{CONF}{conf}\n", encoding="utf-8")
    assert (main(["new", "漢字文章"]), front_matter(notes / "blog" / "漢字文章.md")[field]) == (0, value)


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
def test_who_writes(notes: Path) -> None:
    (notes.parent / "git.cfg").write_text("[user]\nname = Lin Mei\n", encoding="utf-8")
    mei, jo = '"mei": ("Lin Mei", None)', '"jo": ("Jo", None)'
    for conf, author in {
        "": "Lin Mei",
        f"blog_authors = {{{mei}, {jo}}}": "mei",
        f"blog_authors = {{{jo}}}": "jo",
        'blog_default_author = "jo"': None,
    }.items():
        (notes / "conf.py").write_text(CONF + conf, encoding="utf-8")
        assert main(["new", "post"]) == 0
        path = notes / "blog" / "post.md"
        assert front_matter(path).get("author") == author
        path.unlink()


@pytest.mark.parametrize("there", ["hello.md", "hello.rst", "hello/index.md"])
def test_nothing_is_written_over(notes: Path, there: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = notes / "blog" / there
    path.parent.mkdir(parents=True)
    if there == "hello.md":
        # Nor is a link followed out of the site.
        path.symlink_to(notes.parent / "outside.md")
    else:
        path.write_text("mine", encoding="utf-8")
    before = tree(notes)
    assert (main(["new", "Hello"]), tree(notes)) == (1, before)
    assert not (notes.parent / "outside.md").exists()
    assert there in capsys.readouterr().err


def test_impossible_arguments(notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, reason in (
        ([" \n "], "the title is empty"),
        (["x", "--date", "02-01-2023"], "'02-01-2023' cannot be read"),
        (["x", "--language", "klingonisch"], "is not a language code"),
        (["x", "--site", "nowhere"], "nowhere is not a folder"),
    ):
        assert main(["new", *arguments]) == 2
        assert reason in capsys.readouterr().err
    assert not (notes / "blog").exists()


def test_a_site_is_found_from_a_folder_in_it(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (notes / "conf.py").write_text(f'{CONF}blogs = {{"blog": {{}}, "guide": {{}}}}\n', encoding="utf-8")
    for folder, blog in (("docs/deep", "blog"), ("guide/deep", "guide")):
        (notes / folder).mkdir(parents=True)
        monkeypatch.chdir(notes / folder)
        assert (main(["new", "Hello"]), (notes / blog / "hello.md").is_file()) == (0, True)


def test_the_module_is_the_command(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx_blogext", "new", "x"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("blogext: there is no conf.py")

"""The files of the how-to pages on hosting do what the pages say."""

import os
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml
from conftest import ROOT
from page import Page
from writing import TEASER, md

FILES = ROOT / "docs" / "how-to" / "hosting"
POSTS = {
    "index.md": "# Notes\n\n```{toctree}\nblog/index\n```\n",
    "blog/index.md": "# Blog\n\n```{postlist}\n:paginate:\n```\n",
    "blog/hello.md": md("Hello", TEASER, "2026-01-02", author="mei", tags=["a"]),
}

#: Only Read the Docs says by itself which version it builds.
_ELSEWHERE = 'blog_version = ""\n'


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder


def run(*command: object, cwd: Path, **environ: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "GIT_CONFIG_GLOBAL": os.devnull} | environ
    arguments = [str(argument) for argument in command]
    done = subprocess.run(arguments, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shallow clone of a repository with the files of "A blog of its own", as Read the Docs makes one."""
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    source = tmp_path_factory.mktemp("repository")
    write(source, {f"docs/{name}": content for name, content in POSTS.items()})
    shutil.copy(FILES / "own-blog-conf.py", source / "docs" / "conf.py")
    shutil.copy(FILES / "requirements.txt", source / "docs")
    shutil.copy(FILES / "readthedocs.yaml", source / ".readthedocs.yaml")
    git = ("git", "-c", "user.name=x", "-c", "user.email=x@example.org")
    run(*git, "init", "-q", cwd=source)
    run(*git, "add", ".", cwd=source)
    run(*git, "commit", "-q", "-m", "First", cwd=source)
    clone = tmp_path_factory.mktemp("clone") / "checkouts"
    run("git", "clone", "-q", "--depth", "1", f"file://{source}", clone, cwd=source)
    return clone


def build(checkout: Path, tmp_path: Path, version: str, kind: str = "branch", builder: str = "html") -> Path:
    """Build as Read the Docs does: the same command, the same variables."""
    output = tmp_path / "_readthedocs"
    url = f"https://notes.readthedocs.io/en/{version}/"
    if kind == "external":
        url = f"https://notes--{version}.org.readthedocs.build/en/{version}/"
    config = yaml.safe_load((checkout / ".readthedocs.yaml").read_text(encoding="utf-8"))
    folder = checkout / os.path.dirname(config["sphinx"]["configuration"])  # noqa: PTH120  # it is a string
    is_strict = config["sphinx"]["fail_on_warning"] and builder == "html"
    strict = ("-W", "--keep-going") if is_strict else ()
    options = ("-T", *strict, "-b", builder, "-d", tmp_path / "doctrees", "-D", "language=en")
    environ = {
        "READTHEDOCS": "True",
        "READTHEDOCS_VERSION": version,
        "READTHEDOCS_VERSION_NAME": version,
        "READTHEDOCS_VERSION_TYPE": kind,
        "READTHEDOCS_PROJECT": "notes",
        "READTHEDOCS_LANGUAGE": "en",
        "READTHEDOCS_OUTPUT": str(output),
        "READTHEDOCS_CANONICAL_URL": url,
    }
    run(sys.executable, "-m", "sphinx", *options, ".", output / builder, cwd=folder, **environ)
    return output / builder


def test_the_canonical_version(checkout: Path, tmp_path: Path) -> None:
    out = build(checkout, tmp_path, "latest")
    feed = (out / "blog" / "atom.xml").read_text(encoding="utf-8")
    assert "<id>tag:notes.readthedocs.io,2026-01-02:blog/hello</id>" in feed
    assert 'href="https://notes.readthedocs.io/en/latest/blog/hello.html"' in feed
    canonical = Page(out / "blog" / "hello.html").head_link("canonical")
    assert canonical == "https://notes.readthedocs.io/en/latest/blog/hello.html"


@pytest.mark.slow
def test_an_old_version(checkout: Path, tmp_path: Path) -> None:
    out = build(checkout, tmp_path, "v1.0", "tag")
    assert not (out / "blog" / "atom.xml").exists()
    page = Page(out / "blog" / "index.html")
    assert page.head_link("canonical") == "https://notes.readthedocs.io/en/latest/blog/index.html"
    assert len(page.all(".blog-newer-version")) == 1


def test_a_preview(checkout: Path, tmp_path: Path) -> None:
    out = build(checkout, tmp_path, "42", "external")
    assert Page(out / "blog" / "hello.html").meta("robots") == ["noindex"]
    assert not (out / "blog" / "atom.xml").exists()


@pytest.mark.slow
@pytest.mark.parametrize("builder", ["singlehtml", "epub", "latex"])
def test_other_formats(checkout: Path, tmp_path: Path, builder: str) -> None:
    assert any(build(checkout, tmp_path, "latest", builder=builder).iterdir())


def test_what_the_search_is_to_ignore_is_what_lists_posts(checkout: Path, tmp_path: Path) -> None:
    """Read the Docs matches these patterns with ``fnmatch``."""
    out = build(checkout, tmp_path, "latest")
    ignored = yaml.safe_load((FILES / "readthedocs.yaml").read_text(encoding="utf-8"))["search"]["ignore"]
    pages = {path.relative_to(out).as_posix() for path in out.rglob("*.html") if "_static" not in path.parts}
    indexed = {name for name in pages if not any(fnmatch(name, pattern) for pattern in ignored)}
    lists = {"blog.html", "blog/tag.html", "blog/author.html", "blog/2026.html"}
    assert indexed - lists - {"genindex.html"} == {"index.html", "blog/index.html", "blog/hello.html"}


def test_the_commands_of_the_workflow_build_a_site_below_a_path(tmp_path: Path) -> None:
    workflow = yaml.safe_load((FILES / "github-pages.yml").read_text(encoding="utf-8"))
    commands = [step["run"] for step in workflow["jobs"]["build"]["steps"] if "run" in step]
    write(tmp_path, {f"docs/{name}": content for name, content in POSTS.items()})
    conf = (FILES / "own-blog-conf.py").read_text(encoding="utf-8")
    write(tmp_path, {"docs/conf.py": conf + _ELSEWHERE + 'html_baseurl = "https://mei.github.io/rill/"\n'})
    build = next(command for command in commands if "sphinx" in command and "pip" not in command)
    run(*build.replace("python", sys.executable, 1).split(), cwd=tmp_path)
    site = tmp_path / "_site"
    assert "https://mei.github.io/rill/blog/hello.html" in (site / "sitemap.xml").read_text(encoding="utf-8")
    page = Page(site / "blog" / "hello.html")
    assert not [link for link in page.links() if link.startswith("/")]

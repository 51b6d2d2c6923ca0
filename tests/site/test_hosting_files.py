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
from imports import put
from page import Page
from test_hosting import rtd
from tutorial import blocks
from writing import TEASER, md

FILES = ROOT / "docs" / "how-to" / "hosting"
POSTS = {
    "index.md": "# Notes\n\n```{toctree}\nblog/index\n```\n",
    "blog/index.md": "# Blog\n\n```{postlist}\n:paginate:\n```\n",
    "blog/hello.md": md("Hello", TEASER, "2026-01-02", author="mei", tags=["a"]),
}


def run(*command: object, cwd: Path, **environ: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "GIT_CONFIG_GLOBAL": os.devnull} | environ
    arguments = [str(argument) for argument in command]
    done = subprocess.run(arguments, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of "A blog of its own", built by the command and with the variables of Read the Docs."""
    root = tmp_path_factory.mktemp("checkout")
    docs = put(root / "docs", POSTS)
    shutil.copy(FILES / "own-blog-conf.py", docs / "conf.py")
    config = yaml.safe_load((FILES / "readthedocs.yaml").read_text(encoding="utf-8"))["sphinx"]
    assert (config["configuration"], config["fail_on_warning"]) == ("docs/conf.py", True)
    environ = rtd("latest", url="https://notes.readthedocs.io/en/latest/") | {
        "READTHEDOCS_VERSION_NAME": "latest",
        "READTHEDOCS_PROJECT": "notes",
        "READTHEDOCS_OUTPUT": str(root / "_readthedocs"),
    }
    options = ("-T", "-W", "--keep-going", "-b", "html", "-d", root / "doctrees", "-D", "language=en")
    run(sys.executable, "-m", "sphinx", *options, ".", root / "_readthedocs/html", cwd=docs, **environ)
    return root / "_readthedocs/html"


@pytest.mark.slow
def test_read_the_docs_builds_it(out: Path) -> None:
    feed = (out / "blog" / "atom.xml").read_text(encoding="utf-8")
    assert "<id>tag:notes.readthedocs.io,2026-01-02:blog/hello</id>" in feed
    assert 'href="https://notes.readthedocs.io/en/latest/blog/hello.html"' in feed
    canonical = Page(out / "blog" / "hello.html").head_link("canonical")
    assert canonical == "https://notes.readthedocs.io/en/latest/blog/hello.html"
    # What its search is to ignore is what lists posts; it matches these patterns with ``fnmatch``.
    ignored = yaml.safe_load((FILES / "readthedocs.yaml").read_text(encoding="utf-8"))["search"]["ignore"]
    pages = {path.relative_to(out).as_posix() for path in out.rglob("*.html") if "_static" not in path.parts}
    indexed = {name for name in pages if not any(fnmatch(name, pattern) for pattern in ignored)}
    lists = {"blog.html", "blog/tag.html", "blog/author.html", "blog/2026.html"}
    assert indexed - lists - {"genindex.html"} == {"index.html", "blog/index.html", "blog/hello.html"}


@pytest.mark.slow
def test_the_commands_of_the_workflow_build_a_site_below_a_path(tmp_path: Path) -> None:
    workflow = yaml.safe_load((FILES / "github-pages.yml").read_text(encoding="utf-8"))
    commands = [step["run"] for step in workflow["jobs"]["build"]["steps"] if "run" in step]
    put(tmp_path, {f"docs/{name}": content for name, content in POSTS.items()})
    conf = (FILES / "own-blog-conf.py").read_text(encoding="utf-8")
    put(tmp_path, {"docs/conf.py": conf + 'html_baseurl = "https://mei.github.io/rill/"\n'})
    build = next(command for command in commands if "sphinx" in command and "pip" not in command)
    run(*build.replace("python", sys.executable, 1).split(), cwd=tmp_path)
    site = tmp_path / "_site"
    assert "https://mei.github.io/rill/blog/hello.html" in (site / "sitemap.xml").read_text(encoding="utf-8")
    page = Page(site / "blog" / "hello.html")
    assert not [link for link in page.links() if link.startswith("/")]


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("git") or os.name == "nt", reason="the commands are for a shell with Git")
def test_the_commands_for_several_versions_build_each(tmp_path: Path) -> None:
    conf = (FILES / "own-blog-conf.py").read_text(encoding="utf-8")
    conf += next(block for block in blocks("docs/how-to/github-pages.md", "python") if "blog_version_url" in block)
    files = POSTS | {"conf.py": conf}
    origin = put(tmp_path / "origin", {f"docs/{name}": text for name, text in files.items()})
    git = ("git", "-c", "user.name=Mei", "-c", "user.email=mei@example.org")
    run(*git, "init", "-q", "-b", "main", cwd=origin)
    run(*git, "add", ".", cwd=origin)
    run(*git, "commit", "-q", "-m", "Hello", cwd=origin)
    run(*git, "tag", "1.0", cwd=origin)
    run(*git, "branch", "1.1", cwd=origin)
    put(origin, {"docs/blog/new.md": md("New", "Text.", "2026-01-03", author="mei")})
    run(*git, "add", ".", cwd=origin)
    run(*git, "commit", "-q", "-m", "New", cwd=origin)
    run(*git, "clone", "-q", origin, tmp_path / "work" / "clone", cwd=tmp_path)
    step = yaml.safe_load(
        next(block for block in blocks("docs/how-to/github-pages.md", "yaml") if "worktree" in block)
    )
    script = step[0]["run"].replace("python", sys.executable)
    run("sh", "-e", "-c", script, cwd=tmp_path / "work" / "clone")
    site = tmp_path / "work" / "clone" / "_site"
    assert {path.parent.parent.name for path in site.glob("*/blog/atom.xml")} == {"main"}
    assert {path.parent.parent.name for path in site.glob("*/blog/new.html")} == {"main"}
    for version in ("main", "1.0", "1.1"):
        canonical = Page(site / version / "blog" / "hello.html").head_link("canonical")
        assert canonical == "https://mei.github.io/rill/main/blog/hello.html"

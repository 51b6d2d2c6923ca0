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


@pytest.mark.slow
def test_read_the_docs_builds_it(tmp_path: Path) -> None:
    """The files of "A blog of its own", built by the command and with the variables of Read the Docs."""
    docs, out = put(tmp_path / "docs", POSTS), tmp_path / "_readthedocs/html"
    shutil.copy(FILES / "own-blog-conf.py", docs / "conf.py")
    config = yaml.safe_load((FILES / "readthedocs.yaml").read_text(encoding="utf-8"))
    assert (config["sphinx"]["configuration"], config["sphinx"]["fail_on_warning"]) == ("docs/conf.py", True)
    options = ("-T", "-W", "--keep-going", "-b", "html", "-d", tmp_path / "doctrees", "-D", "language=en")
    environ = rtd("latest", url="https://notes.readthedocs.io/en/latest/")
    run(sys.executable, "-m", "sphinx", *options, ".", out, cwd=docs, **environ)
    feed = (out / "blog/atom.xml").read_text(encoding="utf-8")
    assert "<id>tag:notes.readthedocs.io,2026-01-02:blog/hello</id>" in feed
    assert 'href="https://notes.readthedocs.io/en/latest/blog/hello.html"' in feed
    canonical = Page(out / "blog/hello.html").head_link("canonical")
    assert canonical == "https://notes.readthedocs.io/en/latest/blog/hello.html"
    # What its search is to ignore is what lists posts; it matches these patterns with ``fnmatch``.
    pages = {path.relative_to(out).as_posix() for path in out.rglob("*.html") if "_static" not in path.parts}
    ignored = config["search"]["ignore"]
    indexed = {name for name in pages if not any(fnmatch(name, pattern) for pattern in ignored)}
    lists = {"blog.html", "blog/tag.html", "blog/author.html", "blog/2026.html"}
    assert indexed - lists - {"genindex.html"} == {"index.html", "blog/index.html", "blog/hello.html"}


@pytest.mark.slow
def test_the_commands_of_the_workflow_build_a_site_below_a_path(tmp_path: Path) -> None:
    workflow = yaml.safe_load((FILES / "github-pages.yml").read_text(encoding="utf-8"))
    commands = [step["run"] for step in workflow["jobs"]["build"]["steps"] if "run" in step]
    conf = (FILES / "own-blog-conf.py").read_text(encoding="utf-8")
    put(tmp_path / "docs", POSTS | {"conf.py": conf + 'html_baseurl = "https://mei.github.io/rill/"\n'})
    build = next(command for command in commands if "sphinx" in command and "pip" not in command)
    run(*build.replace("python", sys.executable, 1).split(), cwd=tmp_path)
    site = tmp_path / "_site"
    assert "https://mei.github.io/rill/blog/hello.html" in (site / "sitemap.xml").read_text(encoding="utf-8")
    assert not [link for link in Page(site / "blog/hello.html").links() if link.startswith("/")]


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("git") or os.name == "nt", reason="the commands are for a shell with Git")
def test_the_commands_for_several_versions_build_each(tmp_path: Path) -> None:
    conf = (FILES / "own-blog-conf.py").read_text(encoding="utf-8")
    conf += next(block for block in blocks("docs/how-to/github-pages.md", "python") if "blog_version_url" in block)
    origin, clone = tmp_path / "origin", tmp_path / "work" / "clone"
    put(origin / "docs", POSTS | {"conf.py": conf})

    def git(*arguments: object) -> None:
        run("git", "-c", "user.name=Mei", "-c", "user.email=mei@example.org", *arguments, cwd=origin)

    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-q", "-m", "Hello")
    git("tag", "1.0")
    git("branch", "1.1")
    put(origin, {"docs/blog/new.md": md("New", "Text.", "2026-01-03", author="mei")})
    git("add", ".")
    git("commit", "-q", "-m", "New")
    git("clone", "-q", origin, clone)
    (step,) = (block for block in blocks("docs/how-to/github-pages.md", "yaml") if "worktree" in block)
    run("sh", "-e", "-c", yaml.safe_load(step)[0]["run"].replace("python", sys.executable), cwd=clone)
    for name in ("atom.xml", "new.html"):
        assert [path.parent.parent.name for path in clone.glob(f"_site/*/blog/{name}")] == ["main"]
    for version in ("main", "1.0", "1.1"):
        canonical = Page(clone / "_site" / version / "blog" / "hello.html").head_link("canonical")
        assert canonical == "https://mei.github.io/rill/main/blog/hello.html"

"""``blogext init`` in a folder that has a ``conf.py``: it adds a blog, shows what, and harms nothing."""

import errno
import os
import subprocess
from pathlib import Path

import pytest
from imports import put
from test_init_new import build, tree

from sphinx_blogext.command.existing import with_entry
from sphinx_blogext.command.main import main

pytestmark = pytest.mark.usefixtures("terminal")

THEME = 'html_theme = "basic"\n'
MYST = 'extensions = ("myst_parser",)\r\nhtml_theme = "basic"'
RST = "X\n===\n\n.. toctree::\n   :maxdepth: 1\n\n   a\n\nEnd.\n"
#: Settings in a package.
OWN = f'{THEME}blog_path, exclude_patterns = "docs/news", ["_build", ".*"]\n'
PACKAGE = {"conf.py": "from settings import *", "settings/__init__.py": OWN}
PAGES = {".github/workflows/x.yml": "actions/deploy-pages@v5"}
A = {"a.rst": "A\n=\n"}


@pytest.mark.parametrize(
    ("files", "page"),
    [
        ({"conf.py": THEME, "index.rst": RST, **A, "README.md": "# Read me\n"}, "blog/index.rst"),
        ({"conf.py": MYST, "index.md": "# X\n\n```{toctree}\na\n```\n", "a.md": "# A\n"}, "blog/index.md"),
        ({**PACKAGE, "index.rst": RST, **A}, "docs/news/index.rst"),
    ],
)
def test_a_site_gets_a_complete_blog(
    tmp_path: Path,
    files: dict[str, str],
    page: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    before = tree(put(tmp_path, files))
    # Options of new sites are not passed over in silence.
    assert (main(["init", ".", "--write", "--github-pages"]), main(["init", "."])) == (2, 0)
    shown = capsys.readouterr().out
    assert {name: tree(tmp_path)[name] for name in before} == before
    # A diff, and the last lines say how to go on.
    assert [words in shown for words in (f"+++ {page}\n", "+++ conf.py\n", "orphan")] == [True, True, False]
    assert shown.splitlines()[-1] == "Nothing was written. To write this, run the command with --write."
    assert main(["init", ".", "--write"]) == 0
    assert page in capsys.readouterr().out
    conf = (tmp_path / "conf.py").read_bytes()
    assert conf.startswith(before["conf.py"])
    assert conf.count(b"\r\n") in {0, conf.count(b"\n")}
    site = build(tmp_path)
    assert [warned for warned in site.warnings if not warned.file.startswith("README")] == []
    assert site.page(page.rpartition(".")[0]).posts == ["Hello"]
    assert (site.domain.posts[f"{page.rpartition('/')[0]}/hello"].title, site.has("README")) == ("Hello", False)
    # Once more: nothing.
    after = {name: text for name, text in tree(tmp_path).items() if name in {*before, page}}
    assert (main(["init", ".", "--write"]), {name: tree(tmp_path)[name] for name in after}) == (0, after)
    assert "already has everything" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("files", "place"),
    [
        ({"conf.py": THEME, "index.rst": "X\n=\n\n.. only:: html\n\n   .. toctree::\n"}, "a toctree"),
        ({"conf.py": THEME}, "a toctree"),
        ({"conf.py": f'extensions = ["sphinx_external_toc"]\n{THEME}', "index.rst": RST}, "_toc.yml"),
    ],
)
def test_where_the_entry_goes_is_said_if_it_is_not_certain(
    tmp_path: Path, files: dict[str, str], place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path, files)
    assert main(["init", "--write"]) == 0
    more = {"_toc.yml": ', with "- glob: blog/*" below it'}.get(place, "")
    told = f'Add blog/index to {place}{more}, and remove "orphan" from {Path("blog/index.rst")}.'
    assert told in (shown := capsys.readouterr().out)
    assert (tmp_path / "blog/index.rst").read_text(encoding="utf-8").startswith(":orphan:\n")
    assert (tmp_path / "index.rst").is_file() is ("index.rst" in files) is ("no root document" not in shown)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        # At the end of the last one, with its indentation.
        (".. toctree::\n\n  a\n\n.. toctree::\n  :hidden:\n\n  b\n  c\n\nEnd\n", "  c\n  blog/index\n\nEnd\n"),
        (".. toctree::\n   :hidden:\n", "   :hidden:\n\n   blog/index\n"),
        (".. toctree::\r\n\r\n   a", "   a\r\n   blog/index\r\n"),
        (".. toctree::\n   :glob:\n\n   */index\n", "   */index\n"),
        (".. toctree::\n\n   blog/index\n", "   blog/index\n"),
        ("..\n   .. toctree::\n\n::\n\n   .. toctree::\n", None),
        # Markdown.
        ("```{toctree}\n:hidden:\na\n\n```\nEnd\n", ":hidden:\na\nblog/index\n\n```\nEnd\n"),
        ("````md\n```{toctree}\n```\n````\n\n:::{toctree}\n:::\n", "````\n\n:::{toctree}\nblog/index\n:::\n"),
        ("```{eval-rst}\n.. toctree::\n\n   a\n\n```\n", "   a\n   blog/index\n\n```\n"),
        ("<!--\n```{toctree}\n```\n-->\n~~~\n```{toctree}\n```\n~~~\n", None),
    ],
)
def test_entries_of_toctrees(text: str, after: str | None) -> None:
    result = with_entry(text, "blog/index", is_markdown="```" in text)
    assert result is None if after is None else result is not None and result.endswith(after)


@pytest.mark.parametrize(
    ("files", "remote", "line"),
    [
        (PAGES, "git@github.com:Me/Rill.git", "https://me.github.io/Rill/"),
        (PAGES, "https://github.com/me/Me.github.io", "https://me.github.io/"),
        ({**PAGES, "CNAME": "rill.example"}, "git@github.com:Me/Rill", '""'),
        ({"docs/conf.py": "import os\nhtml_baseurl = os.environ.get('NOWHERE', '')\n"}, "", None),
    ],
)
def test_the_url_if_it_is_certain(tmp_path: Path, files: dict[str, str], remote: str, line: str | None) -> None:
    put(tmp_path, {"docs/conf.py": "", **files})
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    if remote:
        subprocess.run(["git", "-C", tmp_path, "remote", "add", "origin", remote], check=True)
    # From above, too, as projects keep it.
    assert main(["init", "--write"]) == 0
    added = (tmp_path / "docs/conf.py").read_text(encoding="utf-8").removeprefix(files.get("docs/conf.py", ""))
    assert ("baseurl" in added, (line or "") in added) == (line is not None, True)


@pytest.mark.parametrize("line", ['exclude_patterns = ["blog"]', 'include_patterns = ["*.rst"]'])
def test_what_is_left_out_is_not_written(tmp_path: Path, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = tree(put(tmp_path, {"conf.py": f"{THEME}{line}\n", "index.rst": RST}))
    assert main(["init", "--write"]) == 1
    assert "leaves out blog/index.rst; nothing was written" in capsys.readouterr().err
    assert tree(tmp_path) == before


def test_what_an_error_has_ended_is_completed_by_another_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = tree(put(tmp_path, {"conf.py": THEME, "index.rst": RST, **A}))
    locked = "conf.py"

    def refuse(path: Path, data: bytes) -> int:
        # Nothing is forbidden to root, as which tests often run.
        if path.name == locked:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        with path.open("wb") as file:
            return file.write(data)

    monkeypatch.setattr(Path, "write_bytes", refuse)
    assert main(["init", "--write"]) == 1
    assert capsys.readouterr().err.endswith(f"conf.py: {os.strerror(errno.EACCES)}\n")
    assert (tree(tmp_path), (tmp_path / "blog").exists()) == (before, False)
    locked = "index.rst"
    assert main(["init", "--write"]) == 1
    locked = ""
    assert (main(["init", "--write"]), build(tmp_path).warnings) == (0, [])

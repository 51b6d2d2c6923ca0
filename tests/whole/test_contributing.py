"""What contributors are told is true: edits that are shown work, commands and modules that are named exist."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from conftest import ROOT
from page import Page
from test_house import LEVELS, MODULES
from tutorial import BLOCK
from writing import md

import sphinx_blogext
from sphinx_blogext import speedups

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(sphinx_blogext.__file__).parent
GUIDES = ROOT / "docs" / "contributing"
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def edits_of(guide: str) -> Iterator[tuple[str, str, str]]:
    """Yield each edit of a guide: the file that was named last, the line that is there, what comes below it."""
    for match in BLOCK.finditer(guide):
        if match["language"] == "diff":
            file = re.findall(r"`(sphinx_blogext/[\w./-]+)`", guide[: match.start()])[-1]
            first, *added = match["text"].strip("\n").splitlines()
            assert added
            assert all(line.startswith("+") for line in added)
            yield file, first[1:], "\n".join(line[1:] for line in added)


def apply(file: Path, line: str, added: str) -> None:
    text = file.read_text(encoding="utf-8")
    start = line.removesuffix("…").rstrip()
    (found,) = (each for each in text.splitlines() if each == line or (line != start and each.startswith(start)))
    file.write_text(text.replace(f"{found}\n", f"{found}\n{added}\n"), encoding="utf-8")


def test_a_new_key_in_four_edits(tmp_path: Path) -> None:
    code, source, output = tmp_path / "code", tmp_path / "source", tmp_path / "output"
    shutil.copytree(PACKAGE, code / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__"))
    entry = "# Blog\n\n```{postlist}\n:excerpts:\n```\n"
    post = md("Pools", audience="<em>beginners</em>")
    conf = 'extensions = ["myst_parser", "sphinx_blogext"]\nhtml_theme = "basic"\nhtml_baseurl = ""\n'
    (source / "blog").mkdir(parents=True)
    for name, text in {"conf.py": conf, "index.md": entry, "blog/pools.md": post}.items():
        (source / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-P", "-m", "sphinx", "-q", "-W", "-b", "html", source, output]
    environment = {**os.environ, "PYTHONPATH": str(code)}

    def shown() -> list[list[str]]:
        subprocess.run(command, env=environment, check=True)
        return [Page(output / name).texts(".blog-audience") for name in ("index.html", "blog/pools.html")]

    assert shown() == [[], []]
    edits = list(edits_of((GUIDES / "new-key.md").read_text(encoding="utf-8")))
    assert len(edits) == 4
    for file, line, added in edits:
        apply(code / file, line, added)
    # Without a clean build: what is stored has another form.
    assert shown() == [["<em>beginners</em>"]] * 2


@pytest.mark.parametrize("page", ["architecture", "new-key", "upstream"])
def test_the_modules_and_files_that_are_named_exist(page: str) -> None:
    text = (GUIDES / f"{page}.md").read_text(encoding="utf-8")
    files = set(re.findall(r"`((?:sphinx_blogext|blogext_import|tests|docs|benchmarks|tools)/[\w./-]+)`", text))
    assert [name for name in sorted(files) if not (ROOT / name).exists()] == []
    dotted = set(re.findall(r"`(\w+(?:\.\w+)+)`", text))
    ours = {name for name in dotted if name.partition(".")[0] in LEVELS and not name.endswith(".py")}
    assert files or ours
    assert [name for name in sorted(ours) if not names_something(name)] == []


def test_the_files_that_contributing_names_exist() -> None:
    named = {name for name in re.findall(r"`([\w-]+(?:/[\w.-]+)+)`", CONTRIBUTING) if not name.startswith(".venv")}
    links = set(re.findall(r"\]\(([^):]+)\)", CONTRIBUTING))
    assert len(named) > 10
    missing = [name for name in named if not ((ROOT / name).exists() or (PACKAGE / name).exists())]
    assert missing + [name for name in links if not (ROOT / name).exists()] == []


def names_something(dotted: str) -> bool:
    """Return whether a module has this name, or what it defines."""
    module, _, name = dotted.rpartition(".")
    source = MODULES[module].read_text(encoding="utf-8") if module in MODULES else ""
    return dotted in MODULES or bool(re.search(rf"^(?:class|def)? *{name}\b", source, re.MULTILINE))


def test_the_layers_of_the_architecture_are_those_that_are_enforced() -> None:
    text = (GUIDES / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("## Packages")[2].partition("\n\n`")[0]
    layers = [re.findall(r"`(\w+)`", row) for row in re.findall(r"^\|[^|]+\| (`.*) \|$", table, re.MULTILINE)]
    layers = [[LEVELS[name] for name in names if name in LEVELS] for names in layers]
    assert sum(map(len, layers)) == len(LEVELS)
    assert all(min(above) > max(below) for above, below in pairwise(layers))


def workflow() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    return loaded


@pytest.mark.parametrize("job", workflow()["jobs"])
def test_each_job_runs_what_is_documented(job: str) -> None:
    """A failed job can be repeated with a line of CONTRIBUTING."""
    documented = set(re.findall(r"`((?:make|python) [^`]+)`", CONTRIBUTING))
    documented |= {line.removeprefix("$ ") for line in CONTRIBUTING.splitlines() if line.startswith("$ ")}
    lines = [step["run"] for step in workflow()["jobs"][job]["steps"] if "run" in step]
    lines = [re.sub(r"\$\{\{ matrix\.sphinx \}\}", "8.2", line) for line in lines if "apt-get" not in line]
    assert lines
    assert [line for line in lines if line not in documented] == []


def test_the_matrix_has_the_versions_that_are_supported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import versions

    jobs = workflow()["jobs"]
    cells = {(cell["sphinx"], cell["python"]) for cell in jobs["versions"]["strategy"]["matrix"]["include"]}
    assert cells == {(each.sphinx, each.pythons[0]) for each in versions.ENVIRONMENTS}
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    pythons = set(re.findall(r"Programming Language :: Python :: (3\.\d+)", project))
    assert {python for _sphinx, python in cells} == pythons
    assert {name.partition("-")[0] for name in jobs["tests"]["strategy"]["matrix"]["os"]} == {
        *("ubuntu", "windows", "macos")
    }


def test_versions_that_are_not_supported_are_refused() -> None:
    command = [sys.executable, ROOT / "tools" / "versions.py"]
    for arguments in (["1.0"], ["--record", "8.2"]):
        done = subprocess.run([*command, *arguments], capture_output=True, check=False)
        assert done.returncode == 2


def test_what_only_some_systems_have_is_asked_for_first() -> None:
    """Windows lacks these names: they are reached with ``getattr``, or below a ``hasattr`` of the same module."""
    missing = re.compile(
        r"\b(os\.(?:getuid|geteuid|fork|killpg|setsid|mkfifo|uname)|signal\.SIGKILL|import fcntl)\b"
    )
    for folder in ("sphinx_blogext", "blogext_import", "tools"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            for name in set(missing.findall(text)):
                assert f'hasattr({name.partition(".")[0]}, "{name.partition(".")[2]}")' in text, path


def test_what_belongs_upstream_is_marked_and_listed() -> None:
    text = (GUIDES / "upstream.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+\.\w+)` \|(.* \d+ \|)$", text, re.MULTILINE)
    assert len(listed) == 10
    marked = {
        f"{path.stem}.{name}"
        for path in (PACKAGE / "speedups").glob("*.py")
        for name in re.findall(r"^# Upstream: .*\ndef (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    measures = {name for found in speedups.MEASURES.values() for name in (each.__name__ for each in found)}
    assert {name for name, _row in listed} == marked
    assert {name.partition(".")[2] for name in marked} <= measures
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "speedups").glob("*.py"))
    named = set(re.findall(r"`(test_\w+)`", text))
    assert len(named) > 4
    assert {name for name in named if f"def {name}(" not in tests} == set()

"""The documentation: every name is documented, commands are valid, and the tutorial works."""

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, MakeSite
from sphinx.cmd.build import get_parser
from steps import CONF, FILES
from tutorial import BLOCK, blocks, follow_tutorial

from sphinx_blogext.command.main import _parser
from sphinx_blogext.core.metadata import keys_of
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.pages import posts

DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "README.zh.md", *sorted(DOCS.rglob("*.md"))]
_CODE = re.compile(r"`([^`\n]+)`")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def words_of(name: str) -> set[str]:
    """Return the words that stand in code on a page of the reference."""
    text = (DOCS / "reference" / f"{name}.md").read_text(encoding="utf-8")
    return set(re.findall(r"[\w-]+", " ".join(_CODE.findall(text))))


def commands() -> Iterator[tuple[str, str]]:
    for path in PAGES:
        for match in BLOCK.finditer(path.read_text(encoding="utf-8")):
            if match["language"] == "console":
                for line in match["text"].splitlines():
                    if line.strip().startswith("$ "):
                        yield path.relative_to(ROOT).as_posix(), line.strip()[2:]


COMMANDS = sorted({(page, command) for page, command in commands()})


def test_every_name_is_documented() -> None:
    documented = {word.lower() for word in words_of("metadata")}
    assert keys_of(TAXONOMIES).keys() - documented == set()
    # Every option of the theme is documented.
    file = ROOT / "sphinx_blogext" / "theme" / "blogext" / "theme.toml"
    options = tomllib.loads(file.read_text(encoding="utf-8"))["options"]
    assert options.keys() - words_of("theme") == set()
    # Every option of the command is documented.
    text = (DOCS / "reference" / "command.md").read_text(encoding="utf-8")
    (commands,) = (action for action in _parser()._actions if hasattr(action, "choices") and action.choices)
    assert commands.choices is not None
    for name, parser in commands.choices.items():  # type: ignore[attr-defined]  # a dictionary of parsers
        assert f"blogext {name}" in text
        flags = {flag for action in parser._actions for flag in action.option_strings if flag.startswith("--")}
        assert {flag for flag in flags - {"--help"} if flag not in text} == set(), name


def test_every_field_that_templates_receive_is_documented(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: set[str] = set()

    def note(self: posts.Data, *parts: Any, **fields: Any) -> None:
        dict.__init__(self, *parts, **fields)
        seen.update(self)

    monkeypatch.setattr(posts.Data, "__init__", note)
    make_site(FILES, CONF)
    assert len(seen) > 50
    assert seen - words_of("templates") == set()


@pytest.mark.parametrize(("page", "command"), COMMANDS)
def test_a_command_is_one(page: str, command: str) -> None:
    """The program accepts these arguments, and extras that are installed exist."""
    parts = shlex.split(command, comments=True)
    while "=" in parts[0]:
        parts = parts[1:]
    match parts:
        case ["python" | "python3", "-m", "pip", "install", *wanted] | ["pip", "install", *wanted]:
            extras = [re.match(r"sphinx-blogext\[(\w+)\]", name) for name in wanted]
            assert all(found is None or found[1] in PROJECT["optional-dependencies"] for found in extras)
        case ["python", "-m", "pip", "uninstall", name]:
            assert name == "ablog"
        case ["python", "-m", "sphinx", *arguments]:
            get_parser().parse_args(arguments)
        case ["blogext", *arguments]:
            _parser().parse_args(arguments)
        case ["uvx", "--from", _, "blogext", *arguments] | ["pipx", "run", "--spec", _, "blogext", *arguments]:
            _parser().parse_args(arguments)
        case ["make", *targets]:
            assert set(targets) <= set(re.findall(r"^([a-z0-9-]+):", MAKEFILE, re.MULTILINE))
        case _:
            assert parts[0] in {"mkdir", "cd", ".", "python3", "sphinx-autobuild", "sphinx-build", "git"}


#: In a requirement, and in a list of Read the Docs' configuration.
_EXTRAS = re.compile(r"(?:sphinx-blogext|\"\.|\./?)\[([\w,]+)\]|extra_requirements:\n((?: +- \w+\n)+)")


def test_extras_that_are_named_anywhere_exist() -> None:
    folders = (".github", "benchmarks", "docs", "example_site", "sphinx_blogext", "tools")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.*") if "_build" not in path.parts]
    files += [path for path in ROOT.iterdir() if path.suffix in {".md", ".yaml"} or path.name == "Makefile"]
    files = [
        path
        for path in files
        if path.is_file() and path.suffix in {"", ".jinja", ".md", ".po", ".py", ".yaml", ".yml"}
    ]
    matches = [(path, match) for path in files for match in _EXTRAS.finditer(path.read_text(encoding="utf-8"))]
    extras = {(path.name, extra) for path, match in matches for extra in re.findall(r"\w+", match[1] or match[2])}
    assert {name for name, _ in extras} >= {".readthedocs.yaml", "Makefile", "ci.yml", "notebooks.md"}
    assert {(name, extra) for name, extra in extras if extra not in PROJECT["optional-dependencies"]} == set()


@pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")
def test_make_lists_its_targets() -> None:
    done = subprocess.run(["make", "-s", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    targets = set(re.findall(r"^\.PHONY:(.*)$", MAKEFILE, re.MULTILINE)[0].split())
    # Those are parts of others.
    assert {line.partition(":")[0] for line in done.stdout.splitlines()} == targets - {"tools", "tools-slow"}


@pytest.mark.slow
def test_the_tutorial(tmp_path: Path) -> None:
    follow_tutorial(Path(sys.executable), tmp_path)


TERMS = {"README.md": "tag/numerics", "README.zh.md": "tag/数值计算", "docs/how-to/existing-docs.md": "author/mei"}


#: What a site has that reads Markdown, or none, before the lines of the documentation.
PROJECTS = {"none": "[]", "MyST": "['sphinx.ext.todo', 'myst_parser']", "MyST-NB": "['myst_nb']"}


@pytest.mark.parametrize("extensions", PROJECTS)
@pytest.mark.parametrize("file", TERMS)
def test_the_lines_and_the_post_of_a_readme(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch, file: str, extensions: str
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1900000000")
    conf, *_ = blocks(file, "python")
    entry, post = blocks(file, "markdown")
    lists = blocks(file, "rst")
    home = "Home\n====\n\n.. toctree::\n\n   blog/index\n"
    site = make_site(
        {"index.rst": home, "blog/index.md": entry, "blog/floats.md": post}
        | ({"news/index.rst": f":orphan:\n\n{lists[0]}", "blog/other.rst": lists[1]} if lists else {}),
        f"extensions = {PROJECTS[extensions]}\nmyst_enable_extensions = []\n{conf}",
    )
    assert site.warnings == []
    page = site.page("blog/index")
    titles = [re.search("^# (.*)$", post, re.MULTILINE)[1]]  # type: ignore[index]
    assert page.posts == titles * (2 if lists else 1)
    assert "../blog/floats.html#more" in page.links(".blog-read-more a") or "README" not in file
    assert site.page(f"blog/{TERMS[file]}").posts == page.posts


TOOLS = {"tools/figures.py", *re.findall(r" ((?:tools|benchmarks)/\w+\.py)", MAKEFILE)}


@pytest.mark.parametrize("tool", sorted(TOOLS))
def test_a_tool_has_the_modules_that_it_needs(tool: str) -> None:
    path = ROOT / tool
    subprocess.run([sys.executable, "-c", f"import {path.stem}"], cwd=path.parent, check=True)

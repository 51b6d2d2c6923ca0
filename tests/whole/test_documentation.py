"""The documentation: every name is documented, commands are valid, and the tutorial works."""

import importlib
import re
import shlex
import sys
import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, MakeSite
from sphinx.cmd.build import get_parser
from steps import CONF, FILES
from tutorial import blocks, follow_tutorial

from sphinx_blogext.command.main import _parser
from sphinx_blogext.core.metadata import keys_of
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.data import posts

DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "README.zh.md", *sorted(DOCS.rglob("*.md"))]
_CODE = re.compile(r"`([^`\n]+)`")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def words_of(name: str) -> set[str]:
    """Return the words that stand in code on a page of the reference."""
    text = (DOCS / "reference" / f"{name}.md").read_text(encoding="utf-8")
    return set(re.findall(r"[\w-]+", " ".join(_CODE.findall(text))))


def targets_of_make() -> set[str]:
    return set(re.findall(r"^([a-z0-9-]+):", MAKEFILE, re.MULTILINE))


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
    for name, parser in commands.choices.items():  # type: ignore[attr-defined]  # a dictionary of parsers
        assert f"blogext {name}" in text
        flags = {flag for action in parser._actions for flag in action.option_strings if flag.startswith("--")}
        assert {flag for flag in flags - {"--help"} if flag not in text} == set(), name


def test_each_field_that_templates_get_is_documented(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[str] = set()

    def note(self: posts.Data, *parts: Any, **fields: Any) -> None:
        dict.__init__(self, *parts, **fields)
        seen.update(self)

    monkeypatch.setattr(posts.Data, "__init__", note)
    make_site(FILES, CONF)
    assert len(seen) > 50
    assert seen - words_of("templates") == set()


@pytest.mark.parametrize("page", [path.relative_to(ROOT).as_posix() for path in PAGES])
def test_commands_are_valid(page: str) -> None:
    """The program accepts these arguments."""
    lines = (line.strip() for block in blocks(page, "console") for line in block.splitlines())
    for parts in (shlex.split(line[2:], comments=True) for line in lines if line.startswith("$ ")):
        while "=" in parts[0]:
            parts.pop(0)
        match parts:
            case ["python" | "python3", "-m", "pip", "install", *_] | ["pip", "install", *_]:
                pass
            case ["python", "-m", "pip", "uninstall", name]:
                assert name == "ablog"
            case ["python", "-m", "sphinx", *arguments]:
                get_parser().parse_args(arguments)
            case (
                ["blogext", *arguments]
                | ["uvx", "--from", _, "blogext", *arguments]
                | ["pipx", "run", "--spec", _, "blogext", *arguments]
            ):
                _parser().parse_args(arguments)
            case ["make", *targets]:
                assert set(targets) <= targets_of_make()
            case _:
                assert parts[0] in {"mkdir", "cd", ".", "python3", "sphinx-autobuild", "sphinx-build", "git"}


#: In a requirement, and in a list of Read the Docs' configuration.
_EXTRAS = re.compile(r"(?:sphinx-blogext|\"\.|\./?)\[([\w,]+)\]|extra_requirements:\n((?: +- \w+\n)+)")


def test_extras_that_are_named_anywhere_exist() -> None:
    folders = (".github", "benchmarks", "docs", "example_site", "sphinx_blogext", "tools")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.*")] + [*ROOT.iterdir()]
    kinds = {"", ".jinja", ".md", ".po", ".py", ".yaml", ".yml"}
    # Without what is built or installed there.
    is_built = {"_build", ".rivals", "node_modules", ".git"}
    extras = {
        (path.name, extra)
        for path in files
        if path.is_file() and path.suffix in kinds and is_built.isdisjoint(path.parts)
        for match in _EXTRAS.finditer(path.read_text(encoding="utf-8"))
        for extra in re.findall(r"\w+", match[1] or match[2])
    }
    assert {name for name, _ in extras} >= {".readthedocs.yaml", "Makefile", "ci.yml", "notebooks.md"}
    assert {(name, extra) for name, extra in extras if extra not in PROJECT["optional-dependencies"]} == set()


@pytest.mark.slow
def test_the_tutorial(tmp_path: Path) -> None:
    follow_tutorial(Path(sys.executable), tmp_path)


TERMS = {"README.md": "tag/numerics", "README.zh.md": "tag/数值计算", "docs/how-to/existing-docs.md": "author/mei"}
#: What a site has that reads Markdown, or none, before the lines of the documentation.
PROJECTS = {"none": "[]", "MyST": "['sphinx.ext.todo', 'myst_parser']", "MyST-NB": "['myst_nb']"}


@pytest.mark.parametrize(
    ("file", "extensions"),
    [*product(["README.md"], PROJECTS), *product(["README.zh.md", "docs/how-to/existing-docs.md"], ["none"])],
)
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


def test_the_proofs_of_claims_exist() -> None:
    names = set(_CODE.findall((DOCS / "contributing" / "claims.md").read_text(encoding="utf-8")))
    files = {name for name in names if "/" in name and name[0] != "/"}
    assert len(files) > 15
    assert {name for name in files if not (ROOT / name).exists()} == set()
    tests = {name for name in names if name.startswith("test_")}
    here = Path(__file__).read_text(encoding="utf-8")
    assert {name for name in tests if f"def {name}(" not in here} == set()
    targets = {name.removeprefix("make ") for name in names if name.startswith("make ")}
    assert targets <= targets_of_make()


def plain(text: str) -> str:
    """Return a text in Markdown without what makes links and bold letters, on one line."""
    return " ".join(re.sub(r"\[([^]]*)\]\([^)]*\)|\*\*", r"\1", text).split())


def test_every_claim_has_its_proof() -> None:
    """The table has claims in the words of the pages, and at least one for each item of their lists."""
    table = (DOCS / "contributing" / "claims.md").read_text(encoding="utf-8")
    for number, page in enumerate(("README.md", "docs/index.md"), 1):
        text = (ROOT / page).read_text(encoding="utf-8")
        rows = re.findall(r"^\| (.*?) \| (.*?) \|$", table.split("\n## ")[number], re.MULTILINE)
        claims = {claim for claim, _ in rows} - {"claim"}
        assert {claim for claim in claims if claim not in plain(text)} == set()
        items = [plain(item) for item in re.findall(r"^- (?!\[)(?!\{)(.*\n(?:  .*\n)*)", text, re.MULTILINE)]
        assert len(items) > 2
        assert {item for item in items if not any(claim in item for claim in claims)} == set()


def test_figures_are_the_same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages take those of builds from the results of the benchmarks; READMEs have the weights of a list."""
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    figures = importlib.import_module("figures").read_figures("en")
    pages = (*DOCS.glob("*.md"), *(DOCS / "explanation").glob("*.md"))
    names = {name for page in pages for name in re.findall(r"\{\{ (\w+) \}\}", page.read_text(encoding="utf-8"))}
    assert names == figures.keys()
    results = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8").partition("## Results")[2]
    assert all(figures[name] in results for name in ("clean", "unchanged", "body", "title"))
    text = (DOCS / "reference" / "theme-weight.md").read_text(encoding="utf-8")
    (weight,) = re.findall(r"^\| blogext \| (\d+) \|", text, re.MULTILINE)
    (font,) = re.findall(r"(\d+) KB with\s+the list", text)
    for readme in ("README.md", "README.zh.md"):
        kilobytes = re.findall(r"(\d+) KB", (ROOT / readme).read_text(encoding="utf-8"))
        assert kilobytes == [weight, str(int(weight) + int(font))]


_ACTION = re.compile(r"uses: ([\w/-]+)@(\S+)")


def test_workflows_in_guides_and_templates_use_the_actions_of_ours() -> None:
    """Dependabot updates those in ``.github`` alone."""
    ours = dict(_ACTION.findall("\n".join(p.read_text() for p in (ROOT / ".github/workflows").glob("*.yml"))))
    files = [*DOCS.rglob("*.yml"), *DOCS.rglob("*.md"), *(ROOT / "sphinx_blogext").rglob("*.yml.jinja")]
    theirs = {use for path in files for use in _ACTION.findall(path.read_text(encoding="utf-8"))}
    assert {name for name, _ in theirs} >= {"actions/checkout", "actions/setup-python", "actions/cache"}
    assert {(name, version) for name, version in theirs if version != ours.get(name, version)} == set()


def test_readmes_are_short_and_make_the_same_claims() -> None:
    english, chinese = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.zh.md"))
    assert max(text.count("\n") for text in (english, chinese)) <= 120
    # The same links, pictures and figures, in the same order, but for the documentation in that language.
    link = re.compile(r"\]\((docs/[^)]*)\)|src=\"([^\"]*)\"|^\| ([^|]*) \|", re.MULTILINE)
    assert [found[:2] for found in link.findall(english)] == [found[:2] for found in link.findall(chinese)]
    assert re.findall(r"\d[\d.]*", english) == re.findall(r"\d[\d.]*", chinese)
    assert english.count("\n- ") == chinese.count("\n- ")

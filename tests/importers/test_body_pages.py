"""What converted bodies look like on the page: one site that holds them all, built without a warning."""

import re

import pytest
from bodies import convert
from conftest import ROOT, MakeSite, Site
from old_sites import PNG
from test_bodies import CASES
from writing import md

from blogext_import.bodies.code import Code
from blogext_import.bodies.containers import MADE
from blogext_import.body import SETTINGS

BODIES = [convert(engine, text)[0] for engine, text, _ in CASES]
#: What each directive becomes on the page.
PARTS = {
    "admonition|note|tip|warning": ".admonition",
    "tab-set": ".sd-tab-set",
    "tab-item": ".sd-tab-label",
    "dropdown": ".sd-dropdown",
    "figure": "figure",
    "pull-quote": ".pull-quote",
    "code-block": ".highlight",
}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    files = {f"blog/p{number}.md": md(body=f"Lead.\n\n{body}\n") for number, body in enumerate(BODIES)}
    files |= {"index.md": "# Home\n", "blog/other.md": md("The other"), "blog/paper.pdf": "x"}
    files |= dict.fromkeys(("blog/a.png", "blog/a b.png"), PNG)
    conf = {**SETTINGS, "extensions": ["myst_parser", "sphinx_design", "sphinx_blogext"]}
    return make_shared_site(files, conf)


def test_the_site_has_no_warnings(site: Site) -> None:
    assert site.warnings == []


@pytest.mark.parametrize(("directives", "selector"), PARTS.items())
def test_each_directive_is_one_part_of_the_page(site: Site, directives: str, selector: str) -> None:
    counts = [len(re.findall(rf"(?:```|:::)\{{(?:{directives})\}}", body)) for body in BODIES]
    written = {number: count for number, count in enumerate(counts) if count}
    assert {number: len(site.page(f"blog/p{number}").all(selector)) for number in written} == written
    assert written


@pytest.mark.parametrize("text", ["{note}`x`", "{.z}", "% b", "+++", "(c)=", "::: d", "$5 and $10", "[^abc]+"])
def test_what_looks_like_myst_stays_text(site: Site, text: str) -> None:
    pages = (site.page(f"blog/p{number}") for number in range(len(BODIES)))
    assert any(text.replace("`", "") in paragraph for page in pages for paragraph in page.texts("p"))


def test_the_documentation_names_the_settings() -> None:
    said: dict[str, object] = {}
    text = (ROOT / "docs/reference/import.md").read_text(encoding="utf-8")
    exec(re.search(r"```python\n(.*?)```", text, re.DOTALL)[1], said)  # type: ignore[index]  # it is there
    assert {key: value for key, value in said.items() if key != "__builtins__"} == dict(SETTINGS)


SIGNS = [f"{sign}{rest}" for sign in "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~" for rest in ("x", " x", "x y" + " #z")]
TITLES = [*SIGNS, *"__init__.py|a_b*.py|1. x|2) y|a: b|x \\|[a](b)|{.c}|<b>x</b>|&amp; :smile:".split("|")]


def test_titles_of_code_are_plain_text(make_site: MakeSite) -> None:
    """In captions, Markdown and YAML have no meaning."""
    code = "\n".join("\n".join(Code("text", title).block("x")) + "\n" for title in TITLES)
    conf = f"myst_enable_extensions = {SETTINGS['myst_enable_extensions']!r}\nsmartquotes = False\n"
    site = make_site({"index.md": f"# Home\n\n{code.replace(MADE, '')}"}, conf)
    assert site.page("index").texts(".caption-text") == [" ".join(title.split()) for title in TITLES]

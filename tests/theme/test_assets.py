"""Which files of the theme a page loads, and what is in them."""

import gzip

import pytest
from conftest import MakeSite, Site
from page import elements
from themed import CONF, PLAIN, STATIC, THEME, loaded
from writing import many, md

from sphinx_blogext.files import without_comments

RARE = "blogext-extras.css"
MATH = THEME.parent.parent / "mathml/static"


@pytest.mark.parametrize("name", ["search", "blog/index", "blog/page/2", "blog/tag", "blog/p01", "guide", "api"])
def test_every_page_loads_the_same_sheets_and_scripts(themed: Site, name: str) -> None:
    rare = {"search": ["blogext-search.css"], "api": [RARE], "guide": [RARE]}.get(name, [])
    others = ["blogext-search.js"] if name == "search" else []
    found = [file for file in loaded(themed.page(name)) if file not in others]
    assert found == [PLAIN[0], *rare, *PLAIN[1:]]


RARE_PARTS = (
    *(":::{tip}\nText.\n:::", "```{py:function} f(a)\n```", "```{card} Title\nText.\n```", "```diff\n+a\n```"),
    *(
        "Press {kbd}`a`.",
        "```{eval-rst}\na. One\n```",
        "```{table}\n:align: right\n\n| a |\n|---|\n| b |\n```",
        "An <ins>a</ins>.",
    ),
    # Formulas with a layout, with what grows, and with characters that are in other parts of the font.
    *(
        "$$a &= b \\\\ c &= d$$",
        r"$\sum_a b$",
        r"$\overbrace{a}$",
        r"$\mathbb Z$",
        r"$a \circ b$",
        "$n!$",
        r"$a\&b$",
    ),
)
FREQUENT_PARTS = (
    *(
        "| a |\n|---|\n| b |",
        "```python\na = 1\n```",
        "1. One",
        "![](https://example.org/a.png)",
        "A -- & 'b' ∘ ℤ!",
    ),
    *(
        "A formula $a$",
        r"$f(x) \le \frac{1}{\sqrt{n}}$",
        r"$O(n \log n) < \alpha_i$",
        r"$$\text{cost} = \Gamma^{-2}$$",
    ),
)
PARTS = dict.fromkeys(RARE_PARTS, True) | dict.fromkeys(FREQUENT_PARTS, False)


def test_what_is_rare_has_a_sheet_where_it_is_in_lists_too(make_site: MakeSite) -> None:
    posts = {f"blog/p{n}.md": md("P", f"{part}\n", tags=f"t{n}") for n, part in enumerate(PARTS)}
    conf = CONF | {"myst_enable_extensions": ["dollarmath", "colon_fence"]}
    site = make_site({"index.md": "# Home\n", **many(1), **posts}, conf)
    for n, is_rare in enumerate(PARTS.values()):
        for name in (f"blog/p{n}", f"blog/tag/t{n}"):
            assert (RARE in loaded(site.page(name))) == is_rare, name
    assert RARE not in loaded(site.page("blog/p01"))


@pytest.mark.parametrize("name", ["blogext-theme.css", "blogext.js"])
def test_a_site_may_replace_a_file_of_the_theme(make_site: MakeSite, name: str) -> None:
    files = {"index.md": "# Home\n", f"_templates/{name}": "mine"}
    site = make_site(files, CONF | {"templates_path": ["_templates"]})
    assert (site.outdir / "_static" / name).read_text() == "mine"


def test_files_are_served_as_they_are_written(themed: Site) -> None:
    formulas = [line for name in ("math", "math-font") for line in (MATH / f"{name}.css").read_text().splitlines()]
    for folder, name in ((THEME, "blogext-theme.css"), (STATIC / "blog", "blogext.css"), (THEME, "blogext.js")):
        source = (folder / name).read_text().splitlines() + formulas
        served = (themed.outdir / "_static" / name).read_text().splitlines()
        assert len(served) > 100
        assert len(set(served) - set(source)) <= 20, name
    # But for comments of ours.
    css = "/*! Theme */\n/* why\n   so */\na { b: c; }\n  /* why */\n  d: url(/*e*/);\n"
    assert without_comments(css) == "/*! Theme */\na { b: c; }\n  d: url(/*e*/);\n"


def test_files_of_extensions_are_loaded_where_they_are_used(make_site: MakeSite) -> None:
    files = {
        "index.md": "# Home\n\n::::{tab-set}\n:::{tab-item} One\nText.\n:::\n::::\n",
        "plain.md": "---\norphan: true\n---\n# Plain\n\nText.\n",
    }
    site = make_site(files, CONF)
    assert sorted(loaded(site.page("index"))) == sorted([*PLAIN, RARE, "sphinx-design.min.css", "design-tabs.js"])
    assert loaded(site.page("plain")) == PLAIN


def test_other_scripts_find_what_sphinx_promises_them(make_site: MakeSite) -> None:
    conf = {"html_static_path": ["_static"], "html_js_files": ["mine.js"], "html_css_files": ["mine.css"]}
    files = {"index.md": "# Home\n", "_static/mine.js": "let a;", "_static/mine.css": "a {}"}
    found = loaded(make_site(files, CONF | conf).page("index"))
    assert {"mine.js", "mine.css", "documentation_options.js", "doctools.js"} <= set(found)
    # What is the site's own comes last.
    assert found.index("mine.css") > found.index("blogext.css")


def test_a_style_sheet_of_the_configuration_stands_for_the_theme_s(make_site: MakeSite) -> None:
    conf = CONF | {"html_style": "mine.css", "html_static_path": ["_static"]}
    files = {
        "index.md": "# Home\n",
        "_static/mine.css": "a {}",
        "blog/index.md": "# B\n\n```{postlist}\n```\n",
        **many(1),
    }
    site = make_site(files | {"math.md": "---\norphan: true\n---\n# M\n\n$a$\n"}, conf)
    # With what any other theme loads.
    for name, others in {"index": set(), "math": {"blogext-math.css"}, "blog/index": {"blogext.css"}}.items():
        assert {s for s in loaded(site.page(name)) if s.endswith(".css")} == {"mine.css", *others}


def test_what_read_the_docs_adds_has_the_colors_of_the_theme_there_only(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    for value in ("", "True"):
        monkeypatch.setenv("READTHEDOCS", value)
        sheet = make_site({"index.md": "# Home\n"}, CONF).outdir / "_static/blogext-theme.css"
        assert ("--readthedocs-flyout-color: var(--muted)" in sheet.read_text()) == bool(value)


@pytest.mark.parametrize(("conf", "sheets"), [({}, []), ({"pygments_style": "friendly"}, ["pygments.css"])])
def test_colors_of_code_may_be_the_site_s_own(
    make_site: MakeSite, conf: dict[str, str], sheets: list[str]
) -> None:
    page = make_site({"index.md": "# Home\n"}, CONF | conf).page("index")
    # After the theme's, which have the same weight.
    assert loaded(page) == [PLAIN[0], *sheets, *PLAIN[1:]]


def test_no_script_or_style_stands_in_a_page(themed: Site) -> None:
    for name in themed.pages:
        for element in elements(themed.page(name).root):
            assert element.tag != "style", name
            # Data for search engines is no script: no policy stops it, nothing runs it.
            is_data = element.get("type") == "application/ld+json"
            assert element.tag != "script" or element.get("src") or is_data, name
            assert not [key for key in element.attrib if key == "style" or key.startswith("on")], name


@pytest.mark.parametrize(
    ("names", "limit"),
    [
        (("blogext-theme.css", "blogext.css"), 11_000),
        (("blogext-theme.js",), 400),  # It stops the page.
        (("blogext.js",), 4200),
        (("blogext-search.js",), 5700),  # Only where something is searched for.
    ],
)
def test_files_are_small(themed: Site, names: tuple[str, ...], limit: int) -> None:
    assert sum(len(gzip.compress((themed.outdir / "_static" / name).read_bytes(), 6)) for name in names) <= limit

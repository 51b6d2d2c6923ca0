"""Which files of the theme a page loads, and what is in them."""

import gzip

from conftest import MakeSite, Site
from page import elements
from themed import CONF, PLAIN, loaded
from writing import many, md

from sphinx_blogext.files import without_comments

RARE = "blogext-extras.css"


def test_every_page_loads_the_same_sheets_and_scripts(themed: Site) -> None:
    rare = {"search": ["blogext-search.css"], "api": [RARE], "guide": [RARE]}
    for name in (*rare, "blog/index", "blog/page/2", "blog/p01"):
        found = [file for file in loaded(themed.page(name)) if file != "blogext-search.js"]
        assert found == [PLAIN[0], *rare.get(name, []), *PLAIN[1:]]


RARE_PARTS = (
    ":::{tip}\nText.\n:::", "```{py:function} f(a)\n```", "```{card} Title\nText.\n```", "```diff\n+a\n```",
    "Press {kbd}`a`.", "```{eval-rst}\na. One\n```",
    # Formulas with a layout, with what grows, and with characters that are in other parts of the font.
    "$$a &= b \\\\ c &= d$$", r"$\sum_a b$", r"$\mathbb Z$",
)  # fmt: skip
FREQUENT_PARTS = (
    "| a |\n|---|\n| b |",
    "```python\na = 1\n```",
    "A -- & 'b' ∘ ℤ!",
    r"$O(n \log n) < \frac{1}{\sqrt{n}}$",
)
PARTS = dict.fromkeys(RARE_PARTS, True) | dict.fromkeys(FREQUENT_PARTS, False)


def test_what_is_rare_has_a_sheet_where_it_is_in_lists_too(make_site: MakeSite) -> None:
    tags = {part: f"t{n}" if is_rare else "plain" for n, (part, is_rare) in enumerate(PARTS.items())}
    posts = {f"blog/p{n}.md": md("P", f"{part}\n", tags=tag) for n, (part, tag) in enumerate(tags.items())}
    conf = CONF | {"myst_enable_extensions": ["dollarmath", "colon_fence"]}
    site = make_site({"index.md": "# Home\n", **posts}, conf)
    for n, (part, is_rare) in enumerate(PARTS.items()):
        for name in (f"blog/p{n}", f"blog/tag/{tags[part]}"):
            assert (RARE in loaded(site.page(name))) == is_rare, name


def test_files_are_served_without_comments_of_ours() -> None:
    css = "/*! Theme */\n/* why\n   so */\na { b: c; }\n  /* why */\n  d: url(/*e*/);\n"
    assert without_comments(css) == "/*! Theme */\na { b: c; }\nd: url(/*e*/);\n"


def test_files_of_extensions_are_loaded_where_they_are_used(make_site: MakeSite) -> None:
    files = {
        "index.md": "# Home\n\n::::{tab-set}\n:::{tab-item} One\nText.\n:::\n::::\n",
        "plain.md": "---\norphan: true\n---\n# Plain\n\nText.\n",
    }
    site = make_site(files, CONF)
    assert sorted(loaded(site.page("index"))) == sorted([*PLAIN, RARE, "sphinx-design.min.css", "design-tabs.js"])
    assert loaded(site.page("plain")) == PLAIN


def test_a_site_has_files_of_its_own(make_site: MakeSite) -> None:
    names = ("blogext-theme.css", "blogext-search.js")
    conf = {"html_static_path": ["_static"], "html_js_files": ["mine.js"], "html_css_files": ["mine.css"]}
    conf |= {"pygments_style": "friendly", "html_theme_options": {"instant": "false"}}
    files = {"index.md": "# Home\n", "_static/mine.js": "let a;", "_static/mine.css": "a {}"}
    files |= {f"_templates/{name}": "mine" for name in names}
    site = make_site(files, CONF | conf | {"templates_path": ["_templates"]})
    # The colors of code come after the theme's, which have the same weight, and what is the site's own last.
    found = loaded(site.page("index"))
    assert [file for file in found if file.endswith(".css")] == [PLAIN[0], "pygments.css", PLAIN[1], "mine.css"]
    # Other scripts find what Sphinx promises them.
    assert {"mine.js", "documentation_options.js", "doctools.js"} <= set(found)
    assert [(site.outdir / "_static" / name).read_text() for name in names] == ["mine"] * 2
    assert "prefetch" not in (site.outdir / "_static/blogext.js").read_text()


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


def test_no_script_or_style_stands_in_a_page(themed: Site) -> None:
    for name in themed.pages:
        for element in elements(themed.page(name).root):
            assert element.tag != "style", name
            # Data for search engines is no script: no policy stops it, nothing runs it.
            is_data = element.get("type") == "application/ld+json"
            assert element.tag != "script" or element.get("src") or is_data, name
            assert not [key for key in element.attrib if key == "style" or key.startswith("on")], name


def test_files_are_small(themed: Site) -> None:
    # The second stops the page, and the last is only where something is searched for.
    limits = {"blogext-theme.css blogext.css": 11_000, "blogext-theme.js": 400, "blogext.js": 4200}
    for names, limit in (limits | {"blogext-search.js": 5700}).items():
        files = [(themed.outdir / "_static" / name).read_bytes() for name in names.split()]
        assert sum(len(gzip.compress(file, 6)) for file in files) <= limit, names

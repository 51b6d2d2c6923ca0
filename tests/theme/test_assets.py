"""Which files of the theme a page loads, and what is in them."""

from __future__ import annotations

import gzip
import re
from typing import TYPE_CHECKING

import pytest
from page import elements
from sphinx.errors import ConfigError
from themed import CONF, PLAIN, STATIC, THEME, loaded
from writing import many

from sphinx_blogext.mathml.convert import NAMESPACE
from sphinx_blogext.mathml.renderer import _in_html
from sphinx_blogext.theme.assets import Page as AssetPage
from sphinx_blogext.theme.assets import contents_of, theme_sheets
from sphinx_blogext.theme.design import are_common, common_rules
from sphinx_blogext.theme.lean import lean_css, lean_js

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from conftest import Site


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("search", ["blogext-theme.css", "blogext-index.css", "blogext-search.js"]),
        ("blog/index", ["blogext-list.css"]),
        ("blog/page/2", ["blogext-list.css"]),
        ("blog/tag", ["blogext-blog.css"]),
        ("blog/p01", ["blogext-post.css"]),
        ("guide", ["blogext-theme-text.css", "blogext-text.js"]),
        ("api", ["blogext-theme-text.css", "blogext-api.css"]),
        ("genindex", ["blogext-theme.css", "blogext-index.css"]),
        ("py-modindex", ["blogext-theme-text.css", "blogext-index.css"]),
    ],
)
def test_a_page_loads_what_it_needs_and_no_more(themed: Site, name: str, files: list[str]) -> None:
    own = [] if "blogext-text.js" in files else ["blogext-page.js"]
    assert sorted(loaded(themed.page(name))) == sorted(["blogext-theme.js", *own, *files])


def sheets_for(body: str, *, has_math: bool = False, **given: object) -> list[str]:
    context = {"body": body, "at_side": ["globaltoc.html"], **given}
    names = theme_sheets(AssetPage("page.html", context, contents_of(body)), has_math=has_math)
    return [name.removeprefix("blogext-").removesuffix(".css") for name in names]


def in_html(formula: str) -> str:
    return _in_html(f'<math xmlns="{NAMESPACE}">{formula}</math>')


RARE_SIGNS = (
    "<mi>ℒ</mi>",
    "<mi>𝐱</mi>",
    "<mo>&amp;</mo>",
    "<mtext>a; b</mtext>",
    '<mi mathvariant="monospace">a</mi>',
)


@pytest.mark.parametrize(
    ("body", "sheets"),
    [
        ("<p>Text, <a href='#'>links</a>, <strong>words</strong>.</p><ul><li>a</li></ul>", ["theme"]),
        ("<p>Text with <code>code</code>.</p>", ["theme-text"]),
        ("<pre>code</pre>", ["theme-text"]),
        ('<div class="h-feed blog-listing"><article class="blog-teaser">a</article></div>', ["list"]),
        ('<div class="blog-listing"><table><tr></tr></table></div>', ["list-text"]),
        ('<div class="blog-listing"><div class="admonition note">a</div></div>', ["list-text", "notes"]),
        ('<div class="blog-listing"><div class="citation">a</div></div>', ["list-text", "notes", "rare"]),
        ('<div class="blog-listing"><pre>a</pre></div>', ["list-text", "code"]),
        ('<p>A <a class="footnote-reference">1</a>.</p>', ["theme-text"]),
        ('<div class="blog-math"></div>', ["theme"]),
        ('<p><span class="blog-post">a</span></p>', ["post"]),
        ('<div class="blog-post-header"><p class="blog-meta">a</p></div>', ["post"]),
        ('<p><kbd>K</kbd></p><div class="admonition note">a</div>', ["theme-text", "rare"]),
        ('<div class="tab-set">a</div>', ["theme", "extensions"]),
        ('<p class="hundreds-0 tens-5 units-0 a">a</p>', ["theme", "widths"]),
        ('<math><mtable class="tex-aligned"></mtable></math>', ["theme"]),
        ('<math><mtable class="tex-cases"></mtable></math>', ["theme", "math-layout"]),
        (in_html('<mi>&lt;</mi><mi mathvariant="normal">a</mi><mi>ℝ</mi><annotation>𝐱</annotation>'), ["theme"]),
        *((in_html(sign), ["theme", "math-layout"]) for sign in RARE_SIGNS),
        ('<div class="blog-post-header"></div><div class="blog-draft-banner">a</div>', ["blog"]),
    ],
)
def test_a_page_has_one_sheet_of_the_theme_and_of_rarer_things_their_own(body: str, sheets: list[str]) -> None:
    assert sheets_for(body) == sheets
    kind = sheets[0].removesuffix("-text")
    is_list = kind == "list"
    # A list with contents of its own at the side is more than a list.
    assert sheets_for(body, display_toc=True)[0] == ("blog" if is_list else kind) + "-text"
    beside = sheets_for(body, shows_neighbours=True)
    assert beside[0] == (sheets[0] if is_list else kind + "-text")
    assert ("neighbours" in beside) == is_list
    assert sheets_for(body, has_math=True)[0] == sheets[0].removesuffix("-text") + "-text-math"


@pytest.mark.parametrize(
    ("given", "is_plain"),
    [
        ({}, True),
        ({"at_side": ["mine.html"]}, False),
        ({"display_toc": True}, False),
        ({"language": "zh_CN"}, False),
        ({"body": "<p><code>a</code></p>"}, False),
        ({"body": '<iframe src="/"></iframe>'}, False),
        ({"body": "<svg></svg>"}, False),
        ({"body": "<p>并行</p>"}, False),
        ({"body": "<p>ひらがな</p>"}, False),
        ({"body": "<p>한글</p>"}, False),
        ({"body": "<p>“Straße” → ½</p>"}, True),
        ({"shorttitle": "小站"}, False),
        ({"parents": [{"title": "博客", "link": "../"}]}, False),
        ({"blog_rail": {"groups": [{"links": [{"label": "并行"}]}]}}, False),
        ({"site_links": {"中文": "/zh/"}}, False),
        ({"site_languages": [{"label": "日本語"}]}, False),
    ],
)
def test_a_page_of_latin_text_and_nothing_beside_it_loads_the_least(
    given: dict[str, object], is_plain: bool
) -> None:
    sheets = sheets_for(**{"body": "<p>Text.</p>", "at_side": [], **given})  # type: ignore[arg-type]
    assert ("theme-plain" in sheets) == is_plain


def test_rules_for_breadcrumbs_are_loaded_where_there_are_any() -> None:
    below = {"parents": [{"title": "Blog", "link": "../"}]}
    assert sheets_for("<p>Text.</p>", at_side=[], **below) == ["theme-plain", "breadcrumbs"]
    listing = '<div class="blog-listing">a</div>'
    assert sheets_for(listing, at_side=[], **below) == ["list-plain", "breadcrumbs"]
    assert sheets_for(listing, at_side=[]) == ["list-plain"]
    # The others have them.
    assert sheets_for(listing, **below) == ["list"]


@pytest.mark.parametrize(
    ("sheet", "file", "parts"),
    [
        # Left out are parts of what is named itself: they stand nowhere else.
        ("list", STATIC / "blog/lists.css", "blog-(newer|older|read-more|reading-time|meta|card.*)"),
        (
            "post",
            STATIC / "blog/posts.css",
            "blog-(archive|author.*|avatar|cover|direction|links|meta|newer|neighbour-title|notice|older|only|terms|year)",
        ),
        (
            "blog",
            STATIC / "blog/rest.css",
            "sd-.*|ablog-.*|task-list-item|blog-(archive|dated|listing|meta|only|teaser-body|titles|weight-.*)",
        ),
        (
            "rare",
            THEME / "css/rare.css",
            "align-center|backrefs|code|highlight|label|margin|p|literal-block-wrapper|math|toctree-.*|versionmodified",
        ),
    ],
)
def test_what_a_sheet_has_rules_for_is_what_it_is_loaded_for(sheet: str, file: Path, parts: str) -> None:
    rules = re.sub(r"/\*.*?\*/|\{#.*?#\}", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    names = {name for name in re.findall(r"\.(-?[a-z_][\w-]*)", rules) if not re.fullmatch(parts, name)}
    assert len(names) > 9
    for name in names:
        assert sheet in sheets_for(f'<i class="a {name}"></i>'), name


@pytest.mark.parametrize("name", ["common", "lists", "posts", "rest"])
def test_a_site_may_replace_the_rules_for_the_blog(make_site: Callable[..., Site], name: str) -> None:
    files = {"index.md": "# Home\n", f"_templates/blog/{name}.css": ".mine { color: red }\n", **many(1)}
    site = make_site(files, CONF | {"templates_path": ["_templates"]})
    assert ".mine{color:red}" in (site.outdir / "_static/blogext-blog.css").read_text()


def test_files_of_extensions_are_loaded_where_they_are_used(make_site: Callable[..., Site]) -> None:
    files = {
        "index.md": "# Home\n\n::::{tab-set}\n:::{tab-item} One\nText.\n:::\n::::\n",
        "card.md": "---\norphan: true\n---\n# Card\n\n:::{card} Title\nText.\n:::\n",
        "button.md": "---\norphan: true\n---\n# Button\n\n```{button-link} /\n:color: info\n```\n",
        "plain.md": "---\norphan: true\n---\n# Plain\n\nText.\n",
    }
    site = make_site(files, CONF)
    design = ["blogext-extensions.css", "blogext-design.css"]
    assert sorted(loaded(site.page("index"))) == sorted([*PLAIN, *design, "design-tabs.js"])
    assert sorted(loaded(site.page("card"))) == sorted([*PLAIN, *design])
    whole = ["blogext-extensions.css", "sphinx-design.min.css"]
    assert sorted(loaded(site.page("button"))) == sorted([*PLAIN, *whole])
    assert len(gzip.compress((site.outdir / "_static/blogext-design.css").read_bytes(), 9)) < 4000
    assert sorted(loaded(site.page("plain"))) == sorted(PLAIN)


def test_other_scripts_find_what_sphinx_promises_them(make_site: Callable[..., Site]) -> None:
    conf = {"html_static_path": ["_static"], "html_js_files": ["mine.js"], "html_css_files": ["mine.css"]}
    files = {"index.md": "# Home\n", "_static/mine.js": "let a;", "_static/mine.css": "a {}"}
    found = loaded(make_site(files, CONF | conf).page("index"))
    assert {"mine.js", "mine.css", "documentation_options.js", "doctools.js"} <= set(found)
    # What is the site's own comes last.
    assert found.index("mine.css") > found.index("blogext-theme-plain.css")


def test_a_style_sheet_of_the_configuration_stands_for_the_theme_s(make_site: Callable[..., Site]) -> None:
    conf = CONF | {"html_style": "mine.css", "html_static_path": ["_static"]}
    files = {
        "index.md": "# Home\n",
        "_static/mine.css": "a {}",
        "blog/index.md": "# B\n\n```{postlist}\n```\n",
        **many(1),
    }
    site = make_site(files | {"math.md": "---\norphan: true\n---\n# M\n\n$a$\n"}, conf)
    sheets = {
        name: {s for s in loaded(site.page(name)) if s.endswith(".css")}
        for name in ("index", "math", "blog/index")
    }
    # With what any other theme loads.
    assert sheets == {
        "index": {"mine.css"},
        "math": {"mine.css", "blogext-math.css"},
        "blog/index": {"mine.css", "blogext.css"},
    }


def test_what_read_the_docs_adds_has_the_colours_of_the_theme_there_only(
    make_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("READTHEDOCS", "True")
    conf = CONF | {"html_static_path": ["_static"], "html_css_files": ["mine.css"]}
    page = make_site({"index.md": "# Home\n", "_static/mine.css": "a {}"}, conf).page("index")
    sheets = [name for name in loaded(page) if name.endswith(".css")]
    assert sheets == ["blogext-theme-plain.css", "blogext-readthedocs.css", "mine.css"]


@pytest.mark.parametrize(
    ("conf", "sheets"),
    [
        ({}, []),
        ({"pygments_style": "friendly"}, ["pygments.css"]),
        ({"pygments_dark_style": "monokai"}, ["pygments_dark.css"]),
        ({"pygments_style": "sphinx", "pygments_dark_style": "native"}, ["pygments.css", "pygments_dark.css"]),
    ],
)
def test_colours_of_code_may_be_the_site_s_own(
    make_site: Callable[..., Site], conf: dict[str, str], sheets: list[str]
) -> None:
    page = make_site({"index.md": "# Home\n"}, CONF | conf).page("index")
    # After the theme's, which have the same weight.
    own = ["blogext-code.js"] if sheets else []
    assert loaded(page) == ["blogext-theme-plain.css", *sheets, "blogext-plain.js", *own]


def test_a_style_that_pygments_does_not_have_is_refused(make_site: Callable[..., Site]) -> None:
    with pytest.raises(ConfigError, match="pygments_dark_style: expected a Pygments style, got 'none such'"):
        make_site({"index.md": "# Home\n"}, CONF | {"pygments_dark_style": "none such"})


def test_no_script_or_style_stands_in_a_page(themed: Site) -> None:
    for name in themed.pages:
        for element in elements(themed.page(name).root):
            assert element.tag != "style", name
            # Data for search engines is no script: no policy stops it, nothing runs it.
            is_data = element.get("type") == "application/ld+json"
            assert element.tag != "script" or element.get("src") or is_data, name
            assert not [key for key in element.attrib if key == "style" or key.startswith("on")], name


def test_nothing_is_loaded_from_elsewhere(themed: Site) -> None:
    for name in set(themed.pages) - {"pictures"}:
        for element in elements(themed.page(name).root):
            if element.tag in {"script", "img", "iframe"} or element.get("rel") in {"stylesheet", "icon"}:
                assert "//" not in (element.get("src") or element.get("href") or ""), name


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        ("blogext-theme-plain.css", 2550),
        ("blogext-list-plain.css", 3680),
        ("blogext-theme.css", 3480),
        ("blogext-list.css", 4530),
        ("blogext-list-text.css", 5400),
        ("blogext-list-text-math.css", 6310),
        ("blogext-post-text-math.css", 7380),
        ("blogext-theme.js", 170),  # These stop the page, and may not be longer than a kilobyte.
        ("blogext-formulas.js", 345),
        ("blogext-plain.js", 610),
        ("blogext-page.js", 795),
        ("blogext-text.js", 1130),
        ("blogext-answers.js", 1350),  # Only when the reader does something.
        ("blogext-preview.js", 1460),  # These only where there is something for them.
        ("blogext-pictures.js", 860),
        ("blogext-search.js", 4445),  # Only where something is searched for.
    ],
)
def test_files_are_small(themed: Site, name: str, limit: int) -> None:
    assert len(gzip.compress((themed.outdir / "_static" / name).read_bytes(), 9)) <= limit


def test_lean_files_mean_the_same() -> None:
    css = "/* why */\na > b:hover {\n  color: red; /* why */\n  @media (min-width: 1rem) { c: d; }\n}\n"
    assert lean_css(css) == "a>b:hover{color:red;@media (min-width:1rem){c:d}}\n"
    css = 'a[href="#"] > b , a[lang|="zh"] + [class*="highlight-"] > c { --d: calc(1px + 2px) }'
    assert lean_css(css) == 'a[href="#"]>b,a[lang|=zh] + [class*=highlight-]>c{--d:calc(1px + 2px)}\n'
    assert lean_js("/* why\n it is */\n  let a = '/* no */';\n\n  b();\n") == "let a='/* no */';\nb();\n"


@pytest.mark.parametrize(
    "kept",
    [
        '"a , \\" = b"',
        "'a = b'",
        "`a ( ${b} )`",
        "/ , [/ (] =/g",
        "a + +b",
        "a - -b",
        "a\nb",
    ],
)
def test_a_lean_script_keeps_what_has_a_meaning(kept: str) -> None:
    assert lean_js(f"c = ({kept}) => {{ return {kept}; }}") == f"c=({kept})=>{{return {kept};}}\n"


def test_common_rules_are_those_that_can_hold() -> None:
    css = (
        ":root{--a:b}.sd-card{c:d}.sd-btn,.sd-card>a{e:f}.sd-btn .sd-card{g:h}.sd-card:not(.sd-btn){i:j}"
        "@media (min-width:1px){.sd-row{k:l}.sd-btn{m:n}}@media print{.sd-btn{o:p}}@keyframes q{0%{r:s}}"
    )
    assert common_rules(css) == (
        ":root{--a:b}.sd-card{c:d}.sd-btn,.sd-card>a{e:f}.sd-card:not(.sd-btn){i:j}"
        "@media (min-width:1px){.sd-row{k:l}}@keyframes q{0%{r:s}}"
    )
    assert are_common({"sd-card", "a", "sd-tab-set"})
    assert not are_common({"sd-card", "sd-btn"})
    # The tabs of another extension are none of it.
    assert not AssetPage("page.html", {}, contents_of('<div class="tab-set">')).has_common_design

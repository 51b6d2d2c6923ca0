"""What a browser says to our lists and posts in the themes of others: axe, by the rules of WCAG A and AA.

Not counted are colors that the theme alone decides, of a post's text in a teaser or a card and of links, nor that
a table in a teaser scrolls and is no stop of the keyboard: Chromium and Firefox make it one.
"""

from typing import Any

import pytest
from browsing import NEEDS_CHROMIUM, Browser, Page, axe_script
from conftest import MakeSite, Site
from writing import md

pytestmark = [pytest.mark.slow, *NEEDS_CHROMIUM]

#: What the switch of each theme does for dark, if it has one, and the templates of its sidebar.
_FURO = "document.body.dataset.theme = 'dark'"
_PYDATA = "Object.assign(document.documentElement.dataset, {theme: 'dark', mode: 'dark'})"
THEMES = {
    "alabaster": ("", ["navigation.html"]),
    "furo": (_FURO, ["sidebar/navigation.html"]),
    "pydata_sphinx_theme": (_PYDATA, ["sidebar-nav-bs"]),
    "sphinx_book_theme": (_PYDATA, ["sbt-sidebar-nav.html"]),
    "sphinx_rtd_theme": ("", []),
}
SIDEBARS = [f"blog/{name}.html" for name in "recent tags categories archives authors languages feeds".split()]
#: Where our mark-up begins.
OURS = ", ".join(
    f".blog-{name}" for name in "listing mentions terms post-header post-footer comments sidebar page".split()
)
WIDE = "| " + " | ".join(f"column {n}" for n in range(20)) + " |\n|" + "---|" * 20 + "\n" + "| value " * 20 + "|"
TEXT = f"The lead, `code` and [a link](../guide.md).\n\n{WIDE}\n\n<!-- more -->\n\nThe rest.\n"
FILES = {
    "index.md": "# Home\n\n```{toctree}\nguide\nblog/index\n```\n",
    "guide.md": "# The guide\n\nText with [a link](index.md).\n\n## Cards\n\n```{postlist}\n:style: cards\n```\n\n"
    "## Years\n\n```{postlist}\n:style: archive\n```\n\n## Titles\n\n```{postlist}\n:excerpts:\n```\n\n"
    "## Terms\n\n```{blog-terms} tag\n:style: cloud\n```\n\n```{blog-terms} tag\n```\n",
    "blog/index.md": "# News\n\n```{postlist}\n:paginate: 2\n```\n",
    **{
        f"blog/p{number}.md": md(
            f"Part {number}",
            TEXT,
            f"2026-01-0{number}",
            tags=["python", "C++", f"a tag {number}"],
            category="Systems",
            author="mei",
            series="Parts",
            updated="2026-02-01",
            language="en",
        )
        for number in range(1, 4)
    },
    "blog/zh.md": md("第二篇", "正文。\n", "2026-01-09", tags=["python"], language="zh", translation="p2"),
    # Beside so short a title, the mark of its language is most of the line.
    "blog/short.md": md("树", "正文。\n", "2026-01-08", tags=["python"], language="zh"),
    "blog/draft.md": md("Not yet", "Text.\n", "2026-01-10", author="mei", draft=True),
}
CONF: dict[str, Any] = {
    "extensions": ["myst_parser", "sphinx_design", "sphinx_blogext"],
    # A list of its own: the PyData theme adds to the one that all sites of a process share.
    "templates_path": [],
    "blog_authors": {"mei": {"name": "Mei", "url": "https://example.org/", "description": "Writes."}},
    "blog_tags": {"python": {"description": "All of it."}},
    "blog_default_language": "en",
    "blog_show_drafts": True,
    "blog_page_size": 2,
    "blog_backlinks": True,
    "blog_comments": {"provider": "utterances", "repo": "o/r"},
}

_FINDINGS = """async ours => {
    const paragraph = document.createElement("p");
    paragraph.innerHTML = '<a href="#a">a</a>';
    document.querySelector("h1").after(paragraph);
    const [red, green, blue] = getComputedStyle(paragraph.firstChild).color.match(/\\d+/g).map(Number);
    const own = "#" + [red, green, blue].map(n => n.toString(16).padStart(2, "0")).join("");
    paragraph.remove();
    const texts = ".blog-teaser-body, .blog-card-text";
    const isTheirs = (id, element, data) =>
        id == "color-contrast" && (element.closest(texts) || data.fgColor == own) ||
        id == "scrollable-region-focusable" && element.closest(texts);
    const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    const options = { runOnly: rules, elementRef: true };
    const { violations } = await axe.run({ include: [...document.querySelectorAll(ours)] }, options);
    return violations.flatMap(({ id, nodes }) => nodes
        .filter(({ element, any }) => !isTheirs(id, element, any[0]?.data ?? {}))
        .map(({ html, any }) => `${id}: ${html.slice(0, 120)} ${JSON.stringify(any[0]?.data ?? "")}`));
}"""
_WIDER = """ours => [...document.querySelectorAll(ours)]
    .flatMap(part => [part, ...part.querySelectorAll("*")])
    .filter(e => !e.closest(":is(.blog-teaser-body, .blog-card-text) > *"))
    .filter(e => e.getBoundingClientRect().right > innerWidth + 1)
    .map(e => e.outerHTML.slice(0, 120))"""
#: The colors of what is pale, what is a line, and what is a link.
_COLOURS = """() => [[".blog-meta", "color"], [".blog-tags a", "border-color"], [".blog-read-more a", "color"]]
    .map(([selector, name]) => getComputedStyle(document.querySelector(selector)).getPropertyValue(name))"""


@pytest.fixture(scope="module", params=THEMES)
def site(request: pytest.FixtureRequest, make_shared_site: MakeSite) -> Site:
    _, own = THEMES[request.param]
    sidebars = {"html_sidebars": {"**": [*own, *SIDEBARS]}} if own else {}
    return make_shared_site(FILES, CONF | sidebars | {"html_theme": request.param})


def visit(browser: Browser, site: Site, name: str, scheme: Any) -> Page:
    """Open a page; requests that leave the site are refused."""
    page = browser.new_page(color_scheme=scheme, reduced_motion="reduce")
    page.route("**/*", lambda r: r.continue_() if r.request.url.startswith("file:") else r.abort())
    page.goto(site.path(name).as_uri())
    page.add_style_tag(content="* { transition: none !important }")
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["guide", "blog/p2", "blog/author/mei"])
def test_nothing_is_wrong_with_our_part(browser: Browser, site: Site, name: str, scheme: str) -> None:
    page = visit(browser, site, name, scheme)
    page.evaluate(axe_script())
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert [*page.evaluate(_FINDINGS, OURS), *page.evaluate(_WIDER, OURS)] == [], width
    page.close()


def test_our_colors_follow_the_switch_of_the_theme(browser: Browser, site: Site) -> None:
    switch, _ = THEMES[site.app.config.html_theme]  # type: ignore[union-attr]
    light, dark = (visit(browser, site, "blog/author/mei", scheme) for scheme in ("light", "dark"))
    colors, in_dark = light.evaluate(_COLOURS), dark.evaluate(_COLOURS)
    if switch:
        assert all(one != other for one, other in zip(colors, in_dark, strict=True))
        light.evaluate(f"() => {{ {switch} }}")
        assert light.evaluate(_COLOURS) == in_dark
    else:
        # It has no dark: neither have we.
        assert colors == in_dark
    light.close()
    dark.close()


_SET = "e => [getComputedStyle(e).wordBreak, getComputedStyle(e).textAutospace]"


def test_chinese_titles_break_between_words(browser: Browser, site: Site) -> None:
    expected = {"zh": ["keep-all", "normal"], "p2": ["normal", "normal"]}
    for name, style in expected.items():
        page = visit(browser, site, f"blog/{name}", "light")
        assert page.eval_on_selector("h1:has(+ .blog-post-header)", _SET) == style, name
        page.close()
    page = visit(browser, site, "blog/index", "light")
    for title in page.query_selector_all(".blog-teaser-title"):
        is_chinese = title.evaluate("e => e.closest('[lang]').lang") == "zh"
        assert title.evaluate(_SET) == expected["zh" if is_chinese else "p2"]
    page.close()


def test_all_lists_are_as_wide_as_the_main_one(browser: Browser, site: Site) -> None:
    names = ("blog/index", "blog/page/2", "blog/tag/python")
    pages = [visit(browser, site, name, "light") for name in names]
    for width in (390, 1000, 1280, 1600):
        found = set()
        for page in pages:
            page.set_viewport_size({"width": width, "height": 900})
            found.add(round(page.locator(".blog-listing").evaluate("list => list.getBoundingClientRect().width")))
        assert max(found) - min(found) <= 2, width
    for page in pages:
        page.close()


def test_titles_of_a_list_look_alike_whatever_is_beside_them(browser: Browser, site: Site) -> None:
    page = visit(browser, site, "guide", "light")
    lines = page.locator(".blog-archive .blog-dated a").evaluate_all(
        "all => all.map(e => getComputedStyle(e).textDecorationLine)"
    )
    assert len(lines) > 3
    assert len(set(lines)) == 1
    page.close()


@pytest.mark.parametrize("theme", ["alabaster", "sphinx_rtd_theme"])
def test_a_wide_formula_of_a_post_scrolls_inside_itself(
    browser: Browser, make_shared_site: MakeSite, theme: str
) -> None:
    formula = "+".join(f"a_{{{number}}}" for number in range(60))
    files = {"index.md": "# Home\n", "blog/a.md": md("A", f"```{{math}}\n{formula}\n```\n", "2026-01-01")}
    page = visit(browser, make_shared_site(files, {"html_theme": theme}), "blog/a", "light")
    page.set_viewport_size({"width": 390, "height": 900})
    assert page.locator("div.math").evaluate("e => e.scrollWidth > e.clientWidth && e.clientWidth < innerWidth")
    page.close()


#: How Material for Sphinx styles all lists in the text.
_MATERIAL = """
.body ul { list-style: disc; margin-left: .625em; }
.body ul:not([hidden]) { display: flow-root; }
.document .body ul li { margin-left: 1.25em; list-style: disc; }
.document .body ul li::before { content: "+ "; }
"""
_LOADS_ITS_OWN = 'html_css_files = [("theirs.css", {"priority": 150})]\nhtml_static_path = ["_static"]\n'
#: Of each list: its class, its layout, and what its items have in front.
_LISTS = """() => [...document.querySelectorAll("ul[class*=blog-]:not(.blog-feeds)")].map(list => {
    const style = getComputedStyle(list), item = list.querySelector("li"), of = getComputedStyle(item);
    return [list.className, style.display, style.marginLeft, of.listStyleType, of.paddingLeft, of.backgroundImage,
        getComputedStyle(item, "::before").content];
})"""
_LAYOUTS = {
    **dict.fromkeys(("blog-tags", "blog-language-list", "blog-pages", "blog-terms-cloud"), "flex"),
    **dict.fromkeys(("blog-dated", "blog-card-grid"), "grid"),
}


@pytest.mark.parametrize("theme", ["haiku", "alabaster"])
def test_lists_have_no_bullets_of_the_theme(browser: Browser, make_shared_site: MakeSite, theme: str) -> None:
    """Some themes draw them as pictures, as text, or with rules that are stronger than a class."""
    options = "".join(f"{name} = {value!r}\n" for name, value in (CONF | {"html_theme": theme}).items())
    site = make_shared_site(
        FILES | {"_static/theirs.css": _MATERIAL}, options + _LOADS_ITS_OWN * (theme != "haiku")
    )
    seen = set()
    for name in ("guide", "blog/index", "blog/p2"):
        page = visit(browser, site, name, "light")
        for names, display, *in_front in page.evaluate(_LISTS):
            assert in_front == ["0px", "none", "0px", "none", "none"], names
            layouts = {layout for kind, layout in _LAYOUTS.items() if kind in names.split()}
            assert not layouts or layouts == {display}, names
            seen |= set(names.split())
        page.close()
    assert _LAYOUTS.keys() <= seen

"""What a browser says to our lists and posts in the themes of others: axe, by the rules of WCAG A and AA.

Not counted are colors that the theme alone decides, of a post's text in a teaser or a card and of links, nor that
a table in a teaser scrolls and is no stop of the keyboard: Chromium and Firefox make it one.
"""

from collections.abc import Callable
from typing import Any

import pytest
from browsing import NEEDS_CHROMIUM, Page, axe_script
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
_PARTS = "listing mentions terms post-header post-footer comments sidebar page".split()
OURS = ", ".join(f".blog-{name}" for name in _PARTS)
WIDE = "| " + " | ".join(f"column {n}" for n in range(20)) + " |\n|" + "---|" * 20 + "\n" + "| value " * 20 + "|"
TEXT = f"The lead, `code` and [a link](../guide.md).\n\n{WIDE}\n\n<!-- more -->\n\nThe rest.\n"
META = {"category": "Systems", "author": "mei", "series": "Parts", "updated": "2026-02-01", "language": "en"}
FILES = {
    "index.md": "# Home\n\n```{toctree}\nguide\nblog/index\n```\n",
    "guide.md": "# The guide\n\nText with [a link](index.md).\n\n## Cards\n\n```{postlist}\n:style: cards\n```\n\n"
    "## Years\n\n```{postlist}\n:style: archive\n```\n\n## Titles\n\n```{postlist}\n:excerpts:\n```\n\n"
    "## Terms\n\n```{blog-terms} tag\n:style: cloud\n```\n\n```{blog-terms} tag\n```\n",
    "blog/index.md": "# News\n\n```{postlist}\n:paginate: 2\n```\n",
    **{
        f"blog/p{n}.md": md(f"Part {n} {'x' * 60}", TEXT, f"2026-01-0{n}", tags=["python", f"{n:080}"], **META)
        for n in range(1, 4)
    },
    "blog/zh.md": md("第二篇", "正文。\n", "2026-01-09", tags=["python"], language="zh", translation="p2"),
    # Beside so short a title, the mark of its language is most of the line.
    "blog/short.md": md("树", "正文。\n", "2026-01-08", tags=["python"], language="zh"),
    "blog/draft.md": md("Not yet", "Text.\n", "2026-01-10", author="mei", draft=True),
}
CONF: dict[str, Any] = {
    "extensions": ["myst_parser", "sphinx_design", "sphinx_blogext"],
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


@pytest.fixture
def visit(look: Callable[..., Page]) -> Callable[..., Page]:
    def open_page(site: Site, name: str, scheme: str = "light", width: int = 1280) -> Page:
        page = look(site.path(name), width, color_scheme=scheme, reduced_motion="reduce", offline=True)
        page.add_style_tag(content="* { transition: none !important }")
        return page

    return open_page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["guide", "blog/p2", "blog/author/mei"])
def test_nothing_is_wrong_with_our_part(visit: Callable[..., Page], site: Site, name: str, scheme: str) -> None:
    page = visit(site, name, scheme)
    page.evaluate(axe_script())
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert [*page.evaluate(_FINDINGS, OURS), *page.evaluate(_WIDER, OURS)] == [], width


def test_our_colors_follow_the_switch_of_the_theme(visit: Callable[..., Page], site: Site) -> None:
    switch, _ = THEMES[site.app.config.html_theme]  # type: ignore[union-attr]
    light, dark = (visit(site, "blog/author/mei", scheme) for scheme in ("light", "dark"))
    colors, in_dark = light.evaluate(_COLOURS), dark.evaluate(_COLOURS)
    # A theme may have no dark: neither have we.
    assert [one != other for one, other in zip(colors, in_dark, strict=True)] == [bool(switch)] * 3
    light.evaluate(f"() => {{ {switch} }}")
    assert light.evaluate(_COLOURS) == in_dark


_SET = """all => all.map(e => [e.closest('[lang]').lang == 'zh',
    getComputedStyle(e).wordBreak == 'keep-all', getComputedStyle(e).textAutospace == 'normal'])"""


def test_chinese_titles_break_between_words(visit: Callable[..., Page], site: Site) -> None:
    pages = [visit(site, name) for name in ("blog/zh", "blog/p2", "blog/index")]
    titles = [p.eval_on_selector_all(":is(h1:has(+ .blog-post-header), .blog-teaser-title)", _SET) for p in pages]
    assert [titles[0], titles[1]] == [[[True, True, True]], [[False, False, True]]]
    assert {is_chinese for is_chinese, *_ in titles[2]} == {True, False}
    assert all(breaks == is_chinese and is_spaced for is_chinese, breaks, is_spaced in titles[2])


def test_teasers_scale_code_once_and_leave_pictures_to_the_theme(visit: Callable[..., Page], site: Site) -> None:
    page = visit(site, "blog/index")
    page.add_style_tag(content="body svg { max-width: 50px }")
    code = "<pre></pre><table class=highlighttable><td><pre></pre></table><svg>"
    page.eval_on_selector(".blog-teaser-body", "(e, code) => e.innerHTML = code", code)
    style = "all => all.map(e => getComputedStyle(e)).map(s => [s.fontSize, s.maxWidth])"
    code, in_table, picture = page.locator(".blog-teaser-body:has(> svg) :is(pre, svg)").evaluate_all(style)
    assert (code, picture[1]) == (in_table, "50px")

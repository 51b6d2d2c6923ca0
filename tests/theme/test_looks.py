"""How the theme ``blogext`` looks, measured in a browser: its type, its color, texts and lists of posts."""

import importlib.util
import json
import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from browsing import NEEDS_CHROMIUM, Page
from colors import contrast
from conftest import ROOT, MakeSite, Site
from themed import CONF as ALONE
from writing import INDEX, TEASER, md

pytestmark = NEEDS_CHROMIUM
LATIN = "The quick brown fox jumps over the lazy dog while the river carries leaves to the sea. " * 6
HAN = "滑动窗口的最大值可以在均摊常数时间内求出，单调队列只保留可能成为答案的元素。" * 6
BESIDE_CODE = "因为[`a.b`](https://example.org)只出不进，见[使用`c`的方法](https://example.org)。\n"
CAPTIONED = "```{code-block} python\n:caption: What it is\n\n" + "x" * 300 + "\n```\n"
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><path d="M0 0h900v900z"/></svg>'
LIST = "# List\n\n```{{postlist}}\n:style: teasers\n{}\n```\n"
COVERS = {"covered": {"image": "p.svg"}, "plain": {}}
FILES = {
    **INDEX,
    "text.md": f"# A title that is longer than the text below it is wide\n\n{LATIN}\n\n"
    "## Section\n\nText.\n\n- [ ] One to do\n- [x] Done\n  with a second line\n",
    "zh.md": f"---\nlanguage: zh\n---\n# 可合并的统计量：从并行方差到幺半群\n\n{HAN}\n\n*强调*，*The Title*。\n",
    "han.md": f"---\nlanguage: zh\n---\n# 让`fold`记住\n\n{BESIDE_CODE}",
    "notes.md": f"# Notes\n\n{'one,[^1] two([^1] three。[^1] 四，[^1] ' * 30}\n\n[^1]: A.\n",
    "front.md": f"---\nlayout: home\n---\n# Front\n\nText.\n\n{CAPTIONED}",
    "code.md": f"# Code\n\nText.\n\n{CAPTIONED}",
    "blog/fixed.md": "---\ndate: 2024-05-01\n---\n# Fixed\n\n## Faults\n\n- One.\n",
    "blog/en.md": md("English", date="2024-04-30", language="en", tags=["x"], category="Engineering"),
    "blog/zh.md": md(
        "中文", date="2024-04-29", language="zh", tags=["x"], category="Mathematics", author="Lin Mei"
    ),
    "beside.md": LIST.format(":tags: covered"),
    "large.md": LIST.format(":tags: covered\n:first: large"),
    "plain.md": LIST.format(":tags: plain\n:first: large"),
    **{
        f"blog/{kind}{n}.md": md("P", TEASER, f"2024-01-0{n}", tags=kind, **COVERS[kind])
        for kind in COVERS
        for n in (1, 2)
    },
    "blog/p.svg": PICTURE,
    "blog/long.md": md(
        "用一个很长很长很长的标题来数到十亿：协议和诚实的`Any`不是", BESIDE_CODE, date="2024-04-28", language="zh"
    ),
}
CONF = {
    "html_theme": "blogext",
    "blog_nav": ["archive", "category", "tag", "author", "feeds"],
    "myst_enable_extensions": ["tasklist", "colon_fence"],
}
#: On how many lines the title is before and after its colon.
_LINES = """() => {
    const [text] = document.querySelector(".body h1").childNodes, range = new Range();
    range.selectNode(text);
    range.setStart(text, 8);
    const after = range.getClientRects().length;
    range.setStart(text, 0);
    range.setEnd(text, 8);
    return [range.getClientRects().length, after];
}"""
#: How far the heading or paragraph that a teaser begins with is from its top.
GAPS = """bodies => bodies.map(body => {
    const first = body.querySelector(":scope > section > :is(h2, h3, h4)") || body.children[0];
    return first.getBoundingClientRect().top - body.getBoundingClientRect().top;
})"""


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(FILES, CONF)


def boxes(page: Page, selector: str) -> list[dict[str, float]]:
    found: Any = page.locator(selector).evaluate_all("all => all.map(e => e.getBoundingClientRect().toJSON())")
    return found


def _style(page: Page, selector: str, name: str) -> str:
    return str(page.evaluate("([s, n]) => getComputedStyle(document.querySelector(s))[n]", [selector, name]))


def test_widths_of_lines_and_titles(look: Callable[..., Page], site: Site) -> None:
    """The former are half as wide as they are high, in most fonts a little less."""
    for name, width in (("text", 32 * 17), ("zh", 36 * 17)):
        box = look(site.path(name)).locator(".body p").first.bounding_box()
        assert box["width"] == pytest.approx(width, abs=1)
    # A title is as wide as code.
    page = look(site.path("text"))
    title, text = (page.locator(s).first.bounding_box() for s in (".body h1", ".body p"))
    assert title["width"] == pytest.approx(748, abs=1)
    assert text["width"] < 600


def test_a_title_in_chinese_breaks_at_its_colon_and_only_han_is_dotted(
    look: Callable[..., Page], site: Site
) -> None:
    for width in (320, 390, 1280):
        page = look(site.path("zh"), width)
        assert page.evaluate(_LINES) == [1, 1], width
    styles = page.locator(".body em").evaluate_all(
        "all => all.map(e => getComputedStyle(e)).map(s => [s.textEmphasisStyle, s.fontStyle])"
    )
    assert styles == [["dot", "normal"], ["none", "italic"]]


@pytest.mark.slow
@pytest.mark.parametrize(("ground", "text"), [("#fbe9c6", "#3a2400"), ("#14324a", "#fff")])
def test_what_is_typed_into_the_header_can_be_read(
    look: Callable[..., Page], site: Site, ground: str, text: str
) -> None:
    """Also in a header in colors of the site's own."""
    for scheme, width in product(("light", "dark"), (390, 1280)):
        page = look(site.path("index"), width, color_scheme=scheme)
        page.add_style_tag(content=f":root {{ --header-page: {ground}; --header-text: {text} }}")
        field = ".site-header input"
        assert contrast(painted(page, field), painted(page, field, "backgroundColor")) >= 4.5
        for sign in (".site-search button", ".colors"):
            # Without a ground of its own it is on that of the header.
            assert _style(page, sign, "backgroundColor") == "rgba(0, 0, 0, 0)"
            assert contrast(painted(page, sign), painted(page, ".site-header", "backgroundColor")) >= 3


def test_a_few_properties_change_the_look(look: Callable[..., Page], site: Site) -> None:
    page = look(site.path("text"))
    before = [float(_style(page, part, "fontSize").removesuffix("px")) for part in ("h2", ".body p")]
    colors = "--header-page: #010203; --header-text: #040506"
    page.add_style_tag(content=f":root {{ --size: 24px; --space: 3rem; {colors} }}")
    after = [float(_style(page, part, "fontSize").removesuffix("px")) for part in ("h2", ".body p")]
    assert after == pytest.approx([size * 24 / 17 for size in before], rel=0.01)
    assert _style(page, ".body p", "marginBottom") == "48px"
    assert _style(page, ".site-header", "backgroundColor") == "rgb(1, 2, 3)"
    assert _style(page, ".brand", "color") == "rgb(4, 5, 6)"


def bottom_of(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    return box["y"] + box["height"]


@pytest.mark.slow
def test_the_order_and_place_of_languages_and_ways(look: Callable[..., Page], site: Site) -> None:
    for width, height in ((390, 120), (1280, 50)):
        page = look(site.path("blog"), width)
        bar = page.locator(".blog-bar")
        lefts = [link["left"] for link in boxes(page, ".blog-bar a")]
        assert len(lefts) == 8
        # On a phone, the line wraps.
        assert lefts == sorted(lefts) or width < 1000
        # Languages have their words at every width.
        label = page.locator(".blog-language-label").bounding_box()
        assert 0 <= label["x"] < label["x"] + label["width"] < width
        # Beside the ways where there is room, so that the first title still is high up.
        assert bar.evaluate("bar => bar.offsetHeight") < height
        assert bar.evaluate("bar => bar.scrollWidth - bar.clientWidth") == 0
        top = boxes(page, ".blog-teaser-title")[0]["top"]
        assert 12 <= top - bottom_of(page, ".blog-bar") <= 40
        assert top < 420
        # A teaser that begins with a heading has no gap.
        assert max(page.locator(".blog-teaser-body").evaluate_all(GAPS)) < 2


@pytest.mark.slow
def test_nothing_of_the_line_of_a_post_is_hidden(look: Callable[..., Page], site: Site) -> None:
    for width in (320, 390, 1280):
        page = look(site.path("blog"), width)
        for line in page.locator(".blog-listing .blog-meta").all():
            assert line.evaluate("line => line.offsetHeight >= line.scrollHeight")
            assert line.evaluate("line => line.clientWidth >= line.scrollWidth")
            outer, parts = line.bounding_box(), [part.bounding_box() for part in line.locator("> *").all()]
            assert all(part and part["y"] + part["height"] <= outer["y"] + outer["height"] + 1 for part in parts)


BESIDE = """() => ["blog-teaser-cover", "blog-teaser-title", "blog-teaser-body", "blog-teaser-end"]
    .map(name => document.querySelector(`.${name}`).getBoundingClientRect().toJSON())"""


def test_the_picture_of_a_post_is_beside_its_teaser(look: Callable[..., Page], site: Site) -> None:
    page = look(site.path("beside"))
    for width, is_beside in ((390, False), (639, False), (640, True), (1280, True)):
        page.set_viewport_size({"width": width, "height": 800})
        cover, title, body, end = page.evaluate(BESIDE)
        assert (cover["width"] > 0) == is_beside
        if is_beside:
            # In a window with room it has a column, which begins with the title and ends with the text.
            has_column = width == 1280
            assert (cover["top"] < title["bottom"], cover["left"] > body["right"]) == (has_column, has_column)
            assert cover["right"] == pytest.approx(end["right"], abs=1)
            assert cover["width"] <= 181
            assert end["top"] >= cover["bottom"]


@pytest.mark.slow
def test_the_date_of_a_title_is_beside_its_first_line(look: Callable[..., Page], site: Site) -> None:
    page = look(site.path("blog/archive"))
    for width in (320, 360, 390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        tops = page.locator(".blog-dated > li").evaluate_all(
            "all => all.map(li => ['time', 'a'].map(name => li.querySelector(name).getClientRects()[0].top))"
        )
        assert len(tops) == 8
        for date, first_line in tops:
            assert date == pytest.approx(first_line, abs=6), width


@pytest.mark.slow
def test_a_reference_to_a_note_does_not_begin_a_line(look: Callable[..., Page], site: Site) -> None:
    page = look(site.path("notes"))
    for width in range(320, 400, 7):
        page.set_viewport_size({"width": width, "height": 900})
        left = boxes(page, ".body p")[0]["left"]
        assert min(box["left"] for box in boxes(page, ".body p .footnote-reference")) > left + 4, width


@pytest.mark.slow
def test_a_task_has_a_box_in_the_place_of_a_bullet(look: Callable[..., Page], site: Site) -> None:
    page = look(site.path("text"), 390)
    assert page.get_by_role("checkbox", name="Done").count() == 2
    assert page.get_by_role("checkbox", checked=True).count() == 1
    assert page.evaluate("getComputedStyle(document.querySelector('.task-list-item')).listStyleType") == "none"
    box, item = boxes(page, ".task-list-item-checkbox")[0], boxes(page, ".task-list-item")[0]
    assert box["right"] < item["left"]
    assert box["left"] > 0
    # What is done is told by more than a colour.
    mark = "getComputedStyle(document.querySelectorAll('.task-list-item-checkbox')[{}], '::before').content"
    assert [page.evaluate(mark.format(number)) for number in (0, 1)] == ["none", '""']


def painted(page: Page, selector: str, name: str = "color") -> str:
    """Return a color as the browser paints it."""
    parts = page.evaluate(
        """([selector, name]) => {
            const pen = document.createElement("canvas").getContext("2d");
            pen.fillStyle = getComputedStyle(document.querySelector(selector))[name];
            pen.fillRect(0, 0, 1, 1);
            return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
        }""",
        [selector, name],
    )
    return "#" + bytes(parts).hex()


@pytest.mark.slow
def test_one_color_is_that_of_links_notes_focus_and_the_current_item(
    look: Callable[..., Page], make_site: MakeSite
) -> None:
    accent = "#1f4f9c"
    text = "# Home\n\nA [link](https://example.org/).\n\n:::{note}\nNote.\n:::\n\n```{toctree}\nself\n```\n"
    site = make_site({"index.md": text}, ALONE | {"html_theme_options": {"accent": accent}})
    for scheme, ground in (("light", "#f5f6f8"), ("dark", "#1b1f26")):
        page = look(site.path("index"), color_scheme=scheme)
        page.locator(".body p a").focus()
        # In the dark it is another, which can be read there.
        (color,) = {
            painted(page, ".body p a"),
            painted(page, ".body p a", "outlineColor"),
            painted(page, ".admonition", "borderInlineStartColor"),
            painted(page, ".site-nav [aria-current=page]"),
        }
        assert (color == accent) == (scheme == "light")
        assert contrast(color, ground) > 4.5


#: What a site may say of a class, as a browser computes it.
WISHES = {
    "color": "rgb(200, 0, 0)", "background-color": "rgb(0, 0, 200)", "font-size": "31px", "font-weight": "300",
    "line-height": "77px", "margin-top": "3px", "margin-bottom": "5px", "margin-left": "7px",
    "padding-left": "9px", "padding-top": "11px", "border-top": "4px dotted rgb(0, 200, 0)",
    "border-radius": "13px", "max-width": "99px", "text-align": "right",
    "text-decoration-line": "line-through", "letter-spacing": "2px",
}  # fmt: skip
#: The rules of one class, alone or with an element within it, that have no effect on some element.
LOST = """([classes, wishes]) => {
    const sheet = document.head.appendChild(document.createElement("style")), lost = [];
    for (const name of classes)
        for (const selector of [`.${name}`, `.${name} a`, `.${name} li`]) {
            const parts = [...document.querySelectorAll(selector)], every = Object.entries(wishes);
            const wished = every.filter(([each, _]) => !(selector.endsWith("li") && each.startsWith("margin-")));
            sheet.textContent = `${selector} { ${wished.map(wish => wish.join(": ")).join("; ")} }`;
            for (const [property, value] of wished)
                if (parts.some(part => getComputedStyle(part).getPropertyValue(property) != value))
                    lost.push(`${selector} { ${property} }`);
        }
    sheet.remove();
    return lost;
}"""


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["blogext", "furo"])
def test_a_rule_of_one_class_wins_over_ours(look: Callable[..., Page], make_site: MakeSite, theme: str) -> None:
    extra = {
        "index.md": "# Home\n\n```{postlist} 3\n:style: cards\n```\n```{postlist} 3\n:style: compact\n```\n"
        "```{postlist} 3\n:list-style: disc\n```\n",
        "blog/pinned.md": md("P", "Words.\n\n<!-- more -->\n\n[](en)\n", image="p.svg", pin=True, tags=["x"]),
        "blog/drafted.md": md("Draft", draft=True, date="2024-04-20"),
        # A link with code at its edge has a margin of its own.
        "blog/long.md": md("Long"),
        **{f"blog/n{n}.md": md(f"N{n}", tags=["x"], language="zh", featured=True) for n in range(12)},
    }
    conf = CONF | {
        "html_theme": theme, "blog_show_drafts": True, "language": "zh_CN",
        "html_sidebars": {"**": [f"blog/{name}.html" for name in ("recent", "tags", "archives", "feeds")]},
    }  # fmt: skip
    site = make_site(FILES | extra, conf)
    table = (ROOT / "docs/how-to/looks.md").read_text(encoding="utf-8").partition("## Classes")[2]
    classes = sorted(set(re.findall(r"`(blog-[\w-]+)`", table.partition("\n##")[0])))
    seen, lost = set(), {}
    assert len(classes) > 20
    for name in ("index", "blog", "blog/tag", "blog/archive", "blog/tag/x", "blog/n3", "blog/drafted"):
        page = look(site.path(name))
        seen |= {cls for cls in classes if page.locator(f".{cls}").count()}
        lost[name] = page.evaluate(LOST, [classes, WISHES])
    assert {name: rules for name, rules in lost.items() if rules} == {}
    assert seen == set(classes)


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("myst_nb") is None, reason="myst-nb is not installed")
def test_cells_of_notebooks_end_where_text_does(look: Callable[..., Page], make_site: MakeSite) -> None:
    output = {"output_type": "stream", "name": "stdout", "text": "1\n"}
    cells = [
        {"cell_type": "markdown", "id": "a", "metadata": {}, "source": f"# Home\n\n{LATIN}"},
        {"cell_type": "code", "id": "b", "execution_count": 1, "metadata": {}, "source": "x", "outputs": [output]},
    ]
    notebook = {"cells": cells, "metadata": {"language_info": {"name": "python"}}, "nbformat": 4}
    conf = ALONE | {"extensions": ["myst_nb", "sphinx_blogext"], "nb_execution_mode": "off"}
    site = make_site({"index.ipynb": json.dumps(notebook | {"nbformat_minor": 5})}, conf)
    for width in (390, 1280):
        page = look(site.path("index"), width)
        parts = ("section > p", ".cell_input > *", ".cell_output > *")
        text, *blocks = (boxes(page, part)[0]["right"] for part in parts)
        assert blocks == pytest.approx([text, text], abs=1)


@pytest.mark.slow
def test_the_first_teaser_is_large_where_it_has_a_picture(look: Callable[..., Page], site: Site) -> None:
    for name, width in product(("large", "plain"), (390, 1280)):
        page = look(site.path(name), width)
        first, second = (box["height"] for box in boxes(page, ".blog-teaser-title"))
        assert (first > second) == (name == "large")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if name == "large":
            picture, article = boxes(page, ".blog-teaser-cover")[0], boxes(page, ".blog-teaser")[0]
            assert picture["width"] == pytest.approx(article["width"], abs=1)
            assert picture["width"] > picture["height"] * 1.9


ENDS = {
    "text": "Text.", "list": "- One.\n- Two.", "code": "```python\nx = 1\n```", "console": "```console\n$ a\n```",
    "table": "| a |\n|---|\n| b |", "note": ":::{note}\nText.\n:::", "quotation": "> Text.",
    "formula": "$$a = b$$", "picture": "![A picture](p.svg)", "definition": "Term\n: Text.",
}  # fmt: skip
#: How far the last and the first thing in a teaser are from its edges.
MARGINS = """bodies => bodies.map(body => {
    const [outer, first, last] = [body, body.firstElementChild, body.lastElementChild]
        .map(one => one.getBoundingClientRect());
    const title = body.closest("article").querySelector("h2").textContent;
    return [title, first.top - outer.top, outer.bottom - last.bottom];
})"""


def test_teasers_are_as_far_from_what_follows_whatever_they_end_with(
    look: Callable[..., Page], make_site: MakeSite
) -> None:
    posts = {f"blog/{name}.md": md(name, f"{part}\n\n<!-- more -->\n\nRest.\n") for name, part in ENDS.items()}
    extensions = ["dollarmath", "colon_fence", "deflist"]
    conf = CONF | {"myst_enable_extensions": extensions}
    page = look(make_site({**INDEX, **posts, "blog/p.svg": PICTURE}, conf).path("blog"))
    found = page.locator(".blog-teaser-body").evaluate_all(MARGINS)
    assert len(found) == len(ENDS)
    assert [each for each in found if max(each[1:]) > 1] == []


def test_caption_and_code_are_one_block_and_a_front_page_has_the_edges_of_its_frame(
    look: Callable[..., Page], site: Site
) -> None:
    for name in ("code", "front"):
        page = look(site.path(name))
        assert abs(boxes(page, ".highlight")[0]["top"] - bottom_of(page, ".code-block-caption")) <= 1, name
    for width in (390, 640, 820, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        lefts = [boxes(page, selector)[0]["left"] for selector in (".brand", "h1", ".site-footer p")]
        assert max(lefts) - min(lefts) <= 1, width


#: How far code and the Han before and after it are apart.
APART = """() => [...document.querySelectorAll(".body code")].flatMap(code => {
    const isAlone = code.parentElement.matches("a") && !code.previousSibling && !code.nextSibling;
    const whole = isAlone ? code.parentElement : code;
    const beside = [whole.previousSibling, whole.nextSibling];
    return beside.filter(text => text?.data?.trim()).map(text => {
        const range = new Range();
        range.selectNode(text);
        const [one, other] = [range, code].map(box => box.getBoundingClientRect());
        return Math.max(one.left, other.left) - Math.min(one.right, other.right);
    });
})"""


@pytest.mark.slow
def test_code_in_links_and_headings_does_not_touch_han(look: Callable[..., Page], site: Site) -> None:
    for name, count in {"han": 6, "blog/long": 6, "blog": 4, "blog/archive": 2}.items():
        gaps = look(site.path(name)).evaluate(APART)
        assert len(gaps) >= count, name
        assert min(gaps) >= 1, name


@pytest.mark.slow
def test_code_can_be_copied_with_a_finger(look: Callable[..., Page], site: Site) -> None:
    opacity = "e => getComputedStyle(e).opacity"
    button = look(site.path("code")).locator(".copy")
    assert button.evaluate(opacity) == "0"
    button.hover()
    assert button.evaluate(opacity) == "1"
    page = look(site.path("code"), 390, has_touch=True, is_mobile=True)
    button = page.locator(".copy")
    assert button.evaluate(opacity) == "1"
    # It is on the edge, above all lines.
    top = page.locator(".highlight pre").evaluate(
        "e => { const r = new Range(); r.selectNodeContents(e); return r.getBoundingClientRect().top; }"
    )
    assert bottom_of(page, ".copy") <= top + 1
    assert button.bounding_box()["height"] >= 24

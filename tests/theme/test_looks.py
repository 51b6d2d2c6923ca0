"""How the theme ``blogext`` looks, measured in a browser: its type, its color, texts and lists of posts."""

import re
from collections.abc import Callable
from itertools import product

import pytest
from browsing import NEEDS_CHROMIUM, Page
from colors import contrast
from conftest import ROOT, MakeSite, Site
from themed import CONF as ALONE
from writing import INDEX, md

pytestmark = NEEDS_CHROMIUM
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><path d="M0 0h900v900z"/></svg>'
FILES = {
    **INDEX,
    "text.md": "# Text\n\nText.\n\n## Section\n\nText.\n\n- [ ] One to do\n- [x] Done\n",
    "blog/fixed.md": md("Fixed", date="2024-05-01"),
    "blog/en.md": md("English", date="2024-04-30", language="en", tags=["x"], category="Engineering"),
    "blog/zh.md": md(
        "中文", date="2024-04-29", language="zh", tags=["x"], category="Mathematics", author="Lin Mei"
    ),
    "blog/p.svg": PICTURE,
}
CONF = {"html_theme": "blogext", "myst_enable_extensions": ["tasklist", "colon_fence"]}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(FILES, CONF)


def _style(page: Page, selector: str, name: str) -> str:
    return str(page.evaluate("([s, n]) => getComputedStyle(document.querySelector(s))[n]", [selector, name]))


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


@pytest.mark.slow
def test_a_task_has_a_box_with_a_name(look: Callable[..., Page], site: Site) -> None:
    page = look(site.path("text"))
    assert page.get_by_role("checkbox", name="Done").count() == 2
    assert page.get_by_role("checkbox", checked=True).count() == 1


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
    assert ({name: rules for name, rules in lost.items() if rules}, seen) == ({}, set(classes))

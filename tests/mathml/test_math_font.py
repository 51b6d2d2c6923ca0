"""The font for formulas: it has their signs and is small, and formulas have room before it is there."""

import re

import pytest
from browsing import Browser, needs_chromium
from conftest import ROOT, MakeSite

from sphinx_blogext.mathml.symbols import CHARACTERS, DELIMITERS, IDENTIFIERS

PARTS = sorted((ROOT / "sphinx_blogext" / "mathml" / "static").glob("*.woff2"))


@pytest.mark.slow
def test_every_sign_is_in_the_font() -> None:
    fonts = pytest.importorskip("fontTools.ttLib", reason="fontTools is not installed")
    present = set().union(*(fonts.TTFont(part).getBestCmap() for part in PARTS))
    signs = [sign for sign, _kind in CHARACTERS.values()]
    written = {*"".join([*signs, *DELIMITERS.values(), *IDENTIFIERS.values()])}
    assert {sign for sign in written if ord(sign) not in present} == set()


def test_what_most_formulas_need_is_small() -> None:
    sizes = {part.name: part.stat().st_size for part in PARTS}
    assert sizes["blogext-math.woff2"] <= 7_000
    assert sum(sizes.values()) <= 78_000


#: Formulas of everyday texts, each in a line and on its own.
ROOMS = re.split(
    r"  |\n",
    r"""
x  a_i^2+b_{n-1}  \frac{1}{n-1}\sum_i(x_i-\bar x)^2  O(n\log n)  \sqrt{n}  2^{-k}\le\varepsilon  \binom{2n}{n}
\left(\frac{\mu}{\sigma}\right)^2  \alpha\cdot\beta\to\infty  \int_0^1f(x)\,dx  \max(a,b)  \text{cost}(t)\geq0
s=1.04/\sqrt{m}  [0,1)  \mathbb{E}[T]  \Delta\Phi  a\hspace{0.1mm}b
""".strip(),
)


@needs_chromium
def test_a_formula_has_its_room_before_its_font_is_there(browser: Browser, make_site: MakeSite) -> None:
    text = "".join(f":math:`{tex}`\n\n.. math:: {tex}\n\n" for tex in ROOMS)
    site = make_site({"index.rst": f"Home\n====\n\n{text}"}, {"html_theme": "blogext"})
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(site.path("index").as_uri())
    page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    ask = """isWaiting => {
        document.documentElement.toggleAttribute("data-formulas", isWaiting);
        const parts = document.querySelectorAll("span.math, p:has(> .math), .blog-math");
        return [...parts].map(part => part.getBoundingClientRect()).map(({ width, height }) => [width, height]);
    }"""
    waiting, there = page.evaluate(ask, True), page.evaluate(ask, False)
    page.close()
    # A line, and the formula in it, and displayed: a span is as high as its text, not as its formula.
    compared = [
        (ROOMS[number // 3], room, size)
        for number, (rooms, sizes) in enumerate(zip(waiting, there, strict=True))
        for room, size in list(zip(rooms, sizes, strict=True))[: 1 if number % 3 == 1 else 2]
    ]
    # Of less than three pixels browsers make no shift.
    wrong = [f"{name}: {room:.1f}, not {size:.1f}" for name, room, size in compared if abs(room - size) > 4]
    assert not wrong, wrong

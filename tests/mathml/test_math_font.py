"""The font for formulas: its parts have what formulas are written with, and what grows has its sizes."""

import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from browsing import Browser, Page, needs_chromium
from conftest import ROOT, Site

from sphinx_blogext.mathml import MathError, symbols, to_mathml
from sphinx_blogext.mathml.commands import COMMANDS

STATIC = ROOT / "sphinx_blogext" / "mathml" / "static"

#: How browsers slant a letter that stands alone.
_GREEK = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡϴΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ"
SLANTED = (
    {chr(ord("A") + place): chr(0x1D434 + place) for place in range(26)}
    | {chr(ord("a") + place): chr(0x1D44E + place) for place in range(26)}
    | {letter: chr(0x1D6E2 + place) for place, letter in enumerate(_GREEK)}
    | {"h": "ℎ", "ı": "𝚤", "ȷ": "𝚥"}
)


def formulas() -> Iterator[str]:
    """Yield formulas in which every character stands that the converter writes of itself."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    names = [*symbols.OPERATORS, *symbols.IDENTIFIERS, *symbols.FUNCTIONS, *symbols.FUNCTIONS_WITH_LIMITS]
    signs = [*(rf"\{name} " for name in names), *symbols.CHARACTERS, *map(chr, range(0x21, 0x7F))]
    yield from (form.format(sign) for sign in signs for form in ("{}", r"\not{}"))
    yield from (rf"\left{delimiter} x \right." for delimiter in symbols.DELIMITERS)
    yield from (rf"\{command}{{x}}" for command in COMMANDS)
    yield from (
        rf"\{alphabet}{{{letter}}}"
        for alphabet in symbols.ALPHABETS
        for letter in [*letters, *(rf"\{name} " for name in symbols.IDENTIFIERS)]
    )
    yield from ("f" + "'" * number for number in range(1, 6))


def shown(formula: str) -> Iterator[str]:
    """Yield the characters that browsers show of a formula in the font for formulas."""
    with suppress(MathError):
        for element in ElementTree.fromstring(to_mathml(formula, display=True)).iter():
            text, variant = (element.text or ""), element.get("mathvariant")
            is_alone = element.tag.endswith("}mi") and len(text) == 1 and variant != "normal"
            if variant not in {"sans-serif", "monospace", "bold-sans-serif"}:
                yield from SLANTED.get(text, text) if is_alone else text


@cache
def font(part: Path) -> Any:
    return pytest.importorskip("fontTools.ttLib", reason="fontTools is not installed").TTFont(part)


def characters_of(part: Path) -> set[str]:
    return set(map(chr, font(part).getBestCmap()))


@pytest.mark.slow
def test_every_character_that_is_written_is_in_the_font() -> None:
    written = {character for formula in formulas() for character in shown(formula)}
    assert len(written) > 900
    assert set("𝜕𝜘𝚤𝚥𝛻") <= written
    in_the_font = set().union(*(shown for *_, shown in faces()))
    assert written - in_the_font == set()
    assert set("𝛁𝛛𝜵𝝏") - in_the_font == set("𝜵𝝏")  # the bold and slanted are drawn by the browser
    # Each is asked for in one part.
    for one, other in combinations(faces(), 2):
        assert one[0] != other[0] or not one[2] & other[2], (one[1], other[1])
    # For a slanted letter Chromium asks for the upright one, too, and would load the part that had it.
    claimed = set().union(*(claimed for family, _, claimed, _ in faces() if family == "blogext-math"))
    assert claimed & set(SLANTED) == {"∂", "∇"}


@cache
def faces() -> list[tuple[str, str, set[str], set[str]]]:
    """The parts of the font: family, file, what style sheets claim for them, and what browsers show from them."""
    names = ("math-font.css", "math-font-rare.css")
    sheet = "".join((STATIC / name).read_text(encoding="utf-8") for name in names)
    found = re.findall(r'font-family: "([^"]+)".*?url\("([^"]+)"\).*?swap;(?: unicode-range: ([^;]+);)?', sheet)
    assert sorted(file for _, file, _ in found) == sorted(path.name for path in STATIC.glob("*.woff2"))
    parts = []
    for family, file, ranges in found:
        codes = (part.removeprefix("U+").partition("-") for part in ranges.split(",") if part)
        claimed = {
            chr(code) for first, _, last in codes for code in range(int(first, 16), int(last or first, 16) + 1)
        }
        present = characters_of(STATIC / file)
        parts.append((family, file, claimed, present & claimed if ranges else present))
    return parts


def test_what_most_formulas_need_is_small() -> None:
    assert (STATIC / "blogext-math.woff2").stat().st_size <= 7_000
    assert sum(part.stat().st_size for part in STATIC.glob("*.woff2")) <= 78_000
    assert set("𝑎𝑏𝑥𝑦𝑧𝜋0123456789+−=()[]√≤∈→ ") <= characters_of(STATIC / "blogext-math.woff2")


def test_the_widths_are_those_of_the_font() -> None:
    widths = {
        character: int(width)
        for width, text in (line.split() for line in (STATIC / "math-widths.txt").read_text("utf-8").splitlines())
        for character in text
    }
    parts = [STATIC / f"blogext-math{part}.woff2" for part in ("", "-latin", "-letters", "-operators")]
    for part in parts:
        for code, glyph in font(part).getBestCmap().items():
            width = font(part)["hmtx"][glyph][0] / font(part)["head"].unitsPerEm * 100
            letter = chr(code)
            assert not letter.strip() or letter == "\u2061" or abs(widths[letter] - width) <= 0.5, letter


#: Formulas of everyday texts, each in a line and on its own.
ROOMS = re.split(
    r"  |\n",
    r"""
x  a_i^2+b_{n-1}  \frac{1}{n-1}\sum_i(x_i-\bar x)^2  O(n\log n)  \sqrt{n}  2^{-k}\le\varepsilon  \binom{2n}{n}
\left(\frac{\mu}{\sigma}\right)^2  \alpha\cdot\beta\to\infty  \int_0^1f(x)\,dx  \max(a,b)  \text{cost}(t)\geq0
s=1.04/\sqrt{m}  [0,1)  \mathbb{E}[T]  \Delta\Phi  a\hspace{0.1mm}b
""".strip(),
)


GROWING = r"""
.. math:: \left(\frac{\frac{a}{b}}{\frac{c}{d}}\right)

.. math:: \widetilde{xyz} + \widehat{xyz} + \overbrace{xyz} + \overrightarrow{xyz}
"""


@pytest.fixture
def page(browser: Browser, make_site: Callable[..., Site], request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page of a text, as soon as its fonts are there."""
    site = make_site({"index.rst": f"Home\n====\n\n{request.param}"}, {"html_theme": "blogext"})
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(site.path("index").as_uri())
    page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    yield page
    page.close()


@needs_chromium
@pytest.mark.parametrize(
    "page", ["".join(f":math:`{tex}`\n\n.. math:: {tex}\n\n" for tex in ROOMS)], indirect=True, ids=["rooms"]
)
def test_a_formula_has_its_room_before_its_font_is_there(page: Page) -> None:
    ask = """isWaiting => {
        document.documentElement.toggleAttribute("data-formulas", isWaiting);
        const parts = document.querySelectorAll("span.math, p:has(> .math), .blog-math");
        return [...parts].map(part => part.getBoundingClientRect()).map(({ width, height }) => [width, height]);
    }"""
    waiting, there = page.evaluate(ask, True), page.evaluate(ask, False)
    # A line, and the formula in it, and displayed: a span is as high as its text, not as its formula.
    compared = [
        (ROOMS[number // 3], room, size)
        for number, (rooms, sizes) in enumerate(zip(waiting, there, strict=True))
        for room, size in list(zip(rooms, sizes, strict=True))[: 1 if number % 3 == 1 else 2]
    ]
    # Of less than three pixels browsers make no shift.
    wrong = [f"{name}: {room:.1f}, not {size:.1f}" for name, room, size in compared if abs(room - size) > 4]
    assert not wrong, wrong


@needs_chromium
@pytest.mark.parametrize("page", [GROWING], indirect=True, ids=["growing"])
def test_delimiters_and_accents_grow(page: Page) -> None:
    delimiter, fraction = (page.locator(name).first.bounding_box() or {} for name in ("mo", "mfrac"))
    assert delimiter["height"] > fraction["height"] * 0.9
    for accent in range(4):
        letters: Any = page.locator("mover > :first-child").nth(accent).bounding_box()
        assert inked(page, letters) > letters["width"] * 0.6, accent


def inked(page: Page, letters: dict[str, float]) -> int:
    """Return how many columns of pixels are inked above *letters*, of which browsers do not tell."""
    above = {"x": letters["x"] - 2, "y": letters["y"] - 9, "width": letters["width"] + 4, "height": 9}
    picture = b64encode(page.screenshot(clip=above)).decode()  # type: ignore[arg-type]
    found: int = page.evaluate(_INKED, f"data:image/png;base64,{picture}")
    return found


_INKED = """async url => {
    const image = Object.assign(new Image(), { src: url });
    await image.decode();
    const { width, height } = image, canvas = new OffscreenCanvas(width, height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, width, height);
    const dark = (x, y) => data[4 * (y * width + x)] < 192;
    return [...Array(width).keys()].filter(x => [...Array(height).keys()].some(y => dark(x, y))).length;
}"""

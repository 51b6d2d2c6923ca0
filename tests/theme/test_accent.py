"""The colour of the site: what it colours, and whether it can be read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browsing import needs_chromium
from conftest import ROOT
from themed import CONF

from sphinx_blogext.theme.colours import TINT, contrast, in_the_dark, parse_colour

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Site
    from playwright.sync_api import Browser, Page

TEXT = """# Home

A [link](https://example.org/) and `code`.

:::{note}
Note.
:::

```{toctree}
other
```
"""
FILES = {"index.md": TEXT, "other.md": "# Other\n\n## One\n"}


@pytest.mark.parametrize(
    ("written", "colour"),
    [
        ("#fff", (255, 255, 255)),
        ("#0B6b5b", (11, 107, 91)),
        ("Teal", (0, 128, 128)),
        ("rgb(225, 29, 72)", (225, 29, 72)),
        ("rgb(100% 0% 50%)", (255, 0, 128)),
        ("hsl(347 77% 50%)", (226, 29, 72)),
        ("oklch(0.586 0.222 17.6)", (225, 29, 72)),
        ("oklch(100% 0 0deg)", (255, 255, 255)),
        ("gold", (255, 215, 0)),
        ("RebeccaPurple", (102, 51, 153)),
        ("lab(90% 0 50)", (250, 225, 128)),
        ("lch(50% 60 300)", (130, 102, 209)),
        ("hwb(50 0% 0%)", (255, 213, 0)),
        ("hwb(50 60% 60%)", (128, 128, 128)),
        ("oklab(60% none 0.1)", (151, 125, 48)),
    ],
)
def test_colours_are_numbers(written: str, colour: tuple[int, int, int]) -> None:
    parsed = parse_colour(written)
    assert parsed
    assert [round(part * 255) for part in parsed] == pytest.approx(colour, abs=1)


@pytest.mark.parametrize("written", ["", "red;", "#12345", "#12345678", "rgb(1)", "rgb(a b c)", "notacolour"])
def test_what_is_not_known_is_not_guessed(written: str) -> None:
    assert parse_colour(written) is None


def test_contrast_is_that_of_wcag() -> None:
    black, white, grey = ((level,) * 3 for level in (0.0, 1.0, 0x77 / 255))
    assert contrast(black, white) == pytest.approx(21)
    assert contrast(white, grey) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"accent": "#e11d48"}, ["['accent']: links in this color have a contrast of only 4.2:1 in light mode"]),
        ({"accent": "#b4123f"}, []),
        ({"accent": "#ffd400"}, ["1.3:1 in light"]),
        ({"accent": "gold"}, ["1.3:1 in light"]),
        # Notes have a background of this color.
        ({"accent": "#db1c46"}, ["4.4:1 in light"]),
        ({"accent": "#0b6b5b", "accent_dark": "#14574b"}, ["['accent_dark']", "in dark"]),
        ({"accent": "rebeccapurple"}, []),
        # Links have it only with a colour for light.
        ({"accent_dark": "#111111"}, []),
    ],
)
def test_a_colour_that_cannot_be_read_is_told(
    make_site: Callable[..., Site], options: dict[str, str], told: list[str]
) -> None:
    site = make_site({"index.md": "# Home\n"}, CONF | {"html_theme_options": options})
    assert {warning.type for warning in site.warnings} == ({"theme.accent"} if told else set())
    assert len(site.warnings) == bool(told)
    for part in told:
        assert part in site.warnings[0].message


def rgb(page: Page, selector: str, name: str = "color") -> tuple[float, ...]:
    """Return a colour as the browser paints it."""
    painted = page.evaluate(
        """([selector, name]) => {
            const pen = document.createElement("canvas").getContext("2d");
            pen.fillStyle = getComputedStyle(document.querySelector(selector))[name];
            pen.fillRect(0, 0, 1, 1);
            return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
        }""",
        [selector, name],
    )
    return tuple(part / 255 for part in painted)


@pytest.mark.slow
@needs_chromium
@pytest.mark.parametrize("accent", ["#b4123f", "#1f4f9c", "hsl(100 60% 25%)"])
def test_one_colour_is_that_of_links_notes_focus_and_the_current_item(
    browser: Browser, make_site: Callable[..., Site], accent: str
) -> None:
    site = make_site(FILES, CONF | {"html_theme_options": {"accent": accent}})
    light = parse_colour(accent)
    assert light
    for scheme, colour in (("light", light), ("dark", in_the_dark(light))):
        page = browser.new_page(color_scheme=scheme)  # type: ignore[arg-type]
        page.goto(site.path("index").as_uri())
        page.locator(".body p a").focus()
        shown = {
            "link": rgb(page, ".body p a"),
            "focus": rgb(page, ".body p a", "outlineColor"),
            "note": rgb(page, ".admonition", "borderInlineStartColor"),
        }
        page.goto(site.path("other").as_uri())
        shown["current"] = rgb(page, ".site-nav [aria-current=page]")
        # What the check at the build computes is what a browser makes of it.
        assert shown == {name: pytest.approx(colour, abs=0.01) for name in shown}, scheme
        page.close()


def test_the_colours_of_the_documentation_can_be_read() -> None:
    table = (ROOT / "docs/how-to/looks.md").read_text(encoding="utf-8")
    colours = re.findall(r"^\| `(#\w{6})` \|", table, re.MULTILINE)
    assert len(colours) == 5
    grounds = [parse_colour(ground) for ground in ("#f5f6f8", "#1b1f26")]
    for accent in map(parse_colour, colours):
        assert accent
        for colour, ground in zip((accent, in_the_dark(accent)), grounds, strict=True):
            assert ground
            assert contrast(colour, ground) > 5


def test_the_tint_that_is_checked_is_that_of_the_sheet() -> None:
    sheet = (ROOT / "sphinx_blogext/theme/blogext/css/notes.css").read_text(encoding="utf-8")
    found = re.search(r"--ground: color-mix\(in srgb, var\(--kind\) (\d+)%, var\(--page\)\)", sheet)
    assert found is not None
    assert int(found[1]) / 100 == TINT

"""The color of the site: what it colors, and whether it can be read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browsing import needs_chromium
from conftest import ROOT, MakeSite
from themed import CONF

from sphinx_blogext.theme.theme_options import LEAST, contrast

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

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


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#ffffff", "#777") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"accent": "#e11d48"}, ["['accent']: links in this color have a contrast of only 4.3:1 in light mode"]),
        ({"accent": "#b4123f"}, []),
        ({"accent": "#ffd400"}, ["1.3:1 in light"]),
        ({"accent": "#fd0"}, ["1.2:1 in light"]),
        # What is written otherwise is not computed.
        ({"accent": "gold"}, []),
        ({"accent": "#0b6b5b", "accent_dark": "#14574b"}, ["['accent_dark']", "in dark"]),
        ({"accent": "rebeccapurple"}, []),
        # Links have it only with a color for light.
        ({"accent_dark": "#111111"}, []),
    ],
)
def test_a_color_that_cannot_be_read_is_told(
    make_site: MakeSite, options: dict[str, str], told: list[str]
) -> None:
    site = make_site({"index.md": "# Home\n"}, CONF | {"html_theme_options": options})
    assert {warning.type for warning in site.warnings} == ({"theme.accent"} if told else set())
    assert len(site.warnings) == bool(told)
    for part in told:
        assert part in site.warnings[0].message


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
@needs_chromium
@pytest.mark.parametrize("accent", ["#b4123f", "#1f4f9c", "#20660f"])
def test_one_color_is_that_of_links_notes_focus_and_the_current_item(
    look: Callable[..., Page], make_site: MakeSite, accent: str
) -> None:
    site = make_site(FILES, CONF | {"html_theme_options": {"accent": accent}})
    for scheme, ground in (("light", "#f5f6f8"), ("dark", "#1b1f26")):
        page = look(site.path("index"), color_scheme=scheme)
        page.locator(".body p a").focus()
        shown = {
            painted(page, ".body p a"),
            painted(page, ".body p a", "outlineColor"),
            painted(page, ".admonition", "borderInlineStartColor"),
        }
        page.goto(site.path("other").as_uri())
        shown.add(painted(page, ".site-nav [aria-current=page]"))
        # In the dark it is another, which can be read there.
        (color,) = shown
        assert (color == accent) == (scheme == "light")
        assert contrast(color, ground) > LEAST


def test_the_colors_of_the_documentation_can_be_read() -> None:
    table = (ROOT / "docs/how-to/looks.md").read_text(encoding="utf-8")
    colors = re.findall(r"^\| `(#\w{6})` \|", table, re.MULTILINE)
    assert len(colors) == 5
    assert min(contrast(color, "#f5f6f8") for color in colors) > 5

"""Blocks of code in the theme ``blogext``: their language, the button that copies them, and where they go on."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from browsing import needs_chromium
from page import elements

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import MakeSite, Site
    from playwright.sync_api import Locator, Page

TABLE = "| a | b |\n|---|---|\n| " + "word" * 60 + " | " + "word" * 60 + " |\n"
TEXT = f"""# Code

```python
{"x" * 300}
```

```python
x = 1
```

```c++
int x;
```

```{{code-block}} console
:caption: A caption

$ make
done
```

```console
$ make
```

```text
none
```

```
nothing said
```

{TABLE}

:::{{note}}
```python
x = 2
```

{TABLE}
:::
"""
CONF = {"html_theme": "blogext"}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site({"index.md": TEXT}, CONF)


def test_a_block_of_code_says_its_language(site: Site) -> None:
    page = list(elements(site.page("index").root))
    above = {child: parent for parent in page for child in parent}
    named = [above[e].get("data-language") for e in page if "highlight-" in e.get("class", "")]
    # One command of a terminal needs none.
    assert named == ["Python", "Python", "C++", "Console", None, None, None, "Python"]


@pytest.mark.slow
@needs_chromium
def test_code_can_be_copied_with_a_finger(look: Callable[..., Page], site: Site) -> None:
    button = look(site.path("index")).locator(".copy").nth(1)
    opacity = "e => getComputedStyle(e).opacity"
    assert button.evaluate(opacity) == "0"
    button.hover()
    assert button.evaluate(opacity) == "1"
    page = look(site.path("index"), 390, has_touch=True, is_mobile=True)
    button = page.locator(".copy").first
    assert button.evaluate(opacity) == "1"
    # It is on the edge, above all lines.
    top = page.locator(".highlight pre").first.evaluate(
        "e => { const r = new Range(); r.selectNodeContents(e); return r.getBoundingClientRect().top; }"
    )
    box = button.bounding_box()
    assert box
    assert box["y"] + box["height"] <= top + 1
    assert box["height"] >= 24


def shadows(part: Locator) -> tuple[bool, bool]:
    """Return whether there is a shadow at the left and at the right edge: another color than near it."""
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    picture = image.open(io.BytesIO(part.screenshot())).convert("RGB")
    # Below the letters of a line.
    row = picture.height - 8
    left, near_left, near_right, right = (
        picture.getpixel((x, row)) for x in (0, 24, picture.width - 25, picture.width - 1)
    )
    # By more than what is rounded.
    edges = ((left, near_left), (right, near_right))
    at_left, at_right = (max(abs(a - b) for a, b in zip(*pair, strict=True)) > 4 for pair in edges)
    return at_left, at_right


@pytest.mark.slow
@needs_chromium
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("selector", [".highlight pre", ".table-wrap", ".admonition .table-wrap"])
def test_a_shadow_shows_where_more_is(look: Callable[..., Page], site: Site, selector: str, scheme: str) -> None:
    page = look(site.path("index"), color_scheme=scheme)
    part = page.locator(f".body {selector}").first
    assert part.evaluate("e => e.scrollWidth > e.clientWidth + 200")
    assert shadows(part) == (False, True)
    part.evaluate("e => (e.scrollLeft = 100)")
    assert shadows(part) == (True, True)
    part.evaluate("e => (e.scrollLeft = 9999)")
    assert shadows(part) == (True, False)
    # None where all is shown.
    assert shadows(page.locator(".highlight-c\\+\\+ pre")) == (False, False)

"""Blocks of code in the theme ``blogext``: their language, the button that copies them, and where they go on."""

from collections.abc import Callable

import pytest
from browsing import Page, needs_chromium
from conftest import MakeSite, Site
from page import elements

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
"""


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site({"index.md": TEXT}, {"html_theme": "blogext"})


def test_a_block_of_code_says_its_language(site: Site) -> None:
    page = list(elements(site.page("index").root))
    above = {child: parent for parent in page for child in parent}
    named = [above[e].get("data-language") for e in page if "highlight-" in e.get("class", "")]
    # One command of a terminal needs none.
    assert named == ["Python", "Python", "C++", "Console", None, None, None]


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
    assert box["y"] + box["height"] <= top + 1
    assert box["height"] >= 24

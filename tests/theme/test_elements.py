"""How the theme shows what a text may hold, measured in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from browsing import needs_chromium

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import MakeSite, Site
    from playwright.sync_api import Page


LIST = """# Things

- [ ] One to do
- [x] Done
  with a second line

A word <mark>marked</mark>.

```diff
- old
+ new
 same
```

```{eval-rst}
Text [A]_ and [Long2001]_.

.. [A] Words.
.. [Long2001] Words.

+----+----+----+
| a  | b  | c  |
|    +----+----+
|    | d  | e  |
+====+====+====+
| f  | g  | h  |
+----+----+----+
```
"""


@pytest.fixture(scope="module")
def things(make_shared_site: MakeSite) -> Site:
    conf = {"html_theme": "blogext", "myst_enable_extensions": ["tasklist", "colon_fence"]}
    return make_shared_site({"index.md": LIST}, conf)


def boxes(page: Page, selector: str) -> list[dict[str, float]]:
    found: Any = page.locator(selector).evaluate_all("all => all.map(e => e.getBoundingClientRect().toJSON())")
    return found


@needs_chromium
def test_a_reference_to_a_note_does_not_begin_a_line(look: Callable[..., Page], make_site: MakeSite) -> None:
    text = "one,[^1] two([^1] three。[^1] 四，[^1] " * 30
    site = make_site({"index.md": f"# Notes\n\n{text}\n\n[^1]: A note.\n"}, {"html_theme": "blogext"})
    page = look(site.path("index"))
    for width in range(320, 400, 7):
        page.set_viewport_size({"width": width, "height": 900})
        left = boxes(page, ".body p")[0]["left"]
        assert min(box["left"] for box in boxes(page, ".body p .footnote-reference")) > left + 4, width


@pytest.mark.slow
@needs_chromium
def test_a_task_has_a_box_in_the_place_of_a_bullet(look: Callable[..., Page], things: Site) -> None:
    page = look(things.path("index"), 390)
    assert page.get_by_role("checkbox", name="Done").count() == 2
    assert page.get_by_role("checkbox", checked=True).count() == 1
    assert page.evaluate("getComputedStyle(document.querySelector('.task-list-item')).listStyleType") == "none"
    box, item = boxes(page, ".task-list-item-checkbox")[0], boxes(page, ".task-list-item")[0]
    assert box["right"] < item["left"]
    assert box["left"] > 0
    # What is done is told by more than a colour.
    mark = "getComputedStyle(document.querySelectorAll('.task-list-item-checkbox')[{}], '::before').content"
    assert [page.evaluate(mark.format(number)) for number in (0, 1)] == ["none", '""']


def test_of_many_tags_some_are_folded(make_site: MakeSite) -> None:
    files = {"index.md": "# Home\n", "blog/index.md": "# Blog\n"}
    for count in (10, 17):
        tags = ", ".join(f"tag{number:02}" for number in range(count))
        files[f"blog/p{count}.md"] = f"---\ndate: 2026-01-{count}\ntags: [{tags}]\n---\n# P\n\nText.\n"
    site = make_site(files, {"html_theme": "blogext"})
    assert len(site.page("blog/p10").all(".blog-post-header .blog-tags li")) == 10
    assert not site.page("blog/p10").all("details.blog-post-tags")
    page = site.page("blog/p17")
    assert len(page.all(".blog-post-header .blog-tags li")) == 17
    assert len(page.all(".blog-post-tags li a")) == 9
    assert page.texts(".blog-post-tags summary") == ["9 more tags"]

"""How the theme shows what a text may hold, measured in a browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from browsing import Server, axe_script, invalid_html, measure, needs_chromium
from themed import STATIC, THEME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conftest import MakeSite, Site
    from playwright.sync_api import Browser, Page

MATH = STATIC.parent.parent / "mathml/static"
SHEETS = sorted([*THEME.glob("*.css"), *STATIC.glob("blog/*.css"), *MATH.glob("*.css")])

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

.. [A] Words that fill several lines of a narrow column, and so go on below where they began.
.. [Long2001] Words that fill several lines of a narrow column, and so go on below where they began.

+----+----+----+
| a  | b  | c  |
|    +----+----+
|    | d  | e  |
+====+====+====+
| f  | g  | h  |
+----+----+----+
```

:::{note}
Text.
:::
"""


@pytest.fixture(scope="module")
def things(make_shared_site: MakeSite) -> Site:
    conf = {"html_theme": "blogext", "myst_enable_extensions": ["tasklist", "colon_fence"]}
    return make_shared_site({"index.md": LIST}, conf)


@pytest.fixture
def look(browser: Browser, things: Site) -> Iterator[Callable[..., Page]]:
    context = browser.new_context()

    def look(width: int = 390, name: str = "index", site: Site = things) -> Page:
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(site.path(name).as_uri())
        return page

    yield look
    context.close()


def boxes(page: Page, selector: str) -> list[dict[str, float]]:
    found: Any = page.locator(selector).evaluate_all("all => all.map(e => e.getBoundingClientRect().toJSON())")
    return found


@pytest.mark.slow
@pytest.mark.slow
@needs_chromium
def test_the_page_has_no_findings(browser: Browser, things: Site) -> None:
    with Server(things.outdir) as server:
        found = measure(browser, things.outdir, server.url, "index.html", axe_script())
    assert found.findings == {}
    assert found.wide == []


def test_the_html_is_valid(things: Site) -> None:
    assert invalid_html(things.path("index")) == ""


@needs_chromium
def test_a_reference_to_a_note_does_not_begin_a_line(look: Callable[..., Page], make_site: MakeSite) -> None:
    text = "one,[^1] two([^1] three。[^1] 四，[^1] " * 30
    site = make_site({"index.md": f"# Notes\n\n{text}\n\n[^1]: A note.\n"}, {"html_theme": "blogext"})
    page = look(site=site)
    for width in range(320, 400, 7):
        page.set_viewport_size({"width": width, "height": 900})
        left = boxes(page, ".body p")[0]["left"]
        assert min(box["left"] for box in boxes(page, ".body p .footnote-reference")) > left + 4, width


@pytest.mark.slow
@needs_chromium
def test_a_task_has_a_box_in_the_place_of_a_bullet(look: Callable[..., Page]) -> None:
    page = look()
    assert page.get_by_role("checkbox", name="Done").count() == 2
    assert page.get_by_role("checkbox", checked=True).count() == 1
    assert page.evaluate("getComputedStyle(document.querySelector('.task-list-item')).listStyleType") == "none"
    box, item = boxes(page, ".task-list-item-checkbox")[0], boxes(page, ".task-list-item")[0]
    assert box["right"] < item["left"]
    assert box["left"] > 0
    # What is done is told by more than a colour.
    mark = "getComputedStyle(document.querySelectorAll('.task-list-item-checkbox')[{}], '::before').content"
    assert [page.evaluate(mark.format(number)) for number in (0, 1)] == ["none", '""']


@pytest.mark.slow
@needs_chromium
def test_marked_words_and_differences_have_grounds(look: Callable[..., Page]) -> None:
    page = look()
    marked, deleted, inserted = (
        page.evaluate("name => getComputedStyle(document.querySelector(name)).backgroundColor", name)
        for name in ("mark", ".gd", ".gi")
    )
    assert marked == "rgb(255, 241, 184)"
    assert len({deleted, inserted, "rgba(0, 0, 0, 0)"}) == 3
    code, line = boxes(page, ".highlight pre")[0], boxes(page, ".gd")[0]
    assert line["width"] > code["width"] - 40
    # Their lines are no higher for it.
    assert page.locator(".highlight pre").first.evaluate("e => e.offsetHeight") < 100


@pytest.mark.slow
@needs_chromium
def test_all_citations_hang_alike(look: Callable[..., Page]) -> None:
    page = look()
    lines = page.locator(".citation > p").evaluate_all(
        """all => all.map(p => {
             const range = document.createRange();
             range.selectNodeContents(p);
             return [...range.getClientRects()].map(box => box.left);
           })"""
    )
    assert len(lines) == 2
    assert all(len(starts) > 2 for starts in lines)
    # The first line stands behind the label.
    assert len({start for _, *starts in lines for start in starts}) == 1


@pytest.mark.slow
@needs_chromium
def test_cells_of_a_column_begin_at_the_same_place(look: Callable[..., Page]) -> None:
    page = look(1280)
    columns: dict[str, set[float]] = {}
    for text, left in page.locator("th, td").evaluate_all(
        "all => all.map(e => [e.textContent.trim(), e.querySelector('p').getBoundingClientRect().left])"
    ):
        columns.setdefault({"d": "b", "g": "b", "e": "c", "h": "c", "f": "a"}.get(text, text), set()).add(left)
    assert len(columns) == 3
    assert all(len(places) == 1 for places in columns.values()), columns


@pytest.mark.slow
@needs_chromium
def test_a_note_is_rounded_away_from_its_bar(look: Callable[..., Page]) -> None:
    page = look()
    corners = "e => (s => [s.borderTopLeftRadius, s.borderTopRightRadius])(getComputedStyle(e))"
    note = page.locator(".admonition")
    assert note.evaluate(corners) == ["0px", "6px"]
    page.evaluate("document.documentElement.dir = 'rtl'")
    assert note.evaluate(corners) == ["6px", "0px"]


#: What is meant of a side, whatever the direction of the text: pictures at the left, code, formulas, turned ones.
MEANT = re.compile(r"align-(left|right)|^(pre|dt\.sig|\.copy)$|^mtd\[|tex-|summary::before$|:checked::before$")
PHYSICAL = re.compile(
    r"(?:^|[;{\s])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)|(?:left|right)(?=:)"
    r"|border-(?:top|bottom)-(?:left|right)-radius|(?:float|clear|text-align): (?:left|right))\b"
)
_VALUE = r"(?:[^\s;()]|\([^()]*\))+"
FOUR = re.compile(rf"(?<![\w-])(margin|padding|inset|border-width|border-radius): ({_VALUE}(?: {_VALUE}){{3}});")


def one_sided(sheet: str) -> Iterator[str]:
    """Yield the declarations of a style sheet that hold for the left or the right only, with their selector."""
    sheet = re.sub(r"/\*.*?\*/|\{[#%].*?[#%]\}|\{\{.*?\}\}", "", sheet, flags=re.DOTALL)
    for rule in re.finditer(r"([^{};]+)\{([^{}]*)", sheet):
        selector = " ".join(rule[1].split())
        for declaration in rule[2].split(";"):
            text = " ".join(declaration.split()) + ";"
            four = FOUR.search(text)
            values = four[2].split(" ") if four else []
            # Corners are named from the first around, so that the first two are above; sides are not.
            pairs = [(0, 1), (2, 3)] if four and four[1] == "border-radius" else [(1, 3)]
            if PHYSICAL.search(text) or (four and any(values[a] != values[b] for a, b in pairs)):
                yield f"{selector} {{ {text} }}"


def test_sheets_have_no_left_and_right() -> None:
    found = {line for path in SHEETS for line in one_sided(path.read_text(encoding="utf-8"))}
    assert {line for line in found if not MEANT.search(line.partition(" {")[0])} == set()
    # That something is found at all.
    assert any("align-left" in line for line in found)
    for bad in ("border-radius: 0 1px 1px 0", "float: left", "margin: 0 1px 0 0", "left: 0", "padding-right: 0"):
        assert list(one_sided(f".a {{ {bad}; }}")), bad
    for good in ("border-radius: 1px 1px 0 0", "margin: 0 1px 2px 1px", "inset-inline: auto 0", "margin: 0 1px"):
        assert not list(one_sided(f".a {{ {good}; }}")), good


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

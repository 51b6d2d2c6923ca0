"""Whatever templates print of what they receive, an incremental build gives the output of a clean one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import steps
from conftest import MakeSite, Site
from steps import delete, differing_steps, edit, write
from writing import md

from sphinx_blogext.files import TEMPLATES

pytestmark = pytest.mark.usefixtures("today")

SIDEBARS = ["recent", "tags", "tagcloud", "categories", "archives", "authors", "languages", "locations", "feeds"]
#: Pages of their own, or parts of templates that are replaced as a whole.
NOT_REPLACED = {"page.html", "redirect.html", "sidebar-terms.html"}
#: All that a fragment receives, but for the functions of the template language.
PRINT_ALL = """<pre>
{% set data = self._TemplateReference__context.parent %}
{% for name, value in data.items()|sort(attribute="0") if value is not callable %}
{{ name }}: {{ value|tojson }}
{% endfor %}
</pre>
"""
#: What Sphinx itself renders, which hands on no more than one thing of the blog.
PRINT_SIDEBAR, PRINT_RAIL = "<pre>{{ blog|tojson|e }}</pre>\n", "<pre>{{ blog_rail|tojson|e }}</pre>\n"


def templates() -> dict[str, str]:
    """A template for each of ours that prints all that it receives."""
    names = {path.name for path in (TEMPLATES / "blog").glob("*.html")} - NOT_REPLACED
    sidebars = {f"{name}.html" for name in SIDEBARS}
    assert sidebars < names
    printing = dict.fromkeys(names, PRINT_ALL) | dict.fromkeys(sidebars, PRINT_SIDEBAR) | {"rail.html": PRINT_RAIL}
    return {f"_templates/blog/{name}": template for name, template in printing.items()}


def part(number: int, **meta: Any) -> str:
    """A post in a series, with a tag of its own every third time."""
    given = {"tags": ["all", f"t{number % 3}"], "series": "Long", "author": "mei", "image": "pic.svg"} | meta
    return md(f"Part {number}", f"Lead {number}.\n\n<!-- more -->\n\nRest.\n", f"2024-01-{number:02}", **given)


FILES = {
    "index.md": "# Home\n\n```{postlist} 3\n:style: cards\n```\n\n```{blog-terms} tag\n:style: cloud\n```\n",
    "blog.md": "---\norphan: true\n---\n# News\n\n```{postlist}\n:paginate: 4\n```\n",
    "dated.rst": ":orphan:\n\nDated\n=====\n\n.. postlist::\n   :tags: t1\n   :format: {date} {title} {tags}\n",
    "other.rst": ":orphan:\n\n.. _place:\n\nThe *other*\n===========\n\n.. function:: run()\n\n   Runs.\n",
    **{f"blog/p{number:02}.md": part(number) for number in range(1, 14)},
    "blog/en.md": md("In English", "Lead :py:func:`run`.\n", "2023-03-01", language="en", translation_key="k"),
    "blog/zh.md": md("中文", "[](/other.rst)。\n", "2023-03-01", language="zh", translation_key="k"),
    "blog/maths.md": md("On $x$", "Lead $y$.\n\n<!-- more -->\n\nRest.\n", "2023-04-01", category="C", pin=True),
    **dict.fromkeys(("blog/pic.svg", "blog/sub/pic.svg"), steps.PICTURE),
    **templates(),
}
CONF: dict[str, Any] = {
    "html_theme": "basic", "html_sidebars": {"**": [f"blog/{name}.html" for name in SIDEBARS]},
    "templates_path": ["_templates"], "blog_feed_archives": True, "blog_backlinks": True, "blog_related": 2,
}  # fmt: skip


STEPS: dict[str, Callable[[Site], None]] = {
    "another part of a long series": write("blog/p14.md", part(14)),
    "another post of a tag": write("blog/q1.md", md("Q", date="2022-01-01", tags=["all"])),
    "the picture of a neighbour": edit("blog/p07.md", "image: pic.svg", "image: sub/pic.svg"),
    "a page to subscribe": write("blog/subscribe/index.md", "---\norphan: true\n---\n# Subscribe\n"),
    "the description of a neighbour": edit("blog/p05.md", "series: Long", "series: Long\ndescription: New."),
    "a title with mark-up": edit("blog/p03.md", "# Part 3", "# Part *three*"),
    "the title of a translation": edit("blog/zh.md", "# 中文", "# 新的中文"),
    "another language": write("blog/de.md", md("Deutsch", date="2023-03-01", language="de", translation_key="k")),
    "a formula in a title": edit("blog/maths.md", "# On $x$", "# On $z$"),
    "the heading of another document": edit("other.rst", "The *other*\n===", "Another\n==="),
    "a document for a tag": write("blog/tag/t1.md", "---\norphan: true\n---\n# First\n\n```{postlist}\n```\n"),
    "a label of a tag": lambda site: site.configure(CONF | {"blog_tags": {"all": {"label": "Every"}}}),
    "a post that is gone": delete("blog/p14.md"),
    "the last update of a post": edit("blog/p04.md", "series: Long", "series: Long\nupdated: 2024-02-02"),
    "an unlisted post": edit("blog/p10.md", "series: Long", "series: Long\nunlisted: true"),
    "an index for the blog": lambda site: (
        site.delete("blog.md"),
        (site.outdir / "_sources/blog.md.txt").unlink(),
        site.path("blog").unlink(),
        site.write("blog/index.md", FILES["blog.md"]),
    ),
}


@pytest.mark.slow
def test_whatever_templates_print_follows_each_edit(make_site: MakeSite, tmp_path: Path) -> None:
    assert differing_steps(lambda: make_site(FILES, CONF), STEPS, tmp_path / "clean") == {}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["metadata", "options"])
def test_whatever_templates_print_follows_every_kind_of_edit(
    make_site: MakeSite, tmp_path: Path, kind: str
) -> None:
    # The edits replace some of the templates themselves.
    files, conf = templates() | steps.FILES, steps.CONF | {"html_sidebars": CONF["html_sidebars"]}
    edits = dict(enumerate(steps.STEPS[kind], start=1))
    assert differing_steps(lambda: make_site(files, conf), edits, tmp_path / "clean") == {}

"""Whatever templates print of what they receive, an incremental build gives the output of a clean one."""

from pathlib import Path

import pytest
import steps
from conftest import MakeSite
from steps import differing_steps, edit, write
from writing import many, md

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


#: A long series, translations, and a list whose format says what it shows.
FILES = templates() | steps.FILES
FILES |= many(13, tags=["python", "C++"], author=["mei", "jonas"], language="en", series="Long", image="pic.svg")
FILES |= {f"blog/{lang}.md": md(date="2023-03-01", language=lang, translation_key="k") for lang in ("de", "zh")}
FILES["dated.rst"] = ":orphan:\n\nDated\n=====\n\n.. postlist::\n   :format: {date} {title} {tags}\n"
FILES["blog/sub/pic.svg"] = steps.PICTURE
CONF = {"html_sidebars": {"**": [f"blog/{name}.html" for name in SIDEBARS]}, "blog_backlinks": True}
NEIGHBORS = [
    edit("blog/p07.md", "image: pic.svg", "image: sub/pic.svg"),
    edit("blog/p05.md", "series: Long", "series: Long\ndescription: New."),
    edit("blog/p03.md", "# Post 03", "# Post *three*"),
    edit("blog/zh.md", "# Title", "# 中文"),
    write("blog/ar.md", md("AR", date="2023-03-01", language="ar", translation_key="k")),
    write("blog/subscribe/index.md", "---\norphan: true\n---\n# Subscribe\n"),
    edit("blog/p12.md", "series: Long", "series: Long\nunlisted: true"),
    edit("blog/p13.md", "series: Long\n", ""),
]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["neighbors", "texts", "metadata", "options"])
def test_whatever_templates_print_follows_every_kind_of_edit(
    make_site: MakeSite, tmp_path: Path, kind: str
) -> None:
    # Some of the edits replace templates themselves.
    edits = dict(enumerate((steps.STEPS | {"neighbors": NEIGHBORS})[kind], start=1))
    assert differing_steps(lambda: make_site(FILES, steps.CONF | CONF), edits, tmp_path / "clean") == {}

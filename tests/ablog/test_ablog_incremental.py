"""After any change to a site of ABlog the output is, byte for byte, that of a build from scratch."""

import os
import random
from pathlib import Path
from typing import Any

import pytest
from conftest import SEED, MakeSite, Site
from steps import Step, delete, differing_steps, due, edit, setting, write
from test_own_templates import TEMPLATES
from writing import md, rst

pytestmark = pytest.mark.usefixtures("today")

CONF: dict[str, Any] = {
    "extensions": ["myst_parser", "sphinx_blogext.ablog"],
    "blog_baseurl": "https://example.org",
    "blog_authors": {"mei": ("Mei Lin", None), "jo": ("Jonas Weiß", None)},
    "blog_feed_archives": True,
    "blog_post_pattern": ["notes/*"],
    "templates_path": ["_templates"],
    "html_sidebars": {"**": ["mine.html"]},
}
FILES = {
    "index.md": "# Home\n\n{ref}`tag-c` {ref}`blog-drafts` {ref}`author-mei`\n\n```{postlist} 3\n```\n",
    "blog/index.md": "---\norphan: true\n---\n# Blog\n\n```{postlist}\n```\n",
    "a.rst": rst("A", date="January 2nd, 2024", tags="C, Node.js", author="mei", redirect="old/a"),
    "b.rst": rst("B", date="07:00, Apr 10, 2023", tags="C#", author="jo", category="Tools & Tricks"),
    "c.rst": rst("C", date="2022-01-01", tags="C++", author="jo, mei", location="Köln"),
    "undated.rst": rst("Undated", date="", tags="C++, waiting"),
    "later.rst": rst("Later", date="2024-07-01", tags="waiting", author="mei"),
    "notes/n.md": md("Note", date=""),
    "notes/m.md": md("Other note", date="2021-01-01", tags=["c", "opinión"]),
    **{f"_templates/{name}": source for name, source in TEMPLATES.items()},
}
NEXT = "{{ title }} < {{ post.next.title }}"


def _conf(**options: Any) -> Step:
    return setting(CONF | options)


#: By name, in an order that is another every day.
STEPS: dict[str, Step] = {
    "a post of the same slug": write("d.rst", rst("D", date="2020-01-01", tags="C++, C++ 20")),
    "a tag that takes a slug": edit("c.rst", "C++", "C++, c"),
    "a title": edit("a.rst", "A\n==\n", "Another\n=======\n"),
    "a sidebar": edit("_templates/mine.html", "recent(3", "recent(none"),
    "a list": edit("_templates/ablog/collection.html", "own-post", "their-post"),
    "a template gone": delete("_templates/ablog/catalog.html"),
    "a tag changed": edit("a.rst", "Node.js", "nodejs"),
    "a draft dated": edit("undated.rst", ".. post::", ".. post:: 3rd March 2024"),
    "a post undated": edit("b.rst", ".. post:: 07:00, Apr 10, 2023", ".. post::"),
    "a home without an index": lambda site: (
        site.delete("blog/index.md"),
        (site.outdir / "_sources/blog/index.md.txt").unlink(),
        (site.outdir / "blog/index.html").unlink(missing_ok=True),
        site.write("blog.md", "---\norphan: true\n---\n# News\n\nTo be replaced.\n"),
    ),
    "another name of an author": _conf(blog_authors={"mei": ("Mei", None)}),
    "titles": _conf(blog_archive_titles=True, blog_feed_templates={"atom": {}, "more": {"title": NEXT}}),
    "drafts left out": _conf(blog_show_drafts=False),
    "labels not in addresses": _conf(blog_label_slugs=False, blog_ablog_redirects=False),
    "another format": _conf(post_date_format="%Y-%d-%m", post_date_format_short="%Y"),
    "time passes": due,
}


@pytest.mark.slow
@pytest.mark.parametrize(("number", "builder"), [(1, "html"), (2, "dirhtml")])
def test_changes_in_any_order_give_a_clean_build(
    make_site: MakeSite, tmp_path: Path, number: int, builder: str
) -> None:
    names = random.Random(SEED + number).sample(list(STEPS), len(STEPS))

    def make() -> Site:
        os.environ["SOURCE_DATE_EPOCH"] = "1718000000"
        return make_site(FILES, CONF, builder)

    assert differing_steps(make, {name: STEPS[name] for name in names}, tmp_path / "clean") == {}

"""The variable ``blog`` in templates of the site and its theme."""

import json
from collections.abc import Callable
from typing import Any

import pytest
import steps
from conftest import MakeSite, Site
from page import text
from writing import INDEX, many, md

from sphinx_blogext.data.site_data import _uses_blog

HOSTILE = '<b onclick="x">&"'
LIST = (
    '<ul class="{0}">{{% for post in blog.recent %}}'
    '<li><a href="{{{{ post.url }}}}">{{{{ post.title }}}}</a></li>{{% endfor %}}</ul>'
)
LAYOUT = '{% extends "!layout.html" %}\n{% block footer %}' + LIST.format("latest") + "{% endblock %}\n"
HOME = '{% extends "page.html" %}\n{% block body %}' + LIST.format("home") + "{% endblock %}\n"
FILES = {
    **INDEX,
    "guide/deep.md": "---\norphan: true\n---\n# Guide\n",
    **many(8, tags=["a & b"], category="C"),
    "blog/h.md": md("Title", title=json.dumps(HOSTILE), tags=[HOSTILE]),
}
CONF: dict[str, Any] = {"templates_path": ["_templates"]}


def latest(site: Site, page: str, name: str = "latest") -> list[tuple[str | None, str]]:
    found = site.page(page)
    return [(link.get("href"), text(link)) for link in found.all(f"ul.{name} a", found.root)]


def recent(site: Site, page: str) -> int:
    """The number of posts in the sidebar."""
    found = site.page(page)
    return len(found.all(".blog-sidebar-recent li", found.root))


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_on_every_page(make_site: MakeSite, builder: str) -> None:
    files = FILES | {"_templates/layout.html": LAYOUT, "_templates/home.html": HOME}
    site = make_site(files, CONF | {"html_additional_pages": {"home": "home.html"}}, builder)
    assert site.warnings == []
    suffix = ".html" if builder == "html" else "/"
    titles = [HOSTILE, *(f"Post {number:02}" for number in (8, 7, 6, 5))]
    names = ["h", "p08", "p07", "p06", "p05"]
    for page in ("index", "guide/deep", "blog/tag"):
        root = "../" * (page.count("/") + (builder == "dirhtml" and page != "index")) or "./"
        assert latest(site, page) == [
            (f"{root}blog/{name}{suffix}", title) for name, title in zip(names, titles, strict=True)
        ]
    assert [title for _url, title in latest(site, "home", "home")] == titles
    assert [title for _url, title in latest(site, "search")] == titles


#: Templates, and whether they use the variable.
USES = {
    "{% for p in (blog.recent if blog) %}{{ p.title }}{% endfor %}": True,
    '{% include "blog/recent.html" %}': True,
    '<a href="/blog/x.html">the blog</a>{# blog.recent and "{{ blog }}" #}{{ "blog" }}{{ project.blog }}': False,
}
PART = "{% if blog %}<p>{{ blog.recent[0].title }}</p>{% endif %}"
MACROS = f"{{% macro latest() %}}{PART}{{% endmacro %}}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("footer", "parts"),
    [
        # Templates that no page includes are looked for, too.
        ('{%- include ["none.html", "part.html"] ignore missing -%}', {"part.html": PART}),
        ('{% from "macros.html" import latest with context %}{{ latest() }}', {"macros.html": MACROS}),
        (next(text for text, is_used in USES.items() if not is_used), {}),
    ],
)
def test_which_templates_use_it(make_site: Callable[..., Site], footer: str, parts: dict[str, str]) -> None:
    assert {text: _uses_blog(text) for text in USES} == USES
    layout = '{% extends "!layout.html" %}{% block footer %}' + footer + "{% endblock %}"
    templates = {f"_templates/{name}": text for name, text in {**parts, "layout.html": layout}.items()}
    site = make_site(FILES | templates, CONF)
    assert site.warnings == []
    assert (HOSTILE in text(site.page("guide/deep").root)) == bool(parts)
    before = site.path("guide/deep").stat().st_mtime_ns
    site.edit("blog/h.md", "onclick", "onload")
    site.build()
    assert (site.path("guide/deep").stat().st_mtime_ns != before) == bool(parts)
    assert steps.differences(site, steps.clean(site, site.root / "clean")) == []


def test_its_fields(make_site: MakeSite) -> None:
    lines = [
        "<p>{{ blog.title }}|{{ blog.url }}|{{ blog.recent|length }}</p>",
        "<p>{% for term in blog.terms.tag %}{{ term.label }},{{ term.url }};{% endfor %}</p>",
        "<p>{% for name, terms in blog.terms.items() if terms %}{{ name }}:{{ terms[0].count }} {% endfor %}</p>",
        "<p>{{ blog.terms.categories[0].label|upper }}</p>",
        "<p>{{ blog.recent[0].title|upper|e }}</p>",
        "<p>{% autoescape true %}{{ blog.recent[0].title }}{% endautoescape %}</p>",
        "<p>{{ blog|tojson|e }}</p>",
    ]
    template = '{% extends "page.html" %}{% block body %}' + "\n".join(lines) + "{% endblock %}"
    conf = CONF | {"html_additional_pages": {"fields": "fields.html"}, "blog_title": "Notes & <i>"}
    site = make_site(FILES | {"_templates/fields.html": template}, conf)
    found = site.page("fields").texts("p")
    assert found[0] == "Notes & <i>|./blog.html|5"
    assert "a & b,./blog/tag/a-b-" in found[1]
    assert found[2] == "tag:1 category:8"
    assert found[3] == "C"
    assert found[4] == HOSTILE.upper()
    assert found[5] == HOSTILE
    assert json.loads(found[6])["recent"][0]["title"] == HOSTILE
    assert not site.page("fields").all("b")


def test_it_is_that_of_the_blog_of_the_page(make_site: MakeSite) -> None:
    files = {**INDEX, "a/p.md": md("A"), "b/p.md": md("B"), "_templates/layout.html": LAYOUT}
    site = make_site(files, CONF | {"blogs": {"a": {}, "b": {"blog_recent": 1}}})
    shown = {page: [title for _url, title in latest(site, page)] for page in ("index", "a/p", "b/p", "b/archive")}
    assert shown == {"index": ["A"], "a/p": ["A"], "b/p": ["B"], "b/archive": ["B"]}


def test_a_variable_of_the_site_goes_before_it(make_site: MakeSite) -> None:
    layout = '{% extends "!layout.html" %}{% block footer %}<p class="own">{{ blog }}</p>{% endblock %}'
    conf = CONF | {"html_context": {"blog": 3}, "html_sidebars": {"guide/**": ["blog/recent.html"]}}
    site = make_site(FILES | {"_templates/layout.html": layout}, conf)
    assert [(warned.type, "rename yours" in warned.message) for warned in site.warnings] == [("blog.config", True)]
    assert site.page("index").texts(".own", site.page("index").root) == ["3"]
    assert recent(site, "guide/deep") == 5


def test_the_number_of_recent_posts(make_site: MakeSite) -> None:
    site = make_site(FILES, {"html_sidebars": {"**": ["blog/recent.html"]}, "blog_recent": 7})
    assert recent(site, "index") == 7
    site.configure({"html_sidebars": {"**": ["blog/recent.html"]}, "blog_recent": 0})
    assert recent(site.build(), "index") == 9


_LATE = """
templates_path = ["_templates"]

def add_filter(app, pagename, templatename, context, doctree):
    app.builder.templates.environment.filters["late"] = lambda value: len(value)

def setup(app):
    app.connect("html-page-context", add_filter)
"""


def test_a_template_may_use_filters_that_are_added_late(make_site: MakeSite) -> None:
    layout = (
        '{% extends "!layout.html" %}{% block footer %}<p class="late">{{ blog.recent | late }}</p>{% endblock %}'
    )
    site = make_site({**INDEX, **many(2), "_templates/layout.html": layout}, _LATE)
    assert site.page("index").texts("p.late", site.page("index").root) == ["2"]

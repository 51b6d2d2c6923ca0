"""The variable ``blog`` in templates of the site and its theme."""

import json
import re
from typing import Any

from conftest import MakeSite, Site
from page import text
from writing import INDEX, many, md

HOSTILE = '<b onclick="x">&"'
LIST = (
    '<ul class="latest">{% for post in blog.recent %}'
    '<li><a href="{{ post.url }}">{{ post.title }}</a></li>{% endfor %}</ul>'
)
LAYOUT = '{% extends "!layout.html" %}{% block footer %}' + LIST + "{% endblock %}\n"
FILES = {
    **INDEX,
    "guide/deep.md": "---\norphan: true\n---\n# Guide\n",
    **many(8, tags=["a & b"], category="C"),
    "blog/h.md": md("Title", title=json.dumps(HOSTILE), tags=[HOSTILE]),
}
CONF: dict[str, Any] = {"templates_path": ["_templates"]}


def latest(site: Site, page: str) -> list[tuple[str | None, str]]:
    found = site.page(page)
    return [(link.get("href"), text(link)) for link in found.all("ul.latest a", found.root)]


#: A page of the site, with a filter that is added late.
FIELDS = """{% extends "page.html" %}{% block body %}
<p>{{ blog.title }}|{{ blog.url }}|{{ blog.recent|late }}</p>
<p>{% for term in blog.terms.tag %}{{ term.label }},{{ term.url }};{% endfor %}</p>
<p>{% for name, terms in blog.terms.items() if terms %}{{ name }}:{{ terms[0].count }} {% endfor %}</p>
<p>{{ blog.terms.categories[0].label|upper }}</p>
<p>{{ blog.recent[0].title|upper|e }}</p>
<p>{% autoescape true %}{{ blog.recent[0].title }}{% endautoescape %}</p>
<p>{{ blog|tojson|e }}</p>
{% endblock %}"""
LATE = """
templates_path = ["_templates"]
html_additional_pages = {"fields": "fields.html"}
blog_title = "Notes & <i>"

def add_filter(app, pagename, templatename, context, doctree):
    app.builder.templates.environment.filters["late"] = lambda value: len(value)

def setup(app):
    app.connect("html-page-context", add_filter)
"""


def test_on_every_page(make_site: MakeSite) -> None:
    site = make_site(FILES | {"_templates/layout.html": LAYOUT, "_templates/fields.html": FIELDS}, LATE)
    assert site.warnings == []
    names = {"h": HOSTILE} | {f"p0{number}": f"Post 0{number}" for number in (8, 7, 6, 5)}
    for page in ("index", "guide/deep", "blog/tag"):
        root = "../" * page.count("/") or "./"
        assert latest(site, page) == [(f"{root}blog/{name}.html", title) for name, title in names.items()]
    assert [title for _url, title in latest(site, "search")] == list(names.values())
    found = site.page("fields").texts("p")
    assert found[0].startswith("Notes & <i>|")
    assert found[0].endswith("blog.html|5")
    assert re.search(r";a & b,\.*/blog/tag/a-b-\w+\.html;$", found[1])
    assert found[2:6] == ["tag:1 category:8", "C", HOSTILE.upper(), HOSTILE]
    assert json.loads(found[6])["recent"][0]["title"] == HOSTILE
    assert not site.page("fields").all("b")


def test_it_is_that_of_the_blog_of_the_page(make_site: MakeSite) -> None:
    files = {**INDEX, "a/p.md": md("A"), **many(3, "b"), "_templates/layout.html": LAYOUT}
    site = make_site(files, CONF | {"blogs": {"a": {}, "b": {"blog_recent": 2}}})
    shown = {
        page: [title for _url, title in latest(site, page)] for page in ("index", "a/p", "b/p01", "b/archive")
    }
    two = ["Post 03", "Post 02"]
    assert shown == {"index": ["A"], "a/p": ["A"], "b/p01": two, "b/archive": two}


def test_a_sidebar_of_the_site_may_use_it(make_site: MakeSite) -> None:
    files = FILES | {"_templates/own.html": '<p class="own">{{ blog.recent[0].title }}</p>'}
    page = make_site(files, CONF | {"html_sidebars": {"guide/**": ["own.html"]}}).page("guide/deep")
    assert page.texts(".own", page.root) == [HOSTILE]


def test_a_variable_of_the_site_goes_before_it(make_site: MakeSite) -> None:
    layout = '{% extends "!layout.html" %}{% block footer %}<p class="own">{{ blog }}</p>{% endblock %}'
    conf = CONF | {"html_context": {"blog": 3}, "html_sidebars": {"guide/**": ["blog/recent.html"]}}
    site = make_site(FILES | {"_templates/layout.html": layout}, conf)
    assert [(warned.type, "rename yours" in warned.message) for warned in site.warnings] == [("blog.config", True)]
    assert site.page("index").texts(".own", site.page("index").root) == ["3"]
    page = site.page("guide/deep")
    assert len(page.all(".blog-sidebar-recent li", page.root)) == 5

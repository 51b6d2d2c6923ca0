"""Templates of a site that ask for the blog as ABlog's do: what they receive."""

from typing import Any

import pytest
from conftest import MakeSite, Site
from page import select, text
from writing import md

LINK = """{% macro postlink(post) -%}
{% if post.external_link %}{{ post.external_link }}{% else %}
{{- pathto(post.docname) }}{{ anchor(post) }}{% endif %}
{%- endmacro %}
"""
#: In the manner of sites that have used ABlog.
TEMPLATES = {
    "ablog/collection.html": """{%- extends "page.html" %}{% block body %}@@
<div class="own-collection"><h1>{{ header }}
{% if collection.href %}<a href="{{ collection.href }}">{{ collection }}</a>{% else %}{{ collection }}{% endif %}
</h1>{% for post in collection %}<div class="own-post"><h2><a href="{{ postlink(post) }}">{{ post.title }}</a></h2>
<ul>{% include "ablog/postcard2.html" %}</ul>{{ post.to_html(collection.docname) }}</div>{% endfor %}
<p class="own-feeds">{{ feed_path }} {{ feed_title }} {{ archive_feed }} {{ atom_feed }} {{ summary }}
{{ parents|length }}</p></div>{% endblock %}""".replace("@@", LINK),
    "ablog/catalog.html": """{%- extends "page.html" %}{% block body %}@@
<h1 class="own-catalog">{{ title }}</h1>{% for collection in catalog %}{% if collection %}
<h2>{{ header }} <a href="{{ pathto(collection.docname) }}">{{ collection }}</a></h2>{% for post in collection %}
<p>{{ post.date.strftime(ablog.post_date_format) }} - <a href="{{ postlink(post) }}">{{ post.title }}</a></p>
{% endfor %}{% endif %}{% endfor %}{% endblock %}""".replace("@@", LINK),
    "ablog/redirect.html": """{%- extends "!page.html" %}{% block extrahead %}{{ super() }}
<meta http-equiv="refresh" content="{{ ablog.post_redirect_refresh }}; url={{ pathto(redirect) }}" />{% endblock %}
{% block body %}<a class="own-redirect" href="{{ pathto(redirect) }}">{{ post.title }}</a>{% endblock %}""",
    "ablog/postcard.html": """{% if pagename in ablog %}{% set post = ablog[pagename] %}
<ul class="own-card"><li>{{ post.date.strftime(gettext(ablog.post_date_format)) }}</li>
{% include "ablog/postcard2.html" %}</ul>{% endif %}""",
    "mine.html": """<div class="own-recent">{% for recent in ablog.recent(3, pagename) %}
<a href="{{ pathto(recent.docname) }}{{ anchor(recent) }}">
{{- recent.date.strftime("%d %B") + " - " + recent.title }}</a>{% endfor %}</div>""",
    "page.html": """{%- extends "!page.html" %}{% block body %}{{ super() }}<p class="own-footer">
{%- if pagename in ablog %}A post of {{ ablog.blog_title }}{% else %}No post{% endif %}</p>{% endblock %}""",
}
CONF: dict[str, Any] = {
    "extensions": ["myst_parser", "sphinx_blogext.ablog"],
    "templates_path": ["_templates"],
    "exclude_patterns": ["_templates"],
    "blog_baseurl": "https://example.org/",
    "blog_title": "Ours",
    "blog_feed_archives": True,
    "blog_authors": {"mei": ("Mei & Co", "https://mei.example/"), "jonas": ("Jonas", None)},
    "html_sidebars": {"blog/p*": ["ablog/postcard.html"], "other": ["mine.html"], "index": []},
}


def post(number: int, body: str = "Lead.", **meta: Any) -> str:
    text = f"{body}\n\n<!-- more -->\n\nRest.\n"
    return md(f"Post {number} & on", text, f"202{number // 3 + 2}-05-0{number}", blogpost=True, **meta)


FILES = {
    "index.md": "# Home\n",
    "other.md": "---\norphan: true\n---\n# Other\n",
    **{f"blog/p{n}.md": post(n, tags=["x"] + ["r&d"] * (n == 6), author="mei") for n in range(1, 8)},
    "blog/p3.md": post(3, "With [a link](p1.md) and $x$.", author="jonas", tags="y", redirect="old/three"),
    "blog/p4.md": post(4, external_link="https://elsewhere.example/?a&b", tags="x"),
    **{f"_templates/{name}": source for name, source in TEMPLATES.items()},
}

PLAIN = {name: source for name, source in FILES.items() if not name.startswith("_templates")}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    site = make_shared_site(FILES, CONF)
    assert site.warnings == []
    return site


def test_a_collection_has_all_its_posts_on_one_page(site: Site) -> None:
    page = site.page("blog/tag/x")
    assert text(page.one(".own-collection h1")) == "Posts tagged x"
    titles = [(text(a), a.get("href")) for a in page.all(".own-post h2 a")]
    assert [title for title, _href in titles] == [f"Post {n} & on" for n in (7, 6, 5, 4, 2, 1)]
    assert (titles[0][1], titles[3][1]) == ("../p7.html", "https://elsewhere.example/?a&b")
    assert page.texts(".own-post .ablog-post-excerpt") == ["Lead."] * 6
    assert page.texts(".own-feeds") == ["blog/tag/x Posts tagged x True True 2"]
    assert page.title.startswith("Posts tagged x")
    assert not [name for name in site.pages if "/page/" in name]


def test_every_list_that_ablog_has_is_shown_by_its_template(site: Site) -> None:
    for name in ("blog", "blog/2024", "blog/author/mei-co", "blog/tag/y", "blog/tag/x"):
        assert site.page(name).all(".own-collection"), name
    for name in ("blog/archive", "blog/tag", "blog/author"):
        assert site.page(name).all(".own-catalog"), name
    assert site.page("blog/author/mei-co").links("h1 a") == ["https://mei.example/"]
    assert site.page("blog/archive").texts("h2")[0].startswith("Posted in 2024")
    # What ABlog does not know has our own look.
    assert site.page("blog/subscribe").all(".own-collection, .own-catalog") == []


def test_a_teaser_fits_the_page_that_it_is_on(site: Site) -> None:
    page = site.page("blog/author/jonas")
    assert page.links(".ablog-post-excerpt a") == ["../../blog/p1.html"]
    # A page that shows formulas loads what they need.
    assert "mathjax" in page.source.lower()
    assert "mathjax" not in site.page("blog/tag").source.lower()
    # A redirect is a page of the theme.
    page = site.page("old/three")
    assert (page.texts("a.own-redirect"), page.links("a.own-redirect")) == (["Post 3 & on"], ["../blog/p3.html"])
    assert page.meta("refresh") == ["5; url=../blog/p3.html"]


def test_pages_know_whether_they_are_posts_and_show_the_sites_own_sidebars(site: Site) -> None:
    footers = {"index": "No post", "blog/p1": "A post of Ours", "blog/subscribe": "No post"}
    assert {name: text(select(site.page(name).root, ".own-footer")[0]) for name in footers} == footers
    (recent,) = select(site.page("other").root, ".own-recent")
    assert [text(a) for a in select(recent, "a")] == [f"0{n} May - Post {n} & on" for n in (7, 6, 5)]
    (card,) = select(site.page("blog/p6").root, ".own-card")
    assert [text(item) for item in select(card, "li")] == ["06 May 2024", "Author: Mei & Co", "Tags: x r&d"]


NAVY = """<div class="own-navy">{% if ablog.post_show_prev_next %}{% set post = ablog[pagename] %}
{% for other in (post.prev, post.next) if other %}
<a href="{{ pathto(other.docname) }}">{{ other.title }}</a>{% endfor %}
{% endif %}</div>
"""
#: A page of the site, and whether it shows what stands around a text.
OWN_PAGES = {
    '{%- extends "!page.html" %}{% block body %}{{ body }}{% endblock %}': False,
    '{%- extends "!page.html" %}{% block body %}{{ super() }}{% endblock %}': True,
}


def test_neighbours_are_those_of_the_sites_template(make_site: MakeSite) -> None:
    """As are cards, and both are found without their folder, too, as some themes have them."""
    card = TEMPLATES["ablog/postcard.html"].replace("ablog/postcard2", "postcard2")
    conf = CONF | {"html_sidebars": {}}
    site = make_site(PLAIN | {"_templates/postnavy.html": NAVY, "_templates/postcard.html": card}, conf)
    assert site.warnings == []
    page = site.page("blog/p2")
    shown = [("Post 1 & on", "p1.html"), ("Post 3 & on", "p3.html")]
    assert [(text(a), a.get("href")) for a in page.all(".own-navy a")] == shown
    assert page.all(".ablog__prev-next") == site.page("index").all(".own-navy") == []
    # There is nothing else that says when it was written.
    assert page.all(".blog-post-header")
    for own, is_shown in OWN_PAGES.items():
        page = site.write("_templates/page.html", own).build().page("blog/p2")
        assert (len(page.all(".own-navy")), page.all(".ablog__prev-next")) == (is_shown, []), own
    conf |= {"post_show_prev_next": False, "html_sidebars": {"**": ["postcard.html"]}}
    page = site.configure(conf).build().page("blog/p6")
    assert (page.links(".own-navy a"), text(select(page.root, ".own-card li")[0])) == ([], "06 May 2024")


def test_included_parts_are_there(make_site: MakeSite) -> None:
    page = """{%- extends "!page.html" %}
{% block body %}{% if pagename in ablog %}{% include "ablog/postcard.html" %}{% endif %}
{{ body }}{% if pagename in ablog %}{% include "ablog/postnavy.html" %}{% endif %}
{% if ablog.disqus_shortname and not ablog[pagename].nocomments %}{{ ablog.page_id(pagename) }}{% endif %}
{% endblock body %}
"""
    site = make_site(PLAIN | {"_templates/page.html": page}, CONF | {"html_sidebars": {}})
    assert site.warnings == []
    shown = site.page("blog/p2")
    assert text(shown.one(".ablog__postcard h2")) == "02 May 2022"
    assert text(shown.one(".ablog__prev-next")) == "Previous: Post 1 & on Next: Post 3 & on"
    assert shown.links(".ablog__prev-next a") == ["p1.html", "p3.html"]
    assert site.page("blog/tag/x").all(".ablog__postcard, .ablog__prev-next") == []


def test_hostile_names_stay_text(make_site: MakeSite) -> None:
    evil = "<img src=x onerror=alert(1)> {{ 1+1 }} \" ' &"
    files = {name: source for name, source in FILES.items() if name.startswith(("_templates", "index"))}
    files["blog/p1.md"] = post(1, tags=[evil], title=evil, category=[evil])
    files["blog/p2.md"] = post(2, tags="x", external_link="javascript:alert(1)")
    conf = CONF | {"html_sidebars": {"**": ["ablog/postcard.html", "mine.html", "ablog/tagcloud.html"]}}
    site = make_site(files, conf)
    assert site.blog_warnings == [("blog/p2.md", "blog.invalid_option")]
    for name in site.pages:
        parts = site.page(name).root.iter()
        assert not [e for e in parts if e.get("onerror") or e.get("href", "").startswith("javascript:")], name
    assert select(site.page("blog/p2").root, ".own-recent a")[0].get("href") == "p1.html"
    (link,) = [a for a in site.page("blog/tag").all("h2 a") if text(a) != "x"]
    assert text(link) == evil
    assert evil in text(select(site.page("blog/p2").root, ".own-recent")[0])


def test_a_template_of_the_site_may_extend_that_of_ablog(make_site: MakeSite) -> None:
    """``!`` leads past the site's own template to one behind it."""
    names = ("collection", "catalog", "redirect")
    body = '{% block body %}<i class="own">Mine</i>{{ super() }}{% endblock %}'
    own = {f"_templates/ablog/{name}.html": f'{{% extends "!ablog/{name}.html" %}}{body}' for name in names}
    site = make_site(PLAIN | own, CONF | {"html_sidebars": {}})
    assert site.warnings == []
    pages = {name: site.page(name) for name in ("blog/tag/x", "blog/tag", "old/three")}
    assert [page.texts(".own") for page in pages.values()] == [["Mine"]] * 3
    posts = pages["blog/tag/x"]
    assert posts.texts(".ablog__collection .ablog-post h2")[:2] == ["Post 7 & on", "Post 6 & on"]
    assert posts.texts(".ablog-post .ablog-post-excerpt")[0] == "Lead."
    assert pages["blog/tag"].texts(".ablog__catalog_post")[0] == "06 May 2024 - Post 6 & on"
    assert pages["old/three"].links("p a") == ["../blog/p3.html"]

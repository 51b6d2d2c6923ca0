"""What machines find in the head of a page: each thing once, escaped, and true."""

import importlib.util
import json
from collections import Counter
from typing import Any

import pytest
from conftest import MakeSite, Site
from page import Page
from writing import INDEX, TEASER, many, md, rst

from sphinx_blogext.web.head import Head, complete

BASE = "https://example.org/docs/"
HOSTILE = "</script><!-- \" ' & <b> \u2028"
CONF: dict[str, Any] = {
    "html_baseurl": BASE,
    "html_title": "Site",
    "blog_title": "Notes & more",
    "blog_feed_archives": True,
    "blog_page_size": 2,
    "blog_authors": {"mei": ("Mei", "https://example.org/mei")},
    "blog_tags": {"a": {"description": "All about “a”."}},
}
FILES = {
    **INDEX,
    **many(3, tags=["a"]),
    "blog/full.md": md(
        "Full",
        "The *lead*, with `code`.\n\n<!-- more -->\n\nRest.\n",
        "2025-01-02 10:00",
        updated="2025-02-03",
        author="mei",
        language="zh_CN",
    ),
    "blog/hostile.md": md(title=json.dumps(HOSTILE), description=json.dumps(HOSTILE)),
    "blog/copy.md": md("Copy", canonical_link="https://elsewhere.example/post"),
    "blog/hidden.md": md("Hidden", unlisted=True, description="A > B & 'C' \"D\""),
    "blog/own.md": md("Own", unlisted=True).replace(
        "unlisted", "myst: {html_meta: {robots: 'noindex, nofollow', description: Own}}\nunlisted"
    ),
    "blog/draft.md": md("Draft", draft=True),
}
needs_opengraph = pytest.mark.skipif(
    importlib.util.find_spec("sphinxext") is None or importlib.util.find_spec("sphinxext.opengraph") is None,
    reason="sphinxext-opengraph is not installed",
)


@pytest.fixture(scope="module", params=["", pytest.param("sphinxext.opengraph", marks=needs_opengraph)])
def site(request: pytest.FixtureRequest, make_shared_site: MakeSite) -> Site:
    extensions = ["myst_parser", "sphinx_blogext", *filter(None, [request.param])]
    return make_shared_site(FILES, CONF | {"extensions": extensions, "ogp_social_cards": {"enable": False}})


def metas(page: Page) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for meta in page.root.iter("meta"):
        name = meta.get("property") or meta.get("name")
        if name:
            found.setdefault(name, []).append(meta.get("content", ""))
    return found


#: Descriptions written as Sphinx's own sites do, and beside the key.
WRITTEN = {
    "blog/html-meta.md": md("Meta", TEASER, myst="\n  html_meta:\n    description: Written &\n    keywords: a"),
    "blog/meta.rst": rst("Rst", "First paragraph.\n\n.. meta::\n   :description: Written &\n"),
    "blog/both.md": md("Both", TEASER, description="Written &", myst="\n  html_meta:\n    description: Other"),
}  # fmt: skip


def test_a_description_written_for_the_page_is_its_description_everywhere(make_site: MakeSite) -> None:
    own = "---\nmyst:\n  html_meta:\n    description: Of the list\n---\n# Blog\n"
    cards = "# Lists\n\nText.\n\n```{postlist}\n:style: cards\n```\n"
    site = make_site({**INDEX, **WRITTEN, "lists.md": cards, "blog/index.md": own})
    assert site.blog_warnings == []
    for name in WRITTEN:
        page = site.page(name.partition(".")[0])
        found, post = metas(page), page.data["BlogPosting"]
        assert "Written &" in found["description"], name
        assert (found["og:description"], post["description"]) == (["Written &"], "Written &"), name
    assert metas(site.page("blog/both"))["description"] == ["Written &"]
    assert {item["summary"] for item in site.items()} == {"Written &"}
    (shown,) = site.page("lists").texts(".blog-listing")
    assert (shown.count("Written &"), "lead" in shown) == (len(WRITTEN), False)
    blog = site.page("blog/index")
    assert metas(blog)["description"] == metas(blog)["og:description"] == ["Of the list"]


@needs_opengraph
def test_what_a_page_says_for_another_extension_stays(make_site: MakeSite) -> None:
    conf = {"extensions": ["myst_parser", "sphinx_blogext", "sphinxext.opengraph"]}
    post = md("A", **{"og:title": "Mine", "og:locale": "xy"})
    site = make_site({**INDEX, "blog/a.md": post}, conf | {"ogp_social_cards": {"enable": False}})
    found = metas(site.page("blog/a"))
    assert [found[f"og:{name}"] for name in ("title", "locale", "type")] == [["Mine"], ["xy"], ["article"]]


def test_tags_stand_once_and_links_are_canonical(site: Site) -> None:
    for name in site.pages:
        page = site.page(name)
        # Sphinx itself says `viewport` twice.
        counts = {len(all_) for key, all_ in metas(page).items() if key not in {"article:tag", "viewport"}}
        assert counts <= {1}, name
        links = Counter((link.get("rel"), link.get("href")) for link in page.root.iter("link"))
        assert [link for link, count in links.items() if count > 1] == [], name
    # Metadata is escaped in each syntax.
    page = site.page("blog/hostile")
    clean = " ".join(HOSTILE.split())
    assert page.data["BlogPosting"]["headline"] == clean
    assert metas(page)["og:title"] == metas(page)["og:description"] == [clean]
    assert "<!--" not in "".join(script.text or "" for script in page.root.iter("script"))
    # Canonical links.
    for name in ("blog", "blog/page/2", "blog/tag/a", "blog/full", "index"):
        assert site.page(name).head_link("canonical") == f"{BASE}{name}.html"
    assert site.page("blog/copy").head_link("canonical") == "https://elsewhere.example/post"


def test_search_engines_know_posts_and_lists(site: Site) -> None:
    post = site.page("blog/full").data["BlogPosting"]
    dates = [post["datePublished"], post["dateModified"]]
    assert dates == ["2025-01-02T10:00:00+00:00", "2025-02-03T00:00:00+00:00"]
    assert (post["description"], post["inLanguage"]) == ("The lead, with code.", "zh-Hans")
    assert post["author"] == [{"@type": "Person", "name": "Mei", "url": "https://example.org/mei"}]
    # Without a change since, that of publication.
    unchanged = site.page("blog/p01").data["BlogPosting"]
    assert unchanged["dateModified"] == unchanged["datePublished"] == "2024-01-02T00:00:00+00:00"
    second, tag = (site.page(name).data for name in ("blog/page/2", "blog/tag/a"))
    trails = [[step["name"] for step in each["BreadcrumbList"]["itemListElement"]] for each in (second, tag)]
    first = "Notes & more"
    assert trails == [[first, f"{first} – page 2"], [first, "Tags", "Posts tagged “a”"]]
    assert site.page("index").data == {}


def feeds(page: Page) -> list[tuple[str, str, str]]:
    return [
        (link.get("type", ""), link.get("title", ""), link.get("href", ""))
        for link in page.root.iter("link")
        if link.get("rel") == "alternate" and not link.get("hreflang")
    ]


def test_every_page_leads_to_the_feeds(site: Site) -> None:
    expected = [
        ("application/atom+xml", "Notes & more (Atom)", f"{BASE}blog/atom.xml"),
        ("application/rss+xml", "Notes & more (RSS)", f"{BASE}blog/rss.xml"),
        ("application/feed+json", "Notes & more (JSON Feed)", f"{BASE}blog/feed.json"),
    ]
    assert feeds(site.page("index")) == feeds(site.page("search")) == expected
    own = feeds(site.page("blog/tag/a"))
    assert own[3][1:] == ("Notes & more: Posts tagged “a” (Atom)", f"{BASE}blog/tag/a/atom.xml")


def test_previews_have_what_is_known_without_an_address_and_can_be_switched_off(make_site: MakeSite) -> None:
    page = make_site(INDEX | many(1), {"html_baseurl": "/"}).page("blog/p01")
    assert metas(page)["og:title"] == ["Post 01"]
    assert "og:url" not in metas(page)
    assert (page.data, feeds(page)) == ({}, [])
    # The link is Sphinx's own.
    assert page.head_link("canonical") == "/blog/p01.html"
    page = make_site(INDEX | many(1), {"blog_opengraph": False}).page("blog/p01")
    assert (page.data, len(feeds(page))) == ({}, 3)
    assert not [name for name in metas(page) if name.startswith(("og:", "article:"))]


def test_with_the_first_post_every_page_leads_to_the_feeds(make_site: MakeSite) -> None:
    site = make_site(INDEX | {"none.md": "# None\n\n```{postlist}\n```\n"}, {"html_title": "My site"})
    assert feeds(site.page("index")) == []
    # A list without posts is described by its title.
    assert [site.page(name).meta("description") for name in ("blog", "none")] == [["My site: Blog"], []]
    site.write("blog/p.md", md("P", TEASER)).build()
    assert len(feeds(site.page("index"))) == 3
    site.delete("blog/p.md").build()
    assert feeds(site.page("index")) == []


def test_links_on_the_page_of_another_extension_are_absolute(make_site: MakeSite) -> None:
    pytest.importorskip("notfound")
    template = (
        '{% extends "!layout.html" %}{% block footer %}<a href="?x"></a><a href="#no"></a>'
        '{% for post in blog.recent %}<a href="{{ post.url }}">x</a>{% endfor %}{% endblock %}'
    )
    conf = {
        "extensions": ["myst_parser", "notfound.extension", "sphinx_blogext"],
        "notfound_urls_prefix": "/en/latest/", "templates_path": ["_templates"],
        "html_sidebars": {"**": ["blog/recent.html", "blog/tags.html", "blog/feeds.html"]},
    }  # fmt: skip
    files = {**INDEX, **many(3, tags=["x"]), "_templates/layout.html": template}
    elements = list(make_site(files, conf).page("404").root.iter())
    urls = {each.get(name, "#") for name in ("href", "src") for each in elements}
    assert any(url.startswith("/en/latest/blog/") for url in urls)
    own = ("/en/latest/", "http", "?", "#", "data:", "mailto:")
    assert [url for url in urls if not url.startswith(own)] == []
    # Links within the page lead to no other.
    assert {"?x", "#no"} <= urls
    assert "/en/latest/404.html" not in {url.partition("?")[0].partition("#")[0] for url in urls}


# Whatever a theme prints, or does not print, each thing is in the head of a page once.

_LAYOUT = "<!DOCTYPE html>\n<html>\n<head>\n<title>{{ title }}</title>\nHEAD\n</head>\n<body>\n"
_LAYOUT += '<div role="main">{% block body %}{{ body }}{% endblock %}</div>\n</body>\n</html>\n'
#: Heads of themes: one without all that; one that prints what it thinks itself.
THEMES = {
    "silent": '<meta charset="utf-8">',
    "loud": "<meta name='robots' content='index'><META content=\"a > b\" property = 'og:title'>{{ metatags }}"
    '<meta property="og:type" content="website" /><meta name="twitter:site" content="@theme">'
    '<meta property="og:image" content="theme.png"><meta name=description content=Theirs>'
    '<link href="{{ pageurl|e }}" rel=canonical>',
}


def theme_files(name: str) -> dict[str, str]:
    files = {"theme.toml": '[theme]\ninherit = "basic"\n', "layout.html": _LAYOUT.replace("HEAD", THEMES[name])}
    return {f"themes/{name}/{file}": text for file, text in files.items()}


@pytest.fixture(scope="module")
def sites(make_shared_site: MakeSite) -> dict[str, Site]:
    conf = CONF | {"html_theme_path": ["themes"], "blog_show_drafts": True, "blog_citation": True}
    return {name: make_shared_site(FILES | theme_files(name), conf | {"html_theme": name}) for name in THEMES}


def head_of(page: Page) -> Counter[tuple[str, str, str]]:
    """What is in the head: each element with its name and content."""
    found: Counter[tuple[str, str, str]] = Counter()
    (head,) = page.root.iter("head")
    for element in head.iter():
        if element.tag == "meta" and "charset" not in element.attrib:
            found["meta", element.get("property") or element.get("name", ""), element.get("content", "")] += 1
        elif element.tag == "link" and element.get("rel") in {"alternate", "canonical"}:
            found["link", element.get("rel", ""), element.get("href", "")] += 1
        elif element.tag == "script":
            found["script", element.get("type", ""), element.text or ""] += 1
    return found


PAGES = "blog/full blog/hidden blog/own blog/draft blog/copy blog blog/page/2 blog/tag/a blog/tag".split()


@pytest.mark.parametrize("name", PAGES)
def test_each_thing_is_there_once(sites: dict[str, Site], name: str) -> None:
    silent, loud = (head_of(sites[theme].page(name)) for theme in ("silent", "loud"))
    assert set(silent.values()) == {1}
    theirs = Counter([("meta", "og:image", "theme.png"), ("meta", "twitter:site", "@theme")])
    # Search engines follow the stricter one of two.
    theirs["meta", "robots", "index"] = loud["meta", "robots", "index"]
    assert loud - theirs == silent


@pytest.mark.parametrize("html", ["<p>no head</p>", "", "<head>"])
def test_what_is_no_page_is_left_alone(html: str) -> None:
    assert complete(html, Head(("<meta>",), ("a",)), {}) == html

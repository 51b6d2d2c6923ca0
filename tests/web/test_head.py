"""What machines find in the head of a page: each thing once, escaped, and true."""

import importlib.util
import json
from collections import Counter
from typing import Any

import pytest
from conftest import MakeSite, Site
from page import Page
from writing import INDEX, TEASER, many, md, rst

BASE = "https://example.org/docs/"
HOSTILE = "</script><!-- \" ' & <b> \u2028"
CONF: dict[str, Any] = {
    "html_baseurl": BASE,
    "html_title": "Site",
    "blog_title": "Notes & more",
    "blog_feed_archives": True,
    "blog_page_size": 2,
    "blog_authors": {
        "mei": {"name": "Mei", "url": "https://example.org/mei", "avatar": "https://example.org/m.png"}
    },
    "blog_tags": {"a": {"description": "All about “a”."}},
    "post_auto_orphan": True,
}
FILES = {
    **INDEX,
    **many(4, tags=["a"]),
    "blog/full.md": md(
        "Full",
        "The *lead*, with `code`.\n\n<!-- more -->\n\nRest.\n",
        "2025-01-02 10:00",
        updated="2025-02-03",
        author="mei",
        tags=["a", "b c"],
        category="News",
        language="zh_CN",
    ),
    "blog/hostile.md": md(
        "Hostile", "Text.\n", "2025-01-01", title=json.dumps(HOSTILE), description=json.dumps(HOSTILE)
    ),
    "blog/copy.md": md("Copy", TEASER, "2024-12-01", canonical_link="https://elsewhere.example/post"),
    "blog/hidden.md": md("Hidden", TEASER, "2024-12-02", unlisted=True),
}
needs_opengraph = pytest.mark.skipif(
    importlib.util.find_spec("sphinxext") is None or importlib.util.find_spec("sphinxext.opengraph") is None,
    reason="sphinxext-opengraph is not installed",
)


@pytest.fixture(scope="module", params=["alone", pytest.param("with sphinxext-opengraph", marks=needs_opengraph)])
def site(request: pytest.FixtureRequest, make_shared_site: MakeSite) -> Site:
    extensions = ["myst_parser", "sphinx_blogext"]
    if request.param != "alone":
        extensions.append("sphinxext.opengraph")
    conf = CONF | {"extensions": extensions, "ogp_social_cards": {"enable": False}}
    return make_shared_site(FILES, conf)


def metas(page: Page) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for meta in page.root.iter("meta"):
        name = meta.get("property") or meta.get("name")
        if name:
            found.setdefault(name, []).append(meta.get("content", ""))
    return found


def test_a_preview_of_a_post(site: Site) -> None:
    found = metas(site.page("blog/full"))
    expected = {
        "og:title": "Full",
        "og:type": "article",
        "og:url": f"{BASE}blog/full.html",
        "og:description": "The lead, with code.",
        "description": "The lead, with code.",
        "og:locale": "zh_CN",
        "article:published_time": "2025-01-02T10:00:00+00:00",
        "article:modified_time": "2025-02-03T00:00:00+00:00",
        "article:author": "https://example.org/mei",
        "article:section": "News",
    }
    assert {name: found.get(name) for name in expected} == {name: [value] for name, value in expected.items()}
    assert found["article:tag"] == ["a", "b c"]
    assert len(found["og:site_name"]) == 1


#: Descriptions written as Sphinx's own sites do, and beside the key.
WRITTEN = {
    "blog/html-meta.md": md("Meta", TEASER, myst="\n  html_meta:\n    description: Written &\n    keywords: a"),
    "blog/meta.rst": rst("Rst", "First paragraph.\n\n.. meta::\n   :description: Written &\n"),
    "blog/both.md": md("Both", TEASER, description="Written &", myst="\n  html_meta:\n    description: Other"),
}  # fmt: skip


def test_a_description_written_for_the_page_is_its_description_everywhere(make_site: MakeSite) -> None:
    lists = "".join(f"```{{postlist}}\n:style: {style}\n```\n\n" for style in ("cards", "compact", "titles"))
    own = "---\nmyst:\n  html_meta:\n    description: Of the list\n---\n"
    site = make_site(
        {**INDEX, **WRITTEN, "lists.md": f"{own}# Lists\n\nText.\n\n{lists}", "blog/index.md": f"{own}# Blog\n"},
        {"post_auto_orphan": True},
    )
    assert site.blog_warnings == []
    for name in WRITTEN:
        page = site.page(name.partition(".")[0])
        found, post = metas(page), page.data["BlogPosting"]
        assert "Written &" in found["description"], name
        assert (found["og:description"], post["description"]) == (["Written &"], "Written &"), name
    assert metas(site.page("blog/both"))["description"] == ["Written &"]
    assert {item["summary"] for item in site.items()} == {"Written &"}
    shown = site.page("lists").texts(".blog-listing")
    assert [text.count("Written &") for text in shown] == [len(WRITTEN)] * 3
    assert not [text for text in shown if "lead" in text or "First" in text]
    blog = site.page("blog/index")
    assert metas(blog)["description"] == metas(blog)["og:description"] == ["Of the list"]
    assert blog.data["Blog"]["description"] == "Of the list"


_STRUCTURED = """
这是一段中文。

- one
- two

  1. deep

```{admonition} Title
Text.
```

term
: Its *meaning*.
"""


@pytest.mark.parametrize(
    ("theme", "extensions"),
    [("blogext", []), pytest.param("basic", ["sphinxext.opengraph"], marks=needs_opengraph)],
)
def test_a_list_is_described_by_itself_or_by_its_titles(
    make_site: MakeSite, theme: str, extensions: list[str]
) -> None:
    files = {
        "index.md": "# Home\n\nAll about it.\n\n```{postlist}\n:style: teasers\n```\n",
        "bare.md": "---\norphan: true\n---\n# Bare\n\n```{postlist}\n:style: cards\n```\n",
        # Titles, lists and paragraphs in a teaser: what extensions make descriptions of.
        "blog/p.md": md("标题", f"{_STRUCTURED}\n\n<!-- more -->\n\nText.\n", tags=list("abcdefghijklm")),
    }
    conf = {
        "html_theme": theme,
        "extensions": ["myst_parser", "sphinx_blogext", *extensions],
        "myst_enable_extensions": ["deflist"],
    }
    site = make_site(files, {**conf, "ogp_social_cards": {"enable": False}, "blog_tags": CONF["blog_tags"]})
    described = {
        "blog": "Blog: 标题",
        "blog/2024": "Posts of 2024: 标题",
        "blog/archive": "Archive: 标题",
        "blog/tag/b": "Posts tagged “b”: 标题",
        # The terms that fit.
        "blog/tag": "Tags: a; b; c; d; e; f; g; h; i; j; k; l",
    }
    for name, description in described.items():
        assert site.page(name).meta("description") == [description]
        assert metas(site.page(name))["og:description"] == [description]
    # So is a list in any other document.
    assert site.page("bare").meta("description") == ["Bare: 标题"]
    assert site.page("index").meta("description") == ["All about it."]
    assert site.page("blog/tag/a").meta("description") == ["All about “a”."]
    site.configure({**conf, "ogp_social_cards": {"enable": False}, "blog_feed_subtitle": "News of it."}).build()
    assert metas(site.page("blog"))["og:description"] == site.page("blog").meta("description") == ["News of it."]


@needs_opengraph
def test_what_a_page_says_for_another_extension_stays(make_site: MakeSite) -> None:
    conf = {"extensions": ["myst_parser", "sphinx_blogext", "sphinxext.opengraph"]}
    post = md("A", **{"og:title": "Mine", "og:locale": "xy"})
    site = make_site({**INDEX, "blog/a.md": post}, conf | {"ogp_social_cards": {"enable": False}})
    assert [metas(site.page("blog/a"))[name] for name in ("og:title", "og:locale", "og:type")] == [
        ["Mine"],
        ["xy"],
        ["article"],
    ]


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
    assert metas(page)["og:title"] == [clean]
    assert metas(page)["og:description"] == [clean]
    assert "<!--" not in "".join(script.text or "" for script in page.root.iter("script"))
    # Canonical links.
    for name in ("blog", "blog/page/2", "blog/tag/a", "blog/full", "index"):
        assert site.page(name).head_link("canonical") == f"{BASE}{name}.html"
    assert site.page("blog/copy").head_link("canonical") == "https://elsewhere.example/post"


def test_search_engines_know_posts_and_lists(site: Site) -> None:
    post = site.page("blog/full").data["BlogPosting"]
    assert post["headline"] == "Full"
    assert post["datePublished"] == "2025-01-02T10:00:00+00:00"
    assert post["dateModified"] == "2025-02-03T00:00:00+00:00"
    # Without a change since, that of publication.
    unchanged = site.page("blog/p01").data["BlogPosting"]
    assert unchanged["dateModified"] == unchanged["datePublished"] == "2024-01-02T00:00:00+00:00"
    assert post["inLanguage"] == "zh-Hans"
    assert post["author"] == [
        {"@type": "Person", "name": "Mei", "url": "https://example.org/mei", "image": "https://example.org/m.png"}
    ]
    assert post["isPartOf"]["@id"] == f"{BASE}blog.html"
    # The posts of a list stand on its page as microformats.
    part = {"@type": "Blog", "@id": f"{BASE}blog.html", "name": "Notes & more"}
    blog = site.page("blog").data
    assert [blog["Blog"].pop("description")] == site.page("blog").meta("description")
    assert blog == {"Blog": part | {"url": f"{BASE}blog.html", "inLanguage": "en"}}
    second = site.page("blog/page/2").data
    assert second["CollectionPage"].pop("description").startswith("Notes & more – page 2: ")
    url, name = f"{BASE}blog/page/2.html", "Notes & more – page 2"
    known = {"@type": "CollectionPage", "@id": url, "url": url, "name": name, "inLanguage": "en", "isPartOf": part}
    assert second["CollectionPage"] == known
    trail = second["BreadcrumbList"]["itemListElement"]
    assert [(step["position"], step["name"], step.get("item")) for step in trail] == [
        (1, "Notes & more", f"{BASE}blog.html"),
        (2, "Notes & more – page 2", None),
    ]
    tag = site.page("blog/tag/a").data
    assert tag["CollectionPage"]["description"] == "All about “a”."
    steps = [step["name"] for step in tag["BreadcrumbList"]["itemListElement"]]
    assert steps == ["Notes & more", "Tags", "Posts tagged “a”"]
    assert "CollectionPage" in site.page("blog/tag").data
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
    for name in ("index", "blog", "blog/full", "blog/page/2", "search"):
        assert feeds(site.page(name)) == expected, name
    own = feeds(site.page("blog/tag/a"))
    assert own[:3] == expected
    assert own[3][1:] == ("Notes & more: Posts tagged “a” (Atom)", f"{BASE}blog/tag/a/atom.xml")
    for _type, _title, url in own:
        assert (site.outdir / url.removeprefix(BASE)).is_file()


@pytest.mark.parametrize("none", ["", "/"])
def test_previews_have_what_is_known_without_an_address_and_can_be_switched_off(
    make_site: MakeSite, none: str
) -> None:
    page = make_site(INDEX | many(1), {"html_baseurl": none}).page("blog/p01")
    assert metas(page)["og:title"] == ["Post 01"]
    assert "og:url" not in metas(page)
    assert page.data == {}
    assert feeds(page) == []
    # The link is Sphinx's own.
    assert page.head_link("canonical") == (f"{none}blog/p01.html" if none else None)
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


MEI = {"name": "Mei", "url": "https://mei.example/", "social": {"Mastodon": "https://social.example/@mei"}}
PAGES = {**INDEX, **many(3, tags=["x"], author="mei")}


@pytest.mark.parametrize("others", [{}, {"jonas": ("Jonas", "https://jonas.example/")}])
def test_a_site_with_one_author_links_to_the_profiles(make_site: MakeSite, others: dict[str, object]) -> None:
    site = make_site(PAGES, {"blog_authors": {"mei": MEI, **others}, "blog_page_size": 2})
    urls = [] if others else ["https://mei.example/", "https://social.example/@mei"]
    links = {
        name: [link.get("href") for link in site.page(name).root.iter("link") if link.get("rel") == "me"]
        for name in ("index", "blog", "blog/p01", "blog/page/2")
    }
    assert links == {"index": urls, "blog": urls, "blog/p01": [], "blog/page/2": []}


@pytest.mark.parametrize(
    ("theme", "prefix"),
    [("alabaster", "/en/latest/"), ("blogext", "/"), ("blogext", None), ("furo", "/en/latest/")],
)
def test_links_on_the_page_of_another_extension_are_absolute(
    make_site: MakeSite, theme: str, prefix: str | None
) -> None:
    pytest.importorskip("notfound")
    template = (
        '{% extends "!layout.html" %}{% block footer %}<a href="?x"></a><a href="#no"></a>'
        '{% for post in blog.recent %}<a href="{{ post.url }}">x</a>'
    )
    files = {**PAGES, "_templates/layout.html": f"{template}{{% endfor %}}{{% endblock %}}"}
    conf: dict[str, object] = {
        "extensions": ["myst_parser", "notfound.extension", "sphinx_blogext"],
        "html_theme": theme, "notfound_urls_prefix": prefix, "templates_path": ["_templates"],
    }  # fmt: skip
    if theme == "alabaster":
        conf["html_sidebars"] = {"**": ["blog/recent.html", "blog/tags.html", "blog/feeds.html"]}
    elements = list(make_site(files, conf).page("404").root.iter())
    urls = [each.get(name, "") for name in ("href", "src") for each in elements if each.get(name) is not None]
    assert theme == "furo" or any(url.startswith(f"{prefix or '/'}blog/") for url in urls)
    starts = (prefix or "/", "http", "?", "#", "data:", "mailto:")
    assert [url for url in urls if not url.startswith(starts)] == []
    # Links within the page lead to no other.
    assert ({"#"} if theme == "furo" else {"?x", "#no"}) <= set(urls)
    assert f"{prefix or '/'}404.html" not in {url.partition("?")[0].partition("#")[0] for url in urls}

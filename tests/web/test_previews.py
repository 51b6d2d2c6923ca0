"""What link previews and search engines learn of pictures, videos and authors."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from conftest import MakeSite, Site
from page import Page, elements, parse
from writing import INDEX, md

from sphinx_blogext.core.citation import Source
from sphinx_blogext.site.published_blog import Person
from sphinx_blogext.web.page_facts import MetaTag, PageFacts, jsonld_scripts, preview_tags, without_doubles

BASE = "https://example.org/"
AUTHORS = {
    "team": {"name": "The Core Team", "url": "https://example.org/team", "type": "organization"},
    "mei": {"name": "Mei", "url": "mei@example.org", "type": "person", "avatar": "mei@2x.png"},
}


def metas(page: Page) -> dict[str, str]:
    every = [e for e in elements(page.root) if e.tag == "meta"]
    return {e.get("property") or e.get("name") or "": e.get("content", "") for e in every}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    posts = {
        "number": md("A", "Words ![the “harbor” at dawn & dusk](d.png).\n", image=1),
        "path": md("A", "```{image} d.png\n:alt: the harbor\n```\n", image="d.png"),
        "unseen": md("A", "![another](e.png)\n", image="d.png"),
        "long": md("A", f"![{'word ' * 1000}](d.png)\n", image=1),
        "none": md("A"),
        "authors": md("A", author="[team, mei]"),
        "records": md("A", author="[{name: Ops, type: organization}, {name: Jo, url: jo@example.org}]"),
    }
    files = dict.fromkeys(("d.png", "e.png"), "x")
    blog = {f"blog/{name}.md": text for name, text in posts.items()} | {f"blog/{k}": v for k, v in files.items()}
    conf = {"html_baseurl": BASE, "blog_default_image": "https://example.org/default.png", "blog_authors": AUTHORS}
    return make_shared_site(INDEX | blog, conf)


def test_the_picture_is_described_by_its_own_text(site: Site) -> None:
    assert site.warnings == []
    found = {name: metas(site.page(f"blog/{name}")) for name in ("number", "path", "unseen")}
    texts = {name: [each[f"{kind}:image:alt"] for kind in ("og", "twitter")] for name, each in found.items()}
    assert texts == {
        "number": ["the “harbor” at dawn & dusk"] * 2,
        "path": ["the harbor"] * 2,
        "unseen": ["A"] * 2,
    }
    assert len(metas(site.page("blog/long"))["og:image:alt"]) < 170
    # The default picture is not that of the post.
    assert metas(site.page("blog/none"))["og:image:alt"] == "A"


def test_authors_may_be_organizations_and_addresses_are_for_readers_alone(site: Site) -> None:
    authors = site.page("blog/authors").data["BlogPosting"]["author"]
    team = {"@type": "Organization", "name": "The Core Team", "url": "https://example.org/team"}
    assert authors == [team, {"@type": "Person", "name": "Mei", "image": f"{BASE}mei@2x.png"}]
    authors = site.page("blog/records").data["BlogPosting"]["author"]
    assert authors == [{"@type": "Organization", "name": "Ops"}, {"@type": "Person", "name": "Jo"}]
    for name in ("atom.xml", "rss.xml", "feed.json"):
        assert b"@example.org" not in site.bytes()[f"blog/{name}"]
    assert "mailto:mei@example.org" in [e.get("href") for e in elements(site.page("blog/author/mei").root)]


def test_a_type_that_is_none(make_site: MakeSite) -> None:
    site = make_site({**INDEX, "blog/a.md": md("A", author="{name: Ops, type: group}")})
    (warned,) = site.warnings
    assert (warned.file, warned.line, "person, organization" in warned.message) == ("blog/a.md", 3, True)
    assert site.page("blog/a").data["BlogPosting"]["author"] == [{"@type": "Person", "name": "Ops"}]


DAY, MOMENT = datetime(2024, 5, 6, tzinfo=UTC), "2024-05-06T00:00:00+00:00"
BARE = PageFacts("list", "T", "", "S", ("B", f"{BASE}b"), "")
FULL = PageFacts(
    "post", "T", f"{BASE}p", "S", ("B", f"{BASE}b"), "zh-Hans", "D", f"{BASE}i.png", (3, 4), "I", f"{BASE}v.mp4",
    published=DAY,
    updated=DAY.replace(year=2025),
    authors=(
        Person("Jo", is_organization=True),
        Person("Mei", f"{BASE}m", f"{BASE}m.png", (f"{BASE}e",), "@m@h", "mei", "0000"),
        Person("Li", "", "", (), "@l@h", "li", "0001"),
    ),
    section="N",
    tags=("a", "b"),
    cited=Source("C", ["Jo", "Mei"], DAY, "B", f"{BASE}c", "10.5/x", "zh"),
    license=f"{BASE}l",
    parents=(("B", f"{BASE}b"), ("P", "")),
)  # fmt: skip


def graph(facts: PageFacts) -> dict[str, dict[str, Any]]:
    (script,) = jsonld_scripts(facts)
    data = json.loads(parse(script).findtext(".//script") or "")
    assert data["@context"] == "https://schema.org"
    return {thing.pop("@type"): thing for thing in data["@graph"]}


def test_all_that_is_told_of_a_post() -> None:
    assert [(tag.name, tag.content) for tag in preview_tags(FULL)] == [
        ("description", "D"), ("og:title", "T"), ("og:type", "article"), ("og:url", f"{BASE}p"),
        ("og:site_name", "S"), ("og:description", "D"), ("og:locale", "zh_CN"), ("og:image", f"{BASE}i.png"),
        ("og:image:width", "3"), ("og:image:height", "4"), ("og:image:alt", "I"), ("twitter:image:alt", "I"),
        ("og:video", f"{BASE}v.mp4"), ("og:video:type", "video/mp4"), ("twitter:card", "summary_large_image"),
        ("fediverse:creator", "@m@h"), ("twitter:creator", "@mei"),
        ("article:published_time", MOMENT), ("article:modified_time", MOMENT.replace("2024", "2025")),
        ("article:author", "Jo"), ("article:author", f"{BASE}m"), ("article:author", "Li"),
        ("article:section", "N"), ("article:tag", "a"), ("article:tag", "b"), ("citation_title", "C"),
        ("citation_author", "Jo"), ("citation_author", "Mei"),
        ("citation_author_orcid", "0000"), ("citation_author_orcid", "0001"),
        ("citation_publication_date", "2024/05/06"), ("citation_journal_title", "B"), ("citation_language", "zh"),
        ("citation_doi", "10.5/x"), ("citation_public_url", f"{BASE}c"),
    ]  # fmt: skip
    things = graph(FULL)
    assert things["BlogPosting"] == {
        "@id": f"{BASE}p", "url": f"{BASE}p", "mainEntityOfPage": f"{BASE}p", "headline": "T",
        "description": "D", "image": f"{BASE}i.png", "inLanguage": "zh-Hans", "articleSection": "N",
        "datePublished": MOMENT, "dateModified": MOMENT.replace("2024", "2025"), "keywords": ["a", "b"],
        "video": {
            "@type": "VideoObject", "name": "T", "description": "D", "contentUrl": f"{BASE}v.mp4",
            "thumbnailUrl": f"{BASE}i.png", "uploadDate": MOMENT,
        },
        "author": [
            {"@type": "Organization", "name": "Jo"},
            {"@type": "Person", "name": "Mei", "url": f"{BASE}m", "image": f"{BASE}m.png", "sameAs": [f"{BASE}e"]},
            {"@type": "Person", "name": "Li"},
        ],
        "license": f"{BASE}l", "identifier": "https://doi.org/10.5/x",
        "isPartOf": {"@type": "Blog", "@id": f"{BASE}b", "name": "B"},
    }  # fmt: skip
    assert things["BreadcrumbList"]["itemListElement"] == [
        {"@type": "ListItem", "position": 1, "name": "B", "item": f"{BASE}b"},
        {"@type": "ListItem", "position": 2, "name": "P"},
        {"@type": "ListItem", "position": 3, "name": "T"},
    ]


def test_what_is_told_of_a_list_of_which_little_is_known() -> None:
    tags = [("og:title", "T"), ("og:type", "website"), ("og:site_name", "S"), ("twitter:card", "summary")]
    assert ([(tag.name, tag.content) for tag in preview_tags(BARE)], jsonld_scripts(BARE)) == (tags, [])
    part = {"@type": "Blog", "@id": f"{BASE}b", "name": "B"}
    list_ = {"@id": f"{BASE}l", "url": f"{BASE}l", "name": "T"}
    assert graph(BARE._replace(url=f"{BASE}l")) == {"CollectionPage": list_ | {"isPartOf": part}}
    # Neither a picture nor dates are those of the list, and the blog is a part of nothing.
    blog = BARE._replace(url=f"{BASE}l", kind="blog", image="i.png")
    assert graph(blog) == {"Blog": list_}
    assert [tag.name for tag in preview_tags(blog)][-3:] == ["og:image:alt", "twitter:image:alt", "twitter:card"]


def test_tags_are_escaped_and_have_the_attribute_of_their_vocabulary() -> None:
    names = {"og:title": "property", "article:tag": "property", "description": "name", "twitter:card": "name"}
    for name, attribute in names.items():
        assert MetaTag(name, 'a"&').html == f'<meta {attribute}="{name}" content="a&quot;&amp;">'


def test_the_locale_of_a_page() -> None:
    locales = {"zh-Hant": ["zh_TW"], "zh-Hant-HK": ["zh_HK"], "pt-BR": ["pt_BR"], "en": [], "sr-Latn": []}
    for language, locale in locales.items():
        tags = preview_tags(BARE._replace(language=language))
        assert [tag.content for tag in tags if tag.name == "og:locale"] == locale


def test_tags_that_the_page_has_are_not_added() -> None:
    head = '<meta name="description" content=""><META property=og:title content="x"><meta charset="utf-8">'
    left = [tag.name for tag in without_doubles(preview_tags(FULL), head)]
    assert left == [tag.name for tag in preview_tags(FULL) if tag.name not in {"description", "og:title"}]

"""Whatever a theme prints, or does not print, each thing is in the head of a page once."""

from collections import Counter

import pytest
from conftest import MakeSite, Site
from page import Page
from writing import many, md

from sphinx_blogext.web.head import Head, complete

FILES = {
    "index.md": "# Home\n\n```{toctree}\nguide\nblog/index\n```\n",
    "guide.md": "# Guide\n\nText.\n",
    "blog/index.md": "# News\n\n```{postlist}\n:paginate: 2\n```\n",
    **many(3, tags="x"),
    "blog/hidden.md": md("Hidden", unlisted=True, description="A > B & 'C' \"D\""),
    "blog/own.md": md("Own", unlisted=True).replace(
        "unlisted", "myst: {html_meta: {robots: 'noindex, nofollow', description: Own}}\nunlisted"
    ),
    "blog/draft.md": md("Draft", draft=True),
    "blog/copy.md": md("Copy", canonical_link="https://elsewhere.example/post"),
}
_LAYOUT = "<!DOCTYPE html>\n<html>\n<head>\n<title>{{ title }}</title>\nHEAD\n</head>\n<body>\n"
_LAYOUT += '<div role="main">{% block body %}{{ body }}{% endblock %}</div>\n</body>\n</html>\n'
#: Heads of themes: the usual one; one without all that; one that prints what it thinks itself.
THEMES = {
    "usual": '{{ metatags }}\n{% if pageurl %}<link rel="canonical" href="{{ pageurl|e }}">{% endif %}',
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
    conf = {"html_theme_path": ["themes"], "blog_show_drafts": True, "blog_citation": True}
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


PAGES = "blog/p01 blog/hidden blog/own blog/draft blog/copy blog/index blog/page/2 blog/tag/x blog/tag".split()


@pytest.mark.parametrize("name", PAGES)
def test_each_thing_is_there_once(sites: dict[str, Site], name: str) -> None:
    usual, silent, loud = (head_of(sites[theme].page(name)) for theme in ("usual", "silent", "loud"))
    assert set(usual.values()) == {1}
    assert silent == usual
    theirs = Counter([("meta", "og:image", "theme.png"), ("meta", "twitter:site", "@theme")])
    # Search engines follow the stricter one of two.
    theirs["meta", "robots", "index"] = loud["meta", "robots", "index"]
    assert loud - theirs == usual


def test_other_pages_have_the_feeds_alone(sites: dict[str, Site]) -> None:
    head = head_of(sites["silent"].page("guide"))
    assert {(tag, name) for tag, name, _content in head} == {("link", "alternate")}
    assert head_of(sites["loud"].page("guide"))["meta", "og:title", "a > b"] == 1


def test_with_no_post_nothing_is_changed(make_site: MakeSite) -> None:
    files = {"index.md": "# Home\n"} | theme_files("loud")
    conf = {"html_theme": "loud", "html_theme_path": ["themes"]}
    site, alone = make_site(files, conf), make_site(files, conf | {"extensions": ["myst_parser"]})
    assert site.path("index").read_bytes() == alone.path("index").read_bytes()


@pytest.mark.parametrize("html", ["<p>no head</p>", "", "<head>"])
def test_what_is_no_page_is_left_alone(html: str) -> None:
    assert complete(html, Head(("<meta>",), ("a",)), {}) == html

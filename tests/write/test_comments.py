"""Comments: nothing is loaded from elsewhere before the reader wants it."""

import json
from typing import Any

import pytest
from conftest import MakeSite
from page import Page
from sphinx.errors import ConfigError
from writing import INDEX, TEASER, md

from sphinx_blogext.core.comments import problem_of

GISCUS = {"provider": "giscus", "repo": "o/r", "repo_id": "R_1", "category": "Notes & <x>", "category_id": "C_1"}
UTTERANCES = {"provider": "utterances", "repo": "o/r"}
ISSO = {"provider": "isso", "url": "https://comments.example.org"}
POSTS = {**INDEX, "blog/a.md": md("A", TEASER), "blog/no.md": md("No", TEASER, nocomments=True)}


def settings(page: Page) -> dict[str, Any]:
    (place,) = page.all("section.blog-comments")
    # What a search indexes, and what stands there without scripts, is nothing.
    assert len(place) == 0
    assert not (place.text or "").strip()
    assert "hidden" in place.attrib
    found: dict[str, Any] = json.loads(place.get("data-comments", ""))
    return found


@pytest.mark.parametrize("conf", [GISCUS, UTTERANCES, ISSO], ids=lambda conf: conf["provider"])
def test_nothing_comes_from_elsewhere(conf: dict[str, str], make_site: MakeSite) -> None:
    site = make_site(POSTS, {"blog_comments": conf})
    page = site.page("blog/a")
    assert settings(page)["provider"] == conf["provider"]
    for element in page.root.iter():
        if element.tag in {"script", "iframe", "img"} or element.get("rel") in {"stylesheet", "preconnect"}:
            assert "//" not in element.get("src", element.get("href", ""))
    assert "blogext-comments.css" in page.source
    scripts = [script for script in page.root.iter("script") if "blogext-comments" in script.get("src", "")]
    assert [script.get("defer") for script in scripts] == ["defer"]
    # An inline script would need an exception in a policy for contents.
    assert not [script for script in page.root.iter("script") if "omment" in (script.text or "")]
    for name in ("index", "blog", "blog/no"):
        assert site.page(name).all(".blog-comments") == []
        assert "blogext-comments" not in site.page(name).source


def test_what_the_providers_are_told(make_site: MakeSite) -> None:
    giscus = settings(make_site(POSTS, {"blog_comments": GISCUS, "language": "zh_CN"}).page("blog/a"))
    assert giscus["script"] == "https://giscus.app/client.js"
    assert giscus["attributes"]["data-category"] == "Notes & <x>"
    assert (giscus["attributes"]["data-mapping"], giscus["attributes"]["data-term"]) == ("specific", "blog/a")
    assert giscus["attributes"]["data-lang"] == "zh-CN"
    assert giscus["title"] == "评论"
    utterances = settings(make_site(POSTS, {"blog_comments": UTTERANCES | {"term": "pathname"}}).page("blog/a"))
    assert utterances["attributes"]["issue-term"] == "pathname"
    isso = settings(make_site(POSTS, {"blog_comments": ISSO | {"load": "scroll"}}).page("blog/a"))
    assert isso["script"] == "https://comments.example.org/js/embed.min.js"
    assert isso["thread"] == {"id": "isso-thread", "data-isso-id": "/blog/a"}
    assert isso["load"] == "scroll"


def test_they_are_in_the_language_of_the_post(make_site: MakeSite) -> None:
    posts = {f"blog/{name}.md": md("T", TEASER, language=name) for name in ("zh", "en", "hu")}
    for site_language, said in {"en": ["zh", None, "en"], "zh_CN": ["zh", "en", "zh-Hans"]}.items():
        site = make_site({**INDEX, **posts}, {"blog_comments": GISCUS, "language": site_language})
        places = [site.page(f"blog/{name}").one(".blog-comments") for name in ("zh", "en", "hu")]
        assert [place.get("lang") for place in places] == said
        titles = [settings(site.page(f"blog/{name}"))["title"] for name in ("zh", "en", "hu")]
        assert titles == ["评论", "Comments", "Comments" if site_language == "en" else "评论"]
        assert [place.get("aria-label") for place in places] == titles
        shown = [settings(site.page(f"blog/{name}"))["attributes"]["data-lang"] for name in ("zh", "en", "hu")]
        assert shown == ["zh-CN", "en", "en" if site_language == "en" else "zh-CN"]


@pytest.mark.parametrize(
    ("conf", "problem"),
    [
        ({}, "provider"),
        ({"provider": "disqus"}, "giscus, utterances, isso"),
        ({"provider": "giscus", "repo": "o/r"}, "'category'"),
        (UTTERANCES | {"repos": "x"}, "'repos'"),
        (UTTERANCES | {"load": "now"}, "'load'"),
        (UTTERANCES | {"term": "x"}, "'term'"),
        ({"provider": "isso", "url": "javascript:alert(1)"}, "https://"),
        (GISCUS | {"host": "//evil"}, "https://"),
    ],
)
def test_what_is_wrong_is_named(conf: Any, problem: str, make_site: MakeSite) -> None:
    assert problem in problem_of(conf)
    if isinstance(conf, dict) and not conf:
        with pytest.raises(ConfigError, match="blog_comments"):
            make_site(POSTS, {"blog_comments": conf})

"""Comments: nothing is loaded from elsewhere before the reader wants it, and nothing in an answer runs."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browsing import Browser, Page, Server, needs_chromium
from conftest import MakeSite, Site
from sphinx.errors import ConfigError
from writing import INDEX, TEASER, md

from sphinx_blogext.core.comments import problem_of, script_data

GISCUS = {"provider": "giscus", "repo": "o/r", "repo_id": "R_1", "category": "Notes & <x>", "category_id": "C_1"}
UTTERANCES = {"provider": "utterances", "repo": "o/r"}
ISSO = {"provider": "isso", "url": "https://comments.example.org"}


def settings(site: Site, name: str) -> dict[str, Any]:
    places = site.page(name).all("section.blog-comments")
    for place in places:
        # What a search indexes, and what stands there without scripts, is nothing.
        assert (len(place), (place.text or "").strip(), "hidden" in place.attrib) == (0, "", True)
    return json.loads(places[0].get("data-comments", "")) if places else {}


def test_nothing_comes_from_elsewhere_and_providers_are_told_what_they_need(make_site: MakeSite) -> None:
    blogs = {"g": GISCUS, "u": UTTERANCES | {"term": "pathname"}, "i": ISSO | {"load": "scroll"}}
    files = {f"{name}/a.md": md("A", TEASER) for name in blogs} | {"g/no.md": md("No", TEASER, nocomments=True)}
    files |= {f"g/{name}.md": md("T", TEASER, language=name) for name in ("en", "hu")}
    conf = {"blogs": {name: {"blog_comments": service} for name, service in blogs.items()}, "language": "zh_CN"}
    site = make_site(INDEX | files, conf)
    for name in blogs:
        page = site.page(f"{name}/a")
        for element in page.root.iter():
            if element.tag in {"script", "iframe", "img"} or element.get("rel") in {"stylesheet", "preconnect"}:
                assert "//" not in element.get("src", element.get("href", ""))
        assert "blogext-comments.css" in page.source
        scripts = [script for script in page.root.iter("script") if "blogext-comments" in script.get("src", "")]
        assert [script.get("defer") for script in scripts] == ["defer"]
        # An inline script would need an exception in a policy for contents.
        assert not [script for script in page.root.iter("script") if "omment" in (script.text or "")]
    for name in ("index", "g", "g/no"):
        assert settings(site, name) == {}
        assert "blogext-comments" not in site.page(name).source
    giscus, utterances, isso = (settings(site, f"{name}/a") for name in blogs)
    assert giscus["script"] == "https://giscus.app/client.js"
    assert giscus["attributes"]["data-category"] == "Notes & <x>"
    assert (giscus["attributes"]["data-mapping"], giscus["attributes"]["data-term"]) == ("specific", "g/a")
    assert (giscus["attributes"]["data-lang"], giscus["title"]) == ("zh-CN", "评论")
    # They are in the language of the post, or in that of the site: there is no Hungarian interface.
    for name, lang, title in (("en", "en", "Comments"), ("hu", "zh-CN", "评论")):
        assert settings(site, f"g/{name}")["attributes"]["data-lang"] == lang
        assert site.page(f"g/{name}").one(".blog-comments").get("aria-label") == title
    assert utterances["attributes"]["issue-term"] == "pathname"
    assert script_data(UTTERANCES, "blog/a", "en")["attributes"]["issue-term"] == "blog/a"
    assert isso["script"] == "https://comments.example.org/js/embed.min.js"
    assert (isso["thread"], isso["load"]) == ({"id": "isso-thread", "data-isso-id": "/i/a"}, "scroll")


@pytest.mark.parametrize(
    ("conf", "problem"),
    [
        ({}, "provider"),
        ({"provider": "disqus"}, "giscus, utterances, isso"),
        ({"provider": "giscus", "repo": "o/r"}, "'category'"),
        (UTTERANCES | {"repos": "x"}, "'repos'"),
        (UTTERANCES | {"load": "now"}, "'load'"),
        ({"provider": "isso", "url": "javascript:alert(1)"}, "https://"),
        *((GISCUS | {"host": host}, "https://") for host in ("//evil", "http://[evil")),
    ],
)
def test_what_is_wrong_is_named(conf: dict[str, str], problem: str) -> None:
    assert problem in problem_of(conf)


def test_what_is_wrong_ends_the_build(make_site: MakeSite) -> None:
    with pytest.raises(ConfigError, match="blog_comments"):
        make_site(INDEX, {"blog_comments": {}})


# Threads on Mastodon or Bluesky

MASTODON = "https://social.example.org/@mei/42"
THREADS = INDEX | {
    "blog/m.md": md("M", TEASER, comments=f'"{MASTODON}"'),
    "blog/b.md": md("B", TEASER, comments='"https://bsky.app/profile/mei.example.org/post/3abc"'),
    "blog/plain.md": md("Plain", TEASER),
    "blog/off.md": md("Off", TEASER, comments=False),
    "blog/on.md": md("On", TEASER, comments=True),
    "blog/no.md": md("No", TEASER, comments=f'"{MASTODON}"', nocomments=True),
}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(THREADS, {"html_theme": "blogext", "language": "en"})


def test_a_post_says_where_its_comments_are(site: Site) -> None:
    assert not site.blog_warnings
    found = settings(site, "blog/m")
    assert found["api"] == "https://social.example.org/api/v1/statuses/42/context"
    assert "social.example.org" in found["note"]
    assert settings(site, "blog/b")["provider"] == "bluesky"
    assert [name for name in ("plain", "off", "on", "no") if settings(site, f"blog/{name}")] == []
    # Nobody is asked before the reader wants it.
    assert "social.example.org/api" not in site.page("blog/m").source.partition("data-comments")[0]


def test_a_thread_takes_the_place_of_a_service_and_files_go_with_the_last(make_site: MakeSite) -> None:
    site = make_site(THREADS, {"blog_comments": GISCUS | {"load": "scroll"}})
    names = ("m", "b", "plain", "off", "on", "no")
    found = {name: settings(site, f"blog/{name}").get("provider", "") for name in names}
    assert found == {"m": "mastodon", "b": "bluesky", "plain": "giscus", "off": "", "on": "giscus", "no": ""}
    assert settings(site, "blog/m")["load"] == "scroll"
    scripts = [site.outdir / f"_static/blogext-{name}.js" for name in ("comments", "thread")]
    assert [script.is_file() for script in scripts] == [True, True]
    for name in ("m", "b", "no"):
        site.write(f"blog/{name}.md", THREADS["blog/plain.md"])
    site.build()
    assert [script.is_file() for script in scripts] == [True, False]


def test_what_is_no_thread_is_said(make_site: MakeSite) -> None:
    site = make_site(INDEX | {"blog/a.md": md("A", TEASER, comments='"@mei@social.example.org"')})
    (warning,) = site.warnings
    assert (warning.file, warning.line, warning.type) == ("blog/a.md", 3, "blog.invalid_option")
    assert settings(site, "blog/a") == {}


def status(number: int, content: str, reply_to: int = 42, **more: Any) -> dict[str, Any]:
    account = {"display_name": "<b>Jo</b>", "acct": "jo@x.example", "url": "https://x.example/@jo"}
    return {
        "id": str(number),
        "in_reply_to_id": str(reply_to),
        "account": account,
        "url": f"https://x.example/@jo/{number}",
        "created_at": "2026-11-20T10:00:00.000Z",
        "content": content,
        "spoiler_text": "",
    } | more


def facet(start: int, end: int, uri: str) -> dict[str, Any]:
    return {"index": {"byteStart": start, "byteEnd": end}, "features": [{"uri": uri}]}


HOSTILE = (
    '<p onclick="x()">Hi <img src="https://evil.example/p.gif" onerror="window.hit = 1"> '
    "<script>window.hit = 2</script><style>p { color: red }</style><svg onload='window.hit = 3'></svg>"
    '<a href="javascript:window.hit = 4">bad</a> <a href="https://good.example/" onclick="window.hit = 5">'
    '<span class="invisible">https://</span>good</a> <iframe src="https://evil.example/"></iframe>'
    "<em>there</em> <blink>old</blink></p>"
)
ANSWERS: dict[str, Any] = {
    "mastodon": {
        "descendants": [
            status(1, HOSTILE),
            status(2, "<p>An answer</p>", 1),
            status(3, "<p>Hidden</p>", spoiler_text="$& Spoiler <i>"),
            status(7, "", media_attachments=[{"type": "image", "description": "A <b>harbour</b>"}]),
            status(8, "<p>Nobody</p>", account=None),
            status(4, "<p>Lost</p>", 999, account={"display_name": "", "acct": "x", "url": "javascript:alert(1)"}),
        ],
    },
    "bluesky": {
        "thread": {
            "replies": [
                {
                    "post": {
                        "uri": "at://did:plc:a/app.bsky.feed.post/3xyz",
                        "author": {"handle": "jo.example.org", "displayName": ""},
                        "record": {
                            "text": "见 link <b>x</b>",
                            "createdAt": "2026-11-20T10:00:00Z",
                            "facets": [facet(4, 8, "https://good.example/"), facet(9, 12, "javascript:alert(1)")],
                        },
                    },
                    "replies": [{"blocked": True}],
                }
            ]
        }
    },
}


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Callable[..., tuple[Page, list[str]]]]:
    """Return a function that opens a post and asks for its comments, which are what it is given."""
    context = browser.new_context()

    # All that a policy has to allow.
    policy = "connect-src 'self' https://social.example.org https://public.api.bsky.app"
    with Server(site.outdir, policy) as server:

        def open_page(name: str, answer: Any) -> tuple[Page, list[str]]:
            page = context.new_page()
            fetched: list[str] = []
            page.on("request", lambda request: fetched.append(request.url))
            headers = {"access-control-allow-origin": "*"}
            page.route(
                lambda url: "127.0.0.1" not in url and "localhost" not in url,
                lambda route: route.fulfill(json=answer, headers=headers),
            )
            page.goto(f"{server.url}/blog/{name}.html", wait_until="networkidle")
            assert [url for url in fetched if not url.startswith(server.url)] == []
            page.locator(".blog-comments-button").click()
            page.locator(".blog-thread:not([aria-busy]) .blog-comment-reply").wait_for()
            return page, [url for url in fetched if not url.startswith(server.url)]

        yield open_page
    context.close()


@needs_chromium
def test_a_thread_is_shown_and_nothing_in_it_runs(visit: Callable[..., tuple[Page, list[str]]]) -> None:
    page, fetched = visit("m", ANSWERS["mastodon"])
    assert fetched == ["https://social.example.org/api/v1/statuses/42/context"]
    first = page.locator(".blog-thread > ol > li").first
    assert first.locator("> .blog-comment-text").inner_text() == "Hi bad good there old"
    assert first.locator("strong").first.inner_text() == "<b>Jo</b>"
    links = page.locator(".blog-thread a").evaluate_all("found => found.map(link => [link.href, link.rel])")
    assert {link.partition(":")[0] for link, _rel in links} == {"https"}
    assert all("nofollow" in rel and "noopener" in rel for _link, rel in links)
    assert page.locator(".blog-thread :is(img, script, style, iframe, svg, blink, [onclick])").count() == 0
    assert page.evaluate("window.hit") is None
    # Answers stand below what they answer; a warning folds what it warns of.
    assert first.locator("ol .blog-comment-text").inner_text() == "An answer"
    assert page.locator(".blog-thread summary").inner_text() == "Content warning: $& Spoiler <i>"
    assert page.locator(".blog-thread > ol > li").count() == 5
    assert page.get_by_text("[A <b>harbour</b>]", exact=True).count() == 1
    assert page.locator(".blog-comment-reply a").get_attribute("href") == MASTODON


@pytest.mark.slow
@needs_chromium
def test_a_thread_of_bluesky(visit: Callable[..., tuple[Page, list[str]]]) -> None:
    page, (api,) = visit("b", ANSWERS["bluesky"])
    assert api.startswith("https://public.api.bsky.app/xrpc/app.bsky.feed.getPostThread?uri=at%3A%2F%2Fmei")
    text = page.locator(".blog-comment-text")
    assert text.inner_text() == "见 link <b>x</b>"
    links = text.locator("a").evaluate_all("found => found.map(link => [link.href, link.innerText])")
    assert links == [["https://good.example/", "link"]]

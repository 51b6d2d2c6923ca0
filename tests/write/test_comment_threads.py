"""Comments that are a thread on Mastodon or Bluesky: what pages say of it, and what is made of answers."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browsing import Browser, Page, Server, needs_chromium
from conftest import MakeSite, Site
from writing import INDEX, TEASER, md

MASTODON = "https://social.example.org/@mei/42"
BLUESKY = "https://bsky.app/profile/mei.example.org/post/3abc"
GISCUS = {"provider": "giscus", "repo": "o/r", "repo_id": "R_1", "category": "C", "category_id": "C_1"}
FILES = INDEX | {
    "blog/m.md": md("M", TEASER, comments=f'"{MASTODON}"'),
    "blog/b.md": md("B", TEASER, comments=f'"{BLUESKY}"'),
    "blog/plain.md": md("Plain", TEASER),
    "blog/off.md": md("Off", TEASER, comments=False),
    "blog/on.md": md("On", TEASER, comments=True),
    "blog/no.md": md("No", TEASER, comments=f'"{MASTODON}"', nocomments=True),
}


def settings(site: Site, name: str) -> dict[str, Any]:
    places = site.page(f"blog/{name}").all("section.blog-comments")
    return json.loads(places[0].get("data-comments", "")) if places else {}


def test_a_post_says_where_its_comments_are(make_site: MakeSite) -> None:
    site = make_site(FILES)
    assert not site.blog_warnings
    assert settings(site, "m")["api"] == "https://social.example.org/api/v1/statuses/42/context"
    assert "social.example.org" in settings(site, "m")["note"]
    assert settings(site, "b")["provider"] == "bluesky"
    assert [name for name in ("plain", "off", "on", "no") if settings(site, name)] == []
    assert {path.name for path in (site.outdir / "_static").glob("blogext-*")} >= {"blogext-thread.js"}
    assert "blogext-comments" in site.page("blog/m").source
    # Nobody is asked before the reader wants it.
    assert (
        "social.example.org/api"
        not in site.page("blog/m").source.replace(str(settings(site, "m")), "").partition("data-comments")[0]
    )


def test_a_thread_takes_the_place_of_a_service(make_site: MakeSite) -> None:
    site = make_site(FILES, {"blog_comments": GISCUS | {"load": "scroll"}})
    found = {name: settings(site, name).get("provider", "") for name in ("m", "b", "plain", "off", "on", "no")}
    assert found == {"m": "mastodon", "b": "bluesky", "plain": "giscus", "off": "", "on": "giscus", "no": ""}
    assert settings(site, "m")["load"] == "scroll"


@pytest.mark.parametrize("wrong", ["https://example.org/", "javascript:alert(1)", "@mei@social.example.org", "[]"])
def test_what_is_no_thread_is_said(make_site: MakeSite, wrong: str) -> None:
    site = make_site(INDEX | {"blog/a.md": md("A", TEASER, comments=json.dumps(wrong))})
    (warning,) = site.warnings
    assert (warning.file, warning.line, warning.type) == ("blog/a.md", 3, "blog.invalid_option")
    assert settings(site, "a") == {}


def test_files_go_with_the_last_thread(make_site: MakeSite) -> None:
    site = make_site(INDEX | {"blog/m.md": FILES["blog/m.md"]})
    script = site.outdir / "_static/blogext-thread.js"
    assert script.is_file()
    site.write("blog/m.md", FILES["blog/plain.md"]).build()
    assert not script.exists()
    assert not (site.outdir / "_static/blogext-comments.js").exists()


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
        "ancestors": [],
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


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(FILES, {"html_theme": "blogext", "language": "en"})


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Callable[..., tuple[Page, list[str]]]]:
    """Return a function that opens a post and asks for its comments, which are what it is given."""
    context = browser.new_context()

    # All that a policy has to allow.
    policy = "connect-src 'self' https://social.example.org https://public.api.bsky.app"
    with Server(site.outdir, policy) as server:

        def open_page(name: str, answer: Any, code: int = 200) -> tuple[Page, list[str]]:
            page = context.new_page()
            fetched: list[str] = []
            page.on("request", lambda request: fetched.append(request.url))
            headers = {"access-control-allow-origin": "*"}
            page.route(
                lambda url: "127.0.0.1" not in url and "localhost" not in url,
                lambda route: route.fulfill(status=code, json=answer, headers=headers),
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
    assert api.startswith(
        "https://public.api.bsky.app/xrpc/app.bsky.feed.getPostThread?uri=at%3A%2F%2Fmei.example.org"
    )
    text = page.locator(".blog-comment-text")
    assert text.inner_text() == "见 link <b>x</b>"
    assert text.locator("a").evaluate_all("found => found.map(link => [link.href, link.innerText])") == [
        ["https://good.example/", "link"]
    ]
    assert page.locator(".blog-comment-head a").last.get_attribute("href") == (
        "https://bsky.app/profile/jo.example.org/post/3xyz"
    )


@pytest.mark.slow
@needs_chromium
@pytest.mark.parametrize(
    ("answer", "code", "text"),
    [
        ({"descendants": []}, 200, "Nobody has replied yet."),
        ({"error": "gone"}, 404, "The comments could not be loaded."),
        (["nonsense"], 200, "The comments could not be loaded."),
    ],
)
def test_where_there_is_nothing_a_link_leads_there(
    visit: Callable[..., tuple[Page, list[str]]], answer: Any, code: int, text: str
) -> None:
    page, _fetched = visit("m", answer, code)
    assert page.locator(".blog-thread").inner_text().split("\n")[0] == text
    assert page.locator(".blog-comment-reply a").get_attribute("href") == MASTODON

"""What each part of the head of a page says, and what search engines are told to leave out."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import MakeSite
from docutils import nodes
from writing import md

from sphinx_blogext.nodes import blog_html
from sphinx_blogext.site.build import Build, build_of
from sphinx_blogext.site.hosting import Hosting
from sphinx_blogext.web import head, indexes, page_facts
from sphinx_blogext.web.head import Head, complete
from sphinx_blogext.web.page_facts import CARD_SIZE, FactsCollector, PageFacts, preview_tags

BASE = "https://example.org/"
FILES: dict[str, Any] = {
    "index.md": "# Home\n",
    "guide.md": "---\norphan: true\n---\n# Guide\n\n```{postlist}\n```\n",
    "other.md": "---\norphan: true\n---\n# Other\n",
    "blog/a.md": md("A", date="2024-01-01", language="en", tags="x", license="CC-BY-4.0", category="N"),
    "blog/b.md": md("乙", date="2024-01-02", language="zh", tags="x", translations="a", license="Mine"),
    "blog/c.md": md("C", date="2024-01-03", language="en", translations="d"),
    "blog/d.md": md("D", date="2024-01-04", language="en", translations="c"),
    "blog/e.md": md("E", date="2024-01-05", language="de", translations="f"),
    "blog/f.md": md("F", date="2024-01-06", language="fr", translations="e"),
    "blog/hidden.md": md("Hidden", unlisted=True),
    "blog/draft.md": md("Draft", draft=True),
    "blog/copy.md": md("Copy", date="2023-01-01", canonical_link="https://e.org/"),
    "news/x.md": md("X", tags=list("abcdefghijklm")),
}
BLOG = {"blog_page_size": 1, "blog_feed_archives": True, "blog_noindex": ["archive"]}
BLOG |= {"blog_tags": {"x": {"description": "All x"}}, "blog_title": "Ours"}
BLOG |= {"blog_authors": {"mei": {"name": "Mei", "url": "https://mei.e", "social": {"M": "https://m.e/@mei"}}}}
CONF: dict[str, Any] = {"blogs": {"blog": BLOG, "news": {}}, "blog_show_drafts": True}


@pytest.fixture(scope="module")
def build(make_shared_site: MakeSite) -> Build:
    build: Build = build_of(make_shared_site(FILES, CONF).env)
    return build


def links(lines: list[str]) -> list[tuple[str, str]]:
    """The language of each link, and where it leads to, below the address of the site."""
    attributes = [dict(re.findall(r'(\w+)="(.*?)"', line)) for line in lines]
    return [(each.get("hreflang", ""), each["href"].removeprefix(BASE)) for each in attributes]


def feeds(build: Build, page: str) -> list[tuple[str, str]]:
    return [
        (tag, url.removesuffix("/atom.xml")) for tag, url in links(head.feed_links(build, page)) if "atom" in url
    ]


MAIN, NEWS = ("", "blog"), ("", "news")


def test_pages_lead_to_the_feeds_of_their_blog_and_their_list(build: Build) -> None:
    for name, expected in {
        "other": [MAIN, NEWS],
        **{name: [MAIN] for name in ("blog/a", "blog")},
        **{name: [NEWS] for name in ("news/x", "news")},
        "blog/tag/x": [MAIN, ("", "blog/tag/x")],
        "blog/language/zh": [MAIN, *((tag, f"blog/language/{tag}") for tag in ("de", "en", "fr", "zh"))],
    }.items():
        assert sorted(feeds(build, name)) == expected, name


def test_versions_in_all_languages(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    def versions(page: str) -> dict[str, str]:
        return dict(links(head.version_links(build, build.html_builder, page)))

    both = {"en": "blog/a.html", "zh": "blog/b.html", "x-default": "blog/a.html"}
    assert versions("blog/a") == versions("blog/b") == both
    # None is in the language of the site: the first one counts.
    others = {"de": "blog/e.html", "fr": "blog/f.html", "x-default": "blog/e.html"}
    assert versions("blog/e") == versions("blog/f") == others
    # Two in one language are not versions of each other.
    assert [versions(name) for name in ("blog/c", "blog/hidden", "other", "blog/page/2")] == [{}] * 4
    lists = {tag: f"blog/language/{tag}.html" for tag in ("de", "en", "fr", "zh")}
    assert versions("blog") == versions("blog/language/zh") == {"x-default": "blog.html", **lists}
    monkeypatch.setattr(build, "hosting", Hosting())
    assert versions("blog/a") == {tag: f"../{url}" for tag, url in both.items()}


def test_a_blog_with_one_author_links_to_the_profiles(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    names, profiles = ("index", "blog", "blog/a", "blog/page/2", "news"), ["https://mei.e", "https://m.e/@mei"]
    me = {name: [url for _tag, url in links(head.me_links(build, name))] for name in names}
    assert me == {**{name: [] for name in names}, "index": profiles, "blog": profiles}
    authors = build.blog_of("blog").config.terms["author"]
    monkeypatch.setitem(authors, "jo", authors["mei"])
    assert head.me_links(build, "blog") == []


def test_what_search_engines_leave_out(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    thin = "noindex,follow"
    expected = dict.fromkeys(("other", "blog/a", "blog"), "") | dict.fromkeys(("blog/archive", "blog/2024"), thin)
    expected |= dict.fromkeys(("blog/hidden", "blog/draft", "blog/drafts"), "noindex")
    assert {name: head._robots(build, name) for name in expected} == expected
    monkeypatch.setattr(build, "hosting", Hosting(canonical=BASE, is_preview=True))
    assert [head._robots(build, name) for name in ("other", "blog/a", "blog/archive")] == ["noindex"] * 3


def test_canonical_links(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("blog/a", "guide", "other", "blog", "news")
    for hosting, ours in {
        Hosting(BASE, BASE): {*names} - {"other"},
        Hosting(BASE, BASE, version="1"): {*names},
        Hosting(): set(),
    }.items():
        monkeypatch.setattr(build, "hosting", hosting)
        expected = {name: {"pageurl": f"{BASE}{name}.html"} if name in ours else {} for name in names}
        assert {name: head._canonical(build, name) for name in names} == expected
        assert head._canonical(build, "blog/copy") == {"pageurl": "https://e.org/"}


def test_which_documents_have_text() -> None:
    own, ours, none = (nodes.document(None, None) for _ in range(3))  # type: ignore[arg-type]
    own += nodes.section("", nodes.paragraph("", "Text"))
    ours += blog_html("", nodes.paragraph("", "Text"))
    assert [head._has_text(each) for each in (own, ours, none, None)] == [True, False, False, False]


def test_what_another_extension_prints() -> None:
    for uses_first, size in ((True, (1, 2)), (True, None), (False, (1, 2))):
        app: Any = SimpleNamespace(config=SimpleNamespace(ogp_use_first_image=uses_first))
        facts = PageFacts("post", "T", "", "S", ("B", ""), "de-DE", "D", "i.png", size, "I")
        tags = preview_tags(facts)
        left = "og:image" if uses_first and size else "-"
        ours = (tag for tag in tags if tag.name.startswith("og:") and not tag.name.startswith(left))
        assert head._for_opengraph(app, facts, tags) == {tag.name: tag.content for tag in ours}


def test_what_is_added_after_all_others(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    for root in ("blog", "news"):
        monkeypatch.setattr(build.blog_of(root).config, "blog_webmention", "https://e.org/?a&b")

    def added(page: str, metatags: str = "") -> tuple[list[str], Head]:
        context: dict[str, Any] = {"metatags": metatags}
        head.on_page_context_late(build.app, page, "", context, None)
        tags = [line for line in context["metatags"].splitlines() if re.search("webmention|robots|=.me", line)]
        return tags, context[head.HEAD]

    mention = '<link rel="webmention" href="https://e.org/?a&amp;b">'
    tags, noted = added("blog/a")
    assert (tags, noted.is_of_blog, noted.names) == ([mention], True, ())
    assert mention in noted.lines
    assert (added("other")[0], added("blog")[0]) == ([], head.me_links(build, "blog"))
    assert [added(name)[1].is_of_blog for name in ("other", "guide")] == [False, True]
    # What the author says of robots stays.
    robots = '<meta name="robots" content="{}">'
    assert added("blog/hidden")[0] == [mention, robots.format("noindex")]
    assert added("blog/hidden", robots.format("all"))[0] == [robots.format("all"), mention]


def test_what_is_no_page_of_sphinx_is_left_alone(build: Build) -> None:
    html = "<head></head>"
    assert head._render(lambda _template, _context: html, build.app, "own.html", {"pagename": "x"}) == html


OURS = '<meta property="og:title" content="T">'
LATE, ADDED = '<link rel="me" href="x">', '<meta name="a">'


@pytest.mark.parametrize(
    ("theirs", "part", "context", "finished"),
    [
        # What is missing is added.
        ("<title>", Head((LATE,)), {"metatags": ADDED, "pageurl": "u"}, f"<title>{LATE}\n"),
        (f"{LATE}<title>", Head((LATE,)), {}, f"{LATE}<title>"),
        ("<title>", Head((LATE,), (), True), {"metatags": f"{ADDED}\n {OURS}"}, f"<title>{ADDED}\n{OURS}\n"),
        ("", Head((), (), True), {"pageurl": 'u"&'}, '<link rel="canonical" href="u&quot;&amp;">\n'),
        ("<LINK HREF=u REL=canonical>", Head((), (), True), {"pageurl": "u"}, "<LINK HREF=u REL=canonical>"),
        # What the theme says of a post gives way to what the page says.
        ("<meta property='og:title' content=a>", Head((), ("og:title",), True), {"metatags": OURS}, f"{OURS}\n"),
        (OURS, Head((), ("og:title",), True), {"metatags": OURS}, OURS),
        (ADDED, Head((), ("og:title",), True), {}, ADDED),
    ],
)
def test_a_finished_head(theirs: str, part: Head, context: dict[str, Any], finished: str) -> None:
    html = complete(f"<head>{theirs}</head>{ADDED}</head>", part, context)
    assert html == f"<head>{finished}</head>{ADDED}</head>"


def collector(build: Build, page: str) -> FactsCollector:
    renderer = SimpleNamespace(parts=SimpleNamespace(description=lambda _post: "About"))
    output: Any = SimpleNamespace(build=build, builder=build.html_builder, renderer=renderer)
    return FactsCollector(output, page)


def facts_of(build: Build, page: str, head: str = "", *, has_text: bool = False) -> PageFacts:
    found = collector(build, page).of_page(page, "u", head, has_text=has_text)
    assert found
    return found


def test_the_facts_of_a_post(build: Build) -> None:
    assert collector(build, "other").of_page("other", "u", "", has_text=True) is None
    a, b = facts_of(build, "blog/a"), facts_of(build, "blog/b")
    blog = ("Ours", f"{BASE}blog.html")
    assert (a.kind, a.title, a.url, a.blog, a.parents) == ("post", "A", "u", blog, (blog,))
    assert (a.language, a.section, a.tags, a.description) == ("en", "N", ("x",), "About")
    assert (b.language, b.section, b.license) == ("zh", "", "Mine")
    assert a.license == "https://creativecommons.org/licenses/by/4.0/"


def test_the_facts_of_a_list(build: Build) -> None:
    own = "<meta name=description content=Own><meta name=description content=Other>"
    for page, head_, has_text, kind, description in (
        ("blog", "", False, "blog", "Ours: E"),
        ("blog", own, False, "blog", "Own"),
        ("blog", "", True, "blog", ""),
        ("blog/page/2", "", False, "list", "Ours – page 2: D"),
        ("blog/tag/x", "", True, "list", "All x"),
        ("blog/drafts", "", False, "list", "Drafts: Draft"),
        ("blog/tag", "", False, "list", "Tags: x"),
        # The terms that fit.
        ("news/tag", "", False, "list", "Tags: a; b; c; d; e; f; g; h; i; j; k; l"),
        ("blog/tag", own, False, "list", "Own"),
        ("blog/tag", "", True, "list", ""),
        ("blog/subscribe", "", False, "list", ""),
    ):
        facts = facts_of(build, page, head_, has_text=has_text)
        assert (facts.kind, facts.description, facts.language) == (kind, description, "en"), page
    # So is a list in any other document.
    found = {name: page_facts.description_of_lists(build, name) for name in ("guide", "other")}
    assert found == {"guide": [page_facts.MetaTag("description", "Guide: E; D; C")], "other": []}


def test_what_the_author_says_of_a_blog_describes_it(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build.blog_of("blog").config, "blog_feed_subtitle", "News of it")
    found = [facts_of(build, name).description for name in ("blog", "blog/archive")]
    assert found == ["News of it", "Archive: E; D; C"]


def test_which_picture_a_preview_has(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    found = collector(build, "blog/a")
    for shared, own, default, base, image, alt in (
        ("p.png", "p.png", "d.png", BASE, f"{BASE}p.png", "I"),
        ("", "", "d.png", BASE, f"{BASE}d.png", ""),
        ("p.svg", "p.svg", "d.png", BASE, f"{BASE}d.png", ""),
        ("p.svg", "p.svg", "", BASE, f"{BASE}p.svg", "I"),
        ("card.png", "", "", BASE, f"{BASE}card.png", ""),
        ("card.png", "", "", "", "", "I"),
    ):
        monkeypatch.setattr("sphinx_blogext.web.page_facts.shared_picture", lambda _post, _build, it=shared: it)
        monkeypatch.setattr(build, "picture_of", lambda _post, it=own: it)
        monkeypatch.setattr(found.config, "blog_default_image", default)
        found.base = base
        media = found._media(build.posts["blog/a"]._replace(image_alt="I"))
        # Of a card, the size is known.
        size = CARD_SIZE if image.endswith("card.png") else None
        assert (media["image"], media["image_alt"], media["image_size"]) == (image, alt, size)


def test_which_video_a_preview_has(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    found = collector(build, "blog/a")
    monkeypatch.setattr(build, "enclosure_of", lambda post: post.enclosure)
    for name, base, video in (("v.mp4", BASE, f"{BASE}v.mp4"), ("v.mp3", BASE, ""), ("v.mp4", "", "")):
        found.base = base
        assert found._media(build.posts["blog/a"]._replace(enclosure=name))["video"] == video


def test_what_search_knows_of_posts(build: Build) -> None:
    known = {"docnames": ["index", "blog/a", "blog/c"], "x": 1}
    posts = {"blog/a": ["2024-01-01", "x"], "blog/c": ["2024-01-03"]}
    dates = {"blog/a": "1 January 2024", "blog/c": "3 January 2024"}
    assert indexes._freeze(build, lambda: {**known}) == known | {indexes.POSTS: posts, indexes.DATES: dates}

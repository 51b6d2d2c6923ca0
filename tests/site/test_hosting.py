"""Where a site stands: addresses, Read the Docs' versions and previews, microformats, the subscribe page."""

from collections.abc import Callable
from typing import Any

import pytest
from conftest import MakeSite, Site
from options import config_with
from page import classes
from steps import setting
from writing import INDEX, many, md

from sphinx_blogext.site.hosting import read_hosting

CANONICAL = "https://rill.readthedocs.io/en/latest/"


def hosting(environ: dict[str, str] | None = None, **conf: Any) -> Any:
    return read_hosting(config_with(**({"html_baseurl": ""} | conf)), environ or {})


def rtd(version: str, kind: str = "branch", url: str = "") -> dict[str, str]:
    said = {"VERSION": version, "VERSION_TYPE": kind, "PROJECT": "rill", "LANGUAGE": "en"}
    said["CANONICAL_URL"] = url or f"https://rill.readthedocs.io/en/{version}/"
    return {"READTHEDOCS": "True"} | {f"READTHEDOCS_{name}": value for name, value in said.items()}


PREVIEW = rtd("123", "external", "https://rill--123.org.readthedocs.build/en/123/")


def test_the_address() -> None:
    assert hosting(html_baseurl="https://example.org").url == "https://example.org/"
    assert hosting(html_baseurl="https://example.org/a b/文").url == "https://example.org/a%20b/%E6%96%87/"
    two = {"html_baseurl": "https://one.example/", "blog_baseurl": "https://two.org/x"}
    assert hosting(**two).url == hosting(**two).canonical == "https://two.org/x/"
    for url in ("", "/"):
        assert hosting(**two | {"blog_baseurl": url}).url == ""
    for url in ("/", "example.org", "https://[bad", "javascript:alert(1)"):
        assert hosting(html_baseurl=url).url == hosting(html_baseurl=url).canonical == ""
    # Read the Docs knows it.
    assert hosting(rtd("latest"), html_baseurl="/").url == hosting(rtd("latest")).url == CANONICAL


def test_ids_are_given_in_the_name_of_the_host() -> None:
    hosts = {"https://Example.ORG:80/x/": "example.org", "https://bücher.org/": "xn--bcher-kva.org", "": ""}
    assert {url: hosting(html_baseurl=url).authority for url in hosts} == hosts
    own = {hosting(html_baseurl=url, blog_id_authority="mine.example").authority for url in hosts}
    assert own == {"mine.example"}


def test_all_versions_lead_into_the_canonical_one() -> None:
    latest = hosting(rtd("latest"), blog_canonical_version="latest")
    assert (latest.canonical, latest.version, latest.has_feeds) == (CANONICAL, "", True)
    old = hosting(rtd("v1.0", "tag"), blog_canonical_version="latest")
    assert (old.canonical, old.version, old.canonical_version) == (CANONICAL, "v1.0", "latest")
    assert not old.has_feeds
    # A domain of one's own, and an address that says no version.
    own = hosting(rtd("v1.0", "tag", "https://docs.example.org/en/v1.0/"), blog_canonical_version="stable")
    assert own.canonical == "https://docs.example.org/en/stable/"
    fixed = hosting(rtd("v1.0"), blog_canonical_version="stable", html_baseurl="https://docs.example.org/")
    assert (fixed.canonical, fixed.has_feeds) == ("https://docs.example.org/", False)
    assert latest.authority == "rill.readthedocs.io"
    preview = hosting(PREVIEW, blog_canonical_version="latest")
    assert (preview.is_preview, preview.canonical) == (True, PREVIEW["READTHEDOCS_CANONICAL_URL"])
    # Without a canonical version, each is its own.
    each = hosting(rtd("v1.0"))
    assert (each.canonical, each.has_feeds) == ("https://rill.readthedocs.io/en/v1.0/", True)


def test_an_old_version_says_where_newer_posts_are_and_a_preview_is_hidden(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in rtd("v1.0", "tag").items():
        monkeypatch.setenv(name, value)
    files = INDEX | many(3, tags=["a"]) | {"blog/index.md": "# Notes\n\nHello.\n"}
    site = make_site(files, {"html_baseurl": "/", "blog_canonical_version": "latest"})
    assert not [name for name in site.bytes() if name.endswith(("atom.xml", "rss.xml", "feed.json"))]
    for name in ("blog/index", "blog/tag/a", "blog/p01", "index"):
        assert site.page(name).head_link("canonical") == f"{CANONICAL}{name}.html"
    for name in ("blog/index", "blog/tag/a", "blog/archive"):
        (note,) = site.page(name).all(".blog-newer-version")
        assert site.page(name).links("a", note) == [f"{CANONICAL}blog/index.html"]
    assert site.page("index").head_links("alternate")[0] == f"{CANONICAL}blog/atom.xml"
    assert CANONICAL + "blog/p01.html" in (site.outdir / "sitemap.xml").read_text(encoding="utf-8")
    for name, value in PREVIEW.items():
        monkeypatch.setenv(name, value)
    site.build()
    assert site.blog_warnings == []
    for name in ("index", "blog/index", "blog/p01", "blog/tag/a"):
        assert (site.page(name).meta("robots"), site.page(name).head_links("alternate")) == (["noindex"], [])
    assert not [name for name in site.bytes() if name.endswith(("atom.xml", "sitemap.xml"))]
    assert not site.has("blog/subscribe")


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    post = md("Title & more", "Lead.\n\n<!-- more -->\n\nRest.\n", "2024-01-02", author="Ana", tags=["a&b"])
    files = {"blog/p.md": post, "blog/q.md": md("Short", "All of it.\n", "2023-01-01", tags=["a&b"])}
    return make_shared_site(INDEX | files, {"blog_feed_archives": True, "blog_title": "N & M"})


def test_the_subscribe_page(site: Site) -> None:
    page = site.page("blog/subscribe")
    assert page.headings[0] == "Subscribe"
    urls = [url for url in page.links("a", page.one("dl.blog-feeds")) if url]
    assert urls == [f"https://example.org/blog/{name}" for name in ("atom.xml", "rss.xml", "feed.json")]
    texts = [f"{name}: Atom, RSS, JSON Feed" for name in ("a&b", "Ana", "2024", "2023")]
    assert page.texts("ul.blog-feeds li") == texts
    assert page.head_link("canonical") == "https://example.org/blog/subscribe.html"


def test_microformats(site: Site) -> None:
    page = site.page("blog")
    (feed,) = page.all(".h-feed")
    first, second = page.all(".h-entry", feed)
    assert page.links("a.u-url", first) == ["./blog/p.html"]
    assert [time.get("datetime") for time in page.all("time.dt-published", first)] == ["2024-01-02"]
    parts = (".p-name.u-url", ".p-author.h-card", ".p-category", ".p-summary")
    assert [page.texts(part, first) for part in parts] == [["Title & more"], ["Ana"], ["a&b"], ["Lead."]]
    assert page.texts(".e-content", second) == ["All of it."]
    own = site.page("blog/p")
    (entry,) = own.all(".h-entry")
    values = {data.get("class"): data.get("value") for data in own.all("data", entry)}
    assert values == {"p-name": "Title & more", "u-url": "https://example.org/blog/p.html", "p-summary": "Lead."}
    assert own.texts(".p-author", entry) == ["Ana"]


def test_the_search_of_read_the_docs_indexes_the_text_only(site: Site) -> None:
    """It leaves out what is navigation; the rest of the main content are titles and text."""

    def indexed(element: Any) -> str:
        is_around = element.tag == "nav" or element.get("role") in {"navigation", "search"}
        if is_around or "headerlink" in classes(element):
            return element.tail or ""
        return (element.text or "") + "".join(map(indexed, element)) + (element.tail or "")

    page = site.page("blog/p")
    assert indexed(page.main).split() == ["Title", "&", "more", "Lead.", "Rest."]
    (parent,) = (element for element in page.main.iter() if page.one("h1") in list(element))
    assert (parent.tag, parent.get("id")) == ("section", "title-more")


V1 = {"blog_version": "v1", "blog_canonical_version": "v2"}
PATTERN = {"blog_version_url": "https://e.org/{version}/docs"}
SMV = {"smv_current_version": "feature/x y", "blog_canonical_version": "main"}


@pytest.mark.parametrize(
    ("conf", "url", "canonical", "version"),
    [
        (V1 | PATTERN, "https://e.org/v1/docs/", "https://e.org/v2/docs/", "v1"),
        # The URL of this version may be another, such as that of a preview.
        (V1 | PATTERN | {"html_baseurl": "https://a.org/"}, "https://a.org/", "https://e.org/v2/docs/", "v1"),
        (V1 | {"html_baseurl": "https://e.org/v1/"}, "https://e.org/v1/", "https://e.org/v2/", "v1"),
        (V1 | {"html_baseurl": "https://e.org/"}, "https://e.org/", "https://e.org/", "v1"),
        (V1 | PATTERN | {"blog_version": "v2"}, "https://e.org/v2/docs/", "https://e.org/v2/docs/", ""),
        (PATTERN | SMV, "https://e.org/feature/x%20y/docs/", "https://e.org/main/docs/", "feature/x y"),
        (PATTERN | {"blog_canonical_version": "main"}, "", "", ""),
        (V1 | PATTERN | {"blog_version": "", "smv_current_version": "x"}, "", "", ""),
    ],
)
def test_versions_that_the_site_itself_names(conf: dict[str, Any], url: str, canonical: str, version: str) -> None:
    found = hosting(**conf)
    assert (found.url, found.canonical, found.version) == (url, canonical, version)
    assert found.has_feeds == bool(canonical and not version)
    # Read the Docs goes before it.
    found = hosting(rtd("v3"), **V1, **PATTERN)
    assert (found.url, found.version) == ("https://rill.readthedocs.io/en/v3/", "v3")


def test_a_change_of_the_version_equals_a_clean_build(follows: Callable[..., Site]) -> None:
    conf = {"blog_version": "v1", **PATTERN}
    follows(INDEX | many(2), conf, setting(conf | {"blog_version": "v2"}))


@pytest.mark.slow
def test_pull_requests_show_drafts(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"index.md": "# Home\n", "blog/a.md": md("Later", date="2099-01-01"), "blog/b.md": md("B")}
    site = make_site(files, {"blog_show_drafts": "previews", "html_baseurl": "https://example.org/"})
    # A variable of that name elsewhere says nothing.
    monkeypatch.setenv("READTHEDOCS_VERSION_TYPE", "external")
    site.build()
    assert not site.has("blog/a")
    monkeypatch.setenv("READTHEDOCS", "True")
    site.build()
    assert site.page("blog/a").meta("robots") == ["noindex"]
    assert site.page("blog/a").all(".blog-draft-banner")
    monkeypatch.setenv("READTHEDOCS_VERSION_TYPE", "branch")
    site.build()
    assert not site.has("blog/a")


def test_a_canonical_version_without_effect(make_site: MakeSite) -> None:
    site = make_site(INDEX | many(1), {"html_baseurl": "", "blog_canonical_version": "v2", **PATTERN})

    def reasons() -> list[str]:
        return [warned.message.rpartition(": ")[2] for warned in site.warnings if warned.type == "blog.config"]

    assert reasons() == ["set blog_version"]
    # One that says its own.
    site.configure(V1 | PATTERN).build()
    assert reasons() == []

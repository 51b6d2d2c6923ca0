"""The page for addresses where there is none, in the theme ``blogext``."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from browsing import Server, needs_chromium
from page import Page, elements, select, text
from writing import many

from sphinx_blogext.theme.layouts import site_path

if TYPE_CHECKING:
    from conftest import MakeSite, Site
    from playwright.sync_api import Browser

FILES = {"index.md": "# Home\n\n```{toctree}\nguide\nblog/index\n```\n", "guide.md": "# Guide\n", **many(2)}
CONF = {"html_theme": "blogext", "html_theme_options": {"links": {"Guide": "guide"}}, "html_favicon": "icon.svg"}
OTHERS = {
    "blog/index.md": "# News\n\n```{postlist}\n```\n",
    "icon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
}


def page_of(site: Site) -> Page:
    return Page(site.outdir / "404.html")


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
@pytest.mark.parametrize(
    ("base", "canonical", "root"),
    [
        ("https://example.org/", "", "/"),
        ("https://mei.github.io/rill", "", "/rill/"),
        ("", "", "/"),
        ("/", "https://rill.readthedocs.io/en/latest/", "/en/latest/"),
    ],
)
def test_its_links_hold_at_any_address(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch, builder: str, base: str, canonical: str, root: str
) -> None:
    monkeypatch.setenv("READTHEDOCS_CANONICAL_URL", canonical)
    site = make_site(FILES | OTHERS, CONF | {"html_baseurl": base}, builder)
    page = page_of(site)
    urls = [
        value
        for element in elements(page.root)
        for name, value in element.items()
        if name in {"href", "src", "action", "data-content_root"}
    ]
    local = [url for url in urls if not url.startswith("#") and "://" not in url]
    assert len(local) >= 10
    for url in local:
        assert url.startswith(root)
        path = site.outdir / url.removeprefix(root).partition("?")[0]
        assert path.is_file() or (path / "index.html").is_file(), url
    assert "#content" in urls
    assert not (site.outdir / "404/index.html").exists()


@pytest.mark.parametrize(
    ("conf", "root"),
    [
        ({"html_baseurl": "https://example.org/x/", "blog_baseurl": None}, "/x/"),
        ({"html_baseurl": "https://example.org/x/", "blog_baseurl": "https://example.org/y/"}, "/y/"),
        ({"html_baseurl": "https://example.org/x/", "blog_baseurl": ""}, "/"),
        ({"html_baseurl": "https://example.org/x/", "blog_baseurl": "/"}, "/"),
        ({"html_baseurl": None}, "/"),
        ({"html_baseurl": "/x/"}, "/x/"),
        ({"html_baseurl": "https://[bad"}, "/"),
    ],
)
def test_its_path_is_that_of_the_base_url(conf: dict[str, Any], root: str) -> None:
    assert site_path(SimpleNamespace(**conf), {}) == root  # type: ignore[arg-type]


def test_what_it_says(make_site: MakeSite) -> None:
    site = make_site(FILES | OTHERS, CONF | {"language": "zh_CN", "html_baseurl": "https://example.org/rill/"})
    page = page_of(site)
    assert page.title.startswith("找不到这个页面")
    assert [text(e) for e in page.all("h1")] == ["找不到这个页面"]
    assert "/rill/index.html" in page.links(".body a", page.root)
    assert select(page.root, "form.site-search")
    assert page.meta("robots") == ["noindex"]
    assert page.head_link("canonical") is None
    # No one is led to it.
    assert "404" not in (site.outdir / "sitemap.xml").read_text()
    assert "404" not in (site.outdir / "searchindex.js").read_text()
    assert not [name for name in site.pages if name != "404" and "404.html" in site.page(name).source]


@pytest.mark.parametrize(
    ("files", "conf"),
    [
        ({"404.md": "---\norphan: true\n---\n# Mine\n"}, {}),
        ({"_templates/own.html": "<h1>Mine</h1>"}, {"html_additional_pages": {"404": "own.html"}}),
        ({"_extra/404.html": "<h1>Mine</h1>"}, {"html_extra_path": ["_extra"], "exclude_patterns": ["_extra"]}),
    ],
)
def test_one_of_the_site_is_kept(make_site: MakeSite, files: dict[str, str], conf: dict[str, object]) -> None:
    site = make_site(
        {"index.md": "# Home\n"} | files, {"html_theme": "blogext", "templates_path": ["_templates"]} | conf
    )
    assert page_of(site).texts("h1", page_of(site).root)[0].startswith("Mine")


def test_other_themes_have_none(make_site: MakeSite) -> None:
    assert not make_site({"index.md": "# Home\n"}).has("404")


@needs_chromium
def test_a_browser_finds_its_files_at_any_depth(browser: Browser, make_site: MakeSite) -> None:
    site = make_site(FILES | OTHERS, CONF | {"html_baseurl": ""})
    failed = []
    with Server(site.outdir) as server:
        page = browser.new_page()
        page.route(
            "**/a/b/c", lambda route: route.fulfill(path=site.outdir / "404.html", content_type="text/html")
        )
        page.on("response", lambda response: failed.append(response.url) if response.status >= 400 else None)
        page.goto(f"{server.url}/a/b/c")
        page.get_by_role("searchbox").fill("guide")
        page.keyboard.press("Enter")
        page.locator("dialog #search-results a").first.click()
        page.wait_for_url(f"{server.url}/guide.html*")
        page.close()
    assert failed == []

"""The site map holds what search engines should know, after every build."""

import sys
from fnmatch import fnmatch
from types import ModuleType
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from conftest import MakeSite, Site
from sphinx.application import Sphinx
from sphinx.errors import ConfigError
from writing import INDEX, TEASER, many, md

S = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
BASE = "https://example.org/"


def urls(site: Site) -> dict[str, str | None]:
    root = ElementTree.fromstring((site.outdir / "sitemap.xml").read_bytes())
    assert root.tag == f"{S}urlset"
    found = [(url.findtext(f"{S}loc", ""), url.findtext(f"{S}lastmod")) for url in root]
    assert len(dict(found)) == len(found)
    return {name.removeprefix(BASE): changed and changed[:10] for name, changed in found}


FILES = {
    **INDEX,
    "404.md": "# Lost\n",
    "guide/eins zwei & 文.md": "---\norphan: true\n---\n# Guide\n",
    "blog/a.md": md("A", TEASER, "2024-01-02", tags=["t"]),
    "blog/b.md": md("B", TEASER, "2024-01-03", updated="2025-01-01", redirect="old"),
    "blog/draft.md": md("D", date="", draft=True),
    "blog/hidden.md": md("H", unlisted=True),
    "blog/copy.md": md("C", date="2023-01-01", canonical_link="https://elsewhere.example/"),
}


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_it_lists_every_page(builder: str, make_site: MakeSite) -> None:
    site = make_site(FILES, builder=builder)
    end = ".html" if builder == "html" else "/"
    assert urls(site) == {
        ("index.html" if builder == "html" else ""): None,
        f"guide/eins%20zwei%20%26%20%E6%96%87{end}": None,
        f"blog{end}": "2025-01-01",
        f"blog/a{end}": "2024-01-02",
        f"blog/b{end}": "2025-01-01",
        f"blog/tag{end}": "2025-01-01",
        f"blog/tag/t{end}": "2024-01-02",
        f"blog/archive{end}": "2025-01-01",
        f"blog/2024{end}": "2025-01-01",
        f"blog/2023{end}": "2023-01-01",
        f"blog/subscribe{end}": None,
    }


def test_it_has_further_pages_and_none_of_a_draft_that_is_shown(make_site: MakeSite) -> None:
    site = make_site(FILES, {"blog_page_size": 1, "blog_show_drafts": True})
    assert site.has("blog/drafts")
    assert not {"blog/drafts.html", "blog/draft.html"} & urls(site).keys()
    assert "blog/page/2.html" in urls(site)


def test_it_is_not_written(make_site: MakeSite) -> None:
    site = make_site(INDEX | many(1))
    for conf in ({"blog_sitemap": False}, {"html_baseurl": "/", "suppress_warnings": ["blog"]}):
        assert (site.outdir / "sitemap.xml").is_file()
        site.configure(conf).build()
        assert not (site.outdir / "sitemap.xml").exists()
        site.configure({}).build()


def other_sitemap(links: list[str]) -> ModuleType:
    """An extension that notes pages as ``sphinx_sitemap`` does."""

    def add_link(app: Sphinx, pagename: str, *_: Any) -> None:
        link = f"{pagename}/".removesuffix("index/") if app.builder.name == "dirhtml" else f"{pagename}.html"
        if not any(fnmatch(link, pattern) for pattern in app.config.sitemap_excludes):
            links.append(link)

    def setup(app: Sphinx) -> None:
        app.add_config_value("sitemap_excludes", [], "")
        app.connect("html-page-context", add_link)

    module = ModuleType("sphinx_sitemap")
    module.__dict__["setup"] = setup
    return module


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_another_extension_is_told_what_to_leave_out(
    builder: str, make_site: MakeSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    links: list[str] = []
    monkeypatch.setitem(sys.modules, "sphinx_sitemap", other_sitemap(links))
    files = {
        **FILES,
        "blog/[x] & h/index.md": md("Hidden", unlisted=True),
        "blog/log.md": "# Log\n\n## A\n\n```{post} 2024-01-01\n:unlisted:\n```\n\n"
        "## B\n\n```{post} 2024-01-02\n```\n",
    }
    extensions = ["myst_parser", "sphinx_blogext", "sphinx_sitemap"]
    conf = {"blog_show_drafts": True, "blog_noindex": ["tag"]}
    site = make_site(files, conf | {"extensions": extensions, "sitemap_excludes": ["404*"]}, builder)
    assert not (site.outdir / "sitemap.xml").exists()
    assert {*links} - {"search.html", "search/"} == {*map(unquote, urls(make_site(files, conf, builder)))}


def test_a_sitemap_of_the_site_takes_precedence(make_site: MakeSite) -> None:
    site = make_site({**INDEX, **many(2), "extra/sitemap.xml": "<own/>\n"})
    assert b"<urlset" in site.bytes()["sitemap.xml"]
    site.configure({"html_extra_path": ["extra"]})
    for _ in range(2):
        site.build()
        assert site.bytes()["sitemap.xml"] == b"<own/>\n"


#: Lists that search engines leave out: tags, archives, further pages.
LISTS = {
    **INDEX,
    **many(3, tags=["t"], author="mei", project="p"),
    "blog/zh.md": md("中", tags=["t"], language="zh"),
    "blog/tag/t.md": "---\norphan: true\n---\n# Tag\n\nOurs.\n",
    "guide.md": "---\norphan: true\n---\n# Guide\n\n```{postlist}\n:tags: t\n:paginate: 2\n```\n",
}
LISTS_CONF: dict[str, Any] = {"blog_page_size": 2, "blog_taxonomies": {"project": {"plural": "projects"}}}


def hidden(site: Site) -> set[str]:
    """The pages marked for search engines; they are exactly those that the sitemap lacks."""
    robots = {name: site.page(name).meta("robots") for name in site.pages}
    listed = {url.removesuffix(".html") for url in urls(site)}
    marked = {name for name, values in robots.items() if values == ["noindex,follow"]}
    assert not marked & listed
    assert {name for name, values in robots.items() if name.startswith("blog") and not values} <= listed
    return marked


#: Lists of a taxonomy that are left out, and their pages below the blog.
LEFT_OUT = {
    "tag": {"tag", *(f"tag/t{name}" for name in ("", "/page/2", "/language/en", "/language/en/page/2"))}
    | {"tag/t/language/zh"},
    "project": {"project", "project/p", "project/p/page/2"},
    "language": {"language", "language/en", "language/en/page/2", "language/zh"},
}


def test_each_blog_has_its_own_setting_for_lists_of_a_taxonomy(make_site: MakeSite) -> None:
    below = {name: text for name, text in LISTS.items() if name.startswith("blog/")}
    files = {name.replace("blog", f"blog-{root}", 1): text for root in LEFT_OUT for name, text in below.items()}
    blogs = {f"blog-{root}": {"blog_noindex": [root]} for root in LEFT_OUT}
    site = make_site(INDEX | files, LISTS_CONF | {"blogs": blogs})
    assert site.warnings == []
    assert hidden(site) == {f"blog-{root}/{page}" for root, pages in LEFT_OUT.items() for page in pages}


def test_archives_and_further_pages(make_site: MakeSite) -> None:
    site = make_site(LISTS, LISTS_CONF | {"blog_noindex": ["archive", "pages"], "blog_archive_months": True})
    found = hidden(site)
    names = "blog/archive blog/2024 blog/2024/01 blog/page/2 guide/page/2 blog/tag/t/page/2"
    assert set(names.split()) <= found
    assert found.isdisjoint({"blog", "blog/tag/t", "blog/author/mei", "guide", "blog/p01", "blog/tag"})
    # All other pages of the archive, and nothing else.
    assert all("/page/" in name or name.startswith(("blog/archive", "blog/2024")) for name in found)


def test_bad_values(make_site: MakeSite) -> None:
    for value, message in (
        (["tags"], r"blog_noindex = \['tags'\]: unknown name 'tags' \(did you mean 'tag'\?\)"),
        ({"tag": True}, r"blog_noindex"),
    ):
        with pytest.raises(ConfigError, match=message):
            make_site(INDEX, {"blog_noindex": value})

"""Lists that search engines leave out: tags, archives, further pages."""

from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import MakeSite, Site
from sphinx.errors import ConfigError
from writing import INDEX, many, md

FILES = {
    **INDEX,
    **many(3, tags=["t"], author="mei", project="p"),
    "blog/zh.md": md("中", tags=["t"], language="zh"),
    "blog/tag/t.md": "---\norphan: true\n---\n# Tag\n\nOurs.\n",
    "guide.md": "---\norphan: true\n---\n# Guide\n\n```{postlist}\n:tags: t\n:paginate: 2\n```\n",
}
CONF: dict[str, Any] = {"blog_page_size": 2, "blog_taxonomies": {"project": {"plural": "projects"}}}


def hidden(site: Site) -> set[str]:
    """The pages marked for search engines; they are exactly those that the sitemap lacks."""
    marked = {name for name in site.pages if site.page(name).meta("robots") == ["noindex,follow"]}
    root = ElementTree.fromstring((site.outdir / "sitemap.xml").read_bytes())
    listed = {loc.text or "" for loc in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")}
    assert {name for name in marked if f"https://example.org/{name}.html" in listed} == set()
    for name in site.pages:
        if name.startswith("blog") and name not in marked and not site.page(name).meta("robots"):
            assert f"https://example.org/{name}.html" in listed
    return marked


#: Lists of a taxonomy that are left out, and their pages below the blog.
LEFT_OUT = {
    "tag": {"tag", *(f"tag/t{name}" for name in ("", "/page/2", "/language/en", "/language/en/page/2"))}
    | {"tag/t/language/zh"},
    "project": {"project", "project/p", "project/p/page/2"},
    "language": {"language", "language/en", "language/en/page/2", "language/zh"},
}


def test_each_blog_has_its_own_setting_for_lists_of_a_taxonomy(make_site: MakeSite) -> None:
    below = {name: text for name, text in FILES.items() if name.startswith("blog/")}
    files = {name.replace("blog", f"blog-{root}", 1): text for root in LEFT_OUT for name, text in below.items()}
    blogs = {f"blog-{root}": {"blog_noindex": [root]} for root in LEFT_OUT}
    site = make_site(INDEX | files, CONF | {"blogs": blogs})
    assert site.warnings == []
    assert hidden(site) == {f"blog-{root}/{page}" for root, pages in LEFT_OUT.items() for page in pages}


def test_archives_and_further_pages(make_site: MakeSite) -> None:
    site = make_site(FILES, CONF | {"blog_noindex": ["archive", "pages"], "blog_archive_months": True})
    found = hidden(site)
    names = "blog/archive blog/2024 blog/2024/01 blog/page/2 guide/page/2 blog/tag/t/page/2"
    assert set(names.split()) <= found
    assert found.isdisjoint({"blog", "blog/tag/t", "blog/author/mei", "guide", "blog/p01", "blog/tag"})
    # All other pages of the archive, and nothing else.
    assert all("/page/" in name or name.startswith(("blog/archive", "blog/2024")) for name in found)


def test_the_own_word_of_a_document_takes_precedence(make_site: MakeSite) -> None:
    own = "---\norphan: true\nmyst:\n  html_meta:\n    robots: index\n---\n# Tag\n"
    site = make_site(FILES | {"blog/tag/t.md": own}, CONF | {"blog_noindex": ["tag"]})
    assert site.page("blog/tag/t").meta("robots") == ["index"]


def test_bad_values(make_site: MakeSite) -> None:
    for value, message in (
        (["tags"], r"blog_noindex = \['tags'\]: unknown name 'tags' \(did you mean 'tag'\?\)"),
        (["page"], r"did you mean 'pages'"),
        ("tag", r"blog_noindex = 'tag': expected"),
        ({"tag": True}, r"blog_noindex"),
    ):
        with pytest.raises(ConfigError, match=message):
            make_site(INDEX, {"blog_noindex": value})

"""Roles, and the objects that other projects can refer to."""

import pytest
from checker import problems_of_tree
from conftest import MakeSite, Site
from page import text
from sphinx.util.inventory import InventoryFile
from writing import INDEX, md

FILES = {
    "blog/2024/first.md": md(
        "The *first*", tags=["C++", "Machine Learning"], category="One", author="mei", series="S"
    ),
    "blog/other.md": md("Other", "{blog:post}`other`\n", date="2023-01-01", language="zh", location="Berlin"),
}
CONF = {"blog_authors": {"mei": ("林 Mei", None)}}
#: Role -> text of the link, page.
ROLES = {
    "post:`/blog/2024/first`": ("The first", "blog/2024/first"),
    "post:`first`": ("The first", "blog/2024/first"),
    "tag:`C++`": ("C++", "blog/tag/c-plus-plus"),
    "tag:`machine-learning`": ("Machine Learning", "blog/tag/machine-learning"),
    "tag:`words <C++>`": ("words", "blog/tag/c-plus-plus"),
    "category:`One`": ("One", "blog/category/one"),
    "author:`mei`": ("林 Mei", "blog/author/mei"),
    "series:`S`": ("S", "blog/series/s"),
    "language:`zh`": ("中文", "blog/language/zh"),
    "location:`berlin`": ("Berlin", "blog/location/berlin"),
    "archive:`2023`": ("2023", "blog/2023"),
}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    lines_rst = "\n\n".join(f":blog:{role}" for role in ROLES)
    lines_md = "\n\n".join("{blog:" + role.replace(":`", "}`", 1) for role in ROLES)
    files = {
        "index.md": "# Home\n\n```{toctree}\na/b/rst\na/b/md\n```\n",
        "a/b/rst.rst": f"RST\n===\n\n{lines_rst}\n",
        "a/b/md.md": f"# MD\n\n{lines_md}\n",
    }
    return make_shared_site(files | FILES, CONF | {"nitpicky": True})


def test_roles(site: Site) -> None:
    assert site.warnings == problems_of_tree(site.outdir) == []
    for page in (site.page("a/b/rst"), site.page("a/b/md")):
        assert page.texts("p a") == [label for label, _ in ROLES.values()]
        assert page.links("p a") == [f"../../{page}.html" for _, page in ROLES.values()]
    assert site.page("blog/other").links("p a.internal") == ["#"]


def test_the_inventory(site: Site) -> None:
    with (site.outdir / "objects.inv").open("rb") as file:
        found = InventoryFile.load(file, "", lambda base, uri: base + uri)
    # Items are tuples of project, version, address and text, which is a hyphen if it is the name.
    listed = {(kind, name): item[2:] for kind, items in found.items() for name, item in items.items()}
    assert {(kind, name): item for (kind, name), item in listed.items() if kind.startswith("blog:")} == {
        ("blog:post", "blog/2024/first"): ("blog/2024/first.html", "The first"),
        ("blog:post", "blog/other"): ("blog/other.html", "Other"),
        ("blog:tag", "C++"): ("blog/tag/c-plus-plus.html", "-"),
        ("blog:tag", "Machine Learning"): ("blog/tag/machine-learning.html", "-"),
        ("blog:category", "One"): ("blog/category/one.html", "-"),
        ("blog:author", "mei"): ("blog/author/mei.html", "林 Mei"),
        ("blog:series", "S"): ("blog/series/s.html", "-"),
        ("blog:language", "en"): ("blog/language/en.html", "English"),
        ("blog:language", "zh"): ("blog/language/zh.html", "中文"),
        ("blog:location", "Berlin"): ("blog/location/berlin.html", "-"),
        ("blog:archive", "2024"): ("blog/2024.html", "-"),
        ("blog:archive", "2023"): ("blog/2023.html", "-"),
    }


def test_another_project_can_refer_to_a_post(make_site: MakeSite) -> None:
    blog = make_site({**INDEX, **FILES}, CONF)
    extensions = ["myst_parser", "sphinx_blogext", "sphinx.ext.intersphinx"]
    mapping = {"b": ("https://example.org/b/", str(blog.outdir / "objects.inv"))}
    conf = {"extensions": extensions, "intersphinx_mapping": mapping, "nitpicky": True}
    site = make_site({"index.md": "# Home\n\n{blog:post}`blog/2024/first` {external+b:blog:tag}`C++`\n"}, conf)
    assert site.warnings == []
    assert site.page("index").links("p a") == [
        "https://example.org/b/blog/2024/first.html",
        "https://example.org/b/blog/tag/c-plus-plus.html",
    ]


def test_a_role_that_leads_nowhere_or_to_two_posts(make_site: MakeSite) -> None:
    roles = ["post", "tag", "category", "author", "series", "language", "location", "archive"]
    lines = "\n\n".join(f"A {{blog:{role}}}`gone` word." for role in roles)
    files = {"blog/a/p.md": md("One"), "blog/b/p.md": md("Two")}
    site = make_site({"index.md": f"# Home\n\n{lines}\n\n{{blog:post}}`p`\n", **files})
    assert [(w.file, w.line) for w in site.warnings] == [("index.md", 3 + 2 * n) for n in range(len(roles) + 1)]
    for role, warned in zip(roles, site.warnings, strict=False):
        assert f"the blog has no {role} 'gone'" in warned.message
    assert text(site.page("index").main).count("A gone word.") == len(roles)
    assert site.warnings[-1].type == "blog.unknown_post"
    assert "blog/a/p, blog/b/p" in site.warnings[-1].message


def test_the_label_of_the_feed_leads_to_its_file_or_is_text_as_long_as_there_is_none(make_site: MakeSite) -> None:
    site = make_site(INDEX | {"a/b.rst": ":orphan:\n\nB\n=\n\n:ref:`blog-feed`, :ref:`Subscribe <blog-feed>`\n"})
    assert site.warnings == []
    assert "Feeds, Subscribe" in text(site.page("a/b").main)
    assert [link for link in site.page("a/b").links() if "atom" in link] == []
    found = site.write("blog/p.md", md()).build().page("a/b")
    links = [link for link in found.all("a.reference.external") if "atom" in link.get("href", "")]
    assert [text(link) for link in links] == ["Feeds", "Subscribe"]
    assert {link.get("href") for link in links} == {"https://example.org/blog/atom.xml"}

"""Pages that no document stands for, and documents that stand for such pages."""

import itertools
from typing import Any

import pytest
from checker import problems_of_tree
from conftest import MakeSite, Site
from page import HEADINGS, Page, elements, select, text
from sphinx.errors import ConfigError
from writing import INDEX, many, md

META = {"tags": ["C++", "并行"], "category": "One", "author": "mei", "series": "S"}
META |= {"language": "zh", "location": "Berlin"}
#: Page name -> heading, of a blog of 23 posts that all have the terms above.
LISTS = {
    "blog": "Blog",
    "blog/tag/c-plus-plus": "Posts tagged “C++”",
    "blog/tag/并行": "Posts tagged “并行”",
    "blog/category/one": "Posts in “One”",
    "blog/author/mei": "Posts by mei",
    "blog/series/s": "Series: S",
    "blog/language/zh": "Posts in 中文",
    "blog/location/berlin": "Posts from Berlin",
    "blog/2024": "Posts of 2024",
}
SIDEBARS = ("recent", "tags", "categories", "archives", "authors", "languages", "feeds")
OVERVIEWS = [f"blog/{name}" for name in ("tag", "category", "author", "series", "language", "location")]
NEWEST = [f"Post {number:02}" for number in range(23, 0, -1)]


@pytest.fixture(scope="module", params=["html", "dirhtml"])
def site(request: pytest.FixtureRequest, make_shared_site: MakeSite) -> Site:
    home = {"index.md": "# Home\n\n{blog:tag}`C++`\n"}
    conf = {"blog_page_size": 5, "html_baseurl": "https://example.org/x/"}
    return make_shared_site({**home, **many(23, **META)}, conf, request.param)


def test_the_build_is_quiet_and_links_ids_and_headings_are_right(site: Site) -> None:
    assert (site.warnings, site.status, problems_of_tree(site.outdir)) == ([], 0, [])
    for name in [*LISTS, *OVERVIEWS, "blog/page/2"]:
        levels = [int(e.tag[1]) for e in elements(site.page(name).main) if e.tag in HEADINGS]
        assert levels[0] == levels.count(1) == 1
        assert all(after - before <= 1 for before, after in itertools.pairwise(levels))


def check_window(page: Page, number: int, shown: str) -> None:
    """The links to other pages that *page* has, of which its own is marked."""
    (nav,) = page.all("nav.blog-pagination")
    assert nav.get("aria-label")
    current = [e for e in elements(nav) if e.get("aria-current")]
    assert [(e.tag, e.get("aria-current"), text(e).split()[-1]) for e in current] == [("a", "page", str(number))]
    items = [text(li).removeprefix("Page").strip() for li in select(nav, "li")]
    # A series begins with its first part.
    before, after = ("Previous page", "Next page") if "series" in str(page.path) else ("Newer", "Older")
    assert items == [before, *shown.split(), after]
    assert bool(select(nav, "li.blog-newer a")) == (number > 1)
    assert bool(select(nav, "li.blog-older a")) == (number < 5)


@pytest.mark.parametrize("name", LISTS)
def test_every_list_and_its_pages(site: Site, name: str) -> None:
    pages = [site.page(name), *(site.page(f"{name}/page/{number}") for number in range(2, 6))]
    assert not site.has(f"{name}/page/6")
    # A series begins with its first part.
    expected = NEWEST[::-1] if "/series/" in name else NEWEST
    assert [title for page in pages for title in page.posts] == expected
    assert [len(page.posts) for page in pages] == [5, 5, 5, 5, 3]
    windows = ["1 2 … 5", *["1 2 3 4 5"] * 3, "1 … 4 5"]
    for number, (page, window) in enumerate(zip(pages, windows, strict=True), start=1):
        (heading,) = page.all("h1")
        suffix = f" – page {number}" if number > 1 else ""
        assert text(heading).replace("¶", "") == LISTS[name] + suffix
        assert page.title.startswith(f"{LISTS[name]}{suffix} ")
        check_window(page, number, window)


def test_page_one_forwards_to_the_list(site: Site) -> None:
    for name in ("blog", "blog/tag/c-plus-plus", "blog/2024"):
        page = site.page(f"{name}/page/1")
        folder = "../" * (name.count("/") + (3 if site.builder == "dirhtml" else 2))
        url = f"{name}{'/' if site.builder == 'dirhtml' else '.html'}"
        assert page.meta("refresh") == [f"0; url={folder}{url}"]
        assert [e.get("href") for e in page.root.iter("a")] == [folder + url]
        assert "noindex" in page.meta("robots")
        assert page.head_link("canonical") == f"https://example.org/x/{url}"


def test_the_archive_is_one_page(site: Site) -> None:
    page = site.page("blog/archive")
    assert (page.headings[0], page.posts) == ("Archive", NEWEST)
    assert page.all("nav.blog-pagination") == []
    assert not [name for name in site.pages if name.startswith("blog/archive/page")]


def test_an_empty_blog_is_a_friendly_page_and_nothing_else(make_site: MakeSite) -> None:
    conf = {"html_sidebars": {"**": [f"blog/{name}.html" for name in SIDEBARS]}}
    site = make_site({"index.md": "# Home\n\n```{blog-terms} tag\n```\n"}, conf)
    assert site.warnings == site.page("index").all(".blog-terms li") == []
    assert site.pages == ["blog", "index", "search"]
    assert select(site.page("index").root, ".blog-sidebar") == []
    page = site.page("blog")
    assert (page.headings, page.texts(".blog-empty")) == (["Blog"], ["There are no posts yet."])
    assert "documents in 'blog/' become posts if they have a date" in site.output
    assert "'blogext check'" in site.output


@pytest.mark.slow
def test_documents_of_the_names_of_pages_are_those_pages(make_site: MakeSite) -> None:
    own = "# News\n\nOwn text.\n"
    placed = f"{own}\n```{{postlist}}\n:paginate:\n```\n\nBelow.\n"
    documents = {"blog/index": placed, "blog/tag/python": placed, "blog/2024": own}
    files = {f"{name}.md": source for name, source in (documents | {"blog/tag": own}).items()}
    files["index.md"] = "\n".join(["# Home\n\n```{toctree}", *documents, "blog/tag", "```\n"])
    # Whose every link leads to the document, too.
    conf = {"blog_page_size": 3, "html_sidebars": {"**": [f"blog/{each}.html" for each in SIDEBARS]}}
    site = make_site(files | many(5, tags="python"), conf)
    assert site.warnings == problems_of_tree(site.outdir) == []
    for name, source in documents.items():
        page, folder = site.page(name), name.removesuffix("/index")
        assert page.posts == ["Post 05", "Post 04", "Post 03"]
        words = text(page.main)
        order = [words.index(part) for part in ("Own text.", "Post 05", *["Below."] * (source == placed))]
        assert order == sorted(order)
        second = site.page(f"{folder}/page/2")
        assert second.posts == ["Post 02", "Post 01"]
        assert second.title.startswith("News – page 2")
        assert "Own text." not in text(second.main)
        # The pages of the list are its neighbours, whatever the toctree says.
        assert (page.head_link("next") or "").endswith("page/2.html")
    page = site.page("blog/tag")
    assert (page.headings, page.texts("p"), page.texts(".blog-terms a")) == (["News"], ["Own text."], ["python"])


def test_labels_slugs_and_descriptions_of_the_configuration(make_site: MakeSite) -> None:
    conf = {
        "blog_authors": {"mei": {"name": "林梅 <Mei>", "description": "Writes & reads."}},
        "blog_languages": {"zh": ("汉语", None)},
        "blog_categories": {"One": {"label": "First", "slug": "first"}},
        "blog_series": {"s": {"label": "The series"}},
        "blog_tags": {"C++": {"label": "C 🐍", "slug": "y", "description": "A <language>."}},
    }
    site = make_site({"index.md": "# Home\n\n```{blog-terms} tag\n```\n", **many(2, **META)}, conf)
    assert site.warnings == problems_of_tree(site.outdir) == []
    headings = {
        "author/mei": "Posts by 林梅 <Mei>",
        "language/zh": "Posts in 汉语",
        "category/first": "Posts in “First”",
        "series/s": "Series: The series",
        "tag/y": "Posts tagged “C 🐍”",
    }
    assert {name: site.page(f"blog/{name}").headings[0] for name in headings} == headings
    assert "Writes & reads." in text(site.page("blog/author/mei").main)
    item = site.page("index").all(".blog-terms li")[0]
    assert site.page("index").links("a", item) == ["./blog/tag/y.html"]
    for element in (item, site.page("blog/tag/y").main):
        assert "A <language>." in text(element)


HOSTILE = [
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7*7 }}", "{% raw %}", "a&b", "%s %(x)s",
    "../../evil", "x" * 300, "🎉", "C", "C++", "C#", "con", ".", "..", "page", "index", "../page/2",
    "漢" * 300, "/", "a/b", "%2e%2e",
]  # fmt: skip


@pytest.mark.parametrize("builder", ["html", pytest.param("dirhtml", marks=pytest.mark.slow)])
def test_names_of_terms_are_data(make_site: MakeSite, builder: str) -> None:
    values: dict[str, Any] = dict.fromkeys(("tags", "category", "author", "series", "location"), HOSTILE)
    site = make_site(
        # Every list has one of each language: those are names of another post.
        {**INDEX, "blog/p.md": md("Title", **values), "blog/q.md": md("Languages", language=HOSTILE)},
        {"blog_title": "<b>B</b> & {{ 7*7 }}", "project": "P"},
        builder,
    )
    assert set(site.blog_warnings) == {("blog/q.md", "blog.unknown_language")}
    assert problems_of_tree(site.outdir) == []
    for page in (site.page("blog"), site.page("blog/p"), site.page("blog/tag")):
        assert [e for e in elements(page.main) if e.tag in {"script", "b"} or e.get("onerror")] == []
        assert "49" not in text(page.main)
    assert set(HOSTILE) <= set(site.page("blog/tag").texts(".blog-terms a"))
    assert site.page("blog").headings[0] == "<b>B</b> & {{ 7*7 }}"
    # Each is a page of its own.
    assert len(set(site.page("blog/tag").links(".blog-terms a"))) == len(HOSTILE)
    written = {path.relative_to(site.root).as_posix() for path in site.root.rglob("*") if path.is_file()}
    assert all(name.startswith(("out/", "source/", "doctrees/")) for name in written)
    assert all(len(part.encode()) <= 150 for name in written for part in name.split("/"))


def ways(site: Site, name: str = "blog") -> list[str]:
    return site.page(name).texts(".blog-ways a")


def test_each_page_of_the_blog_leads_to_all_there_is(make_site: MakeSite) -> None:
    posts = many(3, tags=["a"], author="mei", category="News", series="S")
    site = make_site(INDEX | posts, {"blog_page_size": 2})
    labels = ["Archive", "Categories", "Tags", "Authors", "Series", "Feeds"]
    assert ways(site) == ways(site, "blog/page/2") == labels
    names = ("archive", "category", "tag", "author", "series", "subscribe")
    assert site.page("blog").links(".blog-ways a") == [f"./blog/{name}.html" for name in names]
    assert problems_of_tree(site.outdir) == []
    assert ways(site, "blog/tag/a") == ways(site, "blog/archive") == []


@pytest.mark.parametrize("value", [["tags"], "tag"])
def test_what_is_no_list_of_ways_is_refused(make_site: MakeSite, value: Any) -> None:
    with pytest.raises(ConfigError, match="blog_nav = ") as caught:
        make_site(INDEX, {"blog_nav": value})
    assert ("did you mean 'tag'?" in str(caught.value)) == (value == ["tags"])


def test_ways_and_languages_have_names_for_those_who_hear_them(make_site: MakeSite) -> None:
    posts = {"blog/en.md": md("E", language="en"), "blog/zh.md": md("中", language="zh")}
    site = make_site({**INDEX, **posts}, {"language": "zh_CN"})
    names = [nav.get("aria-label") for nav in site.page("blog").all(".blog-bar nav")]
    assert names == ["阅读语言", "浏览博客"]


def test_a_relative_external_link_leads_to_one_place_from_every_list(make_site: MakeSite) -> None:
    site = make_site(INDEX | {"blog/a.md": md("A", tags="x", external_link="../about.html")})
    pages = {"blog": "./", "blog/tag/x": "../../", "blog/2024": "../"}
    links = {name: site.page(name).links(".blog-teaser-title a") for name in pages}
    assert links == {name: [f"{root}about.html"] for name, root in pages.items()}

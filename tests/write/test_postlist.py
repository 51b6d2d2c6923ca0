"""The directives ``postlist`` and ``blog-terms``."""

from typing import Any

import pytest
from checker import problems_of_page, problems_of_tree
from conftest import MakeSite, Site
from page import HEADINGS, classes, elements, select, text
from steps import PICTURE
from writing import many, md

from sphinx_blogext.core.pagination import STYLES, read_request
from sphinx_blogext.core.taxonomies import TAXONOMIES

#: Title -> metadata; the highest number is the newest.
POSTS: dict[str, dict[str, Any]] = {
    "P1": {"tags": ["python", "Machine Learning"], "category": "One", "author": "mei", "language": "zh"},
    "P2": {"tags": ["C++"], "category": "Two", "author": ["mei", "jonas"], "language": "en", "location": "Berlin"},
    "P3": {"tags": ["python", "C++"], "category": "One", "author": "jonas", "language": "en", "series": "S"},
    "P4": {"featured": True, "language": "en", "description": "A sentence."},
    "P5": {"tags": ["c#"], "author": "mei", "series": "S", "location": "Berlin"},
}
FILES = {
    f"blog/{title.lower()}.md": md(
        title, f"Lead {title}.\n\nRest.\n", date=f"{2023 + number // 3}-05-0{number}", **meta
    )
    for number, (title, meta) in enumerate(POSTS.items(), start=1)
}
NEWEST = ["P5", "P4", "P3", "P2", "P1"]

#: Arguments and options of lists, and the posts that they have.
CHOSEN = {
    "\n:tag: Python": ["P3", "P1"],
    # In another spelling.
    "\n:tags: machine-learning": ["P1"],
    "\n:tags: python, !c++": ["P1"],
    '\n:tags: ["python", "c#"]': ["P5", "P3", "P1"],
    "\n:category: One": ["P3", "P1"],
    # P5 names no language: it is in that of the site.
    "\n:language: en": ["P5", "P4", "P3", "P2"],
    "\n:author: mei\n:location: berlin": ["P5", "P2"],
    "\n:author: mei\n:category: One\n:series: S": [],
    "\n:featured:": ["P4"],
    "3": NEWEST[:3],
    "0": [],
    "2\n:offset: 1": NEWEST[1:3],
    "1\n:tags: python": ["P3"],
    "\n:sort:": NEWEST[::-1],
}
#: Lists that look different, by the names of their documents.
LISTS = {
    "plain": "", "teasers": "2\n:style: teasers", "titles": "\n:style: titles\n:language: en",
    "cards": "2\n:style: cards", "archive": "\n:style: archive",
    "format": '\n:format: "{date}: {title} ({tags}) by {author} in {location}"\n:author: mei\n:limit: 2',
    "markup": '1\n:format: "<b>{title}</b> & *x*"',
    "date": '1\n:date: "%Y/%m"',
    "excerpts": "1\n:excerpts:",
    "ablog": '1\n:excerpts:\n:format: "{title}!"\n:list-style: circle\n:expand: Go on & on',
    "underscore": "1\n:list_style: circle",
}  # fmt: skip


TERMS = {
    "tag": [("c#", 1), ("C++", 2), ("Machine Learning", 1), ("python", 2)], "series": [("S", 2)],
    "category": [("One", 2), ("Two", 1)], "author": [("jonas", 2), ("mei", 3)], "location": [("Berlin", 2)],
}  # fmt: skip
#: Arguments and options of lists of terms, and the taxonomies that they mean.
SPELLINGS = {name: name for name in TERMS} | {"tags": "tag", "categories": "category"}
SPELLINGS |= dict.fromkeys(["", "\n:style: list", "\n:style: cloud"], "tag")


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    every = {name: f"postlist}} {options}" for name, options in LISTS.items()}
    every |= {f"chosen{number}": f"postlist}} {options}" for number, options in enumerate(CHOSEN)}
    every |= {f"terms{number}": f"blog-terms}} {options}" for number, options in enumerate(SPELLINGS)}
    lists = {f"lists/{name}.md": f"# L\n\n```{{{directive}\n```\n" for name, directive in every.items()}
    site = make_shared_site({"index.md": "# Home\n\n```{toctree}\n:glob:\n\nlists/*\n```\n"} | FILES | lists)
    assert site.warnings == []
    return site


def test_terms_with_their_counts(site: Site) -> None:
    for number, (options, taxonomy) in enumerate(SPELLINGS.items()):
        page = site.page(f"lists/terms{number}")
        items = page.all(".blog-terms li")
        shown = [(page.texts("a", item)[0], int(page.texts(".blog-count", item)[0].split()[0])) for item in items]
        assert shown == TERMS[taxonomy], options
        for link in page.links("a", page.one(".blog-terms")):
            assert site.has(link.removeprefix("../").removesuffix(".html"))
        weights = [name for item in items for name in classes(item) if name.startswith("blog-weight-")]
        assert len(weights) == len(items) or "cloud" not in options


def test_which_posts_a_list_has(site: Site) -> None:
    pages = [site.page(f"lists/chosen{number}") for number in range(len(CHOSEN))]
    assert dict(zip(CHOSEN, (page.posts for page in pages), strict=True)) == CHOSEN
    empty = [page.texts(".blog-empty") for page in pages]
    assert empty == [["There are no such posts."] * (not posts) for posts in CHOSEN.values()]


def test_styles(site: Site) -> None:
    page = site.page("lists/plain")
    assert (page.posts, len(page.all("ul.blog-titles li"))) == (NEWEST, 5)
    assert page.links(".blog-titles a")[0] == "../blog/p5.html"
    assert page.all("article.blog-teaser") == page.all(".blog-pagination") == []
    page = site.page("lists/teasers")
    assert page.texts("h2.blog-teaser-title") == ["P5", "P4"]
    assert page.teaser_text("P5") == "Lead P5."
    page = site.page("lists/titles")
    assert [(time.get("datetime"), text(time)) for time in page.all(".blog-titles time")] == [
        *(("2024-05-05", "5 May 2024"), ("2024-05-04", "4 May 2024")),
        *(("2024-05-03", "3 May 2024"), ("2023-05-02", "2 May 2023")),
    ]
    assert page.texts(".blog-titles .blog-description") == ["A sentence."]
    page = site.page("lists/cards")
    first, second = page.all(".sd-card")
    assert page.links("a", first)[0] == "../blog/p5.html"
    assert "Lead P5." in text(first)
    assert "A sentence." in text(second)
    page = site.page("lists/archive")
    assert page.texts(".blog-year") == ["2024", "2023"]
    titles = [page.texts("a", ul) for ul in page.all("ul.blog-titles")]
    assert titles == [["P5", "P4", "P3"], ["P2", "P1"]]


def test_options_for_entries(site: Site) -> None:
    page = site.page("lists/format")
    assert page.texts(".blog-titles li") == [
        "5 May 2024: P5 (c#) by mei in Berlin",
        "2 May 2023: P2 (C++) by mei, jonas in Berlin",
    ]
    names = ("p5", "tag/c-sharp", "author/mei", "location/berlin")
    assert page.links("a", page.all(".blog-titles li")[0]) == [f"../blog/{name}.html" for name in names]
    assert site.page("lists/markup").texts(".blog-titles li") == ["<b>P5</b> & *x*"]
    assert site.page("lists/date").texts(".blog-titles time") == ["2024/05"]
    page = site.page("lists/excerpts")
    assert "Lead P5." in text(page.main)
    assert "Rest." not in text(page.main)
    assert page.links(".blog-read-more a") == ["../blog/p5.html#more"]
    assert "postlist-style-circle" in classes(site.page("lists/underscore").one(".postlist"))


def test_lists_have_the_class_names_of_ablog(site: Site) -> None:
    page = site.page("lists/ablog")
    (item,) = page.all("ul.postlist.blog-titles.postlist-style-circle li.ablog-post")
    # Excerpts leave the format of a list alone.
    assert text(item).startswith("P5!")
    names = [[name for name in classes(child) if name.startswith("ablog")] for child in item]
    assert names == [["ablog-post-title"], ["ablog-post-excerpt"], ["ablog-post-expand"]]
    (more,) = page.all(".blog-read-more a")
    assert (more.text or "").strip() == "Go on & on"
    (article, *_) = site.page("blog").all(".ablog__collection .ablog-post")
    for name in ("title", "excerpt", "expand"):
        assert len(select(article, f".ablog-post-{name}")) == 1


def test_titles_above_excerpts_are_headings_and_those_in_excerpts_below_them(make_site: MakeSite) -> None:
    teaser = "Lead.\n\n## Part\n\nText.\n\n### Sub\n\nMore.\n\n<!-- more -->\n\nRest.\n"
    listed = "```{postlist}\n:format: '{title}'\n:excerpts:\n```\n"
    site = make_site({"index.md": f"# Home\n\n{listed}\n## Deeper\n\n{listed}", "blog/p.md": md("P", teaser)})
    page = site.page("index")
    found = [[e.tag for e in elements(item) if e.tag in HEADINGS] for item in page.all("li.ablog-post")]
    assert found == [["h2", "h3", "h4"], ["h3", "h4", "h5"]]
    # It would lead to a heading of the list, which is none of the page.
    assert page.all("li.ablog-post .headerlink") == []
    assert site.page("blog/p").all("h2 .headerlink")


def test_pages_of_lists(make_site: MakeSite) -> None:
    paged = "```{postlist}\n:paginate: 2\n```\n\n```{postlist}\n:paginate: 3\n:sort:\n```\n"
    files = {
        "index.md": f"# Home\n\n```{{toctree}}\nsub/list\n```\n\n{paged}",
        "sub/list.md": "# List\n\nOwn text.\n\n```{postlist}\n:paginate:\n:tags: x\n```\n",
    }
    posts = {**many(5, tags="x"), "blog/other.md": md("Other", date="2023-01-03")}
    site = make_site(files | posts, {"blog_page_size": 2})
    assert site.warnings == problems_of_tree(site.outdir) == []
    second, third = site.page("sub/list/page/2"), site.page("sub/list/page/3")
    found = [page.posts for page in (site.page("sub/list"), second, third)]
    assert found == [["Post 05", "Post 04"], ["Post 03", "Post 02"], ["Post 01"]]
    assert second.title.startswith("List – page 2")
    assert "Own text." not in text(second.main)
    assert site.page("sub/list").links(".blog-pagination .blog-older a") == ["../sub/list/page/2.html"]
    assert third.links(".blog-pagination .blog-newer a") == ["../../../sub/list/page/2.html"]
    assert third.links(".blog-pagination .blog-older a") == []
    # Two lists with pages in one document.
    page = site.page("index")
    first, second_list = page.all(".blog-listing")
    assert page.texts(".blog-titles a", first) == ["Post 05", "Post 04"]
    assert page.texts(".blog-titles a", second_list) == ["Other", "Post 01", "Post 02"]
    (older,) = page.links(".blog-pagination .blog-older a", second_list)
    assert site.page(older.removeprefix("./").removesuffix(".html")).posts == ["Post 03", "Post 04", "Post 05"]


def test_a_list_of_posts_in_the_toctree(make_site: MakeSite) -> None:
    conf = {"html_theme": "alabaster", "html_sidebars": {"**": ["globaltoc.html"]}}
    files = {
        "index.md": "# Home\n\n```{postlist} 2\n:toctree:\n```\n\n```{toctree}\nlast\n```\n",
        "last.md": "# Last\n",
        **many(3),
    }
    site = make_site(files, conf)
    assert (site.warnings, site.env.toctree_includes["index"]) == ([], ["blog/p03", "blog/p02", "last"])
    sidebar = select(site.page("last").root, "div.sphinxsidebar")[0]
    assert [text(a) for a in select(sidebar, "li.toctree-l1 a")] == ["Post 03", "Post 02", "Last"]
    # No list of links beside the list of posts.
    assert site.page("index").texts(".blog-titles a") == ["Post 03", "Post 02"]
    site.write("blog/p04.md", md("Post 04", "Rest 04.\n", "2024-02-01")).build()
    assert site.env.toctree_includes["index"] == ["blog/p04", "blog/p03", "last"]


@pytest.mark.parametrize(
    ("option", "text", "expected"),
    [
        ("style", "titels", f"one of {', '.join(STYLES)}, got 'titels' (did you mean 'titles'?)"),
        ("paginate", "1001", "a number of posts from 1 to 1000, got '1001'"),
        ("sort", "newest", "one of date, title, updated, or no value, got 'newest'"),
        ("feed", "atom", "no value, got 'atom'"),
    ],
)
def test_what_an_option_may_be_is_said(option: str, text: str, expected: str) -> None:
    request, (problem,) = read_request("", {option: text}, 1, TAXONOMIES)
    assert (problem.kind, problem.key) == ("invalid_option", option)
    assert problem.message == f"option {option!r}: expected {expected}"
    # Pages are wanted even then.
    assert (request.page_size == 0) == (option == "paginate")


@pytest.mark.parametrize(
    ("options", "language", "step"),
    [
        ({"language": "zh"}, "zh", 1),
        ({"language": "zh, en"}, "", 1),
        ({"tags": "zh", "sort": ""}, "", -1),
        # That begins with its first part, which a toctree needs.
        ({"series": "s", "sort": ""}, "", 1),
        ({"series": "s", "toctree": "", "sort": "title"}, "", 1),
        ({"series": "s, t", "sort": ""}, "", -1),
        ({"series": "!s", "sort": ""}, "", -1),
    ],
)
def test_what_a_list_of_one_term_is(options: dict[str, str], language: str, step: int) -> None:
    request, problems = read_request("", options, 1, TAXONOMIES)
    assert (request.language, request.step, problems) == (language, step, ())
    assert request.is_series is (options.get("series") == "s")


def test_which_lists_have_every_post() -> None:
    for options in ({}, {"limit": "1", "style": "cards", "blog": "blog"}):
        assert read_request("", options, 1, TAXONOMIES)[0].is_whole
    for name, value in {"tags": "a", "featured": "", "offset": "1", "blog": "*"}.items():
        assert not read_request("", {name: value}, 1, TAXONOMIES)[0].is_whole, name


@pytest.mark.parametrize(
    ("options", "style"),
    [
        ({}, "cards"),
        ({"style": "full", "format": "{date}", "excerpts": ""}, "full"),
        ({"format": "{date}", "excerpts": ""}, "titles"),
        ({"list-style": "circle"}, "titles"),
        ({"excerpts": ""}, "teasers"),
        ({"excerpts": "no"}, "cards"),
    ],
)
def test_which_style_a_list_has(options: dict[str, str], style: str) -> None:
    assert read_request("", options, 1, TAXONOMIES)[0].style_or("cards") == style


@pytest.mark.parametrize(("text", "size"), [("1", 1), ("1000", 1000), ("", 0), (None, None)])
def test_how_many_posts_a_page_may_have(text: str | None, size: int | None) -> None:
    request, problems = read_request("", {} if text is None else {"paginate": text}, 1, TAXONOMIES)
    assert (request.page_size, problems) == (size, ())


@pytest.mark.parametrize(
    ("text", "order"),
    [("", "oldest"), ("yes", "oldest"), ("no", ""), ("date", ""), ("title", "title"), ("updated", "updated")],
)
def test_which_order_a_list_has(text: str, order: str) -> None:
    request, problems = read_request("", {"sort": text}, 1, TAXONOMIES)
    assert (request.order, problems) == (order, ())


def test_posts_of_one_moment_are_in_the_order_of_their_document_names(make_site: MakeSite) -> None:
    # In an order that neither titles nor the times of files have.
    names = ["post-2", "a", "post-10", "Z"]
    files = {f"blog/{name}.md": md(f"{9 - n}", date="2026-01-02", series="S") for n, name in enumerate(names)}
    files["blog/b.md"] = md("0", date="2026-01-02 02:00 +02:00", series="S")
    lists = "```{postlist}\n```\n\n```{postlist}\n:sort:\n```\n"
    site = make_site(files | {"index.md": f"# Home\n\n{lists}"})
    same = ["8", "0", "9", "7", "6"]
    assert (site.warnings, site.page("index").posts) == ([], same + same[::-1])
    assert site.page("blog/2026").posts == [item["title"] for item in site.items()] == same
    assert site.page("blog/series/s").posts == same
    assert site.page("blog/b").links(".blog-neighbours a") == ["../blog/a.html", "../blog/post-2.html"]


COMPACT = "# News\n\n```{postlist}\n:style: compact\n:first: large\n:paginate: 2\n```\n"


def test_a_compact_list_says_what_posts_are_about(make_site: MakeSite) -> None:
    posts = {
        "blog/a.md": md("About $x$", "Lead **strong**.\n\n<!-- more -->\n\nRest.\n", "2024-01-03"),
        "blog/b.md": md("B", "Lead.\n", "2024-01-02", description="In <one> sentence.", image="p.svg"),
        "blog/c.md": md("C", "", "2024-01-01"),
        "blog/p.svg": PICTURE,
    }
    site = make_site({"index.md": "# Home\n", "blog.md": f"---\norphan: true\n---\n{COMPACT}", **posts})
    assert site.warnings == problems_of_tree(site.outdir) == []
    page = site.page("blog")
    assert page.texts(".blog-compact-title") == [r"About \(x\)", "B"]
    assert page.texts(".blog-compact-summary") == ["Lead strong.", "In <one> sentence."]
    assert ["blog-large" in classes(item) for item in page.all(".blog-compact-post")] == [True, False]
    (image,) = page.all(".blog-compact-image")
    assert (image.get("src", "").removeprefix("./"), image.get("alt")) == ("_images/p.svg", "")
    assert site.page("blog/page/2").texts(".blog-compact-title") == ["C"]
    assert site.page("blog/page/2").all(".blog-large") == []


def test_a_large_post_is_of_styles_that_have_one(make_site: MakeSite) -> None:
    styles = {"titles": "", "archive": ":style: archive\n:paginate:\n"}
    lists = [f"```{{postlist}}\n:first: large\n{options}```\n" for options in styles.values()]
    site = make_site({"index.md": "\n".join(["# Home\n", *lists]), **FILES})
    assert site.blog_warnings == [("index.md", "blog.invalid_option")] * 2
    for style, warned in zip(styles, site.warnings, strict=True):
        assert f"in the style '{style}' no post is shown large" in warned.message
        assert warned.message.endswith("compact, cards")


# Whole posts

LONG = """The *lead*, with a note. [^a]

<!-- more -->

## First part

{ref}`Here <place-{n}>` and [there](#second-part-{n}).

### Deeper

## Second part {n}

(place-{n})=
```python
x = {n}
```

[^a]: The note.
"""
WHOLE = {
    "index.md": "# Home\n",
    **{f"blog/p{n}.md": md(f"Post {n}", LONG.replace("{n}", str(n)), date=f"2024-01-0{n}") for n in (1, 2, 3)},
    "news.md": "---\norphan: true\n---\n# News\n\n```{postlist}\n:style: full\n:paginate: 2\n```\n",
}


def test_whole_posts_are_shown_below_their_titles(make_site: MakeSite) -> None:
    site = make_site(WHOLE, {"myst_heading_anchors": 3})
    assert site.warnings == []
    for name, titles in {"news": ["Post 3", "Post 2"], "news/page/2": ["Post 1"]}.items():
        page = site.page(name)
        assert (problems_of_page(site.path(name), site.outdir), page.posts) == ([], titles)
        for title in titles:
            teaser = page.teaser(title)
            assert text(teaser).endswith("The note.")
            assert [e.tag for e in elements(teaser) if e.tag in HEADINGS] == ["h2", "h3", "h4", "h3"]
        assert page.all(".blog-read-more") == []

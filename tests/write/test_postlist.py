"""The directives ``postlist`` and ``blog-terms``."""

from collections.abc import Callable
from typing import Any

import pytest
from checker import problems_of_tree
from conftest import MakeSite, Site
from page import HEADINGS, Page, classes, elements, select, text
from writing import many, md

from sphinx_blogext.core.pagination import STYLES, read_request
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.site.build import build_of

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

FILTERS: dict[str, tuple[dict[str, str], list[str]]] = {
    "tags": ({"tags": "python"}, ["P3", "P1"]),
    "tag": ({"tag": "Python"}, ["P3", "P1"]),
    "any of several": ({"tags": "python, c#"}, ["P5", "P3", "P1"]),
    "in another spelling": ({"tags": "machine-learning"}, ["P1"]),
    "symbols": ({"tags": "c++"}, ["P3", "P2"]),
    "none of": ({"tags": "!c++"}, ["P5", "P4", "P1"]),
    "one and not another": ({"tags": "python, !c++"}, ["P1"]),
    "category": ({"category": "One"}, ["P3", "P1"]),
    "author": ({"author": "mei"}, ["P5", "P2", "P1"]),
    # P5 names no language: it is in that of the site.
    "language": ({"language": "en"}, ["P5", "P4", "P3", "P2"]),
    "location": ({"location": "Berlin"}, ["P5", "P2"]),
    "series": ({"series": "S"}, ["P5", "P3"]),
    "several options": ({"author": "mei", "location": "berlin"}, ["P5", "P2"]),
    "nothing has it all": ({"author": "mei", "category": "One", "series": "S"}, []),
    "featured": ({"featured": ""}, ["P4"]),
    "a list in brackets": ({"tags": '["python", "c#"]'}, ["P5", "P3", "P1"]),
}
CUTS: dict[str, tuple[str, dict[str, str], list[str]]] = {
    "argument": ("3", {}, NEWEST[:3]),
    "limit": ("", {"limit": "2"}, NEWEST[:2]),
    "more than there are": ("99", {}, NEWEST),
    "limit of none": ("0", {}, []),
    "offset": ("", {"offset": "2"}, NEWEST[2:]),
    "offset and limit": ("2", {"offset": "1"}, NEWEST[1:3]),
    "offset beyond the end": ("", {"offset": "99"}, []),
    "filter, then limit": ("1", {"tags": "python"}, ["P3"]),
    "oldest first": ("", {"sort": ""}, NEWEST[::-1]),
}
#: Name -> argument and options of a list that has a document of its own, in both languages.
LISTS: dict[str, tuple[str, dict[str, str]]] = {
    **{name: ("", options) for name, (options, _) in FILTERS.items()},
    **{name: (argument, options) for name, (argument, options, _) in CUTS.items()},
    "plain": ("", {}),
    "teasers": ("2", {"style": "teasers"}),
    "titles": ("", {"style": "titles", "language": "en"}),
    "cards": ("2", {"style": "cards"}),
    "archive": ("", {"style": "archive"}),
    "format": ("2", {"format": "{date}: {title} ({tags}) by {author} in {location}", "author": "mei"}),
    "format title": ("1", {"format": "{title}"}),
    "format markup": ("1", {"format": "<b>{title}</b> & *x*"}),
    "date": ("1", {"date": "%Y/%m"}),
    "date in format": ("1", {"date": "%Y", "format": "{date} {title}"}),
    "excerpts": ("1", {"excerpts": ""}),
    "excerpts in ABlog's own lists": ("1", {"excerpts": "", "format": "{title}!", "list-style": "circle"}),
    "expand": ("1", {"excerpts": "", "expand": "Go on & on"}),
    "circle": ("1", {"list-style": "circle"}),
    "disc": ("1", {"list-style": "disc"}),
    "underscore": ("1", {"list_style": "circle"}),
}


def write_list(form: str, argument: str, options: dict[str, str]) -> str:
    lines = [f":{name}: {value}".rstrip() for name, value in options.items()]
    if form == "rst":
        return "\n".join([f".. postlist:: {argument}".rstrip(), *(f"   {line}" for line in lines), ""])
    return "\n".join([f"```{{postlist}} {argument}".rstrip(), *lines, "```", ""])


@pytest.fixture(scope="module")
def site_of_lists(make_shared_site: MakeSite) -> Site:
    lists = {
        f"{form}/{name}.{form}": f"List\n====\n\n{write_list(form, argument, options)}"
        for form in ("rst", "md")
        for name, (argument, options) in LISTS.items()
    }
    home = {"index.md": "# Home\n\n```{toctree}\n:glob:\n\nrst/*\nmd/*\n```\n"}
    site = make_shared_site(home | FILES | lists)
    assert site.warnings == []
    return site


@pytest.fixture(params=["rst", "md"])
def list_page(request: pytest.FixtureRequest, site_of_lists: Site) -> Callable[[str], Page]:
    """Return a function that returns the page with a list of ``LISTS``; both languages are tried."""
    return lambda name: site_of_lists.page(f"{request.param}/{name}")


def test_a_plain_list_has_the_titles_of_all(list_page: Callable[[str], Page]) -> None:
    page = list_page("plain")
    assert page.posts == NEWEST
    assert page.all("article.blog-teaser") == []
    assert len(page.all("ul.blog-titles li")) == 5
    assert page.links(".blog-titles a")[0] == "../blog/p5.html"
    assert page.all(".blog-pagination") == []


@pytest.mark.parametrize("name", FILTERS)
def test_filters(list_page: Callable[[str], Page], name: str) -> None:
    assert list_page(name).posts == FILTERS[name][1]


@pytest.mark.parametrize("name", CUTS)
def test_cuts(list_page: Callable[[str], Page], name: str) -> None:
    page = list_page(name)
    assert page.posts == CUTS[name][2]
    assert page.texts(".blog-empty") == ["There are no such posts."] * (not page.posts)


def test_styles(list_page: Callable[[str], Page]) -> None:
    page = list_page("teasers")
    assert [text(title) for title in page.all("h2.blog-teaser-title")] == ["P5", "P4"]
    assert page.teaser_text("P5") == "Lead P5."
    page = list_page("titles")
    dates = ["5 May 2024", "4 May 2024", "3 May 2024", "2 May 2023"]
    assert page.texts(".blog-titles time") == dates
    machine_dates = [time.get("datetime") for time in page.all(".blog-titles time")]
    assert machine_dates == ["2024-05-05", "2024-05-04", "2024-05-03", "2023-05-02"]
    assert page.texts(".blog-titles .blog-description") == ["A sentence."]
    page = list_page("cards")
    cards = page.all(".sd-card")
    assert len(cards) == 2
    assert page.links("a", cards[0])[0] == "../blog/p5.html"
    assert "Lead P5." in text(cards[0])
    assert "A sentence." in text(cards[1])
    page = list_page("archive")
    assert [text(heading) for heading in page.all(".blog-year")] == ["2024", "2023"]
    titles = [[text(a) for a in select(ul, "a")] for ul in page.all("ul.blog-titles")]
    assert titles == [["P5", "P4", "P3"], ["P2", "P1"]]


def test_format(list_page: Callable[[str], Page]) -> None:
    page = list_page("format")
    assert page.texts(".blog-titles li") == [
        "5 May 2024: P5 (c#) by mei in Berlin",
        "2 May 2023: P2 (C++) by mei, jonas in Berlin",
    ]
    names = ("p5", "tag/c-sharp", "author/mei", "location/berlin")
    assert page.links("a", page.all(".blog-titles li")[0]) == [f"../blog/{name}.html" for name in names]


def test_options_for_entries(list_page: Callable[[str], Page]) -> None:
    assert list_page("format title").texts(".blog-titles li") == ["P5"]
    assert list_page("format markup").texts(".blog-titles li") == ["<b>P5</b> & *x*"]
    assert list_page("date").texts(".blog-titles time") == ["2024/05"]
    assert list_page("date in format").texts(".blog-titles li") == ["2024 P5"]
    page = list_page("excerpts")
    assert "Lead P5." in text(page.main)
    assert "Rest." not in text(page.main)
    (more,) = page.all(".blog-read-more a")
    assert more.get("href") == "../blog/p5.html#more"
    (more,) = list_page("expand").all(".blog-read-more a")
    assert (more.text or "").strip() == "Go on & on"
    for name, style in (("circle", "circle"), ("underscore", "circle"), ("disc", "disc")):
        assert any(f"postlist-style-{style}" in classes(ul) for ul in list_page(name).all("ul"))


@pytest.mark.parametrize("style", ["cards", "titles", "archive", "compact"])
def test_posts_with_excerpts_in_one_style_are_whole_in_another(make_site: MakeSite, style: str) -> None:
    listed = f"```{{postlist}}\n:style: {style}\n:excerpts:\n```\n"
    site = make_site({**many(2), "index.md": f"# Home\n\n{listed}"})
    assert site.page("blog").posts == ["Post 02", "Post 01"]
    alone = make_site({**many(2), "index.md": "# Home\n"})
    assert [text(item) for item in site.page("blog").all("article")] == [
        text(item) for item in alone.page("blog").all("article")
    ]


def test_titles_above_excerpts_are_headings_and_those_in_excerpts_below_them(make_site: MakeSite) -> None:
    teaser = "Lead.\n\n## Part\n\nText.\n\n### Sub\n\nMore.\n\n<!-- more -->\n\nRest.\n"
    listed = '```{postlist}\n:excerpts:\n:format: "{date} - {title}"\n```\n'
    files = {
        "index.md": f"# Home\n\n{listed}\n## Deeper\n\n{listed}",
        "blog/p.md": md("P", teaser, date="2024-01-02"),
    }
    site = make_site(files)
    page = site.page("index")
    found = [[(e.tag, text(e)) for e in elements(item) if e.tag in HEADINGS] for item in page.all("li.ablog-post")]
    title = "2 January 2024 - P"
    assert found == [
        [("h2", title), ("h3", "Part"), ("h4", "Sub")],
        [("h3", title), ("h4", "Part"), ("h5", "Sub")],
    ]
    # It would lead to a heading of the list, which is none of the page.
    assert page.all("li.ablog-post .headerlink") == []
    assert site.page("blog/p").all("h2 .headerlink")


def test_lists_have_the_class_names_of_ablog(list_page: Callable[[str], Page], site_of_lists: Site) -> None:
    excerpts = list_page("excerpts in ABlog's own lists")
    (item,) = excerpts.all("ul.postlist.blog-titles li.ablog-post")
    # Excerpts leave the format of a list alone.
    assert text(item).startswith("P5!")
    assert "Lead P5." in text(item)
    assert "postlist-style-circle" in classes(excerpts.one(".postlist"))
    assert [(child.tag, *(name for name in classes(child) if name.startswith("ablog"))) for child in item] == [
        ("h2", "ablog-post-title"),
        ("div", "ablog-post-excerpt"),
        ("p", "ablog-post-expand"),
    ]
    assert text(list_page("format").all("li.ablog-post p.ablog-post-title")[0]).startswith("5 May 2024: P5")
    assert text(list_page("plain").all("li.ablog-post .ablog-post-title")[0]) == "P5"
    blog = site_of_lists.page("blog")
    (article, *_) = blog.all(".ablog__collection .ablog-post")
    assert text(select(article, "h2.ablog-post-title")[0]) == "P5"
    assert text(select(article, ".ablog-post-excerpt")[0]) == "Lead P5."
    assert text(select(article, ".ablog-post-expand")[0]).startswith("Read more")
    assert site_of_lists.page("blog/p2").links(".ablog__prev-next a") == ["../blog/p1.html", "../blog/p3.html"]


def test_pages_of_lists(make_site: MakeSite) -> None:
    files = {
        "index.md": "# Home\n\n```{toctree}\nsub/list\nown\nlimited\n```\n",
        "sub/list.md": "# List\n\nOwn text.\n\n```{postlist}\n:paginate: 2\n:tags: x\n```\n",
        "own.md": "# Of the blog's size\n\n```{postlist}\n:paginate:\n```\n",
        "limited.md": "# Limited\n\n```{postlist} 3\n:paginate: 2\n```\n",
    }
    posts = {**many(5, tags="x"), "blog/other.md": md("Other", date="2024-01-03 12:00")}
    site = make_site(files | posts, {"blog_page_size": 4})
    assert site.warnings == []
    second, third = site.page("sub/list/page/2"), site.page("sub/list/page/3")
    found = [page.posts for page in (site.page("sub/list"), second, third)]
    assert found == [["Post 05", "Post 04"], ["Post 03", "Post 02"], ["Post 01"]]
    assert second.title.startswith("List – page 2")
    assert "Own text." not in text(second.main)
    assert site.page("sub/list").links(".blog-pagination .blog-older a") == ["../sub/list/page/2.html"]
    assert third.links(".blog-pagination .blog-newer a") == ["../../../sub/list/page/2.html"]
    assert third.links(".blog-pagination .blog-older a") == []
    assert [len(site.page(name).posts) for name in ("own", "own/page/2")] == [4, 2]
    assert [len(site.page(name).posts) for name in ("limited", "limited/page/2")] == [2, 1]
    assert not site.has("limited/page/3")


def test_two_lists_with_pages_in_one_document(make_site: MakeSite) -> None:
    files = {
        "index.md": "# Home\n\n```{postlist}\n:paginate: 2\n```\n\n```{postlist}\n:paginate: 3\n:sort:\n```\n",
        **many(7),
    }
    site = make_site(files)
    assert site.warnings == []
    assert problems_of_tree(site.outdir) == []
    page = site.page("index")
    first, second = page.all(".blog-listing")
    assert [text(a) for a in page.all(".blog-titles a", first)] == ["Post 07", "Post 06"]
    assert [text(a) for a in page.all(".blog-titles a", second)] == ["Post 01", "Post 02", "Post 03"]
    third = page.links(".blog-pagination .blog-older a", second)
    assert len(third) == 1
    following = site.page(third[0].removeprefix("./").removesuffix(".html"))
    assert following.posts == ["Post 04", "Post 05", "Post 06"]


def test_a_list_of_posts_in_the_toctree(make_site: MakeSite) -> None:
    conf = {"html_theme": "alabaster", "html_sidebars": {"**": ["globaltoc.html"]}}
    files = {
        "index.md": "# Home\n\n```{postlist} 2\n:toctree:\n```\n\n```{toctree}\nlast\n```\n",
        "last.md": "# Last\n",
        **many(3),
    }
    site = make_site(files, conf)
    assert site.warnings == []
    assert site.env.toctree_includes["index"] == ["blog/p03", "blog/p02", "last"]
    sidebar = select(site.page("last").root, "div.sphinxsidebar")[0]
    assert [text(a) for a in select(sidebar, "li.toctree-l1 a")] == ["Post 03", "Post 02", "Last"]
    # No list of links beside the list of posts.
    assert site.page("index").texts(".blog-titles a") == ["Post 03", "Post 02"]
    site.write("blog/p04.md", md("Post 04", date="2024-02-01")).build()
    assert site.env.toctree_includes["index"] == ["blog/p04", "blog/p03", "last"]
    # They stand in the PDF.
    conf = {"latex_documents": [("index", "site.tex", "Site", "me", "manual")]}
    site = make_site({"index.md": "# Home\n\n```{postlist} 2\n:toctree:\n```\n", **many(3)}, conf, "latex")
    source = (site.outdir / "site.tex").read_text(encoding="utf-8")
    assert source.index("Rest 03.") < source.index("Rest 02.")
    assert "Rest 01." not in source


TERMS = {
    "tag": [("C++", 2), ("c#", 1), ("Machine Learning", 1), ("python", 2)],
    "category": [("One", 2), ("Two", 1)],
    "author": [("jonas", 2), ("mei", 3)],
    "series": [("S", 2)],
    "location": [("Berlin", 2)],
}


@pytest.fixture(scope="module")
def site_of_terms(make_shared_site: MakeSite) -> Site:
    spellings = [*TERMS, "tags", "categories", "authors", "locations", ""]
    pages = {
        f"{spelling or 'none'}-{style or 'none'}.md": f"# Terms\n\n```{{blog-terms}} {spelling}\n"
        + (f":style: {style}\n" if style else "")
        + "```\n"
        for spelling in spellings
        for style in ("", "list", "cloud")
    }
    site = make_shared_site({"index.md": "# Home\n\n```{toctree}\n:glob:\n\n*\n```\n", **FILES, **pages})
    assert site.warnings == []
    return site


@pytest.mark.parametrize("spelling", [*TERMS, "tags", "categories", "authors", "locations", "none"])
@pytest.mark.parametrize("style", ["none", "list", "cloud"])
def test_terms_with_their_counts(site_of_terms: Site, spelling: str, style: str) -> None:
    page = site_of_terms.page(f"{spelling}-{style}")
    items = page.all(".blog-terms li")
    found = [(text(select(item, "a")[0]), int(text(select(item, ".blog-count")[0]).split()[0])) for item in items]
    singular = {"none": "tag", "categories": "category", "series": "series"}.get(spelling, spelling.rstrip("s"))
    assert sorted(found) == sorted(TERMS[singular])
    labels = [label for label, _ in found]
    assert labels == sorted(labels, key=str.casefold)
    if style == "cloud":
        assert all(any(name.startswith("blog-weight-") for name in classes(item)) for item in items)
    for link in page.links("a", page.one(".blog-terms")):
        assert site_of_terms.has(link.removeprefix("./").removesuffix(".html"))


@pytest.mark.parametrize(
    ("option", "text", "expected"),
    [
        ("first", "big", "'large', got 'big'"),
        ("style", "titels", f"one of {', '.join(STYLES)}, got 'titels' (did you mean 'titles'?)"),
        ("paginate", "0", "a number of posts from 1 to 1000, got '0'"),
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


@pytest.mark.parametrize(
    ("options", "is_whole"),
    [
        ({}, True),
        ({"limit": "1", "style": "cards", "blog": "blog"}, True),
        *(
            ({name: text}, False)
            for name, text in {"tags": "a", "featured": "", "offset": "1", "blog": "*"}.items()
        ),
    ],
)
def test_which_lists_have_every_post(options: dict[str, str], is_whole: bool) -> None:
    assert read_request("", options, 1, TAXONOMIES)[0].is_whole is is_whole


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


@pytest.mark.parametrize(("text", "size"), [("1", 1), ("1000", 1000), ("", 0)])
def test_how_many_posts_a_page_may_have(text: str, size: int) -> None:
    request, problems = read_request("", {"paginate": text}, 1, TAXONOMIES)
    assert (request.page_size, problems) == (size, ())
    assert read_request("", {}, 1, TAXONOMIES)[0].page_size is None


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("", "oldest"),
        ("yes", "oldest"),
        ("no", ""),
        ("date", ""),
        ("title", "title"),
        ("updated", "updated"),
        ("x", None),
    ],
)
def test_which_order_a_list_has(text: str, order: str | None) -> None:
    request, problems = read_request("", {"sort": text}, 1, TAXONOMIES)
    assert (request.order, len(problems)) == (order or "", int(order is None))


def test_posts_of_one_moment_are_in_the_order_of_their_document_names(make_site: MakeSite) -> None:
    # In an order that neither titles nor the times of files have.
    names = ["post-2", "a", "post-10", "Z"]
    files = {f"blog/{name}.md": md(f"{10 - n} {name}", date="2026-01-02") for n, name in enumerate(names)}
    files["blog/b.md"] = md("0 b", date="2026-01-02 02:00 +02:00")
    files["blog/early.md"] = md("early", date="2026-01-01 23:59")
    files["blog/late.md"] = md("late", date="2026-01-02 00:01")
    files["index.md"] = "# Home\n\n```{postlist}\n```\n"
    files["oldest.md"] = "---\norphan: true\n---\n# Oldest\n\n```{postlist}\n:sort:\n```\n"
    site = make_site(files, {"blog_page_size": 4})
    expected = ["late", "9 a", "0 b", "10 post-2", "8 post-10", "7 Z", "early"]
    assert site.warnings == []
    assert site.page("index").posts == expected
    assert site.page("blog/2026").posts + site.page("blog/2026/page/2").posts == expected
    assert site.page("oldest").posts == expected[::-1]
    assert [item["title"] for item in site.items()] == expected
    blog = build_of(site.env).blogs[0].blog
    assert [post and post.title for post in blog.neighbors(blog.by_key["blog/a"])] == ["0 b", "late"]


def test_descriptions_of_terms_are_text(make_site: MakeSite) -> None:
    conf = {"blog_tags": {"x": {"label": "X 🐍", "slug": "y", "description": "A <language>."}}}
    index = {"index.md": "# Home\n\n```{blog-terms} tag\n```\n"}
    site = make_site({**index, **many(1, tags="x")}, conf)
    (item,) = site.page("index").all(".blog-terms li")
    assert "A <language>." in text(item)
    assert site.page("index").links("a", item) == ["./blog/tag/y.html"]
    assert "A <language>." in text(site.page("blog/tag/y").main)

"""Builders that do not write a web site: no error, no junk, lists as references."""

import re
from zipfile import ZipFile

import pytest
from conftest import MakeSite, Site
from page import parse, select, text
from writing import INDEX, many, md, rst

HOME = """
# Home
```{postlist} 3
:style: full
```
```{postlist}
:excerpts:
:format: "{date} {title}"
:sort:
```
```{blog-terms} tag
```

{blog:tag}`python` {blog:archive}`2024` {blog:post}`p01`

```{toctree}
blog/index
blog/p01
blog/r
blog/d
```
"""
BODY = "   The body :math:`x`.\n\nText.\n\n.. update:: 2024-06-01\n\n   News.\n\n.. more:: Go on\n\nRest.\n"
FILES = {
    "index.md": HOME,
    "blog/index.md": "# News\n\nOwn text.\n\n```{postlist}\n:paginate: 2\n```\n",
    **many(4, tags=["python", "C++"], author="mei"),
    "blog/r.rst": rst("In *RST*", BODY, exclude="", tags="python", redirect="old/name"),
    "blog/d.md": md("Draft", draft=True),
    "_templates/layout.html": '{% extends "!layout.html" %}{% block footer %}<p>'
    "Last{% for post in blog.recent %}: {{ post.title }}{% endfor %}{{ blog.terms.tag[0].url }}</p>{% endblock %}",
}
TITLES = ["In RST", "Post 04", "Post 03", "Post 02", "Post 01"]
CONF = {
    "latex_documents": [("index", "site.tex", "Site", "me", "manual"), ("blog/p01", "p.tex", "P", "me", "howto")],
    "version": "1",
    "copyright": "2024, the authors",
    "blog_page_size": 2,
    "templates_path": ["_templates"],
    "html_sidebars": {"**": ["blog/recent.html", "blog/rail.html"]},
    "blog_redirects": {"b": "tag:python", "feed.xml": "feed:atom.xml"},
}
#: The files in which a post stands, by itself or among other documents.
BOOKS = {
    "latex": ["p.tex", "site.tex"],
    "epub": ["blog/p01.xhtml"],
    "text": ["blog/p01.txt"],
    "singlehtml": ["index.html"],
}


@pytest.fixture(scope="module")
def shared(make_shared_site: MakeSite) -> Site:
    """One site for all builders, as with ``make html latex``: they share their doctrees."""
    return make_shared_site(FILES, CONF, build=False)


@pytest.mark.parametrize("builder", [*BOOKS, "json", "gettext", "linkcheck"])
def test_every_builder_is_quiet(shared: Site, builder: str) -> None:
    shared.build(builder)
    assert [w for w in shared.warnings if "toctree" not in w.message] == []
    assert (shared.status, shared.outdir.is_dir()) == (0, True)
    assert "Draft" not in "".join(map(str, shared.bytes()))
    assert not [name for name in shared.bytes() if "/tag" in name or "/page/" in name]
    for name in BOOKS.get(builder, ()):
        source = (shared.outdir / name).read_text(encoding="utf-8")
        # Once, above the text.
        assert len(re.findall("2 January 2024 · mei.{,100}Lead 01", source, re.DOTALL)) == 1
        assert source.count("2 January 2024 · mei") == 1


def test_lists_in_plain_text(shared: Site) -> None:
    shared.build("text")
    assert not (shared.outdir / "blog.txt").exists()
    assert "python (5)" in (shared.outdir / "index.txt").read_text(encoding="utf-8")
    # What has pages elsewhere is whole here.
    news = (shared.outdir / "blog" / "index.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in news if line.startswith("* ")] == [f"* {title}" for title in TITLES]
    post = (shared.outdir / "blog" / "r.txt").read_text(encoding="utf-8")
    assert [words in post for words in ("The body", "6 May 2024", "Updated on 1 June 2024")] == [False, True, True]
    # What readers see in lists is translated.
    assert "The body" in (shared.build("gettext").outdir / "blog.pot").read_text(encoding="utf-8")


def test_latex_has_references_to_what_is_in_the_document(shared: Site) -> None:
    shared.build("latex")
    source = (shared.outdir / "site.tex").read_text(encoding="utf-8")
    # What is in no toctree is not in the document: a title without a link.
    assert (source.count("Rest 01."), source.count("Lead 02.")) == (1, 0)
    chapter = source.partition("chapter{News}")[2].partition("chapter{")[0]
    assert [title for title in TITLES if title in chapter] == TITLES
    assert re.findall(r"hyperref\[\\detokenize\{(.*?)\}\]", chapter) == ["blog/r::doc", "blog/p01::doc"]


def test_no_generated_pages_in_an_epub(shared: Site) -> None:
    shared.build("epub")
    (path,) = shared.outdir.glob("*.epub")
    with ZipFile(path) as book:
        names = book.namelist()
        home = parse(book.read("index.xhtml").decode())
    generated = ("/page/", "/tag", "2024", "archive", "old/")
    assert [name for name in names if name.startswith("blog.") or any(part in name for part in generated)] == []
    links = [a.get("href", "") for a in select(home, "a")]
    assert "blog/p04.xhtml" in links
    for link in links:
        if not link.startswith(("#", "http")):
            assert link.partition("#")[0] in names


def test_singlehtml_is_one_page_with_links_inside(shared: Site) -> None:
    shared.build("singlehtml")
    assert shared.pages == ["index"]
    page = shared.page("index")
    assert "Rest 01." in text(page.main)
    assert (page.texts("p", page.root)[-1], page.all(".blog-sidebar", page.root)) == ("Last", [])
    for link in page.links("a"):
        assert link.startswith(("#", "index.html#", "http")) or (shared.outdir / link).exists(), link
    items = {text(item): page.links(inside=item) for item in page.all("ul.simple li")}
    links = [["#document-blog/r"], [], [], [], ["#document-blog/p01"]]
    assert [items[title] for title in TITLES] == links


def test_in_markdown_the_date_stands_below_the_text(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs take the first paragraph for what a text is about."""
    monkeypatch.setattr("sphinx.builders.text.TextBuilder.format", "markdown")
    site = make_site(INDEX | {"blog/a.md": md("A", "The lead.\n\nThe rest.\n", author="mei")}, {}, "text")
    lines = [line for line in (site.outdir / "blog/a.txt").read_text().splitlines() if line]
    assert lines[2:] == ["The lead.", "The rest.", "*6 May 2024 · mei*"]

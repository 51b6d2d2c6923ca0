"""Names of pages and documents, and URLs."""

import pytest

from sphinx_blogext.core.addresses import (
    SITE,
    absolute,
    document_meant,
    draft_name,
    is_inside,
    is_page_name,
    is_page_of,
    nearest_root,
    page_at,
    page_of,
    short_name,
)
from sphinx_blogext.core.taxonomies import pick
from sphinx_blogext.core.urls import absolute_url, lacks_scheme

#: Three bytes each.
LONGEST_PART, LONGEST = "中" * 66 + "ab", "/".join([*["x" * 199] * 3, "x" * 200])


@pytest.mark.parametrize("name", ["a", "a/b", "文", "a b", "x.y", LONGEST_PART, LONGEST, "blog/search", "blog/_x"])
def test_names_that_pages_may_have(name: str) -> None:
    assert is_page_name(name)


#: Parts of names that are none on some file system, or of other files.
PARTS = [
    "a:b",
    "a*",
    'a"',
    "a<",
    "a|b",
    "a#b",
    "a%b",
    "a\x00",
    "a\\b",
    "a\x7f",
    "",
    "..",
    "Atom.xml",
    "posts.json",
]
PARTS += ["x.html", "x.htm", "a.", " a", "a ", "NUL", "con.x"]
NAMES = ["", "a//b", ".", "/a", "_a", ".a", "search", "GenIndex", "py-modindex", "a\ud800", "a\udfff"]


@pytest.mark.parametrize("name", [*NAMES, *(f"a/{part}" for part in PARTS), f"{LONGEST_PART}c", "x/" * 400 + "x"])
def test_names_that_no_page_may_have(name: str) -> None:
    assert not is_page_name(name)


@pytest.mark.parametrize(
    ("name", "draft"),
    [
        *(("a/b", ""), ("a/_drafts/b", "_drafts"), ("Drafts/b", "Drafts"), (".git/b", ".git"), ("a/_b", "_b")),
        *((".b", ".b"), ("_b/index", "_b"), ("_a/b", ""), ("drafts", "")),
    ],
)
def test_names_that_other_engines_do_not_publish(name: str, draft: str) -> None:
    assert draft_name(name) == draft


def test_pages_are_below_the_first_page_of_their_blog() -> None:
    assert [is_inside("a/b", root) for root in (SITE, "a", "a/b", "a/b/c", "b", "a/")] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]
    assert not is_inside("ab", "a")
    roots = ("blog", "a", "a/b")
    assert [nearest_root(page, roots) for page in ("a/x", "a/b/x", "a/bc", "x")] == ["a", "a/b", "a", "blog"]
    assert nearest_root("x", ("blog", SITE)) == SITE


@pytest.mark.parametrize(
    ("root", "docnames", "others"),
    [
        (
            "blog",
            "blog blog/index blog/tag blog/2024/05 blog/tag/x/page/2 blog/language/en/tag/x blog/Archive/index",
            "blog/x blog/tag/x/y tag blog/20245",
        ),
        (SITE, "index tag", "x"),
        ("x/index", "x/index", "y/index"),
    ],
)
def test_documents_that_may_be_pages_of_a_blog(root: str, docnames: str, others: str) -> None:
    every = f"{docnames} {others}".split()
    assert [name for name in every if is_page_of(name, root)] == docnames.split()


DOCUMENTS = {"index", "a/x", "a/y/index", "x", "b.c"}


@pytest.mark.parametrize(
    ("name", "docname", "meant"),
    [
        # From the root, or beside the document; with the suffix of the file, or the name of its folder.
        *(("x", "a/z", "x"), ("a/x", "b", "a/x"), ("/a/x/", "q/z", "a/x"), ("y", "a/z", "a/y/index")),
        *(("../x", "a/z", "x"), ("x.md", "a/z", "x"), ("y/index.rst", "a/z", "a/y/index"), ("b.c", "z", "b.c")),
        *(("gone", "a/z", ""), ("x.md.md", "z", "")),
    ],
)
def test_the_document_that_a_name_means(name: str, docname: str, meant: str) -> None:
    assert document_meant(name, docname, DOCUMENTS) == meant


def test_pages_and_their_documents() -> None:
    pages = {"a/y": "a/y/index", "": "index", "a/x": "a/x", "none": "none"}
    assert {name: page_of(name, DOCUMENTS) for name in pages} == pages
    assert page_of("", ()) == "index"
    assert [short_name(name) for name in ("x", "a/x", "a/x/index", "index")] == ["x", "x", "x", ""]
    assert [page_at(path) for path in ("a/x.html", "a/x/index.htm", "a/x", "x.html.html")] == [
        "a/x",
        "a/x",
        "a/x",
        "x.html",
    ]


def test_urls_are_escaped_once() -> None:
    base = "https://e.org/"
    assert absolute(base, "a b/%20.html") == f"{base}a%20b/%20.html"
    assert absolute(base, "a.html", "ö") == f"{base}a.html#%C3%B6"
    links = {
        "a b": "https://e.org/a%20b",
        "mailto:a@b.c": "mailto:a@b.c",
        "": "",
        "javascript:f()": "",
        "http://[": "",
    }
    assert {url: absolute_url(f" {url} ", base) for url in links} == links
    loaded = {
        "a.png": f"{base}a.png",
        "ftp://a/b.png": "",
        "Data:image/png,x": "Data:image/png,x",
        "data:text/x,x": "",
    }
    assert {url: absolute_url(url, base, is_loaded=True) for url in loaded} == loaded
    hosts = ("example.org", "example.org/x.html", "example.org:80?x", "a/b.org", "page.html", "page.html#x", "x")
    assert [lacks_scheme(url) for url in hosts] == [True, True, True, False, False, False, False]


@pytest.mark.parametrize(
    ("texts", "language", "text"),
    [
        *(("all", "de", "all"), ({"en": "E", "zh_CN": "Z"}, "zh", "Z"), ({"en": "E", "zh": "Z"}, "de", "E")),
        *(({"en": "E", "zh": "Z"}, "zh", "Z"), ({}, "zh", "")),
    ],
)
def test_texts_in_several_languages(texts: str | dict[str, str], language: str, text: str) -> None:
    assert pick(texts, language) == text

"""Names of pages and documents, and URLs."""

from sphinx_blogext.core.addresses import (
    SITE,
    absolute,
    document_meant,
    draft_name,
    folder_of,
    further_list,
    further_page,
    is_inside,
    is_page_name,
    is_page_of,
    names_in,
    nearest_root,
    page_at,
    page_of,
    short_name,
)
from sphinx_blogext.core.taxonomies import pick
from sphinx_blogext.core.urls import absolute_url, lacks_scheme

#: Three bytes each.
LONGEST_PART, LONGEST = "中" * 66 + "ab", "/".join([*["x" * 199] * 3, "x" * 200])


#: Parts of names that are none on some file system, or of other files.
PARTS = [*(f"a{char}b" for char in ':*"<|#%\x00\\\x7f'), "", "..", "Atom.xml", "posts.json"]
PARTS += ["x.html", "x.htm", "a.", " a", "a ", "NUL", "con.x"]
NAMES = ["", "a//b", ".", "/a", "_a", ".a", "search", "GenIndex", "py-modindex", "a\ud800", "a\udfff"]


def test_names_that_pages_may_have() -> None:
    good = ["a/b", "a b", "x.y", LONGEST_PART, LONGEST, "blog/search", "blog/_x"]
    bad = [*NAMES, *(f"a/{part}" for part in PARTS), f"{LONGEST_PART}c", "x/" * 400 + "x"]
    assert [name for name in (*good, *bad) if is_page_name(name)] == good


def test_names_that_other_engines_do_not_publish() -> None:
    drafts = {"a/_drafts/b": "_drafts", "Drafts/b": "Drafts", ".git/b": ".git", "a/_b": "_b", "_b/index": "_b"}
    for name, draft in {"a/b": "", **drafts, ".b": ".b", "_a/b": "", "drafts": ""}.items():
        assert draft_name(name) == draft, name


def test_pages_are_below_the_first_page_of_their_blog() -> None:
    inside = [root for root in (SITE, "a", "a/b", "a/b/c", "b", "a/") if is_inside("a/b", root)]
    assert inside == [SITE, "a", "a/b"]
    assert not is_inside("ab", "a")
    roots = ("blog", "a", "a/b")
    assert [nearest_root(page, roots) for page in ("a/x", "a/b/x", "a/bc", "x")] == ["a", "a/b", "a", "blog"]
    assert nearest_root("x", ("blog", SITE)) == SITE


def test_documents_that_may_be_pages_of_a_blog() -> None:
    def pages(root: str, docnames: str) -> str:
        return " ".join(name for name in docnames.split() if is_page_of(name, root))

    own = "blog blog/index blog/tag blog/2024/05 blog/tag/x/page/2 blog/Archive/index"
    assert pages("blog", f"{own} blog/tag/x/y tag blog/language/en/tag/x blog/tagindex blog/tagpage/2") == own
    assert (pages(SITE, "index tag x"), pages("x/index", "x/index y/index")) == ("index tag", "x/index")


DOCUMENTS = {"index", "a/x", "a/y/index", "x", "x/index", "b.c"}


def test_the_document_that_a_name_means() -> None:
    # From the root, or beside the document; with the suffix of the file, or the name of its folder.
    meant = {
        ("x", "a/z"): "x", ("a/x", "b"): "a/x", ("/a/x/", "q/z"): "a/x", ("y", "a/z"): "a/y/index",
        ("../x", "a/z"): "x", ("x.md", "a/z"): "x", ("y/index.rst", "a/z"): "a/y/index", ("b.c", "z"): "b.c",
        ("gone", "a/z"): "", ("x.md.md", "z"): "",
    }  # fmt: skip
    assert {names: document_meant(*names, DOCUMENTS) for names in meant} == meant


def test_pages_and_their_documents() -> None:
    # A document replaces a page.
    pages = {"a/y": "a/y/index", "": "index", "a/x": "a/x", "x": "x", "none": "none"}
    assert ({name: page_of(name, DOCUMENTS) for name in pages}, page_of("", ())) == (pages, "index")
    assert [short_name(name) for name in ("x", "a/x", "a/x/index", "index")] == ["x", "x", "x", ""]
    paths = {"a/x.html": "a/x", "a/x/index.htm": "a/x", "a/x": "a/x", "x.html.html": "x.html"}
    assert {path: page_at(path) for path in paths} == paths


def test_pages_below_a_document() -> None:
    folders = {"index": "", "blog": "blog", "blog/index": "blog", "reindex": "reindex"}
    assert {name: folder_of(name) for name in folders} == folders
    assert (further_page("", 2), further_page("blog", 2)) == ("page/2", "blog/page/2")
    lists = {("", 1): "", ("", 2): "list-2", ("blog", 1): "blog", ("blog", 2): "blog/list-2"}
    assert {each: further_list(*each) for each in lists} == lists
    # A range stands for names.
    assert (names_in("a/{9-11}/b"), names_in("a/b")) == (("a/9/b", "a/10/b", "a/11/b"), ("a/b",))
    # The first one of two.
    assert names_in("{1-2}/{3-4}") == ("1/{3-4}", "2/{3-4}")


def test_urls_are_escaped_once() -> None:
    base = "https://e.org/"
    assert absolute(base, "a b/%20.html") == f"{base}a%20b/%20.html"
    assert absolute(base, "a.html", "ö") == f"{base}a.html#%C3%B6"
    links = {"a b": f"{base}a%20b", "mailto:a@b.c": "mailto:a@b.c", "": "", "javascript:f()": "", "http://[": ""}
    assert {url: absolute_url(f" {url} ", base) for url in links} == links
    loaded = {"a.png": f"{base}a.png", "ftp://a/b.png": "", "Data:image/png,x": "Data:image/png,x"}
    loaded["data:text/x,x"] = ""
    assert {url: absolute_url(url, base, is_loaded=True) for url in loaded} == loaded
    hosts = ["example.org", "example.org/x.html", "example.org:80?x"]
    assert [url for url in (*hosts, "a/b.org", "page.html", "page.html#x", "x") if lacks_scheme(url)] == hosts


def test_texts_in_several_languages() -> None:
    assert [pick({"en": "E", "zh": "Z"}, language) for language in ("zh", "de")] == ["Z", "E"]
    assert [pick(each, "zh") for each in ({"en": "E", "zh_CN": "Z"}, {}, "all")] == ["Z", "", "all"]

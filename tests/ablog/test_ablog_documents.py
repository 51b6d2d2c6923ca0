"""Documents as ABlog reads them: metadata, and the text of the document that is the first page of the blog."""

from ablog_conf import with_ablog
from conftest import MakeSite
from page import text
from writing import INDEX, md, rst

CONF = {"extensions": ["myst_parser", "sphinx_blogext.ablog"]}
DIRECTIVE = "---\ntitle: Other\ntags: [x]\ndate: 2020-01-01\n---\n```{post} 2024-02-03\n:category: Y\n```\n# One\n"


def test_commas_alone_separate_authors(make_site: MakeSite) -> None:
    fields = ":blogpost: true\n:date: 2024-01-02\n:author: Ann (X; Y), Bob\n:location: P; Q\n\nOne\n===\n"
    posts = {
        "one.rst": rst("One", author="Ann (X; Y), Bob", location="P; Q"),
        "two.rst": fields,
        "three.md": md("One", blogpost=True, author="Ann (X; Y), Bob", location="P; Q"),
    }
    site = make_site({"index.rst": "Home\n====\n", **posts}, CONF)
    assert site.warnings == []
    terms = {"author": ("Ann (X; Y)", "Bob"), "location": ("P; Q",)}
    assert [post.terms for post in site.domain.posts.values()] == [terms] * 3
    assert site.has("blog/author/ann-x-y")


def test_natively_a_semicolon_in_a_list_belongs_to_the_name(make_site: MakeSite) -> None:
    lists = {"a.md": md("A", author=["Ann; Co", "Bob"], blogpost=True), "b.rst": rst("B", author="Ann; Bob")}
    posts = make_site(INDEX | lists).domain.posts
    assert [posts[name].terms["author"] for name in "ab"] == [("Ann; Co", "Bob"), ("Ann", "Bob")]


def test_a_directive_takes_the_place_of_other_metadata(make_site: MakeSite) -> None:
    posts = {
        "one.md": f"{DIRECTIVE}\nText.\n",
        # Without a date of its own, it stays a draft.
        "two.md": f"{DIRECTIVE.replace(' 2024-02-03', '')}\nText.\n",
        # A comma separates tags even in an item of a list.
        "three.md": md("Three", title="Other", blogpost=True, tags=["x, y"]),
    }
    site = make_site({"index.rst": "Home\n====\n", **posts}, CONF)
    assert site.warnings == []
    found = {name: (post.title, post.terms) for name, post in site.domain.posts.items()}
    assert found == {
        "one": ("One", {"category": ("Y",)}),
        "two": ("One", {"category": ("Y",)}),
        "three": ("Other", {"tag": ("x", "y")}),
    }
    assert (site.page("blog").posts, site.page("blog/drafts").posts) == (["Other", "One"], ["One"])


HOME = (
    "---\norphan: true\n---\n(above)=\n# *The* blog\n\nTo be replaced.\n\n"
    "```{toctree}\n:caption: More\nblog/a\n```\n\n## A part\n\nNobody reads this.\n"
)
FILES = {**INDEX, "blog/a.md": md("A"), "blog/b.md": md("B", "[](above)\n")}


def test_the_text_is_left_out_but_for_its_toctrees(make_site: MakeSite) -> None:
    site = make_site({**FILES, "blog.md": HOME}, with_ablog())
    assert "To be replaced." in text(site.page("blog").main)
    # An option that reading depends on.
    site.configure(with_ablog(blog_home_text=False)).build()
    assert site.warnings == []
    page = site.page("blog")
    assert (page.headings[0], page.posts) == ("The blog", ["A", "B"])
    assert not any(words in page.source for words in ("replaced", "A part", "Nobody", "More"))
    assert "Nobody" not in (site.outdir / "searchindex.js").read_text("utf-8")
    assert site.env.toctree_includes == {"blog": ["blog/a"]}
    assert "../blog.html#above" in site.page("blog/b").links()
    # A text with a list stays.
    site.write("blog.md", f"{HOME}\n```{{postlist}}\n```\n").build()
    assert "Nobody reads this." in text(site.page("blog").main)

"""``blog_home_text = False``: the document that is the first page of the blog but holds the place of the list."""

from ablog_conf import with_ablog
from conftest import MakeSite
from page import text
from writing import INDEX, md

HOME = """---
orphan: true
---
(above)=
# *The* blog

To be replaced.

```{toctree}
:caption: More
blog/a
```

## A part

Nobody reads this.
"""
FILES = {**INDEX, "blog/a.md": md("A"), "blog/b.md": md("B", "[](above)\n")}


def test_the_text_is_left_out_but_for_its_toctrees(make_site: MakeSite) -> None:
    site = make_site({**FILES, "blog.md": HOME}, with_ablog(blog_home_text=False))
    assert site.warnings == []
    page = site.page("blog")
    assert page.headings[0] == "The blog"
    assert page.posts == ["A", "B"]
    assert not any(words in page.source for words in ("replaced", "A part", "Nobody", "More"))
    assert "Nobody" not in (site.outdir / "searchindex.js").read_text("utf-8")
    assert site.env.toctree_includes == {"blog": ["blog/a"]}
    assert "../blog.html#above" in site.page("blog/b").links()


def test_a_text_with_a_list_stays(make_site: MakeSite) -> None:
    site = make_site({**FILES, "blog.md": f"{HOME}\n```{{postlist}}\n```\n"}, with_ablog(blog_home_text=False))
    assert "Nobody reads this." in text(site.page("blog").main)


def test_a_document_without_a_heading_gets_that_of_the_blog(make_site: MakeSite) -> None:
    home = "---\norphan: true\n---\nTo be replaced.\n\n# Below\n\nToo.\n"
    files = {**INDEX, "blog/a.md": FILES["blog/a.md"], "blog.md": home}
    site = make_site(files, with_ablog(blog_home_text=False, blog_title="All & more"))
    assert site.warnings == []
    assert site.page("blog").headings[0] == "All & more"
    assert not any(words in site.page("blog").source for words in ("replaced", "Below", "Too."))


def test_an_empty_document_is_the_list(make_site: MakeSite) -> None:
    site = make_site({**FILES, "blog.rst": ":orphan:\n"}, with_ablog(blog_home_text=False))
    assert site.page("blog").headings[0] == "Blog"
    assert site.page("blog").posts == ["A", "B"]


def test_by_default_all_texts_stay(make_site: MakeSite) -> None:
    site = make_site({**FILES, "blog.md": HOME}, with_ablog())
    assert "To be replaced." in text(site.page("blog").main)
    # An option that reading depends on.
    site.configure(with_ablog(blog_home_text=False)).build()
    assert "To be replaced." not in text(site.page("blog").main)

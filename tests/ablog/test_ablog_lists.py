"""Lists of sites that have moved from ABlog by one word: order, teasers, pictures and links are as there."""

from conftest import MakeSite, Site
from page import text
from writing import md, rst


def test_languages_have_the_labels_of_the_site(make_site: MakeSite) -> None:
    files = {
        "index.rst": "Home\n====\n\n.. postlist::\n",
        "a.rst": rst("One", date="2024-01-01", language="zh"),
        "b.rst": rst("Two", date="2024-01-02", language="en"),
        "c.rst": rst("Three", date="2024-01-03", language="de"),
    }
    # Without a label, a language has its name.
    languages = {"zh": ("Chinese (simplified)", None), "en": ("English", None)}
    conf = {"extensions": ["sphinx_blogext.ablog"], "blog_languages": languages, "html_theme": "basic"}
    site = make_site(files, conf)
    assert site.page("index").texts(".blog-only") == ["German", "Chinese (simplified)"]
    assert site.page("blog").texts(".blog-language") == ["German", "Chinese (simplified)"]
    assert set(site.page("b").texts(".blog-only")) == {"German", "Chinese (simplified)"}
    site.configure(conf | {"blog_language_marks": "names"})
    assert site.build().page("blog").texts(".blog-language") == ["German", "Chinese"]


def test_documents_without_a_date_can_be_pages(make_site: MakeSite) -> None:
    files = {
        "index.rst": "Home\n====\n\n.. postlist::\n",
        "posts/a.rst": rst("A", date="2024-05-01"),
        "posts/about.rst": "About\n=====\n",
        "posts/not.rst": ":blogpost: false\n\nNot\n===\n",
    }
    conf = {"extensions": ["sphinx_blogext.ablog"], "blog_post_pattern": ["posts/*"]}

    def hidden(site: Site) -> list[str]:
        return [name for name in ("a", "about", "not") if site.page(f"posts/{name}").meta("robots") == ["noindex"]]

    site = make_site(files, conf)
    assert hidden(site) == ["about"]
    site.configure(conf | {"blog_undated": "pages"})
    assert hidden(site.build()) == []


#: The start of a post, and the text of its teaser of two paragraphs: ABlog counts those within other blocks.
TEASERS = {
    "a list": ("* One.\n* Two.\n* Three.\n\nRest.\n", "One. Two."),
    "nested lists": ("1. One.\n\n   * Two.\n   * Three.\n\n2. Four.\n", "One. Two."),
    "a quotation": ("..\n\n  One.\n\n  Two.\n\n  Three.\n\nRest.\n", "One. Two."),
    "an admonition": (".. note::\n\n   One.\n\n   Two.\n\n   Three.\n\nRest.\n", "Note One. Two."),
    "definitions": ("word\n  One.\n\nother\n  Two.\n\nthird\n  Three.\n", "wordOne. otherTwo."),
    "headings": ("Part\n----\n\nOne.\n\nOther\n-----\n\n* Two.\n* Three.\n", "Part One. Other Two."),
    "a table": ("=====  ===\nOne.   Two.\nThree  Four\n=====  ===\n\nRest.\n", "One. Two. Three Four"),
    "contents": (".. contents::\n   :local:\n\nOne.\n\nPart\n----\n\n* Two.\n* Three.\n", "Part One. Part Two."),
    "a footnote": ("One [#]_.\n\n.. [#] Note.\n\n* Two.\n* Three.\n", "One [1]. [1] Note. Two."),
}


def test_automatic_teasers_count_all_paragraphs(make_site: MakeSite) -> None:
    posts = {f"p/{name.replace(' ', '-')}.rst": rst(name, body) for name, (body, _teaser) in TEASERS.items()}
    markdown = {"p/markdown.md": md("markdown", "- One.\n- Two.\n- Three.\n\nRest.\n", blogpost=True)}
    index = {"index.rst": "Home\n====\n\n.. postlist::\n   :excerpts:\n   :format: {title}\n"}
    conf = {"extensions": ["myst_parser", "sphinx_blogext.ablog"], "post_auto_excerpt": 2}
    site = make_site({**index, **posts, **markdown}, conf)
    assert site.warnings == []
    page = site.page("index")
    items = zip(page.texts(".ablog-post-title"), page.all(".ablog-post-excerpt"), strict=True)
    teasers = {title: text(excerpt) for title, excerpt in items}
    assert teasers == {name: teaser for name, (_body, teaser) in TEASERS.items()} | {"markdown": "One. Two."}
    # Each post has something more.
    assert len(page.all(".ablog-post-expand")) == len(teasers)

"""Lists on sites that have moved from ABlog: order, teasers, pictures and links, as there or by options."""

from ablog_conf import with_ablog
from conftest import MakeSite
from page import text
from steps import PICTURE
from writing import md, rst


def test_languages_have_the_labels_of_the_site(make_site: MakeSite) -> None:
    files = {
        "index.rst": "Home\n====\n\n.. postlist::\n",
        "zh.rst": rst("One", date="2024-01-01", language="zh"),
        "en.rst": rst("Two", date="2024-01-02", language="en"),
        "de.rst": rst("Three", date="2024-01-03", language="de"),
    }
    # Without a label, a language has its name.
    languages = {"zh": ("Chinese (simplified)", None), "en": ("English", None)}
    conf = {"extensions": ["sphinx_blogext.ablog"], "blog_languages": languages}
    site = make_site(files, conf)
    assert site.page("index").texts(".blog-only") == ["German", "Chinese (simplified)"]
    assert site.page("blog").texts(".blog-language") == ["German", "Chinese (simplified)"]
    site.configure(conf | {"blog_language_marks": "names"})
    assert site.build().page("blog").texts(".blog-language") == ["German", "Chinese"]


#: The start of a post, and the text of its teaser of two paragraphs: ABlog counts those within other blocks.
TEASERS = {
    "a list": ("* One.\n* Two.\n* Three.\n\nRest.\n", "One. Two."),
    "an admonition": (".. note::\n\n   One.\n\n   Two.\n\n   Three.\n\nRest.\n", "Note One. Two."),
    "definitions": ("word\n  One.\n\nother\n  Two.\n\nthird\n  Three.\n", "wordOne. otherTwo."),
    "contents": (".. contents::\n   :local:\n\nOne.\n\nPart\n----\n\n* Two.\n* Three.\n", "Part One. Part Two."),
    "a footnote": ("One [#]_.\n\n.. [#] Note.\n\n* Two.\n* Three.\n", "One [1]. [1] Note. Two."),
}


def test_automatic_teasers_count_all_paragraphs(make_site: MakeSite) -> None:
    posts = {f"p/{name.replace(' ', '-')}.rst": rst(name, body) for name, (body, _teaser) in TEASERS.items()}
    index = {"index.rst": "Home\n====\n\n.. postlist::\n   :excerpts:\n   :format: {title}\n"}
    site = make_site({**index, **posts}, {"extensions": ["sphinx_blogext.ablog"], "post_auto_excerpt": 2})
    assert site.warnings == []
    page = site.page("index")
    items = zip(page.texts(".ablog-post-title"), page.all(".ablog-post-excerpt"), strict=True)
    teasers = {title: text(excerpt) for title, excerpt in items}
    assert teasers == {name: teaser for name, (_body, teaser) in TEASERS.items()}
    # Each post has something more.
    assert len(page.all(".ablog-post-expand")) == len(teasers)


#: Each as ABlog has it.
TEASER = {"blog_teaser_image": True, "post_auto_image": 1, "post_auto_excerpt_past_headings": True}
CONF = with_ablog(blog_same_moment="title", blog_read_more="always", **TEASER)
PARTS = "One.\n\n- item\n\n## Part\n\nTwo.\n\n### Sub\n\nThree.\n\n## End\n\nFour.\n"
FILES = {
    "index.md": "# Home\n\n```{postlist} 2\n:excerpts:\n:format: '{title}'\n:expand: Go on\n```\n\n"
    "```{postlist} 2\n:excerpts:\n:format: '{title}'\n```\n",
    "blog/a.md": md("Alpha", PARTS, date="2024-05-01", excerpt="3", tags="parts"),
    "blog/b.md": md("Zeta", "Lead.\n\n<!-- more -->\n\n![](pic.svg)\n", date="2024-05-01", tags="pictures"),
    "blog/c.md": md("Middle", "Lead ![](pic.svg).\n", date="2024-05-01", tags="pictures"),
    "blog/d.md": md("Newer", PARTS, date="2024-05-02", excerpt="99", tags="parts"),
    "blog/pic.svg": PICTURE,
}


def test_posts_may_be_ordered_and_shortened_as_by_ablog(make_site: MakeSite) -> None:
    site = make_site(FILES, CONF)
    assert (site.warnings, site.page("blog").posts) == ([], ["Newer", "Zeta", "Middle", "Alpha"])
    assert site.page("blog/c").links(".blog-neighbours a") == ["../blog/a.html", "../blog/b.html"]
    assert make_site(FILES).page("blog").posts == ["Newer", "Alpha", "Zeta", "Middle"]
    # Past headings, a teaser may count paragraphs.
    page = site.page("blog/tag/parts")
    assert page.teaser_text("Alpha") == "One. item Part Two."
    assert page.teaser_text("Newer") == "One. item Part Two. Sub Three. End Four."
    # "Read more" is always there.
    blog = site.page("blog")
    urls = ["../blog/d.html", "../blog/b.html#more", "../blog/c.html", "../blog/a.html#more"]
    assert [url.replace("./blog", "../blog") for url in blog.links(".blog-read-more a")] == urls
    first, second = site.page("index").all("ul.postlist")
    assert [text(more).partition(":")[0] for more in blog.all(".blog-read-more", first)] == ["Go on", "Go on"]
    # Without words of its own only where something was cut.
    assert len(blog.all(".blog-read-more", second)) == 1
    # The picture stands below the teaser, once.
    page = site.page("blog/tag/pictures")
    zeta, middle = page.all("article.blog-teaser")
    (image,) = page.all(".blog-teaser-image img", zeta)
    assert (image.get("src"), image.get("alt")) == ("../../_images/pic.svg", "")
    # It stands in this teaser already.
    assert (len(page.all("img", middle)), page.all(".blog-teaser-image", middle)) == (1, [])
    assert [image.get("src") for image in site.page("index").all("li.ablog-post img")] == ["./_images/pic.svg"] * 2

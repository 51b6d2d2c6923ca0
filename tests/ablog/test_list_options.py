"""Options of lists that only sites of ABlog have, each on its own."""

import pytest
from ablog_conf import with_ablog
from conftest import MakeSite, Site
from page import text
from writing import md

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
#: Each as ABlog has it.
CONF = with_ablog(
    blog_same_moment="title",
    blog_read_more="always",
    blog_teaser_image=True,
    post_auto_image=1,
    post_auto_excerpt_past_headings=True,
)
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


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    site = make_shared_site(FILES, CONF)
    assert site.warnings == []
    return site


def test_posts_of_a_moment_may_be_ordered_by_title(site: Site, make_site: MakeSite) -> None:
    assert site.page("blog").posts == ["Newer", "Zeta", "Middle", "Alpha"]
    assert site.page("blog/c").links(".blog-neighbours a") == ["../blog/a.html", "../blog/b.html"]
    assert make_site(FILES).page("blog").posts == ["Newer", "Alpha", "Zeta", "Middle"]


def test_read_more_may_always_be_there(site: Site) -> None:
    blog = site.page("blog")
    urls = ["../blog/d.html", "../blog/b.html#more", "../blog/c.html", "../blog/a.html#more"]
    assert [url.replace("./blog", "../blog") for url in blog.links(".blog-read-more a")] == urls
    first, second = site.page("index").all("ul.postlist")
    assert [text(more).partition(":")[0] for more in blog.all(".blog-read-more", first)] == ["Go on", "Go on"]
    # Without words of its own only where something was cut.
    assert len(blog.all(".blog-read-more", second)) == 1


def test_the_picture_may_stand_below_the_teaser_once(site: Site) -> None:
    page = site.page("blog/tag/pictures")
    zeta, middle = page.all("article.blog-teaser")
    (image,) = page.all(".blog-teaser-image img", zeta)
    assert (image.get("src"), image.get("alt")) == ("../../_images/pic.svg", "")
    assert (site.outdir / "_images/pic.svg").is_file()
    # It stands in this teaser already.
    assert len(page.all("img", middle)) == 1
    assert page.all(".blog-teaser-image", middle) == []
    assert site.page("index").links("li.ablog-post a")
    assert [image.get("src") for image in site.page("index").all("li.ablog-post img")] == ["./_images/pic.svg"] * 2


def test_a_teaser_may_count_paragraphs_past_headings(site: Site) -> None:
    page = site.page("blog/tag/parts")
    assert page.teaser_text("Alpha") == "One. item Part Two."
    assert page.teaser_text("Newer") == "One. item Part Two. Sub Three. End Four."

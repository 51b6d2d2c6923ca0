"""Several blogs in one site: each is what it would be alone, and none knows of another unless a page asks."""

import re
from functools import partial
from typing import Any

import pytest
from conftest import MakeSite, Site
from steps import delete, edit, setting
from writing import many, md

pytestmark = pytest.mark.usefixtures("today")

BLOGS: dict[str, dict[str, Any]] = {
    "news": {"blog_title": "News", "blog_authors": {"mei": ("Mei", None)}},
    "lab/notes": {
        "blog_title": "Notes",
        "blog_pagination": "stable",
        "blog_page_size": 2,
        "blog_feed_archives": True,
        "blog_feed_fulltext": True,
        "post_auto_excerpt": 0,
        "blog_tags": {"python": {"label": "Python!", "slug": "py", "aliases": ["py3"]}},
    },
    "news/dev": {"blog_title": "For developers", "blog_list_style": "compact", "blog_reading_time": False},
}
SIDEBAR = ["blog/recent.html", "blog/tags.html", "blog/archives.html", "blog/feeds.html"]
CONF: dict[str, Any] = {"html_sidebars": {"**": SIDEBAR}, "blogs": BLOGS}
HOME = "# Home\n\n```{toctree}\n:hidden:\n\nhome\n```\n"
POSTS = {
    **many(5, "news", tags=["python", "release"], author="mei", category="A", series="S"),
    **many(5, "lab/notes", tags=["py3", "Research"], author="jonas", category="A", series="S"),
    **many(4, "news/dev", tags=["python"], author="mei", language="en"),
    "news/dev/zh.md": md("中文", date="2024-02-02", language="zh", tags=["python"]),
    "news/draft.md": md("Draft", date="2030-01-01"),
}
FILES = {
    "index.md": HOME, "home.md": "# Start\n", "news.md": "---\norphan: true\n---\n# All the news\n\nText.\n",
    "lab/notes/index.md": "---\norphan: true\n---\n# Notes\n\n```{postlist}\n:paginate: 3\n```\n", **POSTS,
}  # fmt: skip


def is_of(root: str, name: str) -> bool:
    """Whether a file or a source is of the blog *root*, and of none inside it."""
    inside = [other for other in BLOGS if other != root and other.startswith(f"{root}/")]
    here = name.startswith((f"{root}/", f"{root}.")) or name == root
    return here and not any(is_of(other, name) for other in inside)


def files_of(root: str, site: Site) -> dict[str, bytes]:
    return {name: content for name, content in site.bytes().items() if is_of(root, name)}


@pytest.fixture(scope="module")
def three(make_shared_site: MakeSite) -> Site:
    return make_shared_site(FILES, CONF)


@pytest.mark.parametrize("root", BLOGS)
def test_a_blog_among_others_is_what_it_is_alone(make_site: MakeSite, three: Site, root: str) -> None:
    own = {name: text for name, text in FILES.items() if is_of(root, name) or name in {"index.md", "home.md"}}
    alone = make_site(own, CONF | {"blogs": {root: BLOGS[root]}})
    files = files_of(root, three)
    assert len(files) > 15
    assert files == files_of(root, alone)


def feeds(site: Site, page: str) -> list[str]:
    return site.page(page).head_links("alternate", "application/atom+xml")


def test_a_page_leads_to_the_feed_of_its_blog_and_others_to_all(three: Site) -> None:
    base = "https://example.org"
    assert feeds(three, "news/dev/p01") == [f"{base}/news/dev/atom.xml"]
    assert feeds(three, "news/tag/python") == [f"{base}/news/atom.xml"]
    assert feeds(three, "home") == [f"{base}/{root}/atom.xml" for root in BLOGS]


ROLES = (
    "# Roles\n\n{blog:tag}`python` {blog:tag}`lab/notes:python` {blog:tag}`Research` "
    "{blog:archive}`news/dev:2024` {blog:author}`mei` {blog:post}`news/dev/p01`\n"
)
LISTS = (
    "# Lists\n```{postlist} 3\n:blog: lab/notes\n```\n"
    '```{postlist} 4\n:blog: "*"\n:style: teasers\n:tags: py3\n:feed:\n```\n'
    "```{postlist}\n:blog: news/dev\n:paginate: 2\n:tags: python\n```\n"
    '```{blog-terms} tag\n:blog: lab/notes\n```\n```{blog-terms} tag\n:blog: "*"\n```\n'
)


@pytest.fixture(scope="module")
def asking(make_shared_site: MakeSite) -> Site:
    """The same with documents that ask for posts and terms of any blog, outside all blogs and in one."""
    documents = {"roles.md": ROLES, "news/dev/roles.md": ROLES, "lists.md": LISTS, "news/lists.md": LISTS}
    orphans = {name: f"---\norphan: true\n---\n{text}" for name, text in documents.items()}
    site = make_shared_site(FILES | orphans, CONF)
    assert not site.blog_warnings
    return site


def test_roles_look_in_the_blog_of_their_document_first(asking: Site) -> None:
    assert asking.page("roles").links("p a") == [
        *("news/tag/python.html", "lab/notes/tag/py.html", "lab/notes/tag/research.html"),
        *("news/dev/2024.html", "news/author/mei.html", "news/dev/p01.html"),
    ]
    assert asking.page("news/dev/roles").links("p a")[0] == "tag/python.html"
    objects = {(name, kind): page for name, _title, kind, page, *_ in asking.domain.get_objects()}
    assert objects["python", "tag"] == "news/tag/python"
    assert objects["lab/notes:python", "tag"] == "lab/notes/tag/py"


@pytest.mark.parametrize("name", ["lists", "news/lists"])
def test_a_document_lists_posts_and_terms_of_any_blog(asking: Site, name: str) -> None:
    page = asking.page(name)
    notes, every, _developers = page.all(".blog-listing")
    short = partial(re.sub, r"^[./]+", "")
    assert [link.rpartition("/")[2] for link in page.links("a", notes)] == ["p05.html", "p04.html", "p03.html"]
    # In one order: by date, and by name where dates are equal. And what each blog knows of its terms counts.
    titles = ["news/dev/zh.html", "lab/notes/p05.html", "news/p05.html", "lab/notes/p04.html"]
    assert [short(link) for link in page.links(".blog-teaser-title a", every)] == titles
    tags = ["news/dev/tag/python.html", "lab/notes/tag/py.html", "lab/notes/tag/research.html"]
    assert [short(link) for link in page.links(".blog-tags a", every)][:4] == [*tags, "news/tag/python.html"]
    # Its further pages and feeds are its own, whose first list of the blog that it is in they might be.
    assert asking.has(f"{name}/{'page/2' if name == 'lists' else 'list-2/page/2'}"), asking.pages
    feed = name if name == "lists" else f"{name}/list-2"
    assert [item["url"].removeprefix("https://example.org/") for item in asking.items(feed)] == titles
    own, all_terms = page.all(".blog-terms")
    assert page.texts("a", own) == ["Python!", "Research"]
    of_all = ["python (For developers)", "python (News)", "Python! (Notes)", "release", "Research"]
    assert page.texts("a", all_terms) == of_all


def test_a_post_may_name_its_blog(make_site: MakeSite) -> None:
    body = "```{postlist}\n```\n\n```{blog-terms} tag\n```\n\n{blog:tag}`python`\n"
    files = FILES | {
        "news/moved.md": md("Moved", body, date="2024-03-03", blog="lab/notes"),
        "far.md": md("Far", date="2024-03-02", blogpost=True, blog="/news/dev/"),
        "wrong.md": md("Wrong", date="2024-03-01", blogpost=True, blog="news/dve"),
        "home.md": "# X\n\n```{postlist}\n:blog: nwes\n```\n",
    }
    site = make_site(files, CONF | {"blog_path": "x"})
    blogs = "; the blogs are news, lab/notes, news/dev"
    assert sorted(warned.message for warned in site.warnings if warned.type.startswith("blog.")) == [
        "conf.py: blog_path is ignored because blogs sets the paths: remove it",
        f"postlist: unknown blog 'nwes' (did you mean 'news'?){blogs}",
        "unknown blog 'news/dve' (did you mean 'news/dev'?); the post belongs to the blog of its folder",
    ]
    # A list is one of the document's own blog then.
    assert site.page("home").links(".blog-listing a")
    assert "Moved" not in site.page("news").posts
    assert (site.page("lab/notes/index").posts[0], site.page("news/dev").texts("h2")[:1]) == ("Moved", ["Far"])
    assert "Wrong" in site.page("news").posts
    assert feeds(site, "far") == ["https://example.org/news/dev/atom.xml"]
    # Lists in a post are of its own blog.
    found = [link for link in site.page("news/moved").links("a") if "/p0" in link or "tag/" in link]
    assert {link.rpartition("notes/")[0] for link in found} == {"../lab/"}


@pytest.mark.slow
def test_after_every_step_the_site_is_that_of_a_clean_build(follows: MakeSite) -> None:
    follows(
        FILES | {"home.md": LISTS},
        CONF,
        # In the full text of this blog alone, and so in the feeds of lists outside it.
        edit("lab/notes/p05.md", "Rest 05", "Another rest"),
        edit("news/p03.md", '"release"', '"other"'),
        edit("news/p02.md", "date:", "blog: lab/notes\ndate:"),
        delete("news/dev/p04.md"),
        setting(CONF | {"blogs": BLOGS | {"news": {"blog_title": "Other"}}}),
        setting(CONF | {"blogs": {"news": BLOGS["news"]}}),
        leaves=("_sources",),
    )

"""Several blogs in one site: each is what it would be alone, and none knows of another unless a page asks."""

import re
from functools import partial
from typing import Any

import pytest
from conftest import MakeSite, Site
from steps import delete, edit, setting, written
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
        "blog_tags": {"python": {"label": "Python!", "slug": "py"}},
    },
    "news/dev": {"blog_title": "For developers", "blog_list_style": "compact", "blog_reading_time": False},
}
#: In a theme of few words, without what Sphinx shows of the whole site.
CONF: dict[str, Any] = {
    "html_theme": "basic",
    "html_sidebars": {"**": ["blog/recent.html", "blog/tags.html", "blog/archives.html", "blog/feeds.html"]},
    "html_baseurl": "https://example.org/",
    "html_use_index": False,
    "blogs": BLOGS,
}
HOME = "# Home\n\n```{toctree}\n:hidden:\n\nhome\n```\n"
POSTS = {
    **many(5, "news", tags=["python", "release"], author="mei", category="A", series="S"),
    **many(5, "lab/notes", tags=["python", "Research"], author="jonas", category="A", series="S"),
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


@pytest.fixture(scope="module")
def three(make_shared_site: MakeSite) -> Site:
    return make_shared_site(FILES, CONF)


@pytest.mark.parametrize("root", BLOGS)
def test_a_blog_among_others_is_what_it_is_alone(make_site: MakeSite, three: Site, root: str) -> None:
    own = {name: text for name, text in FILES.items() if is_of(root, name) or name in {"index.md", "home.md"}}
    alone = make_site(own, CONF | {"blogs": {root: BLOGS[root]}})
    files, others = (
        {name: content for name, content in site.bytes().items() if is_of(root, name)} for site in (three, alone)
    )
    assert len(files) > 15
    assert files == others


def feeds(site: Site, page: str) -> list[str]:
    return site.page(page).head_links("alternate", "application/atom+xml")


def test_a_page_leads_to_the_feed_of_its_blog_and_others_to_all(three: Site) -> None:
    base = "https://example.org"
    assert feeds(three, "news/dev/p01") == [f"{base}/news/dev/atom.xml"]
    assert feeds(three, "news/tag/python") == [f"{base}/news/atom.xml"]
    assert feeds(three, "home") == [f"{base}/{root}/atom.xml" for root in BLOGS]


ROLES = """# Roles

{blog:tag}`python` {blog:tag}`lab/notes:python` {blog:tag}`Research` {blog:archive}`news/dev:2024`
{blog:author}`mei` {blog:post}`news/dev/p01`
"""


@pytest.fixture(scope="module")
def asking(make_shared_site: MakeSite) -> Site:
    """The same with documents that ask for posts and terms of any blog, outside all blogs and in one."""
    documents = {"roles.md": ROLES, "news/dev/roles.md": ROLES}
    for folder in ("", "news/"):
        documents |= {f"{folder}lists.md": LISTS, f"{folder}feeds.md": FEEDS}
    orphans = {name: f"---\norphan: true\n---\n{text}" for name, text in documents.items()}
    site = make_shared_site(FILES | orphans, CONF)
    assert not site.blog_warnings
    return site


def test_roles_look_in_the_blog_of_their_document_first(asking: Site) -> None:
    assert asking.page("roles").links("p a") == [
        *("news/tag/python.html", "lab/notes/tag/py.html", "lab/notes/tag/research.html"),
        *("news/dev/2024.html", "news/author/mei.html", "news/dev/p01.html"),
    ]
    own = asking.page("news/dev/roles").links("p a")
    assert (own[0], own[4]) == ("tag/python.html", "author/mei.html")
    objects = {(name, kind): page for name, _title, kind, page, *_ in asking.domain.get_objects()}
    assert objects["python", "tag"] == "news/tag/python"
    assert objects["lab/notes:python", "tag"] == "lab/notes/tag/py"
    assert objects["2024", "archive"] == "news/2024"
    assert objects["news/dev:2024", "archive"] == "news/dev/2024"


LISTS = """# Lists
```{postlist} 3
:blog: lab/notes
```
```{postlist} 4
:blog: "*"
:style: teasers
```
```{postlist}
:blog: news/dev
:paginate: 2
:tags: python
```
```{blog-terms} tag
:blog: lab/notes
```
```{blog-terms} tag
:blog: "*"
```
"""


@pytest.mark.parametrize("name", ["lists", "news/lists"])
def test_a_document_lists_posts_and_terms_of_any_blog(asking: Site, name: str) -> None:
    page = asking.page(name)
    notes, every, _developers = page.all(".blog-listing")
    short = partial(re.sub, r"^[./]+", "")
    assert [link.rpartition("/")[2] for link in page.links("a", notes)] == ["p05.html", "p04.html", "p03.html"]
    # In one order: by date, and by name where dates are equal.
    titles = ["news/dev/zh.html", "lab/notes/p05.html", "news/p05.html", "lab/notes/p04.html"]
    assert [short(link) for link in page.links(".blog-teaser-title a", every)] == titles
    tags = ["news/dev/tag/python.html", "lab/notes/tag/py.html", "lab/notes/tag/research.html"]
    assert [short(link) for link in page.links(".blog-tags a", every)][:4] == [*tags, "news/tag/python.html"]
    # Its further pages are the document's own, whose first list of the blog that it is in they might be.
    assert asking.has(f"{name}/{'page/2' if name == 'lists' else 'list-2/page/2'}"), asking.pages
    own, all_terms = page.all(".blog-terms")
    assert page.texts("a", own) == ["Python!", "Research"]
    of_all = ["python (For developers)", "python (News)", "Python! (Notes)", "release", "Research"]
    assert page.texts("a", all_terms) == of_all


def test_lists_of_several_blogs_on_a_page_of_one_share_no_pages(make_site: MakeSite) -> None:
    lists = (("a", ""), ("b", ":tags: x\n"), ("a", ":tags: x\n"))
    text = "".join(f"```{{postlist}}\n:blog: {blog}\n{more}:paginate: 1\n```\n" for blog, more in lists)
    files = {"index.md": "# Home\n", "a.md": f"---\norphan: true\n---\n# A\n\n{text}"}
    site = make_site(files | many(2, "a", tags=["x"]) | many(2, "b", tags=["x"]), {"blogs": {"a": {}, "b": {}}})
    further = {name: site.page(name).posts for name in site.pages if re.fullmatch(r"a/(list-\d/)?page/2", name)}
    assert list(map(len, further.values())) == [1, 1, 1]
    # As the blogs know nothing of each other, numbers may be left out.
    assert further.keys() == {"a/page/2", "a/list-3/page/2", "a/list-4/page/2"}


def test_a_post_may_name_its_blog(make_site: MakeSite) -> None:
    body = "```{postlist}\n```\n\n```{blog-terms} tag\n```\n\n{blog:tag}`python`\n"
    files = FILES | {
        "news/moved.md": md("Moved", body, date="2024-03-03", blog="lab/notes"),
        "far.md": md("Far", date="2024-03-02", blogpost=True, blog="/news/dev/"),
        "wrong.md": md("Wrong", date="2024-03-01", blogpost=True, blog="news/dve"),
    }
    site = make_site(files, CONF)
    assert [warned.message for warned in site.warnings if warned.type.startswith("blog.")] == [
        "unknown blog 'news/dve' (did you mean 'news/dev'?); the post belongs to the blog of its folder"
    ]
    assert "Moved" not in site.page("news").posts
    assert site.page("lab/notes/index").posts[0] == "Moved"
    assert site.page("news/dev").texts("h2")[:1] == ["Far"]
    assert "Wrong" in site.page("news").posts
    assert feeds(site, "far") == ["https://example.org/news/dev/atom.xml"]
    # Lists in a post are of its own blog.
    found = [link for link in site.page("news/moved").links("a") if "/p0" in link or "tag/" in link]
    assert len(found) > 6
    assert all(link.startswith("../lab/notes/") for link in found)


@pytest.mark.slow
def test_what_a_list_says_of_a_blog_that_is_none(make_site: MakeSite) -> None:
    text = "# X\n\n```{postlist}\n:blog: nwes\n```\n\n```{blog-terms} tag\n:blog: x\n```\n"
    site = make_site(FILES | {"home.md": text}, CONF)
    messages = [warned.message for warned in site.warnings]
    for message in ("postlist: unknown blog 'nwes' (did you mean 'news'?)", "blog-terms: unknown blog 'x'"):
        assert f"{message}; the blogs are news, lab/notes, news/dev" in messages
    # They are those of the document's own then.
    assert site.page("home").links(".blog-listing a")


def test_blog_path_is_not_used_beside_a_table(make_site: MakeSite) -> None:
    site = make_site({"index.md": "# Home\n", **many(1, "news")}, {"blogs": {"news": {}}, "blog_path": "x"})
    assert site.blog_warnings == [("", "blog.config")]
    # A blog without a post is a page that says so, as one alone is.
    empty = make_site({"index.md": "# Home\n", **many(1, "news")}, {"blogs": {"news": {}, "quiet": {}}})
    assert empty.has("quiet")
    assert not (empty.outdir / "quiet/atom.xml").exists()


FEEDS = """# Feeds
```{postlist}
:blog: lab/notes
:feed:
```
```{postlist}
:blog: "*"
:feed:
```
```{postlist}
:tags: python
:feed:
```
"""


@pytest.mark.slow
def test_feeds_of_lists_take_the_place_of_no_other(asking: Site, make_site: MakeSite) -> None:
    first = make_site(FILES | {"news.md": f"---\norphan: true\n---\n{FEEDS}"}, CONF)
    others = ("/list-2", "/list-3", "/list-4")
    for site, name in ((asking, "feeds"), (asking, "news/feeds"), (first, "news")):
        folders = [f"{name}{number}" for number in (("", *others[:2]) if name == "feeds" else others)]
        texts = [(site.outdir / folder / "atom.xml").read_text(encoding="utf-8") for folder in folders]
        assert ["/news/p0" in text for text in texts] == [False, True, True]
        assert ["/lab/notes/p0" in text for text in texts] == [True, True, False]
        assert "<title>News</title>" in (site.outdir / "news/atom.xml").read_text(encoding="utf-8")
        assert {f"https://example.org/{folder}/atom.xml" for folder in folders} <= set(feeds(site, name))


def test_a_list_of_all_blogs_knows_what_each_knows(make_site: MakeSite) -> None:
    table: dict[str, Any] = {"a": {"blog_tags": {"py": {"aliases": ["python"]}}}, "b": {}}
    listing = "```{postlist}\n:blog: '*'\n:style: teasers\n:tags: py\n```\n"
    files = {
        "index.md": f"# Home\n\n{listing}",
        "a/p.md": md("P", date="2024-01-01", tags=["python"], language="zh"),
        "b/q.md": md("Q", date="2024-01-02", tags=["py"]),
    }
    conf = {"html_theme": "blogext", "blogs": table}
    site, without = make_site(files, conf), make_site(files | {"index.md": "# Home\n"}, conf)
    assert site.page("index").posts == ["Q", "P"]
    # And no blog knows what another one does.
    for name in ("b", "b/tag/py", "b/2024"):
        assert site.page(name).source == without.page(name).source, name


@pytest.mark.slow
def test_after_every_step_the_site_is_that_of_a_clean_build(follows: MakeSite) -> None:
    follows(
        FILES | {"home.md": LISTS, "feeds.md": f"---\norphan: true\n---\n{FEEDS}"},
        CONF,
        # In the full text of this blog alone, and so in the feeds of lists outside it.
        edit("lab/notes/p05.md", "Rest 05", "Another rest"),
        edit("news/p03.md", '"release"', '"other"'),
        edit("lab/notes/p05.md", "# Post 05", "# New"),
        edit("news/p02.md", "date:", "blog: lab/notes\ndate:"),
        delete("news/dev/p04.md"),
        edit("news/p02.md", "blog: lab/notes\n", ""),
        setting(CONF | {"blogs": BLOGS | {"news": {"blog_title": "Other"}}}),
        setting(CONF | {"blogs": {"news": BLOGS["news"]}}),
        leaves=("_sources",),
    )


@pytest.mark.slow
def test_a_post_rewrites_no_page_of_another_blog(make_site: MakeSite) -> None:
    site = make_site(FILES, CONF)
    site.build()

    def step(site: Site) -> None:
        site.edit("news/p03.md", '"release"', '"other"')
        site.write("news/p09.md", md("New", date="2024-06-01", tags=["python"]))

    names = written(site, step)
    assert any(is_of("news", name) for name in names)
    assert not [name for name in names if is_of("news/dev", name) or is_of("lab/notes", name)]

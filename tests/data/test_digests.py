"""What makes a page or a feed due: each digest is that of all that can be seen there, and of nothing else."""

from typing import Any

import pytest
from conftest import MakeSite
from docutils import nodes
from sphinx import addnodes
from writing import md

from sphinx_blogext.data.digests import Digests
from sphinx_blogext.data.site_digests import PostDigests, SiteDigests, _below, title_of
from sphinx_blogext.site.build import Build, build_of

TREE = "```{{toctree}}\n{}\n```\n"
FILES: dict[str, Any] = {
    "index.md": "# Home\n\n" + TREE.format("self\nguide\nother\nrefers\nplain\nlists"),
    "guide.md": "# The *guide*\n\n(place)=\n## Part\n\n" + TREE.format("blog/tree\nblog/a\nblog/b"),
    "other.md": "# Other\n\n## Part\n\n" + TREE.format("deep"),
    "deep.md": "# Deep\n",
    "named.md": "---\norphan: true\n---\n# Named\n",
    "alone.md": "---\norphan: true\n---\n# Alone\n\nText.\n",
    "refers.md": "# Refers\n\n{doc}`/blog/b`\n",
    "plain.md": "# Plain\n\n{doc}`/other`, {ref}`place`\n",
    "lists.md": "# Lists\n\n```{postlist}\n```\n",
    "full.md": "---\norphan: true\n---\n# Full\n\n```{postlist} 1\n:style: full\n```\n",
    "terms.md": "---\norphan: true\n---\n# Terms\n\n```{blog-terms} tag\n```\n",
    "blog/a.md": md("A", "{doc}`/alone` {ref}`place` ![](p.svg)\n", image=1, tags="x"),
    "blog/b.md": md("B", "See {doc}`/blog/a`.\n", related=["/named"], date="2024-01-02"),
    "blog/tree.md": md("Tree", TREE.format("t1"), date="2024-01-01", language="zh"),
    "blog/t1.md": "---\nblogpost: false\n---\n# T1\n\n" + TREE.format("t2"),
    "blog/t2.md": "---\nblogpost: false\n---\n# T2\n",
    "blog/list.md": md("List", "```{postlist}\n```\n", date="2023-01-01"),
    "blog/terms.md": md("Terms", "```{blog-terms} tag\n```\n", date="2023-01-02"),
    "blog/p.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="8"/>',
    "logo.svg": "one",
}


@pytest.fixture(scope="module")
def build(make_shared_site: MakeSite) -> Build:
    site = make_shared_site(FILES, {"suppress_warnings": ["toc"]})
    build: Build = build_of(site.env)
    return build


@pytest.fixture
def posts(build: Build) -> PostDigests:
    return PostDigests(build, SiteDigests(build))


def test_titles_with_and_without_markup(build: Build) -> None:
    assert (title_of(build.env, "plain"), title_of(build.env, "gone")) == ("Plain", "")
    assert title_of(build.env, "guide").startswith("<title>")
    assert _below(build.env, "blog/tree") == {"blog/tree", "blog/t1", "blog/t2"}


@pytest.mark.parametrize(
    ("change", "is_seen"),
    [
        ({"title": "X"}, True),
        ({"description": "X"}, True),
        ({"fingerprint": "x"}, True),
        ({"draft": True}, True),
        *(({name: "x"}, False) for name in ("text_fingerprint", "feed_id", "redirects", "lineno")),
        ({"word_count": 99}, False),
    ],
)
def test_what_is_seen_of_a_post(
    build: Build, posts: PostDigests, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], is_seen: bool
) -> None:
    post = build.posts["blog/b"]
    fresh = PostDigests(build, posts.site)
    assert (fresh.of_record(post._replace(**change)) != posts.of_record(post)) is is_seen
    # The number of words may be seen, too.
    monkeypatch.setattr(build.blog_of_post(post).config, "blog_word_count", True)
    several = [PostDigests(build, posts.site).of_record(post._replace(word_count=count)) for count in (1, 2)]
    assert several[0] != several[1]


def test_a_post_shows_its_toctrees_and_some_lists_show_whole_posts(
    build: Build, posts: PostDigests, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert posts.whole.keys() == {"blog/a"}
    shown = [build.posts[name] for name in ("blog/tree", "blog/b")]
    before = [*map(posts.of_record, shown)]
    monkeypatch.setitem(build.env.titles, "blog/t2", nodes.title("", "", nodes.Text("Another")))
    after = map(PostDigests(build, SiteDigests(build)).of_record, shown)
    assert [one != other for one, other in zip(before, after, strict=True)] == [True, False]


def test_the_markup_of_a_title_and_the_text_of_a_post(build: Build, posts: PostDigests) -> None:
    post, holder = build.posts["blog/b"], build.posts["blog/list"]

    def of_title(**change: Any) -> str:
        return PostDigests(build, posts.site).of_title(post._replace(**change))

    marks = [of_title(heading_fingerprint=mark) for mark in ("1", "2")]
    assert marks[0] != marks[1]
    assert of_title(heading_fingerprint="") == of_title(heading_fingerprint="1", has_own_title=True) == ""
    assert (
        posts.of_text(post)
        == posts.of_text(post, {"blog/b": "1"})
        != posts.of_text(post._replace(text_fingerprint="x"))
    )
    # What its lists show is part of it: all posts, until it is known which.
    texts = [posts.of_text(holder, shown) for shown in (None, {}, {"blog/list": "1"}, {"blog/list": "2"})]
    assert len(set(texts)) == 4
    assert [bool(posts._lists_in(f"blog/{name}")) for name in ("list", "terms", "b")] == [True, True, False]


def test_what_references_in_a_post_lead_to(
    build: Build, posts: PostDigests, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert posts._resolve({}) == posts._resolve({"blog/b": ()}) == {}
    assert posts._references.keys() == {"blog/a", "blog/b"}
    assert list(map(str, posts._files["blog/a"])) == ["p.svg"]
    references = {key: build.posts[key].references for key in ("blog/a", "blog/b")}
    resolve = posts._resolve_part

    def fail(key: str, document: nodes.document) -> None:
        if key == "blog/a":
            raise ValueError
        resolve(key, document)

    monkeypatch.setattr(posts, "_resolve_part", fail)
    # Only the post on which an extension fails is made anew in each build.
    assert posts._resolve(references) == {"blog/a": "", "blog/b": posts._references["blog/b"]}
    monkeypatch.setattr(posts, "_resolve_part", resolve)
    monkeypatch.setitem(build.env.titles, "alone", nodes.title("", "", nodes.Text("Another")))
    fresh = PostDigests(build, posts.site)._references
    assert [fresh[key] != posts._references[key] for key in ("blog/a", "blog/b")] == [True, False]
    assert fresh["blog/a"] != posts._on_own_page("blog/a") != ""


@pytest.mark.parametrize(
    ("name", "has_headings", "has_answer", "seen"),
    [
        # A theme that says nothing may show any toctree, with or without headings.
        ("title of guide", False, False, True),
        ("title of other", False, False, True),
        ("title of other", False, True, False),
        ("headings of plain", False, False, False),
        ("headings of plain", True, False, True),
        # Those above the page are shown in any case.
        ("headings of guide", False, False, True),
        ("headings of blog/a", False, False, False),
        ("number of other", False, False, True),
        ("caption in other", False, False, True),
        # A toctree may name its own document.
        ("title of index", False, False, True),
        # Beside and above the page, and where it refers to.
        *((f"title of {name}", False, True, True) for name in ("guide", "blog/t2", "blog/b", "alone")),
        ("label", False, True, True),
    ],
)
def test_what_is_around_a_document(
    build: Build, monkeypatch: pytest.MonkeyPatch, name: str, has_headings: bool, has_answer: bool, seen: bool
) -> None:
    env = build.env
    if has_answer:
        monkeypatch.setattr(env.events, "emit_firstresult", lambda _event, place: f"navigation at {place}")

    def digest() -> str:
        return SiteDigests(build).toctrees_around("blog/a", has_headings=has_headings)

    before, document = digest(), name.rpartition(" ")[2]
    if name.startswith("title"):
        monkeypatch.setitem(env.titles, document, nodes.title("", "", nodes.Text("Another")))
    elif name.startswith("headings"):
        monkeypatch.setitem(
            env.tocs, document, nodes.bullet_list("", nodes.list_item("", nodes.paragraph("", "x")))
        )
    elif name.startswith("caption"):
        toctree = next(env.tocs[document].findall(addnodes.toctree))
        monkeypatch.setitem(toctree.attributes, "caption", "Another")
    elif name == "label":
        labels = env.domains.standard_domain.labels
        monkeypatch.setitem(labels, "place", (*labels["place"][:2], "Another"))
    else:
        monkeypatch.setitem(env.toc_secnumbers, document, {"": (1,)})
    assert (digest() != before) is seen


@pytest.mark.parametrize("answer", [None, "", "navigation"])
def test_the_navigation_of_a_page_without_a_document(
    build: Build, monkeypatch: pytest.MonkeyPatch, answer: str | None
) -> None:
    monkeypatch.setattr(build.env.events, "emit_firstresult", lambda _event, _place: answer)
    before = SiteDigests(build).navigation_at("blog/tag")
    monkeypatch.setitem(build.env.titles, "other", nodes.title("", "", nodes.Text("Another")))
    assert (SiteDigests(build).navigation_at("blog/tag") != before) is (answer is None)


def test_what_any_page_shows(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    def digests() -> tuple[str, str]:
        site = SiteDigests(build)
        return site.of_site, site.of_chrome

    one, logo = digests(), build.html_builder.confdir / "logo.svg"
    monkeypatch.setattr(build.env.config, "html_logo", "logo.svg")
    two = digests()
    logo.write_text("two")
    three = digests()
    assert len({*one, *two, *three}) == 6
    context = build.html_builder.globalcontext
    monkeypatch.setitem(context, "last_updated", "tomorrow")
    assert digests() == three
    monkeypatch.setitem(context, "own", "x")
    assert (digests()[0], digests()[1] != three[1]) == (three[0], True)


def test_which_documents_show_anything_of_the_blog(build: Build) -> None:
    shown = Digests(build).of_documents.keys()
    posts = {f"blog/{name}" for name in ("a", "b", "tree", "list", "terms")}
    assert shown == posts | {"lists", "full", "terms", "refers"}


@pytest.mark.parametrize(
    ("kind", "name", "expected"),
    [
        ("doc", "blog/b", ("B", "")),
        ("doc", "other", None),
        ("tag", "x", ("x", True, "")),
        ("tag", "gone", (None, False, "")),
        ("post", "b", ("B", True, "")),
        ("post", "tree", ("Tree", True, "zh")),
        ("post", "gone", (None, False, "")),
    ],
)
def test_what_a_document_shows_of_what_it_refers_to(build: Build, kind: str, name: str, expected: Any) -> None:
    found = Digests(build)._reference("plain", kind, name)
    if found and kind != "doc":
        found = (found[0] and found[0].title, *found[1:])
    assert found == expected


def test_what_all_pages_are_made_of(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    def is_other() -> bool:
        return Digests(build).of_blog != before

    before = Digests(build).of_blog
    data = build.domain.data
    monkeypatch.setitem(data, "readings", {**data["readings"], "x": 1})
    assert not is_other()
    for change in (
        lambda patch: patch.setitem(data, "news", {**data["news"], "x": ("1",)}),
        lambda patch: patch.setattr(build, "shows_drafts", not build.shows_drafts),
        # A post names it as related, and a list is in it.
        lambda patch: patch.setitem(build.env.titles, "named", nodes.title("", "", nodes.Text("Another"))),
        lambda patch: patch.setitem(build.env.titles, "lists", nodes.title("", "", nodes.Text("Another"))),
    ):
        with pytest.MonkeyPatch.context() as patch:
            change(patch)
            assert is_other()
    assert not is_other()


def test_answers_of_other_extensions_are_seen(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build.env.events, "emit", lambda _event, page: [None, page or "any", None])
    assert [Digests(build)._added(page) for page in ("", "x")] == [["any"], ["x"]]
    assert "alone" in Digests(build).of_documents

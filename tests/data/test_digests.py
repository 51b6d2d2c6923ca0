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


ANOTHER = nodes.title("", "", nodes.Text("Another"))


@pytest.fixture(scope="module")
def build(make_shared_site: MakeSite) -> Build:
    build: Build = build_of(make_shared_site(FILES, {"suppress_warnings": ["toc"]}).env)
    return build


@pytest.fixture
def posts(build: Build) -> PostDigests:
    return PostDigests(build, SiteDigests(build))


def test_titles_with_and_without_markup(build: Build) -> None:
    assert (title_of(build.env, "plain"), title_of(build.env, "gone")) == ("Plain", "")
    assert title_of(build.env, "guide").startswith("<title>")
    assert _below(build.env, "blog/tree") == {"blog/tree", "blog/t1", "blog/t2"}


def test_what_is_seen_of_a_post(build: Build, posts: PostDigests, monkeypatch: pytest.MonkeyPatch) -> None:
    post = build.posts["blog/b"]

    def is_seen(**change: Any) -> bool:
        return PostDigests(build, posts.site).of_record(post._replace(**change)) != posts.of_record(post)

    assert all(is_seen(**{name: "X"}) for name in ("title", "description", "fingerprint", "draft"))
    assert not any(is_seen(**{name: "x"}) for name in ("text_fingerprint", "feed_id", "redirects", "lineno"))
    # The number of words may be seen, too.
    assert not is_seen(word_count=99)
    monkeypatch.setattr(build.blog_of_post(post).config, "blog_word_count", True)
    assert is_seen(word_count=1)


def test_a_post_shows_its_toctrees_and_some_lists_show_whole_posts(
    build: Build, posts: PostDigests, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert posts.whole.keys() == {"blog/a"}
    shown = [build.posts[name] for name in ("blog/tree", "blog/b")]
    before = [*map(posts.of_record, shown)]
    monkeypatch.setitem(build.env.titles, "blog/t2", ANOTHER)
    after = map(PostDigests(build, SiteDigests(build)).of_record, shown)
    assert [one != other for one, other in zip(before, after, strict=True)] == [True, False]


def test_the_markup_of_a_title_and_the_text_of_a_post(build: Build, posts: PostDigests) -> None:
    post, holder = build.posts["blog/b"], build.posts["blog/list"]

    def of_title(**change: Any) -> str:
        return PostDigests(build, posts.site).of_title(post._replace(**change))

    marks = [of_title(heading_fingerprint=mark) for mark in ("1", "2")]
    assert marks[0] != marks[1]
    assert of_title(heading_fingerprint="") == of_title(heading_fingerprint="1", has_own_title=True) == ""
    text = posts.of_text(post)
    assert text == posts.of_text(post, {"blog/b": "1"}) != posts.of_text(post._replace(text_fingerprint="x"))
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
    monkeypatch.setitem(build.env.titles, "alone", ANOTHER)
    fresh = PostDigests(build, posts.site)._references
    assert [fresh[key] != posts._references[key] for key in ("blog/a", "blog/b")] == [True, False]
    assert fresh["blog/a"] != posts._on_own_page("blog/a") != ""


def test_what_is_around_a_document(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    env = build.env
    labels = env.domains.standard_domain.labels
    changes: dict[str, tuple[Any, Any]] = {
        "title": (env.titles, ANOTHER),
        "headings": (env.tocs, nodes.bullet_list("", nodes.list_item("", nodes.paragraph("", "x")))),
        "number": (env.toc_secnumbers, {"": (1,)}),
        "label": (labels, ("guide", "place", "Another")),
    }

    def is_seen(name: str, has_headings: bool = False) -> bool:
        kind, _, document = name.split()
        with monkeypatch.context() as patch:
            before = SiteDigests(build).toctrees_around("blog/a", has_headings=has_headings)
            if kind == "caption":
                toctree = next(env.tocs[document].findall(addnodes.toctree))
                patch.setitem(toctree.attributes, "caption", "Another")
            else:
                patch.setitem(changes[kind][0], document, changes[kind][1])
            return SiteDigests(build).toctrees_around("blog/a", has_headings=has_headings) != before

    # A theme that says nothing may show any toctree, with or without headings.
    assert all(map(is_seen, ("title of guide", "title of other", "number of other", "caption in other")))
    assert (is_seen("headings of plain"), is_seen("headings of plain", has_headings=True)) == (False, True)
    # The headings of those above the page are shown in any case.
    assert (is_seen("headings of blog/a"), is_seen("headings of guide")) == (False, True)
    # A toctree may name its own document.
    assert is_seen("title of index")
    monkeypatch.setattr(env.events, "emit_firstresult", lambda _event, place: f"navigation at {place}")
    assert not is_seen("title of other")
    # Beside and above the page, and where it refers to.
    assert all(is_seen(f"title of {name}") for name in ("guide", "blog/t2", "blog/b", "alone"))
    assert is_seen("label of place")


def test_the_navigation_of_a_page_without_a_document(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    for answer in (None, "", "navigation"):
        with monkeypatch.context() as patch:
            patch.setattr(build.env.events, "emit_firstresult", lambda _event, _place, answer=answer: answer)
            before = SiteDigests(build).navigation_at("blog/tag")
            patch.setitem(build.env.titles, "other", ANOTHER)
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


def test_what_a_document_shows_of_what_it_refers_to(build: Build) -> None:
    def shown(kind: str, name: str) -> Any:
        found = Digests(build)._reference("plain", kind, name)
        return found if kind == "doc" else (found[0] and found[0].title, *found[1:])

    assert (shown("doc", "blog/b"), shown("doc", "other")) == (("B", ""), None)
    assert (shown("tag", "x"), shown("post", "b")) == (("x", True, ""), ("B", True, ""))
    assert shown("post", "tree") == ("Tree", True, "zh")
    assert shown("tag", "gone") == shown("post", "gone") == (None, False, "")


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
        lambda patch: patch.setitem(build.env.titles, "named", ANOTHER),
        lambda patch: patch.setitem(build.env.titles, "lists", ANOTHER),
    ):
        with pytest.MonkeyPatch.context() as patch:
            change(patch)
            assert is_other()
    assert not is_other()


def test_answers_of_other_extensions_are_seen(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build.env.events, "emit", lambda _event, page: [None, page or "any", None])
    assert [Digests(build)._added(page) for page in ("", "x")] == [["any"], ["x"]]
    assert "alone" in Digests(build).of_documents

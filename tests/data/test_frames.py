"""What templates receive of what is around a post, and of lists, terms and feeds."""

from datetime import timedelta
from typing import Any

import pytest
from conftest import MakeSite
from writing import md

from sphinx_blogext.core.dates import read_age
from sphinx_blogext.data.around import PostFrames
from sphinx_blogext.data.digests import Digests
from sphinx_blogext.data.lists import PageData
from sphinx_blogext.data.posts import Html
from sphinx_blogext.markup.relocate import ROOT
from sphinx_blogext.site.build import build_of

PARTS = {
    f"blog/s{n:02}.md": md(f"S{n}", "See {doc}`s03`.", f"2024-01-{n:02}", series=["S", "T"] if n < 3 else ["S"])
    for n in range(1, 14)
}
FILES: dict[str, Any] = {
    "index.md": "# Home\n",
    "guide.md": "---\norphan: true\n---\n# The *guide*\n",
    **PARTS,
    "blog/solo.md": md(
        *("Solo", "See {doc}`s03` and {doc}`zh`.\n", "2024-02-01"),
        series="Solo",
        tags=["x", "y"],
        author=["mei", "jo", "li"],
        image="https://e.org/i.png",
        enclosure="https://e.org/a.mp3",
    ),
    "blog/zh.md": md(
        *("中文", "文。\n", "2024-03-01"),
        language="zh",
        tags=["x"],
        description="述",
        author=["mei", "li"],
        image="p.svg",
        enclosure="v.mp4",
        related=["solo", "guide", "draft", "hidden", "nothing", "solo"],
    ),
    "blog/p.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="8"/>',
    "blog/v.mp4": "film",
    "blog/draft.md": md("Draft", draft=True),
    "blog/hidden.md": md("Hidden", "![](p.svg)", unlisted=True, image=1),
    "blog/ar.md": md("ب", unlisted=True, language="ar"),
    "blog/both.md": md("Both", unlisted=True, language=["en", "zh"]),
}
CONF: dict[str, Any] = {
    "html_baseurl": "https://example.org/",
    "blog_show_drafts": True,
    "blog_backlinks": True,
    "blog_authors": {
        "mei": {"name": "Mei", "description": "Writes."},
        "jo": {"name": "Jo", "url": "https://e.org"},
        "li": {"name": "Li", "description": "写作。"},
    },
    "blog_tags": {"x": {"label": {"en": "Ex", "zh": "甲"}}},
}


@pytest.fixture(scope="module")
def data(make_shared_site: MakeSite) -> PageData:
    return Digests(build_of(make_shared_site(FILES, CONF).env)).page_data.of("blog")


@pytest.fixture
def frames(data: PageData) -> PostFrames:
    """What is around posts, computed anew: a test may change options."""
    return PostFrames(data.posts)


@pytest.fixture
def post(data: PageData) -> Any:
    return lambda name: data.posts.build.posts[f"blog/{name}"]


def title(data: Any) -> str | None:
    return data and data["title_text"]


def titles(several: Any) -> list[str | None]:
    return [title(data) for data in several]


def test_the_box_of_a_series(frames: PostFrames, post: Any) -> None:
    whole, nearest = frames.header(post("s02"))["series"][1], frames.header(post("s07"))["series"][0]
    assert (whole["name"], whole["number"], whole["count"], whole["is_whole"]) == ("T", 2, 2, True)
    assert [(part["number"], part["is_current"]) for part in whole["parts"]] == [(1, False), (2, True)]
    assert (nearest["number"], nearest["count"], nearest["is_whole"]) == (7, 13, False)
    assert [part["number"] for part in nearest["parts"] if not part["is_current"]] == [4, 5, 6, 8, 9, 10]
    # One part is no series.
    assert frames.header(post("solo"))["series"] == []


@pytest.mark.parametrize(
    ("options", "has_steps"),
    [((True, True), False), ((True, False), True), ((False, True), True), ((False, False), True)],
)
def test_a_box_leads_on_where_the_footer_does_not(
    frames: PostFrames, post: Any, monkeypatch: pytest.MonkeyPatch, options: tuple[bool, bool], has_steps: bool
) -> None:
    for name, value in zip(("blog_post_footer", "post_show_prev_next"), options, strict=True):
        monkeypatch.setattr(frames.posts.config, name, value)
    boxes = [(title(box["older"]), title(box["newer"])) for box in frames.header(post("s02"))["series"]]
    assert boxes == [("S1", "S3") if has_steps else (None, None), ("S1", None)]
    first = [(title(box["older"]), title(box["newer"])) for box in frames.header(post("s01"))["series"]]
    assert first == [(None, "S2") if has_steps else (None, None), (None, "S2")]


def test_the_header_of_a_post(frames: PostFrames, post: Any) -> None:
    zh, solo = frames.header(post("zh")), frames.header(post("solo"))
    assert [(term["label"], term["name"]) for term in zh["post"]["tags"]] == [("甲", "x")]
    assert [term["label"] for term in solo["post"]["tags"]] == ["Ex", "y"]
    assert (zh["frame_lang"], zh["post"]["date"]["text"], zh["date_lang"]) == ("zh", "2024年3月1日", "")
    assert (solo["frame_lang"], solo["post"]["date"]["text"], solo["date_lang"]) == ("en", "1 February 2024", "")
    summary = solo["post"]["summary"]
    assert zh["post"]["summary"] == "述"
    assert isinstance(summary, Html)
    assert summary.part == "summary"
    assert solo["post"]["cover"] == {"url": "https://e.org/i.png", "width": None, "height": None}
    assert zh["post"]["cover"] == {"url": f"{ROOT}_images/p.svg", "width": 9, "height": 8}
    # No picture of the text is a cover.
    assert [frames.header(post(name))["post"]["cover"] for name in ("s01", "hidden")] == [None, None]
    assert solo["post"]["enclosure"] == {"url": "https://e.org/a.mp3", "kind": "audio"}
    assert zh["post"]["enclosure"]["url"].startswith(f"{ROOT}_downloads/")
    assert (zh["post"]["enclosure"]["kind"], zh["post"]["notice"]) == ("video", None)


@pytest.mark.parametrize(
    ("written", "version", "release", "limit", "notice"),
    [
        ("", "2.0", "", "", None),
        ("1", "1.2", "", "", None),
        ("1.2", "1.2", "1.3", "", None),
        ("1.2", "1.20", "", "", ("", "1.2", "1.20")),
        ("1.2", "", "1.3", "", ("", "1.2", "1.3")),
        ("1.2", "1.2", "", "1 day", ("1 month", "", "1.2")),
        ("1", "2", "", "1 day", ("1 month", "1", "2")),
    ],
)
def test_the_notice_on_an_old_post(
    frames: PostFrames,
    post: Any,
    monkeypatch: pytest.MonkeyPatch,
    written: str,
    version: str,
    release: str,
    limit: str,
    notice: Any,
) -> None:
    config = frames.posts.config
    monkeypatch.setattr(config.sphinx, "version", version)
    monkeypatch.setattr(config.sphinx, "release", release)
    monkeypatch.setattr(config, "blog_stale_after", limit and read_age(limit))
    monkeypatch.setattr(frames.posts.build, "now", post("solo").date + timedelta(days=40))
    found = frames._notice(post("solo")._replace(written_for=written))
    assert (found and (found["age"], found["written_for"], found["version"])) == notice


def test_the_words_above_comments_name_their_language_where_it_is_another(frames: PostFrames, post: Any) -> None:
    assert [frames.comments(post(name))["frame_lang"] for name in ("zh", "solo")] == ["zh", ""]


def test_the_steps_below_a_post(frames: PostFrames, post: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def steps(name: str) -> list[Any]:
        footer = PostFrames(frames.posts).footer(post(name))
        return [
            (step["title_text"], step["is_part"]) if step else None for step in (footer["older"], footer["newer"])
        ]

    assert steps("s02") == [("S1", True), ("S3", True)]
    assert steps("s01") == [None, ("S2", True)]
    # At its end, to what was written next, and not to a part that has a box.
    assert steps("s13") == [("S12", True), ("Solo", False)]
    assert steps("solo") == [("S13", False), ("中文", False)]
    monkeypatch.setattr(frames.posts.config, "post_show_prev_next", False)
    assert steps("s02") == [None, None]


def test_who_mentions_a_post(frames: PostFrames, post: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    # Those that are shown nearby are not named again.
    assert titles(frames.footer(post("s03"))["mentions"]) == ["Solo", *(f"S{n}" for n in range(13, 6, -1))]
    monkeypatch.setattr(frames.posts.config, "blog_post_header", False)
    found = titles(PostFrames(frames.posts).footer(post("s03"))["mentions"])
    assert found == ["Solo", *(f"S{n}" for n in range(13, 4, -1)), "S1"]
    assert titles(frames.footer(post("zh"))["mentions"]) == []


def test_which_posts_are_related(frames: PostFrames, post: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    related = frames.footer(post("zh"))["related"]
    assert titles(related) == ["Solo", "The guide"]

    def names(name: str, count: int) -> list[str]:
        monkeypatch.setattr(frames.posts.config, "blog_related", count)
        return [
            other.title for other in frames._related_posts(post(name), frames._blog.series_of(post(name)), set())
        ]

    assert [names("solo", count)[:1] for count in (0, 1)] == [[], ["S3"]]
    # A part of a series is most related to the others.
    assert names("s01", 9) == []
    assert frames._related_posts(post("s01"), frames._blog.series_of(post("s01"))[1:], set()) == ()
    assert [other["title"].post.docname for other in related] == ["blog/solo", "guide"]


def test_authors_of_whom_more_is_known(frames: PostFrames, post: Any) -> None:
    for name, languages in {"solo": ["", "zh"], "zh": ["en", ""]}.items():
        found = frames.footer(post(name))["authors"]
        assert [(each["label"], each["description_lang"]) for each in found] == [
            *zip(("Mei", "Li"), languages, strict=True)
        ]


def test_the_language_of_a_title_is_named_where_it_is_not_that_around_it(frames: PostFrames, post: Any) -> None:
    def shown(other: str, around: str) -> tuple[Any, ...]:
        found = frames._beside(post(other), post(around))
        return found["lang"], found["dir"], found["foreign"], found["date"]["text"]

    assert shown("solo", "s01") == (None, "", "", "1 February 2024")
    assert shown("zh", "s01") == ("zh", "", "Chinese", "1 March 2024")
    assert shown("zh", "zh") == (None, "", "", "2024年3月1日")
    assert shown("solo", "zh") == ("en", "", "英语", "2024年2月1日")
    assert shown("ar", "s01")[:3] == ("ar", "rtl", "Arabic")
    assert [shown("both", name)[:3] for name in ("s01", "zh")] == [(None, "", "English"), ("en", "", "英语")]

"""What stands above a post beside its header: that it is old, or of another version, and its cover."""

from datetime import UTC, datetime

import pytest
from conftest import ROOT, MakeSite, Site
from page import classes, select
from sphinx.errors import ConfigError
from writing import INDEX, md

PNG = (ROOT / "docs" / "examples" / "square.png").read_bytes()
POSTS = {
    "blog/old.md": md("Old", "Text.\n", "2023-11-20"),
    "blog/yearling.md": md("Yearling", "Text.\n", "2025-06-01"),
    "blog/evergreen.md": md("Evergreen", "Text.\n", "2020-01-01", evergreen=True),
    "blog/updated.md": md("Updated", "Text.\n", "2020-01-01", updated="2026-01-01"),
    "blog/zh.md": md("旧文", "文。\n", "2020-01-01", language="zh"),
    "blog/version.md": md("Version", "Text.\n", "2026-01-01", written_for="<1>"),
}


def at(monkeypatch: pytest.MonkeyPatch, day: str) -> None:
    moment = datetime.fromisoformat(day).replace(tzinfo=UTC)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(moment.timestamp())))


def notices(site: Site) -> dict[str, list[str]]:
    names = ("old", "yearling", "evergreen", "updated", "zh", "version")
    found = {name: site.page(f"blog/{name}").texts(".blog-notice") for name in names}
    return {name: texts for name, texts in found.items() if texts}


def test_a_post_that_is_old_or_of_another_version_says_so(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, "2026-11-20")
    site = make_site({**INDEX, **POSTS})
    # By default, none is old.
    assert notices(site) == {"version": ["Written for version <1>."]}
    site.configure({"blog_stale_after": "3 years", "version": "2.0"}).build()
    assert notices(site) == {
        "old": ["This post is 3 years old: some of it may be out of date."],
        "zh": ["本文已有6年未更新，部分内容可能已经过时。"],
        "version": ["Written for version <1>; you are reading version 2.0."],
    }
    assert site.page("blog").all(".blog-notice") == []


def test_a_post_grows_old_without_being_touched(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    conf = {"blog_stale_after": "18 months"}
    at(monkeypatch, "2026-11-30")
    site = make_site({**INDEX, **POSTS}, conf)
    assert "yearling" not in notices(site)
    before = site.path("blog/old").stat().st_mtime_ns
    at(monkeypatch, "2026-12-01")
    site.build()
    assert notices(site)["yearling"] == ["This post is 1 year old: some of it may be out of date."]
    assert site.path("blog/old").stat().st_mtime_ns == before
    at(monkeypatch, "2027-06-01")
    site.build()
    assert notices(site)["yearling"] == ["This post is 2 years old: some of it may be out of date."]
    fresh = make_site({**INDEX, **POSTS}, conf)
    assert site.path("blog/yearling").read_bytes() == fresh.path("blog/yearling").read_bytes()


@pytest.mark.parametrize("value", ["ages", 3])
def test_what_is_no_age_ends_the_build(make_site: MakeSite, value: object) -> None:
    with pytest.raises(ConfigError, match=r"blog_stale_after = .*a length of time such as '3 years'"):
        make_site(INDEX, {"blog_stale_after": value})


def test_a_cover_is_shown_above_the_text(make_site: MakeSite) -> None:
    files = {
        **INDEX,
        "blog/c d.png": PNG,
        "blog/in.png": PNG,
        "blog/cover.md": md("Cover", "Text.\n", "2024-01-01", image="c d.png"),
        # A picture that is in the text is not shown twice.
        "blog/text.md": md("Text", "![In](in.png)\n", "2024-01-02", image="in.png"),
        "blog/remote.md": md("Remote", "Text.\n", "2024-01-04", image="https://e.org/x.png"),
    }
    site = make_site(files)
    covers = {name: site.page(f"blog/{name}").all("img.blog-cover") for name in ("cover", "text", "remote")}
    # Its size is known, so that nothing moves when it comes.
    assert {
        name: [(image.get("src"), image.get("width"), image.get("height")) for image in found]
        for name, found in covers.items()
    } == {
        "cover": [("../_images/c%20d.png", "40", "30")],
        "text": [],
        "remote": [("https://e.org/x.png", None, None)],
    }
    (beside,) = select(site.page("blog").teaser("Cover"), "img")
    assert classes(beside) >= {"blog-teaser-cover"}
    site.configure({"post_cover": False}).build()
    assert site.page("blog/cover").all("img.blog-cover") == []

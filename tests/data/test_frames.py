"""What templates receive of what is around a post, and of lists, terms and feeds."""

from datetime import datetime, timedelta
from operator import itemgetter
from typing import Any

import pytest
from conftest import MakeSite
from writing import INDEX, md

from sphinx_blogext.config.blogs import Conventions
from sphinx_blogext.core.addresses import FEED_FILES
from sphinx_blogext.core.dates import read_age
from sphinx_blogext.core.pagination import read_request
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.data.around import PostFrames
from sphinx_blogext.data.digests import Digests
from sphinx_blogext.data.lists import ItemData, PageData
from sphinx_blogext.data.posts import Data, PostData
from sphinx_blogext.data.rail import sidebar_data
from sphinx_blogext.markup.relocate import ROOT
from sphinx_blogext.site.build import build_of
from sphinx_blogext.site.pages import WHOLE_LIST, Listing

FILES: dict[str, Any] = {
    **INDEX,
    "guide.md": "---\norphan: true\n---\n# The *guide*\n",
    **{
        f"blog/s{n:02}.md": md(
            *(f"S{n}", "See {doc}`s03`.", f"2024-01-{n:02}" if n > 1 else "2023-12-31"),
            series=["S", "T"] if n < 3 else ["S"],
            tags=["z"] if n < 6 else [],
            category=f"c{min(n, 10)}",
            location="L" if n < 5 else [],
            project="rill" if n == 9 else [],
        )
        for n in range(1, 14)
    },
    "blog/solo.md": md(
        *("Solo", "See {doc}`s03` and {doc}`zh`.\n\n<!-- more -->\n\nRest.\n", "2024-02-01"),
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
    "blog/both.md": md("Both", "```{more} Go on\n```\n\nRest.\n", unlisted=True, language=["en", "zh"]),
    "blog/link.md": md("Link", unlisted=True, external_link="https://e.org/"),
    "blog.md": "---\norphan: true\n---\n# News\n\n```{postlist}\n:paginate: 2\n:first: large\n```\n",
}
CONF: dict[str, Any] = {
    **dict.fromkeys(("blog_archive_months", "blog_feed_archives", "blog_show_drafts", "blog_backlinks"), True),
    "blog_languages": {"zh": {"label": "Mandarin"}},
    "blog_authors": {
        "mei": {"name": "Mei", "description": "Writes."},
        "jo": {"name": "Jo", "url": "https://e.org"},
        "li": {"name": "Li", "description": "写作。"},
    },
    "blog_taxonomies": {"project": {"plural": "projects", "label": "Project"}},
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


def test_the_box_of_a_series(frames: PostFrames, post: Any) -> None:
    whole, nearest = frames.header(post("s02"))["series"][1], frames.header(post("s07"))["series"][0]
    assert (whole["name"], whole["number"], whole["count"], whole["is_whole"]) == ("T", 2, 2, True)
    assert [(part["number"], part["is_current"]) for part in whole["parts"]] == [(1, False), (2, True)]
    assert (nearest["number"], nearest["count"], nearest["is_whole"]) == (7, 13, False)
    assert [part["number"] for part in nearest["parts"] if not part["is_current"]] == [4, 5, 6, 8, 9, 10]
    # One part is no series.
    assert frames.header(post("solo"))["series"] == []


def test_a_box_leads_on_where_the_footer_does_not(
    frames: PostFrames, post: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def steps(name: str) -> list[Any]:
        return [(title(box["older"]), title(box["newer"])) for box in frames.header(post(name))["series"]]

    assert (steps("s01"), steps("s02")) == ([(None, None), (None, "S2")], [(None, None), ("S1", None)])
    for option in ("blog_post_footer", "post_show_prev_next"):
        with monkeypatch.context() as patch:
            patch.setattr(frames.posts.config, option, False)
            assert (steps("s01"), steps("s02")) == ([(None, "S2")] * 2, [("S1", "S3"), ("S1", None)])


def test_the_header_of_a_post(frames: PostFrames, post: Any) -> None:
    zh, solo = frames.header(post("zh")), frames.header(post("solo"))
    assert [(term["label"], term["name"]) for term in zh["post"]["tags"]] == [("甲", "x")]
    assert [term["label"] for term in solo["post"]["tags"]] == ["Ex", "y"]
    assert (zh["frame_lang"], zh["post"]["date"]["text"], zh["date_lang"]) == ("zh", "2024年3月1日", "")
    assert (solo["frame_lang"], solo["post"]["date"]["text"], solo["date_lang"]) == ("en", "1 February 2024", "")
    # Above comments, a language is named where it is another.
    assert [frames.comments(post(name))["frame_lang"] for name in ("zh", "solo")] == ["zh", ""]
    assert (zh["post"]["summary"], solo["post"]["summary"].part) == ("述", "summary")
    assert solo["post"]["cover"] == {"url": "https://e.org/i.png", "width": None, "height": None}
    assert zh["post"]["cover"] == {"url": f"{ROOT}_images/p.svg", "width": 9, "height": 8}
    # No picture of the text is a cover.
    assert [frames.header(post(name))["post"]["cover"] for name in ("s01", "hidden")] == [None, None]
    assert solo["post"]["enclosure"] == {"url": "https://e.org/a.mp3", "kind": "audio"}
    assert zh["post"]["enclosure"]["url"].startswith(f"{ROOT}_downloads/")
    assert (zh["post"]["enclosure"]["kind"], zh["post"]["notice"]) == ("video", None)


@pytest.mark.parametrize(
    ("written", "conf", "notice"),
    [
        *(("", ("2.0", "", ""), None), ("1", ("1.2", "", ""), None), ("1.2", ("1.2", "1.3", ""), None)),
        ("1.2", ("1.20", "", ""), ("", "1.2", "1.20")),
        ("1.2", ("", "1.3", ""), ("", "1.2", "1.3")),
        ("1.2", ("1.2", "", "1 day"), ("1 month", "", "1.2")),
        ("1", ("2", "", "1 day"), ("1 month", "1", "2")),
    ],
)
def test_the_notice_on_an_old_post(
    frames: PostFrames, post: Any, monkeypatch: pytest.MonkeyPatch, written: str, conf: Any, notice: Any
) -> None:
    config, (version, release, limit) = frames.posts.config, conf
    monkeypatch.setattr(config.sphinx, "version", version)
    monkeypatch.setattr(config.sphinx, "release", release)
    monkeypatch.setattr(config, "blog_stale_after", limit and read_age(limit))
    monkeypatch.setattr(frames.posts.build, "now", post("solo").date + timedelta(days=40))
    found = frames._notice(post("solo")._replace(written_for=written))
    assert (found and (found["age"], found["written_for"], found["version"])) == notice


def test_the_steps_below_a_post(frames: PostFrames, post: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def steps(name: str) -> list[Any]:
        footer = PostFrames(frames.posts).footer(post(name))
        return [footer[step] and (title(footer[step]), footer[step]["is_part"]) for step in ("older", "newer")]

    assert (steps("s02"), steps("s01")) == ([("S1", True), ("S3", True)], [None, ("S2", True)])
    # At its end, to what was written next, and not to a part that has a box.
    assert (steps("s13"), steps("solo")) == ([("S12", True), ("Solo", False)], [("S13", False), ("中文", False)])
    monkeypatch.setattr(frames.posts.config, "post_show_prev_next", False)
    assert steps("s02") == [None, None]


def test_who_mentions_a_post(frames: PostFrames, post: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    # Those that are shown nearby are not named again.
    assert [*map(title, frames.footer(post("s03"))["mentions"])] == ["Solo", *(f"S{n}" for n in range(13, 6, -1))]
    assert frames.footer(post("zh"))["mentions"] == []
    monkeypatch.setattr(frames.posts.config, "blog_post_header", False)
    found = [*map(title, PostFrames(frames.posts).footer(post("s03"))["mentions"])]
    assert found == ["Solo", *(f"S{n}" for n in range(13, 4, -1)), "S1"]


def test_which_posts_are_related(frames: PostFrames, post: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    related = frames.footer(post("zh"))["related"]
    assert [(title(other), other["title"].post.docname) for other in related] == [
        *(("Solo", "blog/solo"), ("The guide", "guide")),
    ]

    def names(name: str, count: int, skipped: int = 0) -> list[str]:
        monkeypatch.setattr(frames.posts.config, "blog_related", count)
        series = frames._blog.series_of(post(name))[skipped:]
        return [other.title for other in frames._related_posts(post(name), series, set())]

    assert (names("solo", 0), names("solo", 1)) == ([], ["S3"])
    # A part of a series is most related to the others.
    assert names("s01", 9) == names("s01", 9, skipped=1) == []


def test_authors_of_whom_more_is_known(frames: PostFrames, post: Any) -> None:
    for name, languages in {"solo": ("", "zh"), "zh": ("en", "")}.items():
        found = [(each["label"], each["description_lang"]) for each in frames.footer(post(name))["authors"]]
        assert found == [*zip(("Mei", "Li"), languages, strict=True)]


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


def item(data: PageData, name: str, style: str = "titles", kind: str = "document", **options: Any) -> Data:
    """What a list shows of a post; *options* are those of the list, of a record of it, and conventions."""
    rules = {name: options.pop(name) for name in [*options] if name in Conventions.__dataclass_fields__}
    fields = {name: options.pop(name) for name in [*options] if name in Listing._fields}
    request = read_request("", options, 1, TAXONOMIES)[0] if options else WHOLE_LIST
    items = ItemData(data.posts)
    items._conventions = Conventions(**rules)
    return items.of(Listing(kind, "", "blog", style, request=request, **fields))(
        data.posts.build.posts[f"blog/{name}"]
    )


def test_texts_and_pictures_in_lists(data: PageData) -> None:
    def shown(name: str, style: str, **options: Any) -> dict[str, Any]:
        found = item(data, name, style, **options)
        values = {key: found[key] for key in ("teaser", "lead", "summary", "teaser_image", "teaser_cover")}
        return {key: getattr(value, "part", True) for key, value in values.items() if value}

    teaser = {"teaser": "teaser", "teaser_cover": True}
    assert shown("solo", "full") == teaser | {"teaser": "text"}
    assert shown("solo", "teasers") == shown("solo", "titles", excerpts="") == teaser
    assert shown("solo", "teasers", blog_teaser_image=True) == {"teaser": "teaser", "teaser_image": True}
    assert shown("solo", "compact") == shown("solo", "contents", excerpts="") == {"summary": "summary"}
    assert shown("solo", "cards") == {"lead": "lead"}
    # It has a description.
    assert shown("solo", "titles") == shown("zh", "cards") == {}
    assert item(data, "solo", format="{title}!")["parts"] == [{"title": True}, {"text": "!"}]


def test_dates_in_lists(data: PageData) -> None:
    def date(**options: Any) -> str:
        text: str = item(data, "solo", **options)["date"]["text"]
        return text

    # No directive asks for the list of a page.
    assert date() == date(postlist_date_format="%m") == "1 February 2024"
    assert date(date="%Y") == date(date="%Y", postlist_date_format="%m") == "2024"
    assert (date(limit="1", postlist_date_format="%m"), date(date="%U, %W, %-W")) == ("02", "04, 05, 5")


def test_links_to_the_rest_of_a_post(data: PageData) -> None:
    def more(name: str, style: str = "titles", kind: str = "document", **options: Any) -> Any:
        found = item(data, name, style, kind, **options)["more"]
        return found and (found["url"].removeprefix(ROOT), found["text"], found["is_own"])

    always = {"blog_read_more": "always"}
    assert more("solo") == ("blog/solo.html#more", "Read more", False)
    assert more("solo", expand="Go") == ("blog/solo.html#more", "Go", False)
    assert more("both", expand="Go") == ("blog/both.html#more", "Go on", True)
    assert more("link", "full") == ("https://e.org/", "Read more", False)
    assert more("zh", kind="blog", **always) == ("blog/zh.html", "Read more", False)
    assert more("zh", expand="Go", **always) == ("blog/zh.html", "Go", False)
    assert more("solo", "full", "blog", **always) is more("zh", **always) is more("zh", expand="Go") is None
    assert more("zh", kind="blog") is None


def test_terms_in_lists(data: PageData, post: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    # The list of a term does not name it where it is the only one.
    for name, taxonomy, names in (
        *(("s10", "category", []), ("zh", "author", ["mei", "li"])),
        *(("s02", "series", ["S", "T"]), ("solo", "tag", ["x", "y"])),
    ):
        (term, *_) = data._blog.terms_of(post(name), taxonomy)
        assert [each["name"] for each in item(data, name, term=term)[term.kind.plural]] == names
    for terms, names in ((data._blog.terms_of(post("s09"), "project"), []), ([None], ["rill"])):
        found = item(data, "s09", term=terms[0])
        assert [[each["name"] for each in found[key]] for key in ("projects", "own_terms")] == [names] * 2
    for limit, language, tags in ((0, "", ["Ex", "y"]), (1, "zh", ["甲", "…"]), (2, "en", ["Ex", "y"])):
        monkeypatch.setattr(data.posts.config, "blog_max_tags_shown", limit)
        assert [tag["label"] for tag in item(data, "solo", language=language)["tags"]] == tags


def test_posts_in_other_languages_than_their_list(data: PageData) -> None:
    for name, language, mark, is_foreign in (
        *(("solo", "", "", False), ("solo", "zh", "English", True)),
        *(("zh", "", "Chinese", True), ("zh", "zh", "", False)),
    ):
        found = item(data, name, language=language)
        assert (found["only"], found["is_foreign"]) == (mark, is_foreign)


def page_of(data: PageData, name: str, number: int = 0) -> Data:
    listing = next(each for each in data._published.pages.listings if each.name == name)
    return data.listing(listing, listing.pages[number])


def test_a_page_of_a_list(data: PageData) -> None:
    first, second = page_of(data, "blog"), page_of(data, "blog", 1)
    assert (first["is_first"], first["first_number"], first["first_is_large"]) == (True, 1, True)
    assert (second["is_first"], second["first_number"], second["first_is_large"]) == (False, 1, False)
    # Where the parts of a series are numbered, they are on further pages, too.
    assert page_of(data, "blog/series/s", 1)["first_number"] == 11
    assert (page_of(data, "blog/2024")["first_is_large"], page_of(data, "blog/tag/x")["pages"]) == (False, None)
    assert (first["term"], first["person"], page_of(data, "blog/tag/x")["term"]["label"]) == (None, None, "Ex")
    # Only a template of ABlog has a format.
    assert (first["has_format"], first["list_style"], first["level"]) == (False, "none", 2)


def test_links_between_pages(data: PageData) -> None:
    def link(number: int | None) -> str | None:
        return number and ROOT + ("blog.html" if number == 1 else f"blog/page/{number}.html")

    for place, newer, older, numbers in ((0, None, 2, [1, 2, None, 8]), (7, 7, None, [1, None, 7, 8])):
        pages = page_of(data, "blog", place)["pages"]
        assert (pages["newer"], pages["older"]) == (link(newer), link(older))
        assert [(each["number"], each["url"], each["is_gap"]) for each in pages["links"]] == [
            (number, link(number), number is None) for number in numbers
        ]
        assert [each["number"] for each in pages["links"] if each["is_current"]] == [place + 1]


def test_ways_from_a_list(data: PageData) -> None:
    for place in (0, 1):
        labels = [way["label"] for way in page_of(data, "blog", place)["ways"]]
        assert labels == ["Archive", "Categories", "Tags", "Authors", "Series", "Projects", "Feeds"]
    months = {"Mar": 3, "Feb": 2, "Jan": 1}
    links = [{"label": label, "url": f"{ROOT}blog/2024/0{number}.html"} for label, number in months.items()]
    assert [page_of(data, "blog/2024", place)["ways"] for place in (0, 1)] == [links, []]
    # Months would lead out of a list in one language.
    assert page_of(data, "blog/2024/language/en")["ways"] == page_of(data, "blog/tag/x")["ways"] == []
    labels = [page_of(data, name)["ways_label"] for name in ("blog", "blog/2024")]
    assert labels == ["Browse the blog", "Posts of 2024"]


def test_the_bar_of_languages(data: PageData) -> None:
    names = {"All": "blog", "English": "blog/language/en", "Mandarin": "blog/language/zh"}
    for name, place, label in (("blog", 0, "All"), ("blog", 1, "All"), ("blog/language/en", 0, "English")):
        bar = page_of(data, name, place)["languages"]
        assert {each["label"]: each["url"] for each in bar} == {key: f"{ROOT}{names[key]}.html" for key in names}
        assert [each["label"] for each in bar if each["is_current"]] == [label]
        assert [each["label"] for each in bar if each["is_page"]] == [label] * (place == 0)
    assert data.posts.terms.language_label("fr") == "Français"


def test_feeds_are_in_groups(data: PageData) -> None:
    titles = "Tags Categories Authors Series Languages Locations Projects Archives".split()
    assert [group["title"] for group in data.feeds] == ["", *titles]
    tags = data.feeds[1]["channels"]
    assert [(each["label"], each["page"]) for each in tags[:2]] == [
        *(("Ex", f"{ROOT}blog/tag/x.html"), ("y", f"{ROOT}blog/tag/y.html")),
    ]
    assert [link["format"] for link in tags[0]["links"]] == ["Atom", "RSS", "JSON Feed"]


def test_terms_have_weights(data: PageData) -> None:
    weights = {term["name"]: (term["count"], term["weight"]) for term in data.term_list("tag", "cloud")["terms"]}
    assert weights == {"x": (2, 2), "y": (1, 1), "z": (5, 5)}
    assert [term["name"] for term in data.term_list("tag", "list", 2)["terms"]] == ["x", "z"]
    assert data.term_list("tag", "list", 6)["terms"] == []


def test_the_page_of_all_terms(data: PageData) -> None:
    found = {name: data.overview(name) for name in ("tag", "category", "series", "author", "location")}
    styles = {name: (overview["style"], len(overview["by_count"])) for name, overview in found.items()}
    assert styles == dict.fromkeys(("series", "author", "location"), ("list", 0)) | {
        "tag": ("chips", 0),
        "category": ("chips", 10),
    }
    # The most used first, and of the others each in its place.
    assert [term["name"] for term in found["category"]["by_count"]] == ["c10", *(f"c{n}" for n in range(1, 10))]
    (place,) = found["location"]["terms"]
    assert (place["years"], [each["title"] for each in place["latest"]]) == ("2023–2024", ["S4", "S3", "S2"])
    years = [(term["years"], term["latest"]) for term in found["series"]["terms"]]
    assert years == [("2023–2024", []), ("2024", []), ("2023–2024", [])]
    assert ["person" in term for term in found["author"]["terms"]] == [True] * 3


def test_midnight_is_a_date_without_a_time(data: PageData) -> None:
    for time in ("", "T10:00:00+00:00", "T00:10:00+00:00", "T00:00:10+00:00"):
        found = data.posts.date(datetime.fromisoformat(f"2024-01-01{time or 'T00:00:00+00:00'}"))
        assert found == {"iso": f"2024-01-01{time}", "text": "1 January 2024"}
    assert data.posts.date(None) is None


def test_the_fields_of_a_post(data: PageData, post: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fields(*names: str) -> list[tuple[Any, ...]]:
        posts = PostData(data.posts.published, data.posts.build, data.posts._digests)
        return [itemgetter(*names)(posts.of(post(name))) for name in ("solo", "draft")]

    assert fields("reading_time", "word_count") == [(1, 0), (1, 0)]
    assert fields("state", "is_draft", "is_pinned") == [("published", False, False), ("draft", True, False)]
    monkeypatch.setattr(data.posts.build, "shows_drafts", False)
    monkeypatch.setattr(data._blog, "pinned", (post("s02"), post("solo")))
    assert fields("is_draft", "is_pinned") == [(False, True), (False, False)]
    monkeypatch.setattr(data.posts.config, "blog_reading_time", False)
    monkeypatch.setattr(data.posts.config, "blog_word_count", True)
    assert fields("reading_time", "word_count") == [(None, 5), (None, 1)]
    assert data.posts.url(post("link")) == "https://e.org/"
    assert data.posts.of(post("solo"))["image"] == "https://e.org/i.png"
    assert data.posts.terms.subscribe == f"{ROOT}blog/subscribe.html"


def test_what_templates_of_the_site_receive(data: PageData, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = data.sidebar
    assert (shown["title"], shown["url"], shown["own"]) == ("Blog", f"{ROOT}blog.html", ["projects"])
    assert [post["title"] for post in shown["recent"]] == ["中文", "Solo", "S13", "S12", "S11"]
    # Only those of all posts.
    assert [feed["title"] for feed in shown["feeds"]] == ["Atom", "RSS", "JSON Feed"]
    assert [year["label"] for year in shown["archives"]] == ["2024", "2023"]
    titles = {"recent": "Recent posts", "archives": "Archives", "feeds": "Feeds", "subscribe": "Subscribe"}
    assert {name: shown["titles"][name] for name in titles} == titles
    assert shown["titles"]["projects"] == "Projects"
    monkeypatch.setattr(data.posts.config, "blog_recent", 0)
    assert len(sidebar_data(data.posts)["recent"]) == 15


def test_beside_a_list_is_its_own_feed_or_that_of_the_blog(data: PageData) -> None:
    for page, folder in (("blog", "blog"), ("blog/tag/x", "blog/tag/x"), ("blog/tag", "blog")):
        urls = [link["url"] for link in data.rail._feeds(page)["links"]]
        assert urls == [f"https://example.org/{folder}/{name}" for name in FEED_FILES]


def test_which_sidebars_show_the_variable_and_which_terms_a_document_lists(data: PageData) -> None:
    site = Digests(data.posts.build).page_data
    sidebars = (["blog/tags.html"], ["searchbox.html", "blog/tags.html"], ["searchbox.html"], [])
    assert [site.templates.are_on("index", each) for each in sidebars] == [True, True, False, False]
    assert [term["name"] for term in site.term_list("index", "tag", "list")["terms"]] == ["x", "y", "z"]

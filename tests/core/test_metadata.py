"""What writers say about a post, in either spelling."""

import json
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_blogext.core.dates import NEVER, DateReader
from sphinx_blogext.core.metadata import (
    OWN_KEYS,
    Metadata,
    clean_text,
    draft_state,
    read_metadata,
    spellings_of,
    split_names,
    suggest,
    text_keys_of,
)
from sphinx_blogext.core.taxonomies import TAXONOMIES, Taxonomies
from sphinx_blogext.core.urls import is_safe_url

read = partial(read_metadata, dates=DateReader(), is_directive=True)


def fields(raw: dict[str, str | None]) -> dict[str, Any]:
    metadata, problems = read(raw)
    assert problems == ()
    return metadata


def problems(raw: dict[str, str | None], *, is_directive: bool = True) -> list[tuple[str, str]]:
    return [(problem.kind, problem.key) for problem in read(raw, is_directive=is_directive)[1]]


@pytest.mark.parametrize(("key", "taxonomy"), TAXONOMIES.spellings.items())
def test_terms_in_singular_and_plural_as_comma_list_or_list(taxonomy: str, key: str) -> None:
    for text in ("a, b", "a,b", " a ,  b ", '["a", "b"]', "[a, b]", "a,\n b", "a, b, a"):
        assert fields({key: text}) == {"terms": {taxonomy: ("a", "b")}}, text


DAY = datetime(2026, 11, 20, tzinfo=UTC)
NEXT = datetime(2026, 11, 21, tzinfo=UTC)
#: What is written, and what is read.
VALUES: list[tuple[dict[str, str | None], dict[str, Any]]] = [
    ({"tag": "a", "tags": "b, a"}, {"terms": {"tag": ("a", "b")}}),
    ({"tags": '["Turing, Alan", "c++"]'}, {"terms": {"tag": ("Turing, Alan", "c++")}}),
    ({"tags": "[[a, 'b'], c]"}, {"terms": {"tag": ("a", "b", "c")}}),
    ({"tags": "- a\n- b c"}, {"terms": {"tag": ("a", "b c")}}),
    ({"tags": "* C++\n* 'd'"}, {"terms": {"tag": ("C++", "d")}}),
    # One mark quotes nothing.
    ({"tags": "', a"}, {"terms": {"tag": ("'", "a")}}),
    # As MyST passes on lists.
    ({"tags": r'["\u5e76\u884c", "C#", 2026, true]'}, {"terms": {"tag": ("并行", "C#", "2026", "True")}}),
    ({"date": '{"created": "2026-11-20", "updated": "2026-11-21"}'}, {"date": DAY, "updated": NEXT}),
    ({"date": '{"created": "2026-11-20"}'}, {"date": DAY}),
    ({" External-Link ": "https://e.org/"}, {"external_link": "https://e.org/"}),
    ({"title": " A\n  title ", "id": "x:1", "image": "2"}, {"title": "A title", "feed_id": "x:1", "image": "2"}),
    # The later of two dates of publication counts, and no other.
    ({"date": "2026-11-19", "publishDate": "2026-11-20", "lastmod": "2026-11-21"}, {"date": DAY, "updated": NEXT}),
    ({"date": "2026-11-20", "updated": "20 Nov 2026", "lastmod": "2026-11-21"}, {"date": DAY, "updated": DAY}),
    ({"expires": "2026/11/20", "pin": "2026-11-20"}, {"expires": DAY, "pinned_until": DAY}),
    ({"pin": ""}, {"pinned_until": NEVER}), ({"pin": "true"}, {"pinned_until": NEVER}), ({"pin": "false"}, {}),
    ({"excerpt": "0", "series-index": "12"}, {"excerpt": 0, "series_index": 12}),
    *(({key: "old/name, older"}, {"redirects": ("old/name", "older")}) for key in ("redirect", "aliases")),
    ({"translation": "blog/en", "related": "a, b"}, {"translations": ("blog/en",), "related": ("a", "b")}),
    ({"comments": "true"}, {}), ({"comments": "false"}, {"comments": ""}),
    ({"comments": "https://m.example/@a/1"}, {"comments": "https://m.example/@a/1"}),
    *(({"license": text}, {"license": text}) for text in ("CC BY 4.0", "https://example.org/license")),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "expected"), VALUES)
def test_values_are_read(raw: dict[str, str | None], expected: dict[str, Any]) -> None:
    assert fields(raw) == expected


def test_brackets_in_brackets() -> None:
    for depth in (100, 990, 10_000):
        assert read({"tags": "[" * depth + "]" * depth})[0].keys() <= {"terms"}
        assert problems({"tags": "[" * depth}) == [("empty_option", "tags")]


def test_flags_and_values_that_are_problems() -> None:
    for key in ("draft", "unlisted", "featured", "nocomments", "exclude", "blogpost"):
        assert {fields({key: text})[key] for text in ("", None, "true", "True", "yes", "on", "1")} == {True}
        assert {fields({key: text})[key] for text in ("false", "False", "no", "off", "0")} == {False}
    counts = ("-1", "1.5", "many", "9" * 5000, "0x10")
    for key, texts in {"draft": ("maybe", "[]", "<b>"), "status": ("drat",), "excerpt": counts}.items():
        for text in texts:
            assert problems({key: text}) == [("invalid_option", key)]
    assert [problems({"status": text}) for text in ("draft", "live", "Public")] == [[], [], []]
    assert problems({"pin": "for ever"}) == [("date", "pin")]
    assert problems({"date": "2026-11-20", "publishDate": "some day"}) == [("date", "publishDate")]


def test_a_strange_key_is_a_problem_in_a_directive_and_none_in_front_matter() -> None:
    assert problems({"zzz": "x"}) == [("unknown_option", "zzz")]
    foreign = (
        "zzz jupytext myst orphan _draft created_on createdBy og:image og_image "
        "twitter:title html_meta ms.author html_theme.sidebar_secondary.remove tocdepth sd_hide_title keywords"
    )
    assert problems(dict.fromkeys(foreign.split(), "x"), is_directive=False) == []
    # One of another engine has no effect unless ours is there.
    assert problems({"summary": "A", "cover": "a.png"}) == [("no_effect", "summary"), ("no_effect", "cover")]
    assert problems({"summary": "A", "description": "B"}) == []


@pytest.mark.parametrize(
    ("raw", "state"),
    [
        ({"draft": "true"}, True), ({"draft": "false"}, False), ({"drfat": "yes"}, True),
        ({"my_draft": "on"}, None), ({"craft": "on"}, None), ({"raft": "yes"}, None), ({"publisher": "no"}, None),
        ({"status": "hidden gem"}, None), ({":\u3000draft\u200b": "on"}, True), ({"status": "Private"}, True),
        ({"visibility": "public"}, False), ({"status": "live"}, None), ({"published": "no"}, True),
        ({"visible": "off"}, True), ({"_draft": "true"}, None), ({"title": "draft", "jupytext": "true"}, None),
        ({"published": "yes"}, False), ({"published": "yes", "draft": "true"}, True),
        ({"draft": "true", "published": "yes"}, True),
    ],
)  # fmt: skip
def test_what_makes_a_draft(raw: dict[str, str | None], state: bool | None) -> None:
    assert draft_state(raw) is state


@pytest.mark.parametrize(
    ("raw", "names", "kinds"),
    [
        ({"author": "A; B, C"}, ("A", "B", "C"), []), ({"tags": "A; B"}, ("A; B",), ["no_effect"]),
        ({"tags": "A; B, C"}, ("A; B", "C"), []), ({"tags": '["A; B"]'}, ("A; B",), []),
        ({"tags": "“A”, B"}, ("“A”", "B"), ["no_effect"]), ({"author": '{"name": "A"}'}, ("A",), []),
        ({"author": '{"url": "https://e.org/"}'}, None, ["invalid_option"]),
        ({"author": '{"name": "A", "url": "javascript:x"}'}, ("A",), ["invalid_option"]),
        ({"author": '{"name": "A", "type": "robot"}'}, ("A",), ["invalid_option"]),
        ({"author": "{A"}, None, ["invalid_option"]), ({"tags": '{"name": "A"}'}, None, ["invalid_option"]),
    ],
)  # fmt: skip
def test_names_and_what_is_doubtful_about_them(
    raw: dict[str, str | None], names: tuple[str, ...] | None, kinds: list[str]
) -> None:
    metadata, found = read(raw)
    assert next(iter(metadata.get("terms", {}).values()), None) == names
    assert [problem.kind for problem in found] == kinds


def test_which_authors_are_organizations() -> None:
    authors = [{"name": name, "type": kind} for name, kind in (("A", "organization"), ("B", "person"))]
    metadata, found = read({"authors": json.dumps([*authors, {"name": "C"}, {"type": "organization"}])})
    assert (metadata["organizations"], metadata["terms"]) == (("A",), {"author": ("A", "B", "C")})
    assert [problem.kind for problem in found] == ["empty_option"]


def test_an_empty_date_or_an_end_that_cannot_be_read_makes_a_draft() -> None:
    said = {key: read({key: ""})[1][0].message for key in ("date", "title")}
    assert said == {"date": "date is empty: the post is a draft", "title": "title is empty"}
    assert read({"expires": "soon"})[0]["draft"] is True
    assert [read({"expires": text})[0].keys() for text in ("", "null", None)] == [set()] * 3


@pytest.mark.parametrize("key", ["date", "tags", "author", "title", "redirect", "external_link", "excerpt"])
def test_an_empty_option(key: str) -> None:
    for text in ("", "  ", "null", None):
        assert problems({key: text}) == [("empty_option", key)]
        assert not any(read({key: text})[0].values())


def test_an_empty_item_is_a_problem_and_the_others_stay() -> None:
    for text in ("a,,b", "a, b,", ",a,b", "a, ,b", '["a", "", "b"]', '["a", null, "b"]'):
        assert problems({"tags": text}) == [("empty_option", "tags")]
        assert read({"tags": text})[0].terms == {"tag": ("a", "b")}


SAFE = ["http://example.org/a?b=c#d", "mailto:a@example.org", "/a/b", "a/b.html", "#a"]
UNSAFE = [
    "javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)",
    "java\nscript:alert(1)", "\x01javascript:alert(1)", "data:text/html,<script>", "vbscript:x",
    "file:///etc/passwd", "javascript\x00:alert(1)", "https://exa]mple.org/", "http://[b/", "http://a℀b/",
]  # fmt: skip


def test_urls_are_safe() -> None:
    for url in (*SAFE, *UNSAFE):
        is_safe = url in SAFE
        assert is_safe_url(url) is is_safe, url
        assert read({"external_link": url})[0] == ({"external_link": url} if is_safe else {})
        assert problems({"canonical_link": url}) == ([] if is_safe else [("invalid_option", "canonical_link")])


KEYS = st.sampled_from("date updated tags title pin excerpt redirect image draft external_link zzz".split())


@given(st.dictionaries(KEYS | st.text(max_size=8), st.none() | st.text(max_size=30), max_size=6), st.booleans())
def test_nothing_raises_and_what_is_lost_is_named(raw: dict[str, str | None], is_directive: bool) -> None:
    metadata, problems = read(raw, is_directive=is_directive)
    assert all(problem.key in raw and problem.message for problem in problems)
    assert all(names and all(names) and len(set(names)) == len(names) for names in metadata.terms.values())


def test_nothing_turns_the_text_around_it() -> None:
    """What turns a text ends in it, what ends nothing is left out."""
    kept = {"to\u202cg\u202ei": "togi", "to\u2067g\u2069 \u2068i\u200f": "to\u2067g\u2069 i\u200f"}
    assert {text: clean_text(text) for text in kept} == kept


@given(st.lists(st.text(), max_size=5))
def test_any_list_of_any_texts_is_read(items: list[str]) -> None:
    assert split_names(json.dumps(items)) == [" ".join(clean_text(item).split()) for item in items]


FIELDS = {"title": st.text(min_size=1), "draft": st.booleans(), "redirects": st.tuples(st.text())}
SAID = st.fixed_dictionaries({}, optional=FIELDS).map(Metadata)


@given(SAID, SAID)
def test_of_two_that_say_something_the_first_has_its_way_by_taxonomy(one: Metadata, other: Metadata) -> None:
    assert one.over(other) == {**other, **one}
    first, second = Metadata({"terms": {"tag": ("a",)}}), Metadata({"terms": {"tag": ("b",), "author": ("c",)}})
    assert first.over(second).terms == {"tag": ("a",), "author": ("c",)}


def test_what_was_meant() -> None:
    for name, near in {"tagg": "tag", "serise": "series", "gat": "", "stat": "", "feline": "", "": ""}.items():
        for cutoff in (0.6, 0.8):
            found = suggest(name, {"archive", "tag", "series", "feeds"}, cutoff)
            assert found == (f" (did you mean {near!r}?)" if near else ""), name
    # Words of other engines are not meant.
    assert (suggest("titel", OWN_KEYS), suggest("visibilty", OWN_KEYS)) == (" (did you mean 'title'?)", "")


def test_the_urls_of_authors_who_are_records() -> None:
    records = {
        '[{"name": "Mei", "url": "/a"}, "Jo", {"name": "Bo"}]': {"Mei": "/a", "Bo": ""},
        '{"name": "Mei", "url": "mei@example.org"}': {"Mei": "mailto:mei@example.org"},
        **{f'{{"name": "Mei", "url": {url}}}': {"Mei": ""} for url in ('["https://a.org/"]', "7", "null", '""')},
        '{"name": "Mei", "url": "javascript:alert(1)"}': {}, '{"url": "https://a.org/"}': {}, "Mei": {},
    }  # fmt: skip
    assert {text: dict(read({"author": text})[0].get("author_urls", ())) for text in records} == records


def test_lists_in_lists_are_flattened_or_paths_of_a_nested_taxonomy() -> None:
    for text in ('[["Linux", "Hexo"], ["Tools"]]', '[["Linux", "Hexo"], "Tools"]'):
        for key in ("category", "tags", "Author"):
            metadata, problems = read({key: text}, is_directive=False)
            assert list(metadata.terms.values()) == [("Linux", "Hexo", "Tools")]
            assert [problem.kind for problem in problems] == ["invalid_option"]
    nested = Taxonomies(kind._replace(is_nested=name == "category") for name, kind in TAXONOMIES.items())
    metadata, problems = read({"category": text}, is_directive=False, taxonomies=nested)
    assert (metadata.terms, problems) == ({"category": ("Linux/Hexo", "Tools")}, ())


def test_what_problems_say() -> None:
    said = {
        ("published", "2026-11-20"): "published: expected 'true' or 'false'; the date of a post is 'date'",
        ("published", ""): "published: expected 'true' or 'false', got ''; the post is a draft",
        ("excerpt", "all"): "excerpt: expected a whole number of paragraphs (a summary is 'description')",
        ("series_index", "last"): "series_index: expected a whole number from 0 up, got 'last'",
        ("date", "2026-02-30"): "date '2026-02-30' does not exist; the post is a draft",
        ("updated", "soon"): "updated 'soon' cannot be read: write it as 2026-11-20",
        ("updated", "2026-11-20 1:00 CST"): "updated '2026-11-20 1:00 CST' cannot be read: 'CST' can mean",
        ("license", "javascript:f()"): "license: expected a license or its URL, got 'javascript:f()'",
        ("external_link", "example.org"): "external_link: 'example.org' is a path of this site and leads nowhere",
        ("related", ""): "related is empty",
    }
    for (key, text), start in said.items():
        (problem,) = read({key: text})[1]
        assert problem.message.startswith(start), problem.message


def test_which_keys_are_text_and_which_set_a_field() -> None:
    keys = text_keys_of(TAXONOMIES)
    assert {"title", "tags", "date", "status"} <= keys
    assert not {"draft", "published", "hidden", "blogpost", "excerpt"} & keys
    assert spellings_of("license") == ["license", "licence"]

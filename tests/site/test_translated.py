"""A site built in another language: what translators get, and what readers see of it."""

import gettext
from collections.abc import Mapping
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po
from conftest import MakeSite, Site
from feeds import ATOM
from page import Page, select, text
from steps import clean, differences
from writing import INDEX, md, rst

SAID = {"title": "Full of it", "description": "It is all here."}
OPTIONS = {"title": "By a directive", "description": "Said in an option."}
FILES: dict[str, str] = {
    **INDEX,
    "blog/full.md": md("Heading", "All of it.\n\n% more\n\nThe end.\n", "2024-01-01", **SAID),
    "blog/none.md": md("Nothing", "Not a word.\n", "2024-01-02"),
    "blog/directive.rst": rst("Directive", "One.\n\nTwo.\n", "2024-01-03", **OPTIONS),
}
CONF: dict[str, Any] = {"language": "en", "gettext_compact": False}
GERMAN: dict[str, dict[str, str]] = {
    "blog/full": {
        "Heading": "Überschrift", "All of it.": "Alles.", "The end.": "Ende.", "Full of it": "Voll davon",
        # Text, and no mark-up.
        "It is all here.": "Hier ist *alles, auch `dies.",
    },
    # Most of it.
    "blog/directive": {"Directive": "Direktive", "One.": "Eins.", "By a directive": "Mit |Direktive"},
}  # fmt: skip
IN_GERMAN = {"confoverrides": {"language": "de"}}


def catalog(messages: Mapping[str, str]) -> bytes:
    made = Catalog(locale="de", creation_date=datetime(2024, 1, 1, tzinfo=UTC))
    for message, translation in messages.items():
        made.add(message, translation)
    file = BytesIO()
    write_po(file, made)
    return file.getvalue()


def in_german(files: Mapping[str, str], translations: Mapping[str, Mapping[str, str]]) -> dict[str, str | bytes]:
    """The files of a site with its catalogs, as translators hand them back."""
    return {**files, **{f"locales/de/LC_MESSAGES/{name}.po": catalog(each) for name, each in translations.items()}}


@pytest.fixture(autouse=True)
def _no_old_catalogs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Python read catalogs as they are now, and not as they were earlier in this process."""
    monkeypatch.setattr(gettext, "_translations", {})


def messages_for_translators(site: Site) -> dict[str, dict[str, list[tuple[str, int]]]]:
    """The messages of each catalog, with the files and lines they are from."""
    return {
        path.relative_to(site.outdir).as_posix().removesuffix(".pot"): {
            str(message.id): [(name.rpartition("source/")[2], line) for name, line in message.locations]
            for message in read_po(BytesIO(path.read_bytes()))
        }
        for path in site.outdir.rglob("*.pot")
    }


def entry_languages(site: Site) -> dict[str, str | None]:
    """What the Atom feed says of the language of each entry."""
    lang = "{http://www.w3.org/XML/1998/namespace}lang"
    entries = ElementTree.parse(site.outdir / "blog/atom.xml").iter(f"{ATOM}entry")
    return {str(entry.findtext(f"{ATOM}title")): entry.get(lang) for entry in entries}


def language_marks(page: Page) -> dict[str, tuple[str | None, list[str]]]:
    """The language of each teaser, and how it is labelled."""
    return {
        title: (page.teaser(title).get("lang"), [text(e) for e in select(page.teaser(title), ".blog-language")])
        for title in page.posts
    }


def test_translators_get_what_is_said_in_metadata(make_site: MakeSite) -> None:
    # Whatever is translated already.
    site = make_site(in_german(FILES, GERMAN), CONF | {"language": "de"}, "gettext")
    assert site.warnings == []
    found = messages_for_translators(site)
    assert found["blog/full"]["Full of it"] == [("blog/full.md", 3)]
    assert found["blog/full"]["It is all here."] == [("blog/full.md", 4)]
    assert found["blog/directive"]["By a directive"] == [("blog/directive.rst", 5)]
    assert found["blog/directive"]["Said in an option."] == [("blog/directive.rst", 6)]
    # Also of documents that are not read again.
    for path in site.outdir.rglob("*.pot"):
        path.unlink()
    assert messages_for_translators(site.build()) == found


def test_titles_and_descriptions_are_translated(make_site: MakeSite) -> None:
    german = make_site(in_german(FILES, GERMAN), CONF, **IN_GERMAN)
    assert german.warnings == []
    page = german.page("blog")
    assert page.posts == ["Mit |Direktive", "Nothing", "Voll davon"]
    assert page.teaser_text("Voll davon") == "Alles."
    post = german.page("blog/full")
    assert (post.headings, post.meta("description")) == (["Überschrift"], ["Hier ist *alles, auch `dies."])
    assert post.data["BlogPosting"]["description"] == "Hier ist *alles, auch `dies."
    # What is not translated is in the language of its source.
    assert language_marks(page) == {
        "Mit |Direktive": ("de", []),
        "Nothing": ("en", ["Englisch"]),
        "Voll davon": ("de", []),
    }
    assert german.page("blog/language/de").posts == ["Mit |Direktive", "Voll davon"]
    assert german.page("blog/language/en").posts == ["Nothing"]
    assert entry_languages(german) == {"Mit |Direktive": None, "Nothing": "en", "Voll davon": None}
    assert post.data["BlogPosting"]["inLanguage"] == "de"
    assert german.page("blog/none").data["BlogPosting"]["inLanguage"] == "en"
    assert [e.get("lang") for e in german.page("blog/none").all("section.h-entry")] == ["en"]


MORE = {
    "markdown.md": md("Markdown", "One.\n\n```{more} Continue with *it*\n```\n\nRest.\n"),
    "comment.md": md("Comment", "One.\n\n<!-- TEASER_END: Continue with *it* -->\n\nRest.\n"),
    "named.rst": rst("Named", "One.\n\n.. TEASER_END: Continue with *it*\n\nRest.\n"),
}


def test_words_of_markers_lists_and_pictures_are_translated(make_site: MakeSite) -> None:
    files = INDEX | {f"blog/{name}": text for name, text in MORE.items()}
    files |= {"blog/a.md": md("A", "![The harbor](pic.png)\n", image=1), "blog/pic.png": "x"}
    options = ':format: "{title} of {date}"\n:excerpts:\n:expand: Go on\n'
    files["lists.md"] = f"---\norphan: true\n---\n# Lists\n\n```{{postlist}}\n{options}```\n"
    files["blog/none.md"] = md("None", "One.\n\nTwo.\n")
    found = messages_for_translators(make_site(files, CONF, "gettext"))
    for name in MORE:
        (place,) = found[f"blog/{name.partition('.')[0]}"]["Continue with *it*"]
        assert place[0] == f"blog/{name}"
        # docutils counts one line more for its comments.
        assert "Continue" in "".join(MORE[name].splitlines()[place[1] - 2 : place[1]]), (name, place)
    assert [line for _, line in found["lists"]["Go on"]] == [6]
    words = {"Continue with *it*": "Weiter & *hier*", "The harbor": "Der Hafen"}
    german = {name.partition(".")[0]: words for name in files if name.startswith("blog/")}
    template = next(message for message in found["lists"] if "{title}" in message)
    lists = {"Go on": "Mehr", template: template.replace(" of ", " vom ")}
    site = make_site(in_german(files, german | {"lists": lists}), CONF, **IN_GERMAN)
    assert site.warnings == []
    more = site.page("blog").texts(".blog-read-more a")
    assert sorted(words.partition(":")[0].strip() for words in more)[:3] == ["Weiter & *hier*"] * 3
    assert b"Weiter &amp;amp; *hier*" in site.bytes()["blog/atom.xml"]
    shown = site.page("lists")
    more = [words.partition(":")[0].strip() for words in shown.texts(".blog-read-more a")]
    assert set(more) == {"Weiter & *hier*", "Mehr"}
    assert all(" vom " in title for title in shown.texts(".ablog-post-title"))
    assert site.page("blog/a").meta("twitter:image:alt") == ["Der Hafen"]


def test_a_language_that_nobody_knows_is_not_named(make_site: MakeSite) -> None:
    # Something is translated, from whatever it was.
    files = {**INDEX, "blog/a.md": md("Text", tags="t"), "blog/b.md": md("中文标题", date="2024-01-01")}
    conf = {"language": "de", "gettext_compact": False}
    site = make_site(in_german(files, {"index": {"Home": "Zuhause"}}), conf)
    page = site.page("blog")
    assert (page.root.get("lang"), language_marks(page)) == ("de", {"Text": ("", []), "中文标题": ("zh", [])})
    assert "inLanguage" not in site.page("blog/a").data["BlogPosting"]
    assert "og:locale" not in site.page("blog/a").source
    assert entry_languages(site)["Text"] == ""
    assert [e.get("lang") for e in site.page("blog/a").all("section.h-entry")] == [""]
    assert not site.has("blog/language/de")


def test_without_catalogs_posts_are_in_the_language_of_the_site(make_site: MakeSite) -> None:
    files = {**INDEX, "blog/a.md": md("Titel", "Text.\n")}
    site = make_site(files, {"language": "de"})
    assert language_marks(site.page("blog")) == {"Titel": (None, [])}
    assert site.page("blog/a").data["BlogPosting"]["inLanguage"] == "de"
    # Read the Docs names the language of every site; and some have catalogs of what they are written in.
    translations = {f"locales/en/LC_MESSAGES/{name}.po": catalog({"Home": ""}) for name in ("index", "blog")}
    same = make_site(files | translations, {}, confoverrides={"language": "en"})
    assert language_marks(same.page("blog")) == {"Titel": (None, [])}


def test_what_a_post_says_itself_counts_more_than_the_default(make_site: MakeSite) -> None:
    files = FILES | {"blog/french.md": md("Rien", "Pas un mot.\n", "2024-01-04", language="fr")}
    conf = {"gettext_compact": False, "blog_default_language": "nl"}
    site = make_site(in_german(files, GERMAN), conf, **IN_GERMAN)
    marks = {title: lang for title, (lang, _) in language_marks(site.page("blog")).items()}
    assert marks == {"Rien": "fr", "Mit |Direktive": "de", "Nothing": "nl", "Voll davon": "de"}


def test_a_title_is_in_its_own_language(make_site: MakeSite) -> None:
    texts, words = "One.\n\nTwo.\n", {"One.": "Eins.", "Two.": "Zwei."}
    files = INDEX | {
        "blog/head.md": md("Head", texts),
        "blog/text.md": md("Text", texts),
        "blog/c.md": md(title="C"),
    }
    # Neither pictures nor code count, and Sphinx takes no notice of a damaged catalog either.
    shown = "One.\n\n.. image:: https://example.org/a.png\n   :alt: A\n\n::\n\n   code\n"
    files |= {"blog/shown.rst": rst("Shown", shown), "locales/de/LC_MESSAGES/blog/c.mo": "x"}
    german = {
        "blog/head": {"Head": "Kopf"},
        "blog/text": words,
        "blog/shown": words | {"Shown": "Sicht", "A": "B"},
    }
    site = make_site(
        in_german(files, german), CONF | {"gettext_additional_targets": ["literal-block"]}, **IN_GERMAN
    )
    page, feed = site.page("blog"), ElementTree.parse(site.outdir / "blog/atom.xml")
    heads = (e for name in ("head", "text") for e in site.page(f"blog/{name}").all("h1 bdi"))
    for titles in (page.all(".blog-teaser-title bdi"), heads):
        assert {text(e): e.get("lang") for e in titles} == {"Kopf": "de", "Text": "en"}
    links = {(text(e), e.get("lang")) for e in site.page("blog/language").all("li a")}
    assert {("Kopf", "de"), ("Text", "en"), ("Sicht", "de")} <= links
    assert language_marks(page)["Sicht"] == ("de", [])
    assert [e.text for e in feed.iter(f"{ATOM}title") if e.attrib] == ["Kopf", "Text"]


def test_a_title_of_a_section_is_in_its_own_language(make_site: MakeSite) -> None:
    whole = md("A", "## Part\n\n```{post} 2025-01-02\n:title: Piece\n```\n\nOne.\n", title="Whole")
    files = in_german({**INDEX, "blog/a.md": whole}, {"blog/a": {"Piece": "Stück"}})
    site = make_site(files, CONF | {"post_always_section": True}, **IN_GERMAN)
    titles = site.page("blog").all(".blog-teaser-title bdi")
    assert {text(e): e.get("lang") for e in titles} == {"Stück": "de"}


@pytest.mark.slow
def test_pages_follow_when_catalogs_change(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    site = make_site(in_german(FILES, GERMAN), CONF, **IN_GERMAN)
    for translations in (
        GERMAN | {"blog/full": GERMAN["blog/full"] | {"It is all here.": "Alles hier."}},
        GERMAN | {"blog/none": {"Nothing": "Nichts"}},
        GERMAN | {"blog/none": {"Nothing": "Nichts", "Not a word.": "Kein Wort."}},
    ):
        for name, content in in_german({}, translations).items():
            path = site.source / name
            if not path.is_file() or path.read_bytes() != content:
                site.write(name, content)
        monkeypatch.setattr(gettext, "_translations", {})
        site.build()
        monkeypatch.setattr(gettext, "_translations", {})
        wrong = differences(site, clean(site, tmp_path / "clean"))
        assert [name for name in wrong if name.endswith((".html", ".xml", "feed.json"))] == []
    # All is in one language now.
    assert site.page("blog").posts == ["Mit |Direktive", "Nichts", "Voll davon"]
    assert not site.has("blog/language/en")


def test_releases_keep_their_dates_and_anchors(make_site: MakeSite) -> None:
    said = {"2.0 – May 20, 2026": "2.0 – 20. Mai 2026", "[1.9](https://x.org) - 2026-03-01": "1.9 vom 1. März"}
    said["Spring (2026-01-02)"] = "Frühling (2026-01-02)"
    files = INDEX | {"changelog.md": "# Changes\n\n" + "".join(f"## {heading}\n\nText.\n\n" for heading in said)}
    conf = CONF | {"blog_changelog": "changelog"}
    english, german = make_site(files, conf), make_site(in_german(files, {"changelog": said}), conf, **IN_GERMAN)
    assert german.warnings == []
    there, here = ([(p.date, p.anchor) for p in s.domain.sections["changelog"]] for s in (english, german))
    assert (here, len(here), german.page("blog").posts) == (there, 3, ["Site 2.0", "Site 1.9", "Frühling"])

"""Front matter in the forms of all engines, dates, addresses, encodings: each by itself."""

from __future__ import annotations

import string
import sys
from collections.abc import Callable, Iterator
from datetime import UTC
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blogext_import import addresses as slugs
from blogext_import.addresses import redirect_name, site_path
from blogext_import.bodies.markup import frame
from blogext_import.body import BodyContext
from blogext_import.fields import map_fields
from blogext_import.front_matter import (
    read_docinfo,
    read_fenced,
    read_hexo,
    read_html,
    read_key_values,
    read_nikola,
)
from blogext_import.headings import take_heading
from blogext_import.links import safe_file, safe_name
from blogext_import.old_files import decode
from blogext_import.rst_body import convert_rst
from blogext_import.values import Values, read_moment
from sphinx_blogext.core.addresses import is_generated, is_page_name

READERS = (read_fenced, read_hexo, read_key_values, read_docinfo, read_nikola, read_html)

FORMS: dict[str, tuple[Any, str, dict[str, Any], str, int]] = {
    "yaml": (read_fenced, "---\na: 3.10\nb: no\nc: ~\n---\nText\n", {"a": "3.10", "b": "no", "c": None}, "Text\n",
        6),
    "yaml with a line in a text": (read_fenced, "---\na: |\n  x\n  --- y\n---\n", {"a": "x\n--- y\n"}, "", 6),
    "empty": (read_fenced, "---\n---\nText", {}, "Text", 3),
    "toml": (read_fenced, "+++\na = 2024-01-02\n[b]\nc = [1.10, true]\n+++\n\nText",
        {"a": "2024-01-02", "b": {"c": ["1.10", "true"]}}, "\nText", 6),
    "json": (read_fenced, '{"a": {"b": 1.10}, "c": null}\n\nText', {"a": {"b": "1.10"}, "c": None}, "\nText", 2),
    "no first line": (read_hexo, "a: b\ntags:\n- x\n---\nText", {"a": "b", "tags": ["x"]}, "Text", 5),
    "tabs": (read_hexo, "---\na:\n\t- x\n---\nText", {"a": ["x"]}, "Text", 5),
    "keys and values": (read_key_values, "Title: A: b\nTags: x\n    y\nTags: z\n\nText",
        {"title": "A: b", "tags": "x, y, z"}, "Text", 6),
    "fields": (read_docinfo, "A title\n#######\n\n:date: 2024\n:a b: c\n   d\n\nText",
        {"title": "A title", "date": "2024", "a b": "c\nd"}, "Text", 8),
    "fields first": (read_docinfo, ":date: 2024\n\n=====\nTitle\n=====\n\nText",
        {"title": "Title", "date": "2024"}, "Text", 7),
    "a field before the heading": (read_docinfo, "Heading\n#######\n\n:title: A *b*\n\nText", {"title": "A b"},
        "Text", 6),
    "a heading of the text": (read_docinfo, ":title: A\n\nHeading\n#######\n\nText", {"title": "A"},
        "Heading\n#######\n\nText", 3),
    "comments": (read_nikola, "<!--\n.. title: A\n.. link:\n-->\n\nText", {"title": "A", "link": None}, "Text", 6),
    "bare comments": (read_nikola, ".. title: A\n.. date: 2024\n\n.. image:: x", {"title": "A", "date": "2024"},
        ".. image:: x", 4),
    "html": (read_html, '<title>A</title><meta name="date" content="2024"><body><p>T</p></body>',
        {"title": "A", "date": "2024"}, "<p>T</p>", 1),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_front_matter(form: str) -> None:
    read, text, data, body, line = FORMS[form]
    header = read(text)
    assert (header.data, header.body, header.first_line, header.error) == (data, body, line, None)
    assert text.split("\n")[line - 1 :] == (body.split("\n") if form != "html" else text.split("\n"))


def test_a_text_without_front_matter_has_none() -> None:
    for text in ("", "Text.\n\nMore: text\n", "# Heading\n\n---\n\nText", "{% raw %}", "***\n---\n"):
        assert read_hexo(text) is read_nikola(text) is None


def test_what_cannot_be_read_is_said_with_its_line() -> None:
    header = read_fenced("---\ntitle: A: b\ndraft: true\n---\nText")
    assert (header.error.line, header.data, header.body) == (2, {}, "Text")


@settings(max_examples=60)
@given(st.text(alphabet=string.printable + "并é\ufeff", max_size=200), st.sampled_from(READERS))
def test_no_text_raises_and_no_line_is_lost(text: str, read: Any) -> None:
    for start in ("", "---\n", "+++\n", "{", ".. title:", "<!--\n"):
        header = read(start + text)
        if header is not None:
            assert (start + text).endswith(header.body) or read is read_html
            assert 1 <= header.first_line <= (start + text).count("\n") + 2


MOMENTS = {
    "2024-01-02": "2024-01-02", "2024-01-02 03:04:05 +0800": "2024-01-02 03:04:05+08:00",
    "2024-01-02T03:04:05.678Z": "2024-01-02 03:04:05+00:00",
    "2024-01-02 03:04:05 UTC+08:00": "2024-01-02 03:04:05+08:00",
    "2024-01-02 03:04 Asia/Shanghai": "2024-01-02 03:04+08:00",
    "2024-01-02 03:04:05 EST": "2024-01-02 03:04:05-05:00", "2024年1月2日": "2024-01-02", "2024.1.2": "2024-01-02",
    "Tue, 02 Jan 2024 03:04:05 +0100": "2024-01-02 03:04:05+01:00", "20240102": "2024-01-02",
    "Jan 2nd, 2024 3:04 PM": "2024-01-02 15:04",
    "Tue Jan 02 2024 03:04:05 GMT+0800 (China Standard Time)": "2024-01-02 03:04:05+08:00",
    "Tue Jan  2 03:04:05 CEST 2024": "2024-01-02 03:04:05+02:00",
    "Tue Jan 2 03:04:05 2024": "2024-01-02 03:04:05", "1704164645": "2024-01-02 03:04:05+00:00",
    "1704164645000": "2024-01-02 03:04:05+00:00",
    **dict.fromkeys(("02-01-2023", "yesterday", "2024-13-01", "2024-02-30", "", "1/2/3", "9" * 40)),
}  # fmt: skip


@pytest.mark.parametrize("written", MOMENTS)
def test_dates_of_other_engines(written: str) -> None:
    read = read_moment(written, UTC)
    assert (read and read.text) == MOMENTS[written]


ADDRESSES = {
    "/2024/01/a/": "2024/01/a/index", "/2024/01/a.html": "2024/01/a", "/中文/一 二/": "中文/一 二/index",
    "/": None, "/a.php": None, "/?p=3": None, "/../a/": None, "/a//": "a/index", "/_static/a.html": None,
}  # fmt: skip


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_page_that_stands_at_an_address(address: str) -> None:
    assert redirect_name(address) == ADDRESSES[address]


def test_addresses_of_the_site_are_paths() -> None:
    url = "https://old.example/blog/"
    assert site_path("https://old.example/blog/a%20b/", url) == "/a b/"
    assert (site_path("http://www.old.example/other/", url), site_path("/blog/a/", url)) == ("/other/", "/a/")
    for other in ("https://else.example/a/", "mailto:a@b", "http://["):
        assert site_path(other, url) is None


#: Names, and how engines write them in URLs. Hugo before 0.123 did so in another way.
SLUGS: list[tuple[Callable[..., str | None], str, str, dict[str, bool]]] = [
    (slugs.hexo_slug, "Hello, World & C++", "Hello-World-C", {}),
    (slugs.hugo_slug, "Hello, World & C++  x", "hello-world--c++--x", {}),
    (slugs.hugo_slug, "Hello, World & C++  x", "hello-world-c++-x", {"is_old": True}),
    (slugs.jekyll_slug, "Hello, World_2", "hello-world-2", {}),
    (slugs.jekyll_slug, "Hello, World_2", "Hello,-World_2", {"is_pretty": True, "keeps_case": True}),
    (slugs.material_slug, "The <b>first</b>: 一 二", "the-first-一-二", {}),
    (slugs.pelican_slug, "Déjà vu - again!", "deja-vu-again", {}),
    (slugs.zola_slug, "Ünder (way)", "under-way", {}),
    *((slugs.hugo_slug, name, slug, {}) for name, slug in {
        "A & B": "a--b", "a - b": "a---b", "50% off": "50-off", "😀 x": "-x", "(x)": "x", "I/O": "i/o", "“q”": "q",
        "naïve Café": "naïve-café", "什么?": "什么", "①": "", "F# & G": "f#--g", "a%20b": "a%20b",
    }.items()),
]  # fmt: skip


@pytest.mark.parametrize(("slugify", "name", "slug", "options"), SLUGS)
def test_slugs_of_engines(
    slugify: Callable[..., str | None], name: str, slug: str, options: dict[str, bool]
) -> None:
    assert slugify(name, **options) == slug


#: Titles, and their URLs as Pelican builds them with the package that it requires.
TITLES = {
    "型を選ぶ": "xing-woxuan-bu", "私のVPSへ": "si-novpshe", "ちょっとサーバー、と": "chiyotsutosa-ba-to",
    "ジフ・ヲ": "zihuwo", "技术还是什么": "ji-zhu-huan-shi-shi-yao", "你好，世界": "ni-hao-shi-jie",
    "권리와 값": "gweonriwa-gabs", "Щука и ёж Юля": "shchuka-i-iozh-iulia", "Київ": "kiyiv",
    "Über Straße": "uber-strasse", "Ελλάδα": "ellada",
}  # fmt: skip


@pytest.fixture
def hide(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Return a function that hides an installed package for romanization."""
    slugs._romanizer.cache_clear()
    yield lambda name: monkeypatch.setitem(sys.modules, name, None)
    slugs._romanizer.cache_clear()


def test_anyascii_is_corrected(hide: Callable[[str], None]) -> None:
    pytest.importorskip("anyascii")
    hide("unidecode")
    assert {title: slugs.pelican_slug(title) for title in TITLES} == TITLES
    assert slugs.nikola_slug("型を選ぶ") == slugs.zola_slug("型を選ぶ") == TITLES["型を選ぶ"]


def test_without_a_package(hide: Callable[[str], None]) -> None:
    for name in ("unidecode", "anyascii", "text_unidecode"):
        hide(name)
    assert (slugs.to_ascii("Über"), slugs.to_ascii("型")) == ("Uber", None)


@settings(max_examples=50)
@given(st.text("./\\:*?- \0\n\x7faZ1é并\u202e", max_size=40))
def test_names_are_safe_whatever_they_are_made_of(name: str) -> None:
    safe = safe_name(name)
    assert safe == "" or is_page_name(f"blog/{safe}")
    assert ".." not in safe_file(name + ".png").split("/")
    assert safe_name(safe) == safe


def test_the_blogs_own_pages_are_known() -> None:
    own = "index 2024 2024/11 2024/page/2 archive tag tag/x tag/x/page/2 page/3 subscribe".split()
    assert all(map(is_generated, ("", *own)))
    assert not any(map(is_generated, ("2024/a", "2024-01-02", "tag/x/y", "archives", "a", "page", "page/a")))


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("Big5", "今天的天氣很好，我們一起去公園散步。"),
        ("Shift-JIS", "今日はとても良い天気ですので、公園へ散歩に行きました。"),
        ("EUC-KR", "오늘은 날씨가 매우 좋아서 공원에 산책하러 갔습니다."),
        ("GBK", "今天天气很好，我们一起去公园散步。"),
        ("Windows-1251", "Сегодня хорошая погода, и мы пошли гулять в парк."),
        ("Windows-1252", "El año pasado decidí escribir más. La configuración está lista."),
    ],
)
@pytest.mark.parametrize("times", [1, 30])
def test_old_encodings_are_recognized(encoding: str, text: str, times: int) -> None:
    content = f"---\ntitle: x\ndate: 2020-01-02\n---\n{text}\n" * times
    assert decode(content.encode(encoding)) == (content, encoding)


def test_texts_in_other_encodings() -> None:
    for encoding in ("GBK", "UTF-16", "UTF-16-LE", "UTF-8-SIG"):
        read = decode("title: 标题，正文。\r\n\r\nMore and more Latin letters.\r\n".encode(encoding))
        assert read == ("title: 标题，正文。\n\nMore and more Latin letters.\n", encoding)
    for text in ("déjà vu, ça va — garçon", "título: Año español", "Größe und Maß"):
        assert decode(f"title: {text}\n".encode("cp1252")) == (f"title: {text}\n", "Windows-1252")
    # A stray zero does not make it UTF-16.
    text = "Wörter. " * 50
    assert decode(f"{text}\0{text}".encode()) == (text * 2, "UTF-8")
    assert decode(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR") is None
    assert decode(bytes(range(256)) * 4) is None
    assert decode(b"") == ("", "UTF-8")


VALUES = {
    "lastMod": "2024-02-03", "Categories": [["a", "b"], ["c"]], "tags": ["x", {"label": "Y"}, None, 3],
    "author": "Mei and Jonas, Ann", "header": {"teaser": "/t.png"}, "published": "false", "top": "100",
    "comments": "false", "redirect_from": "/a/, /b/", "link": "javascript:alert(1)",
}  # fmt: skip


def test_values_of_front_matter() -> None:
    assert map_fields(Values(VALUES), None) == {
        "updated": "2024-02-03",
        "category": ["a", "b", "c"],
        "tags": ["x", "Y", "3"],
        "author": ["Mei and Jonas", "Ann"],
        "image": "/t.png",
        "redirect": ["/a/", "/b/"],
        **dict.fromkeys(("draft", "pin", "nocomments"), True),
    }
    assert map_fields(Values({"hide": "true"}), None) == {"unlisted": True}


def test_headings_and_titles() -> None:
    assert take_heading("# The *Title* {#id}\n\nText", "The Title", "lower") == ("\n\nText", "The *Title*")
    assert take_heading("# Other\n\nText", "Title", "lower") == ("# Other\n\nText", "Title")
    assert take_heading("# Other\n\nText", "A *title*", "replace") == ("\n\nText", r"A \*title\*")
    assert take_heading("\n<!-- x -->\nOther\n=====\nText", "Title", "keep") == ("\n<!-- x -->\n\n\nText", "Other")
    assert take_heading("Text\n\n# Other", "Title", "keep") == ("Text\n\n# Other", "Title")
    assert take_heading("- a\n===\n", "Title", "keep")[1] == "Title"


#: Text in reStructuredText, what becomes of it, and the line of each remark with the name in it.
RST: list[tuple[str, str | None, list[tuple[int, str]]]] = [
    (("`a <{filename}x.md>`_ and ``<{filename}x.md>``\n\n.. image:: {static}/a.png\n   :alt: x\n\n::\n\n"
     "   .. image:: {static}/a.png\n\n.. TEASER_END\n\n.. _t: {static}/a.png\n\n.. graphviz:: x\n"),
     (":doc:`a </blog/x>` and ``<{filename}x.md>``\n\n.. image:: ../a.png\n   :alt: x\n\n::\n\n"
     "   .. image:: {static}/a.png\n\n.. more::\n\n.. _t: {static}/a.png\n\n.. graphviz:: x\n"),
     [(12, "{static}/a.png"), (14, "graphviz")]),
    # Pictures in tables keep the columns. Files without a URL are downloads.
    ("+-----+\n| .. image:: /static/a.png |\n+---+\n| ``.. image:: /a.png`` |\n+--+\n\nA, .. image:: /no.png\n",
     "+-----+\n| .. image:: ../a.png      |\n+---+\n| ``.. image:: /a.png`` |\n+--+\n\nA, .. image:: /no.png\n",
     [(7, "/no.png")]),
    ("* - .. image:: /a.png\n  - `b </a.png>`__\n\nb, .. image:: /static/a.png, c\n",
     "* - .. image:: ../a.png\n  - :download:`b <../a.png>`\n\nb, .. image:: ../a.png, c\n", []),
    (".. code-block:: python\n   :number-lines: 3\n\n   :number-lines: `<{filename}x.md>`_\n",
     ".. code-block:: python\n   :lineno-start: 3\n\n   :number-lines: `<{filename}x.md>`_\n", []),
    (".. code:: python\n   :number-lines:\n\n   x\n\n:slug:`a`, ``:no:`a` ``, :sub:`b`, :o:`b`.\n\n.. role:: o\n",
     None, [(6, "slug")]),
    ("See `my\nother post\n<{filename}x.md>`__.\n", "See :doc:`my\nother post </blog/x>`.\n", []),
    ("At https://old.example/x.md. (https://old.example/x.md)\n", "At :doc:`/blog/x`. (:doc:`/blog/x`)\n", []),
    ("`https://old.example/x.md`_ ``https://old.example/x.md`` <https://old.example/x.md\n", None, []),
    (".. figure:: a.png\n   :target: https://old.example/x.md\n",
     ".. figure:: ../a.png\n   :target: /base/old/x/\n", []),
    # Paths to nothing that is known, and what is no path of the site.
    ("`a </no/x>`_ `b <//e.org/x>`_ `c <#x>`_ `d <https://e.org/no>`_ ``</no>``\n\n.. _t: /gone.deb\n", None,
     [(1, "/no/x"), (3, "/gone.deb")]),
    # Longer links in tables.
    ("+-----+-----+\n| `a <x.md>`_ | b |\n+-----+-----+\n", None, [(2, "`a <x.md>`_")]),
    # Links that cannot lead to documents.
    (".. _x: {filename}/x.md#part\n.. _y: https://example.org/\n",
     ".. _x: /base/old/x/#part\n.. _y: https://example.org/\n", []),
    (".. raw:: html\n\n   <a class='k' href=\"link://slug/x.md\">x</a> <a href=\"{filename}gone.md\">gone</a>\n",
     ".. raw:: html\n\n   <a class='k' href=\"/base/old/x/\">x</a> <a href=\"{filename}gone.md\">gone</a>\n",
     [(3, "{filename}gone.md")]),
    (".. code-block:: html\n\n   <a href=\"{filename}x.md\">x</a>\n", None, []),
    ("A {{% media url=x %}} and ``{{% tag %}}``.\n", None, [(1, "{{% media url=x %}}")]),
    # Contents do not list the title of the post; within a section, they would list only the parts of that.
    (".. contents::\n\nOne\n===\n", ".. contents::\n   :local:\n\nOne\n===\n", []),
    ("One\n===\n\n.. contents::\n\nx\n", None, []),
    # Pelican and Nikola accept more than the name of a language.
    (".. code-block:: none bash\n   :linenos: table\n   :linenostart: 7\n   :hl_lines: 1 3-4\n\n   x\n",
     ".. code-block:: none\n   :linenos:\n   :lineno-start: 7\n   :emphasize-lines: 1,3-4\n\n   x\n", []),
    # Directives and text in lists.
    (("1. .. image:: a.png\n      :alt: x\n#. .. gist:: abc/1\n\n"
      "* .. code-block:: md\n\n    `a <x.md>`_\n\n  `a <x.md>`_\n"),
     ("1. .. image:: ../a.png\n      :alt: x\n\n#. .. raw:: html\n\n      <script src=\"https://gist.github.com/abc/1.js\">"
      "</script>\n\n* .. code-block:: md\n\n    `a <x.md>`_\n\n  :doc:`a </blog/x>`\n"), []),
    (".. thumbnail:: a.thumbnail.png\n", ".. figure:: ../a.png\n", []),
    (".. vimeo:: 12\n   :width: 8\n\n:width: 8\n",
     f".. raw:: html\n\n   {frame('https://player.vimeo.com/video/12', 'vimeo')}\n\n:width: 8\n", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected", "reported"), RST)
def test_texts_in_restructuredtext(text: str, expected: str | None, reported: list[tuple[int, str]]) -> None:
    def find(end: str, path: str) -> Callable[[str], str | None]:
        return lambda name: path if name.endswith(end) else None

    post, file, address = find("x.md", "/blog/x"), find("a.png", "../a.png"), find("x.md", "/old/x/")
    context = BodyContext("ablog", "p.rst", 11, post, file, find_address=address, base="/base")
    body, remarks = convert_rst(text, context)
    assert body == (text if expected is None else expected)
    assert [(remark.line - 10, remark.values["name"]) for remark in remarks] == reported

"""Lists of what is new in a version, gathered from the whole documentation."""

import pytest
from conftest import MakeSite, Site
from page import elements, text
from steps import edit
from writing import md

pytestmark = pytest.mark.usefixtures("today")

API = """API
===

.. py:module:: rill.pool

.. py:class:: Pool

   .. versionadded:: 1.0

   .. py:method:: reduce(f)

      .. versionchanged:: 2.0
         Keeps the order, see :py:func:`rill.count` and ``f``.

         .. code-block:: python

            pool.reduce(add)

.. py:module:: rill

.. py:function:: count(x)

   .. versionadded:: 2.0 Counts *exactly*.

.. py:function:: guess(x)

   .. deprecated:: 2.0

.. c:function:: int rill_count(int x)

   .. versionremoved:: 2.0
      Call it from :doc:`Python <guide>`, as API_ has it.
"""
TOOLS = """:orphan:

Tools
=====

.. py:module:: rill.tools

Text.

.. versionadded:: 2.0
   The whole module.

Notes
-----

.. versionchanged:: 2.0
   Said below.
"""
GUIDE = "# Guide\n\n## Windows\n\n```{versionadded} 2.0\nThey slide & <b>stop</b>.\n```\n"
NEWS = "# News\n\n```{blog-news} 2.0\n```\n\n```{versionadded} 2.0\nOf this page.\n```\n"
FILES = {
    "index.md": "# Home\n\n```{toctree}\napi\nguide\nnews\n```\n",
    "api.rst": API,
    "tools.rst": TOOLS,
    "guide.md": GUIDE,
    "news.md": NEWS,
    "blog/hidden.md": md("Hidden", "```{versionadded} 2.0\nOf few.\n```\n", date="2024-04-01", unlisted="true"),
    "blog/post.md": md(
        "Rill 2.0", "In short:\n\n```{blog-news} 2.0\n```\n\n<!-- more -->\n\nRest.\n", date="2024-05-01"
    ),
}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(FILES)


def test_changes_stand_by_module_with_links_and_their_words(site: Site) -> None:
    assert not site.warnings
    page = site.page("news")
    assert page.texts("p.rubric") == ["API", "Guide", "News", "rill", "rill.pool", "rill.tools"]
    # Before 9.0, Sphinx has no name of a function in C.
    items = [text.replace("int rill_count(int x)", "rill_count()") for text in page.texts("li p")]
    assert items == [
        "Removed: rill_count() – Call it from Python, as API has it.", "New: Windows – They slide & stop.",
        "New: News – Of this page.", "New: count() – Counts exactly.", "Deprecated: guess()",
        "Changed: Pool.reduce() – Keeps the order, see rill.count() and f.",
        "New: rill.tools – The whole module.", "Changed: Notes – Said below.",
    ]  # fmt: skip
    assert page.links("li p a") == [
        *("api.html#c.rill_count", "guide.html", "api.html#api", "guide.html#windows", "#news"),
        *(f"api.html#rill.{name}" for name in ("count", "guess", "pool.Pool.reduce", "count")),
        *("tools.html#module-rill.tools", "tools.html#notes"),
    ]
    assert [text.strip() for text in page.texts("li pre")] == ["pool.reduce(add)"]
    # A teaser has the list, too, and so has every list of posts that shows it.
    assert "New: count() – Counts exactly." in site.page("blog").teaser_text("Rill 2.0")
    assert "../api.html#rill.count" in site.page("blog/post").links("li p a")


@pytest.mark.slow
def test_the_list_follows_every_document(follows: MakeSite) -> None:
    follows(
        FILES,
        None,
        edit("api.rst", "Counts *exactly*.", "Counts **fast**."),
        edit("guide.md", "## Windows", "## Sliding windows"),
        edit("api.rst", ".. deprecated:: 2.0", ".. deprecated:: 3.0"),
        edit("guide.md", "{versionadded} 2.0", "{versionadded} 1.9"),
        leaves=("_sources",),
    )


ODD = """Odd
===

.. only:: latex

   .. py:function:: secret()

      .. versionadded:: 2.0 On paper.

.. py:function:: shown()

   .. versionchanged:: 2.0
      See :any:`guide` and [1]_, and

      .. math::
         :label: euler

         e

.. [1] The note.
"""


def test_what_is_copied_has_no_ids_and_leads_to_where_it_stood(make_site: MakeSite) -> None:
    page = make_site(FILES | {"odd.rst": ODD}).page("news")
    assert "On paper" not in page.source
    (item,) = [item for item in page.all("li") if "shown()" in text(item)]
    assert [element for element in elements(item) if element.get("id")] == []
    assert {"guide.html", "odd.html#id2"} <= set(page.links("a", item))


def test_what_is_wrong_with_a_version_is_said(make_site: MakeSite) -> None:
    news = "# News\n\n```{blog-news} 2.1\n```\n\n```{blog-news}\nText stays.\n```\n"
    news += "\n```{blog-news} 2.0\n:stile: x\n```\n"
    site = make_site(FILES | {"news.md": news})
    assert [(warned.type, warned.message) for warned in site.warnings] == [
        ("blog.empty_option", "blog-news: the version is missing: add one such as '2.0'"),
        ("blog.invalid_option", "blog-news: takes no content; it is shown below"),
        ("blog.unknown_option", "blog-news: unknown option 'stile'"),
        ("blog.unknown_term", "blog-news: no document has anything new or changed in '2.1' (did you mean '2.0'?)"),
    ]
    assert "Text stays." in site.page("news").texts("p")


def test_other_builders_can_write_it(make_site: MakeSite) -> None:
    site = make_site(FILES, builder="text")
    assert not [warned for warned in site.warnings if warned.file]
    assert '**New**: "count()" – Counts *exactly*.' in (site.outdir / "news.txt").read_text(encoding="utf-8")


def test_addresses_lead_where_they_led(make_site: MakeSite) -> None:
    text = "X\n=\n\n.. versionadded:: 2.0\n   `File <data/a.csv>`_ `up <../b.csv>`_ `web <https://e.org/>`_\n"
    news = "---\norphan: true\n---\n# N\n\n```{blog-news} 2.0\n```\n"
    site = make_site({"index.md": "# Home\n", "a/x.rst": f":orphan:\n\n{text}", "news/y.md": news})
    assert site.page("news/y").links("li p a")[1:] == ["../a/data/a.csv", "../b.csv", "https://e.org/"]

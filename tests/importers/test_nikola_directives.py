"""Nikola's lists of posts and files of code: what replaces them shows what Nikola showed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from docutils import nodes
from docutils.core import publish_doctree
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from imports import run_import

from blogext_import.engines.nikola.directives import listing, post_list
from blogext_import.records import Included
from sphinx_blogext.core.blog import Blog
from sphinx_blogext.core.list_request import read_request, select_posts
from sphinx_blogext.core.model import Post

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from conftest import Site

NOW = datetime(2026, 11, 20, tzinfo=UTC)
POSTS = [Post(docname=name, title=name, date=NOW - timedelta(days=days)) for days, name in enumerate("dbeac")]
CODE = "".join(f"{number}\n" for number in range(1, 8))
CONF = "SITE_URL = 'https://e.example/'\nPOSTS = (('posts/*.*', 'posts', 'post.tmpl'),)\n"
NUMBERS = st.integers(-9, 9).map(str)


def shown_by_nikola(said: dict[str, str]) -> list[str]:
    """The posts in a list of Nikola, as its plugin ``post_list`` selects them."""
    timeline = list(POSTS)
    if key := said.get("sort"):
        timeline.sort(key=lambda post: getattr(post, key))
    start, stop = (int(said[name]) if name in said else None for name in ("start", "stop"))
    return [post.docname for post in timeline[start : stop : -1 if "reverse" in said else None]]


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "start": NUMBERS,
            "stop": NUMBERS,
            "reverse": st.just(""),
            "sort": st.sampled_from(["title", "date"]),
        },
    )
)
def test_a_list_of_posts_has_the_posts_that_nikola_showed(said: dict[str, str]) -> None:
    made = post_list(said)
    if made is None:
        assert said
        return
    options = {name: value.strip() for name, value in made.options.items() if value}
    request, problems = read_request(made.argument, options)
    blog = Blog(POSTS, now=NOW)
    assert not problems
    assert [post.docname for post in select_posts(blog, request, blog.posts).posts] == shown_by_nikola(said)


@pytest.mark.parametrize(
    "said", [{"reverse": ""}, {"start": "1", "stop": "3"}, {"sort": "title", "stop": "2"}, {"sort": "date"}]
)
def test_lists_with_an_equivalent_are_converted(said: dict[str, str]) -> None:
    assert post_list(said)


@pytest.mark.parametrize(
    "said",
    [{"date": "year == 2015"}, {"slugs": "a"}, {"post-type": "page"}, {"require-all-tags": "", "tags": "a, b"}],
)
def test_other_conditions_have_no_equivalent(said: dict[str, str]) -> None:
    assert post_list(said) is None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.fixed_dictionaries({}, optional={"start-line": NUMBERS, "end-line": NUMBERS}))
def test_a_part_of_a_file_has_the_lines_that_docutils_shows(said: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(CODE)
    options = "".join(f"   :{name}: {value}\n" for name, value in said.items())
    tree = publish_doctree(f".. include:: {path}\n   :literal:\n{options}", settings_overrides={"report_level": 5})
    shown = [node.astext().split() for node in tree.findall(nodes.literal_block)]
    made = listing("a", "", said, find_file=str, find_include=lambda name: Included(name, CODE))
    if made is None:
        assert shown in ([], [[]])
        return
    first, _dash, last = made.options["lines"].partition("-") if made.options["lines"] else ("1", "-", "")
    assert shown == [[str(number) for number in range(int(first), int(last or 7) + 1)]]


def test_options_of_files_of_code_are_kept_or_the_directive_is(
    make_site: Callable[..., Site], tmp_path: Path
) -> None:
    shown = {
        "a": ":start-line: 2\n   :end-line: -1\n   :linenos: 3",
        "b": ":start-after: three\n   :end-before: seven\n   :class: part",
        "c": ":start-after: three\n   :start-line: 1",
        "d": ":parser: markdown",
        "e": ":start-line: 90",
    }
    text = "".join(f"{name}\n\n.. listing:: x.py python\n   {options}\n\n" for name, options in shown.items())
    code = "".join(f"{name}\n" for name in ("one", "two", "three", "four", "five", "six", "seven"))
    files = {
        "conf.py": f"{CONF}LISTINGS_FOLDERS = {{'code/py': 'programs'}}\n",
        "posts/a.rst": f".. title: A\n.. slug: a\n.. date: 2024-03-05\n\n{text}End.\n",
        "code/py/x.py": code,
    }
    found = run_import("nikola", files, tmp_path)["a.rst"]
    kept = [found.partition(f"\n{name}\n\n")[2].partition("\n\n")[0] for name in "cde"]
    assert kept == [f".. listing:: x.py python\n   {shown[name]}" for name in "cde"]
    path = next((tmp_path / "new").rglob("x.py"))
    site = make_site(
        {
            "index.md": "# Home\n",
            "blog/a.rst": found.partition("\nc\n")[0] + "\n",
            f"blog/{path.relative_to(tmp_path / 'new').as_posix()}": code,
        }
    )
    page = site.page("blog/a")
    assert [text.split() for text in page.texts("div.highlight pre")] == [
        ["3three", "4four", "5five", "6six"],
        ["four", "five", "six"],
    ]
    assert len(page.all(".part")) == 1


def test_nothing_is_lost_of_a_list_with_a_condition_below_its_options(tmp_path: Path) -> None:
    text = ".. post-list::\n   :stop: 3\n   :tags: a,\n     b\n\n.. post-list::\n   :sort: title\n\nEnd.\n"
    files = {"conf.py": CONF, "posts/a.rst": f".. title: A\n.. slug: a\n.. date: 2024-03-05\n\n{text}"}
    found = run_import("nikola", files, tmp_path)["a.rst"]
    assert ".. post-list::\n   :stop: 3\n   :tags: a,\n     b\n" in found
    assert ".. postlist::\n   :sort: title\n" in found

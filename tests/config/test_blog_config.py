"""The options of each blog, as the rest of the code reads them."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from options import config_with
from writing import INDEX, many

import sphinx_blogext
from sphinx_blogext.ablog import options as ablog_options
from sphinx_blogext.config.options import OPTIONS, Option
from sphinx_blogext.core.dates import Age

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conftest import Site

PACKAGE = Path(sphinx_blogext.__file__).parent
NAMES = {option.name for option in (*OPTIONS, *ablog_options.OPTIONS)}
#: Modules that check or change options before they are read, and one that also works without the extension.
FREE = {"config/validation.py", "ablog/options.py", "ablog/own_pages.py", "base_url.py"}


@pytest.mark.parametrize("option", [*OPTIONS, *ablog_options.OPTIONS], ids=lambda option: option.name)
def test_the_default_of_an_option_is_valid(option: Option) -> None:
    assert option.check.is_valid(option.default)


def test_a_blog_has_its_own_options_and_else_those_of_the_site() -> None:
    site = config_with(
        blog_page_size=5, blog_related=1, blogs={"news": {"blog_page_size": 3}, "notes/": {"blog_title": "N"}}
    )
    assert site.roots == ("news", "notes")
    news, notes = site.each
    assert (news.blog_page_size, notes.blog_page_size, site.blog_page_size) == (3, 5, 5)
    assert (news.blog_title, notes.blog_title, notes.blog_related) == ("Blog", "N", 1)
    assert (news.root, notes.root, notes.roots) == ("news", "notes", ("notes",))
    assert site.at("notes/2026/a").blog_title == "N"
    assert site.at("elsewhere").root == "news"
    assert site.of("notes") is notes


def test_options_that_may_be_written_in_several_ways_are_read_in_one() -> None:
    config = config_with(
        blog_default_author="mei",
        blog_changelog=["/changes/"],
        blog_stale_after="2 years",
        blog_feed_length=None,
        blog_card_fonts={"zh": "han.otf"},
    )
    assert (config.blog_default_author, config.blog_default_language) == (("mei",), ())
    assert (config.blog_changelog, config.blog_stale_after) == (("changes",), Age(2, "year"))
    assert (config.blog_feed_length, config.blog_feed_hub) == (0, "")
    assert config.blog_card_fonts == {"zh": ("han.otf",)}
    assert config_with(blog_card_fonts=["a.ttf", "b.ttf"]).blog_card_fonts == {"": ("a.ttf", "b.ttf")}


SETS_LATE = """
def set_late(app):
    app.config.blog_page_size = 3

def setup(app):
    app.connect('builder-inited', set_late)
"""


def test_an_extension_may_set_options_until_documents_are_read(make_site: Callable[..., Site]) -> None:
    site = make_site({**INDEX, "blog.md": "# News\n", **many(4)}, SETS_LATE)
    assert len(site.page("blog").all("article")) == 3
    assert site.has("blog/page/2")


def _owners(node: ast.AST) -> Iterator[str]:
    """Return the expressions of which options are read in a part of a module."""
    yield from (ast.unparse(n.value) for n in ast.walk(node) if isinstance(n, ast.Attribute) and n.attr in NAMES)


def _untyped(tree: ast.Module) -> set[str]:
    """Return the expressions for Sphinx's configuration, which knows no types, of which options are read."""
    owners = {owner for owner in _owners(tree) if re.search(r"\b(app|env|builder)\.config$", owner)}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = {
                arg.arg for arg in node.args.args if arg.annotation and ast.unparse(arg.annotation) == "Config"
            }
            owners |= names & set(_owners(node))
        elif isinstance(node, ast.ClassDef) and re.search(
            "Transform|Directive", "".join(map(ast.unparse, node.bases))
        ):
            owners |= {"self.config"} & set(_owners(node))
    return owners


def test_options_are_read_with_their_types() -> None:
    modules = {
        path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")
    }
    assert {name for name, text in modules.items() if name not in FREE and _untyped(ast.parse(text))} == set()
    assert _untyped(ast.parse("def f(config: Config, app): config.blog_title + app.config.blog_path"))

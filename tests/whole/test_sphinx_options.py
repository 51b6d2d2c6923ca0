"""Options of Sphinx's own with values that they should not have: where Sphinx alone builds, so do we."""

import ast
import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from conftest import MakeSite, Site

import sphinx_blogext
from sphinx_blogext.config.options import OPTIONS

VALUES: list[Any] = [None, 5, "x", [], {}]
#: Options that Sphinx hands on, and we take from there.
HANDED_ON = frozenset("html_output_encoding html_short_title html_favicon html_logo html_copy_source".split())
#: Options whose names are strings where they are read.
_NAMED = re.compile(r"(html|pygments|mathjax)_?\w*")
_POST = "A *post*\n========\n\n.. post:: 2024-05-06\n   :tags: x\n\n:math:`x`\n\n.. more::\n\n::\n\n   code\n"
FILES = {
    "index.rst": "Home\n====\n\n.. toctree::\n\n   blog/a\n\n.. postlist:: 1\n",
    "blog/a.rst": _POST,
    "blog/b.rst": _POST,
}


@cache
def options_read() -> frozenset[str]:
    """What the package reads of the configuration, so that no new option is forgotten, without its own options."""
    files = Path(sphinx_blogext.__file__).parent.rglob("*.py")
    names = {name for file in files for name in _read_in(ast.parse(file.read_text(encoding="utf-8")))}
    return frozenset(names | HANDED_ON) - {option.name for option in OPTIONS}


def _read_in(tree: ast.AST) -> Iterator[str]:
    """Yield ``name`` of each ``config.name``, ``app.config.name`` and the like, and what looks like an option."""
    for node in ast.walk(tree):
        # In a configuration of a blog, Sphinx's own is called ``sphinx``.
        if isinstance(node, ast.Attribute) and {"config", "sphinx"} & {
            getattr(node.value, "id", ""),
            getattr(node.value, "attr", ""),
        }:
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _NAMED.fullmatch(node.value):
            yield node.value


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """Return a function that builds a site and returns why it could not, or nothing."""
    root = tmp_path_factory.mktemp("options")

    def build(extensions: list[str], conf: dict[str, Any]) -> str:
        shutil.rmtree(root, ignore_errors=True)
        try:
            site = Site(root, FILES, {"html_theme": "basic", "extensions": extensions} | conf)
            return "" if site.build().status == 0 else "status"
        except Exception as error:
            return f"{type(error).__name__}: {error}"

    return build


@pytest.fixture(scope="module")
def of_sphinx(builds: Callable[..., str], make_shared_site: MakeSite) -> frozenset[str]:
    """The options that Sphinx has for the builder of web pages."""
    site = make_shared_site(FILES, {"extensions": []})
    return frozenset(option.name for option in site.app.config)


def test_the_options_are_found() -> None:
    assert {"html_baseurl", "html_title", "language", "root_doc", "mathjax3_config"} <= options_read()
    assert "blog_title" not in options_read()


@pytest.mark.slow
def test_no_value_ends_a_build_with_us_and_not_without(
    builds: Callable[..., str], of_sphinx: frozenset[str]
) -> None:
    """Of all that the HTML builder knows, be it that we come to read more of it."""
    prefixes = ("html_", "math", "pygments", "highlight", "num", "toc_", "today", "smartquotes")
    options = {name for name in of_sphinx if name.startswith(prefixes)} | options_read() & of_sphinx
    # Sphinx opens, and closes, the file that has the number 5: one of pytest's.
    options -= {"html_search_scorer"}
    failed = {}
    for option, value in product(sorted(options), VALUES):
        why = builds(["sphinx_blogext"], {"html_theme": "blogext", option: value})
        if why and not builds([], {option: value}):
            failed[option, repr(value)] = why
    assert failed == {}

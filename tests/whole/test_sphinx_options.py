"""Options of Sphinx's own with values that they should not have: where Sphinx alone builds, so do we."""

import re
import shutil
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from conftest import MakeSite, Site

import sphinx_blogext

VALUES: list[Any] = [None, 5, "x", [], {}]
_POST = "A *post*\n========\n\n.. post:: 2024-05-06\n   :tags: x\n\n:math:`x`\n\n.. more::\n\n::\n\n   code\n"
FILES = {
    "index.rst": "Home\n====\n\n.. toctree::\n\n   blog/a\n\n.. postlist:: 1\n",
    "blog/a.rst": _POST,
    "blog/b.rst": _POST,
}


@pytest.fixture
def build(tmp_path: Path) -> Callable[..., str]:
    """Return a function that builds a site and returns why it could not, or nothing."""

    def build(extensions: list[str], conf: dict[str, Any]) -> str:
        shutil.rmtree(tmp_path / "site", ignore_errors=True)
        try:
            site = Site(tmp_path / "site", FILES, {"html_theme": "basic", "extensions": extensions} | conf)
            return "" if site.build().status == 0 else "status"
        except Exception as error:
            return f"{type(error).__name__}: {error}"

    return build


@pytest.mark.slow
def test_no_value_ends_a_build_with_us_and_not_without(build: Callable[..., str], make_site: MakeSite) -> None:
    """Of all that the HTML builder knows, and of what our code names."""
    prefixes = ("html_", "math", "pygments", "highlight", "num", "toc_", "today", "smartquotes")
    modules = Path(sphinx_blogext.__file__).parent.rglob("*.py")
    words = {word for module in modules for word in re.findall(r"\w+", module.read_text(encoding="utf-8"))}
    names = {option.name for option in make_site(FILES, {"extensions": []}).app.config}
    options = {name for name in names if name.startswith(prefixes) or name in words}
    assert {"html_baseurl", "html_title", "language", "root_doc", "mathjax3_config"} <= options
    # Sphinx opens, and closes, the file that has the number 5: one of pytest's.
    options -= {"html_search_scorer"}
    failed = {}
    for option, value in product(sorted(options), VALUES):
        why = build(["sphinx_blogext"], {"html_theme": "blogext", option: value})
        if why and not build([], {option: value}):
            failed[option, repr(value)] = why
    assert failed == {}

"""What is private in Sphinx: pages that would be wrong without it are not written, and all else goes on."""

import importlib
import inspect
from collections.abc import Callable
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import sphinx
from conftest import MakeSite
from sphinx.errors import ExtensionError
from writing import md

from sphinx_blogext import _compat, speedups
from sphinx_blogext._compat import PRIVATE_NAMES

NAMES = [private.name for private in PRIVATE_NAMES]


def is_there(name: str) -> bool:
    """Return whether *name* is an attribute of a module or a class, or one that the class gives its objects."""
    owner, _dot, attribute = name.rpartition(".")
    try:
        found: Any = importlib.import_module(owner)
    except ImportError:
        module, _dot, kind = owner.rpartition(".")
        found = getattr(importlib.import_module(module), kind)
    return hasattr(found, attribute) or f"self.{attribute}" in inspect.getsource(found)


@pytest.mark.parametrize("name", NAMES)
def test_every_private_name_is_there(name: str) -> None:
    assert is_there(name)


@pytest.mark.skipif(sphinx.version_info < (9,), reason="on an older Sphinx some measures do nothing")
@pytest.mark.parametrize("name", speedups.PRIVATE_NAMES)
def test_every_measure_finds_what_it_was_written_for(name: str) -> None:
    assert is_there(name)


def test_a_name_that_is_gone_would_be_noticed() -> None:
    assert not is_there("sphinx.config.Config._no_such_name")


@pytest.mark.parametrize(
    ("use", "name"),
    [
        (lambda thing: _compat.names_in_conf(thing), "_raw_config"),
        (lambda thing: _compat.common_assets(thing), "_orig_css_files"),
        (lambda thing: _compat.global_toctree(thing, "index"), "_get_local_toctree"),
        (lambda thing: _compat.replace_doctree(SimpleNamespace(env=thing), "x", None), "_write_doc_doctree_cache"),
    ],
)
def test_what_is_needed_ends_the_build_where_it_is_gone(use: Callable[[Any], object], name: str) -> None:
    with pytest.raises(
        ExtensionError, match=rf"sphinx-blogext needs sphinx\.\S+\.{name} for [a-z].*, and Sphinx \d"
    ):
        use(SimpleNamespace())


@pytest.fixture
def lose(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return a function that takes a module away from us, and from us alone."""

    def lose(name: str) -> None:
        def find(module: str) -> ModuleType:
            return ModuleType(module) if module == name else import_module(module)

        monkeypatch.setattr(_compat, "import_module", find)

    return lose


def test_a_formula_is_shown_as_tex_without_mathjax(make_site: MakeSite, lose: Callable[[str], None]) -> None:
    lose("sphinx.ext.mathjax")
    files = {"index.md": "# Home\n", "blog/p.md": md("P", r"Text $\require{x}$ and $\unheardof{x}$." + "\n")}
    site = make_site(files, {"html_math_renderer": "blogext"})
    assert site.status == 0
    kinds = [warned.type for warned in site.warnings]
    assert kinds.count("blog.sphinx") == 1
    assert any("install_mathjax" in w.message and "shown as TeX" in w.message for w in site.warnings)
    assert r"\unheardof{x}" in site.page("blog/p").source


def test_unknown_directives_are_not_reported_without_the_known_ones(lose: Callable[[str], None]) -> None:
    assert _compat.unknown_directive("%d %Q") == "%Q"
    lose("sphinx.util.i18n")
    assert _compat.unknown_directive("%d %Q") == ""

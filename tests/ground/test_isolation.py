"""What is private in Sphinx, and what is changed for a while and is afterwards exactly what it was."""

import inspect
from collections.abc import Callable, Set
from contextlib import AbstractContextManager, suppress
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import sphinx
from conftest import MakeSite, Site
from sphinx.errors import ExtensionError
from writing import INDEX, many, md

from sphinx_blogext import _compat, speedups
from sphinx_blogext._compat import PRIVATE_NAMES, tell_documents
from sphinx_blogext.isolation import replaced
from sphinx_blogext.write import teaser
from sphinx_blogext.write.teaser import page_state


def interrupted(change: AbstractContextManager[None], seen: Callable[[], bool]) -> None:
    """Enter *change*, where *seen* must hold, and leave it as Ctrl-C would."""
    with suppress(KeyboardInterrupt), change:
        assert seen()
        raise KeyboardInterrupt


class Thing:
    color = "red"


def test_attributes_are_put_back_whatever_happens() -> None:
    thing: Any = Thing()
    thing.size = 1
    with replaced(thing, size=2, color="blue", new=3):
        assert vars(thing) == {"size": 2, "color": "blue", "new": 3}
        interrupted(replaced(thing, size=4, color="green"), lambda: thing.color == "green")
        # What others take away meanwhile stays away.
        del thing.new
    assert vars(thing) == {"size": 1}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(INDEX | many(2))


def test_the_state_of_a_builder(site: Site) -> None:
    builder: Any = site.app.builder
    before = vars(builder).copy()
    interrupted(page_state(builder, "blog/p01"), lambda: builder.imgpath == "../_images")
    assert vars(builder) == before


def test_documents_are_told_once_and_another_build_may_follow(site: Site) -> None:
    builder: Any = site.app.builder
    told: list[Set[str]] = []
    before = vars(builder).get("prepare_writing")
    # The first build ends before anything is written.
    tell_documents(builder, told.append)
    tell_documents(builder, told.append)
    builder.prepare_writing({"index"})
    assert told[0] == {"index"}
    assert vars(builder).get("prepare_writing") is before
    told.clear()
    builder.prepare_writing({"index"})
    assert told == []


_PARTS = """
def render(app, pagename, templatename, context, doctree):
    part = app.builder.templates.render("searchbox.html", context)
    context["metatags"] = context.get("metatags", "") + f'<meta name="part" content="{bool(part.strip())}">'

def setup(app):
    app.connect("html-page-context", render)
"""


def test_a_part_that_another_extension_renders_meanwhile_is_not_empty(make_site: MakeSite) -> None:
    """Themes such as PyData's leave out the parts of a page that they find to be empty."""
    site = make_site(INDEX | many(1, tags=["x"]), _PARTS)
    # A document, and two pages without one.
    for name in ("blog/p01", "blog", "blog/tag/x"):
        assert site.page(name).meta("part") == ["True"]


def is_there(name: str) -> bool:
    """Return whether *name* is an attribute of a module or a class, or one that the class gives its objects."""
    owner, _dot, attribute = name.rpartition(".")
    try:
        found: Any = import_module(owner)
    except ImportError:
        module, _dot, kind = owner.rpartition(".")
        found = getattr(import_module(module), kind)
    return hasattr(found, attribute) or f"self.{attribute}" in inspect.getsource(found)


def test_every_private_name_is_there() -> None:
    # Those of a theme are needed by the tests of its navigation; its import changes Sphinx.
    names = [private.name for private in PRIVATE_NAMES if private.name.startswith("sphinx.")]
    # On an older Sphinx some measures do nothing.
    names += speedups.PRIVATE_NAMES if sphinx.version_info >= (9,) else []
    assert [name for name in names if not is_there(name)] == []
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
    message = rf"sphinx-blogext needs sphinx\.\S+\.{name} for [a-z].*, and Sphinx \d"
    with pytest.raises(ExtensionError, match=message):
        use(SimpleNamespace())


def test_what_is_gone_ends_a_build_where_teasers_need_it_and_otherwise_costs_time(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    measures: Any = speedups.MEASURES
    monkeypatch.setitem(measures, "writing", (lambda _patches, state: state.gone, *measures["writing"]))
    monkeypatch.setattr(speedups.search_index, "js_index", None)
    monkeypatch.setattr(teaser, "getattr", lambda _owner, _name, default: default, raising=False)
    site = make_site(INDEX | many(1))
    assert site.warnings == []
    monkeypatch.setattr(teaser, "has_maths", lambda thing: _compat.names_in_conf(thing))
    with pytest.raises(ExtensionError, match="needs"):
        site.build(force=True)


def test_a_formula_is_shown_as_tex_without_mathjax(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    # It is taken away from us, and from us alone.
    empty = {"sphinx.ext.mathjax": ModuleType("sphinx.ext.mathjax")}
    monkeypatch.setattr(_compat, "import_module", lambda name: empty.get(name) or import_module(name))
    files = {**INDEX, "blog/p.md": md("P", r"Text $\require{x}$ and $\unheardof{x}$." + "\n")}
    site = make_site(files, {"html_math_renderer": "blogext"})
    assert (site.status, [warned.type for warned in site.warnings].count("blog.sphinx")) == (0, 1)
    assert any("install_mathjax" in w.message and "shown as TeX" in w.message for w in site.warnings)
    assert r"\unheardof{x}" in site.page("blog/p").source

"""What is changed for a while is afterwards exactly what it was."""

from collections.abc import Callable, Set
from contextlib import AbstractContextManager
from types import ModuleType
from typing import Any

import pytest
from conftest import MakeSite, Site
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils
from writing import INDEX, many, md

from sphinx_blogext._compat import render_page, tell_documents
from sphinx_blogext.isolation import replaced
from sphinx_blogext.write.teaser import page_state


class Thing:
    colour = "red"

    def __init__(self) -> None:
        self.size = 1


def interrupted(change: AbstractContextManager[None], seen: Callable[[], bool]) -> None:
    """Enter *change*, where *seen* must hold, and leave it as Ctrl-C would."""
    with change:
        assert seen()
        raise KeyboardInterrupt


def test_attributes_are_put_back_whatever_happens() -> None:
    thing = Thing()
    with replaced(thing, size=2, colour="blue", new=3):
        assert vars(thing) == {"size": 2, "colour": "blue", "new": 3}
        with pytest.raises(KeyboardInterrupt):
            interrupted(replaced(thing, size=4, colour="green"), lambda: thing.colour == "green")
    assert vars(thing) == {"size": 1}


def test_what_others_take_away_meanwhile_stays_away() -> None:
    module = ModuleType("module")
    with replaced(module, new=1):
        del module.new  # type: ignore[attr-defined]  # which was just set
    assert not hasattr(module, "new")


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(INDEX | many(2))


def test_the_state_of_a_builder(site: Site) -> None:
    assert site.app is not None
    builder: Any = site.app.builder
    before = vars(builder).copy()
    with pytest.raises(KeyboardInterrupt):
        interrupted(page_state(builder, "blog/p01"), lambda: builder.imgpath == "../_images")
    assert vars(builder) == before


def test_another_extensions_renderer_of_templates_stays(site: Site) -> None:
    assert site.app is not None
    builder: Any = site.app.builder
    render = builder.templates.render

    def patched(*args: object) -> str:
        return str(render(*args))

    with replaced(builder.templates, render=patched):
        assert b"Here" in render_page(builder, "x", {"title": "Here", "body": ""}, site.env.get_doctree("index"))
        assert builder.templates.render is patched


def test_documents_are_told_once_and_another_build_may_follow(site: Site) -> None:
    assert site.app is not None
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


_INTERRUPT = """
def setup(app):
    app.connect("write-started", stop)
def stop(app, builder):
    if not hasattr(app, "once"):
        app.once = True
        raise KeyboardInterrupt
"""


def test_an_application_that_was_interrupted_can_build_again(make_site: MakeSite) -> None:
    site = make_site({**INDEX, "blog/p.md": md("P")}, _INTERRUPT, build=False)
    with docutils_namespace(), patch_docutils(site.source):
        app = Sphinx(site.source, site.source, site.outdir, site.root / "doctrees", "html", status=None)
        with pytest.raises(KeyboardInterrupt):
            app.build()
        app.build()
    assert site.has("blog/p")
    assert site.page("blog").posts == ["P"]


_PARTS = """
def render(app, pagename, templatename, context, doctree):
    part = app.builder.templates.render("searchbox.html", context)
    context["metatags"] = context.get("metatags", "") + f'<meta name="part" content="{bool(part.strip())}">'

def setup(app):
    app.connect("html-page-context", render)
"""


def test_a_part_that_another_extension_renders_meanwhile_is_not_empty(make_site: MakeSite) -> None:
    """Themes such as PyData's leave out the parts of a page that they find to be empty."""
    site = make_site({"index.md": "# Home\n", **many(1, tags=["x"])}, "html_theme = 'basic'\n" + _PARTS)
    # A document, and two pages without one.
    for name in ("blog/p01", "blog", "blog/tag/x"):
        assert site.page(name).meta("part") == ["True"]

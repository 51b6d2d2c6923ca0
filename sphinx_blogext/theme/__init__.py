"""The theme ``blogext``: it can be used without the extension, and the extension without it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_blogext import nodes
from sphinx_blogext.events import HIDDEN_EVENT, NAVIGATION_EVENT, UNCHANGED_EVENT
from sphinx_blogext.lang.words import CATALOG
from sphinx_blogext.theme import assets, home, not_found, search
from sphinx_blogext.theme import theme_options as theme_options
from sphinx_blogext.theme.frame import Frame

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    folder = Path(__file__).parent
    app.add_message_catalog(CATALOG, str(folder.parent / "locale"))
    app.add_html_theme("blogext", str(folder / "blogext"))
    app.connect("builder-inited", theme_options.on_builder_inited)
    app.connect("config-inited", assets.on_config_inited)
    app.connect("builder-inited", assets.on_builder_inited)
    app.connect("write-started", assets.on_write_started)
    app.connect("builder-inited", search.on_builder_inited)
    app.connect("html-collect-pages", not_found.on_html_collect_pages)
    app.connect("build-finished", search.on_build_finished)
    app.connect("build-finished", theme_options.on_build_finished)
    frame = Frame(app)
    app.connect("env-updated", frame.on_env_updated)
    # Before the blog, which follows it.
    app.connect("doctree-resolved", frame.on_doctree_resolved, priority=400)
    app.connect("doctree-resolved", home.on_doctree_resolved)
    # Before the frame, which asks what is beside the text.
    app.connect("html-page-context", home.on_html_page_context, priority=890)
    # After everything that reads or changes the text.
    app.connect("doctree-resolved", frame.on_text_resolved, priority=900)
    app.add_node(nodes.box, html=(nodes.visit_box, nodes.depart_box))
    app.add_node(nodes.word_break, html=(nodes.visit_word_break, None))
    # After other extensions, to know everything that a page would load.
    app.connect("html-page-context", frame.on_html_page_context, priority=900)
    # Formulas are MathML in this theme, even without the blog.
    app.setup_extension("sphinx_blogext.mathml")
    # Emitted to get the navigation of a page without writing the page.
    app.add_event(NAVIGATION_EVENT)
    app.add_event(UNCHANGED_EVENT)
    app.add_event(HIDDEN_EVENT)
    app.connect(NAVIGATION_EVENT, frame.on_navigation)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

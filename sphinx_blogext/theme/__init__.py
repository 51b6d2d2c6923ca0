"""The theme ``blogext``: it can be used without the extension, and the extension without it."""

import os
from functools import cache, partial
from pathlib import Path
from typing import Any

from docutils.nodes import document
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata

from sphinx_blogext import nodes
from sphinx_blogext.base_url import base_url
from sphinx_blogext.events import HIDDEN_EVENT, NAVIGATION_EVENT, UNCHANGED_EVENT
from sphinx_blogext.lang.codes import language_tag, text_direction
from sphinx_blogext.lang.words import CATALOG, _, interface_words, words_of
from sphinx_blogext.theme import assets, layouts, search, theme_options
from sphinx_blogext.theme.assets import load_assets
from sphinx_blogext.theme.languages import Titles, language_links, mark_links
from sphinx_blogext.theme.navigation import resolve_navigation
from sphinx_blogext.theme.texts import Pictures, break_names, first_paragraph, improve_html, improve_text
from sphinx_blogext.theme.theme_options import is_ours


class Frame:
    """What the templates of one build need besides what Sphinx provides."""

    def on_env_updated(self, app: Sphinx, env: BuildEnvironment) -> list[str]:
        """Begin anew: nothing of the last build is valid."""
        if is_ours(app.builder):
            self._app, self._titles, self._pictures = app, Titles(app.builder), Pictures(app.builder)
            # Resolved once, and only if a page has it: Sphinx writes the first page before it forks.
            self._navigation = cache(partial(resolve_navigation, app.builder, self._titles))
        return []

    def on_doctree_resolved(self, app: Sphinx, doctree: document, docname: str) -> None:
        """Tell those that add words to a text which language this theme says it is in."""
        titles = app.env.titles
        if is_ours(app.builder) and docname in titles:
            if language := self._titles.language(titles[docname].astext(), docname):
                doctree[nodes.TEXT_LANGUAGE] = language

    def on_text_resolved(self, app: Sphinx, doctree: document, docname: str) -> None:
        """Improve the text of a document, or of a teaser."""
        if is_ours(app.builder):
            improve_text(doctree, doctree.get(nodes.TEXT_LANGUAGE) or app.config.language or "en")

    def on_html_page_context(
        self, app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: document | None
    ) -> None:
        """Give the templates the site's navigation, an improved text, and fewer files to load."""
        builder = app.builder
        if not is_ours(builder):
            return
        uri = builder.get_target_uri(pagename)
        language = self._titles.language_of_page(context.get("title"), pagename)
        words = interface_words(app.config.language)
        context |= {"word": _, "words": words, "spoken": words_of(language, words), "language_tag": language_tag}
        context["is_rtl"] = bool(text_direction(app.config.language or ""))
        self._fill_versions(pagename, uri, context)
        self._fill_text(pagename, uri, language or self._titles.site, context)
        if builder.name != "singlehtml":
            context["navigation"] = lambda: self._navigation().render(pagename, uri, context.get("blog_place", ""))
            # Otherwise the sidebar would have a heading and nothing below it.
            if "globaltoc.html" in (context["sidebars"] or ()) and self._navigation().is_empty:
                context["sidebars"] = [name for name in context["sidebars"] if name != "globaltoc.html"]
        load_assets(app, builder, templatename, context, doctree)

    def _fill_text(self, pagename: str, uri: str, language: str, context: dict[str, Any]) -> None:
        """Improve the text of a page in *language*, and set what the search and search engines are told of it."""
        app, titles, body = self._app, self._titles, context.get("body") or ""
        has_pagefind = context["theme_search"] == "pagefind"
        if body:
            context["is_indexed"] = has_pagefind and pagename not in (app.emit_firstresult(HIDDEN_EVENT) or ())
            body = context["body"] = self._pictures.place(titles.mark_entries(improve_html(body), uri, language))
            context["toc"] = break_names(mark_links(context.get("toc", ""), language))
        if 'name="description"' not in str(context.get("metatags")):
            context["description"] = first_paragraph(body)
        context["has_kinds"] = not has_pagefind and "sphinx_blogext" in app.extensions

    def _fill_versions(self, pagename: str, uri: str, context: dict[str, Any]) -> None:
        """Set what tells the languages of titles, and the links to the page in other builds of the site."""
        titles = self._titles
        context["lang_of"] = titles.attribute
        context["lang_of_link"] = lambda link: titles.attribute(link["title"], titles.page_at(link["link"], uri))
        # The 404 page is shown at any URL: there is no counterpart in another language.
        place = "" if pagename == layouts.NOT_FOUND else uri
        languages, base = context["theme_languages"] or {}, base_url(self._app.config, os.environ)[1]
        context["site_languages"] = language_links(languages, place, titles.site, base)
        # Which lists there are of one language depends on the build.
        is_list = context.get("is_blog_page") and "language" not in pagename.split("/")
        context["has_versions"] = is_list or pagename in self._app.env.found_docs

    def on_navigation(self, app: Sphinx, pagename: str) -> str | None:
        """Return the sidebar navigation of a page, if the theme is ours."""
        uri = app.builder.get_target_uri(pagename)
        return self._navigation().render(pagename, uri) if is_ours(app.builder) else None


def setup(app: Sphinx) -> ExtensionMetadata:
    folder = Path(__file__).parent
    app.add_message_catalog(CATALOG, str(folder.parent / "locale"))
    app.add_html_theme("blogext", str(folder / "blogext"))
    app.connect("config-inited", theme_options.on_config_inited)
    app.connect("builder-inited", theme_options.on_builder_inited)
    app.connect("write-started", assets.on_write_started)
    app.connect("builder-inited", search.on_builder_inited)
    app.connect("html-collect-pages", layouts.on_html_collect_pages)
    app.connect("build-finished", search.on_build_finished)
    frame = Frame()
    app.connect("env-updated", frame.on_env_updated)
    # Before the blog, which follows it.
    app.connect("doctree-resolved", frame.on_doctree_resolved, priority=400)
    app.connect("doctree-resolved", layouts.on_doctree_resolved)
    # Before the frame, which asks what is beside the text.
    app.connect("html-page-context", layouts.on_html_page_context, priority=890)
    # After everything that reads or changes the text.
    app.connect("doctree-resolved", frame.on_text_resolved, priority=900)
    app.add_node(nodes.box, html=(nodes.visit_box, nodes.depart_box))
    app.add_node(nodes.word_break, html=(nodes.visit_word_break, None))
    # After other extensions, to know everything that a page would load.
    app.connect("html-page-context", frame.on_html_page_context, priority=900)
    # Formulas are MathML in this theme, even without the blog.
    app.setup_extension("sphinx_blogext.mathml")
    # The first is emitted to get the navigation of a page without writing the page.
    for event in (NAVIGATION_EVENT, UNCHANGED_EVENT, HIDDEN_EVENT):
        app.add_event(event)
    app.connect(NAVIGATION_EVENT, frame.on_navigation)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

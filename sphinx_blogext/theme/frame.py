"""What the frame of a page needs besides what Sphinx provides."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from sphinx_blogext.base_url import base_url
from sphinx_blogext.lang.codes import text_direction
from sphinx_blogext.lang.words import _, interface_words, words_of
from sphinx_blogext.nodes import TEXT_LANGUAGE
from sphinx_blogext.theme.assets import load_assets, script_words
from sphinx_blogext.theme.body import Pictures, first_sentence, improve
from sphinx_blogext.theme.icons import icon_links
from sphinx_blogext.theme.navigation import Navigation, resolve_navigation
from sphinx_blogext.theme.not_found import PAGE as NOT_FOUND
from sphinx_blogext.theme.page_languages import Titles, language_links, tell_search_engines
from sphinx_blogext.theme.search import hidden_from_search, post_filters, uses_pagefind, write_languages
from sphinx_blogext.theme.texts import improve_text, mark_links
from sphinx_blogext.theme.theme_options import is_ours, is_true, options_of

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.environment import BuildEnvironment

#: The template of the global table of contents.
_CONTENTS = "globaltoc.html"


class Frame:
    """Provides the data for the theme's templates; what it caches is valid for one build."""

    def __init__(self, app: Sphinx) -> None:
        self._app = app

    @property
    def _builder(self) -> StandaloneHTMLBuilder:
        return cast("StandaloneHTMLBuilder", self._app.builder)

    @cached_property
    def _titles(self) -> Titles:
        return Titles(self._builder)

    @cached_property
    def _pictures(self) -> Pictures:
        return Pictures(self._builder)

    @cached_property
    def _navigation(self) -> Navigation:
        """The navigation of the site, resolved once: Sphinx writes the first page before it forks."""
        options = options_of(self._builder)
        depth, collapse = str(options["globaltoc_maxdepth"]), str(options["globaltoc_collapse"])
        return resolve_navigation(
            self._builder,
            self._titles,
            includes_hidden=is_true(options["globaltoc_includehidden"]),
            max_depth=max(0, int(depth)) if depth.lstrip("-").isdecimal() else 0,
            is_collapsed=None if collapse in {"", "auto"} else is_true(collapse),
        )

    def on_env_updated(self, app: Sphinx, env: BuildEnvironment) -> list[str]:
        """Forget what the last build cached."""
        for name in ("_titles", "_pictures", "_navigation"):
            vars(self).pop(name, None)
        return []

    def on_doctree_resolved(self, app: Sphinx, doctree: nodes.document, docname: str) -> None:
        """Tell those that add words to a text which language this theme says it is in."""
        titles = app.env.titles
        if is_ours(app.builder) and docname in titles:
            if language := self._titles.language(titles[docname].astext(), docname):
                doctree[TEXT_LANGUAGE] = language

    def on_text_resolved(self, app: Sphinx, doctree: nodes.document, docname: str) -> None:
        """Improve the text of a document, or of a teaser."""
        if is_ours(app.builder):
            improve_text(doctree, doctree.get(TEXT_LANGUAGE) or app.config.language or "en")

    def on_html_page_context(
        self,
        app: Sphinx,
        pagename: str,
        templatename: str,
        context: dict[str, Any],
        doctree: nodes.document | None,
    ) -> None:
        """Give the templates the site's navigation, an improved text, and fewer files to load."""
        builder = app.builder
        if not is_ours(builder):
            return
        uri, body = builder.get_target_uri(pagename), context.get("body") or ""
        language = self._titles.language_of_page(context.get("title"), pagename)
        self._fill_words(language, context)
        self._fill_versions(pagename, uri, context)
        self._fill_text(pagename, uri, body, language or self._titles.site, context)
        if pagename == "search" and not uses_pagefind(app):
            context["has_languages"] = write_languages(app, self._titles)
        if builder.name != "singlehtml":
            self._fill_contents(pagename, uri, context)
        load_assets(app, builder, templatename, context, doctree)

    def _fill_contents(self, pagename: str, uri: str, context: dict[str, Any]) -> None:
        context["navigation"] = lambda: self._navigation.render(pagename, uri)
        # Otherwise the sidebar would have a heading and nothing below it.
        if _CONTENTS in (context["sidebars"] or ()) and self._navigation.is_empty:
            context["sidebars"] = [name for name in context["sidebars"] if name != _CONTENTS]

    def _fill_words(self, language: str, context: dict[str, Any]) -> None:
        """Set the words of the frame, and the words within the text in its *language*."""
        for name in ("docstitle", "shorttitle"):
            # Sphinx leaves two spaces if a site has no release. The title may also be a number.
            context[name] = " ".join(str(context[name] or "").split())
        words = interface_words(self._app.config.language)
        spoken = words_of(language, words)
        context["word"] = _
        context["word_lang"] = f' lang="{words.borrowed}"' if words.borrowed else ""
        # The script has those of the site.
        context["own_words"] = script_words(spoken) if spoken is not words else None
        context["is_rtl"] = bool(text_direction(self._app.config.language or ""))
        context["site_icons"] = icon_links(context["theme_icons"])

    def _fill_versions(self, pagename: str, uri: str, context: dict[str, Any]) -> None:
        """Set what tells the languages of titles, and the links to the page in other builds of the site."""
        titles = self._titles
        context["lang_of"] = titles.attribute
        context["lang_of_link"] = lambda link: titles.attribute(link["title"], titles.page_at(link["link"], uri))
        base = base_url(self._app.config, os.environ)[1]
        # The 404 page is shown at any URL: there is no counterpart in another language.
        place = "" if pagename == NOT_FOUND else uri
        links = language_links(context["theme_languages"] or {}, place, titles.site, base)
        context["site_languages"] = links
        # Which lists there are of one language depends on the build.
        is_list = context.get("is_blog_page") and "language" not in pagename.split("/")
        if (is_list or pagename in self._app.env.found_docs) and tell_search_engines(links):
            context["language_versions"] = links

    def _fill_text(self, pagename: str, uri: str, body: str, language: str, context: dict[str, Any]) -> None:
        """Improve the text of a page, set its search filters, and describe it if nobody has."""
        if body:
            # Pagefind indexes the pages with filters, be they none.
            if uses_pagefind(self._app) and pagename not in hidden_from_search(self._app):
                context["filters"] = post_filters(body)
            body = self._titles.mark_entries(improve(body), uri, language)
            context["body"] = self._pictures.place(body)
            context["toc"] = mark_links(context.get("toc") or "", language)
        if 'name="description"' not in str(context.get("metatags")):
            context["description"] = first_sentence(body)

    def on_navigation(self, app: Sphinx, pagename: str) -> str | None:
        """Return the sidebar navigation of a page, if the theme is ours."""
        builder = app.builder
        return self._navigation.render(pagename, builder.get_target_uri(pagename)) if is_ours(builder) else None
